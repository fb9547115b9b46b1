"""Whether what is optional is there, which is asked for every puzzle: packages, and what can be compiled."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

PURE = bool(os.environ.get("NONOSAT_PURE"))
"""Whether Python does what else is compiled, because the environment says so."""


def importable(package: str) -> bool:
    """Whether the package can be imported; it is not imported for that.

    Looking through the folders of packages takes longer than a small puzzle, so that one that was found is
    not looked for again. One that was not may be installed meanwhile, as in a notebook.

    >>> importable("json"), importable("no_such_package")
    (True, False)
    """
    with suppress(ModuleNotFoundError):
        return _found(package)
    return False


@cache
def _found(package: str) -> bool:
    """True, or raises `ModuleNotFoundError`, which is not kept."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(package)
    return True
