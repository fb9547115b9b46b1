"""The built-in puzzles: their names and their folder. `nonosat.formats.examples` finds the files."""

from __future__ import annotations

import os

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
