"""Public names that are loaded when they are needed, for no program needs all.

A stub, which type checkers read, says where each name is.
"""

from __future__ import annotations


def modules_in(stub: str) -> dict[str, str]:
    """Returns the module of each name that a stub imports, a name a line.

    >>> modules_in("from nonosat.model.clues import Clue as Clue")
    {'Clue': 'nonosat.model.clues'}
    """
    imports = (line.split() for line in stub.splitlines() if line.startswith("from "))
    return {name: module for _, module, _, name, *_ in imports}


def loaded(module: str, name: str) -> object:
    """Returns what a module has under a name."""
    from importlib import import_module

    return getattr(import_module(module), name)
