"""Availability of optional parts: packages and the compiled kernel."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.util import find_spec

PURE = bool(os.environ.get("NONOSAT_PURE"))  # true if NONOSAT_PURE is set: use no compiled code


_found: set[str] = set()  # packages that can be imported


def importable(package: str) -> bool:
    """Returns whether a package can be imported, without importing it.

    The lookup takes longer than solving a small puzzle, so a positive answer is cached. A negative one is not: the
    package can be installed meanwhile, as in a notebook.

    >>> importable("json"), importable("no_such_package")
    (True, False)
    """
    if package not in _found:
        with suppress(ModuleNotFoundError):  # of the package around it
            if find_spec(package) is not None:
                _found.add(package)
    return package in _found
