"""A puzzle on one line, as it can be given on a command line: `3/1 1/2:1/1 1/2`.

Row clues, a colon, column clues; clues between slashes, bars or semicolons, or each in brackets; numbers between blanks, commas
or dots. An empty line is `0`, `-` or nothing. Unlike the similar game ids of Simon Tatham's collection (see
`nonosat.formats.pattern_id`), it lists rows first and has no size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats import pattern_id
from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.sections import PLAIN, clue_lines, puzzle_of
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

SIDE = r"[0-9 ,./|;\[\]-]*"
"""The clues of the rows, or of the columns."""

_LINE = re.compile(rf"\s*{SIDE}:{SIDE}\s*", re.ASCII)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


def sniff(text: str) -> bool:
    """Returns whether the text is one line of numbers with a colon, and no game id of Pattern."""
    return text.strip() != ":" and bool(_LINE.fullmatch(text)) and not pattern_id.sniff(text)


def parse(text: str) -> list[Puzzle]:
    line = text.count("\n", 0, len(text) - len(text.lstrip())) + 1
    sides = text.strip().split(":")
    if len(sides) != 2:
        reason = f"expected rows, a colon and columns such as `2/1:1/2`, got {text.strip()[:40]!r}"
        raise InputError(reason, line=line)
    rows, columns = ([(line, clue.replace(".", " ").strip()) for clue in _clues(side)] for side in sides)
    return [puzzle_of(rows, columns)]


def _clues(side: str) -> list[str]:
    """Returns the clues of a side.

    >>> _clues("2 1/1/3"), _clues("2,1|1|3"), _clues("[2,1] [1] [3]")
    (['2 1', '1', '3'], ['2,1', '1', '3'], ['2,1', '1', '3'])
    """
    if "[" in side:
        return _BRACKETS.findall(side)
    return side.split(next((sign for sign in "/|;" if sign in side), "/"))


def format(puzzles: Sequence[Puzzle]) -> str:
    rows, columns = clue_lines(one_puzzle(puzzles))
    text = f"{'/'.join(rows)}:{'/'.join(columns)}\n"
    return text.replace(":", " :") if pattern_id.sniff(text) else text


FORMAT = Format(
    name="inline",
    summary="on one line: row clues, a colon, column clues, as in 3/1 1/2:1/1 1/2",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=format,
)
