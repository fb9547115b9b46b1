"""Steve Simpson's `.non`: properties by line, `rows` and `columns` followed by that many clue lines.

Read: `width`, `height`, `title`, `by`, `copyright`, `catalogue`, `license`, `goal` (cells row by row,
0 and 1), `saved` (the same with `?` for an open cell: its other cells are the givens). Other words are
kept as they are.

Extensions: a block of hidden length is `?`; `*` stands for any number of blocks, and alone for a line without a clue; several
puzzles are separated by lines of `====` (such bundles are
called `.nonpack`); `color` lines declare inks, in two dialects, see `nonosat.formats.non_colours`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import Feature, Format, did_you_mean, resembling
from nonosat.formats.non_colours import OPEN, UNKNOWN, Inks, spelled
from nonosat.formats.numbers import clues_of_line, parse_number, text_lines
from nonosat.formats.sections import Lines, origin_of, require_clues, trimmed
from nonosat.model.clues import STAR, Clue
from nonosat.model.geometry import Axis
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.support.errors import InputError, UsageError

_CHUNK = re.compile(r"[0-9][0-9 ,\t\n]*\n|.*\n")  # lines of numbers, as nearly all are, or one line
_WORD = re.compile(r"([A-Za-z_][\w-]*)\s*(.*)", re.ASCII)
_COLOUR = re.compile(r"colou?r\b\s*:?\s*(.*)", re.ASCII | re.IGNORECASE)
_DIVIDER = re.compile(r"====+")
_FIELDS = {
    "title": "title",
    "by": "author",
    "catalogue": "source",
    "copyright": "copyright",
    "license": "licence",
}
_RESERVED = {*_FIELDS, "width", "height", "rows", "columns", "goal", "saved", "color", "colour"}


def sniff(text: str) -> bool:
    """Returns whether there are lines `rows` and `columns`, and a size, which `faase` lacks."""
    lines = (r"^rows\s*(:|$)", r"^columns\s*(:|$)", r"^(width|height)\b")
    return all(re.search(line, text, re.MULTILINE | re.IGNORECASE) for line in lines)


def parse(text: str) -> list[Puzzle]:
    """Reads the puzzles of a file; ignores blank parts of a bundle."""
    if "\nsolution:" in text:  # there blanks separate clues, and commas numbers
        raise InputError("pyNonogram's files, which are called .non too, are not read")
    parts = [(1, text)]
    if "====" in text:
        lines = text_lines(text)
        dividers = [at for at, line in enumerate(lines) if _DIVIDER.fullmatch(line.strip())]
        ends = [0, *(at + 1 for at in dividers)], [*dividers, len(lines)]
        parts = [(start + 1, "\n".join(lines[start:end])) for start, end in zip(*ends, strict=True)]
    filled = [part for part in parts if part[1].strip()]
    return [_puzzle(*part) for part in filled or parts[:1]]


def _puzzle(first: int, text: str) -> Puzzle:
    """Reads a puzzle from its text, which begins in line `first`."""
    words: dict[str, tuple[int, str]] = {}
    extra: list[tuple[str, str]] = []  # other words, which may come more than once
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    inks, declarations = Inks(), set()
    lines = text_lines(text)
    for number, line in enumerate(lines if "colo" in text.lower() else (), first):
        # first of all, as clues before them use their names
        if (declared := _COLOUR.fullmatch(line.strip())) and Inks.is_declaration(declared[1]):
            inks.declare(declared[1], number)
            declarations.add(number)
    at = 0
    for match in _CHUNK.finditer("\n".join((*lines, ""))):
        start, number = at, first + at
        at += match[0].count("\n")
        if section is not None and match[0][0] in "0123456789":
            section += enumerate(lines[start:at], number)
            continue
        line = lines[start]
        if number in declarations:
            section = None
            continue
        word = _WORD.fullmatch(line.strip())
        if section is not None and word and not word[2] and word[1].lower() not in _RESERVED:
            meant = did_you_mean(word[1], _RESERVED - words.keys() - sections.keys())
            if meant:
                raise InputError(f"expected a clue, read {word[1][:40]!r}{meant}", line=number)
            word = None  # a stray word among the clues is a clue that cannot be read
        if word is None:
            if section is not None:
                section.append((number, line))
            elif line.strip():
                shown = line.strip()[:40]
                raise InputError(f"expected a property such as `width 5`, read {shown!r}", line=number)
            continue
        key, value = word[1].lower(), word[2].removeprefix(":").strip()
        if section is not None and inks.begin_clue(line, _RESERVED):
            section.append((number, line))
            continue
        if key in ("color", "colour"):
            inks.declare(value, number)  # raises the reason
        if key in sections or key in words:
            raise InputError(f"`{key}` comes twice", line=number)
        section = None
        if key in ("rows", "columns"):
            section = sections[key] = []
            if behind := value.lstrip(":").strip():
                section += [(number, clue) for clue in clues_of_line(behind)]
        else:
            quoted = len(value) > 1 and value[0] == value[-1] == '"'
            value = value[1:-1] if quoted else value
            if key in _RESERVED:
                words[key] = number, value
            else:
                extra.append((key, value))
    inks.choose_dialect(line for section in sections.values() for _, line in section)
    rows, row_lines = _clues(sections, words, "row", "height", inks)
    columns, column_lines = _clues(sections, words, "column", "width", inks)
    size = len(columns), len(rows)
    goal = None
    if "goal" in words:
        number, cells = words["goal"]
        colours = inks.cells("goal", cells, "", size, number)
        goal = Grid.from_cells(colours.encode("latin-1"), size[0] or 1)
    givens: list[Given] = []
    if "saved" in words:
        number, cells = words["saved"]
        saved = inks.cells("saved", cells, OPEN, size, number)
        givens = [
            Given(*divmod(at, size[0]), ord(colour)) for at, colour in enumerate(saved) if colour != UNKNOWN
        ]
    fields = {field: words[key][1] for key, field in _FIELDS.items() if key in words}
    if "copyright" in fields:
        fields["copyright"] = fields["copyright"].replace("&copy;", "©")  # as webpbn.com writes it
    return Puzzle(
        rows,
        columns,
        inks.palette(),
        givens=givens,
        goal=goal,
        metadata=Metadata(**fields, extra=tuple(extra)),
        origin=origin_of(row_lines, column_lines),
    )


def format(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of a file, or of a bundle."""
    return "\n====\n\n".join("\n".join(_lines(puzzle)) + "\n" for puzzle in puzzles)


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for key, field in _FIELDS.items():
        if value := getattr(puzzle.metadata, field):
            yield f'{key} "{_one_line(value)}"'
    for key, value in puzzle.metadata.extra:
        if not _WORD.fullmatch(key) or key in _RESERVED or key != key.lower() or " " in key:
            raise UsageError(f"non: a property cannot be called {key!r}")
        yield f'{key} "{_one_line(value)}"'
    colours, letters, spelled_clue = spelled(puzzle.palette)
    yield from colours
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f"\n{name}"
        distinct = {id(clue): clue for clue in clues}  # in large pictures many lines share a clue
        texts = {
            identity: STAR if clue is None else spelled_clue(clue) for identity, clue in distinct.items()
        }
        yield from (texts[id(clue)] for clue in clues)
    if puzzle.goal:
        yield f'\ngoal "{puzzle.goal.cells.decode("latin-1").translate(dict(enumerate(letters)))}"'
    if puzzle.givens:
        known = {(row, column): letters[colour] for row, column, colour in puzzle.givens}
        cells = (known.get((r, c), OPEN) for r in range(puzzle.height) for c in range(puzzle.width))
        yield f'\nsaved "{"".join(cells)}"'


def _clues(
    sections: dict[str, Lines],
    words: dict[str, tuple[int, str]],
    axis: Axis,
    size_word: str,
    inks: Inks,
) -> tuple[Sequence[Clue | None], Lines]:
    """Returns the clues of one section and their lines.

    An empty line is an empty clue, but writers also separate sections by one: empty lines beyond the declared size are
    dropped from the end, then from the start.
    """
    name = f"{axis}s"
    if name not in sections:
        raise InputError(f"no line `{name}`")
    lines = sections[name]
    if size_word in words:
        number, value = words[size_word]
        size = parse_number(value, number)
        lines = trimmed(lines, size)
        require_clues(axis, lines, size)
    else:
        while lines and not lines[-1][1].strip():
            lines.pop()
    return inks.clues(lines), lines


def _one_line(value: str) -> str:
    return re.sub(r"[\r\n]+", " ", value)


FORMAT = Format(
    name="non",
    summary="Steve Simpson's .non with its extensions: colours, givens as `saved`, bundles",
    features=frozenset(Feature) - {Feature.TRIDDLERS, Feature.SHAPES},
    sniff=sniff,
    resembles=resembling(r"^(width|height|rows|columns|goal)\s*($|[0-9\"])"),
    parse=parse,
    format=format,
)
