"""The text of Pierre Dejoue's picross-solver: several puzzles in a file, clues in square brackets.

A line `GRID` with a title begins a puzzle, `ROWS` and `COLUMNS` its sections; each of their lines is a clue
such as `[ 3 1 ]`; `#` begins a comment. The empty clue is `[ ]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import Feature, Format, resembling
from nonosat.formats.numbers import format_clue, one_line, parse_clue, text_lines
from nonosat.formats.sections import located, under_headings
from nonosat.model.clues import Clue
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_CLUE = re.compile(r"\[([^\]]*)\]")


def sniff(text: str) -> bool:
    """Returns whether there are lines `GRID`, `ROWS` and `COLUMNS`."""
    words = {line.split(maxsplit=1)[0] for line in text_lines(text) if line.strip()}
    return {"GRID", "ROWS", "COLUMNS"} <= words


def parse(text: str) -> list[Puzzle]:
    grids: list[tuple[int, str, dict[str, list[tuple[int, Clue]]]]] = []
    section: list[tuple[int, Clue]] | None = None
    for number, line in enumerate(text_lines(text), 1):
        words = line.split("#", 1)[0].strip()
        keyword, _, title = words.partition(" ")
        if not words:
            continue
        if keyword == "GRID":
            grids.append((number, title.strip(), {}))
            section = None
        elif words in ("ROWS", "COLUMNS") and grids and words not in grids[-1][2]:
            section = grids[-1][2][words] = []
        elif section is not None and (clue := _CLUE.fullmatch(words)):
            section.append((number, parse_clue(clue[1], number)))
        else:
            reason = f"expected GRID, ROWS, COLUMNS or a clue such as [ 3 1 ], got {words[:40]!r}"
            raise InputError(reason, line=number)
    if not grids:
        raise InputError("no line `GRID`")
    return [_puzzle(title, sections, number) for number, title, sections in grids]


def _puzzle(title: str, sections: dict[str, list[tuple[int, Clue]]], number: int) -> Puzzle:
    for name in ("ROWS", "COLUMNS"):
        if name not in sections:
            raise InputError(f"no line `{name}` for this grid", line=number)
    return located(sections["ROWS"], sections["COLUMNS"]).replace(metadata=Metadata(title=title))


def format(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(line for puzzle in puzzles for line in _lines(puzzle)) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    yield f"GRID {one_line(puzzle.metadata.title.replace('#', ' '))}".rstrip()
    yield from under_headings(
        puzzle, ("ROWS", "COLUMNS"), lambda clue: f"[ {format_clue(clue, ' ')} ]" if clue else "[ ]"
    )
    yield ""


FORMAT = Format(
    name="picross",
    summary="picross-solver: several puzzles, clues in brackets",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.METADATA, Feature.SEVERAL}),
    sniff=sniff,
    resembles=resembling(r"^(GRID|ROWS|COLUMNS)\b"),
    parse=parse,
    format=format,
)
