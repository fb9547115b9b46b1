"""The built-in puzzles."""

from __future__ import annotations

import os

from nonosat.formats.base import did_you_mean
from nonosat.support.errors import InputError

PREFIX = "example:"  # before the name of an example in place of a path

# names and descriptions
EXAMPLES = {
    "gchq": "GCHQ card with some cells given, and one solution",
    "gchq-without-givens": "GCHQ card without its given cells (4 solutions)",
    "cup": "a small one to begin with",
    "cat": "line-solvable, with more to explain",
    "cat-with-blots": "the cat with some illegible numbers",
    "apple": "in four colours",
    "flower": "a triddler: three directions, triangular cells",
    "unsolvable-by-search": "no solution, but no single line shows it",
}

# Each is a file there, in the format that suits it.
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "examples")


def example_file(name: str) -> str:
    """Returns the file of an example; raises `InputError` that lists the names."""
    if name not in EXAMPLES:
        names = ", ".join(EXAMPLES)
        reason = f"no example is called {name!r}; there are {names}{did_you_mean(name, EXAMPLES)}"
        raise InputError(reason, path=PREFIX + name)
    return next(os.path.join(FOLDER, file) for file in os.listdir(FOLDER) if file.startswith(f"{name}."))
