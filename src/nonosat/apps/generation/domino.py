"""The n-Dom family: one staircase, a standard test of nonogram solvers.

Every clue is 1, 3, or both, so single lines imply little, and yet the solution is unique. Up to n = 2 lines alone solve it;
from n = 3 on hardly a cell follows without search, and search without learning takes time exponential in n (J. Wolter,
"Survey of Paint-by-Number Puzzle Solvers", https://webpbn.com/survey/, has 9-Dom).
"""

from __future__ import annotations

from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import UsageError


def n_dom(n: int) -> Puzzle:
    """Returns the n-Dom puzzle, 2n + 1 cells a side (n >= 1), with its one solution as the goal.

    The rows read 3, then alternately 1 and 3 1, finally 1; the columns are the same backwards. Raises `UsageError` for
    n < 1.

    >>> n_dom(2).statement
    Puzzle(rows=[[3], [1], [3, 1], [1], [1]], columns=[[1], [1], [1, 3], [1], [3]])
    >>> for row in n_dom(3).goal:
    ...     print(*row)
    0 0 0 0 1 1 1
    0 0 0 0 0 0 1
    0 0 1 1 1 0 1
    0 0 0 0 1 0 0
    1 1 1 0 1 0 0
    0 0 1 0 0 0 0
    0 0 1 0 0 0 0
    """
    if n < 1:
        raise UsageError(f"n-Dom begins at n = 1, there is no {n}-Dom")
    inner = [[1] if line % 2 else [3, 1] for line in range(1, 2 * n)]
    rows = [[3], *inner, [1]]
    columns = [clue[::-1] for clue in reversed(rows)]
    return Puzzle(rows, columns, goal=staircase(n), metadata=Metadata(title=f"{n}-Dom"))


def staircase(n: int) -> Grid:
    """Returns steps of two cells, descending from the upper right."""
    side = 2 * n + 1
    cells = [bytearray(side) for _ in range(side)]
    for step in range(n):
        row, column = 2 * step, side - 1 - 2 * step
        cells[row][column - 2 : column + 1] = b"\1\1\1"
        cells[row + 1][column] = cells[row + 2][column] = 1
    return Grid(cells)
