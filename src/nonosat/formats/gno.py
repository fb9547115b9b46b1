"""The `.gno` files of Gnonograms: sections with a heading in brackets, one clue or one row a line.

`[Dimensions]` has two lines, rows then columns. `[Row clues]` and `[Column clues]` have the numbers
between commas, `0` for an empty clue; empty lines are ignored. `[Solution grid]` (in old files `[Solution]`) has a row
of cells a line, 2 filled and 1 empty; it can replace the clues. `[Description]` begins with the title, `[License]` has
one line. The state of a game (`[Working grid]`, `[State]`, `[History]` and the like) is skipped.

The program distinguishes headings by their first three letters and skips unknown ones, which we use for other metadata.
A bracket anywhere else would end a section, so texts have `%5B`, as the program writes in titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import one_line, parse_number
from nonosat.formats.sections import PLAIN, Lines, clue_lines, numbered, puzzle_of, require_clues
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text

_HEADING = re.compile(r"\[([^\[\]]*)\]")
_FIELDS = {
    "DES": ("Description", "title"),
    "LIC": ("License", "licence"),
    "AUT": ("Author", "author"),
    "SOU": ("Source", "source"),
    "COP": ("Copyright", "copyright"),
}
_SKIPPED = ("WOR", "STA", "LOC", "ORI", "HIS")
_KNOWN = {*_FIELDS, *_SKIPPED, "DIM", "ROW", "COL", "SOL"}


def sniff(text: str) -> bool:
    """Returns whether there is a line `[Dimensions]`."""
    return bool(re.search(r"^\[Dimensions\]\s*$", text, re.MULTILINE | re.IGNORECASE))


def parse(text: str) -> list[Puzzle]:
    sections, extra = _sections(text)
    fields = {
        field: unquote(lines[0][1]) for key, (_, field) in _FIELDS.items() if (lines := sections.get(key))
    }
    metadata = Metadata(**fields, extra=extra)
    dimensions = sections.get("DIM", [])
    if len(dimensions) != 2:
        line = dimensions[0][0] if dimensions else None
        raise InputError("expected two lines in [Dimensions]: rows, columns", line=line)
    height, width = (parse_number(line, number, "a size") for number, line in dimensions)
    goal = _goal(sections["SOL"], width, height) if "SOL" in sections else None
    if not sections.get("ROW") and not sections.get("COL") and goal:
        return [goal.puzzle(goal=goal, metadata=metadata)]
    rows, columns = sections.get("ROW", []), sections.get("COL", [])
    require_clues("row", rows, height)
    require_clues("column", columns, width)
    return [puzzle_of(rows, columns).replace(goal=goal, metadata=metadata)]


def format(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(_lines(one_puzzle(puzzles))) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for heading, field in _FIELDS.values():
        if value := _quoted(getattr(puzzle.metadata, field)):
            yield from (f"[{heading}]", value)
    yield from ("[Dimensions]", str(puzzle.height), str(puzzle.width))
    rows, columns = clue_lines(puzzle, ",")
    yield from ("[Row clues]", *rows, "[Column clues]", *columns)
    if puzzle.goal:
        yield "[Solution grid]"
        yield from (" ".join("2" if cell else "1" for cell in row) for row in puzzle.goal)
    for key, value in puzzle.metadata.extra:
        if not _HEADING.fullmatch(f"[{key}]") or key != one_line(key) or key[:3].upper() in _KNOWN:
            raise UsageError(f"gno: a property cannot be called {key!r}")
        yield from (f"[{key}]", _quoted(value))


def _sections(text: str) -> tuple[dict[str, Lines], tuple[tuple[str, str], ...]]:
    """Returns the sections by the first letters of their headings, and the texts under other headings."""
    sections: dict[str, Lines] = {}
    extra: dict[str, Lines] = {}
    section: Lines | None = None
    for number, line in numbered(text):
        if heading := _HEADING.fullmatch(line):
            name = heading[1].strip()
            key = name[:3].upper()
            where, key = (sections, key) if key in _KNOWN else (extra, name)
            if key in where:
                raise InputError(f"`[{name[:40]}]` comes twice", line=number)
            section = where[key] = []
        elif line and section is not None:
            section.append((number, line))
        elif line:
            raise InputError(f"expected `[Dimensions]`, read {line[:40]!r}", line=number)
    texts = ((name, unquote(" ".join(line for _, line in lines))) for name, lines in extra.items())
    return sections, tuple(texts)


def _goal(lines: Lines, width: int, height: int) -> Grid:
    rows = []
    for number, line in lines:
        cells = line.split()
        if len(cells) != width or set(cells) - {"1", "2"}:
            wanted = number_text(width, "cell")
            raise InputError(f"expected {wanted}, 1 or 2, read {line[:40]!r}", line=number)
        rows.append([int(cell) - 1 for cell in cells])
    if len(rows) != height:
        reason = f"{number_text(height, 'row is', 'rows are')} declared, but the solution has {len(rows)}"
        raise InputError(reason, line=lines[0][0] if lines else None)
    return Grid(rows)


def _quoted(value: str) -> str:
    return one_line(value).replace("%", "%25").replace("[", "%5B").replace("]", "%5D")


FORMAT = Format(
    name="gno",
    summary="Gnonograms' .gno: metadata, clues, goal",
    features=PLAIN | {Feature.GOAL, Feature.METADATA},
    sniff=sniff,
    resembles=resembling(r"(?i)^\[(dimensions|row clues|column clues|solution grid)\]?"),
    parse=parse,
    format=format,
)
