"""Puzzles that are made, not drawn: families known from solver tests, pictures by formula, random ones.

All functions are pure: the same arguments give the same puzzle on every machine.
"""

from nonosat.generate.domino import n_dom
from nonosat.generate.formula import RABBIT, checkerboard, julia, negative, rings
from nonosat.generate.lettering import poster, word
from nonosat.generate.random_pictures import random_picture, random_puzzle

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
