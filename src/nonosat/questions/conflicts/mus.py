"""Which clues contradict each other: a minimal unsatisfiable subset of a puzzle's groups, or a smallest one.

A group is a clue or a given (`nonosat.questions.conflicts.groups`). Minimal means that the groups cannot hold together
and that without any one of them they can. Both are shown: the first by the engine, for the puzzle that has no
other groups; the second by a grid for each group, which breaks that group and fulfils the others.

- The set is first narrowed with propagation alone, which is cheap and refutes most broken puzzles: groups
  are dropped one after another as long as lines still contradict each other, and with each of them all
  groups that the new derivation does not need.
- A solver then continues group by group, with the core of each refutation instead of the set: deletion with
  clause set refinement (A. Belov, I. Lynce and J. Marques-Silva, "Towards efficient MUS extraction", AI
  Communications 25, 2012).
- A smallest set is a minimum hitting set of all sets of groups whose removal leaves a picture. Take a hitting
  set of those known: either it is a conflict, or its groups have a grid, and the groups that this grid
  breaks are one more set to hit (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS
  extraction with minimal hitting set dualization", CP 2015).

Where rows take more ink than columns have room for, or the other way round, clauses may take forever to find
that out. Such clues are found by counting, see `nonosat.questions.conflicts.ink_balance`, unless the solver soon has an
answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.foundation.arguments import question
from nonosat.foundation.errors import SolverDisagreement
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.results import Answer, Work
from nonosat.foundation.workers.processes import answered
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.questions.conflicts.derivation import Derivation, refutation
from nonosat.questions.conflicts.groups import Group, Groups, groups_of, only, violated
from nonosat.questions.conflicts.ink_balance import InkBalance
from nonosat.records.parts import coloured_cell, line_record
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import at_most, search_here
from nonosat.solving.sat.maxsat import HittingSets

if TYPE_CHECKING:
    from nonosat.records import answers as records

_CONFLICT_BUDGET = 20_000
"""Conflicts of the solver after which counting is reason enough."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Conflict(Answer):
    """Groups of a puzzle that cannot hold together; none where it has a solution, or a limit came first."""

    puzzle: Puzzle
    lines: tuple[LineId, ...] = ()
    """The lines whose clues are in the conflict, rows first; indices count from 0."""
    givens: tuple[Given, ...] = ()
    minimal: bool = False
    """Whether it is proved that the rest has a grid whichever of them is dropped."""
    least: int = 0
    """No conflict of this puzzle has fewer groups, as far as it is proved."""
    witnesses: tuple[Grid, ...] = ()
    """Where it is minimal, for each line and then each given a grid that fulfils all the others."""
    corrections: tuple[Grid, ...] = ()
    """Where a smallest one was asked for, what proves `least`: a conflict has a group that each of these grids breaks."""
    derivation: Derivation | None = None
    """How these groups lead to a line that cannot be filled, where lines alone show that."""
    solution: Grid | None = None
    """If the puzzle has one there is no conflict."""

    @property
    def size(self) -> int:
        """How many groups it has; 0 for no conflict."""
        return len(self.lines) + len(self.givens)

    @property
    def smallest(self) -> bool:
        """Whether no conflict of this puzzle has fewer groups, and that is proved."""
        return 0 < self.size <= self.least

    def to_json(self) -> records.Conflict:
        """The record of it; see docs/json.md."""
        return {
            "verdict": (Verdict.UNSOLVABLE if self.size else Verdict.UNKNOWN).value,
            "line_solvable": False if self.size else None,
            "solutions": [self.solution.to_json()] if self.solution else [],
            "lines": list(map(line_record, self.lines)),
            "givens": list(map(coloured_cell, self.givens)),
            "minimal": self.minimal,
            "smallest": self.smallest,
            "least": self.least,
            "chain": self.derivation.steps(self.puzzle) if self.derivation else [],
            "contradiction": self.derivation.refutation(self.puzzle) if self.derivation else None,
            "stopped": self.stopped,
            "detail": self.detail,
            "seconds": round(self.seconds, 6),
        }


@question
def conflict(
    puzzle: Puzzle,
    *,
    smallest: bool = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Conflict:
    """A minimal set of clues and givens that contradict each other; with `smallest` one of the fewest.

    If a limit, of seconds or memory, is hit, the result has what is known by then. Raises `PuzzleError` for a
    puzzle that is misstated (see `Puzzle.require_readable`), such as one with a given outside of the grid.

    >>> found = conflict(Puzzle(rows=[[2], [1]], columns=[[1], [1]]))
    >>> [str(line) for line in found.lines], found.minimal
    (['row 1', 'row 2', 'column 1', 'column 2'], True)
    >>> conflict(Puzzle(rows=[[1]], columns=[[1]])).solution
    Grid(['#'])
    """
    return answered(conflict_within, puzzle, smallest, limit=limit_of(limit, seconds, memory))


def conflict_within(puzzle: Puzzle, smallest: bool = False, *, clock: Clock) -> Conflict:
    """`conflict` within what is left of a clock."""
    puzzle.require_readable()
    work, state = Work(), _Search(puzzle.statement, clock)
    work.attempt(state.run, smallest)
    members = sorted(state.members)
    names = puzzle.geometry.lines
    return Conflict(
        puzzle=puzzle,
        lines=tuple(names[group] for group in members if group < len(names)),
        givens=tuple(puzzle.givens[group - len(names)] for group in members if group >= len(names)),
        minimal=bool(members) and set(members) <= state.witnesses.keys(),
        least=state.least,
        witnesses=tuple(state.witnesses[group] for group in members if group in state.witnesses),
        corrections=tuple(state.corrections.values()),
        derivation=state.derivation,
        solution=state.solution,
        **work.end,
    )


class _Search:
    """One search for a conflict, with what is known by now; mutable."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._puzzle = puzzle
        self._clock = clock
        self._ink_core = InkBalance(puzzle).core
        self.members: set[Group] = set()
        """A conflict, once there is one."""
        self.witnesses: dict[Group, Grid] = {}
        """For members, a grid that breaks that member and fulfils the others."""
        self.least = 0
        self.corrections: dict[frozenset[Group], Grid] = {}
        """Sets of groups without which the others have a grid, and that grid."""
        self.derivation: Derivation | None = None
        self.solution: Grid | None = None

    def run(self, smallest: bool) -> None:
        """Finds a conflict, or a solution."""
        every = groups_of(self._puzzle)
        if derivation := refutation(self._puzzle, tick=self._clock.tick):
            self._take(derivation)
            self._narrow_by_lines()
        elif self._puzzle.contradictions() or self._ink_core(set(every)) or not self._solvable():
            self.members = set(every)
        else:
            return
        self.least = 1
        with Groups(self._puzzle, self.members, self._clock) as groups:
            self._refute(groups)
            self._minimise(groups)
        if smallest and len(self.members) > 1:
            with Groups(self._puzzle, every, self._clock) as groups:
                self._find_smallest(groups)
        self._verify()

    def _solvable(self) -> bool:
        """Whether the engine finds a solution within the time that is left."""
        found = at_most(1, self._puzzle, limit=self._clock.rest)
        self.solution = next(found, None)
        found.close()
        if self.solution is None and found.stopped:
            raise OutOfReach(found.stopped, found.detail)
        return self.solution is not None

    def _take(self, derivation: Derivation) -> None:
        lines = len(self._puzzle.lines)
        self.derivation = derivation
        self.members = derivation.lines | {
            lines + self._puzzle.givens.index(given) for given in derivation.givens
        }

    def _narrow_by_lines(self) -> None:
        """Drops groups as long as lines alone still refute the rest."""
        for group in sorted(self.members):
            if group in self.members:
                rest = only(self._puzzle, self.members - {group})
                if derivation := refutation(rest, tick=self._clock.tick):
                    self._take(derivation)

    def _refute(self, groups: Groups) -> None:
        """Goes on with a core: the solver's if it is found soon, as that of the ink balance is larger."""
        answer = groups.solve(self.members, count=False, conflicts=_CONFLICT_BUDGET)
        if answer is None:
            answer = groups.solve(self.members)
        if answer:
            raise SolverDisagreement(f"{sorted(self.members)} of {self._puzzle!r} have {groups.picture()!r}")
        self._replace(groups.core)

    def _minimise(self, groups: Groups) -> None:
        """Deletion with clause set refinement: each group has a witness, or the rest has a core."""
        while unproved := self.members - self.witnesses.keys():
            group = min(unproved)
            if groups.solve(self.members - {group}):
                self.witnesses[group] = groups.picture()
            else:
                self._replace(groups.core)

    def _replace(self, core: set[Group]) -> None:
        """Goes on with a core, and with those witnesses that are witnesses for it too."""
        self.members = core
        self.witnesses = {
            group: grid
            for group, grid in self.witnesses.items()
            if violated(self._puzzle, grid) & core == {group}
        }

    def _find_smallest(self, groups: Groups) -> None:
        """Implicit hitting sets: what hits all correction sets is a conflict, or there is one more."""
        with HittingSets[Group](self._clock) as sets:
            for grid in self.witnesses.values():
                sets.add_set(sorted(self._correction(groups, grid)))
            while True:
                hit = sets.cheapest()
                self.least = max(self.least, sets.bound)
                if self.least >= len(self.members):
                    return
                while groups.solve(hit):
                    correction = self._correction(groups, groups.picture())
                    sets.add_set(sorted(correction))
                    hit |= correction
                if len(groups.core) < len(self.members):
                    self._replace(groups.core)
                    self._minimise(groups)

    def _correction(self, groups: Groups, grid: Grid) -> set[Group]:
        """A minimal correction set among the groups that a grid breaks."""
        every, broken = set(groups_of(self._puzzle)), violated(self._puzzle, grid)
        for group in sorted(broken):
            if group in broken and groups.solve(every - broken | {group}):
                broken, grid = broken & groups.broken, groups.picture()
        self.corrections[frozenset(broken)] = grid
        return broken

    def _verify(self) -> None:
        """Refutes the members again, in another way than the one in which they were found."""
        rest = only(self._puzzle, self.members)
        self.derivation = refutation(rest, tick=self._clock.tick)
        if self.derivation or rest.contradictions() or self._ink_core(self.members):
            return
        found = search_here(rest, self._clock)
        for grid in found:
            raise SolverDisagreement(f"{rest!r} was refuted, but has the grid {grid!r}")
        if found.verdict is not Verdict.UNSOLVABLE:
            raise OutOfReach(found.stopped or Stopped.FAILURE, found.detail)
