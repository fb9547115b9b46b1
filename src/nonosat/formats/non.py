"""Steve Simpson's `.non`: properties by line, `rows` and `columns` followed by that many clue lines.

Read: `width`, `height`, `title`, `by`, `copyright`, `catalogue`, `license`, `goal` (cells row by row,
0 and 1), `saved` (the same with `?` for an open cell: its other cells are the givens). Other words are
kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import InputError, UsageError
from nonosat.formats.base import Feature, Format, one_puzzle
from nonosat.formats.clues import format_clue, parse_clue, parse_number
from nonosat.grid import Grid
from nonosat.puzzle import Axis, Clue, Given, Metadata, Origin, Puzzle

_WORD = re.compile(r"([A-Za-z_][\w-]*)\s*(.*)", re.ASCII)
_FIELDS = {
    "title": "title",
    "by": "author",
    "catalogue": "source",
    "copyright": "copyright",
    "license": "licence",
}
_RESERVED = {*_FIELDS, "width", "height", "rows", "columns", "goal", "saved", "color", "colour"}
_Lines = list[tuple[int, str]]
"""Lines of a file with their numbers, from 1."""


def sniff(text: str) -> bool:
    """Whether lines `rows` and `columns` are there."""
    return bool(
        re.search(r"^rows\s*$", text, re.MULTILINE) and re.search(r"^columns\s*$", text, re.MULTILINE)
    )


def parse(text: str, path: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    words: dict[str, tuple[int, str]] = {}
    sections: dict[str, _Lines] = {}
    section: _Lines | None = None
    for number, line in enumerate(text.splitlines(), 1):
        word = _WORD.fullmatch(line.strip())
        if section is not None and word and not word[2] and word[1].lower() not in _RESERVED:
            word = None  # a stray word among the clues is a clue that cannot be read
        if word is None:
            if section is not None:
                section.append((number, line))
            elif line.strip():
                shown = line.strip()[:40]
                raise InputError(
                    f"expected a property such as `width 5`, read {shown!r}", path=path or None, line=number
                )
            continue
        key, value = word[1].lower(), word[2].strip()
        if key in sections or key in words:
            raise InputError(f"`{key}` comes twice", path=path or None, line=number)
        section = None
        if key in ("rows", "columns"):
            section = sections[key] = [(number, "")]
        else:
            quoted = len(value) > 1 and value[0] == value[-1] == '"'
            words[key] = number, value[1:-1] if quoted else value
    rows, row_lines = _clues(sections, words, "row", "height", path)
    columns, column_lines = _clues(sections, words, "column", "width", path)
    size = len(columns), len(rows)
    goal = None
    if "goal" in words:
        number, cells = words["goal"]
        _require_cells(cells, "01", size, "goal", path, number)
        goal = Grid(cells[at : at + size[0]] for at in range(0, len(cells), size[0]))
    givens: list[Given] = []
    if "saved" in words:
        number, cells = words["saved"]
        _require_cells(cells, "01?", size, "saved", path, number)
        givens = [Given(*divmod(at, size[0]), int(cell)) for at, cell in enumerate(cells) if cell != "?"]
    fields = {field: words[key][1] for key, field in _FIELDS.items() if key in words}
    extra = tuple((key, value) for key, (_, value) in words.items() if key not in _RESERVED)
    puzzle = Puzzle(
        rows,
        columns,
        givens=givens,
        goal=goal,
        metadata=Metadata(**fields, extra=extra),
        origin=Origin(path, row_lines, column_lines) if path else None,
    )
    return [puzzle]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    return "\n".join(_lines(one_puzzle(puzzles))) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for key, field in _FIELDS.items():
        if value := getattr(puzzle.metadata, field):
            yield f'{key} "{_one_line(value)}"'
    for key, value in puzzle.metadata.extra:
        if not _WORD.fullmatch(key) or key in _RESERVED or key != key.lower() or " " in key:
            raise UsageError(f"non: a property cannot be called {key!r}")
        yield f'{key} "{_one_line(value)}"'
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f"\n{name}"
        yield from (format_clue(clue, ",") for clue in clues)
    if puzzle.goal:
        yield f'\ngoal "{"".join(str(cell) for row in puzzle.goal for cell in row)}"'
    if puzzle.givens:
        known = {(row, column): str(colour) for row, column, colour in puzzle.givens}
        cells = (known.get((r, c), "?") for r in range(puzzle.height) for c in range(puzzle.width))
        yield f'\nsaved "{"".join(cells)}"'


def _clues(
    sections: dict[str, _Lines], words: dict[str, tuple[int, str]], axis: Axis, size_word: str, path: str
) -> tuple[list[Clue], tuple[int, ...]]:
    """The clues of one section and their line numbers.

    An empty line is an empty clue, but writers also separate sections by one: what is more than the
    declared size is dropped from the end, then from the start, as far as it is empty.
    """
    name = f"{axis}s"
    if name not in sections:
        raise InputError(f"no line `{name}`", path=path or None)
    (start, _), *lines = sections[name]
    if size_word in words:
        number, value = words[size_word]
        size = parse_number(value, path, number)
        while len(lines) > size and not lines[-1][1].strip():
            lines.pop()
        while len(lines) > size and not lines[0][1].strip():
            lines.pop(0)
        if len(lines) != size:
            reason = f"{size_word} {size} is declared, but {len(lines)} {axis} clues follow"
            raise InputError(reason, path=path or None, line=start)
    else:
        while lines and not lines[-1][1].strip():
            lines.pop()
    clues = [parse_clue(line, path, number) for number, line in lines]
    return clues, tuple(number for number, _ in lines)


def _require_cells(cells: str, letters: str, size: tuple[int, int], word: str, path: str, line: int) -> None:
    width, height = size
    if unknown := set(cells) - set(letters):
        reason = f"`{word}` is made of {', '.join(letters)}, read {min(unknown)!r}"
        raise InputError(reason, path=path or None, line=line)
    if len(cells) != width * height:
        reason = f"`{word}` has {len(cells)} cells, the puzzle {width}x{height}"
        raise InputError(reason, path=path or None, line=line)


def _one_line(value: str) -> str:
    return " ".join(value.split())


FORMAT = Format(
    name="non",
    summary="Steve Simpson's .non: clues, metadata, goal, and givens as `saved`",
    extensions=(".non",),
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.GIVENS, Feature.GOAL, Feature.METADATA}),
    sniff=sniff,
    parse=parse,
    format=format,
)
