"""The JSON of ThomasR's nonogram-solver: `rows` and `columns`, and the `content` of a partly solved grid.

Clues are lists of lengths, `[0]` or `[]` for an empty line. `content` has one number per cell, row by row: 1 filled, -1
empty, 0 open; cells that are not open are givens. A file without it looks like nonosat's own JSON, so it is always
written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle
from nonosat.formats.native import CONTENT, json_object, read_number_lists, require
from nonosat.formats.sections import lengths
from nonosat.model.puzzle import Given, Puzzle

_COLOURS = {1: 1, -1: 0}


def sniff(text: str) -> bool:
    """Returns whether the text is an object with rows, columns and a list `content`."""
    speaks = text.lstrip().startswith("{") and '"rows"' in text and '"columns"' in text
    return speaks and CONTENT.search(text) is not None


def parse(text: str) -> list[Puzzle]:
    data = json_object(text)
    rows, columns = read_number_lists(data, "rows"), read_number_lists(data, "columns")
    content = data.get("content") or []
    cells = len(rows) * len(columns)
    fine = isinstance(content, list) and len(content) in (0, cells)
    require(fine, f"`content` must be a list of {cells} cells")
    givens = []
    for at, value in enumerate(content):
        fine = type(value) is int and -1 <= value <= 1
        require(fine, f"`content[{at}]` must be -1, 0 or 1, read {str(value)[:40]!r}")
        if value:
            givens.append(Given(*divmod(at, len(columns)), _COLOURS[value]))
    return [Puzzle(rows, columns, givens=givens)]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    content = [0] * (puzzle.height * puzzle.width)
    for row, column, colour in puzzle.givens:
        content[puzzle.cell(row, column)] = 1 if colour else -1
    clues = {"rows": lengths(puzzle.rows), "columns": lengths(puzzle.columns)}
    return json.dumps({**clues, "content": content}) + "\n"


FORMAT = Format(
    name="thomasr",
    summary="the JSON of ThomasR's nonogram-solver, with givens as `content`",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.GIVENS}),
    sniff=sniff,
    parse=parse,
    format=format,
)
