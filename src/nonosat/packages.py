"""Whether a package that is optional is there, which is asked for every puzzle."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib.util import find_spec


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
