"""A picture as text, one letter a cell: the puzzle is the one that it has the clues of.

Filled cells are `#`, `1` or `X`, empty ones `.`, `0` or `_`. Writing gives the puzzle's goal.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import InputError
from nonosat.formats.base import Feature, Format, one_puzzle
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Grid, Puzzle

_LETTERS = "#.10X_"


def sniff(text: str) -> bool:
    """Whether there are lines of equal lengths, made of the letters of a picture."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return bool(lines) and len({len(line) for line in lines}) == 1 and not set("".join(lines)) - set(_LETTERS)


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file, with the picture as its goal."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise InputError("the file has no picture in it", path=path or None)
    width = len(lines[0][1])
    if max(width, len(lines)) > MAX_SIDE:
        reason = f"{width}x{len(lines)} cells is more than the {MAX_SIDE} a side that are accepted"
        raise InputError(reason, path=path or None)
    for number, line in lines:
        if unknown := set(line) - set(_LETTERS):
            reason = f"a cell is one of {_LETTERS}, read {min(unknown)!r}"
            raise InputError(reason, path=path or None, line=number)
        if len(line) != width:
            reason = f"{len(line)} cells, the first row has {width}"
            raise InputError(reason, path=path or None, line=number)
    goal = Grid(line for _, line in lines)
    return [goal.puzzle(goal=goal)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    goal = one_puzzle(puzzles).goal
    assert goal is not None
    return goal.text() + "\n"


FORMAT = Format(
    name="picture",
    summary="the goal as text: # and ., 1 and 0, or X and _",
    features=frozenset({Feature.RECTANGLES, Feature.GOAL}),
    sniff=sniff,
    parse=parse,
    format=format,
)
