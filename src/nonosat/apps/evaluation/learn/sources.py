"""Sources of puzzles: generated streams, lists, files.

A source returns the same puzzle for the same seed and number, on every machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol

from nonosat.apps.generation.generate import Generated, generated
from nonosat.apps.generation.wish import Wish
from nonosat.formats.sources import Sources
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped

Puzzles = Wish | Puzzle | Iterable[Wish] | Iterable[Puzzle] | str | os.PathLike[str]
"""Accepted arguments: `Wish`es, puzzles, or the path of a file or folder that a batch accepts."""

_APART = 1 << 32  # offset in the stream for the next attempt at a puzzle, beyond all regular numbers
_TRIES = 100  # attempts per puzzle, for wishes that are not always met


class Most(NamedTuple):
    """Maximum height, width and number of inks in a source."""

    height: int
    width: int
    inks: int


class Source(Protocol):
    """An endless source of puzzles."""

    @property
    def most(self) -> Most:
        """Maximum size of its puzzles."""

    def puzzle(self, seed: int, number: int) -> Puzzle:
        """Returns puzzle `number` in the order of a seed; raises what generating it raises."""


def source_of(puzzles: Puzzles, limit: Limit | None = None) -> Source:
    """Returns the source for an argument; `limit` bounds the generation of one puzzle.

    Raises `UsageError` for no puzzles or a triddler, and what reading a file raises.

    >>> source_of([Puzzle([[1]], [[1]]), Puzzle([[1], [0], [1]], [[1, 1]])]).most
    Most(height=3, width=1, inks=1)
    """
    if isinstance(puzzles, (str, os.PathLike)):
        return Listed(_read(os.fspath(puzzles)))
    given = [puzzles] if isinstance(puzzles, (Wish, Puzzle)) else list(puzzles)
    listed = [each for each in given if isinstance(each, Puzzle)]
    wishes = [each for each in given if isinstance(each, Wish)]
    if len(given) not in (len(listed), len(wishes)):
        raise UsageError("expected wishes, puzzles or a path")
    return Wished(wishes, limit) if wishes else Listed(listed)


class Wished:
    """Generated puzzles in stream order; several wishes take turns."""

    def __init__(self, wishes: Sequence[Wish], limit: Limit | None = None) -> None:
        if any(wish.solutions == 0 for wish in wishes):
            raise UsageError("requested puzzles must have a solution")
        self.wishes = wishes
        self.limit = limit or Limit()
        self.most = _most((wish.height, wish.width, wish.inks) for wish in wishes)

    def puzzle(self, seed: int, number: int) -> Puzzle:
        return self.made(seed, number).puzzle

    def made(self, seed: int, number: int) -> Generated:
        """Returns a generated puzzle; if it misses the request, the next attempt of its stream.

        Raises `OutOfReach` after `_TRIES` misses and at the limit.
        """
        clock = Clock(self.limit)
        turn, place = divmod(number, len(self.wishes))
        for attempt in range(_TRIES):
            found = generated(self.wishes[place], seed, turn + attempt * _APART, clock=clock)
            if found.found:
                return found
            if clock.over:
                raise clock.over
        missed = ", ".join(found.missed)
        raise OutOfReach(Stopped.TRIES, f"{_TRIES} tries gave no such puzzle: {missed}")


class Listed:
    """Puzzles of a list, shuffled by seed, each once per round."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        if not puzzles:
            raise UsageError("there is no puzzle in the list")
        for each in puzzles:
            require_rectangle(each)
        self.puzzles = puzzles
        self.most = _most((each.height, each.width, len(each.palette) - 1) for each in puzzles)

    def puzzle(self, seed: int, number: int) -> Puzzle:
        turn, place = divmod(number, len(self.puzzles))
        return self.puzzles[_order(len(self.puzzles), f"{seed} {turn}")[place]]


def require_rectangle(puzzle: Puzzle) -> None:
    """Raises `UsageError` for a triddler or contradictory clues, `PuzzleError` for a misstated puzzle."""
    if not isinstance(puzzle.geometry, Rectangle):
        raise UsageError(f"{puzzle.name}: rows and columns are expected, not a {puzzle.geometry.name}")
    puzzle.require_readable()
    if wrong := puzzle.contradictions():
        raise UsageError(f"{puzzle.name}: has no solution: {wrong[0].reason}")


def _most(sizes: Iterable[tuple[int, int, int]]) -> Most:
    return Most(*map(max, zip(*sizes, strict=True)))


@lru_cache(maxsize=4)
def _order(count: int, seed: str) -> list[int]:
    random = Random(seed)
    return sorted(range(count), key=lambda _: random.random())


def _read(path: str) -> list[Puzzle]:
    """Reads all puzzles of a file or folder."""
    found = []
    for item in Sources((path,)).items():
        if item.error:
            raise item.error
        assert item.puzzle
        found.append(item.puzzle)
    return found
