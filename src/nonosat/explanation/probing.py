"""Trials: suppose that a cell has a colour, and see what the lines say then.

If a line has no filling left, the cell does not have the colour (probing, or "contradictions"). If every
colour of a cell leads to the same fact, it holds (both ways agree). A trial may contain others: what a
supposition inside of a supposition refutes is known in the outer one.

A trial is evidence that anybody can check: a chain of lines, each to be settled completely by what is known
when it is its turn. Of all that was looked at, only the lines are in it that led to the conclusion. To find
short chains first, search goes on with a growing limit for the lines of a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction, Deduction, propagate


@dataclass(frozen=True, slots=True)
class Trial:
    """A colour supposed of a cell, and what is seen then, one after the other."""

    cell: int
    colour: int
    chain: tuple[int | Trial, ...]
    """A number is a line to settle; a trial in it is refuted, and takes its colour from its cell."""
    refuted: bool
    """Whether the last line of the chain has no filling left."""

    @property
    def depth(self) -> int:
        """How many suppositions are made on top of each other."""
        return 1 + max((link.depth for link in self.chain if isinstance(link, Trial)), default=0)

    def lines(self) -> Iterator[int]:
        """All lines that are settled, in all trials."""
        for link in self.chain:
            if isinstance(link, Trial):
                yield from link.lines()
            else:
                yield link


@dataclass(slots=True)
class Effort:
    """How much may still be spent on trials inside of trials."""

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
    """Raised from inside a trial; what was known before it is kept."""


class TooLong(Exception):
    """Raised where a chain gets longer than asked for."""


@dataclass(frozen=True, slots=True)
class Link:
    """Something seen: the lines whose knowledge it took, and those whose knowledge it changed."""

    what: int | Trial
    reads: frozenset[int]
    writes: frozenset[int]


def led_to(lines: Iterable[int], links: Collection[Link]) -> tuple[int, ...]:
    """Those of the links, by their numbers, that what is known of some lines in the end rests on.

    Going back from the last, a link counts if it changed a line that matters; what it read matters then.
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
    return frozenset(line for line, _ in board.places(cell))


def exclude(board: Board, cell: int, colour: int) -> frozenset[int]:
    """Takes a colour from a cell; the lines that it lies on are returned."""
    for line, place in board.places(cell):
        board.candidates[line][colour] &= ~(1 << place)
    return through(board, cell)


def open_colours(board: Board, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[int, int]]:
    """The cells that are not known, each with each of its colours, as they are when it is their turn.

    `tick` is called for each cell, and may raise.
    """
    for cell in range(board.cells):
        tick()
        for colour in board.colours_of(cell):
            left = board.colours_of(cell)
            if colour in left and len(left) > 1:
                yield cell, colour


class World:
    """A copy of a board on which a cell has a supposed colour, and what was seen on it since."""

    def __init__(self, board: Board, cell: int, colour: int) -> None:
        self.cell, self.colour = cell, colour
        self.board = board.copy()
        self._seen: list[Deduction | Trial] = []
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

    def tried(self, depth: int, effort: Effort) -> int | None:
        """Goes on with trials inside of this one, as long as they say something; returns as `settled`."""
        progress = True
        while progress:
            progress = False
            for cell, colour in open_colours(self.board, effort.tick):
                trial = refute(self.board, cell, colour, depth=depth, effort=effort)
                if trial is None:
                    continue
                progress = True
                self._touched = exclude(self.board, cell, colour)
                self._seen.append(trial)
                if (broken := self.settled()) is not None:
                    return broken
        return None

    def chain(self, lines: Iterable[int]) -> tuple[int | Trial, ...]:
        """What led to what is known of some lines."""
        links = list(map(self._link, self._seen))
        return tuple(links[number].what for number in led_to(lines, links))

    def _link(self, seen: Deduction | Trial) -> Link:
        if isinstance(seen, Trial):
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
) -> Trial | None:
    """The proof that a cell of a board at its fixpoint does not have a colour, if trials so deep find one.

    With `most`, raises `TooLong` rather than to look at more lines than that. With `effort`, each
    supposition, this one included, takes from it and may raise `OutOfEffort`.

    >>> from nonosat.model.puzzle import Puzzle
    >>> refute(Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]], givens=[(0, 0)])), 3, 0)
    Trial(cell=3, colour=0, chain=(1, 2), refuted=True)
    """
    if effort:
        effort.spend()
    world = World(board, cell, colour)
    broken = world.settled(most)
    if broken is None and depth > 1:
        assert effort is not None
        broken = world.tried(depth - 1, effort)
    if broken is None:
        return None
    return Trial(cell, colour, (*world.chain([broken]), broken), True)


Facts = list[tuple[int, int]]
"""Cells, each with a colour that it does not have."""


def agreed(board: Board, cell: int) -> tuple[Facts, tuple[Trial, ...]] | None:
    """What every colour of a cell leads to, where none of them is refuted; None if that is nothing new.

    For each colour there is a trial whose chain leads to all of it.
    """
    worlds = [World(board, cell, colour) for colour in board.colours_of(cell)]
    if any(world.settled() is not None for world in worlds):
        return None
    facts: Facts = []
    lines = set()
    for line in range(len(board.puzzle.families[0])):
        for colour, mask in enumerate(board.candidates[line]):
            left = 0
            for world in worlds:
                left |= world.board.candidates[line][colour]
            for place in positions(mask & ~left):
                facts.append((board.lines[line][place], colour))
                lines.add(line)
    if not facts:
        return None
    return facts, tuple(Trial(cell, world.colour, world.chain(lines), False) for world in worlds)
