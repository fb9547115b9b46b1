"""Reads moves from text, one per line, such as `r5c7=black`.

A move sets one or more cells: `r5c7=black r5c8=black`. Rows and columns count from 1; a colour is a name, a letter or a
number of the palette. Everything else is ignored as prose.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

# common notations for one ink, unless the palette uses them otherwise
_COMMON = {"#": 1, "x": 1, "filled": 1, ".": 0, "empty": 0}

_MOST_DIGITS = 6

_HERE = re.compile(r"\br(\d+)\s*,?\s*c(\d+)\s*=\s*", re.IGNORECASE)


class WrittenMove(NamedTuple):
    """A move read from text."""

    line: int  # line of the text, from 1
    cells: tuple[Given, ...]


def read_moves(text: str, puzzle: Puzzle, path: str | None = None) -> list[WrittenMove]:
    """Returns the moves in a text in order; all cells of one line are one move.

    Raises `InputError` if there are none, or for an unknown cell or colour.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> read_moves("Row 2 is full:\\n1. r2c1=black, r2c2=#", puzzle)
    [WrittenMove(line=2, cells=(Given(row=1, column=0, colour=1), Given(row=1, column=1, colour=1)))]
    """
    words = _words(puzzle)
    longest_first = sorted(words, key=len, reverse=True)
    word = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
    moves = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = []
        for match in _HERE.finditer(line):
            colour_word = word.match(line, match.end())
            colour = None
            if colour_word and not (
                colour_word[0][-1:].isalnum() and line[colour_word.end() : colour_word.end() + 1].isalnum()
            ):
                colour = words.get(colour_word[0], words.get(colour_word[0].lower()))
            if colour is None:
                read = line[match.end() :].split(maxsplit=1)[:1]
                what = f"{read[0][:40]!r} is no colour" if read else "a colour is missing"
                names = ", ".join(ink.name for ink in puzzle.palette)
                raise InputError(f"{match[0].strip()} {what}; there are {names}", path=path, line=number)
            cells.append(Given(*_cell(match, puzzle, path, number), colour))
        if cells:
            moves.append(WrittenMove(number, tuple(cells)))
    if not moves:
        raise InputError("there is no move such as r5c7=black", path=path)
    return moves


def _cell(match: re.Match[str], puzzle: Puzzle, path: str | None, number: int) -> tuple[int, int]:
    """Returns the cell that a match names, from 0."""
    if max(len(match[1]), len(match[2])) <= _MOST_DIGITS:
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if 0 <= row < puzzle.height and 0 <= column < puzzle.row_lengths[row]:
            return row, column
    longest = number_text(max(puzzle.row_lengths, default=0), "cell")
    size = f"{number_text(puzzle.height, 'row')} and up to {longest} in each"
    raise InputError(
        f"there is no cell r{match[1][:9]}c{match[2][:9]}; there are {size}", path=path, line=number
    )


def _words(puzzle: Puzzle) -> dict[str, int]:
    """Returns the colour of each accepted word, also in lower case where that is unambiguous."""
    colours_of = dict(_COMMON) if len(puzzle.palette) == 2 else {}
    colours_of.update((str(index), index) for index in range(len(puzzle.palette)))
    for ways in ("letter", "name"):
        colours_of.update(
            (getattr(ink, ways), at) for at, ink in enumerate(puzzle.palette) if getattr(ink, ways)
        )
    small: dict[str, set[int]] = {}
    for word, colour in colours_of.items():
        small.setdefault(word.lower(), set()).add(colour)
    return {word: min(colours) for word, colours in small.items() if len(colours) == 1} | colours_of
