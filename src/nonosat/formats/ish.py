"""The text of Kenichi Ishigaki's Games::Nonogram: rows, an empty line, columns; commas between numbers.

Lines that begin with `#` are comments. The writer begins with one, which also tells its files from
those of `keen` where no clue has two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, two_blocks
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there are two blocks of numbers without blanks, and a comma or a comment somewhere."""
    lines = [line for _, line in numbered(text, "#")]
    body = "\n".join(lines).strip()
    marked = "," in body or text.lstrip().startswith("#")
    return marked and body.count("\n\n") == 1 and " " not in body.replace(", ", ",") and are_numbers(body)


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    return [puzzle_of(*two_blocks(numbered(text, "#"), path), path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    puzzle = one_puzzle(puzzles)
    rows, columns = clue_lines(puzzle, ",")
    title = " ".join(puzzle.metadata.title.split()) or f"{puzzle.width}x{puzzle.height}"
    return "\n".join([f"# {title}", *rows, "", *columns]) + "\n"


FORMAT = Format(
    name="ish",
    summary="Games::Nonogram's text: row clues, an empty line, column clues, with commas",
    features=PLAIN,
    sniff=sniff,
    resembles=resembling(r"\A[0-9\s-]*,[0-9\s,-]*\Z"),
    parse=parse,
    format=format,
)
