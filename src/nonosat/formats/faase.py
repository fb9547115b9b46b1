"""The text of Frans Faase's solver: a line `rows` and the row clues, a line `columns` and theirs.

It looks like a `.non` with nothing but clues. Pasted variants are read too: `Rows:` and `Columns:`, or
`Rows: 3, 2 1, 4` with all clues on one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats import pynonogram
from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.clues import clues_of_line
from nonosat.formats.sections import PLAIN, Lines, clue_lines, numbered, puzzle_of, trimmed
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle

# The line that begins a section, which people write in several ways, some with the clues behind it.
_HEAD = re.compile(r"(row|column|col)s?(?: clues)?[ \t]*(?::(.*)|)", re.IGNORECASE)


def sniff(text: str) -> bool:
    """Returns whether there is a line for rows, first, one for columns, and otherwise only numbers."""
    heads, others = [], []
    for _, line in numbered(text.strip()):
        head = _HEAD.fullmatch(line)
        heads.append(head[1][0].lower()) if head else others.append(line)
        others.append((head and head[2]) or "")
        if not heads:
            return False
    numbers = not set("".join(others)) - set("0123456789 \t,-;/[]")
    return sorted(heads) == ["c", "r"] and numbers and not pynonogram.sniff(text)


def parse(text: str) -> list[Puzzle]:
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    behind = False  # whether the clues follow the heading on its line
    for number, line in numbered(text):
        if head := _HEAD.fullmatch(line):
            word = "rows" if head[1].lower() == "row" else "columns"
            if word in sections:
                raise InputError(f"`{word}` comes twice", line=number)
            section = sections[word] = []
            line, behind = head[2] or "", bool((head[2] or "").strip())
            if not behind:
                continue
        elif section is None:
            if line:
                raise InputError(f"expected `rows`, read {line[:40]!r}", line=number)
            continue
        if not behind:
            section.append((number, line))
        elif line:
            section += [(number, clue) for clue in clues_of_line(line)]
    for word in ("rows", "columns"):
        if word not in sections:
            raise InputError(f"no line `{word}`")
    return [puzzle_of(trimmed(sections["rows"]), trimmed(sections["columns"]))]


def format(puzzles: Sequence[Puzzle]) -> str:
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
