"""The `.non` files of pyNonogram, a format other than Steve Simpson's.

    author:Ann
    date:31.12.23
    picture:2
    difficulty:2
    width:3
    height:2
    rows:1 1,1
    columns:2 0 1
    solution:100101

A line has a key, a colon and a value; clues are separated by blanks, their numbers by commas.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import format_clue, one_line, parse_clue, parse_number, text_lines
from nonosat.model.clues import Clue
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_SIDES = {"rows": "height", "columns": "width"}
_KEYS = ("author", "date", "picture", "difficulty", "width", "height", *_SIDES, "solution")
_LINE = rf"\s*({'|'.join(_KEYS)}):(.*)"


def sniff(text: str) -> bool:
    """Returns whether lines begin with `rows:`, `columns:` and `width:`."""
    return all(re.search(rf"^{key}:", text, re.MULTILINE) for key in ("width", *_SIDES))


def parse(text: str) -> list[Puzzle]:
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text_lines(text), 1):
        if not line.strip():
            continue
        found = re.fullmatch(_LINE, line)
        if not found:
            raise InputError(f"expected a line such as `rows:1 3,1`, read {line.strip()[:40]!r}", line=number)
        if found[1] in values:
            raise InputError(f"`{found[1]}` comes twice", line=number)
        values[found[1]], lines[found[1]] = found[2].strip(), number
    rows, columns = (_clues(side, values, lines) for side in _SIDES)
    extra = tuple((key, values[key]) for key in ("date", "picture", "difficulty") if values.get(key))
    cells = values.get("solution", "")
    if cells and (len(cells) != len(rows) * len(columns) or set(cells) - {"0", "1"}):
        reason = f"the solution must be {number_text(len(rows) * len(columns), 'cell')} of 0 and 1, read {cells[:40]!r}"
        raise InputError(reason, line=lines["solution"])
    goal = Grid.from_cells(bytes(map(int, cells)), len(columns) or 1) if cells else None
    metadata = Metadata(author=values.get("author", ""), extra=extra)
    return [Puzzle(rows, columns, goal=goal, metadata=metadata)]


def _clues(side: str, values: dict[str, str], lines: dict[str, int]) -> list[Clue]:
    """Returns the clues of rows or columns; raises `InputError` unless there are as many as declared."""
    if side not in values:
        raise InputError(f"no line `{side}:`")
    words = values[side].split(maxsplit=MAX_SIDE)
    size = _SIDES[side]
    wanted = parse_number(values[size], lines[size], "a size") if size in values else len(words)
    if len(words) != wanted or wanted > MAX_SIDE:
        reason = f"{size} {wanted} is declared, but `{side}` has {number_text(len(words), 'clue')}"
        raise InputError(reason, line=lines[side])
    return [parse_clue(word, lines[side]) for word in words]


def format(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of a file; a line break in a value becomes a blank."""
    puzzle = one_puzzle(puzzles)
    extra = dict(puzzle.metadata.extra)
    values = {"author": puzzle.metadata.author, "width": str(puzzle.width), "height": str(puzzle.height)}
    values |= {key: extra[key] for key in ("date", "picture", "difficulty") if key in extra}
    for side, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        values[side] = " ".join(format_clue(clue, ",") for clue in clues)
    if puzzle.goal:
        values["solution"] = "".join(str(cell) for row in puzzle.goal for cell in row)
    return "".join(f"{key}:{one_line(values.get(key, ''))}\n" for key in _KEYS)


FORMAT = Format(
    name="pynonogram",
    summary="pyNonogram's .non: a line each, such as `rows:1 3,1`; .non files are read so if it is named",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.GOAL, Feature.METADATA}),
    sniff=sniff,
    resembles=resembling(r"^(rows|columns|solution):"),
    parse=parse,
    format=format,
)
