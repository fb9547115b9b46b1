"""All solutions of a puzzle as a sequence: counted, found by number, listed, drawn at random.

Nothing is searched for here: a solution of the puzzle has one solution of each region, and those are the
paths of the region's diagram (see `nonosat.questions.solution_space.diagram`). So any of 10^15 solutions is found at
once, and listing them takes memory for one. Every grid is checked against the clues before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from random import Random

from nonosat.foundation.arguments import question
from nonosat.foundation.displays import NotebookDisplay
from nonosat.foundation.errors import SolverDisagreement, UsageError
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.longint import LongInt
from nonosat.foundation.workers.processes import answered
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.questions.solution_space.diagram import Diagram
from nonosat.questions.solution_space.explore import STATES, Exploration, Part, explore

_REMEMBERED = 50_000
"""The most colourings of a line that are remembered to satisfy its clue."""


class SolutionSet(NotebookDisplay):
    """The solutions of a puzzle, numbered from 0 to `count` - 1; `solution_set` makes one.

    A sequence without `len`, which Python limits to less than `count` can be.
    """

    def __init__(self, exploration: Exploration) -> None:
        """Raises `OutOfReach` if not every region is compiled."""
        self.puzzle = exploration.puzzle
        self._diagrams: list[Diagram] = []
        self._known = bytes(exploration.board.known())
        self._checker = Checker(exploration)
        if exploration.parts is None or exploration.solvable is None:
            raise OutOfReach(exploration.stopped or Stopped.FAILURE, exploration.detail)
        for part in exploration.parts:
            self._diagrams.append(_diagram(part))
        self.count = LongInt(prod(diagram.count for diagram in self._diagrams) if exploration.solvable else 0)
        """How many solutions there are, exactly."""

    def __getitem__(self, index: int) -> Grid:
        """The solution with that number; raises `IndexError` if there is none."""
        if not 0 <= index < self.count:
            raise IndexError(f"the solutions have numbers below {self.count}, read {LongInt(index)}")
        cells = bytearray(self._known)
        for diagram in reversed(self._diagrams):
            index, own = divmod(index, diagram.count)
            _paint(cells, diagram, diagram[own])
        return self._checker.approved(bytes(cells))

    def __iter__(self) -> Iterator[Grid]:
        """All solutions, in the order of their numbers."""
        if self.count:
            yield from map(self._checker.approved, combined(self._known, self._diagrams))

    def __contains__(self, picture: Grid) -> bool:
        """Whether the grid is a solution."""
        return picture.satisfies(self.puzzle)

    def sample(self, n: int, seed: int | None = None, *, clock: Clock | None = None) -> Sample:
        """`n` solutions, each drawn from all of them with equal chances; the same one may come twice.

        Each is drawn when it is asked for, until a `clock` says that it is time to stop. The same seed gives
        the same draw. Raises `UsageError` if there is no solution to draw from.
        """
        if n < 0:
            raise UsageError(f"n must be at least 0, got {n}")
        if n and not self.count:
            raise UsageError("the puzzle has no solution to draw")
        return Sample(self, n, seed, clock or Clock())


class Sample(Iterator[Grid]):
    """Solutions drawn one after the other; once they end, `stopped` says whether a limit ended them."""

    def __init__(self, solution_set: SolutionSet, n: int, seed: int | None, clock: Clock) -> None:
        self.solution_set = solution_set
        self.stopped: Stopped | None = None
        self.detail = ""
        """More about that."""
        self._left = n
        self._random = Random(seed)
        self._clock = clock

    def __next__(self) -> Grid:
        if not self._left:
            raise StopIteration
        if reason := self._clock.over:
            self.stopped, self.detail, self._left = reason.stopped, reason.detail, 0
            raise StopIteration
        self._left -= 1
        return self.solution_set[self._random.randrange(self.solution_set.count)]


@question
def solution_set(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    states: int = STATES,
) -> SolutionSet:
    """All solutions of a puzzle.

    Raises `PuzzleError` for a puzzle that is misstated, and `OutOfReach` where a region has more than
    `states` frontiers or the time is up; `nonosat.solutions` still finds solutions one by one then.

    >>> found = solution_set(Puzzle(rows=[[1]] * 3, columns=[[1]] * 3))
    >>> found.count
    6
    >>> print(found[0])
    ..#
    .#.
    #..
    """
    return answered(_solution_set, puzzle, states, limit=limit_of(limit, seconds, memory))


def _solution_set(puzzle: Puzzle, states: int, *, clock: Clock) -> SolutionSet:
    return SolutionSet(explore(puzzle, clock, states=states))


@question
def sample(
    puzzle: Puzzle,
    n: int,
    seed: int | None = None,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Sample:
    """`n` solutions, each drawn from all of them with equal chances; raises what `solution_set` does.

    They end early, and `stopped` says why, where a limit of seconds comes first.
    """
    limit = limit_of(limit, seconds, memory)
    clock = Clock(Limit(seconds=limit.seconds))
    return solution_set(puzzle, limit=limit).sample(n, seed, clock=clock)


def _diagram(part: Part) -> Diagram:
    if part.diagram is None:
        cells = len(part.region.cells)
        raise OutOfReach(
            Stopped.SIZE, f"a region of {cells} open cells is too large to know all of its solutions"
        )
    return part.diagram


def combined(cells: bytes, diagrams: Sequence[Diagram]) -> Iterator[bytes]:
    """The cells with every combination of solutions of the diagrams; none of these may be empty."""
    painted = bytearray(cells)
    streams = [iter(diagram) for diagram in diagrams]
    for diagram, stream in zip(diagrams, streams, strict=True):
        _paint(painted, diagram, next(stream))
    while True:
        yield bytes(painted)
        for at in range(len(diagrams) - 1, -1, -1):  # like an odometer, the last one fastest
            solution = next(streams[at], None)
            if solution is not None:
                _paint(painted, diagrams[at], solution)
                break
            streams[at] = iter(diagrams[at])
            _paint(painted, diagrams[at], next(streams[at]))
        else:
            return


def _paint(cells: bytearray, diagram: Diagram, solution: Iterable[int]) -> None:
    for cell, colour in zip(diagram.cells, solution, strict=True):
        cells[cell] = colour


class Checker:
    """Checks grids of one puzzle that differ in open cells only; remembers lines that were right."""

    def __init__(self, exploration: Exploration) -> None:
        board = exploration.board
        self._puzzle = exploration.puzzle
        self._lines = [
            (cells, clue, set[bytes]())
            for line, (cells, clue) in enumerate(zip(board.lines, board.clues, strict=True))
            if clue is not None and board.open_in(line)
        ]
        self._begun = False

    def approved(self, cells: bytes) -> Grid:
        """The grid; raises `SolverDisagreement` if it is no solution."""
        grid = Grid.of(self._puzzle, cells)
        if not self._begun:  # lines without open cells are checked only once
            self._begun = grid.satisfies(self._puzzle)
            if not self._begun:
                raise SolverDisagreement(f"not a solution: {grid!r} of {self._puzzle!r}")
            return grid
        for line, clue, approved in self._lines:
            seen = bytes(pick(cells, line))
            if seen not in approved:
                found = line_clue(seen)
                if len(found) != len(clue) or any(
                    ours.colour != theirs.colour or theirs.length not in (None, ours.length)
                    for ours, theirs in zip(found, clue, strict=True)
                ):
                    raise SolverDisagreement(f"not a solution: {grid!r} of {self._puzzle!r}")
                if len(approved) < _REMEMBERED:
                    approved.add(seen)
        return grid
