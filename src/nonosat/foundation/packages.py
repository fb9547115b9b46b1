"""Availability of optional parts: packages and the compiled kernel."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

PURE = bool(os.environ.get("NONOSAT_PURE"))  # true if NONOSAT_PURE is set: use no compiled code


def importable(package: str) -> bool:
    """Returns whether a package can be imported, without importing it.

    The lookup takes longer than solving a small puzzle, so a positive answer is cached. A negative one is not: the
    package may get installed meanwhile, as in a notebook.

    >>> importable("json"), importable("no_such_package")
    (True, False)
    """
    with suppress(ModuleNotFoundError):
        return _found(package)
    return False


@cache
def _found(package: str) -> bool:
    """Returns True, or raises `ModuleNotFoundError`, which `cache` does not keep."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(package)
    return True
