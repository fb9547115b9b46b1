"""Finds a list of the filled cells of a grid in a text: `(1,1), (1,2)`, or `Row 1: 1, 2, 4` for each row.

Numbers are rows and columns from 1, or from 0 if one of them is 0. Only rectangles with one ink have such lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nonosat.formats.pictures.cutting import Row
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle

_PAIR = re.compile(r"[(\[]\s*r?(\d{1,4})\s*,\s*c?(\d{1,4})\s*[)\]]", re.IGNORECASE)
_BETWEEN_PAIRS = re.compile(r"[\s,;]*(?:and[\s,;]*)?")
_EDGES = " \t[](){}\"',;."
_HEADING = re.compile(r"(?:filled|columns?|cols?|cells?)\b[\s:]*", re.IGNORECASE)
_NUMBERS = re.compile(r"\d{1,4}(?:-\d{1,4})?(?:[\s,;]+(?:and\s+)?\d{1,4}(?:-\d{1,4})?)*")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_NOTHING = ("", "-", "none", "empty", "nothing")


class FilledCells(NamedTuple):
    """A list of filled cells."""

    rows: tuple[tuple[int, ...], ...]  # the grid that it describes
    start: int  # offset in the text
    end: int


def filled_cells(
    text: str, lines: Sequence[Row], puzzle: Puzzle, tick: Callable[[], None]
) -> FilledCells | None:
    """Returns the grid of the last list of columns for each row, else of the longest list of pairs, or None."""
    if len(puzzle.palette) != 2 or not isinstance(puzzle.geometry, Rectangle):
        return None
    return _by_row(lines, puzzle, tick) or _by_pairs(text, puzzle, tick)


def _by_pairs(text: str, puzzle: Puzzle, tick: Callable[[], None]) -> FilledCells | None:
    longest: list[re.Match[str]] = []
    run: list[re.Match[str]] = []
    for pair in _PAIR.finditer(text):
        tick()
        if run and not _BETWEEN_PAIRS.fullmatch(text, run[-1].end(), pair.start()):
            run = []
        run.append(pair)
        if len(run) >= len(longest):
            longest = run
    if len(longest) < 2:  # a single cell can be a remark
        return None
    cells = [(int(pair[1]), int(pair[2])) for pair in longest]
    first = 0 if any(0 in cell for cell in cells) else 1
    rows = _grid(((row - first, column - first) for row, column in cells), puzzle)
    return None if rows is None else FilledCells(rows, longest[0].start(), longest[-1].end())


def _by_row(lines: Sequence[Row], puzzle: Puzzle, tick: Callable[[], None]) -> FilledCells | None:
    """Reads consecutive numbered lines, one for each row; they are no list if they only repeat the clues."""
    height = puzzle.height
    clues = [[block.length for block in clue or ()] for clue in puzzle.rows]
    for begin in range(len(lines) - height, -1, -1):
        tick()
        start = lines[begin].number
        if start not in (0, 1) or any(
            lines[begin + row].number != start + row for row in range(height)
        ):  # most end at the second line
            continue
        part = lines[begin : begin + height]
        columns = [_columns(line.text) for line in part]
        listed = [column for column in columns if column is not None]
        if len(listed) < height or not any(listed) or [written for _, written in listed] == clues:
            continue
        first = 0 if start == 0 or any(0 in cells for cells, _ in listed) else 1
        cells = ((row, column - first) for row, (cells, _) in enumerate(listed) for column in cells)
        rows = _grid(cells, puzzle)
        if rows is not None:
            return FilledCells(rows, part[0].start, part[-1].end)
    return None


def _columns(text: str) -> tuple[list[int], list[int]] | None:
    """Returns the increasing columns that a text lists and the numbers in it, or None.

    >>> _columns(" columns 1-3, 5."), _columns("none"), _columns("2 1")
    (([1, 2, 3, 5], [1, 3, 5]), ([], []), None)
    """
    text = text.strip(_EDGES)
    text = text[heading.end() :] if (heading := _HEADING.match(text)) else text
    text = text.strip(_EDGES)
    if text.lower() in _NOTHING:
        return [], []
    if not _NUMBERS.fullmatch(text):
        return None
    columns: list[int] = []
    for part in _RANGE.finditer(text):
        start, end = int(part[1]), int(part[2] or part[1])
        if end < start or (columns and start <= columns[-1]):
            return None
        columns += range(start, end + 1)
    return columns, [int(number) for number in re.findall(r"\d+", text)]


def _grid(cells: Iterator[tuple[int, int]], puzzle: Puzzle) -> tuple[tuple[int, ...], ...] | None:
    """Returns the rows of the grid with these cells filled; None if one lies outside."""
    rows = [[0] * puzzle.width for _ in range(puzzle.height)]
    for row, column in cells:
        if not (0 <= row < puzzle.height and 0 <= column < puzzle.width):
            return None
        rows[row][column] = 1
    return tuple(map(tuple, rows))
