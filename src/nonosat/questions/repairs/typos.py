"""Typing errors in clues, and the ways to undo one."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from nonosat.model.clues import Block, Clue, clue_room


class Edit(StrEnum):
    """Kinds of typing errors, likeliest first."""

    NUMBER = "a wrong number"
    MISSING = "a block left out"
    EXTRA = "a block too many"
    SWAPPED = "two blocks exchanged"
    JOINED = "a space left out"
    PARTED = "a space too many"
    COLOUR = "a wrong colour"
    BACKWARDS = "a clue backwards"
    LINES = "two lines exchanged"
    CROSSED = "a row and a column exchanged"
    ALL_BACKWARDS = "all clues of a side backwards"
    TRANSPOSED = "rows and columns exchanged"


def undone(clue: Clue, length: int, colours: int) -> Iterator[tuple[Edit, Clue]]:
    """Yields (edit, intended clue) pairs for a mistyped clue: all that fit into the line, each once.

    >>> from nonosat.model.clues import as_clue, clue_text
    >>> for edit, meant in undone(as_clue([12]), 5, 2):
    ...     print(f"{clue_text(meant)}: {edit}")
    1 2: a space left out
    1: a wrong number
    2: a wrong number
    3: a wrong number
    4: a wrong number
    5: a wrong number
    0: a block too many
    """
    seen = {clue}
    for edit, meant in _undone(clue, length, colours):
        if meant not in seen and clue_room(meant) <= length:
            seen.add(meant)
            yield edit, meant


def _undone(clue: Clue, length: int, colours: int) -> Iterator[tuple[Edit, Clue]]:
    inks = range(1, colours)
    for at, block in enumerate(clue):
        for digits in _separated(str(block.length or "")):
            parts = tuple(Block(int(part), block.colour) for part in digits)
            yield Edit.JOINED, (*clue[:at], *parts, *clue[at + 1 :])
    for at, block in enumerate(clue):
        before, after = clue[:at], clue[at + 1 :]
        if block.length is not None:
            for size in range(1, length + 1):
                yield Edit.NUMBER, (*before, Block(size, block.colour), *after)
        yield Edit.EXTRA, (*before, *after)
        for ink in inks:
            yield Edit.COLOUR, (*before, Block(block.length, ink), *after)
    for at, (one, other) in enumerate(pairwise(clue)):
        before, after = clue[:at], clue[at + 2 :]
        yield Edit.SWAPPED, (*before, other, one, *after)
        if one.colour == other.colour and one.length is not None and other.length is not None:
            whole = Block(int(f"{one.length}{other.length}"), one.colour)
            yield Edit.PARTED, (*before, whole, *after)
    for at in range(len(clue) + 1):
        for ink in inks:
            for size in range(1, length + 1):
                yield Edit.MISSING, (*clue[:at], Block(size, ink), *clue[at:])
    yield Edit.BACKWARDS, clue[::-1]


def _separated(digits: str) -> Iterator[list[str]]:
    """Yields the ways to split digits into several numbers: at one place, or everywhere."""
    cuts = [[digits[:cut], digits[cut:]] for cut in range(1, len(digits))]
    if len(digits) > 2:
        cuts.append(list(digits))
    for parts in cuts:
        if all(part[0] != "0" for part in parts):
            yield parts
