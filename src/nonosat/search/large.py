"""Large boards, of 10,000 open cells and more: the learner without beliefs, before probing, and half-turn solutions first.

A sweep of beliefs, a round of probing or the clauses take seconds there. If the clues are the same after half a turn,
solutions that half a turn leaves as they are come first (`nonosat.search.half_turn`), in turns with all others: a
Julia set has such a solution, a checkerboard may have none.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from nonosat.lines.beliefs import FREE, beliefs
from nonosat.lines.board import Board
from nonosat.lines.learning import LearningSearch, learning_search
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.search import half_turn
from nonosat.search.half_turn import LONG, SHORT, folded, unfolded
from nonosat.search.rounds import BOOST, ROUND

HALF, WHOLE = "half", "whole"

Turns = Sequence[tuple[str, int]]
"""Boards to search in turn: `HALF` or `WHOLE`, with a budget in units of work per open cell of the whole board."""

FIRST: Turns = ((WHOLE, SHORT), (HALF, LONG))
"""Before probing."""

LATER: Turns = ((WHOLE, SHORT), (HALF, LONG), (WHOLE, LONG))
"""After probing, the first from beliefs: a random 300x300, 60 % filled, takes 2 seconds, 11 without."""


class LargeBoard:
    """The searches of one board; mutable. False if the board is not large, or there is no learner for it."""

    def __init__(self, puzzle: Puzzle, board: Board, known: Sequence[bytes]) -> None:
        """The board must be at its fixpoint. `known` are solutions, cell by cell, that are not searched for."""
        self._board = board
        self._open = board.open_cells()
        self._searches: dict[str, LearningSearch] = {}
        whole = None
        if self._open >= half_turn.MANY:
            whole = learning_search(board, list(known), whole_lines=False)
        if whole is None:
            return
        self._searches[WHOLE] = whole
        half = None if known else folded(puzzle, self._open)
        if half is not None:
            upper = Board(half)
            found = None if propagate(upper) else learning_search(upper, whole_lines=False)
            if found:
                self._searches[HALF] = found

    def __bool__(self) -> bool:
        return bool(self._searches)

    @property
    def conflicts(self) -> int:
        """Conflicts so far."""
        return sum(search.conflicts for search in self._searches.values())

    @property
    def complete(self) -> bool:
        """True if all solutions are found or were known."""
        return self._searches[WHOLE].complete

    def first(self, left: Callable[[], int], tick: Callable[[], None]) -> Generator[bytes | None, None, None]:
        """The turns before probing: see `_search`."""
        return self._search(FIRST, left, tick)

    def later(self, left: Callable[[], int], tick: Callable[[], None]) -> Generator[bytes | None, None, None]:
        """The turns after probing."""
        whole = self._searches[WHOLE]
        whole.narrow(self._board)
        if not whole.complete and not whole.pictures:
            whole.prefer(beliefs(self._board, FREE, tick=tick).cells.cast("B"), BOOST)
        return self._search(LATER, left, tick)

    def _search(
        self, turns: Turns, left: Callable[[], int], tick: Callable[[], None]
    ) -> Generator[bytes | None, None, None]:
        """New solutions, cell by cell; None now and then without one. Ends if no conflicts are left."""
        for part, share in turns:
            search = self._searches.get(part)
            if search is None:
                continue
            until = search.work + share * self._open
            while search.work < until and not search.complete and (conflicts := left()) > 0:
                before = len(search.pictures)
                search.search(min(conflicts, ROUND), until - search.work, most=before + 1, tick=tick)
                yield None
                for picture in search.pictures[before:]:
                    whole = picture if part == WHOLE else unfolded(picture)
                    if whole not in self._searches[WHOLE].pictures:
                        self._searches[WHOLE].pictures.append(whole)
                    yield whole
            if self.complete:
                return
