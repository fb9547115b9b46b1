"""Boards searched by what learns from conflicts without writing clauses: large ones of which much is open.

Where the clues are the same after half a turn, pictures that half a turn leaves as they are come first
(`nonosat.solving.engine.half_turn`), in turns with all others: a Julia set has such a picture, a checkerboard may have
none. A few short turns come before probing and dives, which take seconds there, and long ones after them.

On other boards clauses are written in a few milliseconds, and solvers of them are as quick. There a verdict may be a few
conflicts away when depth-first search and dives have failed: so there is one short turn before clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import process_time

from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Clock, Limit
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.half_turn import folded, unfolded
from nonosat.solving.engine.outcome import Observer, Outcome, Searching
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.learning import LearningSearch, learning_search
from nonosat.solving.lines.propagate import propagate

MANY = 10_000
"""Open cells from which on it is worth while: on smaller boards dives and depth-first search are quick."""

_SLICE = 2_000_000
"""Work between two reports of progress, some 0.2 seconds."""

ALL = 1 << 60
"""More conflicts than there can be."""

HALF, WHOLE = "half", "whole"

Turns = Sequence[tuple[str, int]]
"""What is searched, and work for each open cell of the whole."""

FIRST: Turns = ((HALF, 30), (WHOLE, 60), (HALF, 700), (WHOLE, 60))
"""The turns before all else. Julia sets of 300 to 1000 cells a side take 300 to 600, loose checkerboards 40 to 80."""

ALONE: Turns = ((WHOLE, 20),)
"""Those of boards without a half. Random ones, 60 % filled, are solved by dives."""

LATER: Turns = ((HALF, 2000), (WHOLE, 1000))
"""Those after dives."""

BRIEF: Turns = ((WHOLE, 200),)
"""That of other boards, of `FEW` conflicts."""

FEW = 250
"""They take some four milliseconds. Where one solution is wanted, they find none: of 31 puzzles of tournaments on which all else
had failed, 300 conflicts solve none.
"""


class LargeBoard:
    """The searches of one board; mutable."""

    def __init__(
        self, puzzle: Puzzle, board: Board, known: Sequence[bytes], outcome: Outcome, *, small: bool = False
    ) -> None:
        """The board must be at its fixpoint. `known` are solutions, cell by cell, that are not asked for. It is searched if it is
        large, or may be `small`.
        """
        self._outcome = outcome
        self._open = open_cells = board.open_cells()
        self._searches: dict[str, LearningSearch] = {}
        whole = learning_search(board, list(known)) if small or open_cells >= MANY else None
        if whole is None:
            return
        self._searches[WHOLE] = whole
        half = None if known else folded(puzzle, open_cells)
        if half is not None:
            upper = Board(half)
            found = None if propagate(upper) else learning_search(upper)
            if found:
                self._searches[HALF] = found

    def __bool__(self) -> bool:
        """Whether the board is searched so at all."""
        return bool(self._searches)

    def search(
        self,
        turns: Turns,
        limit: Limit,
        *,
        few: int | None = None,
        clock: Clock,
        observer: Observer | None,
    ) -> Generator[bytes, None, None]:
        """New solutions, cell by cell, up to the limit of all: `complete` of the outcome says whether these are all.

        There are up to so many conflicts and two solutions, if these are to be `few`.
        """
        most = ALL if limit.conflicts is None else limit.conflicts
        wanted = ALL if limit.solutions is None else limit.solutions
        if few is not None:
            most = min(most, self._outcome.stats.conflicts + few)
            wanted = min(wanted, self._outcome.found + 2)
        for part, share in turns if turns != FIRST or HALF in self._searches else ALONE:
            search = self._searches.get(part)
            if search is None or self._outcome.complete:
                continue
            until = search.work + share * self._open
            while search.work < until and not search.complete:
                left = most - self._outcome.stats.conflicts
                if left <= 0:
                    return
                told = len(search.pictures)
                self._search_on(search, left, min(until - search.work, _SLICE), clock.tick)
                if observer:
                    observer(Searching(self._outcome.stats.conflicts, self._outcome.found))
                for picture in search.pictures[told:]:
                    yield picture if part == WHOLE else unfolded(picture)
                if self._outcome.found >= wanted:
                    return
            if part == WHOLE:
                self._outcome.complete = search.complete

    def exclude(self, picture: bytes) -> None:
        """Has a solution that was found elsewhere not be searched for."""
        if picture not in self._searches[WHOLE].pictures:
            self._searches[WHOLE].pictures.append(picture)

    def _search_on(self, search: LearningSearch, conflicts: int, work: int, tick: Callable[[], None]) -> None:
        began, before = process_time(), search.conflicts
        try:
            search.search(conflicts, work, most=len(search.pictures) + 1, tick=tick)
        finally:
            stats, spent = self._outcome.stats, process_time() - began
            self._outcome.stats = replace(
                stats,
                conflicts=stats.conflicts + search.conflicts - before,
                first=stats.first + (0.0 if self._outcome.found else spent),
                rest=stats.rest + (spent if self._outcome.found else 0.0),
            )
