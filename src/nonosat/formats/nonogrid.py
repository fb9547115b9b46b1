"""The TOML of nonogrid: `rows` and `columns` of `[clues]`, and `defs` of `[colors]`.

Both are strings of clues, one a line or several between commas, with `#` and `;` before comments and
optional quotes around clues. A block is a length, or in colour a length and the name of an
ink, `3r`. An ink is defined as `r = (red) %`: its name, a colour name, hex value or triplet like `(89, 11,
255)`, and the letter that stands for it in pictures. Two names are there from the start, `W`, the white
background, and `B`, the black ink that blocks without a name have; blank lines are ignored, so that
the clue of an empty line is `0`. The files of pynogram by the same author, with clues in the lines below `rows =`
and without quotes, are read too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.file_colours import FileColours
from nonosat.formats.numbers import parse_number, text_lines
from nonosat.imaging.colours import letters_for, names_for, rgb_of
from nonosat.model.clues import Clue, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Origin
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

# bounds on a file and on the dots in a line: the TOML reader is slow on long dotted keys
MAX_CHARACTERS, MAX_DOTS = 4_000_000, 100

_BACKGROUND, _BLACK = "W", "B"
_DEFINITION = re.compile(r"\s*([^\W\d]\w*)\s*=\s*\(([^()]*)\)\s*(\S)\s*")
_TRIPLET = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", re.ASCII)
_BLOCK = re.compile(r"([0-9]+)(.*)")
_COMMENT = re.compile("[#;].*")
_INI = re.compile(
    r"^[ \t]*(?:rows|columns)[ \t]*="
    r"[ \t]*(?:(?:[#;].*)?\r?\n(?:[ \t]*(?:[#;].*)?\r?\n)*[ \t]+[0-9]|[0-9]+[A-Za-z]*[ \t]*[,0-9])",
    re.MULTILINE,
)
_SECTION = re.compile(r"\[(\w+)\]")
_LINE_OF_ERROR = re.compile(r"\(at line (\d+),")


def sniff(text: str) -> bool:
    """Returns whether there is a table [clues] with rows and columns."""
    return all(
        re.search(pattern, text, re.MULTILINE)
        for pattern in (r"^\s*\[clues\]", r"^\s*rows\s*=", r"^\s*columns\s*=")
    )


def parse(text: str) -> list[Puzzle]:
    lines = text_lines(text)
    data = _ini(lines) if _INI.search(text) else _table(text, lines)
    clues, defs = data.get("clues"), data.get("colors", {})
    if not isinstance(clues, dict):
        raise InputError("there is no table [clues]")
    definitions = defs.get("defs", []) if isinstance(defs, dict) else None
    if not isinstance(definitions, list):
        raise InputError("`defs` of [colors] must be a list of strings")
    colours = FileColours({_BLACK: BLACK_AND_WHITE[1]})
    colours.add(_BACKGROUND, BLACK_AND_WHITE[0])
    for definition in definitions:
        match = _DEFINITION.fullmatch(definition) if isinstance(definition, str) else None
        rgb = _rgb(match[2]) if match else None
        if match is None or rgb is None:
            raise InputError(f"expected a colour such as 'r = (red) %', got {str(definition)[:40]!r}")
        if match[1] == _BACKGROUND:
            colours.colours[0] = Colour("white", rgb, match[3])
        else:
            colours.add(match[1], Colour(match[1], rgb, match[3]))
    rows, row_lines = _clues(clues, "rows", lines, colours)
    columns, column_lines = _clues(clues, "columns", lines, colours)
    return [Puzzle(rows, columns, colours.palette(), origin=Origin(row_lines, column_lines))]


def format(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(_lines(one_puzzle(puzzles))) + "\n"


def _table(text: str, lines: Sequence[str]) -> dict[str, Any]:
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"more than the {MAX_CHARACTERS} characters accepted of TOML")
    for number, line in enumerate(lines, 1):
        if line.count(".") > MAX_DOTS and not line.lstrip().startswith("#"):
            raise InputError(f"more than {MAX_DOTS} dots in a line", line=number)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also raised for a number that is too long
        at = _LINE_OF_ERROR.search(str(error))
        reason = str(error).split("\n")[0].split(" (at ")[0][:80]
        raise InputError(f"not TOML: {reason}", line=int(at[1]) if at else None) from None
    except RecursionError:
        raise InputError("not TOML that can be read: nested too deeply") from None


def _ini(lines: Sequence[str]) -> dict[str, Any]:
    """Returns the tables of a file of pynogram: the same sections, with clues in the lines below `rows =` and `columns =`."""
    tables: dict[str, dict[str, Any]] = {}
    table: dict[str, Any] = {}
    name = ""
    for number, line in enumerate(lines, 1):
        text = _COMMENT.sub("", line).strip()
        if section := _SECTION.fullmatch(text):
            table, name = tables.setdefault(section[1], {}), ""
        elif not text:
            continue
        elif table is tables.get("colors"):
            table.setdefault("defs", []).append(text)
        elif (key := text.partition("="))[1]:
            name = key[0].strip()
            if name in table:
                raise InputError(f"`{name}` comes twice", line=number)
            table[name] = key[2].strip()
        elif name:
            table[name] += "\n" + text
        elif tables:
            continue  # such as the picture below [solution]
        else:
            raise InputError(f"expected a heading such as [clues], got {text[:40]!r}", line=number)
    return tables


def _clues(
    table: dict[str, Any], name: str, file: Sequence[str], colours: FileColours
) -> tuple[list[Clue], tuple[int, ...]]:
    """Returns the clues of one string and their file lines."""
    text = table.get(name)
    if not isinstance(text, str):
        raise InputError(f"`{name}` of [clues] must be a string")
    lines = text_lines(text)
    first = _first_line(name, lines, file)
    clues, numbers = [], []
    for at, line in enumerate(lines):
        number = None if first is None else first + at
        for part in _COMMENT.sub("", line).split(","):
            if words := part.strip().strip("'\"").split():
                clues.append(_clue(words, number, colours))
                numbers.append(number)
        if len(clues) > MAX_SIDE:
            raise InputError(f"`{name}` has over {MAX_SIDE} clues", line=number)
    return clues, tuple(number for number in numbers if number is not None)


def _first_line(name: str, lines: Sequence[str], file: Sequence[str]) -> int | None:
    """Returns the file line in which a string begins, if the file has its lines verbatim."""
    heading = re.compile(rf"\s*{name}\s*=\s*(\"\"\"|''')(.*)")
    for number, line in enumerate(file, 1):
        if match := heading.fullmatch(line):
            below = [*([match[2]] if match[2] else []), *file[number:]]
            same = len(below) >= len(lines) and all(map(str.startswith, below, lines))
            return number + (not match[2]) if same else None
    return None


def _clue(words: Sequence[str], line: int | None, colours: FileColours) -> Clue:
    if len(words) > MAX_SIDE:
        raise InputError(f"a clue must have at most {MAX_SIDE} blocks", line=line)
    blocks = []
    for word in words:
        match = _BLOCK.fullmatch(word)
        length = parse_number(match[1] if match else word, line)
        if length:
            blocks.append(shared_block(length, colours.find((match[2] if match else "") or _BLACK, line)))
    return tuple(blocks)


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
    words = [re.sub(r"\W+", "_", colour.name).strip("_") for colour in palette[1:]]
    fitting = (word if re.match(r"[^\W\d]", word) and word != _BLACK else f"ink_{word}" for word in words)
    return names_for([_BACKGROUND, *fitting], "_")


FORMAT = Format(
    name="nonogrid",
    summary="the TOML of nonogrid: clues in black and white or in colour",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.COLOURS}),
    sniff=sniff,
    resembles=resembling(r"^\s*(\[clues\]|\[colors\]|(rows|columns)\s*=\s*[\"'])"),
    parse=parse,
    format=format,
)
