"""Records of puzzles from pictures: scanned ones, and choices for a drawing."""

from typing import Annotated, TypedDict

from nonosat.records.answers import Answer, Ending, Line, OfCell
from nonosat.records.json_types import Each, Field, Number
from nonosat.records.shared_types import PartialRows, PuzzleObject, VerdictName

# declared here, because the module of the question `scan` needs numpy
REQUEST = (
    Field(
        "corners",
        Each(Each(Number(), 2, 2), 4, 4),
        "The corners of the grid without its clues, in pixels of the page, clockwise from its upper left one.",
        None,
    ),
)


class ScannedNumber(Line):
    """A doubtful number on a page."""

    position: Annotated[int, "Position in its clue, from 0."]
    value: Annotated[int | None, "Reading; null if it is probably no number."]
    values: Annotated[list[int], "Possible readings, likeliest first."]
    probability: Annotated[float, "Probability of the likeliest reading."]
    box: Annotated[list[int], "Left, top, right and bottom in pixels of the page."]


class Scan(Answer):
    """Answer to `scan`: the puzzle on a page, with all doubts."""

    sure: Annotated[bool, "True if there is no doubt."]
    reasons: Annotated[list[str], "Reasons for doubt, in words."]
    doubtful: Annotated[list[ScannedNumber], "Doubtful numbers."]
    corrected: Annotated[int, "Numbers that logic changed from their likeliest reading."]
    misprints: Annotated[
        list[str],
        "Clearly printed clues that leave no solution, with the probable intention.",
    ]
    state: Annotated[PartialRows | None, "Cells already filled or crossed out on the page; null if none."]
    page: Annotated[int, "Page of the file, from 1."]
    corners: Annotated[
        list[list[int]],
        "Corners of the grid in pixels of the page, clockwise from its upper left corner.",
    ]
    cell: Annotated[float, "Side of a cell in pixels of the page."]


class ImageChoice(TypedDict):
    """A puzzle of a picture."""

    puzzle: Annotated[PuzzleObject, "The puzzle, with the picture in cells as its goal."]
    method: Annotated[str, "Method that separated ink from background."]
    likeness: Annotated[float, "Likeness to the original, 0 to 1; orders the choices of one picture."]
    changes: Annotated[list[OfCell], "Cells that a repair changed, with their new colours."]
    before: Annotated[list[int], "Their colours before, in the same order."]
    verdict: Annotated[VerdictName, "Verdict on the puzzle."]
    line_solvable: Annotated[bool, "True if lines alone solve it."]
    minutes: Annotated[float | None, "Minutes as in `rate`."]
    stars: Annotated[float | None, "Stars as in `rate`."]
    native: Annotated[bool, "True if the picture is pixel art enlarged, and this its own grid."]


class ImageChoices(Ending):
    """Several puzzles of a picture, the best first."""

    choices: Annotated[list[ImageChoice], "The puzzles."]
