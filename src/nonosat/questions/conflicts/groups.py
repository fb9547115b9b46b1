"""The clues and givens of a puzzle as groups of clauses, and which of these can hold together.

A group is the clue of one line, or one given: what somebody has written, and may have written wrongly. (Group
MUS: A. Nadel, "Boosting minimal unsatisfiable core extraction", FMCAD 2010.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from nonosat.foundation.errors import SolverDisagreement
from nonosat.foundation.limits import Clock
from nonosat.model.clues import Clue
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.questions.conflicts.ink_balance import InkBalance
from nonosat.solving.sat.oracle import Oracle

Group = int
"""The number of a line, as a board counts them, and after the lines those of the givens in their order."""


def groups_of(puzzle: Puzzle) -> list[Group]:
    """All groups of a puzzle.

    >>> groups_of(Puzzle(rows=[[1], None], columns=[[1]], givens=[(0, 0)]))
    [0, 2, 3]
    """
    clues = [line.clue for line in puzzle.lines]
    stated = [number for number, clue in enumerate(clues) if clue is not None]
    return stated + [len(clues) + at for at in range(len(puzzle.givens))]


def only(puzzle: Puzzle, kept: Iterable[Group]) -> Puzzle:
    """The puzzle with these groups and no others.

    >>> only(Puzzle(rows=[[1], [1]], columns=[[1], [1]], givens=[(0, 0)]), [1, 4])
    Puzzle(rows=[None, [1]], columns=[None, None], givens=[(0, 0, 1)])
    """
    those = set(kept)
    lines = len(puzzle.lines)
    return puzzle.with_clues(
        [line.clue if number in those else None for number, line in enumerate(puzzle.lines)],
        givens=tuple(given for at, given in enumerate(puzzle.givens) if lines + at in those),
    )


def without(puzzle: Puzzle, dropped: Iterable[Group]) -> Puzzle:
    """The puzzle without these groups."""
    return only(puzzle, set(groups_of(puzzle)) - set(dropped))


def violated(puzzle: Puzzle, grid: Grid) -> set[Group]:
    """The groups that a grid of the puzzle's shape does not fulfil."""
    number = {line.id: at for at, line in enumerate(puzzle.lines)}
    broken = {number[violation.line] for violation in grid.violations(puzzle)}
    for at, (row, column, colour) in enumerate(puzzle.givens):
        if grid[row, column] != colour:
            broken.add(len(number) + at)
    return broken


class Groups:
    """A solver that knows some groups of a puzzle, and is asked which can hold together; closed after use."""

    def __init__(self, puzzle: Puzzle, known: Iterable[Group], clock: Clock) -> None:
        """Every question keeps to the clock, and raises what it raises when the time is up."""
        self.puzzle = puzzle
        self.core: set[Group] = set()
        """Those of the last question that cannot hold together."""
        self.broken: set[Group] = set()
        """Those of the puzzle that do not hold in the `picture` found last."""
        self._picture: Grid | None = None
        self._clues = [line.clue for line in puzzle.lines]
        self._balance = InkBalance(puzzle)
        self._last = len(self._clues) + len(puzzle.givens) - 1
        self._selectors: dict[Group, int] = {}
        self._oracle = Oracle.without_clues(puzzle, clock)
        try:
            for group in known:
                self._selectors[group] = self._selector(group)
        except BaseException:
            self._oracle.__exit__(None, None, None)
            raise

    def also(self, line: int, clue: Clue) -> Group:
        """One more group: that a line has this clue, whatever the puzzle says of it."""
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
        self, those: Iterable[Group], *, conflicts: int | None = None, count: bool = True
    ) -> bool | None:
        """Whether these hold together: yes, no, or None if that many `conflicts` of the solver do not tell.

        The ink balance is checked first, unless `count` is false: what it refutes a solver may never refute.
        """
        wanted = set(those)
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
        """A grid in which the groups of the last question hold together; its answer must have been yes."""
        assert self._picture is not None
        return self._picture

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._oracle.__exit__(*raised)
