"""The clues and givens of a puzzle as groups of clauses that a solver can switch on and off.

A group is the clue of one line or one given: a unit that a person wrote and may have mistyped. (Group MUS: A. Nadel,
"Boosting minimal unsatisfiable core extraction", FMCAD 2010.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from nonosat.conflicts.ink_balance import InkBalance
from nonosat.model.clues import Clue
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.oracle import Oracle
from nonosat.support.errors import SolverDisagreement
from nonosat.support.limits import Clock

Group = int  # the number of a line on the board, or number of lines + index of a given


def groups_of(puzzle: Puzzle) -> list[Group]:
    """Returns all groups of a puzzle.

    >>> groups_of(Puzzle(rows=[[1], None], columns=[[1]], givens=[(0, 0)]))
    [0, 2, 3]
    """
    clues = [line.clue for line in puzzle.lines]
    stated = [number for number, clue in enumerate(clues) if clue is not None]
    return stated + [len(clues) + at for at in range(len(puzzle.givens))]


def only(puzzle: Puzzle, kept: Iterable[Group]) -> Puzzle:
    """Returns the puzzle with these groups only.

    >>> only(Puzzle(rows=[[1], [1]], columns=[[1], [1]], givens=[(0, 0)]), [1, 4])
    Puzzle(rows=[None, [1]], columns=[None, None], givens=[(0, 0, 1)])
    """
    members = set(kept)
    lines = len(puzzle.lines)
    return puzzle.with_clues(
        [line.clue if number in members else None for number, line in enumerate(puzzle.lines)],
        givens=tuple(given for at, given in enumerate(puzzle.givens) if lines + at in members),
    )


def without(puzzle: Puzzle, dropped: Iterable[Group]) -> Puzzle:
    """Returns the puzzle without these groups."""
    return only(puzzle, set(groups_of(puzzle)) - set(dropped))


def violated(puzzle: Puzzle, grid: Grid) -> set[Group]:
    """Returns the groups that a grid violates."""
    number = {line.id: at for at, line in enumerate(puzzle.lines)}
    broken = {number[violation.line] for violation in grid.violations(puzzle)}
    for at, (row, column, colour) in enumerate(puzzle.givens):
        if grid[row, column] != colour:
            broken.add(len(number) + at)
    return broken


class Groups:
    """A solver with a selector literal for each group of a puzzle; decides sets of groups. A context manager."""

    def __init__(self, puzzle: Puzzle, groups: Iterable[Group], clock: Clock) -> None:
        """Questions raise `OutOfReach` once the clock's time is up."""
        self.puzzle = puzzle
        self.core: set[Group] = set()  # unsatisfiable core of the last question
        self.broken: set[Group] = set()  # groups of the puzzle that the latest `picture` violates
        self._picture: Grid | None = None
        self._clues = [line.clue for line in puzzle.lines]
        self._balance = InkBalance(puzzle)
        self._last = len(self._clues) + len(puzzle.givens) - 1
        self._selectors: dict[Group, int] = {}
        self._oracle = Oracle.without_clues(puzzle, clock)
        try:
            for group in groups:
                self._selectors[group] = self._selector(group)
        except BaseException:
            self._oracle.__exit__(None, None, None)
            raise

    def also(self, line: int, clue: Clue) -> Group:
        """Adds the group "`line` has `clue`", for candidate repairs."""
        self._last += 1
        self._selectors[self._last] = self._oracle.clue(line, clue)
        return self._last

    def _selector(self, group: Group) -> int:
        if group >= len(self._clues):
            row, column, colour = self.puzzle.givens[group - len(self._clues)]
            return self._oracle.literal(self.puzzle.cell(row, column), colour)
        clue = self._clues[group]
        assert clue is not None
        return self._oracle.clue(group, clue)

    def solve(
        self, groups: Iterable[Group], *, conflicts: int | None = None, count: bool = True
    ) -> bool | None:
        """Returns True if `groups` are satisfiable together; None once `conflicts` conflicts are used up.

        Checks the ink balance first unless `count` is False: solvers need exponential time for such conflicts.
        """
        wanted = set(groups)
        if count and (core := self._balance.core(wanted)):
            self.core = core
            return False
        group_of = {self._selectors[group]: group for group in sorted(wanted)}
        answer = self._oracle.solve(group_of, conflicts=conflicts)
        if answer:
            self._picture = grid = self._oracle.picture()
            self.broken = violated(self.puzzle, grid)
            if self.broken & wanted:
                raise SolverDisagreement(f"{grid!r} is said to be one of {wanted} of {self.puzzle!r}")
        elif answer is False:
            self.core = {group_of[literal] for literal in self._oracle.core()}
        return answer

    def picture(self) -> Grid:
        """Returns a grid that satisfies the groups of the last question, whose answer must have been True."""
        assert self._picture is not None
        return self._picture

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._oracle.__exit__(*raised)
