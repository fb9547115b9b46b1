"""The text of Kyle Keen's solver: row clues, an empty line, column clues, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats import cwd, nin, square, syro
from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, two_blocks
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Whether there are two blocks of numbers that no format with more structure explains."""
    body = "\n".join(line for _, line in numbered(text)).strip()
    return (
        body.count("\n\n") == 1
        and "," not in body
        and are_numbers(body)
        and not any(other.sniff(text) for other in (cwd, nin, square, syro))
    )


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    return [puzzle_of(*two_blocks(numbered(text), path), path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    rows, columns = clue_lines(one_puzzle(puzzles))
    return "\n".join([*rows, "", *columns]) + "\n"


FORMAT = Format(
    name="keen",
    summary="Kyle Keen's text: row clues, an empty line, column clues",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=format,
)
