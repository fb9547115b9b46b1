"""Pictures of N x N cells as integers: bit `i * n + j` is the cell in row i and column j. For `benchmarks.atlas`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

Pictures = NDArray[np.uint64]


def rows_of(pictures: Pictures, size: int) -> Iterator[Pictures]:
    """The cells of each row, as numbers below 2 ** size."""
    for row in range(size):
        yield pictures >> np.uint64(row * size) & np.uint64((1 << size) - 1)


def transposed(pictures: Pictures, size: int) -> Pictures:
    """The pictures reflected in the main diagonal."""
    result = np.zeros_like(pictures)
    for row, cells in enumerate(rows_of(pictures, size)):
        result |= column_spread(size)[cells] << np.uint64(row)
    return result


@cache
def column_spread(size: int) -> Pictures:
    """For each filling of a row the picture that has its cells as the first column."""
    fillings = np.arange(1 << size, dtype=np.uint64)
    result = np.zeros_like(fillings)
    for column in range(size):
        result |= (fillings >> np.uint64(column) & np.uint64(1)) << np.uint64(column * size)
    return result


def moved(pictures: Pictures, size: int, to: Callable[[int, int], tuple[int, int]]) -> Pictures:
    """The pictures with each cell moved to another place."""
    result = np.zeros_like(pictures)
    for row in range(size):
        for column in range(size):
            new_row, new_column = to(row, column)
            bit = pictures >> np.uint64(row * size + column) & np.uint64(1)
            result |= bit << np.uint64(new_row * size + new_column)
    return result


@cache
def clue_numbers(size: int) -> NDArray[np.uint64]:
    """The number of its clue for each filling of a line."""
    numbers: dict[tuple[int, ...], int] = {}
    clues = (tuple(len(run) for run in f"{line:b}".split("0") if run) for line in range(1 << size))
    return np.array([numbers.setdefault(clue, len(numbers)) for clue in clues], np.uint64)


def clue_keys(pictures: Pictures, size: int) -> Pictures:
    """One number for all clues of each picture."""
    numbers = clue_numbers(size)
    keys = np.zeros_like(pictures)
    for lines in (pictures, transposed(pictures, size)):
        for line in rows_of(lines, size):
            keys = keys * np.uint64(numbers.max() + 1) + numbers[line]
    return keys


@cache
def line_table(size: int) -> NDArray[np.uint64]:
    """Returns the masks of a line after settling it, by its true filling and the known cells, at `filling << size | known`."""
    numbers, everything = clue_numbers(size), (1 << size) - 1
    table = np.zeros(1 << 2 * size, np.uint64)
    for filling in range(1 << size):
        alternatives = [line for line in range(1 << size) if numbers[line] == numbers[filling]]
        for known in range(1 << size):
            open_cells = 0
            for line in alternatives:
                if not (line ^ filling) & known:
                    open_cells |= line ^ filling
            table[filling << size | known] = everything & ~open_cells
    return table


def sweeps_needed(pictures: Pictures, size: int) -> NDArray[np.int64]:
    """Sweeps until every cell is known, for each picture; 0 if lines do not suffice."""
    table, everything = line_table(size), (1 << size * size) - 1
    result = np.zeros(len(pictures), np.int64)
    places, known, by_column = np.arange(len(pictures)), np.zeros_like(pictures), False
    sweeps = 0
    while len(places):
        sweeps += 1
        settled = np.zeros_like(known)
        fillings = transposed(pictures[places], size) if by_column else pictures[places]
        for row, (filling, seen) in enumerate(
            zip(rows_of(fillings, size), rows_of(known, size), strict=True)
        ):
            settled |= table[filling << np.uint64(size) | seen] << np.uint64(row * size)
        result[places[settled == everything]] = sweeps
        stuck = (settled == known) & (sweeps > 1)  # the sweep before settled all that its lines can
        left = (settled != everything) & ~stuck
        places, known = places[left], transposed(settled[left], size)
        by_column = not by_column
    return result


def symmetry_class(pictures: Pictures, size: int) -> Pictures:
    """The smallest of each picture's eight rotations and reflections."""
    last, images = size - 1, [pictures, transposed(pictures, size)]
    images += [moved(image, size, lambda row, column: (last - row, column)) for image in images]
    images += [moved(image, size, lambda row, column: (row, last - column)) for image in images]
    smallest: Pictures = np.array(images).min(axis=0)
    return smallest
