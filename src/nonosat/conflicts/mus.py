"""Minimal unsatisfiable subsets (MUS) of a puzzle's groups, and smallest ones (SMUS).

A group is a clue or a given (`nonosat.conflicts.groups`). A set of groups is a MUS if it is unsatisfiable
and every proper subset is satisfiable. Both halves are verified: the engine refutes the puzzle with these groups
only, and each group has a witness, a grid that violates it and satisfies the others.

- Propagation narrows the set first; it is cheap and refutes most broken puzzles. Groups are dropped one by one while
  lines still contradict each other, together with all groups that the new derivation does not need.
- A solver continues with deletion and clause set refinement: each refutation's core replaces the set (A. Belov,
  I. Lynce and J. Marques-Silva, "Towards efficient MUS extraction", AI Communications 25, 2012).
- A SMUS is a minimum hitting set of all correction sets. Take a minimum hitting set of the known ones: it is
  unsatisfiable, or it has a grid whose violated groups are one more correction set (A. Ignatiev, A. Previti,
  M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015).

If rows need more ink than columns can hold, solvers may take forever; counting finds such conflicts
(`nonosat.conflicts.ink_balance`) unless the solver answers soon.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from nonosat.conflicts.derivation import DeductionInWords, Derivation, refutation
from nonosat.conflicts.groups import Group, Groups, groups_of, only, violated
from nonosat.conflicts.ink_balance import InkBalance
from nonosat.explaining.steps.step import UnfillableLine
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.sat.maxsat import HittingSets
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.search.questions import Report, check, search_here
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import SolverDisagreement
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Work, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import LineSolvable, Rows

# solver conflicts spent on a core before the larger one of the ink balance is accepted
_CONFLICT_BUDGET = 20_000


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Conflict(Answer):
    """Answer to `conflict`: clues and givens that contradict each other.

    Empty if the puzzle has a solution or a limit was hit.
    """

    puzzle: Puzzle
    lines: Annotated[tuple[LineId, ...], "Lines whose clues are in the conflict."] = ()
    givens: Annotated[tuple[Given, ...], "Givens in the conflict."] = ()
    minimal: Annotated[bool, "True if every proper subset is proved satisfiable."] = False
    least: Annotated[int, "Proved lower bound on the size of any conflict."] = 0
    witnesses: tuple[Grid, ...] = ()
    """If `minimal`: one grid per group, lines before givens; it violates that group and no other of the conflict."""
    corrections: tuple[Grid, ...] = ()
    """Proof of `least` (with `smallest`): for each of these grids, every conflict has a group that the grid violates."""
    derivation: Derivation | None = None
    """Line-solving derivation of the contradiction, if there is one."""
    report: Report | None = None
    """The answer to `check` of a puzzle with solutions, which has no conflict."""

    _MEMBERS = (
        *("verdict", "line_solvable", "solutions", "lines", "givens", "minimal", "smallest", "least"),
        *("chain", "contradiction", *END),
    )

    @property
    def verdict(self) -> ProvedVerdict:
        """UNSOLVABLE if there is a conflict, otherwise the verdict of `check`."""
        if self.report is not None:
            return self.report.verdict
        return Verdict.UNSOLVABLE if self.size else Verdict.UNKNOWN

    @property
    def solution(self) -> Grid | None:
        """A solution of the puzzle, if it has one; then there is no conflict."""
        return None if self.report is None else self.report.solutions[0]

    @member
    def _line_solvable(self) -> LineSolvable:
        if self.report is not None:
            return self.report.line_solvable
        return False if self.size else None

    @member
    def _solutions(
        self,
    ) -> Annotated[list[Rows], "Up to two solutions, if the puzzle has any and so no conflict."]:
        return [] if self.report is None else [grid.to_json() for grid in self.report.solutions]

    @member
    def _chain(
        self,
    ) -> Annotated[list[DeductionInWords], "Line-solving derivation of the contradiction, if there is one."]:
        return self.derivation.steps(self.puzzle) if self.derivation else []

    @member
    def _contradiction(
        self,
    ) -> Annotated[UnfillableLine | None, "The line without a filling at the end of `chain`."]:
        return self.derivation.refutation(self.puzzle) if self.derivation else None

    @property
    def size(self) -> int:
        """Number of groups; 0 if there is no conflict."""
        return len(self.lines) + len(self.givens)

    @property
    def smallest(self) -> Annotated[bool, "True if it is proved that no conflict is smaller."]:
        """True if it is proved that no conflict of this puzzle has fewer groups."""
        return 0 < self.size <= self.least


@question
def conflict(
    puzzle: Puzzle,
    *,
    smallest: Annotated[bool, "Find a conflict with the fewest clues and givens, and prove it."] = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Conflict:
    """Finds a minimal set of clues and givens that contradict each other; with `smallest` a smallest one.

    A puzzle without a conflict gets the answer to `check`. If a limit (seconds, memory) is hit, returns what is known
    by then. Raises `PuzzleError` for a misstated puzzle (see `Puzzle.require_readable`), such as one with a given outside
    of the grid.

    >>> found = conflict(Puzzle(rows=[[2], [1]], columns=[[1], [1]]))
    >>> [str(line) for line in found.lines], found.minimal
    (['row 1', 'row 2', 'column 1', 'column 2'], True)
    >>> conflict(Puzzle(rows=[[1]], columns=[[1]])).verdict
    <Verdict.UNIQUE: 'unique'>
    """
    return run_limited(conflict_within, puzzle, smallest, limit=limit_of(limit, seconds, memory))


def conflict_within(puzzle: Puzzle, smallest: bool = False, *, clock: Clock, solutions: int = 2) -> Conflict:
    """`conflict` on a running clock. For a solvable puzzle, looks for up to `solutions` (1 or 2) solutions."""
    puzzle.require_readable(stars=True)
    work, state = Work(), _MinimalSearch(puzzle, clock)
    work.attempt(state.run, smallest, solutions)
    if state.report is not None:
        work.stop(state.report.end)
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
        report=state.report,
        **work.fields(),
    )


class _MinimalSearch:
    """The state of one search for a conflict; mutable."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._drawn = puzzle  # whose goal can be a solution
        self._puzzle = puzzle.statement
        self._clock = clock
        self._ink_core = InkBalance(self._puzzle).core
        self.members: set[Group] = set()  # the current conflict; empty until one is found
        self.witnesses: dict[Group, Grid] = {}  # for proved members: a grid that violates only that member
        self.least = 0
        # correction sets, each with a grid that satisfies all other groups
        self.corrections: dict[frozenset[Group], Grid] = {}
        self.derivation: Derivation | None = None
        self.report: Report | None = None  # only for a puzzle with solutions

    def run(self, smallest: bool, solutions: int) -> None:
        """Finds a conflict, or up to `solutions` solutions."""
        every = groups_of(self._puzzle)
        goal = self._drawn.goal
        if goal and goal.satisfies(self._drawn):  # nothing contradicts
            self._solvable(solutions)
            return
        if derivation := refutation(self._puzzle, tick=self._clock.tick):
            self._take(derivation)
            self._narrow_by_lines()
        elif self._puzzle.contradictions() or self._ink_core(set(every)) or not self._solvable(solutions):
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

    def _solvable(self, solutions: int) -> bool:
        """Returns True if the engine finds a solution; raises `OutOfReach` if the time is too short to tell."""
        report = check(self._drawn, limit=self._clock.rest._at_most(solutions))
        if report.verdict is Verdict.UNKNOWN and not report.solutions:
            raise report.end.error()
        if report.solutions:
            self.report = report
        return bool(report.solutions)

    def _take(self, derivation: Derivation) -> None:
        lines = len(self._puzzle.lines)
        self.derivation = derivation
        self.members = derivation.lines | {
            lines + self._puzzle.givens.index(given) for given in derivation.givens
        }

    def _narrow_by_lines(self) -> None:
        """Drops groups while line solving still refutes the rest."""
        for group in sorted(self.members):
            if group in self.members:
                rest = only(self._puzzle, self.members - {group})
                if derivation := refutation(rest, tick=self._clock.tick):
                    self._take(derivation)

    def _refute(self, groups: Groups) -> None:
        """Replaces the members by a core. Prefers the solver's core, since the one of the ink balance is larger."""
        answer = groups.solve(self.members, count=False, conflicts=_CONFLICT_BUDGET)
        if answer is None:
            answer = groups.solve(self.members)
        if answer:
            raise SolverDisagreement(f"{sorted(self.members)} of {self._puzzle!r} have {groups.picture()!r}")
        self._replace(groups.core)

    def _minimise(self, groups: Groups) -> None:
        """Deletion with clause set refinement, until each member has a witness."""
        while unproved := self.members - self.witnesses.keys():
            group = min(unproved)
            if groups.solve(self.members - {group}):
                self.witnesses[group] = groups.picture()
            else:
                self._replace(groups.core)

    def _replace(self, core: set[Group]) -> None:
        """Continues with a core, and with the witnesses that stay valid for it."""
        self.members = core
        self.witnesses = {
            group: grid
            for group, grid in self.witnesses.items()
            if violated(self._puzzle, grid) & core == {group}
        }

    def _find_smallest(self, groups: Groups) -> None:
        """Implicit hitting sets: a set that hits all correction sets is a conflict, or yields one more set."""
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
        """Returns a minimal correction set among the groups that a grid violates."""
        every, broken = set(groups_of(self._puzzle)), violated(self._puzzle, grid)
        for group in sorted(broken):
            if group in broken and groups.solve(every - broken | {group}):
                broken, grid = broken & groups.broken, groups.picture()
        self.corrections[frozenset(broken)] = grid
        return broken

    def _verify(self) -> None:
        """Refutes the members again, by another method than the one that found them."""
        rest = only(self._puzzle, self.members)
        self.derivation = refutation(rest, tick=self._clock.tick)
        if self.derivation or rest.contradictions() or self._ink_core(self.members):
            return
        search = search_here(rest, self._clock)
        for grid in search:
            raise SolverDisagreement(f"{rest!r} was refuted, but has the grid {grid!r}")
        if search.verdict is not Verdict.UNSOLVABLE:
            raise search.end.error()
