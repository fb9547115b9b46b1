"""The text of Kyle Keen's solver: row clues, an empty line, column clues, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, two_blocks
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether two blocks of numbers have equal sums and fit each other, and a 0 stands alone.

    That tells them from blocks that begin with the size of the puzzle, and from clues closed by a 0.
    """
    body = "\n".join(line for _, line in numbered(text)).strip()
    if body.count("\n\n") != 1 or "," in body or not are_numbers(body):
        return False
    rows, columns = (
        [line.replace("-", "0").split() for line in block.split("\n")] for block in body.split("\n\n")
    )
    return _total(rows, len(columns)) == _total(columns, len(rows)) is not None and rows != [["0"]] * len(
        rows
    )


def _total(clues: Sequence[Sequence[str]], room: int) -> int | None:
    """The sum of some clues, None if one has more in it than there is room, or a 0 beside other numbers."""
    total = 0
    for clue in clues:
        numbers = [int(word) if len(word) < 6 else MAX_SIDE + 1 for word in clue]
        if sum(numbers) + len(numbers) - 1 > room or (0 in numbers and len(numbers) > 1):
            return None
        total += sum(numbers)
    return total


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
    resembles=resembling(r"\A[0-9\s-]*\Z"),
    parse=parse,
    format=format,
)
