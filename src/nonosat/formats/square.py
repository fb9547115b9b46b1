"""The text format of gnbond/Nono for square puzzles: the side n, then n row and n column clues.

Numbers stand between blanks, one clue a line.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.clues import format_clue, parse_clue, parse_number, text_lines
from nonosat.formats.sections import origin_of
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether the first line is a number n and 2 n lines of numbers follow."""
    first, *rest = text_lines(text.strip()) or [""]
    first = first.strip()
    plain = first.isdecimal() and len(first) < 6
    return plain and len(rest) == 2 * int(first) and not set("".join(rest)) - set("0123456789 \t,-")


def parse(text: str) -> list[Puzzle]:
    lines = text_lines(text)
    if not lines:
        raise InputError("the file is empty")
    side = parse_number(lines[0].strip(), 1, "the side of the puzzle")
    while len(lines) > 1 + 2 * side and not lines[-1].strip():
        lines.pop()
    if len(lines) != 1 + 2 * side:
        reason = f"a puzzle of side {side} has {2 * side} clues, {len(lines) - 1} lines follow"
        raise InputError(reason, line=1)
    clues = [parse_clue(line, number) for number, line in enumerate(lines[1:], 2)]
    read = list(enumerate(lines[1:], 2))
    return [Puzzle(clues[:side], clues[side:], origin=origin_of(read[:side], read[side:]))]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    clues = (format_clue(clue, " ") for clue in (*puzzle.rows, *puzzle.columns))
    return "\n".join([str(puzzle.width), *clues]) + "\n"


FORMAT = Format(
    name="square",
    summary="gnbond/Nono: the side, then row clues, then column clues",
    features=frozenset({Feature.CLUES}),
    sniff=sniff,
    resembles=resembling(r"\A[ \t]*[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z"),
    parse=parse,
    format=format,
)
