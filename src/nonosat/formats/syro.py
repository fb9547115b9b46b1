"""The text of Evgeniy Syromolotov's JSolver: rows, an empty line, columns, each clue closed by a 0.

Lines that begin with `#` are comments. An empty clue is a 0 alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, two_blocks
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there are two blocks of numbers, and every line ends in 0."""
    lines = [line for _, line in numbered(text, "#")]
    separators = "\n".join(lines).strip().count("\n\n")
    clues = list(filter(None, lines))
    closed = all(line == "0" or line.endswith(" 0") for line in clues)
    return separators == 1 and closed and are_numbers("".join(clues))


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    return [puzzle_of(*two_blocks(numbered(text, "#"), path), path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    rows, columns = clue_lines(one_puzzle(puzzles), end=" 0")
    return "\n".join([*rows, "", *columns]) + "\n"


FORMAT = Format(
    name="syro",
    summary="Syromolotov's text: row clues, an empty line, column clues, each closed by 0",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=format,
)
