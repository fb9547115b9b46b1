"""One supposition inside of another: how it makes a chain shorter, or finds one where lines alone do not.

A cell is supposed to have a colour. After some lines another cell is supposed to have a colour, too; that is refuted
by a short chain, so the colour is known not to be there, and lines lead on to the contradiction. Such chains come from
a search that is not complete. The inner supposition is tried

- after each of the first passes over the lines that have more to say, or where lines say nothing more;
- for each open cell and colour that at most `INNER_LINKS` links refute within `INNER_ROUNDS` rounds, if `INNER_NODES`
  nodes find them;
- where the rounds that are needed after it leave room for fewer links in all than are known.

Of what comes out, links that the contradiction does not rest on are left out, then those that the rest can do
without. With `effort`, all inner suppositions that are refuted are taken, one after the other, until a line has no
filling: those with short chains, and if there are none, the first with any chain. The effort is how many of these may be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonosat.solving.lines.chains import Chain, ChainSearch, Supposition, inner
from nonosat.solving.lines.line import Masks

INNER_LINKS = 5
"""The most links of a supposition inside of another."""

INNER_ROUNDS = 3
"""The most rounds that lines take to refute it."""

INNER_NODES = 20
"""The most nodes of the search for one."""

KEPT = 16
"""So many chains are shortened: those with the fewest links before that."""


class _Note(NamedTuple):
    """What was done on a board: links of a chain, the lines that they read, and those that they touched."""

    links: Chain
    reads: frozenset[int]
    touched: frozenset[int]


class NestedSearch(ChainSearch):
    """The search on one board: the reference for the kernel's."""

    _effort = 0
    """So many suppositions may still be made inside by propagation."""

    def nested(
        self, supposition: Supposition, passes: int, effort: int, fewer: int
    ) -> tuple[Chain | None, int]:
        """`nonosat.solving.lines.solver.LineSolver.nested`."""
        self._effort = effort
        board, touched = self._supposed(supposition)
        notes: list[_Note] = []
        found: list[Chain] = []
        if passes < 0 and self._noted(board, touched, notes) is None:
            found += self._saturated(board, notes) if effort else self._with_inner(board, set(), notes, fewer)
        for number in range(passes + 1):
            found += self._with_inner(board, touched, notes, fewer)
            after = self._passed(board, touched, notes) if number < passes else None
            if after is None:
                break
            touched = after
        best = None
        for whole in sorted(found, key=len)[:KEPT]:
            chain = self.shortened(supposition, whole)
            assert chain
            if (lines := sum(link >= 0 for link in chain)) < fewer:
                best, fewer = chain, lines
        return best, effort - self._effort

    def _passed(self, board: list[Masks], waiting: set[int], notes: list[_Note]) -> set[int] | None:
        """Settles lines in turn, and notes them: what they touched, or None if one has no filling."""
        after: set[int] = set()
        for line in sorted(waiting):
            masks = self._solver.settle_line(line, board[line])
            if masks is None:
                return None
            if masks != board[line]:
                its = self._narrowed(board, line, masks)
                notes.append(_Note((line,), frozenset([line]), frozenset(its)))
                after |= its
        return after or None

    def _noted(self, board: list[Masks], waiting: set[int], notes: list[_Note]) -> int | None:
        """Settles lines to the fixpoint, and notes them: the one without a filling, or None."""
        waiting, count, line = set(waiting), len(board), 0
        while waiting:
            if self._tick:
                self._tick()
            line = min(waiting, key=lambda each: (each - line) % count)
            waiting.remove(line)
            masks = self._solver.settle_line(line, board[line])
            if masks is None:
                return line
            if masks != board[line]:
                its = self._narrowed(board, line, masks)
                notes.append(_Note((line,), frozenset([line]), frozenset(its)))
                waiting |= its
        return None

    def _with_inner(
        self, board: list[Masks], waiting: set[int], notes: list[_Note], fewer: int
    ) -> Iterator[Chain]:
        """Chains with one supposition inside, which comes now, that may have fewer links.

        `waiting` are lines that have more to say.
        """
        for cell, colour in self._open(board):
            chain = self._inner(board, (cell, colour))
            most = fewer - len(chain) - 1 if chain else 0
            if chain is None or most < 1:
                continue
            after = [list(masks) for masks in board]
            touched = self._cut(after, [(cell, colour)])
            if not 0 < self._rounds(after, touched | waiting, most) <= most:
                continue
            rest: list[_Note] = []
            broken = self._noted(after, touched | waiting, rest)
            assert broken is not None
            here = self._inner_note((cell, colour), chain, touched)
            yield _traced([*notes, here, *rest], broken)

    def _saturated(self, board: list[Masks], notes: list[_Note]) -> Iterator[Chain]:
        """A chain with as many suppositions inside as lead to the contradiction; those with short chains first."""
        more, by_propagation = True, False
        while more or not by_propagation:
            by_propagation, more = not more, False
            for cell, colour in self._open(board):
                find = self._inner_by_propagation if by_propagation else self._inner
                chain = find(board, (cell, colour))
                if chain is None:
                    continue
                more = True
                touched = self._cut(board, [(cell, colour)])
                notes.append(self._inner_note((cell, colour), chain, touched))
                broken = self._noted(board, touched, notes)
                if broken is not None:
                    yield _traced(notes, broken)
                    return
                if by_propagation:
                    break

    def _open(self, board: list[Masks]) -> Iterator[Supposition]:
        """Each open cell with each of its colours, as the board has them when their turn comes."""
        line_of, position_of = self._crossing.of_cells[0]
        for cell, line in enumerate(line_of):
            for colour in range(len(board[line])):
                has = [mask >> position_of[cell] & 1 for mask in board[line]]
                if has[colour] and sum(has) > 1:
                    yield cell, colour

    def _inner(self, board: list[Masks], supposition: Supposition) -> Chain | None:
        """A short chain that refutes a supposition on a board."""
        search = ChainSearch(self._solver, board, self._tick)
        return search.refuted(supposition, INNER_LINKS, INNER_NODES, INNER_ROUNDS)[1]

    def _inner_by_propagation(self, board: list[Masks], supposition: Supposition) -> Chain | None:
        """Any chain that refutes a supposition on a board."""
        if not self._effort:
            return None
        self._effort -= 1
        after = [list(masks) for masks in board]
        cell, colour = supposition
        others = [(cell, other) for other in range(len(board[0])) if other != colour]
        notes: list[_Note] = []
        broken = self._noted(after, self._cut(after, others), notes)
        return None if broken is None else _traced(notes, broken)

    def _inner_note(self, supposition: Supposition, chain: Chain, touched: set[int]) -> _Note:
        colours = len(self._candidates[0])
        return _Note(inner(supposition, chain, colours), frozenset(chain), frozenset(touched))


def _traced(notes: list[_Note], broken: int) -> Chain:
    """The links on which it rests that a line has no filling, going back from it; with that line."""
    matter = {broken}
    kept: list[Chain] = [(broken,)]
    for note in reversed(notes):
        if note.touched & matter:
            matter |= note.reads
            kept.append(note.links)
    return tuple(link for links in reversed(kept) for link in links)
