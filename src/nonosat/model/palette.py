"""Palettes: black-and-white is the one with one ink; colour is data, never a subclass."""

from __future__ import annotations

from typing import NamedTuple

MAX_COLOURS = 256
"""The largest palette accepted: a cell of a picture is one byte."""

BACKGROUND = 0
"""The colour of the cells outside of all blocks: the first of a palette."""


class Colour(NamedTuple):
    """An entry of a palette: a name, its RGB value as six hex digits, and its letter in text."""

    name: str
    rgb: str
    letter: str


Palette = tuple[Colour, ...]

BLACK_AND_WHITE: Palette = (Colour("white", "ffffff", "."), Colour("black", "000000", "#"))
