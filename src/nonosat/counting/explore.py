"""Explores the set of all solutions: backbone, regions, and the diagrams of regions.

A picture at hand, the puzzle's goal, is the first solution, and its cycles (`nonosat.lines.cycles`) are others: most
open cells are known before anything is searched. Then three methods in turn, each on what the previous one left open:

1. Propagation, then splitting into independent regions. If many cells are open, the engine first looks for two
   solutions, since it can search large boards without clauses.
2. Compilation of each region with few frontiers into a diagram of all its solutions, which has the possible colours of
   its cells. A puzzle of a thousand small regions ends here. A region without frontiers, because its lines cross
   cyclically, is listed (`nonosat.counting.enumeration`).
3. For larger regions a solver looks for solutions in which some cell has a colour not seen so far; if there is none,
   all unseen colours are impossible (backbone by "chunking": M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for
   computing backbones of propositional formulae", AI Communications 28, 2015; one chunk, then single colours if that
   is too hard). Excluded colours are propagated, and, for questions that read diagrams, the smaller regions compiled with
   a larger budget.

When time is up, everything known is proved.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from dataclasses import dataclass
from operator import or_
from time import monotonic

from nonosat.counting.diagram import Diagram
from nonosat.counting.enumeration import listed_diagram
from nonosat.counting.frontier import TooManyStates, diagram_of, orderings
from nonosat.counting.regions import Region, split
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.disagreement import checked
from nonosat.model.geometry import pick, put
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.encodings import Candidate, encode
from nonosat.sat.oracle import Oracle
from nonosat.search.options import members
from nonosat.search.outcome import Verdict
from nonosat.search.questions import search_here
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit
from nonosat.support.sentences import number_text

_LISTED = 20_000  # maximum number of solutions of a region whose lines cross cyclically
FEW_STATES = 20_000  # maximum number of frontiers of a region that is compiled before a solver is used
STATES = 1_000_000  # maximum number of frontiers after that
_STATE_BYTES = 300  # approximate bytes per frontier

_FIRST_BUDGET = 2000  # conflicts per question about colours; doubled for each further pass
_WIND_UP_SECONDS = 0.1  # seconds for finishing work once time is up
_FIRST_CONFLICTS = 5000  # conflicts of the search for two solutions, if time is not limited
_MANY = 10_000  # open cells; on larger boards that search gets all conflicts
_SHOW_SECONDS = 0.1  # between two calls of the observer while a solver works
_BITS = [1 << colour for colour in range(256)]
_BYTE_COLOURS = 8  # colours that fit into a mask of one byte
_BYTE_BITS = bytes(_BITS[:_BYTE_COLOURS]).ljust(256, b"\0")
_AT_MOST_ONE = bytes([0, *_BITS[:_BYTE_COLOURS]])
_WITNESSES = 500  # maximum number of solutions kept


@dataclass(slots=True)
class Part:
    """A region, with its diagram if it was compiled."""

    region: Region
    diagram: Diagram | None = None

    def too_large(self) -> OutOfReach:
        """Returns the error for a region without a diagram."""
        cells = len(self.region.cells)
        return OutOfReach(
            Stopped.SIZE,
            f"a region of {number_text(cells, 'open cell')} is too large to know all of its solutions",
        )


def _nothing_seen(cells: int, colours: int) -> MutableSequence[int]:
    """Returns an empty mask for each cell. With few colours the masks are bytes, which are changed and counted all at once."""
    return bytearray(cells) if colours <= _BYTE_COLOURS else [0] * cells


def _see(seen: MutableSequence[int], cells: bytes) -> None:
    """Adds the colours of a solution to the masks."""
    if isinstance(seen, bytearray):
        new = int.from_bytes(cells.translate(_BYTE_BITS), "little")
        seen[:] = (int.from_bytes(seen, "little") | new).to_bytes(len(seen), "little")
    else:
        seen[:] = map(or_, seen, map(_BITS.__getitem__, cells))


class _Unsolvable(Exception):
    """Raised if the puzzle turns out to have no solution."""


class Exploration(Ended):
    """Knowledge about the solutions of a puzzle; filled by `explore`, read-only afterwards."""

    end: End = ALL_KNOWN

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = Board(puzzle)  # candidates not excluded by proof
        # regions of the open cells; None if time ran out before they were known
        self.parts: list[Part] | None = None
        # mask of the colours that each cell has in some solution
        self.seen = _nothing_seen(self.board.cells, len(puzzle.palette))
        self._seen_colours: tuple[bytes, tuple[frozenset[int], ...]] | None = None
        self.witnesses: list[bytes] = []  # solutions from the solver, or the goal
        self.cycles: list[dict[int, int]] = []  # cycles of the first witness: other colours by cell
        self.solvable: bool | None = None  # None if unknown
        # True if line solving settles every cell; None if time ran out first
        self.line_solvable: bool | None = None

    @property
    def compiled(self) -> bool:
        """True if every region has a diagram."""
        return self.parts is not None and all(part.diagram is not None for part in self.parts)

    @property
    def verdict(self) -> Verdict:
        """Verdict from what is known."""
        if self.solvable is None:
            return Verdict.UNKNOWN
        if not self.solvable:
            return Verdict.UNSOLVABLE
        if self.differing:
            return Verdict.MULTIPLE
        return Verdict.UNKNOWN if any(self._open_places()) else Verdict.UNIQUE

    @property
    def open_cells(self) -> int:
        """Number of cells for which several colours are not excluded."""
        return sum(map(int.bit_count, self._open_places()))

    def _open_places(self) -> Iterator[int]:
        return map(self.board.open_in, range(self.puzzle.geometry.counts[0]))

    @property
    def differing(self) -> int:
        """Number of cells that differ between the known solutions."""
        if isinstance(self.seen, bytearray):
            return len(self.seen.translate(None, _AT_MOST_ONE))
        return sum(number for mask, number in Counter(self.seen).items() if mask & (mask - 1))

    def seen_colours(self) -> tuple[frozenset[int], ...]:
        """Returns the colours that each cell has in some solution."""
        seen = bytes(self.seen) if isinstance(self.seen, bytearray) else b""
        if not seen or self._seen_colours is None or self._seen_colours[0] != seen:
            sets = {mask: frozenset(positions(mask)) for mask in set(self.seen)}
            self._seen_colours = seen, tuple(map(sets.__getitem__, self.seen))
        return self._seen_colours[1]

    def separate_cycles(self, region: Region) -> list[dict[int, int]]:
        """Returns cycles of the first solution in a region that have no line in common, the shortest first."""
        inside, taken = set(region.cells), set[int]()
        chosen = []
        for cycle in self.cycles:
            if cycle.keys() <= inside:
                lines = {line for cell in cycle for line, _ in self.board.lines_of(cell)}
                if taken.isdisjoint(lines):
                    taken |= lines
                    chosen.append(cycle)
        return chosen

    def example(self) -> Grid | None:
        """Returns a solution; None if none is known."""
        if not self.solvable or self.parts is None:
            return None
        cells = bytearray(self.witnesses[0] if self.witnesses else self.board.known())
        for part in self.parts:
            if part.diagram is not None:
                for cell, colour in zip(part.region.cells, part.diagram[0], strict=True):
                    cells[cell] = colour
        return checked(self.puzzle, bytes(cells), "the exploration")


def explore(
    puzzle: Puzzle,
    clock: Clock,
    *,
    states: int = STATES,
    conflicts: float = math.inf,
    observer: Callable[[Exploration], None] | None = None,
) -> Exploration:
    """Explores the solutions of a puzzle until everything is known or the time is up.

    Regions with at most `states` frontiers are compiled (`FEW_STATES` is enough for questions that read no diagrams); for the
    others a solver gets about `conflicts` conflicts. The observer sees the exploration when more is known. Raises
    `PuzzleError` for a misstated puzzle.
    """
    puzzle.require_readable(stars=True)
    exploration = Exploration(puzzle)
    if puzzle.contradictions():
        exploration.solvable, exploration.line_solvable, exploration.parts = False, False, []
        return exploration
    explorer, states = _Explorer(exploration, clock), clock.capacity(states, _STATE_BYTES)

    def show() -> None:
        if observer:
            observer(exploration)

    try:
        exploration.line_solvable = False
        explorer.propagate(None)
        open_cells = exploration.board.open_cells()
        exploration.line_solvable = not open_cells
        if open_cells and explorer.take_goal():
            if open_cells < _MANY:  # on large boards cycles take seconds, and the engine finds switches first
                explorer.note_cycles()
                if observer:
                    explorer.split()
            show()
        # The search for two solutions comes first: a limit leaves them in the answer, and most puzzles have only one
        timed = clock.left is not None
        first = conflicts if open_cells >= _MANY or timed else min(conflicts, _FIRST_CONFLICTS)
        if open_cells and conflicts and len(exploration.witnesses) < 2:
            explorer.ask_engine(first)
            if exploration.witnesses:
                if open_cells < _MANY:
                    explorer.note_cycles()  # cheaper than regions; often gives most of the lower bound
                show()
        explorer.divide(min(states, FEW_STATES))
        show()
        if not exploration.compiled and conflicts:
            if first < conflicts and len(exploration.witnesses) < 2:
                explorer.ask_engine(conflicts)
            explorer.note_cycles()
            explorer.search(conflicts, show)
            show()  # compiling can take long
        if not exploration.compiled:
            explorer.divide(states)
        show()
        if exploration.compiled:
            exploration.solvable = True
    except OutOfReach as reason:
        exploration.end = reason.end
        if exploration.parts is None:
            exploration.line_solvable = None
        if not exploration.witnesses:
            explorer.take_goal()
        if reason.stopped is not Stopped.SIZE:
            explorer.wind_up()
    except _Unsolvable:
        exploration.solvable = False
        exploration.parts = []
    return exploration


class _Explorer:
    """The steps of `explore`; each can raise `OutOfReach` or `_Unsolvable`."""

    def __init__(self, exploration: Exploration, clock: Clock) -> None:
        self._all = exploration
        self._board = exploration.board
        self._clock = clock
        # key: cells and colours of a region, maximum number of states
        self._diagrams: dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int], Diagram | None] = {}
        self._shown = 0.0  # monotonic time of the observer's last call
        self._show: Callable[[], None] = lambda: None
        # candidates neither seen in a solution nor refuted, in order
        self._unseen: dict[Candidate, None] = {}

    def propagate(self, lines: Iterable[int] | None) -> None:
        """Propagates to the fixpoint."""
        self._clock.tick()
        if propagate(self._board, lines, tick=self._clock.tick):
            raise _Unsolvable
        colours, seen = self._board.known(), self._all.seen
        for line, cells in enumerate(self._all.puzzle.geometry.families[0]):
            self._clock.tick()
            open_places = self._board.open_in(line)
            if not open_places:
                put(seen, cells, [_BITS[colour] for colour in pick(colours, cells)])
                continue
            for place in positions(~open_places & ((1 << len(cells)) - 1)):
                seen[cells[place]] = _BITS[colours[cells[place]]]

    def take_goal(self) -> bool:
        """Takes the puzzle's goal as a solution; returns False if it has none that fits the clues."""
        goal = self._all.puzzle.goal
        if goal is None or not goal.satisfies(self._all.puzzle):
            return False
        self._witness(goal.cells)
        return True

    def note_cycles(self) -> None:
        """Records the cycles of the first known solution as solutions."""
        if self._all.cycles or not self._all.witnesses:
            return
        first = self._all.witnesses[0]
        for cycle in self._board.cycles(first, tick=self._clock.tick):
            self._all.cycles.append(cycle)
            if any(not self._all.seen[cell] >> colour & 1 for cell, colour in cycle.items()):
                other = bytearray(first)
                for cell, colour in cycle.items():
                    other[cell] = colour
                self._witness(bytes(other))

    def ask_engine(self, conflicts: float) -> None:
        """Asks the whole search for two solutions within half of the time; fixes the board if there is exactly one."""
        limit = None if conflicts == math.inf else int(conflicts)
        search = search_here(
            self._all.puzzle,
            self._clock.part(share=0.5),
            configuration=members()[0],
            conflicts=limit,
            solutions=2,
            excluded=tuple(self._all.witnesses),
        )
        for grid in search:
            self._witness(grid.cells)
        if search.complete and not self._all.witnesses:
            raise _Unsolvable
        if search.complete and len(self._all.witnesses) == 1:
            for cell, colour in enumerate(self._all.witnesses[0]):
                self._board.fix(cell, colour)

    def divide(self, states: int) -> None:
        """Splits the board into regions and compiles them, until nothing new follows."""
        while True:
            self.split()
            lines: set[int] = set()
            for part in self._all.parts or ():
                key = part.region.cells, part.region.colours, states
                if part.diagram is None:
                    if key not in self._diagrams:
                        self._diagrams[key] = self._compiled(part.region, states)
                    part.diagram = self._diagrams[key]
                if part.diagram is not None:
                    lines |= self._learn(part.region, part.diagram)
            if not lines:
                return
            self.propagate(lines)

    def wind_up(self) -> None:
        """After a stop: propagates the latest exclusions and splits regions, if that is quick.

        Otherwise regions stay larger than necessary, but independent.
        """
        self._clock = Clock(Limit(seconds=_WIND_UP_SECONDS))
        if self._all.parts is not None:
            try:
                self.propagate(None)
                self.split()
            except OutOfReach:
                pass
            except _Unsolvable:
                self._all.solvable, self._all.parts = False, []

    def split(self) -> None:
        """Finds the regions of the board; unchanged compiled ones keep their diagrams."""
        kept = {part.region.cells: part for part in self._all.parts or () if part.diagram is not None}
        parts = []
        for region in split(self._board, tick=self._clock.tick):
            old = kept.get(region.cells)
            same = old is not None and old.region.colours == region.colours
            parts.append(old if old is not None and same else Part(region))
        self._all.parts = parts

    def _compiled(self, region: Region, states: int) -> Diagram | None:
        if len(region.segments) == 1:  # its automaton is the diagram
            states = max(states, STATES)
        orders = orderings(region, self._board, tick=self._clock.tick)
        if not orders:
            return listed_diagram(region, self._board, most=_LISTED, tick=self._clock.tick)
        for ordering in orders[:2]:
            try:
                return diagram_of(ordering, states=states, tick=self._clock.tick)
            except TooManyStates:
                continue
        return None

    def _learn(self, region: Region, diagram: Diagram) -> set[int]:
        """Applies the possible colours of a compiled region; returns the changed lines."""
        if not diagram.count:
            raise _Unsolvable
        possible = diagram.colours()
        lines: set[int] = set()
        for cell, colours in zip(region.cells, region.colours, strict=True):
            self._all.seen[cell] = sum(1 << colour for colour in possible[cell])
            for colour in colours:
                if colour not in possible[cell]:
                    lines |= self._exclude(cell, colour)
        return lines

    def _exclude(self, cell: int, colour: int) -> set[int]:
        """Excludes a colour of a cell; returns the cell's lines."""
        lines = set()
        for line, place in self._board.lines_of(cell):
            self._board.unpack()[line][colour] &= ~(1 << place)
            lines.add(line)
        return lines

    # Regions too large to compile ---------------------------------------------------------------------

    def search(self, conflicts: float, show: Callable[[], None] = lambda: None) -> None:
        """Finds impossible colours of regions without a diagram: all of them if conflicts suffice."""
        self._shown, self._show = monotonic(), show
        board = self._board.copy()  # with compiled regions fixed to one of their solutions
        for part in self._all.parts or ():
            if part.diagram is not None:
                for cell, colour in zip(part.region.cells, part.diagram[0], strict=True):
                    self._clock.tick()
                    board.fix(cell, colour)
        cnf = encode(board, tick=self._clock.tick)
        with Oracle(cnf, self._clock) as oracle:
            seen = self._all.seen
            self._unseen = {
                candidate: None
                for candidate in cnf.candidates()
                if not seen[candidate[0]] >> candidate[1] & 1
            }
            if self._all.witnesses:  # other solutions mostly differ little from it
                oracle.prefer(self._all.witnesses[-1])
            self.propagate(self._ask(oracle, conflicts))

    def _answer(
        self, oracle: Oracle, assuming: Iterable[int] = (), *, once: Iterable[int] = (), conflicts: int
    ) -> bool | None:
        """Asks the oracle; records the solution that it finds."""
        answer = oracle.solve(assuming, once=once, conflicts=conflicts)
        if answer:
            self._witness(oracle.picture().cells)
        if monotonic() - self._shown > _SHOW_SECONDS:
            self._show()
            self._shown = monotonic()
        return answer

    def _witness(self, cells: bytes) -> None:
        """Records a solution."""
        checked(self._all.puzzle, cells, "the exploration")
        self._all.solvable = True
        if len(self._all.witnesses) < _WITNESSES:
            self._all.witnesses.append(cells)
        _see(self._all.seen, cells)
        if self._unseen:
            for candidate in enumerate(cells):
                self._unseen.pop(candidate, None)

    def _ask(self, oracle: Oracle, conflicts: float) -> set[int]:
        """Asks until every candidate is seen or refuted, or conflicts run out; returns the changed lines."""
        lines: set[int] = set()

        def refute(candidate: Candidate) -> None:
            del self._unseen[candidate]
            oracle.strike_out(*candidate)
            lines.update(self._exclude(*candidate))

        budget = _FIRST_BUDGET
        answer: bool | None = True
        while answer and self._unseen and oracle.conflicts < conflicts:
            literals = [oracle.literal(*candidate) for candidate in self._unseen]
            answer = self._answer(oracle, once=literals, conflicts=10 * budget)
        if answer is False:
            for candidate in tuple(self._unseen):
                refute(candidate)
        while self._unseen and oracle.conflicts < conflicts:
            for candidate in tuple(self._unseen):
                if oracle.conflicts >= conflicts:
                    break
                if candidate not in self._unseen:
                    continue
                if self._answer(oracle, [oracle.literal(*candidate)], conflicts=budget) is False:
                    refute(candidate)
            budget *= 2
        return lines
