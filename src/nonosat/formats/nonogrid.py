"""The TOML of nonogrid: `rows` and `columns` of `[clues]`, and `defs` of `[colors]`.

Both are strings of clues, one a line or several between commas, with `#` and `;` before comments and
optional quotes around clues. A block is a length, or in colour a length and the name of an
ink, `3r`. An ink is defined as `r = (red) %`: its name, a colour name, hex value or triplet like `(89, 11,
255)`, and the letter that stands for it in pictures. Two names are there from the start, `W`, the white
background, and `B`, the black ink that blocks without a name have; blank lines are ignored, so that
the clue of an empty line is `0`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import parse_number, text_lines
from nonosat.imaging.colours import letters_for, plain, rgb_of
from nonosat.model.clues import Clue, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Origin
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

# bounds on a file and on the dots in a line: the TOML reader is slow on long dotted keys
MAX_CHARACTERS, MAX_DOTS = 4_000_000, 100

_BACKGROUND, _BLACK = "W", "B"
_DEFINITION = re.compile(r"\s*([^\W\d]\w*)\s*=\s*\(([^()]*)\)\s*(\S)\s*")
_TRIPLET = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", re.ASCII)
_BLOCK = re.compile(r"([0-9]+)(.*)")
_COMMENT = re.compile("[#;].*")
_LINE_OF_ERROR = re.compile(r"\(at line (\d+),")


def sniff(text: str) -> bool:
    """Returns whether there is a table [clues] with rows and columns."""
    return all(
        re.search(pattern, text, re.MULTILINE)
        for pattern in (r"^\s*\[clues\]", r"^\s*rows\s*=", r"^\s*columns\s*=")
    )


def parse(text: str) -> list[Puzzle]:
    return [_NonogridReading(text).puzzle()]


def format(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(_lines(one_puzzle(puzzles))) + "\n"


class _NonogridReading:
    """Makes a puzzle of the text of a file."""

    def __init__(self, text: str) -> None:
        self._lines = text_lines(text)
        self._data = self._table(text)
        self._colours = {_BACKGROUND: BLACK_AND_WHITE[0]}
        self._index = {_BACKGROUND: 0}

    def puzzle(self) -> Puzzle:
        clues = self._data.get("clues")
        if not isinstance(clues, dict):
            self._refuse("there is no table [clues]")
        colours = self._data.get("colors", {})
        definitions = colours.get("defs", []) if isinstance(colours, dict) else None
        if not isinstance(definitions, list):
            self._refuse("`defs` of [colors] must be a list of strings")
        for definition in definitions:
            self._define(definition)
        rows, row_lines = self._clues(clues, "rows")
        columns, column_lines = self._clues(clues, "columns")
        origin = Origin(row_lines, column_lines)
        return Puzzle(rows, columns, self._palette(), origin=origin)

    def _table(self, text: str) -> dict[str, Any]:
        if len(text) > MAX_CHARACTERS:
            self._refuse(f"more than the {MAX_CHARACTERS} characters accepted of TOML")
        for number, line in enumerate(self._lines, 1):
            if line.count(".") > MAX_DOTS and not line.lstrip().startswith("#"):
                self._refuse(f"more than {MAX_DOTS} dots in a line", number)
        try:
            return tomllib.loads(text)
        except ValueError as error:  # also raised for a number that is too long
            at = _LINE_OF_ERROR.search(str(error))
            reason = str(error).split("\n")[0].split(" (at ")[0][:80]
            self._refuse(f"not TOML: {reason}", int(at[1]) if at else None)
        except RecursionError:
            self._refuse("not TOML that can be read: nested too deeply")

    def _define(self, definition: Any) -> None:
        match = _DEFINITION.fullmatch(definition) if isinstance(definition, str) else None
        rgb = _rgb(match[2]) if match else None
        if match is None or rgb is None:
            self._refuse(f"expected a colour such as 'r = (red) %', read {str(definition)[:40]!r}")
        name = match[1]
        if name in self._colours and name != _BACKGROUND:
            self._refuse(f"the colour {name[:40]!r} comes twice")
        self._add(name, Colour("white" if name == _BACKGROUND else name, rgb, match[3]))

    def _add(self, name: str, colour: Colour) -> None:
        self._index.setdefault(name, len(self._index))
        self._colours[name] = colour
        if len(self._colours) > MAX_COLOURS:
            self._refuse(f"more than {MAX_COLOURS} colours")

    def _palette(self) -> Palette:
        colours = tuple(self._colours.values())
        return plain(colours if len(colours) > 1 else (*colours, BLACK_AND_WHITE[1]))

    def _clues(self, table: dict[str, Any], name: str) -> tuple[list[Clue], tuple[int, ...]]:
        """Returns the clues of one string and their file lines."""
        text = table.get(name)
        if not isinstance(text, str):
            self._refuse(f"`{name}` of [clues] must be a string")
        lines = text_lines(text)
        first = self._first_line(name, lines)
        clues, numbers = [], []
        for at, line in enumerate(lines):
            number = None if first is None else first + at
            for part in _COMMENT.sub("", line).split(","):
                if words := part.strip().strip("'\"").split():
                    clues.append(self._clue(words, number))
                    numbers.append(number)
            if len(clues) > MAX_SIDE:
                self._refuse(f"`{name}` has over {MAX_SIDE} clues", number)
        return clues, tuple(number for number in numbers if number is not None)

    def _first_line(self, name: str, lines: Sequence[str]) -> int | None:
        """Returns the file line in which a string begins, if the file has its lines verbatim."""
        heading = re.compile(rf"\s*{name}\s*=\s*(\"\"\"|''')(.*)")
        for number, line in enumerate(self._lines, 1):
            if match := heading.fullmatch(line):
                first = number if match[2] else number + 1
                below = [match[2] if match[2] else "", *self._lines[number:]][0 if match[2] else 1 :]
                same = len(below) >= len(lines) and all(map(str.startswith, below, lines))
                return first if same else None
        return None

    def _clue(self, words: Sequence[str], line: int | None) -> Clue:
        if len(words) > MAX_SIDE:
            self._refuse(f"a clue must have at most {MAX_SIDE} blocks", line)
        blocks = []
        for word in words:
            match = _BLOCK.fullmatch(word)
            length = parse_number(match[1] if match else word, line or 0)
            name = (match[2] if match else "") or _BLACK
            if length == 0:
                continue
            if name == _BLACK and name not in self._colours:
                self._add(name, BLACK_AND_WHITE[1])
            if name not in self._index:
                self._refuse(
                    f"expected a block such as 3 or 3r of a colour in `defs`, read {word[:40]!r}", line
                )
            blocks.append(shared_block(length, self._index[name]))
        return tuple(blocks)

    def _refuse(self, reason: str, line: int | None = None) -> NoReturn:
        raise InputError(reason, line=line)


def _rgb(text: str) -> str | None:
    if triplet := _TRIPLET.fullmatch(text):
        values = [int(value) for value in triplet.groups()]
        return bytes(values).hex() if max(values) < 256 else None
    return rgb_of(text.strip())


def _lines(puzzle: Puzzle) -> Iterator[str]:
    names = _names(puzzle.palette)
    letters = letters_for(puzzle.palette, lambda letter: letter not in "'\"\\()=")
    if puzzle.palette != BLACK_AND_WHITE:
        yield "[colors]"
        yield "defs = ["
        for name, letter, colour in zip(names, letters, puzzle.palette, strict=True):
            if (name, colour.rgb) != (_BACKGROUND, BLACK_AND_WHITE[0].rgb):
                yield f'    "{name} = ({colour.rgb}) {letter}",'
        yield "]\n"
    yield "[clues]"
    for heading, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f'{heading} = """'
        for clue in clues:
            suffixes = [""] if puzzle.palette == BLACK_AND_WHITE else names
            blocks = (f"{b.length}{suffixes[b.colour % len(suffixes)]}" for b in clue or ())
            yield " ".join(blocks) or "0"
        yield '"""'


def _names(palette: Palette) -> list[str]:
    """Returns a different word for each colour, except the two predefined ones."""
    names = [_BACKGROUND]
    for colour in palette[1:]:
        word = re.sub(r"\W+", "_", colour.name).strip("_")
        base = word if re.match(r"[^\W\d]", word) and word != _BLACK else f"ink_{word}"
        name, count = base, 1
        while name in names:
            count += 1
            name = f"{base}_{count}"
        names.append(name)
    return names


FORMAT = Format(
    name="nonogrid",
    summary="the TOML of nonogrid: clues in black and white or in colour",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.COLOURS}),
    sniff=sniff,
    resembles=resembling(r"^\s*(\[clues\]|\[colors\]|(rows|columns)\s*=\s*[\"'])"),
    parse=parse,
    format=format,
)
