"""Which clues contradict each other: a minimal unsatisfiable set of a puzzle's claims, or a smallest one.

Minimal means that the claims cannot hold together and that any of them could be dropped to change that.
Both halves are shown: the first by the engine, which is asked about the puzzle that has no other claims;
the second by pictures, one for each claim, that break that claim and fulfil the others.

- The set is first narrowed with propagation alone, which is cheap and refutes most broken puzzles: claims
  are dropped one after another as long as lines still contradict each other, and each time all those go
  that the new chain of deductions does not speak of.
- A solver then goes on, claim by claim, with the core of each refutation in place of the set: deletion with
  clause set refinement (A. Belov, I. Lynce and J. Marques-Silva, "Towards efficient MUS extraction", AI
  Communications 25, 2012).
- A smallest set is a minimum hitting set of all sets of claims whose removal leaves a picture. Some of these
  give a hitting set, which is a conflict, or else its claims have a picture, and the claims that this
  breaks are one more set to hit (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS
  extraction with minimal hitting set dualization", CP 2015).

Where rows take more ink than columns have room for, or the other way round, clauses may take forever to find
that out. Such clues are found by counting, see `nonosat.conflicts.ink_balance`, unless the solver soon has an
answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from nonosat.conflicts.derivation import Chain, refutation
from nonosat.conflicts.groups import Claim, Claims, claims, only, violated
from nonosat.conflicts.ink_balance import Sums
from nonosat.engine.outcome import Outcome, Verdict
from nonosat.engine.questions import at_most
from nonosat.engine.search import Task, search
from nonosat.errors import PuzzleError, SolverDisagreement
from nonosat.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration

if TYPE_CHECKING:
    from nonosat.sat.hitting import Cheapest

_PATIENCE = 20_000
"""Conflicts of the solver after which counting is reason enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Claims of a puzzle that cannot hold together; none where it has a solution, or a limit came first."""

    puzzle: Puzzle
    lines: tuple[LineId, ...] = ()
    """The lines whose clues are in the conflict, rows first; indices count from 0."""
    givens: tuple[Given, ...] = ()
    minimal: bool = False
    """Whether it is proved that the rest has a picture whichever claim is dropped."""
    least: int = 0
    """No conflict of this puzzle has fewer claims, as far as it is proved."""
    witnesses: tuple[Grid, ...] = ()
    """Where it is minimal, for each line and then each given a picture that fulfils all the others."""
    chain: Chain | None = None
    """How these claims lead to a line that cannot be filled, where lines alone show that."""
    solution: Grid | None = None
    """If the puzzle has one there is no conflict."""
    stopped: Stopped | None = None
    """What ended the search before all that was asked for was known, if anything did."""
    detail: str = ""
    """More about that."""
    seconds: float = 0.0
    """Wall-clock time."""

    @property
    def size(self) -> int:
        """How many claims it has; 0 for no conflict."""
        return len(self.lines) + len(self.givens)

    @property
    def smallest(self) -> bool:
        """Whether no conflict of this puzzle has fewer claims, and that is proved."""
        return 0 < self.size <= self.least


def conflict(puzzle: Puzzle, *, smallest: bool = False, limit: Limit | None = None) -> Conflict:
    """A minimal set of clues and givens that contradict each other; with `smallest` one of the fewest.

    Takes puzzles whose sums differ or whose clues are too long for their lines. Of a `limit` only `seconds`
    is allowed; when it is hit, the result has what is known by then. Raises `PuzzleError` for other problems
    of the statement, such as a given outside of the grid.

    >>> found = conflict(Puzzle(rows=[[2], [1]], columns=[[1], [1]]))
    >>> found.lines, found.minimal
    ((('row', 0), ('row', 1), ('column', 0), ('column', 1)), True)
    >>> conflict(Puzzle(rows=[[1]], columns=[[1]])).solution
    Grid(['#'])
    """
    require_readable(puzzle)
    began = monotonic()
    clock = Clock(limit)
    state = _Search(puzzle.statement, clock)
    stopped, detail = None, ""
    try:
        state.run(smallest)
    except OutOfReach as reason:
        stopped, detail = reason.stopped, reason.detail
    members = sorted(state.members)
    names = puzzle.geometry.lines
    return Conflict(
        puzzle=puzzle,
        lines=tuple(names[claim] for claim in members if claim < len(names)),
        givens=tuple(puzzle.givens[claim - len(names)] for claim in members if claim >= len(names)),
        minimal=bool(members) and set(members) <= state.witnesses.keys(),
        least=state.least,
        witnesses=tuple(state.witnesses[claim] for claim in members if claim in state.witnesses),
        chain=state.chain,
        solution=state.solution,
        stopped=stopped,
        detail=detail,
        seconds=monotonic() - began,
    )


def require_readable(puzzle: Puzzle) -> None:
    """Raises `PuzzleError` for problems that are no contradictions but nonsense."""
    one_each = {(given.row, given.column): given for given in puzzle.givens}
    problems = puzzle.replace(givens=tuple(one_each.values())).problems()
    if wrong := tuple(problem for problem in problems if problem.kind not in ("sum", "length")):
        raise PuzzleError(wrong, path=puzzle.origin.path if puzzle.origin else None)


class _Search:
    """What is known by now; mutable."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.members: set[Claim] = set()
        """Claims that cannot hold together."""
        self.witnesses: dict[Claim, Grid] = {}
        """For some of the members a picture for which all other members hold."""
        self.least = 0
        self.chain: Chain | None = None
        self.solution: Grid | None = None
        self._puzzle = puzzle
        self._clock = clock
        self._sums = Sums(puzzle)

    def run(self, smallest: bool) -> None:
        puzzle, tick = self._puzzle, self._clock.tick
        every = set(claims(puzzle))
        if chain := refutation(puzzle, tick=tick):
            self.least = 1
            self._take(chain)
            self._narrow_by_lines()
        elif puzzle.problems() or self._sums.clash(every) or not self._solvable():
            self.members = every
        else:
            return
        self.least = 1
        with Claims(puzzle, self.members, tick=tick) as oracle:
            self._narrow(oracle)
        if smallest and len(self.members) > 1:
            with Claims(puzzle, every, tick=tick) as oracle:
                self._shrink(oracle)
        self._verify()

    def _solvable(self) -> bool:
        """Whether the engine finds a solution, which it may take all its time for."""
        found = at_most(1, self._puzzle, limit=self._clock.rest)
        self.solution = next(found, None)
        found.close()
        if self.solution is None and found.stopped:
            raise OutOfReach(found.stopped, found.detail)
        return self.solution is not None

    def _take(self, chain: Chain) -> None:
        lines = len(self._puzzle.lines)
        self.chain = chain
        self.members = chain.lines | {lines + self._puzzle.givens.index(given) for given in chain.givens}

    def _narrow_by_lines(self) -> None:
        """Drops claims as long as lines alone still refute the rest."""
        for claim in sorted(self.members):
            if claim in self.members:
                rest = only(self._puzzle, self.members - {claim})
                if chain := refutation(rest, tick=self._clock.tick):
                    self._take(chain)

    def _narrow(self, oracle: Claims) -> None:
        """Drops claims until each has a witness: deletion with clause set refinement."""
        counted = self._sums.clash(self.members)
        grid = oracle.picture(self.members, conflicts=_PATIENCE if counted else None)
        if grid is not None:
            raise SolverDisagreement(f"{sorted(self.members)} of {self._puzzle!r} has the picture {grid!r}")
        self._replace(set(oracle.core) or counted)
        while unseen := sorted(self.members - self.witnesses.keys()):
            claim = unseen[0]
            if counted := self._sums.clash(self.members - {claim}):
                self._replace(counted)
            elif grid := oracle.picture(self.members - {claim}):
                self.witnesses[claim] = grid
            else:
                self._replace(set(oracle.core))

    def _replace(self, core: set[Claim]) -> None:
        """Goes on with a core, and with the witnesses that are still such for it."""
        self.members = core
        self.witnesses = {
            claim: grid
            for claim, grid in self.witnesses.items()
            if violated(self._puzzle, grid) & core == {claim}
        }

    def _shrink(self, oracle: Claims) -> None:
        """Looks for a smaller set, or the proof that there is none."""
        with _hitting_sets(self._clock) as hitting:
            for grid in self.witnesses.values():
                hitting.add(claim + 1 for claim in self._grown(oracle, violated(self._puzzle, grid)))
            while True:
                hit = {variable - 1 for variable in hitting.solve() or ()}
                self.least = max(self.least, len(hit))
                if self.least >= len(self.members):
                    return
                while not (core := self._clash(oracle, hit)):
                    correction = self._grown(oracle, oracle.broken)
                    hitting.add(claim + 1 for claim in correction)
                    hit = hit | correction
                if len(core) < len(self.members):
                    self._replace(core)
                    self._narrow(oracle)

    def _clash(self, oracle: Claims, those: set[Claim]) -> set[Claim]:
        """Some of those claims that cannot hold together, none if all have a picture."""
        return self._sums.clash(those) or (set() if oracle.picture(those) else set(oracle.core))

    def _grown(self, oracle: Claims, broken: set[Claim]) -> set[Claim]:
        """A minimal part of what a picture breaks that some picture breaks."""
        every = set(claims(self._puzzle))
        for claim in sorted(broken):
            if claim in broken and not self._clash(oracle, every - broken | {claim}):
                broken = broken & oracle.broken
        return broken

    def _verify(self) -> None:
        """Has the members refuted in another way than the one in which they were found."""
        rest = only(self._puzzle, self.members)
        self.chain = refutation(rest, tick=self._clock.tick)
        if self.chain or rest.problems() or self._sums.clash(self.members):
            return
        task = Task(puzzle=rest, configuration=Configuration(DEFAULT), clock=self._clock)
        outcome = Outcome()
        for grid in search(task, outcome):
            raise SolverDisagreement(f"{rest!r} was refuted, but has the picture {grid!r}")
        if outcome.verdict is not Verdict.UNSOLVABLE:
            raise OutOfReach(outcome.stopped or Stopped.FAILURE, outcome.detail)


def _hitting_sets(clock: Clock) -> Cheapest:
    from nonosat.sat.hitting import Cheapest

    return Cheapest(lambda _: 1, tick=clock.tick)
