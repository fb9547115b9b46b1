"""The cheapest cells of a picture to repaint so that its clues are unique, or line-solvable.

By default each cell costs 1, so the fewest cells change. Weights protect the cells that carry the picture's look
(`nonosat.repairs.look`).

A flaw of a picture is a set of cells, and one of them must change (`nonosat.repairs.flaws`). Two searches share the best
repair and the flaws they find.

1. **Annealing** (`nonosat.repairs.mending`): thousands of pictures a second, each judged by the cells that lines leave
   open or by the known swaps that survive. For both goals by lines; for one solution changes are spared in turn.
   Attempts follow each other, each with its own seed, until runs or time are used up. Their order does not depend
   on the time.
2. **From below** (implicit hitting sets: E. Moreno-Centeno and R. M. Karp, Operations Research 61, 2013). A solver
   has a clause per known flaw and finds a picture with the fewest changes, which is a lower bound. Either the picture
   is good, or it has flaws, and these exclude all pictures that share them. It begins with the cycles of the picture
   (`nonosat.lines.cycles`). Complete, given enough time; it ends when bound and repair meet.

The work is bounded by steps and by the number of pictures examined, so it is the same on every machine; a time limit can end
it sooner, with the best repair and bound by then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NamedTuple

from nonosat.lines.board import Board
from nonosat.lines.cycles import MOST as MOST_CYCLES
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.json_types import Each, Whole
from nonosat.records.shared_types import CELL
from nonosat.repairs.final_check import clock_before_final_check, final_check
from nonosat.repairs.flaws import Flaw, stalls, swap_flaw, swaps, swaps_between
from nonosat.repairs.look import look_weights, mirror_images
from nonosat.repairs.means import By
from nonosat.repairs.mending import Attempt, PictureTask
from nonosat.repairs.result import CellChange, Repair
from nonosat.repairs.untried_pictures import UntriedPictures
from nonosat.support.arguments import is_whole, question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Result, Work

# cells examined by the search from below, counted per flaw and picture: 62,500 flaws of 4x4 or 625 of 40x40
WORK = 1_000_000
CONFLICT_BUDGET = 5000  # solver conflicts per picture, after which its uniqueness stays unknown
_FIRST_CONFLICT_BUDGET = 100_000  # the same for the original picture

RUNS = 96  # maximum number of annealing runs: about 25 s for 20x20 cells
_ANNEALING_SHARE = 0.65  # of the time, for the first attempt of annealing
_SPARING_SHARE = 0.4  # of the time left if that attempt ended early, for sparing changes
_ASCENDING_SHARE = 0.5  # least share of the time after the first attempt, for the search from below
_SMALL = 64  # cells; smaller pictures are searched from below first
_MOST_MET = 500  # maximum number of flaws kept from annealing
MAX_WEIGHT = 100  # per cell: proofs of bounds grow with the sum of all weights
MOST_REPAIRS = 24  # maximum number of repairs to choose from
_COMPARED = 4  # candidates per choice, ordered by their edges


class Repainting(NamedTuple):
    """What a repair may repaint, at which cost, and how long it is searched for."""

    line_solvable: bool = False
    protect: Collection[tuple[int, int]] = ()
    weights: Mapping[tuple[int, int], int] | None = None
    keep_look: bool = False
    add_only: bool = False
    choices: int = 1
    symmetry: bool = False  # True: keeps the picture's symmetry
    runs: int = RUNS
    work: int = WORK


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class PixelProgress(Result):
    """Progress: pictures examined, fewest changes found, lower bound."""

    pictures: int
    cost: int | None
    bound: int
    changes: tuple[CellChange, ...] = ()
    """The best repair so far."""


@question
def repair_pixels(
    puzzle: Grid | Puzzle,
    *,
    line_solvable: Annotated[bool, "Lines alone must settle the new picture."] = False,
    protect: Annotated[
        Collection[tuple[int, int]], Each(CELL, 250_000), "Cells that keep their colour."
    ] = (),
    keep_look: Annotated[
        bool, "Prefer ink beside ink to dots and gaps, and keep the picture's own symmetry."
    ] = False,
    symmetry: Annotated[
        Literal["auto", "none"],
        "With `keep_look`: `auto` repaints a cell with its image if at most 2 % of the cells break a symmetry; `none` does not.",
    ] = "auto",
    add_only: Annotated[bool, "Only paint background cells; ink stays."] = False,
    choices: Annotated[int, Whole(1, MOST_REPAIRS), "How many different repairs to find."] = 1,
    weights: Mapping[tuple[int, int], int] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[PixelProgress], None] | None = None,
) -> Repair[CellChange]:
    """Repaints the fewest cells of the goal so that its clues have exactly one solution.

    With `line_solvable`, makes line solving suffice. Cells to `protect`, each (row, column), and givens keep their
    colour. `weights` are the costs of repainting single cells, 1 to 100, by default 1; `keep_look` has those of
    `look_weights` by default, for rectangles, and keeps a symmetry of the picture, to which the bound then refers. With
    either, the sum of the costs is least instead of their number.
    With several `choices`, `alternatives` has further repairs, the cheapest first; none makes all changes of another.
    Equally cheap ones are sorted: changes at the edges of the drawing come first. Geometry, palette and metadata stay;
    a line without a clue gets none, and blotted blocks stay blotted, counted from the start of the line. Takes limits
    of seconds and memory; `observer` gets progress. Raises `UsageError` for a puzzle without a goal, a goal that
    contradicts the givens, or a cell outside of the grid; `PuzzleError` if size, palette, givens or goal have
    `problems`.

    >>> found = repair_pixels(Grid(["#.", ".#"]))
    >>> print(found.grid)
    #.
    ..
    >>> found.cost, found.optimal
    (1, True)
    """
    return run_limited(
        _repair_pixels,
        puzzle,
        Repainting(
            line_solvable,
            tuple(protect),
            weights,
            keep_look,
            add_only,
            choices,
            keep_look and symmetry == "auto",
        ),
        limit=limit_of(limit, seconds, memory),
        observer=observer,
    )


def _repair_pixels(*arguments: Any, **options: Any) -> Repair[CellChange]:
    return repaired_with_flaws(*arguments, **options)[0]


class Flaws(NamedTuple):
    """Proof of a repair's bound: every cheaper picture has one of these flaws."""

    drawn: Puzzle
    """The puzzle of the original picture, which is its goal."""
    free: tuple[int, ...]
    """Cells that may be repainted."""
    found: tuple[tuple[bytes, Flaw], ...]
    """(picture, flaw of it) pairs; the pictures differ in free cells only."""
    weights: tuple[int, ...]
    """Cost of repainting each cell, free or not."""


def repaired_with_flaws(
    puzzle: Grid | Puzzle,
    repainting: Repainting,
    *,
    clock: Clock,
    observer: Callable[[PixelProgress], None] | None = None,
) -> tuple[Repair[CellChange], Flaws]:
    """`repair_pixels` within a clock, with the proof of its bound."""
    work = Work()
    search = _PixelSearch(puzzle, repainting, clock_before_final_check(clock), observer)
    work.attempt(search.run)
    return _repair_of(search, work, clock), search.evidence


def _repair_of(search: _PixelSearch, work: Work, clock: Clock) -> Repair[CellChange]:
    """Returns the verified result of a search."""
    if search.best is None:
        return Repair(
            by=By.PIXELS,
            bound=search.bound,
            complete=search.hopeless,
            **work.fields(),
        )
    repairs = []
    for cells in search.chosen():
        repaired = search.puzzle_of(cells)
        assert repaired.goal
        outcome = final_check(repaired, repaired.goal, clock)
        repairs.append(
            Repair(
                by=By.PIXELS,
                repaired=repaired,
                changes=search.changes(cells),
                grid=repaired.goal,
                verdict=outcome.verdict,
                line_solvable=outcome.line_solvable,
                cost=search.cost(cells),
                bound=search.bound,
                complete=search.cost(cells) <= search.bound,
                **work.fields(),
            )
        )
    return replace(repairs[0], alternatives=tuple(repairs[1:]))


class _PixelSearch:
    """The state of one search: the picture, its free cells, known flaws; mutable."""

    def __init__(
        self,
        puzzle: Grid | Puzzle,
        repainting: Repainting,
        clock: Clock,
        observer: Callable[[PixelProgress], None] | None,
    ) -> None:
        puzzle = puzzle.puzzle(goal=puzzle) if isinstance(puzzle, Grid) else puzzle
        goal = puzzle.goal
        if goal is None:
            raise UsageError("the puzzle has no goal to repaint")
        fits = goal.fits(puzzle.geometry)
        drawn = goal.puzzle_like(puzzle) if fits else puzzle  # ignores the given clues, right or wrong
        drawn.require_readable()
        if not goal.satisfies(drawn):
            raise UsageError("the goal contradicts the givens of the puzzle")
        weights = repainting.weights or {}
        for cell in (*repainting.protect, *weights):
            if not (isinstance(cell, tuple | list) and len(cell) == 2 and all(map(is_whole, cell))):
                raise UsageError(f"a cell is (row, column), such as (0, 1), got {cell!r}")
            row, column = cell
            if not (0 <= row < puzzle.height and 0 <= column < puzzle.row_lengths[row]):
                raise UsageError(f"{puzzle.geometry.cell_name(row, column)} is not a cell of the grid")
        for weight in weights.values():
            if not 1 <= weight <= MAX_WEIGHT:
                raise UsageError(f"weights must be 1 to {MAX_WEIGHT}, got {weight}")
        self._puzzle, self._drawn = puzzle, drawn
        self._frame = Board(drawn)  # board used for its lines only
        self._repainting, self._lines_only = repainting, repainting.line_solvable
        self._start = goal.cells
        kept = {puzzle.cell(row, column) for row, column in repainting.protect}
        kept |= {puzzle.cell(row, column) for row, column, _ in puzzle.givens}
        if repainting.add_only:
            kept |= {cell for cell, colour in enumerate(self._start) if colour}
        self._weights = look_weights(goal, puzzle) if repainting.keep_look else [1] * len(self._start)
        for (row, column), weight in weights.items():
            self._weights[puzzle.cell(row, column)] = weight
        self._images = mirror_images(goal) if repainting.symmetry else []
        kept |= {cell for cell, image in enumerate(self._images) if image in kept}
        self._free = [cell for cell in range(len(self._start)) if cell not in kept]
        self._clock, self._observer = clock, observer
        self._looked = 0
        self._open: dict[bytes, int] = {}
        self._known: dict[bytes, list[Flaw] | None] = {}
        self._met: list[tuple[bytes, Flaw]] = []  # flaws found as by-products
        self._runs = self._attempts = 0  # annealing runs and attempts so far
        self.best: bytes | None = None
        self._repairs: list[bytes] = []
        self.bound = 0
        self.hopeless = False  # True if it is proved that no repair exists

    def puzzle_of(self, cells: bytes) -> Puzzle:
        """Returns the puzzle of a picture."""
        return Grid._of(self._puzzle, cells).puzzle_like(self._puzzle)

    def changed(self, cells: bytes) -> list[int]:
        """Returns the cells in which a picture differs from the original."""
        return [cell for cell, (a, b) in enumerate(zip(self._start, cells, strict=True)) if a != b]

    def cost(self, cells: bytes) -> int:
        """Returns the sum of the weights of the changed cells."""
        return sum(self._weights[cell] for cell in self.changed(cells))

    def changes(self, cells: bytes | None) -> tuple[CellChange, ...]:
        """Returns the changes of a repair; none for None."""
        places = self._puzzle.coordinates
        return tuple(CellChange(*places[cell], cells[cell]) for cell in self.changed(cells)) if cells else ()

    def chosen(self) -> list[bytes]:
        """Returns the wanted repairs, the cheapest first; equally cheap ones at edges of the drawing come first."""
        ranked = sorted(self._repairs, key=lambda cells: (self.cost(cells), self._inside(cells)))
        chosen = list[bytes]()
        for cells in ranked:
            if not any(self._includes(cells, other) for other in chosen):
                chosen.append(cells)
        return chosen[: self._repainting.choices]

    def _inside(self, cells: bytes) -> int:
        """Returns the number of changed cells beside which no cell of the original has the new colour."""
        return sum(
            all(self._start[beside] != cells[cell] for beside in self._beside(cell))
            for cell in self.changed(cells)
        )

    def _beside(self, cell: int) -> Iterator[int]:
        """Yields the neighbours of a cell on its lines."""
        for line, place in self._frame.lines_of(cell):
            line_cells = self._frame.lines[line]
            for at in (place - 1, place + 1):
                if 0 <= at < len(line_cells):
                    yield line_cells[at]

    def _includes(self, cells: bytes, other: bytes) -> bool:
        """Returns True if a repair makes all changes of another."""
        return all(cells[cell] == other[cell] for cell in self.changed(other))

    @property
    def evidence(self) -> Flaws:
        """All flaws found."""
        pairs = (*self._met, *((cells, flaw) for cells, flaws in self._known.items() for flaw in flaws or ()))
        return Flaws(self._drawn, tuple(self._free), pairs, tuple(self._weights))

    def run(self) -> None:
        """Runs both searches; raises `OutOfReach`."""
        if self._left_open(self._start):
            self._meet_cycles()
            self.bound = int(bool(self._met))  # known even if the puzzle is too large for a solver
        if self._is_good(self._start):
            self._take(self._start)
            return
        self.bound = max(self.bound, int(bool(self._flaws(self._start))))
        clock = self._clock
        if len(self._start) > _SMALL:
            annealing = clock.part(share=_ANNEALING_SHARE)
            self._anneal(1, annealing)
            clock = clock.part(share=self._ascending_share(annealing))
        is_cut = self._ascend(clock)
        if not (self.hopeless or self._is_optimal()):
            self._anneal(self._repainting.runs, self._clock)
        if is_cut:
            self._ascend(self._clock)

    def _ascending_share(self, annealing: Clock) -> float:
        """Returns the share of the remaining time that the search from below gets: at least all that annealing must not use."""
        left, unused = self._clock.left, annealing.left
        return 1 if not left or unused is None else max(_ASCENDING_SHARE, 1 - unused / left)

    # Annealing --------------------------------------------------------------------------------------

    def _meet_cycles(self) -> None:
        """Records the cycles of the picture as flaws."""
        for swap in self._board(self._start).cycles(self._start, tick=self._clock.tick):
            self._met.append((self._start, swap_flaw(self._frame, self._start, swap)))

    def _anneal(self, attempts: int, clock: Clock) -> None:
        """Repaints by annealing in up to `attempts` attempts; ends earlier if runs or time are used up, or bound and repair meet.

        The order and seeds of the runs do not depend on the time, so more time never finds less.
        """
        free = set(self._free)
        costs = [self._weights[cell] if cell in free else 0 for cell in range(len(self._start))]
        task = PictureTask(self._drawn, self._start, costs, not self._lines_only, self._images)
        self._observe()
        with suppress(OutOfReach):
            for _ in range(attempts):
                if self._is_annealed():
                    break
                attempt = Attempt(task, self._attempts)
                self._attempts += 1
                try:
                    self._do_runs(attempt, clock)
                except OutOfReach:
                    attempt.ends = True
                    self._do_runs(attempt, self._clock.part(share=0 if self._lines_only else _SPARING_SHARE))
                    raise
        self._clock.tick()

    def _do_runs(self, attempt: Attempt, clock: Clock) -> None:
        """Does all runs of an attempt; raises `OutOfReach`."""
        looked = self._looked
        while not self._is_annealed():
            mending = attempt.run([flaw.swap for _, flaw in self._met if flaw.swap], clock)
            if mending is None:
                return
            self._runs += 1
            if mending.best is not None:
                self._take(mending.best)
            self._meet(mending.met)
            self._looked = looked + attempt.steps
            self._observe()

    def _is_annealed(self) -> bool:
        return self._runs >= self._repainting.runs or self._is_optimal()

    def _is_optimal(self) -> bool:
        return self.best is not None and self.cost(self.best) <= self.bound

    def _meet(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        """Records the swaps between pictures and other solutions of their clues."""
        for cells, other in pairs:
            for swap in swaps_between(self._frame, cells, other):
                if len(self._met) < _MOST_MET + MOST_CYCLES:
                    self._met.append((cells, swap_flaw(self._frame, cells, swap)))

    # Knowledge about a picture ----------------------------------------------------------------------

    def _board(self, cells: bytes) -> Board:
        """Returns the board of a picture's clues at its fixpoint."""
        self._clock.tick()
        self._looked += 1
        if self._looked % 20 == 0:
            self._observe()
        board = Board(self.puzzle_of(cells))
        propagate(board, tick=self._clock.tick)
        self._open[cells] = board.open_cells()
        return board

    def _observe(self) -> None:
        if self._observer:
            cost = None if self.best is None else self.cost(self.best)
            self._observer(PixelProgress(self._looked, cost, self.bound, self.changes(self.best)))

    def _left_open(self, cells: bytes) -> int:
        """Returns the number of cells that lines leave open."""
        if cells not in self._open:
            self._board(cells)
        return self._open[cells]

    def _flaws(self, cells: bytes) -> list[Flaw] | None:
        """Returns flaws of a picture: empty if it is good, None if that is undecided."""
        if self._open.get(cells) == 0:
            return []
        if cells not in self._known:
            board = self._board(cells)
            budget = CONFLICT_BUDGET if cells != self._start else _FIRST_CONFLICT_BUDGET
            flaws = swaps(board, cells, self._clock, budget)
            self._known[cells] = flaws or stalls(board, self._clock) if self._lines_only else flaws
        return self._known[cells]

    def _is_good(self, cells: bytes) -> bool:
        """Returns True if a picture is known to be good."""
        return not self._left_open(cells) or (not self._lines_only and self._flaws(cells) == [])

    def _take(self, cells: bytes) -> None:
        """Records a good picture, and updates the best one."""
        if cells not in self._repairs:
            self._repairs.append(cells)
        if self.best is None or self.cost(cells) < self.cost(self.best):
            self.best = cells

    # From below ---------------------------------------------------------------------------------------

    def _ascend(self, clock: Clock) -> bool:
        """Raises the bound until it meets the best repair, then finds further repairs; stops when work or time is used up.

        Returns True if the time of this part ran out.
        """
        with UntriedPictures(
            self._start, self._frame.colours, self._free, self._weights, clock, self._images
        ) as untried:
            try:
                self._refuse_flaws(untried)
            except OutOfReach:
                self._clock.tick()
                return True
        return False

    def _refuse_flaws(self, untried: UntriedPictures) -> None:
        work, proved = self._repainting.work, 0
        for cells, flaw in self.evidence.found:
            untried.refuse(cells, flaw)
        while not self._is_done(proved):
            try:
                candidate = untried.cheapest()
            finally:
                if not proved:
                    self.bound = max(self.bound, untried.bound)
            if candidate is None:
                self.hopeless = self.best is None
                return
            if self._is_done(proved):
                return
            flaws = self._flaws(candidate)
            work -= len(candidate) * max(1, len(flaws or ()))
            if flaws == []:
                self._take(candidate)
                untried.skip(candidate)
                proved += 1
            elif not flaws or work < 0:
                return
            for flaw in flaws:
                untried.refuse(candidate, flaw)

    def _is_done(self, proved: int) -> bool:
        """Returns True once `choices` repairs are proved optimal in turn."""
        wanted = self._repainting.choices
        if self.best is None or self.bound < self.cost(self.best):
            return False
        dearest = self.cost(self._repairs[-1])
        enough = _COMPARED * wanted if dearest == self.bound else wanted
        return wanted == 1 or proved >= enough
