"""Puzzles given by Python code, read like the arguments of commands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Union

from nonosat.formats.sources import Item, Sources
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import ArgumentError
from nonosat.support.limits import NO_LIMIT, Limit

Given = Union[Puzzle, tuple[str, Puzzle], str, "os.PathLike[str]"]
"""A puzzle, a puzzle with its name, or the path of a file or folder."""


class GivenPuzzles:
    """Items of given puzzles; those without a name are called by their index, from 0."""

    def __init__(self, puzzles: Iterable[Given], limit: Limit = NO_LIMIT) -> None:
        self._puzzles = puzzles
        self._limit = limit
        self.reads = True  # see `Sources.reads`

    def items(self) -> Iterator[Item]:
        """Yields the puzzles in order; raises `ArgumentError` for anything else."""
        for index, given in enumerate(self._puzzles):
            if isinstance(given, Puzzle):
                yield Item(str(index), given)
            elif isinstance(given, str | os.PathLike):
                yield from Sources((os.fspath(given),), limit=self._limit, reads=self.reads).items()
            elif isinstance(given, tuple) and tuple(map(type, given)) == (str, Puzzle):
                yield Item(*given)
            else:
                kind = type(given).__name__
                raise ArgumentError(
                    f"item {index} must be a Puzzle, a (name, Puzzle) pair or a path, got {kind}"
                )
