"""The text of Andrew Makhorin's pbnsol: row clues, a line `&`, column clues; `*` begins a comment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.sections import PLAIN, are_numbers, clue_lines, numbered, puzzle_of, trimmed
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there is a line `&` among numbers and comments."""
    parts = re.split(r"^&[ \t]*\r?$", re.sub(r"^\*.*$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    return 2 <= len(parts) <= 3 and all(map(are_numbers, parts))


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    lines = numbered(text, "*")
    marks = [at for at, (_, line) in enumerate(lines) if line == "&"]
    if not marks:
        raise InputError("expected a line `&` between rows and columns", path=path or None)
    middle, end, *_ = [*marks, len(lines)]
    if rest := trimmed(lines[end + 1 :]):
        number, line = rest[0]
        raise InputError(f"expected nothing more, read {line[:40]!r}", path=path or None, line=number)
    return [puzzle_of(trimmed(lines[:middle]), trimmed(lines[middle + 1 : end]), path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    rows, columns = clue_lines(one_puzzle(puzzles))
    return "\n".join([*rows, "&", *columns]) + "\n"


FORMAT = Format(
    name="makhorin",
    summary="Andrew Makhorin's text: row clues, &, column clues",
    features=PLAIN,
    sniff=sniff,
    resembles=resembling(r"^&\s*$"),
    parse=parse,
    format=format,
)
