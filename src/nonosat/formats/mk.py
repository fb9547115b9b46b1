"""The `.mk` files of Mirek and Petr Olsak: `height width`, row clues, a line `#`, column clues."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.sections import (
    PLAIN,
    are_numbers,
    clue_lines,
    numbered,
    puzzle_of,
    require_clues,
    size,
    trimmed,
)
from nonosat.foundation.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns whether there are two numbers, and further on a line `#` among nothing but numbers."""
    return bool(
        re.match(r"\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n", text)
        and len(parts := re.split(r"^#[ \t]*\r?$", text, maxsplit=2, flags=re.MULTILINE)) == 2
        and all(map(are_numbers, parts))
    )


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    lines = numbered(text)
    middle = next((at for at, (_, line) in enumerate(lines) if line.startswith("#")), None)
    if middle is None:
        raise InputError("expected a line `#` between rows and columns", path=path or None)
    if middle == 0:
        raise InputError("expected `height width`, read '#'", path=path or None, line=1)
    number, first = lines[0]
    height, width = size(first, path, number, "height width")
    rows, columns = trimmed(lines[1:middle], height), trimmed(lines[middle + 1 :], width)
    require_clues("row", rows, height, path)
    require_clues("column", columns, width, path)
    return [puzzle_of(rows, columns, path)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    puzzle = one_puzzle(puzzles)
    rows, columns = clue_lines(puzzle)
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows, "#", *columns]) + "\n"


FORMAT = Format(
    name="mk",
    summary="the Olsaks' .mk: height and width, row clues, #, column clues",
    features=PLAIN,
    sniff=sniff,
    resembles=resembling(r"^#\s*$"),
    parse=parse,
    format=format,
)
