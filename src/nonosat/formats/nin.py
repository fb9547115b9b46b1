"""Jakub Wilk's `.nin`: a line `width height`, then the row clues, then the column clues.

Numbers stand between blanks, one clue a line; nothing separates rows from columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.clues import text_lines
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, size, trimmed
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there are numbers only, and as many lines as the two of the first line say."""
    first, *rest = text_lines(text.rstrip()) or [""]
    words = first.split(maxsplit=2)
    sizes = [int(word) for word in words if word.isdecimal() and len(word) < 6]
    return len(words) == len(sizes) == 2 and all(sizes) and len(rest) == sum(sizes) and are_numbers(text)


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    lines = numbered(text)
    if not lines:
        raise InputError("the file is empty", path=path or None)
    (number, first), *rest = lines
    width, height = size(first, path, number, "width height")
    rest = trimmed(rest, width + height)
    if len(rest) != width + height:
        reason = f"{height} rows and {width} columns are declared, but {len(rest)} lines follow"
        raise InputError(reason, path=path or None, line=number)
    return [puzzle_of(rest[:height], rest[height:], path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    puzzle = one_puzzle(puzzles)
    rows, columns = clue_lines(puzzle)
    return "\n".join([f"{puzzle.width} {puzzle.height}", *rows, *columns]) + "\n"


FORMAT = Format(
    name="nin",
    summary="Jakub Wilk's .nin: width and height, row clues, column clues",
    features=PLAIN,
    sniff=sniff,
    resembles=resembling(r"\A[ \t]*[0-9]+[ \t]+[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z"),
    parse=parse,
    format=format,
)
