"""The fewest cells to reveal so that a puzzle has exactly one solution.

For a wanted solution: every other solution differs from it in a set of cells, and one of them must be revealed. These
sets are too many to list, so they are found on demand (implicit hitting sets: E. Moreno-Centeno and R. M. Karp,
Operations Research 61, 2013). Take a minimum hitting set of the known ones: if only one solution agrees with it, it
is optimal; otherwise another solution's differing cells are a new set, made minimal first. A minimum hitting set is a
lower bound; extended cell by cell until it suffices, it is an upper bound.

If any solution will do and there are few, each is tried in turn. If there are many, one with a small forcing set is
chosen (`nonosat.repairs.forcing_sets`), and the bound comes from a proof that one, two or three cells suffice for none
of them; with a time limit, that proof continues until the limit.

Regions are independent (`nonosat.counting.regions`): each is repaired alone; costs and bounds add up. Before that, and for all
that a limit leaves of it, `nonosat.repairs.sparing` reveals what lines leave open and spares cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Annotated, Literal

from nonosat.counting.diagram import Diagram
from nonosat.counting.explore import FEW_STATES, STATES, Exploration, explore
from nonosat.counting.regions import fixed_as_in
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.repairs.alternatives import Alternatives, Cell, Solution
from nonosat.repairs.final_check import clock_before_final_check, final_check
from nonosat.repairs.forcing_sets import easily_forced, forced_by_fewest
from nonosat.repairs.means import By
from nonosat.repairs.result import CellChange, Repair
from nonosat.repairs.sparing import spared
from nonosat.sat.maxsat import HittingSets
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import SolverDisagreement, UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Work

Weights = Mapping[tuple[int, int], int]
"""Cost of revealing the cell at (row, column), at least 1; default 1."""

ANY: Literal["any"] = "any"

_LISTED = 300  # maximum number of a region's solutions that are tried one by one
_BEAM, _WIDE_BEAM = 8, 64  # beam widths for regions with more solutions: at first, and if there is time
_TRIED = 2  # size of the cell sets tried for the bound over all solutions, if there is no time limit
_CONFLICT_BUDGET = 100_000  # solver conflicts for the check of the repaired puzzle


@question
def repair_givens(
    puzzle: Puzzle,
    *,
    goal: Grid | Literal["any"] | None = None,
    weights: Weights | None = None,
    filled: Annotated[bool, "Reveal only cells that have ink."] = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Repair[CellChange]:
    """Finds the fewest (with `weights`: the cheapest) givens to add so that a solution is the only one.

    The wanted solution is `goal`, by default the puzzle's goal. Without a goal, or with `ANY`, it is the one that needs
    the fewest. With `filled` only inked cells are revealed, which is not always enough if clues are missing or blotted.
    Takes limits of seconds and memory; a repair found within them suffices and has a bound. Raises `PuzzleError` for a
    misstated puzzle, `UsageError` for a goal that is not a solution.

    >>> found = repair_givens(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> found.cost, found.optimal
    (1, True)
    """
    weight = _weights(puzzle, weights or {})
    if goal is None and puzzle.goal and puzzle.goal.satisfies(puzzle):
        goal = puzzle.goal
    if isinstance(goal, Grid) and not goal.satisfies(puzzle):
        raise UsageError("the goal is not a solution of the puzzle")
    return run_limited(_repair_givens, puzzle, goal, weight, filled, limit=limit_of(limit, seconds, memory))


def _repair_givens(
    puzzle: Puzzle,
    goal: Grid | Literal["any"] | None,
    weight: list[int],
    filled: bool,
    *,
    clock: Clock,
) -> Repair[CellChange]:
    work = Work()
    whole, clock = clock, clock_before_final_check(clock)
    rules = _GivenCosts(weight, filled, not isinstance(goal, Grid), clock)
    wanted = goal if isinstance(goal, Grid) else None
    enough = _enough(Board(puzzle), wanted.cells, rules, clock) if wanted else None
    # diagrams of larger regions are read only if any solution will do
    exploration = explore(puzzle, clock, states=FEW_STATES if wanted else STATES)
    if not wanted and (wanted := _solution(exploration)):
        enough = _enough(exploration.board, wanted.cells, rules, whole)
    work.stop(exploration.end)
    regions: list[_Region] = []
    repair = Repair[CellChange](by=By.GIVENS, verdict=exploration.verdict)
    if wanted:
        regions = _regions(exploration, wanted.cells, enough, rules)
        work.attempt(_repair_regions, regions, clock)
        repair = _together(puzzle, wanted, regions, whole)
    hopeless = not wanted or any(region.hopeless for region in regions)
    complete = work.stopped is None and (repair.optimal or (not repair.found and hopeless))
    return replace(repair, complete=complete, **work.fields())


def _solution(exploration: Exploration) -> Grid | None:
    """Returns a known solution."""
    if exploration.parts is None and exploration.witnesses:
        return Grid._of(exploration.puzzle, exploration.witnesses[0])
    return exploration.example()


def _enough(board: Board, wanted: bytes, rules: _GivenCosts, clock: Clock) -> set[Cell] | None:
    """Returns cells that may be revealed and from which lines settle the board; None if there are none."""
    with suppress(OutOfReach):
        propagate(board, tick=clock.tick)
    allowed = [cell for cell in _open(board) if rules.allow(wanted[cell])]
    # cheap ones first; of these ink, from which lines say more
    allowed.sort(key=lambda cell: (rules.weight[cell], wanted[cell] == BACKGROUND))
    enough = spared(board, wanted, allowed, clock.tick)
    return None if enough is None else {*enough}


def _regions(
    exploration: Exploration, wanted: bytes, enough: set[Cell] | None, rules: _GivenCosts
) -> list[_Region]:
    """Returns the regions, or all open cells as one if a limit came before they were known."""
    parts: list[tuple[Sequence[Cell], Diagram | None]]
    if exploration.parts is None:
        parts = [([*_open(exploration.board)], None)]
    else:
        parts = [(part.region.cells, part.diagram) for part in exploration.parts]
    return [_Region(cells, diagram, exploration, wanted, enough, rules) for cells, diagram in parts if cells]


def _open(board: Board) -> Iterator[Cell]:
    return (cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1)


def _repair_regions(regions: list[_Region], clock: Clock) -> None:
    """Finds the cells to reveal in each region and proves bounds; continues until the time limit, if there is one."""
    for step in (_Region.suffice, _Region.prove, _Region.extend_proof)[: 2 if clock.deadline is None else 3]:
        for region in regions:
            if not region.optimal:
                step(region)


def _weights(puzzle: Puzzle, weights: Weights) -> list[int]:
    """Returns the cost of each cell; raises `UsageError` for invalid weights."""
    costs = [1] * puzzle.geometry.cell_count
    for (row, column), weight in weights.items():
        if not (0 <= row < puzzle.height and 0 <= column < puzzle.row_lengths[row]):
            raise UsageError(f"{puzzle.cell_name(row, column)} is not a cell of the puzzle")
        if type(weight) is not int or weight < 1:
            raise UsageError(f"a weight must be a whole number of at least 1, not {weight!r}")
        costs[puzzle.cell(row, column)] = weight
    return costs


def _together(puzzle: Puzzle, wanted: Grid, parts: list[_Region], clock: Clock) -> Repair[CellChange]:
    """Combines the repairs of all regions and verifies the result."""
    bound = sum(part.bound for part in parts)
    chosen: dict[Cell, int] = {}
    cells = bytearray(wanted.cells)
    for part in parts:
        if part.chosen is None:
            return Repair(by=By.GIVENS, verdict=Verdict.MULTIPLE, bound=bound)
        chosen.update(part.chosen)
        for cell, colour in part.forced.items():
            cells[cell] = colour
    changes = tuple(CellChange(*puzzle.coordinates[cell], colour) for cell, colour in sorted(chosen.items()))
    givens = (*puzzle.givens, *(Given(change.row, change.column, change.colour) for change in changes))
    repaired, grid = puzzle.replace(givens=givens), Grid._of(puzzle, bytes(cells))
    outcome = final_check(repaired, grid, clock, conflicts=_CONFLICT_BUDGET)
    if outcome.verdict is Verdict.MULTIPLE:
        raise SolverDisagreement(f"{repaired!r} is said to have one solution")
    return Repair(
        by=By.GIVENS,
        repaired=repaired,
        changes=changes,
        grid=grid,
        verdict=outcome.verdict,
        line_solvable=outcome.line_solvable,
        cost=sum(part.cost for part in parts),
        bound=bound,
    )


@dataclass(frozen=True, slots=True)
class _GivenCosts:
    """Cells that may be revealed, and their costs."""

    weight: list[int]  # cost of each cell of the puzzle
    filled: bool  # True if only inked cells may be revealed
    free: bool  # True if any solution will do
    clock: Clock

    def cost(self, cells: Iterable[Cell]) -> int:
        return sum(self.weight[cell] for cell in cells)

    def allow(self, colour: int) -> bool:
        return colour != BACKGROUND or not self.filled


class _Region:
    """The best known repair of one region, and a lower bound; mutable."""

    def __init__(
        self,
        cells: Sequence[Cell],
        diagram: Diagram | None,
        exploration: Exploration,
        wanted: bytes,
        enough: Collection[Cell] | None,
        rules: _GivenCosts,
    ) -> None:
        """`enough` has cells of all regions that suffice to force the solution `wanted`."""
        differs = any(seen & (seen - 1) for seen in map(exploration.seen.__getitem__, cells))
        self.bound = min(rules.weight[cell] for cell in cells) if differs else 0
        self._diagram, self._exploration, self._rules = diagram, exploration, rules
        self._few = self._diagram is not None and self._diagram.count <= _LISTED
        self._everywhere = wanted
        self._wanted: Solution = {cell: wanted[cell] for cell in cells}
        # cells to reveal; None while no sufficient set is known
        self.chosen: Solution | None = (
            None if enough is None else {cell: wanted[cell] for cell in cells if cell in enough}
        )
        self.forced: Solution = self._wanted  # the solution that the chosen cells force
        self._tried = 0  # proved: no solution has a forcing set of this many cells or fewer
        self._tries = forced_by_fewest(diagram, allow=rules.allow, tick=rules.clock.tick) if diagram else None

    @cached_property
    def _board(self) -> Board:
        """The board with all other regions fixed to one of their solutions."""
        parts = self._exploration.parts or ()
        elsewhere = [cell for part in parts for cell in part.region.cells if cell not in self._wanted]
        return fixed_as_in(self._everywhere, self._exploration.board, elsewhere, self._rules.clock.tick)

    @property
    def hopeless(self) -> bool:
        """True if no allowed set of cells suffices (valid once the proof is complete)."""
        return self.chosen is None and (self._few or not self._rules.free)

    @property
    def optimal(self) -> bool:
        """True if it is proved that nothing cheaper suffices."""
        return self.chosen is not None and self.cost <= self.bound

    @property
    def cost(self) -> int:
        """Total cost of the chosen cells."""
        return self._rules.cost(self.chosen or ())

    def suffice(self) -> None:
        """Finds a sufficient set of cells."""
        beam = self._diagram if self._rules.free else None
        if beam is None or not self._few:  # one solution first: the beam search takes longer
            self._improve(self._wanted, 1)
        if beam is not None and not self.optimal:
            self._wanted = self._easily_forced(beam, 1)
            self._improve(self._wanted, 1)

    def prove(self) -> None:
        """Finds the fewest and proves it, trying cell sets of at most `_TRIED` cells."""
        diagram, rules = self._diagram, self._rules
        if not rules.free or diagram is None:
            self._improve(self._wanted)
            return
        if not self._few:
            self._improve(self._wanted)
            self._improve(self._easily_forced(diagram, _BEAM))
            self._raise(_TRIED)
            return
        for solution in diagram:
            if self.optimal:
                return
            self._improve(dict(zip(diagram.cells, solution, strict=True)))
        self.bound = self.cost

    def extend_proof(self) -> None:
        """Continues an open proof without bounds on the work."""
        if self._rules.free and self._diagram is not None and not self._few:
            self._improve(self._easily_forced(self._diagram, _WIDE_BEAM))
            self._raise(None)

    def _raise(self, most: int | None) -> None:
        """Raises the bound by proving that 1, 2, up to `most` cells suffice for no solution."""
        weights = sorted(self._rules.weight[cell] for cell in self._wanted)
        most = len(self._wanted) if most is None else most
        while (self.chosen is None or self.cost > self.bound) and self._tried < most:
            assert self._tries
            if solution := next(self._tries, None):
                self._improve(solution)
                return
            self._tried += 1
            self.bound = max(self.bound, sum(weights[: self._tried + 1]))

    def _easily_forced(self, diagram: Diagram, width: int) -> Solution:
        return easily_forced(diagram, width=width, allow=self._rules.allow, tick=self._rules.clock.tick)

    def _improve(self, wanted: Solution, rounds: int | None = None) -> None:
        """Improves the repair for one wanted solution, for `rounds` rounds or until it is optimal."""
        with self._alternatives(wanted) as alternatives:
            for bound, chosen in islice(self._rounds(alternatives, wanted), rounds):
                if chosen is not None and (self.chosen is None or self._rules.cost(chosen) < self.cost):
                    self.chosen, self.forced = {cell: wanted[cell] for cell in chosen}, wanted
                if not self._rules.free:
                    self.bound = max(self.bound, bound)
                if self.chosen is not None and bound >= self.cost:
                    return

    def _rounds(
        self, alternatives: Alternatives | _Listed, wanted: Solution
    ) -> Iterator[tuple[int, set[Cell] | None]]:
        """Yields (lower bound, sufficient cells) until they meet.

        Ends with cells None if two solutions differ only in cells that must not be revealed.
        """
        weight = self._rules.weight
        allowed = {cell for cell, colour in wanted.items() if self._rules.allow(colour)}
        tally: Counter[Cell] = Counter()
        with HittingSets[Cell](self._rules.clock, cost=weight.__getitem__) as sets:
            while True:
                chosen = sets.cheapest()
                bound, optimal = sets.bound, True
                while differing := alternatives.near(chosen):
                    optimal = False
                    options = sorted(allowed.intersection(differing))
                    if not options:
                        yield bound, None
                        return
                    sets.add_set(options)
                    tally.update(options)
                    chosen.add(max(options, key=lambda cell: tally[cell] / weight[cell]))
                for cell in () if optimal else sorted(chosen, key=weight.__getitem__, reverse=True):
                    if not alternatives.differing(chosen - {cell}):
                        chosen.remove(cell)
                yield bound, chosen
                if optimal:
                    return

    def _alternatives(self, wanted: Solution) -> AbstractContextManager[Alternatives | _Listed]:
        if self._diagram is not None and self._few:
            return nullcontext(_Listed(self._diagram, wanted, self._rules.clock))
        return Alternatives(self._board, wanted, self._rules.clock)


class _Listed:
    """`Alternatives` from a list of all solutions."""

    def __init__(self, diagram: Diagram, wanted: Solution, clock: Clock) -> None:
        self._clock = clock
        sets = (
            {
                cell: colour
                for cell, colour in zip(diagram.cells, other, strict=True)
                if colour != wanted[cell]
            }
            for other in diagram
        )
        self._sets = sorted(filter(None, sets), key=len)

    def differing(self, agree: set[Cell]) -> Solution:
        self._clock.tick()
        return next((alternative for alternative in self._sets if agree.isdisjoint(alternative)), {})

    near = differing  # the sets are sorted by size, so the first one found is minimal
