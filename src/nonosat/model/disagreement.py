"""The check of every solution that a method has found, with a reproducer if it fails."""

from __future__ import annotations

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import SolverDisagreement


def checked(puzzle: Puzzle, cells: bytes, who: str) -> Grid:
    """Returns the grid of these cells; raises `SolverDisagreement`, which blames `who`, if it is no solution.

    >>> print(checked(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), bytes([1, 0, 1, 1]), "a solver"))
    #.
    ##
    """
    grid = Grid._shaped(puzzle.geometry, cells, puzzle.palette)
    if not puzzle._is_solved_by(cells):
        raise SolverDisagreement(f"{who} found a grid that is no solution: {grid!r} of {puzzle!r}")
    return grid
