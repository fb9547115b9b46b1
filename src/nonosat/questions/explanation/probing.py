"""Probes: suppose a colour of a cell, and propagate.

If a line has no filling left, the cell does not have the colour. Consequences of every colour of a cell hold. A probe can
contain others: what an inner probe refutes is known in the outer one.

A probe is checkable evidence: a derivation, a sequence of lines to settle, with only the lines that the conclusion needs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Result
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import open_positions
from nonosat.solving.lines.propagate import Contradiction, Deduction, propagate

Removal = tuple[int, int]  # (cell, colour that it cannot have)


@dataclass(frozen=True, slots=True, repr=False)
class Probe(Result):
    """A supposed colour of a cell, and its consequences in order."""

    cell: int
    colour: int
    derivation: tuple[int | Probe, ...]
    """A number is a line to settle; an inner probe is refuted and excludes its colour."""
    refuted: bool
    """True if the last line of the derivation has no filling left."""

    @property
    def depth(self) -> int:
        """Depth of nested suppositions."""
        return 1 + max((link.depth for link in self.derivation if isinstance(link, Probe)), default=0)

    def lines(self) -> Iterator[int]:
        """Yields all settled lines, also of inner probes."""
        for link in self.derivation:
            if isinstance(link, Probe):
                yield from link.lines()
            else:
                yield link


@dataclass(slots=True)
class Effort:
    """Remaining budget of suppositions inside of probes."""

    left: int
    tick: Callable[[], None]
    """Called per supposition; can raise."""

    def spend(self) -> None:
        """Uses up one supposition; raises `OutOfEffort` if none is left."""
        self.tick()
        if not self.left:
            raise OutOfEffort
        self.left -= 1


class OutOfEffort(Exception):
    """Raised when no effort is left."""


@dataclass(frozen=True, slots=True)
class Link:
    """A step of a derivation: the lines that it reads, and those that it narrows."""

    what: int
    reads: frozenset[int]
    writes: frozenset[int]


def led_to(lines: Iterable[int], links: Collection[Link]) -> tuple[int, ...]:
    """Returns the numbers of the links on which the final knowledge of some lines rests.

    Backwards: a link counts if it narrowed a line that matters; the lines that it read then matter, too.
    """
    matter = set(lines)
    kept = []
    for number, link in reversed(list(enumerate(links))):
        if link.writes & matter:
            kept.append(number)
            matter |= link.reads
    return tuple(reversed(kept))


def through(board: Board, cell: int) -> frozenset[int]:
    """Returns the lines of a cell."""
    return frozenset(line for line, _ in board.lines_of(cell))


def exclude(board: Board, cell: int, colour: int) -> frozenset[int]:
    """Excludes a colour of a cell; returns the cell's lines."""
    for line, place in board.lines_of(cell):
        board.candidates[line][colour] &= ~(1 << place)
    return through(board, cell)


def open_colours(board: Board, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[int, int]]:
    """Yields each candidate of each open cell, as the board has them when their row is reached.

    `tick` is called per row and can raise.
    """
    for line, cells in enumerate(board.puzzle.geometry.families[0]):
        tick()
        masks = tuple(board.candidates[line])
        for place in positions(open_positions(masks)):
            for colour, mask in enumerate(masks):
                if mask >> place & 1:
                    yield cells[place], colour


def candidates_of(board: Board) -> int:
    """Returns the number of candidates of all cells together."""
    rows = len(board.puzzle.families[0])
    return sum(mask.bit_count() for masks in board.candidates[:rows] for mask in masks)


class Supposition:
    """A copy of a board with a supposed colour of a cell, and the deductions made on it."""

    def __init__(self, board: Board, cell: int, colour: int) -> None:
        self.cell, self.colour = cell, colour
        self.board = board.copy()
        self._seen: list[Deduction] = []
        self._touched = self.board.fix(cell, colour)

    def contradicts(self) -> bool:
        """Settles lines to the fixpoint; returns whether one has no filling left."""

        def observe(event: Deduction | Contradiction) -> None:
            if isinstance(event, Deduction):
                self._seen.append(event)

        return propagate(self.board, self._touched, observer=observe) is not None

    def derivation(self, lines: Iterable[int]) -> tuple[int, ...]:
        """Returns the derivation of the knowledge about some lines."""
        links = list(map(self._link, self._seen))
        return tuple(links[number].what for number in led_to(lines, links))

    def _link(self, seen: Deduction) -> Link:
        changed = 0
        for removed in seen.removed:
            changed |= removed
        cells = self.board.lines[seen.line]
        writes = frozenset().union(*(through(self.board, cells[place]) for place in positions(changed)))
        return Link(seen.line, frozenset([seen.line]), writes)


def agreed(board: Board, cell: int) -> tuple[list[Removal], tuple[Probe, ...]] | None:
    """Returns removals that every colour of a cell leads to, and a probe per colour that leads to all of them.

    None if there are none, or a colour is refuted.
    """
    suppositions = [Supposition(board, cell, colour) for colour in board.colours_of(cell)]
    if any(supposition.contradicts() for supposition in suppositions):
        return None
    removals: list[Removal] = []
    lines = set()
    for line in range(len(board.puzzle.families[0])):
        for colour, mask in enumerate(board.candidates[line]):
            left = 0
            for supposition in suppositions:
                left |= supposition.board.candidates[line][colour]
            for place in positions(mask & ~left):
                removals.append((board.lines[line][place], colour))
                lines.add(line)
    if not removals:
        return None
    probes = tuple(Probe(cell, each.colour, each.derivation(lines), False) for each in suppositions)
    return removals, probes
