"""`.cwd` of QNonograms and of Vladimir Sukhoy's solver: height, width, rows, an empty line, columns.

Height and width have a line each. An empty line may be an empty clue, too: the sizes tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.clues import parse_number, text_lines
from nonosat.formats.sections import (
    PLAIN,
    are_numbers,
    clue_lines,
    numbered,
    puzzle_of,
    require_clues,
    trimmed,
)
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there are two lines of one number each, as many more as they say, and the empty line."""
    lines = [line.strip() for line in text_lines(text.rstrip())]
    sizes = [int(line) for line in lines[:2] if line.isdecimal() and len(line) < 6]
    return (
        len(sizes) == 2
        and len(lines) == 3 + sum(sizes)
        and not lines[2 + sizes[0]]
        and are_numbers("".join(lines))
    )


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    lines = numbered(text)
    if len(lines) < 2:
        raise InputError("expected the height and the width on two lines", path=path or None)
    (height, width) = (parse_number(line, path, number, "a size") for number, line in lines[:2])
    rows, middle, columns = lines[2 : 2 + height], lines[2 + height : 3 + height], lines[3 + height :]
    require_clues("row", rows, height, path)
    if middle and middle[0][1]:
        reason = f"expected an empty line after {height} rows, read {middle[0][1][:40]!r}"
        raise InputError(reason, path=path or None, line=middle[0][0])
    columns = trimmed(columns, width)
    require_clues("column", columns, width, path)
    return [puzzle_of(rows, columns, path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    puzzle = one_puzzle(puzzles)
    rows, columns = clue_lines(puzzle)
    return "\n".join([str(puzzle.height), str(puzzle.width), *rows, "", *columns]) + "\n"


FORMAT = Format(
    name="cwd",
    summary=".cwd: height, width, row clues, an empty line, column clues",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=format,
)
