"""The JSON data of PyCSP3's two models of nonograms: `rows` and `cols`, lists of clues.

The model `Nonogram` takes the lengths of blocks, `Nonogram_z` the cells of their tightest placement, 1 in a
block and 0 between two. A 0 inside of a clue belongs to the second, any number over 1 to the first; a file with neither
is ambiguous unless a format is named.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.native import json_object, read_number_lists
from nonosat.formats.sections import PLAIN, lengths
from nonosat.model.clues import Clue, as_clue
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError


def _sniff(text: str, *, cells: bool) -> bool:
    """Returns whether the text is an object with `rows` and `cols` that can be of that kind."""
    if not (text.lstrip().startswith("{") and '"rows"' in text and '"cols"' in text):
        return False
    try:
        found = [clue for clues in _numbers(text) for clue in clues]
    except InputError:
        return not cells
    return all(map(_may_be_cells if cells else _may_be_lengths, found))


def _may_be_lengths(clue: list[int]) -> bool:
    return clue == [0] or 0 not in clue


def _may_be_cells(clue: list[int]) -> bool:
    """Returns whether a clue is blocks of 1 with single zeros between them, from end to end."""
    runs = [(cell, len([*run])) for cell, run in groupby(clue)]
    tight = all(length == 1 for cell, length in runs if not cell)
    return clue == [0] or (max(clue, default=0) <= 1 and tight and clue[:1] + clue[-1:] in ([], [1, 1]))


def _numbers(text: str) -> list[list[list[int]]]:
    """Returns the clues of rows and of columns as lists of numbers."""
    data = json_object(text, "cols")
    return [read_number_lists(data, axis) for axis in ("rows", "cols")]


def _parse(text: str, *, cells: bool) -> list[Puzzle]:
    clues: list[list[Clue]] = []
    for axis, numbers in zip(("rows", "cols"), _numbers(text), strict=True):
        for at, clue in enumerate(numbers):
            if cells and not _may_be_cells(clue):
                reason = f"`{axis}[{at}]` must be blocks of 1 with a 0 between two, read {str(clue)[:40]}"
                raise InputError(reason)
        clues.append([as_clue(_lengths(clue) if cells else clue) for clue in numbers])
    rows, columns = clues
    return [Puzzle(rows, columns)]


def _lengths(cells: list[int]) -> list[int]:
    return [len([*run]) for cell, run in groupby(cells) if cell]


def _format(puzzles: Sequence[Puzzle], *, cells: bool) -> str:
    puzzle = one_puzzle(puzzles)
    data = {"rows": lengths(puzzle.rows), "cols": lengths(puzzle.columns)}
    if cells:
        data = {axis: [_placed(clue) for clue in clues] for axis, clues in data.items()}
    return json.dumps(data) + "\n"


def _placed(clue: list[int]) -> list[int]:
    """
    >>> _placed([2, 1]), _placed([])
    ([1, 1, 0, 1], [])
    """
    return [cell for length in clue for cell in [0] + [1] * length][1:]


def _format_of(name: str, summary: str, cells: bool) -> Format:
    return Format(
        name=name,
        summary=summary,
        features=PLAIN,
        sniff=lambda text: _sniff(text, cells=cells),
        parse=lambda text: _parse(text, cells=cells),
        format=lambda puzzles: _format(puzzles, cells=cells),
    )


FORMATS = (
    _format_of("pycsp3", "the JSON data of PyCSP3's model Nonogram: lengths of blocks", cells=False),
    _format_of("pycsp3-cells", "that of PyCSP3's model Nonogram_z: the cells of blocks", cells=True),
)
