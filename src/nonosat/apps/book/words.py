"""English texts of books and lessons; catalogues translate them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonosat.apps.languages import ENGLISH, catalogue
from nonosat.explaining.words.patterns import Phrase, printed
from nonosat.imaging.colours import own_and_english
from nonosat.model.palette import Palette, palette_of
from nonosat.support.arguments import items_of, method

EXAMPLE = (".#.#.", "#####", "#####", ".###.", "..#..")
"""Picture of the worked example, and of the title page."""

RECTANGLE = (
    "Fill cells of the grid so that a picture appears. The numbers beside a row and above a column say how "
    "long its blocks of filled cells are, in their order. Between two blocks there is an empty cell or more."
)
TRIDDLER = (
    "In a grid of triangles there are lines in three directions. The numbers at the end of a line say how "
    "long its blocks of filled triangles are, in their order."
)
SHAPE = "In other grids, the clue at the end of a line of cells points along that line."
INKS = (
    "Where there are several colours, each number shows its own, maybe by a letter that is explained below. "
    "Blocks of different colours may touch."
)
SOLVING, DIFFICULTY, CONTENTS = "How to solve them", "How difficult they are", "Contents"
PUZZLES, ANSWERS = "Puzzles", "Answers"
EMPTY = "0: the line has no filled cells."
BLOTTED = "?: a block of unknown length."
MISSING = "*: a line without a clue."
GIVEN = "Cells that are already printed in a puzzle are right."
PAGE, ANSWER_PAGE = "page {page}", "answer on page {page}"
NOT_RATED = "not rated"
NAMED = "{name}: {text}"
ONE_PUZZLE = "A nonogram of {least} cells, with its answer"
EQUAL_PUZZLES = "{number} nonograms of {least} cells, with their answers"
MANY_PUZZLES = "{number} nonograms from {least} to {most} cells, with their answers"

THE_PUZZLE, BEFORE_STEP, AFTER_STEP = "The puzzle", "Before step {number}", "After step {number}"
AT_THE_END, STEP, STEPS_TO = "In the end", "Step {number}", "Steps {first} to {last}"
CONTINUED, STEP_ENDS = "Step {number}, continued", "Step {number}, in the end"
STEPS, TECHNIQUES, IN_GUIDES = "Steps", "Techniques", "In guides: {names}."
PICTURE, BY, NONOGRAM = "Picture: {heading}", "by {author}", "Nonogram"
HARDEST_STEP = "hardest step: {name}"

# skills that each grade requires
MEANING = {
    "trivial": "counting cells, and where a block must lie in any case",
    "easy": "also gaps that are too small, and how far blocks reach",
    "medium": "also which block a filled cell belongs to",
    "probing": "also to suppose something of a cell and see what follows",
    "hard": "also all ways at once in which a row can be filled",
    "search": "also suppositions within suppositions",
}


class Words:
    """The words of a language.

    >>> Words("de")(PAGE, page=3)
    'Seite 3'
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self.language, self._table = language, catalogue(language, "shared", "book", "lesson", "explanation")

    def __call__(self, english: str, **names: Any) -> str:
        """Translates a text and fills in its names."""
        return self.pattern(english).format(**names)

    @method
    def pattern(self, english: str) -> str:
        """Translates a text; names stay in braces."""
        return str(self._table.get(english, english))

    @method
    def inks(self, palette: Palette) -> tuple[str, ...]:
        """Names the colours for a legend, with their own names in brackets.

        >>> from nonosat.model.palette import BLACK_AND_WHITE, Colour
        >>> Words("de").inks((*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("Himmel", "0000ff", "h")))
        ('Weiß', 'Schwarz', 'Rot', 'Blau (Himmel)')
        """
        names = []
        for text in own_and_english(palette_of(palette)):
            english, bracket, own = text.partition(" (")
            name = self.pattern(english)
            names.append(name if own[:-1].casefold() == name.casefold() else f"{name}{bracket}{own}")
        return tuple(names)

    @property
    def letters(self) -> frozenset[str]:
        """All letters of the language's texts."""
        return frozenset("".join(map(str, self._table.values())))

    @method
    def text(self, said: Phrase) -> str:
        """Translates a sentence of an explanation."""
        return said.text(self._table)

    @method
    def printed(self, said: Sequence[Phrase]) -> list[str]:
        """Translates a sentence of an explanation and the list items after it."""
        return list(printed(items_of(Phrase, said, "said"), self._table))
