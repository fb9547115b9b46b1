"""What characters and words mean as cells: by themselves, and as colours of a palette.

Precedence: letters of the palette; numbers, names and values of colours; common characters. Nothing is guessed: an ambiguous grid
is not read.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.imaging.colours import letters_for, rgb_of
from nonosat.model.palette import BACKGROUND, UNKNOWN, Palette

EMPTY = " ._-0·░□▫◻◽⬜○⚪"  # characters that are empty cells

_LETTERS = {
    "black": "#X1xk*@█■▪◼◾⬛●⚫▓",
    "red": "rR🟥🔴",
    "green": "gG🟩🟢",
    "blue": "bB🟦🔵",
    "yellow": "yY🟨🟡",
    "orange": "oO🟧🟠",
    "purple": "pP🟪🟣",
    "brown": "nN🟫🟤",
    "cyan": "cC",
    "magenta": "mM",
    "white": f"wW{EMPTY}",
}
# colours by character, in pictures of more than two characters
INKS = {letter: name for name, letters in _LETTERS.items() for letter in letters}

# ink; empty beside another ink character, as solvers cross out cells on paper
CROSSES = frozenset("xX\u00d7✕✖✗✘❌")
_WHITE = "wW□▫◻◽⬜○⚪"  # empty, unless an ink is white
_FILLED = "✓✔✅"  # ink of one-ink puzzles, beside the black and coloured characters of pictures
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"  # empty, like the dash of a keyboard

_EMPTY_WORDS = ("empty", "blank", "off", "false", "no", "unfilled", "unshaded", "background")
_INK_WORDS = ("filled", "full", "on", "true", "yes", "fill", "shaded")
_UNKNOWN_WORDS = (UNKNOWN, "unknown", "null")

Meaning = dict[str, int | None]  # colour of each character or word; None means "unknown cell"


def prompt_letters(palette: Palette) -> list[str]:
    """Returns the letters that prompts prescribe: the palette's, unless they can be read as something else.

    >>> from nonosat.model.palette import Colour
    >>> prompt_letters((Colour("white", "ffffff", "."), Colour("red", "ff0000", "1")))
    ['.', 'a']
    """
    return letters_for(palette, lambda letter: letter in ".#" or (letter.isascii() and letter.isalpha()))


class Colours:
    """All notations for the colours of a palette; immutable."""

    def __init__(self, palette: Palette) -> None:
        self._numbers: Meaning = {str(colour): colour for colour in range(len(palette))}
        self._table = _table(palette)
        inks = {letter for letter, name in INKS.items() if name == "black" or not letter.isascii()}
        inks = (inks | CROSSES | set(_FILLED)) - self._table.keys()
        self._inks = inks if len(palette) == 2 else set()
        self.notations = frozenset(self._table) | self._inks  # everything that can be a cell

    def meaning(self, used: Iterable[str], *, numbers: bool = False) -> Meaning | None:
        """Maps the characters and words used in a grid to colours; None if that is ambiguous.

        With `numbers`, digits are colour numbers even if the palette's letters are digits.
        """
        used = dict.fromkeys(used)
        if numbers and used.keys() <= self._numbers.keys():
            return {word: self._numbers[word] for word in used}
        inks = {word for word in used if word in self._inks and word not in CROSSES}
        has_ink = bool(inks) or any(self._table.get(word) == 1 for word in used)
        if len(inks) > 1:
            return None
        others = dict.fromkeys(CROSSES, BACKGROUND if has_ink else 1) | dict.fromkeys(inks, 1)
        return {word: self._table[word] if word in self._table else others[word] for word in used}


def _table(palette: Palette) -> Meaning:
    """Returns the notations that mean the same in every grid; the first of two meanings wins."""
    table: Meaning = {}

    def add(texts: Iterable[str], colour: int | None) -> None:
        for text in texts:
            table.setdefault(text, colour)

    letters = [{own.letter, other} for own, other in zip(palette, prompt_letters(palette), strict=True)]
    for colour, written in enumerate(letters):
        add(written, colour)
    for colour in range(len(palette)):
        add([str(colour)], colour)
    for colour, written in enumerate(letters):
        add([letter.swapcase() for letter in written], colour)
    add(_UNKNOWN_WORDS, None)
    for colour, (name, rgb, _) in enumerate(palette):
        add([name.casefold(), f"#{rgb}".casefold()], colour)
    one_ink = len(palette) == 2
    for colour, (name, rgb, _) in enumerate(palette):
        inks = {ink for ink in INKS.values() if ink == name.casefold() or rgb_of(ink) == rgb}
        if not one_ink:
            add((letter for letter, ink in INKS.items() if ink != "white" and ink in inks), colour)
        if colour and "white" in inks:
            add(_WHITE, colour)
    add(EMPTY + _DASHES + _WHITE, BACKGROUND)
    add(_EMPTY_WORDS, BACKGROUND)
    if one_ink:
        add(_INK_WORDS, 1)
    return table
