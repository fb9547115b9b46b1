"""Repairs an unsolvable puzzle by undoing a typing error in a clue.

Trying every edit would take thousands of searches. Three filters:

- Every repair must hit every conflict, so only lines of one conflict are candidates (R. Reiter, "A theory of
  diagnosis from first principles", Artificial Intelligence 32, 1987), and only those whose removal is not refuted.
- The sums of the crossing family fix how much of each ink the line must have.
- The new clue must fit what line solving knows without the old one (`line.settle`).

The solver decides the rest. For two edits the tree has two levels: if the puzzle without one clue of the conflict is
still refuted, that refutation is a new conflict to hit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from enum import StrEnum
from itertools import combinations, islice, pairwise, zip_longest
from typing import Annotated

from nonosat.conflicts.derivation import refutation
from nonosat.conflicts.groups import Group, Groups, groups_of, without
from nonosat.conflicts.mus import Conflict, conflict_within
from nonosat.lines.board import Board
from nonosat.lines.line import plan, settle
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Block, Clue, min_length
from nonosat.model.ink_sums import InkSums
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.json_types import Whole
from nonosat.repairs.means import By
from nonosat.repairs.result import ClueChange, Repair
from nonosat.search.outcome import Verdict
from nonosat.search.questions import search_here
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Work

MOST_EDITS = 2

_CONFLICT_BUDGET = 20_000  # solver conflicts per candidate, after which it stays undecided
_CONFLICT_SECONDS = 20.0  # time to minimise the conflict; a larger one only means more candidates


class Edit(StrEnum):
    """Kinds of typing errors, likeliest first."""

    NUMBER = "a wrong number"
    MISSING = "a block left out"
    EXTRA = "a block too many"
    SWAPPED = "two blocks exchanged"
    JOINED = "a space left out"
    PARTED = "a space too many"
    COLOUR = "a wrong colour"
    BACKWARDS = "a clue backwards"
    LINES = "two lines exchanged"
    CROSSED = "a row and a column exchanged"
    ALL_BACKWARDS = "all clues of a side backwards"
    TRANSPOSED = "rows and columns exchanged"


Clues = dict[int, Clue]  # new clues by line number
_Candidate = tuple[tuple[Edit, ...], Clues]  # (edits to undo, the clues without them)


@question
def repair_clue(
    puzzle: Puzzle,
    *,
    edits: Annotated[int, Whole(1, MOST_EDITS), "The most typing errors to look for."] = 1,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Repair[ClueChange]:
    """Finds the likeliest typing error; undoes up to `edits` (1 or 2) edits to make the puzzle solvable.

    Finds all repairs with the fewest edits; the result is the best, `alternatives` has the rest. Order: the puzzle's goal
    is a solution; unique; line-solvable; likelier edits (see `Edit`); fewer different shapes in the grid. Pairs of
    edits change clues only: an exchange of lines is not combined with another edit.

    Returns a solvable puzzle unchanged. Takes limits of seconds and memory. Raises `PuzzleError` for problems of the
    statement other than unequal sums and overlong clues, `UsageError` for other numbers of edits.

    >>> found = repair_clue(Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]]))
    >>> found.repaired
    Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
    >>> print(*found.edits)
    a wrong number
    """
    puzzle.require_readable()
    return run_limited(_repair_clue, puzzle, edits, limit=limit_of(limit, seconds, memory))


def _repair_clue(puzzle: Puzzle, edits: int, *, clock: Clock) -> Repair[ClueChange]:
    work = Work()
    with closing(_Attempt(puzzle, clock)) as attempt:
        work.attempt(attempt.run, edits)
    best, *others = [
        replace(repair, bound=attempt.bound, complete=attempt.complete, **work.fields())
        for repair in sorted(attempt.found, key=_likelihood) or [Repair(by=By.CLUE)]
    ]
    return replace(best, alternatives=tuple(others))


def _likelihood(repair: Repair[ClueChange]) -> tuple[object, ...]:
    """Sort key: likelier repairs first."""
    order = list(Edit)
    goal = repair.repaired.goal if repair.repaired else None
    distance = 0
    for change in repair.changes:
        assert isinstance(change, ClueChange)
        pairs = zip_longest(change.before or (), change.after or (), fillvalue=Block(0))
        distance += sum(abs(one.least - other.least) for one, other in pairs)
    return (
        not (repair.repaired and goal and goal.satisfies(repair.repaired)),
        repair.verdict is not Verdict.UNIQUE,
        not repair.line_solvable,
        sorted(order.index(Edit(edit)) for edit in repair.edits),
        _variety(repair.grid),
        distance,
    )


def _variety(grid: Grid | None) -> int:
    """Returns the number of different 3x3 patterns in a grid: small for drawings, large for noise.

    >>> _variety(Grid(["#...", "#...", "#...", "#..."])), _variety(Grid(["#..#", ".#..", "..#.", "#..#"]))
    (2, 3)
    """
    rows = grid.rows if grid else ()
    return len(
        {
            tuple(row[at : at + 3] for row in three)
            for three in zip(rows, rows[1:], rows[2:], strict=False)
            for at in range(min(map(len, three)) - 2)
        }
    )


class _Attempt:
    """The state of one search for repairs; mutable, to be closed after use.

    Versions of the puzzle are identified by their changed clues.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.found: list[Repair[ClueChange]] = []
        self.bound = 0  # proved lower bound on the number of edits
        self.complete = False
        self._puzzle = puzzle
        self._clock = clock
        self._clues = [line.clue for line in puzzle.lines]
        self._names = puzzle.geometry.lines
        self._lengths = [len(line.cells) for line in puzzle.lines]
        self._colours = len(puzzle.palette)
        self._considered: set[Puzzle] = set()
        self._undecided = False
        self._groups: Groups | None = None
        self._group_of: dict[tuple[int, Clue], Group] = {}

    def run(self, edits: int) -> None:
        """Finds all repairs with the fewest edits."""
        part = self._clock.part(seconds=_CONFLICT_SECONDS, share=0.5)
        conflict = conflict_within(self._puzzle, clock=part, solutions=1)
        if not conflict.size and not conflict.solution:
            conflict = conflict_within(self._puzzle, clock=self._clock, solutions=1)
        if not conflict.size and not conflict.solution:
            raise conflict.end.error()
        if conflict.solution:
            self._consider((), {})
            self.complete = True
            return
        lines = self._numbers(conflict)
        for number, way in enumerate((self._one_edit, self._two_edits)[:edits], start=1):
            self.bound = self.bound if self._undecided else number
            for candidate in way(lines):
                self._consider(*candidate)
            if self.found:
                break
        else:
            self.bound = self.bound if self._undecided else edits + 1
        self.complete = not self._undecided

    def _numbers(self, conflict: Conflict) -> set[int]:
        return {self._names.index(line) for line in conflict.lines}

    def _one_edit(self, lines: set[int]) -> Iterator[_Candidate]:
        """Yields candidates with one edit in one of `lines`, the lines of a conflict."""
        puzzle, clues, totals = self._puzzle, self._clues, _FamilySums(self._puzzle)
        partners: dict[int, set[int]] = {}
        for line in sorted(lines):
            board, partners[line] = self._without([line])
            if board:
                for edit, meant in self._room(board, line, clues[line] or ()):
                    if totals.agree({line: meant}):
                        yield (edit,), {line: meant}
        for line in sorted(lines):
            for other in sorted(partners[line]):
                one, twin = clues[line], clues[other]
                if one is not None and twin is not None and totals.agree({line: twin, other: one}):
                    same = self._names[line][0] == self._names[other][0]
                    yield (Edit.LINES if same else Edit.CROSSED,), {line: twin, other: one}
        for first, family in _families(puzzle):
            yield (Edit.ALL_BACKWARDS,), {first + at: clue[::-1] for at, clue in enumerate(family) if clue}
        if puzzle.givens and puzzle.geometry.transposed() == puzzle.geometry:
            crossed = enumerate((*puzzle.columns, *puzzle.rows))
            yield (Edit.TRANSPOSED,), {line: clue for line, clue in crossed if clue is not None}

    def _two_edits(self, lines: set[int]) -> Iterator[_Candidate]:
        """Yields candidates with two edits, in two clues or both in one, the first in one of `lines`."""
        totals, seen = _FamilySums(self._puzzle), set[frozenset[int]]()
        for line in sorted(lines):
            clue = self._clues[line] or ()
            board, others = self._without([line])
            if board:
                for edits, meant in self._undone_twice(clue, line):
                    if totals.agree({line: meant}) and self._fits(board, line, meant):
                        yield edits, {line: meant}
            for other in sorted(others - {line}):
                twin = self._clues[other]
                if twin is None or frozenset((line, other)) in seen:
                    continue
                seen.add(frozenset((line, other)))
                board, _ = self._without([line, other])
                if not board:
                    continue
                theirs = list(self._room(board, other, twin))
                for edit, meant in self._room(board, line, clue) if theirs else ():
                    for its_edit, its_meant in theirs:
                        if totals.agree({line: meant, other: its_meant}):
                            yield (edit, its_edit), {line: meant, other: its_meant}

    def _undone_twice(self, clue: Clue, line: int) -> Iterator[tuple[tuple[Edit, ...], Clue]]:
        """Yields the clues that are two edits away, without duplicates."""
        seen = {clue}
        for edit, meant in undone(clue, self._lengths[line], self._colours):
            for other, meant_first in undone(meant, self._lengths[line], self._colours):
                if meant_first not in seen:
                    seen.add(meant_first)
                    yield (edit, other), meant_first

    def _without(self, dropped: Sequence[int]) -> tuple[Board | None, set[int]]:
        """Propagates without some clues; returns the board and the lines in which a further edit can be.

        If the other clues are still refuted, returns no board and the lines of a conflict; otherwise all lines are
        possible.
        """
        self._clock.tick()
        puzzle = without(self._puzzle, dropped)
        board = Board(puzzle)
        if propagate(board, tick=self._clock.tick):
            derivation = refutation(puzzle, tick=self._clock.tick)
            assert derivation
            return None, derivation.lines
        core = self._core({}, dropped) if board.open_cells() else set()
        return (None, core) if core else (board, set(range(len(board.lines))))

    def _core(self, replaced: Clues, dropped: Iterable[int] = ()) -> set[int]:
        """Returns lines that refute a version of the puzzle; empty if it is satisfiable or undecided."""
        if self._groups is None:
            self._groups = Groups(self._puzzle, groups_of(self._puzzle), self._clock)
        lines = {}
        for line, clue in replaced.items():
            if (line, clue) not in self._group_of:
                self._group_of[line, clue] = self._groups.also(line, clue)
            lines[self._group_of[line, clue]] = line
        stated = set(groups_of(self._puzzle)) - replaced.keys() - set(dropped)
        answer = self._groups.solve(stated | lines.keys(), conflicts=_CONFLICT_BUDGET)
        self._undecided |= answer is None
        if answer is not False:
            return set()
        return {lines.get(group, group) for group in self._groups.core} & set(range(len(self._clues)))

    def _consider(self, edits: tuple[Edit, ...], clues: Clues) -> None:
        """Keeps a version if it has a solution."""
        self._clock.tick()
        puzzle = with_clues(self._puzzle, clues)
        if puzzle in self._considered or puzzle.problems():
            return
        self._considered.add(puzzle)
        board = Board(puzzle)
        if propagate(board, tick=self._clock.tick) or (board.open_cells() and self._core(clues)):
            return
        solutions = search_here(puzzle, self._clock, conflicts=_CONFLICT_BUDGET)
        grids = list(islice(solutions, 2))
        self._clock.tick()
        if not grids:
            self._undecided |= solutions.verdict is not Verdict.UNSOLVABLE
            return
        self.found.append(
            Repair(
                by=By.CLUE,
                repaired=puzzle,
                changes=tuple(
                    ClueChange(*self._names[line], self._clues[line], clue)
                    for line, clue in sorted(clues.items())
                ),
                edits=edits,
                grid=grids[0],
                verdict=solutions.verdict,
                line_solvable=solutions.line_solvable,
                cost=len(edits),
            )
        )

    def _room(self, board: Board, line: int, clue: Clue) -> Iterator[tuple[Edit, Clue]]:
        """Yields the ways to undo an edit in a clue that fit what the board knows about its line."""
        for edit, meant in undone(clue, self._lengths[line], self._colours):
            if self._fits(board, line, meant):
                yield edit, meant

    def _fits(self, board: Board, line: int, clue: Clue) -> bool:
        return settle(plan(clue, self._lengths[line], self._colours), board.unpack()[line]) is not None

    def close(self) -> None:
        """Closes the solver."""
        if self._groups:
            self._groups.__exit__(None, None, None)


def with_clues(puzzle: Puzzle, clues: Clues) -> Puzzle:
    """Returns the puzzle with some clues replaced, by line number."""
    return puzzle.with_clues([clues.get(at, line.clue) for at, line in enumerate(puzzle.lines)])


def _families(puzzle: Puzzle) -> Iterator[tuple[int, tuple[Clue | None, ...]]]:
    """Yields each family of clues with the number of its first line."""
    first = 0
    for clues in puzzle.clue_families:
        yield first, clues
        first += len(clues)


class _FamilySums:
    """Sums of the inks of each family, to test whether the families can agree."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._clues = [line.clue for line in puzzle.lines]
        self._family = [at for at, (_, family) in enumerate(_families(puzzle)) for _ in family]
        self._sums = [*map(InkSums, puzzle.clue_families)]

    def agree(self, clues: Clues) -> bool:
        """Returns whether the sums of the families can agree once some clues are replaced."""
        for line, clue in clues.items():
            self._exchange(line, self._clues[line], clue)
        inks = set().union(*(sums.least for sums in self._sums))
        agree = all(one.can_equal(other, ink) for one, other in combinations(self._sums, 2) for ink in inks)
        for line, clue in clues.items():
            self._exchange(line, clue, self._clues[line])
        return agree

    def _exchange(self, line: int, old: Clue | None, new: Clue | None) -> None:
        sums = self._sums[self._family[line]]
        sums.add(old, -1)
        sums.add(new)


def undone(clue: Clue, length: int, colours: int) -> Iterator[tuple[Edit, Clue]]:
    """Yields (edit, intended clue) pairs for a mistyped clue: all clues that fit into the line, without duplicates.

    >>> from nonosat.model.clues import as_clue, clue_text
    >>> for edit, meant in undone(as_clue([12]), 5, 2):
    ...     print(f"{clue_text(meant)}: {edit}")
    1 2: a space left out
    1: a wrong number
    2: a wrong number
    3: a wrong number
    4: a wrong number
    5: a wrong number
    0: a block too many
    """
    seen = {clue}
    for edit, meant in _undone(clue, length, colours):
        if meant not in seen and min_length(meant) <= length:
            seen.add(meant)
            yield edit, meant


def _undone(clue: Clue, length: int, colours: int) -> Iterator[tuple[Edit, Clue]]:
    inks = range(1, colours)
    for at, block in enumerate(clue):
        for digits in _separated(str(block.length or "")):
            parts = tuple(Block(int(part), block.colour) for part in digits)
            yield Edit.JOINED, (*clue[:at], *parts, *clue[at + 1 :])
    for at, block in enumerate(clue):
        before, after = clue[:at], clue[at + 1 :]
        if block.length is not None:
            for size in range(1, length + 1):
                yield Edit.NUMBER, (*before, Block(size, block.colour), *after)
        yield Edit.EXTRA, (*before, *after)
        for ink in inks:
            yield Edit.COLOUR, (*before, Block(block.length, ink), *after)
    for at, (one, other) in enumerate(pairwise(clue)):
        before, after = clue[:at], clue[at + 2 :]
        yield Edit.SWAPPED, (*before, other, one, *after)
        if one.colour == other.colour and one.length is not None and other.length is not None:
            whole = Block(int(f"{one.length}{other.length}"), one.colour)
            yield Edit.PARTED, (*before, whole, *after)
    for at in range(len(clue) + 1):
        for ink in inks:
            for size in range(1, length + 1):
                yield Edit.MISSING, (*clue[:at], Block(size, ink), *clue[at:])
    yield Edit.BACKWARDS, clue[::-1]


def _separated(digits: str) -> Iterator[list[str]]:
    """Yields the ways to split digits into several numbers: at one place, or everywhere."""
    cuts = [[digits[:cut], digits[cut:]] for cut in range(1, len(digits))]
    if len(digits) > 2:
        cuts.append(list(digits))
    for parts in cuts:
        if all(part[0] != "0" for part in parts):
            yield parts
