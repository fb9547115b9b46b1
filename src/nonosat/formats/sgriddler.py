"""The `.sgriddler` files of Juraj Simlovic's Griddlers Solver: a picture and reversed clues.

The first line is `MK Version 3.0`, the third `width height`. From the fifth on: the rows of the picture (`#` filled, `.`
empty, anything else open), an empty line, the column clues, an empty line, the row clues. Blocks are in reverse order:
`1 3` is the clue 3 1; a minus marks a block that the user has found. Some writers do not reverse; a complete picture
shows the order, otherwise the clues are taken as reversed. A file can end after a complete picture. A third number after
the sizes counts colours; only black-and-white is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import format_clue, parse_clue
from nonosat.formats.sections import PLAIN, Lines, numbered, puzzle_of, sizes, trimmed
from nonosat.model.clues import Clue
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_WATERMARK = "MK Version"


def sniff(text: str) -> bool:
    """Returns whether the file begins with the program's name and version."""
    return text.startswith(_WATERMARK)


def parse(text: str) -> list[Puzzle]:
    """The picture is the goal if it is complete and right."""
    lines = numbered(text)
    while lines and not lines[-1][1]:
        lines.pop()
    if not lines or not lines[0][1].startswith(_WATERMARK):
        read = lines[0][1][:40] if lines else ""
        raise InputError(f"expected `{_WATERMARK} 3.0`, read {read!r}", line=1)
    if len(lines) < 3:
        raise InputError("expected `width height`, read the end of the file", line=3)
    number, line = lines[2]
    words = line.split(maxsplit=3)
    if len(words) == 3:
        if words[2] not in ("1", "2"):
            raise InputError(f"only black-and-white is read, this has {words[2][:40]!r} colours", line=number)
        line = " ".join(words[:2])
    width, height = sizes(line, number, "width height")
    picture, columns, rows = _parts(lines[3:], (height, width, height))
    goal = _goal(picture, width, height)
    if not trimmed(columns + rows):
        if goal is None:
            raise InputError("there are neither clues nor a complete picture")
        return [goal.puzzle(goal=goal)]
    puzzle = puzzle_of(rows, columns, lambda text, line: parse_clue(text.replace("-", " "), line))
    backwards = puzzle.replace(rows=_reversed(puzzle.rows), columns=_reversed(puzzle.columns))
    if goal is None:
        return [backwards]
    fitting = (each for each in (backwards, puzzle) if goal.clues() == (each.rows, each.columns))
    found = next(fitting, None)
    return [found.replace(goal=goal) if found else backwards]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    if puzzle.goal:
        picture = ["".join(" #" if cell else " ." for cell in row) for row in puzzle.goal]
    else:
        picture = [" ?" * puzzle.width] * puzzle.height
    columns, rows = (
        [f" {format_clue(clue, ' ')}" for clue in _reversed(clues)] for clues in (puzzle.columns, puzzle.rows)
    )
    size = f"{puzzle.width} {puzzle.height}"
    return "\n".join([f"{_WATERMARK} 3.0", "", size, "", *picture, "", *columns, "", *rows]) + "\n"


def _parts(lines: Lines, heights: Sequence[int]) -> list[Lines]:
    """Returns blocks of these sizes, each after an empty line; missing lines are empty."""
    parts = []
    at = 0
    for wanted in heights:
        if at < len(lines) and lines[at][1]:
            number, line = lines[at]
            raise InputError(f"expected an empty line, read {line[:40]!r}", line=number)
        part = lines[at + 1 : at + 1 + wanted]
        end = lines[-1][0] if lines else 3
        parts.append(part + [(end, "")] * (wanted - len(part)))
        at += 1 + wanted
    return parts


def _goal(picture: Lines, width: int, height: int) -> Grid | None:
    """Returns the picture if no cell is open."""
    rows = []
    for number, line in picture:
        cells = "".join(line.split())
        if len(cells) > width:
            raise InputError(f"{number_text(len(cells), 'cell')} in a row, the width is {width}", line=number)
        rows.append(cells)
    complete = all(len(row) == width and not set(row) - set("#.") for row in rows)
    return Grid(rows) if complete and width and height else None


def _reversed(clues: Sequence[Clue | None]) -> list[Clue]:
    return [(clue or ())[::-1] for clue in clues]


FORMAT = Format(
    name="sgriddler",
    summary="Simlovic's Griddlers Solver: the picture, column clues, row clues",
    features=PLAIN | {Feature.GOAL},
    sniff=sniff,
    resembles=resembling(r"\AMK\b"),
    parse=parse,
    format=format,
)
