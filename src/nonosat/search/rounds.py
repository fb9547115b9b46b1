"""The learner on one board, in rounds: each has 100 conflicts from new beliefs, and more if the beliefs took longer.

A round that fails costs little, and the next one begins elsewhere: beliefs differ by their noise. Learned clauses survive
from round to round. First activities matter more than phases: 41 hard puzzles of tournaments took 54 thousand conflicts to
a first solution with both, 313 thousand with phases alone.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import maxsize
from time import process_time

from nonosat.lines.beliefs import CALM, FREE, Beliefs, beliefs
from nonosat.lines.board import Board
from nonosat.lines.learning import Fact, learning_search

ROUND = 100
"""Conflicts of a round: verdicts of tournaments take 1.17 times as long with 50, 1.10 with 200."""

_CALM_EVERY = 3
"""Every third round has calm beliefs: every second takes 1.26 times as long, every sixth 1.09."""

BOOST = 30.0
"""First activity of a sure cell, in bumps: 15 takes 1.14 times as long, 60 1.24."""


class Rounds:
    """A learner and its beliefs; mutable. It is of one board, which others may narrow."""

    def __init__(self, board: Board, known: list[bytes], seed: int, tick: Callable[[], None]) -> None:
        """`known` are solutions that are not searched for. `seed` varies the beliefs."""
        self._board, self._seed, self._tick = board, seed, tick
        self._search = learning_search(board, list(known))
        self._number = 0
        self._believed_work = 0
        self.belief_seconds = 0.0
        """CPU seconds of beliefs."""
        self._beliefs: Beliefs | None = None

    def __bool__(self) -> bool:
        """Returns whether there is a learner: it needs the kernel."""
        return self._search is not None

    @property
    def complete(self) -> bool:
        """True if all solutions are found or were known."""
        return self._search is not None and self._search.complete

    @property
    def conflicts(self) -> int:
        """Conflicts so far."""
        return self._search.conflicts if self._search else 0

    @property
    def work(self) -> int:
        """Units of work so far, some 8000 a millisecond; a sweep takes one for each open cell and ink."""
        return self._believed_work + (self._search.work if self._search else 0)

    def round(self, conflicts: int) -> list[bytes]:
        """A round from new beliefs, of at most so many conflicts: the solutions that it finds, one at most."""
        assert self._search
        before = self._believed_work
        self._believe()
        until = self._search.work + self._believed_work - before
        met = self.conflicts
        found = self.go_on(min(conflicts, ROUND))
        left, work = conflicts - (self.conflicts - met), until - self._search.work
        return found if found or left <= 0 or work <= 0 else self.go_on(left, work)

    def go_on(self, conflicts: int, work: int = maxsize) -> list[bytes]:
        """Searches on for so many conflicts or units of work: the solutions that it finds, one at most."""
        assert self._search
        before = len(self._search.pictures)
        self._search.search(conflicts, work, most=before + 1, tick=self._tick)
        return self._search.pictures[before:]

    def exclude(self, picture: bytes) -> None:
        """Excludes a solution found elsewhere."""
        if self._search and picture not in self._search.pictures:
            self._search.pictures.append(picture)

    def narrow(self) -> None:
        """Takes over what others have refuted on the board."""
        if self._search and not self._search.complete:
            self._search.narrow(self._board)

    def facts(self) -> list[Fact]:
        """Returns what the learner knows of cells."""
        # its clauses are not worth sharing: hard puzzles take .97 of the time without those of 2 and 3 cells, 1.07 with all
        return self._search.facts() if self._search else []

    def likeliest(self) -> list[int]:
        """Per cell the likeliest colour by the latest beliefs; empty before them."""
        return self._beliefs.likeliest() if self._beliefs else []

    def _believe(self) -> None:
        """Sets phases and first activities from beliefs of this round."""
        assert self._search
        began = process_time()
        self._number += 1
        kind = FREE if self._number % _CALM_EVERY else CALM
        if self._number == 1:  # where easy puzzles end: with all sweeps their median is 1.25 times as long
            kind = kind._replace(sweeps=kind.sweeps // 2)
        seed = self._seed + (self._number << 64)
        self._beliefs = beliefs(self._board, kind, seed=seed, tick=self._tick)
        self._believed_work += kind.sweeps * self._board.open_cells() * (self._board.colours - 1)
        self._search.prefer(self._beliefs.cells.cast("B"), BOOST)
        self.belief_seconds += process_time() - began
