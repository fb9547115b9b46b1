"""Maps the characters and words of an answer to colours of a palette.

Precedence: letters of the palette; numbers, names and values of colours; common characters (those of
`nonosat.formats.picture`). Nothing is guessed: an ambiguous grid is not read.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.formats.picture import EMPTY, INKS
from nonosat.imaging.colours import letters_for, rgb_of
from nonosat.model.palette import BACKGROUND, UNKNOWN, Palette

# ink; empty beside another ink character, as solvers cross out cells on paper
CROSSES = frozenset("xX\u00d7✕✖✗✘❌")

_NOUGHTS = frozenset("oO")  # ink; ambiguous beside crosses
_WHITE = "wW□▫◻◽⬜○⚪△▽"  # empty, unless an ink is white
_FILLED = "▲▼✓✔✅☑fF"  # ink of one-ink puzzles, beside the characters of pictures

# empty, like the dash and the dot of a keyboard
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212\u02d9\u2219\u22c5\u2026"

_EMPTY_WORDS = (
    *("empty", "blank", "off", "false", "none", "no", "background"),
    *("unfilled", "unmarked", "unshaded", "uncolored", "uncoloured", "clear"),
)
_INK_WORDS = (
    *("filled", "full", "on", "true", "yes", "ink", "fill", "solid"),
    *("marked", "shaded", "colored", "coloured", "painted"),
)
# letter pairs for (filled, empty), (true, false), and so on, used if no other letters occur
_PAIRS = (("f", "e"), ("f", "b"), ("t", "f"), ("y", "n"))

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
        self.count = len(palette)
        self._numbers: Meaning = {str(colour): colour for colour in range(len(palette))}
        self._table = _table(palette)
        others = {letter for letter, name in INKS.items() if name != "white"} | CROSSES | set(_FILLED)
        self._others = others - self._table.keys() if len(palette) == 2 else set()
        pairs = {letter for pair in _PAIRS for letter in pair} if len(palette) == 2 else set()
        # all characters and words that can be a cell
        self.known = frozenset(self._table) | self._others | pairs | {letter.upper() for letter in pairs}

    def meaning(self, used: Iterable[str], *, numbers: bool = False) -> Meaning | None:
        """Maps the characters and words used in a grid to colours; None if that is ambiguous.

        With `numbers`, digits are colour numbers even if the palette's letters are digits.
        """
        used = dict.fromkeys(used)
        if numbers and used.keys() <= self._numbers.keys():
            return {word: self._numbers[word] for word in used}
        meanings = {word: self._table[word] for word in used if word in self._table}
        others = used.keys() - meanings.keys()
        if others and len(used) == 2 and self._others:
            folded = {word.casefold(): word for word in used}
            for filled, empty in _PAIRS:
                if folded.keys() == {filled, empty}:
                    return {folded[filled]: 1, folded[empty]: BACKGROUND}
        if not others <= self._others:
            return None
        crosses = others & CROSSES
        inks = others - crosses
        noughts = inks & _NOUGHTS
        if len({INKS.get(letter, "black") for letter in inks - noughts}) > 1:
            return None
        if noughts and (crosses or inks != noughts or 1 in meanings.values()):
            return None
        crossed = bool(inks) or 1 in meanings.values()
        meanings |= dict.fromkeys(crosses, BACKGROUND if crossed else 1) | dict.fromkeys(inks, 1)
        return {word: meanings[word] for word in used}


def _table(palette: Palette) -> Meaning:
    """Returns the notations that mean the same in every grid; the first of two meanings wins."""
    table: Meaning = {}

    def add(texts: Iterable[str], colour: int | None) -> None:
        for text in texts:
            table.setdefault(text, colour)

    letters = [{own.letter, other} for own, other in zip(palette, prompt_letters(palette), strict=True)]
    for colour, its in enumerate(letters):
        add(its, colour)
    for colour in range(len(palette)):
        add([str(colour), f"{colour}.0"], colour)
    for colour, its in enumerate(letters):
        add([letter.swapcase() for letter in its], colour)
    add(_UNKNOWN_WORDS, None)
    for colour, (name, rgb, _) in enumerate(palette):
        add([name.casefold(), f"#{rgb}".casefold()], colour)
    one_ink = len(palette) == 2
    for colour, (name, rgb, _) in enumerate(palette):
        its_name = name.casefold()
        squares = [
            letter
            for letter, ink in INKS.items()
            if ink != "white" and (ink == its_name or rgb_of(ink) == rgb)
        ]
        if not one_ink:
            add(squares, colour)
        if colour and "white" in (its_name, "white" if rgb == "ffffff" else ""):
            add(_WHITE, colour)
    add(EMPTY + _DASHES + _WHITE, BACKGROUND)
    add(_EMPTY_WORDS, BACKGROUND)
    if one_ink:
        add(_INK_WORDS, 1)
    return table
