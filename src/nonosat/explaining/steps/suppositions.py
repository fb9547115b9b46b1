"""Suppositions for boards on which lines imply nothing more, cheapest first.

The cheapest chain comes first (`nonosat.explaining.steps.easiest_chain`), then nested suppositions. A long chain often
settles only one cell. So long chains are collected until they make lines or a short chain possible. Those not needed
for that are dropped, and found again later, usually with less work.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from nonosat.explaining.steps.easiest_chain import RefutedColour, Refuter
from nonosat.explaining.steps.probes import candidates_of, exclude, needed, open_colours
from nonosat.explaining.steps.refutation import ends, supposed
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.support.limits import Budget

_IN_A_ROW = 30  # maximum number of long chains collected before one is returned


class Suppositions:
    """Finds suppositions about one puzzle as more becomes known; mutable."""

    def __init__(
        self,
        depth: int,
        effort: Budget,
        tick: Callable[[], None],
        seen: Callable[[], Sequence[Container[int]]],
        all_chains: bool,
        budget: Budget,
    ) -> None:
        """`depth` bounds the nesting of suppositions; `all_chains`: also yield long chains that unlock nothing.

        `seen` returns per cell the colours that it has in some known solution.
        """
        self._depth = depth
        self._tick = tick
        self.refuter = Refuter(tick, effort, budget)
        self._seen = seen
        self._all = all_chains
        self._coming: list[RefutedColour] = []

    def next(self, board: Board) -> RefutedColour | None:
        """Returns the next refutation on a board at its fixpoint; None if there is none."""
        while self._coming:
            refuted = self._coming.pop(0)
            if refuted.probe.colour in board.colours_of(refuted.probe.cell):
                return refuted
        self._coming = self._leading_on(board)
        return self._coming.pop(0) if self._coming else None

    def _leading_on(self, board: Board) -> list[RefutedColour]:
        """Returns the cheapest refutation; if it is long, the long ones that together unlock a line or a shorter one."""
        self.refuter.budget.begin_part()
        cheapest = self._cheapest(board)
        if cheapest is None:
            return []
        collected = [cheapest]
        after = board.copy()
        while not (collected[-1].is_short or self._all or self._says_more(after, collected[-1])):
            more = len(collected) < _IN_A_ROW and not self.refuter.cut_short
            following = self._cheapest(after) if more else None
            if following is None:
                return collected
            if following.is_short:
                break
            collected.append(following)
        *before, last = collected
        return [*needed(before, lambda fewer: self._leads_on(board, [*fewer, last])), last]

    def _says_more(self, board: Board, refuted: RefutedColour) -> bool:
        """Applies a refutation to a board; returns True if lines then imply more."""
        before = candidates_of(board)
        broken = propagate(board, exclude(board, *refuted.probe.removal), tick=self._tick)
        return broken is not None or before - candidates_of(board) > 1

    def _leads_on(self, board: Board, refutations: Sequence[RefutedColour]) -> bool:
        """Returns True if the refutations hold one after the other, and something shorter follows."""
        after = board.copy()
        more = False
        for refuted in refutations:
            if not ends(supposed(after, refuted.probe), refuted.probe.derivation):
                return False
            more = self._says_more(after, refuted)
        return more or bool(self.refuter.refuted_shortly(after))

    def _cheapest(self, board: Board) -> RefutedColour | None:
        """Returns the refutation with the fewest links."""
        if self._depth < 1:
            return None
        if refuted := self.refuter.cheapest(board):
            return refuted
        if self._depth < 2:
            return None
        seen = self._seen()  # candidates that occur in a solution are never refuted
        hopeful = [
            (cell, colour) for cell, colour in open_colours(board, self._tick) if colour not in seen[cell]
        ]
        return self.refuter.nested(board, hopeful) or self.refuter.deeper(board, hopeful)
