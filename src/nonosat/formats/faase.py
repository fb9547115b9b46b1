"""The text of Frans Faase's solver: a line `rows` and the row clues, a line `columns` and theirs.

It looks like a `.non` that says nothing but its clues, with blanks between the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.sections import PLAIN, Lines, are_numbers, clue_lines, numbered, puzzle_of, trimmed
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Whether a first line `rows` and a line `columns` are all there is but numbers between blanks."""
    parts = re.fullmatch(r"\s*rows[ \t]*\r?\n(.*?)^columns[ \t]*\r?\n(.*)", text, re.DOTALL | re.MULTILINE)
    return parts is not None and "," not in text and all(map(are_numbers, parts.groups()))


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    for number, line in numbered(text):
        word = line.lower().rstrip(":")
        if word in ("rows", "columns"):
            if word in sections:
                raise InputError(f"`{word}` comes twice", path=path or None, line=number)
            section = sections[word] = []
        elif section is not None:
            section.append((number, line))
        elif line:
            raise InputError(f"expected `rows`, read {line[:40]!r}", path=path or None, line=number)
    for word in ("rows", "columns"):
        if word not in sections:
            raise InputError(f"no line `{word}`", path=path or None)
    return [puzzle_of(trimmed(sections["rows"]), trimmed(sections["columns"]), path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    rows, columns = clue_lines(one_puzzle(puzzles))
    return "\n".join(["rows", *rows, "columns", *columns]) + "\n"


FORMAT = Format(
    name="faase",
    summary="Frans Faase's text: `rows` and row clues, `columns` and column clues",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=format,
)
