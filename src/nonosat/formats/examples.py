"""The files of the built-in puzzles."""

from __future__ import annotations

import os

from nonosat.formats.base import did_you_mean
from nonosat.support.bundled import EXAMPLES, FOLDER, PREFIX
from nonosat.support.errors import InputError


def example_file(name: str) -> str:
    """Returns the file of an example; raises `InputError` that lists the names."""
    if name not in EXAMPLES:
        names = ", ".join(EXAMPLES)
        reason = f"no example is called {name!r}; there are {names}{did_you_mean(name, EXAMPLES)}"
        raise InputError(reason, path=PREFIX + name)
    return next(os.path.join(FOLDER, file) for file in os.listdir(FOLDER) if file.startswith(f"{name}."))
