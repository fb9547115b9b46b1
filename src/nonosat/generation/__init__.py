"""Generated puzzles: families known from solver tests, pictures by formula, random ones.

- `domino`, `formula`, `lettering`: families of puzzles that follow from a few numbers;
- `random_pictures`: random puzzles by size, density, inks, symmetry and difficulty.

All functions are pure: the same arguments give the same puzzle on every machine.
"""

from nonosat.generation.domino import n_dom
from nonosat.generation.formula import RABBIT, checkerboard, julia, negative, rings
from nonosat.generation.lettering import poster, word
from nonosat.generation.random_pictures import random_picture, random_puzzle

__all__ = [
    "n_dom",
    "checkerboard",
    "negative",
    "rings",
    "julia",
    "RABBIT",
    "poster",
    "word",
    "random_picture",
    "random_puzzle",
]
