"""Brute-force oracles, which share no code with the tested code.

Nothing of nonosat is imported here. A clue is a tuple of `(length, colour)`, which equals a tuple of
blocks; a picture is a tuple of rows and a row a tuple of colours, background 0.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count, product
from typing import Any

Runs = tuple[tuple[int, int], ...]
Row = tuple[int, ...]
Picture = tuple[Row, ...]
Clues = tuple[Runs, ...]


def located_runs(cells: Sequence[int]) -> list[tuple[int, int, int]]:
    """Returns the (start, length, colour) of each run of ink, read cell by cell.

    >>> located_runs([0, 1, 1, 2, 0])
    [(1, 2, 1), (3, 1, 2)]
    """
    found: list[tuple[int, int, int]] = []
    previous = 0
    for at, colour in enumerate(cells):
        if colour and colour == previous:
            start, length, _ = found.pop()
            found.append((start, length + 1, colour))
        elif colour:
            found.append((at, 1, colour))
        previous = colour
    return found


def runs(cells: Sequence[int]) -> Runs:
    """Returns the clue of a line of cells.

    >>> runs([0, 1, 1, 2, 0])
    ((2, 1), (1, 2))
    """
    return _runs(tuple(cells))


@lru_cache(100_000)
def _runs(cells: Row) -> Runs:
    """`runs`, cached."""
    return tuple((length, colour) for _, length, colour in located_runs(cells))


@cache
def rows_by_clue(length: int, colours: int) -> Mapping[Runs, list[Row]]:
    """Returns all lines of that many cells, by clue."""
    groups = defaultdict(list)
    for cells in product(range(colours), repeat=length):
        groups[runs(cells)].append(cells)
    return dict(groups)


def fillings(clue: Runs, candidates: Sequence[int], length: int) -> list[Row]:
    """Returns all lines with this clue whose cells have colours allowed by the masks `candidates`.

    The length of a block can be None, which matches any length.
    """
    lines: list[Row] = [()]
    for at in range(length):
        here = [colour for colour, mask in enumerate(candidates) if mask >> at & 1]
        lines = [longer for line in lines for colour in here if _may_become(longer := (*line, colour), clue)]
    return [line for line in lines if describes(clue, runs(line))]


def describes(clue: Runs, found: Runs) -> bool:
    """Returns True if a clue, in which None is any length and `(None, 0)` any number of blocks, describes some runs."""
    if (None, 0) in clue:
        at = [*clue].index((None, 0))
        head, tail = clue[:at], clue[at + 1 :]
        return describes(head, found[:at]) and any(
            describes(tail, found[start:]) for start in range(at, len(found) + 1)
        )
    return len(clue) == len(found) and all(
        colour == its_colour and size in (None, its_size)
        for (size, colour), (its_size, its_colour) in zip(clue, found, strict=True)
    )


def union_of_fillings(lines: Iterable[Row], colours: int) -> list[int] | None:
    """Returns, per colour, the mask of cells that have it in one of the lines; None if there is no line."""
    masks, empty = [0] * colours, True
    for line in lines:
        empty = False
        for at, colour in enumerate(line):
            masks[colour] |= 1 << at
    return None if empty else masks


def union_of_spans(lines: Iterable[Row]) -> list[tuple[int, int]] | None:
    """Returns, per block of the clue, the masks of its starts and ends in the lines, if there is any line."""
    spans: list[tuple[int, int]] | None = None
    for line in lines:
        found = located_runs(line)
        spans = spans or [(0, 0)] * len(found)
        for block, (start, length, _) in enumerate(found):
            starts, ends = spans[block]
            spans[block] = starts | 1 << start, ends | 1 << (start + length)
    return spans


Line = tuple[Sequence[int], Runs | None]
"""The cells of a line in order, and its clue if it has one."""


def colourings(
    rows: Sequence[Line],
    others: Sequence[Line],
    colours: int,
    known: Mapping[int, int],
    most: float = math.inf,
) -> Iterator[Row]:
    """Yields every colouring of the cells, numbered row by row, that gives all lines their clues.

    Works row by row, and backtracks when the coloured part of another line cannot become its clue. The cells of the
    other lines come in the order of the rows. Raises `TimeoutError` once more than `most` lines have been tried.
    """
    tried = count()

    def extend(picture: Row, at: int) -> Iterator[Row]:
        if at == len(rows):
            yield picture
            return
        *_, cells, clue = rows[at]
        for wanted, lines in rows_by_clue(len(cells), colours).items():
            if clue is not None and not describes(clue, wanted):
                continue
            for line in lines:
                if next(tried) >= most:
                    raise TimeoutError(f"more than {most} lines")
                longer = (*picture, *line)
                if all(
                    longer[cell] == colour for cell, colour in known.items() if cell < len(longer)
                ) and all(
                    _fits([longer[cell] for cell in strip if cell < len(longer)], len(strip), its)
                    for *_, strip, its in others
                    if its is not None
                ):
                    yield from extend(longer, at + 1)

    return extend((), 0)


def solutions_of(puzzle: Any, most: float = math.inf) -> Iterator[Row]:
    """Returns all solutions of a puzzle, also of a triddler, cell by cell: its `colourings` with the givens."""
    rows, *others = puzzle.families
    known = {puzzle.cell(row, column): colour for row, column, colour in puzzle.givens}
    strips = [line for family in others for line in family]
    return colourings(rows, strips, len(puzzle.palette), known, most)


def _fits(top: Sequence[int], length: int, clue: Runs) -> bool:
    """Returns True if a line with this beginning can have the clue; exact if the line is complete."""
    return describes(clue, runs(top)) if len(top) == length else _may_become(top, clue)


def clues_of(picture: Picture) -> tuple[Clues, Clues]:
    """Returns the row clues and the column clues of a picture."""
    return tuple(map(runs, picture)), tuple(map(runs, zip(*picture, strict=True)))


@cache
def pictures_by_clues(height: int, width: int, colours: int) -> Mapping[tuple[Clues, Clues], list[Picture]]:
    """Returns every picture of that size by its row and column clues, which answers every puzzle of that size."""
    groups = defaultdict(list)
    for cells in product(range(colours), repeat=height * width):
        picture = tuple(cells[at : at + width] for at in range(0, height * width, width))
        groups[clues_of(picture)].append(picture)
    return dict(groups)


def backtrack(
    rows: Sequence[Runs],
    columns: Sequence[Runs],
    colours: int = 2,
    givens: Iterable[tuple[int, int, int]] = (),
) -> Iterator[Picture]:
    """Yields all solutions, row by row, backtracking when a column can no longer become its clue."""
    known = list(givens)

    def extend(above: Picture) -> Iterator[Picture]:
        at = len(above)
        if at == len(rows):
            if clues_of(above)[1] == tuple(tuple(map(tuple, clue)) for clue in columns):
                yield above
            return
        for row in rows_by_clue(len(columns), colours).get(tuple(map(tuple, rows[at])), []):
            if all(row[c] == colour for r, c, colour in known if r == at):
                picture = (*above, row)
                if all(_may_become([line[c] for line in picture], clue) for c, clue in enumerate(columns)):
                    yield from extend(picture)

    return extend(())


def _may_become(top: Sequence[int], clue: Runs) -> bool:
    """Returns True if the runs of the upper part of a column are a beginning of its clue."""
    found = runs(top)
    if not found or (None, 0) in clue:
        return True
    if len(found) > len(clue) or not describes(clue[: len(found) - 1], found[:-1]):
        return False
    (length, colour), (wanted, wanted_colour) = found[-1], clue[len(found) - 1]
    growing = top[-1] != 0
    return colour == wanted_colour and (wanted is None or (length <= wanted if growing else length == wanted))


def dominoes(n: int) -> tuple[list[list[int]], list[list[int]]]:
    """Returns row and column clues of n-Dom, a family with one solution and a long proof of it.

    >>> dominoes(2)
    ([[3], [1], [3, 1], [1], [1]], [[1], [1], [1, 3], [1], [3]])
    """
    rows = [[3], [1], *[[3, 1], [1]] * (n - 1), [1]]
    columns = [[1], [1], *[[1, 3], [1]] * (n - 1), [3]]
    return rows, columns
