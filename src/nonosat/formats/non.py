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
from nonosat.formats.sections import Numbered, extent, origin_at, require_clues
from nonosat.model.clues import STAR, Clue
from nonosat.model.geometry import Axis
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.support.errors import InputError, UsageError

# Lines of numbers, as most are; or a line, with its name and value if it begins with a name
_PIECE = re.compile(r"([0-9][0-9 ,\t\n]*\n)|(([A-Za-z_][\w-]*)[ \t\f\v]*(.*)|.*)\n", re.ASCII)
_WORD = r"(?a)([A-Za-z_][\w-]*)\s*(.*)"
_COLOUR = r"(?ai)colou?r\b\s*:?\s*(.*)"
_DIVIDER = r"====+"
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
        dividers = [at for at, line in enumerate(lines) if re.fullmatch(_DIVIDER, line.strip())]
        ends = [0, *(at + 1 for at in dividers)], [*dividers, len(lines)]
        parts = [(start + 1, "\n".join(lines[start:end])) for start, end in zip(*ends, strict=True)]
    filled = [part for part in parts if part[1].strip()]
    return [_puzzle(*part) for part in filled or parts[:1]]


class _Section:
    """The lines below a line `rows` or `columns`, and the clues behind that word."""

    def __init__(self, heading: int, behind: list[str]) -> None:
        self._heading = heading
        self._behind = behind
        self._below: list[str] = []

    def append(self, lines: str) -> None:
        """Adds whole lines, each with its end."""
        self._below.append(lines)

    def lines(self) -> Numbered:
        """Returns the lines with their numbers."""
        below = "".join(self._below).split("\n")
        below.pop()  # which is behind the last line end
        numbers = range(self._heading + 1, self._heading + 1 + len(below))
        if not self._behind:
            return numbers, below
        return (*[self._heading] * len(self._behind), *numbers), self._behind + below


class _Draft:
    """The parts of a puzzle's text, which begins in line `first`."""

    def __init__(self, first: int, text: str) -> None:
        self.words: dict[str, tuple[int, str]] = {}
        self.extra: list[tuple[str, str]] = []  # other words, which may come more than once
        self.sections: dict[str, _Section] = {}
        self.inks = Inks()
        self._section: _Section | None = None
        if "\r" in text:
            text = "\n".join(text_lines(text))
        declarations = self._declared(first, text) if "colo" in text.lower() else ()
        number, following = first, first
        for numbers, line, name, value in _PIECE.findall(text if text.endswith("\n") else text + "\n"):
            number, following = following, following + 1
            if numbers and self._section is not None:
                self._section.append(numbers)
                following += numbers.count("\n") - 1
            elif number in declarations:
                self._section = None
            elif name:
                self._add_word(number, line, name, value)
            else:
                self._add_line(number, line or numbers.partition("\n")[0])

    def _declared(self, first: int, text: str) -> set[int]:
        """Declares the colours, as clues before them use their names; returns their lines."""
        declarations = set()
        for number, line in enumerate(text_lines(text), first):
            if (declared := re.fullmatch(_COLOUR, line.strip())) and Inks.is_declaration(declared[1]):
                self.inks.declare(declared[1], number)
                declarations.add(number)
        return declarations

    def _add_line(self, number: int, line: str) -> None:
        """Adds a line that does not begin with a name."""
        if line and (word := re.fullmatch(_WORD, line.strip())):
            self._add_word(number, line, *word.groups())
        elif self._section is not None:
            self._section.append(f"{line}\n")
        elif line.strip():
            shown = line.strip()[:40]
            raise InputError(f"expected a property such as `width 5`, got {shown!r}", line=number)

    def _add_word(self, number: int, line: str, name: str, value: str) -> None:
        """Adds a line with a name and a value: a property, the heading of a section, or a clue."""
        key, value = name.lower(), value.rstrip()
        if self._section is not None and self._is_clue(number, line, name, value):
            self._section.append(f"{line}\n")
            return
        value = value.removeprefix(":").strip()
        if key in ("color", "colour"):
            self.inks.declare(value, number)  # raises the reason
        if key in self.sections or key in self.words:
            raise InputError(f"`{key}` comes twice", line=number)
        self._section = None
        if key in ("rows", "columns"):
            behind = value.lstrip(":").strip()
            self._section = self.sections[key] = _Section(number, clues_of_line(behind) if behind else [])
            return
        if len(value) > 1 and value[0] == value[-1] == '"':
            value = value[1:-1]
        if key in _RESERVED:
            self.words[key] = number, value
        else:
            self.extra.append((key, value))

    def _is_clue(self, number: int, line: str, name: str, value: str) -> bool:
        """Returns True for a line of a section that begins with a colour, or is a stray word: a clue that cannot be read."""
        if value or name.lower() in _RESERVED:
            return self.inks.begin_clue(line, _RESERVED)
        if meant := did_you_mean(name, _RESERVED - self.words.keys() - self.sections.keys()):
            raise InputError(f"expected a clue, got {name[:40]!r}{meant}", line=number)
        return True


def _puzzle(first: int, text: str) -> Puzzle:
    """Reads a puzzle from its text, which begins in line `first`."""
    draft = _Draft(first, text)
    words, inks = draft.words, draft.inks
    lines = {name: section.lines() for name, section in draft.sections.items()}
    inks.choose_dialect(line for _, texts in lines.values() for line in texts)
    rows, row_lines = _clues(lines, words, "row", "height", inks)
    columns, column_lines = _clues(lines, words, "column", "width", inks)
    size = len(columns), len(rows)
    goal = None
    if "goal" in words:
        number, cells = words["goal"]
        colours = inks.cells("goal", cells, "", size, number).encode("latin-1")
        goal = Grid.from_cells(colours, size[0] or 1)
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
        metadata=Metadata(**fields, extra=tuple(draft.extra)),
        origin=origin_at(row_lines, column_lines),
    )


def format(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of a file, or of a bundle."""
    return "\n====\n\n".join("\n".join(_lines(puzzle)) + "\n" for puzzle in puzzles)


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for key, field in _FIELDS.items():
        if value := getattr(puzzle.metadata, field):
            yield f'{key} "{_one_line(value)}"'
    for key, value in puzzle.metadata.extra:
        if not re.fullmatch(_WORD, key) or key in _RESERVED or key != key.lower() or " " in key:
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
    sections: dict[str, Numbered],
    words: dict[str, tuple[int, str]],
    axis: Axis,
    size_word: str,
    inks: Inks,
) -> tuple[Sequence[Clue | None], Numbered]:
    """Returns the clues of one section and their lines.

    An empty line is an empty clue, but writers also separate sections by one: empty lines beyond the declared size are
    dropped from the end, then from the start.
    """
    name = f"{axis}s"
    if name not in sections:
        raise InputError(f"no line `{name}`")
    numbers, texts = sections[name]
    if size_word in words:
        number, value = words[size_word]
        size = parse_number(value, number)
        filled = extent(texts, size)
        numbers, texts = numbers[filled], texts[filled]
        if len(texts) != size:
            require_clues(axis, [*zip(numbers, texts, strict=True)], size)  # raises the reason
    else:
        while texts and not texts[-1].strip():
            texts.pop()
        numbers = numbers[: len(texts)]
    return inks.clues(numbers, texts), (numbers, texts)


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
