"""Chains: the fewest lines that must be settled, one after the other, to refute a colour of a cell.

Suppose that a cell has a colour. A chain is a sequence of lines; each is settled completely by what is known
then, and the last has no filling. Each line is a link, the last one included.

Chains come by iterative deepening: those of this many links are looked for depth first. Three rules leave out
what cannot be needed. Lines are settled in *rounds*, all that may have more to say at once: a chain has at
least as many links as it takes rounds from where it is. A line that the last link did not touch could as well
have come before that link, so it follows only if its number is higher. And the last link is one that the link
before it touched, since without that there would be a shorter chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from nonosat.model.geometry import Geometry, crossings
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.line import Masks, Tick

Chain = tuple[int, ...]
"""Lines by their numbers, in the order in which they are settled."""

Supposition = tuple[int, int]
"""A cell and a colour."""


END = -1
"""The link with which a supposition inside of another ends."""

_FIRST_INNER = -2
"""From this number down, links begin a supposition inside of another."""

_MOST_NOTED = 4096
"""Maximum lines that propagation records."""


class _Settler(Protocol):
    """Part of `nonosat.solving.lines.reference.Reference` that the search uses."""

    geometry: Geometry

    def settle_line(self, line: int, masks: Masks) -> Masks | None:
        """The masks of a line narrowed, the same if it has no clue; None if it has no filling."""


class _OutOfNodes(Exception):
    """Raised when the search has visited as many nodes as it may."""


class ChainSearch:
    """The search on one board: the reference for the kernel's."""

    def __init__(self, solver: _Settler, candidates: Sequence[Masks], tick: Tick) -> None:
        self._solver = solver
        self._candidates = [list(masks) for masks in candidates]
        self._tick = tick
        self._crossing = crossings(solver.geometry)
        self._nodes = 0

    def refuted(
        self, supposition: Supposition, links: int, nodes: int, within: int | None = None
    ) -> tuple[int, Chain | None]:
        """`nonosat.solving.lines.solver.LineSolver.chains` of one supposition.

        It is given up if lines take more rounds than `within`.
        """
        board, touched = self._supposed(supposition)
        within = links if within is None else within
        least = self._rounds(board, touched, within)
        if not least or least > within:
            return least, None
        self._nodes = nodes
        try:
            chain = self._deepened(board, set(touched), touched, (), links)
        except _OutOfNodes:
            return least, None
        return (links + 1, None) if chain is None else (least, chain)

    def derived(self, supposition: Supposition) -> Chain | None:
        """`nonosat.solving.lines.solver.LineSolver.derived`."""
        board, touched = self._supposed(supposition)
        noted: list[tuple[int, set[int]]] = []
        broken = self._settled(board, touched or set(range(len(board))), noted)
        if broken is None:
            return None
        matter, kept = {broken}, [broken]
        for line, its in reversed(noted):
            if its & matter:
                matter.add(line)
                kept.append(line)
        return self.shortened(supposition, kept[::-1])

    def _settled(
        self, board: list[Masks], waiting: set[int], noted: list[tuple[int, set[int]]]
    ) -> int | None:
        """Settles lines to the fixpoint: the one without a filling, or None.

        Notes the lines that lost something, and what they touched.
        """
        count, line = len(board), 0
        while waiting and len(noted) < _MOST_NOTED:
            if self._tick:
                self._tick()
            line = min(waiting, key=lambda each: (each - line) % count)
            waiting.remove(line)
            masks = self._solver.settle_line(line, board[line])
            if masks is None:
                return line
            if masks != board[line]:
                its = self._narrowed(board, line, masks)
                waiting |= its
                noted.append((line, its))
        return None

    def shortened(self, supposition: Supposition, chain: Sequence[int]) -> Chain | None:
        """`nonosat.solving.lines.solver.LineSolver.shortened`."""
        kept = self._used(supposition, chain, set(range(len(chain))))
        if kept is None:
            return None
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(chain))):
                if at in kept and chain[at] != END:
                    less = kept - set(range(at, _end_of(chain, at) + 1))
                    if (used := self._used(supposition, chain, less)) is not None:
                        kept, changed = used, True
        return tuple(link for at, link in enumerate(chain) if at in kept)

    def _supposed(self, supposition: Supposition) -> tuple[list[Masks], set[int]]:
        """The board with a cell of that colour, and the lines that this touches."""
        cell, colour = supposition
        board = [list(masks) for masks in self._candidates]
        others = [other for other in range(len(board[0])) if other != colour]
        return board, self._cut(board, ((cell, other) for other in others))

    def _cut(self, board: list[Masks], removals: Iterable[Supposition], but: int = -1) -> set[int]:
        """Takes colours from cells; the lines that this changed, without the one that knows already."""
        touched = set()
        for cell, colour in removals:
            for line_of, position_of in self._crossing.of_cells:
                line, bit = line_of[cell], 1 << position_of[cell]
                if board[line][colour] & bit:
                    board[line][colour] ^= bit
                    touched.add(line)
        return touched - {but}

    def _narrowed(self, board: list[Masks], line: int, masks: Masks) -> set[int]:
        """Narrows a line; the crossing lines that this changed."""
        cells = [*self._crossing_cells(line)]
        removals = [
            (cells[place], colour)
            for colour, (old, new) in enumerate(zip(board[line], masks, strict=True))
            for place in positions(old & ~new)
        ]
        return self._cut(board, removals, line)

    def _crossing_cells(self, line: int) -> Sequence[int]:
        for family in self._solver.geometry.families:
            if line < len(family):
                return family[line]
            line -= len(family)
        raise IndexError(line)

    def _rounds(self, board: list[Masks], touched: Iterable[int], most: int) -> int:
        """Returns the rounds until a line has no filling; `most` + 1 if more than `most`, 0 if it never happens."""
        board = [list(masks) for masks in board]
        waiting = set(touched)
        for number in range(1, most + 1):
            if self._tick:
                self._tick()
            narrowed = []
            for line in sorted(waiting):
                masks = self._solver.settle_line(line, board[line])
                if masks is None:
                    return number
                if masks != board[line]:
                    narrowed.append((line, masks))
            if not narrowed:
                return 0
            waiting = set()
            for line, masks in narrowed:
                waiting |= self._narrowed(board, line, masks)
        return most + 1

    def _deepened(
        self, board: list[Masks], here: set[int], touched: set[int], before: Chain, more: int
    ) -> Chain | None:
        """A chain that goes on from `before` with that many more links; `here` may have more to say."""
        if not self._nodes:
            raise _OutOfNodes
        self._nodes -= 1
        if more > 1 and not 0 < self._rounds(board, here, more) <= more:
            return None
        last = before[-1] if before else -1
        for line in sorted(touched if more == 1 else here):
            if line < last and line not in touched:
                continue
            masks = self._solver.settle_line(line, board[line])
            if masks is None:
                return (*before, line)
            if masks == board[line]:
                here.discard(line)
            elif more > 1:
                after = [list(each) for each in board]
                its = self._narrowed(after, line, masks)
                chain = self._deepened(after, (here - {line}) | its, its, (*before, line), more - 1)
                if chain is not None:
                    return chain
        return None

    def _used(self, supposition: Supposition, chain: Sequence[int], kept: set[int]) -> set[int] | None:
        """Which of the kept links come before the contradiction; None if there is none."""
        board, _ = self._supposed(supposition)
        if self._tick:
            self._tick()
        done: set[int] = set()
        return done if self._replayed(board, chain, kept, 0, done) else None

    def _replayed(
        self, board: list[Masks], chain: Sequence[int], kept: set[int], at: int, done: set[int]
    ) -> bool:
        """Returns whether a line has no filling before the chain, or an inner supposition that starts there, ends."""
        while at < len(chain) and (at not in kept or chain[at] != END):
            link = chain[at]
            at += 1
            if at - 1 not in kept:
                continue
            done.add(at - 1)
            if link >= 0:
                masks = self._solver.settle_line(link, board[link])
                if masks is None:
                    return True
                self._narrowed(board, link, masks)
                continue
            cell, colour = supposed_by(link, len(board[0]))
            supposed = [list(masks) for masks in board]
            others = [(cell, other) for other in range(len(board[0])) if other != colour]
            self._cut(supposed, others)
            refuted = self._replayed(supposed, chain, kept, at, done)
            end = _end_of(chain, at - 1)
            done.add(end)
            at = end + 1
            if refuted:
                self._cut(board, [(cell, colour)])
        return False


def _end_of(chain: Sequence[int], at: int) -> int:
    """Returns the index where a link ends: `at`, or the end of the inner supposition that begins there."""
    opened = 0
    for end in range(at, len(chain)):
        opened += (chain[end] <= _FIRST_INNER) - (chain[end] == END)
        if not opened:
            return end
    return len(chain) - 1


def inner(supposition: Supposition, chain: Chain, colours: int) -> Chain:
    """A supposition inside of another, as links of the other's chain: what it begins with, its own, and `END`."""
    cell, colour = supposition
    return (_FIRST_INNER - cell * colours - colour, *chain, END)


def supposed_by(link: int, colours: int) -> Supposition:
    """Returns the inner supposition that its first link stands for.

    >>> supposed_by(inner((7, 1), (3,), 2)[0], 2)
    (7, 1)
    """
    cell, colour = divmod(_FIRST_INNER - link, colours)
    return cell, colour
