"""All solutions of a puzzle as a sequence: counted, indexed, listed, sampled uniformly.

No search: a solution combines one solution of each region, a path of its diagram
(`nonosat.counting.diagram`). Any of 10^15 solutions is found at once, and listing them takes memory for
one. Every grid is checked against the clues before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from random import Random

from nonosat.counting.diagram import Diagram
from nonosat.counting.explore import STATES, Exploration, explore
from nonosat.model.clues import agrees, line_clue
from nonosat.model.disagreement import checked
from nonosat.model.geometry import pick
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.arguments import method, question
from nonosat.support.children.processes import run_limited
from nonosat.support.displays import NotebookDisplay
from nonosat.support.end import ALL_KNOWN, End, Ended
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.results import NoTruthValue

_REMEMBERED = 50_000  # maximum number of colourings per line that are cached as correct


class SolutionSet(NoTruthValue, NotebookDisplay):
    """The solutions of a puzzle, indexed from 0 to `count` - 1; made by `solution_set`.

    Has no `len`, which Python limits to less than `count` can be.
    """

    def __init__(self, exploration: Exploration) -> None:
        """Raises `OutOfReach` unless every region is compiled."""
        self.puzzle = exploration.puzzle
        self._diagrams: list[Diagram] = []
        self._fixed_colours = bytes(exploration.board.known())
        self._checker = Checker(exploration)
        if exploration.parts is None or exploration.solvable is None:
            raise exploration.end.error()
        for part in exploration.parts:
            if part.diagram is None:
                raise part.too_large()
            self._diagrams.append(part.diagram)
        self.count = LongInt(prod(diagram.count for diagram in self._diagrams) if exploration.solvable else 0)
        """Exact number of solutions."""

    def __getitem__(self, index: int) -> Grid:
        """Returns the solution with that index; raises `IndexError`."""
        if not 0 <= index < self.count:
            raise IndexError(f"the solutions have numbers below {self.count}, got {LongInt(index)}")
        cells = bytearray(self._fixed_colours)
        for diagram in reversed(self._diagrams):
            index, own = divmod(index, diagram.count)
            _paint(cells, diagram, diagram[own])
        return self._checker.approved(bytes(cells))

    def __iter__(self) -> Iterator[Grid]:
        """Yields all solutions in the order of their indices."""
        if self.count:
            yield from map(self._checker.approved, combined(self._fixed_colours, self._diagrams))

    def __eq__(self, other: object) -> bool:
        return self.puzzle == other.puzzle if isinstance(other, SolutionSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((SolutionSet, self.puzzle))

    def __repr__(self) -> str:
        return f"SolutionSet({self.puzzle.geometry.size}, count={self.count})"

    def __contains__(self, picture: Grid) -> bool:
        """Returns whether the grid is a solution."""
        return picture.satisfies(self.puzzle)

    @method
    def sample(self, n: int, seed: int | None = None) -> Sample:
        """Samples `n` solutions uniformly with replacement; the same seed gives the same sample.

        Draws lazily. Raises `UsageError` if there is no solution.
        """
        return self._sample(n, seed, Clock())

    def _sample(self, n: int, seed: int | None, clock: Clock) -> Sample:
        """Samples until the clock stops."""
        if n < 0:
            raise UsageError(f"n must be at least 0, got {n}")
        if n and not self.count:
            raise UsageError("the puzzle has no solution to draw")
        return Sample(self, n, seed, clock)


class Sample(NoTruthValue, Ended, NotebookDisplay, Iterator[Grid]):
    """Iterator of sampled solutions; when it ends, `stopped` is the limit that was hit, if any."""

    end: End = ALL_KNOWN

    def __init__(self, solution_set: SolutionSet, n: int, seed: int | None, clock: Clock) -> None:
        self.solution_set = solution_set
        self._left = n
        self._random = Random(seed)
        self._clock = clock

    def __repr__(self) -> str:
        return f"Sample({self._left} left of {self.solution_set!r})"

    def __eq__(self, other: object) -> bool:
        """Returns whether both are about to yield the same solutions, as copies and pickled samples are."""
        return self._state() == other._state() if isinstance(other, Sample) else NotImplemented

    def __hash__(self) -> int:
        return hash((Sample, self.solution_set))

    def _state(self) -> tuple[object, ...]:
        return self.solution_set, self._left, self._random.getstate()

    def __next__(self) -> Grid:
        if not self._left:
            raise StopIteration
        if reason := self._clock.over:
            self.end, self._left = reason.end, 0
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
    """Compiles all solutions of a puzzle.

    Raises `PuzzleError` for a misstated puzzle, and `OutOfReach` if a region has more than `states` frontiers or time
    is up; `nonosat.solutions` can still list solutions then.

    >>> found = solution_set(Puzzle(rows=[[1]] * 3, columns=[[1]] * 3))
    >>> found.count
    6
    >>> print(found[0])
    ..#
    .#.
    #..
    """
    return run_limited(_solution_set, puzzle, states, limit=limit_of(limit, seconds, memory))


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
    """Samples `n` solutions uniformly with replacement; raises like `solution_set`.

    Ends early at a limit of seconds; `stopped` says so.
    """
    limit = limit_of(limit, seconds, memory)
    clock = Clock(Limit(seconds=limit.seconds))
    return solution_set(puzzle, limit=limit)._sample(n, seed, clock)


def combined(cells: bytes, diagrams: Sequence[Diagram]) -> Iterator[bytes]:
    """Yields the cells with every combination of the diagrams' solutions; no diagram may be empty."""
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
    """Checks grids of one puzzle that differ in open cells only; caches correct lines."""

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
        """Returns the grid; raises `SolverDisagreement` if it is not a solution."""
        if not self._begun:  # lines without open cells are checked only once
            grid = checked(self._puzzle, cells, "the listing")
            self._begun = True
            return grid
        for line, clue, approved in self._lines:
            seen = bytes(pick(cells, line))
            if seen not in approved:
                if not agrees(line_clue(seen), clue):
                    checked(self._puzzle, cells, "the listing")
                if len(approved) < _REMEMBERED:
                    approved.add(seen)
        return Grid._of(self._puzzle, cells)
