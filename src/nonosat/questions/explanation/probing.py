"""Probing: suppose that a cell has a colour, and see what follows by propagation.

If a line has no filling left, the cell does not have the colour. What every colour of a cell leads to holds.
A probe may contain others: what an inner probe refutes is known in the outer one.

A probe is evidence that anybody can check: a derivation, which is a sequence of lines to be settled one after
the other. It has only those lines that led to the conclusion. Short derivations are found first, by a limit
on their length that grows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Result
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import open_positions
from nonosat.solving.lines.propagate import Contradiction, Deduction, propagate

Removal = tuple[int, int]  # a cell, and a colour that it cannot have


@dataclass(frozen=True, slots=True, repr=False)
class Probe(Result):
    """A colour supposed of a cell, and what is seen then, one after the other."""

    cell: int
    colour: int
    derivation: tuple[int | Probe, ...]
    """A number is a line to settle; a probe is refuted, and takes its colour from its cell."""
    refuted: bool
    """True if the last line of the derivation has no filling left."""

    @property
    def depth(self) -> int:
        """How many suppositions are made on top of each other."""
        return 1 + max((link.depth for link in self.derivation if isinstance(link, Probe)), default=0)

    def lines(self) -> Iterator[int]:
        """All lines that are settled, in inner probes too."""
        for link in self.derivation:
            if isinstance(link, Probe):
                yield from link.lines()
            else:
                yield link


@dataclass(slots=True)
class Effort:
    """How many suppositions probes inside of probes may still make."""

    left: int
    tick: Callable[[], None]
    """Called for each supposition; may raise."""

    def spend(self) -> None:
        """Takes one supposition; raises `OutOfEffort` if there is none left."""
        self.tick()
        if not self.left:
            raise OutOfEffort
        self.left -= 1


class OutOfEffort(Exception):
    """Raised when no effort is left; what was known before the probe is kept."""


class TooLong(Exception):
    """Raised where a derivation gets longer than asked for."""


@dataclass(frozen=True, slots=True)
class Link:
    """A step of a derivation: the lines that it reads, and those in which it changes what is known."""

    what: int | Probe
    reads: frozenset[int]
    writes: frozenset[int]


def led_to(lines: Iterable[int], links: Collection[Link]) -> tuple[int, ...]:
    """The numbers of the links on which the final knowledge of some lines rests.

    Going back from the last, a link counts if it changed a line that matters; the lines that it read then
    matter as well.
    """
    matter = set(lines)
    kept = []
    for number, link in reversed(list(enumerate(links))):
        if link.writes & matter:
            kept.append(number)
            matter |= link.reads
    return tuple(reversed(kept))


def through(board: Board, cell: int) -> frozenset[int]:
    """The lines that a cell lies on."""
    return frozenset(line for line, _ in board.lines_of(cell))


def exclude(board: Board, cell: int, colour: int) -> frozenset[int]:
    """Takes a colour from a cell; the lines that it lies on are returned."""
    for line, place in board.lines_of(cell):
        board.candidates[line][colour] &= ~(1 << place)
    return through(board, cell)


def open_colours(board: Board, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[int, int]]:
    """Each unknown cell with each of its colours, as the board has them when the turn of their row comes.

    `tick` is called for each row, and may raise.
    """
    for line, cells in enumerate(board.puzzle.geometry.families[0]):
        tick()
        masks = tuple(board.candidates[line])
        for place in positions(open_positions(masks)):
            for colour, mask in enumerate(masks):
                if mask >> place & 1:
                    yield cells[place], colour


def candidates_of(board: Board) -> int:
    """How many colours cells can have, counted for all cells together."""
    rows = len(board.puzzle.families[0])
    return sum(mask.bit_count() for masks in board.candidates[:rows] for mask in masks)


class Supposition:
    """A copy of a board on which a cell has a supposed colour, and the deductions made there since."""

    def __init__(self, board: Board, cell: int, colour: int) -> None:
        self.cell, self.colour = cell, colour
        self.board = board.copy()
        self._seen: list[Deduction | Probe] = []
        self._touched: Iterable[int] = self.board.fix(cell, colour)

    def settled(self, most: int | None = None, tick: Callable[[], None] | None = None) -> int | None:
        """Settles lines to the fixpoint; returns one that has no filling left, or None.

        Raises `TooLong` after `most` lines that taught something; `tick` may raise too.
        """

        def observe(event: Deduction | Contradiction) -> None:
            if isinstance(event, Deduction):
                if len(self._seen) == most:
                    raise TooLong
                self._seen.append(event)

        broken = propagate(self.board, self._touched, observer=observe, tick=tick)
        return broken.line if broken else None

    def probed(self, depth: int, effort: Effort) -> int | None:
        """Goes on with probes inside of this one, as long as they say something; returns as `settled`."""
        progress = True
        while progress:
            progress = False
            for cell, colour in open_colours(self.board, effort.tick):
                left = self.board.colours_of(cell)
                if len(left) < 2 or colour not in left:
                    continue
                probe = refute(self.board, cell, colour, depth=depth, effort=effort)
                if probe is None:
                    continue
                progress = True
                self._touched = exclude(self.board, cell, colour)
                self._seen.append(probe)
                if (broken := self.settled()) is not None:
                    return broken
        return None

    def derivation(self, lines: Iterable[int]) -> tuple[int | Probe, ...]:
        """The derivation of what is known of some lines."""
        links = list(map(self._link, self._seen))
        return tuple(links[number].what for number in led_to(lines, links))

    def _link(self, seen: Deduction | Probe) -> Link:
        if isinstance(seen, Probe):
            touched = through(self.board, seen.cell)
            return Link(seen, touched.union(seen.lines()), touched)
        changed = 0
        for removed in seen.removed:
            changed |= removed
        cells = self.board.lines[seen.line]
        writes = frozenset().union(*(through(self.board, cells[place]) for place in positions(changed)))
        return Link(seen.line, frozenset([seen.line]), writes)


def refute(
    board: Board,
    cell: int,
    colour: int,
    *,
    depth: int = 1,
    most: int | None = None,
    effort: Effort | None = None,
) -> Probe | None:
    """The proof that a cell of a board at its fixpoint does not have a colour, if probes so deep find one.

    Raises `TooLong` before it settles more than `most` lines, if there is such a limit. With `effort`, each
    supposition, this one included, takes from it and may raise `OutOfEffort`.

    >>> from nonosat.model.puzzle import Puzzle
    >>> refute(Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]], givens=[(0, 0)])), 3, 0)
    Probe(cell=3, colour=0, derivation=(1, 2), refuted=True)
    """
    if effort:
        effort.spend()
    supposition = Supposition(board, cell, colour)
    broken = supposition.settled(most)
    if broken is None and depth > 1:
        assert effort is not None
        broken = supposition.probed(depth - 1, effort)
    if broken is None:
        return None
    return Probe(cell, colour, (*supposition.derivation([broken]), broken), True)


def agreed(board: Board, cell: int) -> tuple[list[Removal], tuple[Probe, ...]] | None:
    """Removals that every colour of a cell leads to, where no colour is refuted; None if there
    are none. For each colour there is a probe whose derivation leads to all of them.
    """
    suppositions = [Supposition(board, cell, colour) for colour in board.colours_of(cell)]
    if any(supposition.settled() is not None for supposition in suppositions):
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
