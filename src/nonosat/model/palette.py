"""Palettes: black-and-white has one ink; colour is data, never a subclass.

Grids are written with one letter per cell, so a letter is one visible character: printable, not blank, no combining mark,
and not `?`, which means an unknown cell. The letters of a palette are distinct.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import category

from nonosat.model.metadata import is_text
from nonosat.support.errors import InputError

MAX_COLOURS = 256  # maximum size of a palette: a cell of a grid is one byte
BACKGROUND = 0  # index of the colour outside of all blocks


UNKNOWN = "?"  # text of an unknown cell


class Colour(NamedTuple):
    """An entry of a palette: a name, its RGB value as six hex digits, and its letter in text."""

    name: str
    rgb: str
    letter: str


Palette = tuple[Colour, ...]

BLACK_AND_WHITE: Palette = (Colour("white", "ffffff", "."), Colour("black", "000000", "#"))


def palette_of(colours: Iterable[Colour]) -> Palette:
    """Returns a palette of colours or triples; raises `InputError` for others. Most puzzles share one palette object."""
    if colours is BLACK_AND_WHITE:
        return BLACK_AND_WHITE
    made = list(colours)
    try:
        return tuple(Colour(*colour) for colour in made)
    except TypeError:
        raise InputError(f"a palette must be a list of (name, rgb, letter), got {str(made)[:60]}") from None


def is_mono(palette: Palette) -> bool:
    """Returns whether a palette is black on white, with any names and letters: themes can invert it."""
    return [colour.rgb.lower() for colour in palette] == [colour.rgb for colour in BLACK_AND_WHITE]


def is_letter(text: str) -> bool:
    """Returns whether a text can be the letter of a colour.

    >>> [is_letter(text) for text in ("#", "ä", "⬛", "ab", "", " ", "?", "\\u2028", "\\u0301")]
    [True, True, True, False, False, False, False, False, False]
    """
    return len(text) == 1 and text.isprintable() and text not in (" ", UNKNOWN) and category(text)[0] != "M"


def palette_faults(palette: Iterable[Colour]) -> Iterator[str]:
    """Yields the problems of the names, values and letters of some colours."""
    letters: set[str] = set()
    for name, rgb, letter in palette:
        if not all(isinstance(part, str) for part in (name, rgb, letter)):
            yield f"a colour must be three texts: its name, value and letter, got {(name, rgb, letter)!r}"
            continue
        if not is_text(name):
            yield f"the name of a colour must be text that can be encoded, got {name[:40]!r}"
        if len(rgb) != 6 or set(rgb.lower()) - set("0123456789abcdef"):
            yield f"the value of the colour {name[:40]!r} must be six hex digits, got {rgb[:40]!r}"
        if not is_letter(letter):
            what = f"one character that can be seen, other than {UNKNOWN!r}"
            yield f"the letter of the colour {name[:40]!r} must be {what}, got {letter[:40]!r}"
        elif letter in letters:
            yield f"the letters of the colours must differ, {letter!r} comes twice"
        letters.add(letter)
