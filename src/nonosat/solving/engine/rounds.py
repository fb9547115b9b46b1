"""The learner on one board, in rounds: each has 100 conflicts, and begins with new beliefs as long as there is no solution.

A round that fails costs little, and the next one begins elsewhere: beliefs differ by their noise. Learned clauses survive
from round to round. First activities matter more than phases: 41 hard puzzles of tournaments took 54 thousand conflicts to
a first solution with both, 313 thousand with phases alone.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from nonosat.solving.lines.beliefs import CALM, FREE, Beliefs, beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.learning import Lemma, learning_search

ROUND = 100
"""Conflicts of a round; 50 take .94, 200 take 1.40 times as long on tournament sets."""

FIRST_SWEEPS, SWEEPS = 10, 20
"""Sweeps of beliefs before the first round and before others. Always 20: first solutions of tournament sets take 1.2 times as
long at the median; always 10: Faase (five seeds) takes 89 instead of 34 seconds."""

_CALM_EVERY, _CALM_SWEEPS = 3, 100
"""Every third round has calm beliefs, after 100 sweeps: 22336 takes .2 to .5 seconds, 8 and more without them."""

BOOST = 30.0
"""First activity of a sure cell, in bumps; 10 to 100 do as well."""

_SHARED = 3
"""Cells of the longest clauses that others get; the solver then takes .88 of the time."""

_CONFLICT_WORK = 650
"""Units of work that take as long as a conflict."""

_ANY_WORK = 1 << 60


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

    @property
    def effort(self) -> int:
        """Conflicts so far, and the work of beliefs in conflicts."""
        return self.conflicts + self._believed_work // _CONFLICT_WORK

    def search(self, conflicts: int = ROUND, *, anew: bool = False) -> list[bytes]:
        """Searches for one more solution, within a number of conflicts; returns the new ones.

        Begins with new beliefs if there is no solution yet, or `anew`.
        """
        assert self._search
        if anew or not self._search.pictures:
            self._believe()
        before = len(self._search.pictures)
        self._search.search(conflicts, _ANY_WORK, most=before + 1, tick=self._tick)
        return self._search.pictures[before:]

    def exclude(self, picture: bytes) -> None:
        """Excludes a solution found elsewhere."""
        if self._search and picture not in self._search.pictures:
            self._search.pictures.append(picture)

    def narrow(self) -> None:
        """Takes over what others have refuted on the board."""
        if self._search and not self._search.complete:
            self._search.narrow(self._board)

    def lemmas(self) -> list[Lemma]:
        """Cells known by now, and new short clauses."""
        return self._search.lemmas(_SHARED) if self._search else []

    def likeliest(self) -> list[int]:
        """Per cell the likeliest colour by the latest beliefs; empty before them."""
        return self._beliefs.likeliest() if self._beliefs else []

    def _believe(self) -> None:
        """Sets phases and first activities from beliefs of this round."""
        assert self._search
        began = process_time()
        self._number += 1
        kind, sweeps = (FREE, SWEEPS) if self._number % _CALM_EVERY else (CALM, _CALM_SWEEPS)
        if self._number == 1:
            sweeps = FIRST_SWEEPS
        seed = self._seed + (self._number << 64)
        self._beliefs = beliefs(self._board, reinforcement=kind, sweeps=sweeps, seed=seed, tick=self._tick)
        self._believed_work += sweeps * self._board.open_cells() * (self._board.colours - 1)
        self._search.prefer(self._beliefs.cells.cast("B"), BOOST)
        self.belief_seconds += process_time() - began
