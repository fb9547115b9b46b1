"""From the PUZZLE arguments of a command to puzzles."""

from __future__ import annotations

import os
import re

from nonosat.errors import InputError, UsageError
from nonosat.formats import load_all, puzzle_files
from nonosat.model.puzzle import Puzzle

_NUMBERED = re.compile(r"(.+)#([0-9]{1,6})")


def files(paths: tuple[str, ...]) -> list[str]:
    """The files that the arguments name, folders replaced by the puzzles in them."""
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = list(puzzle_files(path))
            if not inside:
                raise InputError("the folder has no puzzles in it", path=path)
            found.extend(inside)
        else:
            found.append(path)
    return found


def read(path: str, source: str | None) -> list[tuple[str, Puzzle]]:
    """The puzzles in a file with the names to call them by; raises `InputError` unless it reads well.

    Where a file holds several they are called FILE#1, FILE#2 ..., and by that name one can be asked for.
    """
    whole, number = path, None
    if not os.path.exists(path) and (match := _NUMBERED.fullmatch(path)):
        whole, number = match[1], int(match[2])
    puzzles = load_all(whole, source)
    if number is None:
        return [(path if len(puzzles) == 1 else f"{path}#{at}", each) for at, each in enumerate(puzzles, 1)]
    if not 1 <= number <= len(puzzles):
        raise InputError(f"there is no puzzle {number} of {len(puzzles)}", path=whole)
    return [(path, puzzles[number - 1])]


def only(path: str, source: str | None) -> tuple[str, Puzzle]:
    """The one puzzle in a file and the name to call it by."""
    puzzles = read(path, source)
    if len(puzzles) != 1:
        raise UsageError(f"{path} holds {len(puzzles)} puzzles; say which one, as {path}#1")
    return puzzles[0]
