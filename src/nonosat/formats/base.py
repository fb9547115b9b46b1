"""A file format: its description, features, reader and writer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from nonosat.model.clues import ANY
from nonosat.model.geometry import Rectangle
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import MAX_BYTES


class Feature(StrEnum):
    """A property of puzzles that a format can hold or not."""

    CLUES = "clues"
    RECTANGLES = "rectangles"  # puzzles that are not as wide as they are high
    COLOURS = "colours"  # others than black on white
    BLOTTED = "blotted clues"  # blocks of unknown length
    STARS = "`*` in clues"  # blocks of unknown number
    MISSING = "missing clues"  # lines without a clue
    GIVENS = "givens"
    GOAL = "goal"
    METADATA = "metadata"
    TRIDDLERS = "triddlers"
    SHAPES = "other shapes"  # hexagonal cells, holes and any other lines
    SEVERAL = "several puzzles"


PICTURE = frozenset({Feature.RECTANGLES, Feature.COLOURS, Feature.GOAL})  # features of a picture file

# features dropped without a warning: the puzzle stays the same
UNESSENTIAL = frozenset({Feature.GOAL, Feature.METADATA})


NOTHING = "there are no clues of rows and columns, and no picture"

_BLACK_ON_WHITE = [colour.rgb for colour in BLACK_AND_WHITE]

# kinds of problems that no file can hold, such as parts outside of the grid or the palette
UNWRITABLE = frozenset({"given", "palette", "goal", "text"})


def require_unpacked_size(archive: bytes) -> None:
    """Raises `InputError` for a ZIP archive that unpacks to more than a file can have, and `BadZipFile` for a damaged one."""
    from io import BytesIO  # imported late: few formats are archives
    from zipfile import ZipFile

    with ZipFile(BytesIO(archive)) as files:
        size = sum(info.file_size for info in files.infolist())
    if size > MAX_BYTES:
        raise InputError(f"unpacked larger than the {MAX_BYTES // 1_000_000} MB that are accepted")


class NotJson(InputError):
    """A text that is no JSON at all, and can be in another format."""


class Format(NamedTuple):
    """One file format; `data` is text, or bytes if the format is `binary`.

    `parse(data)` returns the puzzles of a file and raises nothing but `InputError`; its caller adds the name of the
    file. `format(puzzles)` returns the contents of a file; it is only called with puzzles that need no more than
    `features`. None: the format is only read.
    """

    name: str
    summary: str
    features: frozenset[Feature]
    sniff: Callable[..., bool]
    """True if some data looks like this format; raises nothing, and is quick on large data."""
    parse: Callable[..., Sequence[Puzzle]]
    format: Callable[[Sequence[Puzzle]], str | bytes] | None
    resembles: Callable[[str], bool] = lambda _: False
    """True if some text with errors in it is probably meant to be in this format."""
    binary: bool = False
    holds_palette: Callable[[Palette], bool] = lambda _: True
    """False if other colours would be read from what is written."""
    ordered: bool = True
    """False if nothing in a file says which clues are the rows: another order is tried if sums differ in the usual one."""


def needs(puzzle: Puzzle) -> frozenset[Feature]:
    """Returns the features that this puzzle needs.

    >>> print(*sorted(needs(Puzzle(rows=[["?"]], columns=[[1], None]))), sep=", ")
    blotted clues, clues, missing clues, rectangles
    """
    clues = {id(clue): clue for family in puzzle.clue_families for clue in family}.values()
    needed_by = {
        Feature.CLUES: True,
        Feature.RECTANGLES: isinstance(puzzle.geometry, Rectangle) and puzzle.width != puzzle.height,
        Feature.COLOURS: [colour.rgb for colour in puzzle.palette] != _BLACK_ON_WHITE,
        Feature.BLOTTED: any(block.length is None and block != ANY for clue in clues for block in clue or ()),
        Feature.STARS: puzzle.starred,
        Feature.MISSING: None in clues,
        Feature.GIVENS: bool(puzzle.givens),
        Feature.GOAL: puzzle.goal is not None,
        Feature.METADATA: puzzle.metadata != Metadata(),
        Feature.TRIDDLERS: puzzle.is_triddler,
        Feature.SHAPES: puzzle.geometry.name == "shape",
    }
    return frozenset(feature for feature, needed in needed_by.items() if needed)


def fitted(puzzle: Puzzle, format: Format, *, lossy: bool = False) -> Puzzle:
    """Returns the puzzle as a format can hold it; raises `UsageError` that says what would be lost.

    Drops goal and metadata if necessary; with `lossy` also givens and colours. All inks become one if there is a goal to
    take new clues from, and a single one becomes black.
    """
    for problem in puzzle.problems():
        if problem.kind in UNWRITABLE:
            raise UsageError(f"{format.name}: {problem.reason}")
    missing = needs(puzzle) - format.features - UNESSENTIAL
    if lossy and Feature.COLOURS in missing and len(puzzle.palette) == len(BLACK_AND_WHITE):
        puzzle = puzzle.replace(palette=BLACK_AND_WHITE)
        missing -= {Feature.COLOURS}
    elif lossy and Feature.COLOURS in missing and puzzle.goal is not None:
        goal = Grid((bytes(map(bool, row)) for row in puzzle.goal), ragged=True)
        givens = [(row, column, min(colour, 1)) for row, column, colour in puzzle.givens]
        puzzle = goal.puzzle_like(puzzle, palette=BLACK_AND_WHITE, givens=givens)
        missing = needs(puzzle) - format.features - UNESSENTIAL
    if lossy and Feature.GIVENS in missing:
        puzzle = puzzle.replace(givens=())
        missing -= {Feature.GIVENS}
    if Feature.CLUES in missing:
        # a solution can stand for the clues
        missing -= {Feature.CLUES, Feature.RECTANGLES}
        if puzzle.goal is None:
            raise UsageError(f"{format.name}: the puzzle has no goal to draw").remedied_by("goal")
        if not puzzle.goal.satisfies(puzzle):
            raise UsageError(f"{format.name}: the goal is not a solution of the puzzle")
    lost: list[str] = sorted(missing)
    if not (lossy or missing or format.holds_palette(puzzle.palette)):
        lost = ["these colours"]
    if lost:
        error = UsageError(f"{format.name} cannot hold what the puzzle has: {', '.join(lost)}")
        raise error if lossy else error.remedied_by("lossy")
    return puzzle


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Returns the end of a message about an unknown word: the most similar known one, if any.

    >>> did_you_mean("colums", ["rows", "columns"]), did_you_mean("x", ["rows"])
    ('; did you mean `columns`?', '')
    """
    from difflib import get_close_matches  # imported late: only errors need it

    near = get_close_matches(word[:40].lower(), [*words], n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


def resembling(pattern: str) -> Callable[[str], bool]:
    """Returns a function that searches the first part of a text for a pattern; `^` is the start of any line."""
    return lambda text: bool(re.search(pattern, text[:10_000], re.MULTILINE))


def one_puzzle(puzzles: Iterable[Puzzle]) -> Puzzle:
    """Returns the only puzzle, for formats without `Feature.SEVERAL`."""
    (puzzle,) = puzzles
    return puzzle
