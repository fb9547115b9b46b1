"""The files of gnonograms (Jeremy Wootten), `.gno`: sections under headings in square brackets.

`[Description]` has title, author, date and score, `[License]` a line, `[Dimensions]` the number of rows and that of columns,
`[Row clues]` and `[Column clues]` a clue in each line, numbers between commas, or `[Solution grid]` a row of the picture in
each: 2 is filled, 1 empty. `[Working grid]` is the same with 0 for unknown cells: the state of a game. Remarks begin with `//`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import format_clue, one_line, parse_number, text_lines
from nonosat.formats.sections import Lines, puzzle_of, require_clues, trimmed, under_headings
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_HEADING = re.compile(r"\[([A-Za-z ]+)\]\s*(?://.*)?")
_REMARK = re.compile(r"\s*//.*")
_CELLS = {"0": None, "1": 0, "2": 1}

_ROWS, _COLUMNS, _SIZE = "row clues", "column clues", "dimensions"


def sniff(text: str) -> bool:
    """Returns whether there are headings for the dimensions, and for clues or a solution."""
    headings = {match[1].lower() for match in re.finditer(r"^\[([A-Za-z ]+)\]", text, re.MULTILINE)}
    return _SIZE in headings and bool(headings & {_ROWS, _COLUMNS, "solution grid", "solution"})


def parse(text: str) -> list[Puzzle]:
    sections = _sections(text)
    if _SIZE not in sections:
        raise InputError("there is no heading [Dimensions]")
    sizes = [line for line in sections[_SIZE] if line[1]]
    if len(sizes) < 2:
        raise InputError("expected the numbers of rows and columns below [Dimensions]")
    height, width = (parse_number(line, number, "a size") for number, line in sizes[:2])
    goal = next((sections[name] for name in ("solution grid", "solution") if name in sections), None)
    cells = _grid(goal, height, width) if goal is not None else None
    solution = None
    if cells is not None and not any(None in row for row in cells):
        solution = Grid([[colour or 0 for colour in row] for row in cells])
    if _ROWS in sections and _COLUMNS in sections:
        rows, columns = trimmed(sections[_ROWS], height), trimmed(sections[_COLUMNS], width)
        require_clues("row", rows, height)
        require_clues("column", columns, width)
        puzzle = puzzle_of(rows, columns).replace(goal=solution)
    elif solution is not None:
        puzzle = solution.puzzle(goal=solution)
    else:
        raise InputError("there are no headings [Row clues] and [Column clues], nor a solution")
    working = _grid(sections["working grid"], height, width) if "working grid" in sections else None
    if working is not None and any(cell is not None for row in working for cell in row):
        puzzle = puzzle._with_fields(origin=(puzzle.origin or Origin())._replace(progress=working))
    return [puzzle.replace(metadata=_metadata(sections))._with_fields(origin=puzzle.origin)]


def _sections(text: str) -> dict[str, Lines]:
    """Returns the lines below each heading, without remarks."""
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    for number, line in enumerate(text_lines(text), 1):
        if heading := _HEADING.fullmatch(line.strip()):
            name = heading[1].strip().lower()
            if name in sections:
                raise InputError(f"the heading [{heading[1]}] comes twice", line=number)
            section = sections[name] = []
        elif section is not None:
            section.append((number, _REMARK.sub("", line).strip()))
        elif line.strip():
            raise InputError(
                f"expected a heading such as [Dimensions], got {line.strip()[:40]!r}", line=number
            )
    return sections


def _grid(lines: Lines, height: int, width: int) -> tuple[tuple[int | None, ...], ...] | None:
    """Returns the colours of a grid, None for unknown cells."""
    rows = [(number, line.split()) for number, line in lines if line]
    if not 0 < len(rows) <= MAX_SIDE:
        return None
    for number, row in rows:
        if len(row) != width or not set(row) <= _CELLS.keys():
            raise InputError(
                f"expected {number_text(width, 'cell')}, 1 if empty and 2 if filled", line=number
            )
    if len(rows) != height:
        declared = number_text(height, "is", "are")
        raise InputError(f"a grid has {number_text(len(rows), 'row')}, {declared} declared", line=rows[0][0])
    return tuple(tuple(_CELLS[cell] for cell in row) for _, row in rows)


def _metadata(sections: dict[str, Lines]) -> Metadata:
    texts = [line for _, line in sections.get("description", [])]
    title, author, date, *_ = [*texts, "", "", ""]
    licence = next((line for _, line in sections.get("license", []) if line), "")
    return Metadata(title, author, licence=licence, extra=(("date", date),) if date else ())


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    about = puzzle.metadata
    date = next((value for name, value in about.extra if name == "date"), "")
    lines = ["[Description]", *map(one_line, (about.title, about.author, date)), "0"]
    lines += ["[License]", one_line(about.licence), "[Dimensions]", str(puzzle.height), str(puzzle.width)]
    lines += under_headings(puzzle, ("[Row clues]", "[Column clues]"), lambda clue: format_clue(clue, ","))
    if puzzle.goal is not None:
        lines += ["[Solution grid]", *(" ".join(str(cell + 1) for cell in row) for row in puzzle.goal)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="gno",
    summary="the files of gnonograms: sections under headings",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.GOAL, Feature.METADATA}),
    sniff=sniff,
    resembles=resembling(r"^\[(Dimensions|Row clues|Column clues)\]"),
    parse=parse,
    format=format,
)
