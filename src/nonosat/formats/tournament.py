"""The text of computer tournaments (TAAI, TCGA, ICGA): many square puzzles in one file.

Each puzzle begins with a line with its number, such as `$1`, which becomes its title. Each clue is a line, its numbers
separated by tabs: first all COLUMNS, then all rows. The side of a puzzle is half the number of its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nonosat.formats.base import Feature, Format, resembling
from nonosat.formats.numbers import format_clue, parse_number, text_lines
from nonosat.model.clues import plain_clues
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_NUMBER = re.compile(r"\s*\$[ \t]*([0-9]{1,9})[ \t]*(?:\r?\n|$)")


def sniff(text: str) -> bool:
    """Returns whether the first line is like `$1`."""
    return bool(_NUMBER.match(text[:1000]))


def parse(text: str) -> list[Puzzle]:
    lines = text_lines(text)
    starts = [at for at, line in enumerate(lines) if line.startswith("$")]
    before = [at for at, line in enumerate(lines[: starts[0] if starts else None]) if line.strip()]
    if before or not starts:
        shown = lines[before[0]][:40] if before else ""
        reason = f"expected the number of a puzzle, such as `$1`, got {shown!r}"
        raise InputError(reason, line=before[0] + 1 if before else 1)
    return [_puzzle(lines, start, end) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def format(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of a file; a puzzle without a number as its title gets its place in the file."""
    return "".join(line + "\n" for at, puzzle in enumerate(puzzles, 1) for line in _lines(puzzle, at))


def _puzzle(lines: Sequence[str], start: int, end: int) -> Puzzle:
    """Reads the puzzle with its number in line `start` (from 0) and its clues before line `end`."""
    title = lines[start][1:].strip()
    if not (title.isascii() and title.isdigit() and len(title) < 10):
        reason = f"expected the number of a puzzle, such as `$1`, got {lines[start][:40]!r}"
        raise InputError(reason, line=start + 1)
    first = start + 1
    if (end - first) % 2 and not lines[end - 1].strip():
        end -= 1
    if (end - first) % 2 or end - first > 2 * MAX_SIDE:
        reason = f"puzzle {title} has {number_text(end - first, 'line')}: expected as many columns as rows, up to {MAX_SIDE}"
        raise InputError(reason, line=start + 1)
    middle = (first + end) // 2
    columns, rows = _clues(lines, first, middle), _clues(lines, middle, end)
    origin = Origin(tuple(range(middle + 1, end + 1)), tuple(range(first + 1, middle + 1)))
    return Puzzle(rows, columns, metadata=Metadata(title=title), origin=origin)


def _clues(lines: Sequence[str], start: int, end: int) -> Sequence[Iterable[Any] | None]:
    """Reads the clues from line `start` to `end` - 1, counted from 0."""
    quick = plain_clues("\n".join(lines[start:end])) if start < end else ()
    return [_clue(lines[at], at + 1) for at in range(start, end)] if quick is None else quick


def _clue(text: str, line: int) -> list[int]:
    """Reads the lengths of a clue; files of solutions look alike, but have zeros among other numbers."""
    words = text.split()
    if words in ([], ["0"], ["-"]):
        return []
    lengths = [parse_number(word, line) for word in words]
    if 0 in lengths:
        raise InputError(f"a block of 0 cells: are these solutions? read {text[:40]!r}", line=line)
    return lengths


def _lines(puzzle: Puzzle, place: int) -> Iterator[str]:
    title = puzzle.metadata.title
    yield f"${title if title.isascii() and title.isdigit() and len(title) < 10 else place}"
    for clue in (*puzzle.columns, *puzzle.rows):
        yield format_clue(clue, "\t")


FORMAT = Format(
    name="tournament",
    summary="square puzzles of TAAI, TCGA and ICGA tournaments, columns first",
    features=frozenset({Feature.CLUES, Feature.SEVERAL}),
    sniff=sniff,
    resembles=resembling(r"\A\s*\$"),
    parse=parse,
    format=format,
)
