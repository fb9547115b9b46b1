"""nonosat's own JSON, the lossless form.

An object with `rows` and `columns`, lists of clues. A clue is a list of blocks, or null if unknown; a block is its length
or `[length, colour]`, with `"?"` for an unknown length, or `"*"` for any number of blocks.
Optional: `palette` (list of `[name, rgb, letter]`, background first), `givens` (list of
`[row, column, colour]`, from 0), `goal` (list of rows, each a string of one digit a cell, or a list
of colours), and `title`, `author`, `source`, `copyright`, `licence`, `extra` (an object of strings, or
a list of `[key, text]` if a key comes more than once).
A triddler has `diagonals` as well, a third list of clues, and `corner`, where they begin (see
`nonosat.model.shapes`); the rows of its goal differ in length.
Any other shape has `lines` and `clues` instead, objects with a list for each family of lines: the cells of each line, numbered
from 0 as they come, and its clue. Optional: `outlines`, the corners `[x, y]` of each cell, and `labels`, the names of the cells.
Places and rows are those of the first family, in which each cell on no line of it is a row of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from nonosat.formats.base import Feature, Format, NotJson, did_you_mean, one_puzzle, resembling
from nonosat.model.geometry import AXES
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.palette import BLACK_AND_WHITE, Colour, palette_faults
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import shape_of
from nonosat.records.json_types import Refused
from nonosat.records.shared_types import PUZZLE, TEXTS
from nonosat.support.errors import InputError, reading
from nonosat.support.sentences import number_text

_AXES = tuple(f"{axis}s" for axis in AXES)
_MOST_TRIED = 200_000  # characters of a text that is read to know whether it holds a puzzle
_QUOTED = re.compile(r"""["']([\w -]{1,40})["']\s*:""")
_MATRIX = re.compile(r"\s*\[\s*(?:\[(?:[\s0-9,-]|true|false|null)*\]|\[\s*\[|\"[#.01xX_ -]{2,}\")")
_VALUES = bytes(max(0, byte - ord("0")) for byte in range(256))  # of digits
KNOWN = {field.name for field in PUZZLE.fields}  # keys of an object


def sniff(text: str) -> bool:
    """Returns whether the text is an object with rows and columns, or lines and clues, by some name, or a matrix."""
    start = text.lstrip()[:1]
    if start == "{":
        pairs = ('"rows"', '"columns"'), ('"lines"', '"clues"')
        return any(one in text and other in text for one, other in pairs) or _has_synonyms(text)
    return start == "[" and (_has_synonyms(text) or bool(_MATRIX.match(text)))


def _has_synonyms(text: str) -> bool:
    """Returns whether the quoted names in a text include those of a puzzle: usual names, or others whose values fit."""
    from nonosat.formats.member_values import plain_name
    from nonosat.formats.synonyms import SYNONYMS, are_usual, is_across, is_down

    names = {plain_name(name) for name in set(_QUOTED.findall(text))}
    if are_usual(names) or not names.isdisjoint(SYNONYMS["goal"]):
        return True
    if len(text) > _MOST_TRIED or not (any(map(is_across, names)) and any(map(is_down, names))):
        return False
    with suppress(InputError):
        return bool(parse(text))
    return False


def parse(text: str) -> list[Puzzle]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data" or not (objects := _lines(text)):
            raise NotJson(f"not JSON: {error.msg}", line=error.lineno) from None
        data = objects
    except (RecursionError, ValueError):
        raise NotJson("not JSON that can be read: nested too deeply, or a number too long") from None
    return puzzles_of(data)


def _lines(text: str) -> list[Any]:
    """Returns the objects of a text with one in each line; empty if it has none."""
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return []


def puzzles_of(data: Any) -> list[Puzzle]:
    """Returns the puzzles of any JSON: of our own objects, and of those of others (see `nonosat.formats.synonyms`)."""
    own = isinstance(data, dict) and (
        {"lines", "clues"} <= data.keys() or {"rows", "columns"} <= data.keys() <= KNOWN
    )
    if own:
        try:
            return [puzzle_of(data)]
        except InputError:
            if "lines" in data or not any(_is_foreign(data[name]) for name in ("rows", "columns")):
                raise
    from nonosat.formats.evidence import objects_in

    with reading("cannot be read as json"):
        return [of_others(made) for made in objects_in(_whole(data))]


def _whole(value: Any) -> Any:
    """Returns data with whole numbers in place of decimals without a fraction, such as 2.0."""
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_foreign(clues: Any) -> bool:
    """Returns whether clues are texts, numbers beside lists, or have blocks as texts of digits, objects or nothing."""
    if isinstance(clues, str):
        return True
    if not isinstance(clues, list):
        return False
    lists = [clue for clue in clues if isinstance(clue, list)]
    blocks = (block for clue in lists for block in clue)
    texts = any(isinstance(clue, str) for clue in clues)
    return (
        texts
        or 0 < len(lists) < len(clues) - clues.count(None)
        or any(
            block is None
            or isinstance(block, dict)
            or (isinstance(block, str) and block.isascii() and block.isdigit())
            for block in blocks
        )
    )


def of_others(data: dict[str, Any]) -> Puzzle:
    """Returns the puzzle of an object in our own form, which can have a picture instead of clues and a note on the reading."""
    note = data.pop("read_as", "")
    if "rows" in data:
        puzzle = puzzle_of(data)
        return puzzle._with_fields(origin=Origin(read_as=note)) if note else puzzle
    goal = grid_of(data["goal"])
    members = PUZZLE.read({name: value for name, value in data.items() if name != "goal"})
    fields = other_fields(members)
    return goal.puzzle(tuple(fields.pop("palette")), goal=goal, metadata=fields["metadata"])


def puzzle_of(data: Any) -> Puzzle:
    """Returns the puzzle of an object in our own form; raises `InputError`, also for anything else."""
    if not isinstance(data, dict):
        raise InputError("expected an object with `rows` and `columns`")
    for key in ("lines", "clues") if "lines" in data or "clues" in data else ("rows", "columns"):
        if key not in data:
            near = did_you_mean(key, set(data) - KNOWN).replace("did you mean", "is it called")
            raise InputError(f"`{key}` is missing{near}")
    try:
        members = PUZZLE.read(data)
    except Refused as refused:
        raise InputError(str(refused)) from None
    if members["lines"] is None:
        clues = {name: members[name] for name in (*_AXES, "corner")}
    elif both := sorted(data.keys() & {*_AXES, "corner"}):
        raise InputError(f"`{both[0]}` and `lines` exclude each other")
    else:
        clues = _shaped(members)
    ragged = "shape" in clues or bool(clues["diagonals"])
    goal = None if members["goal"] is None else grid_of(members["goal"], ragged=ragged)
    return Puzzle(**clues, goal=goal, **other_fields(members))


def other_fields(members: dict[str, Any]) -> dict[str, Any]:
    """Returns palette, givens and metadata of a puzzle or picture that has been read, as arguments of `Puzzle`."""
    texts = {field.name: members[field.name] for field in TEXTS}
    extra = members["extra"]
    palette = [Colour(*colour) for colour in members["palette"] or BLACK_AND_WHITE]
    for fault in palette_faults(palette):
        raise InputError(f"`palette`: {fault}")
    return {
        "palette": palette,
        "givens": members["givens"],
        "metadata": Metadata(**texts, extra=tuple(extra.items() if isinstance(extra, dict) else extra)),
    }


def grid_of(rows: Iterable[str | list[int]], *, ragged: bool = False) -> Grid:
    """Returns the grid with these rows of digits or of colours."""
    cells = (row.encode().translate(_VALUES) if isinstance(row, str) else bytes(row) for row in rows)
    return Grid(cells, ragged=ragged)


def _shaped(members: dict[str, Any]) -> dict[str, Any]:
    """Returns the lines and clues of a shape other than a rectangle or triddler as arguments of `Puzzle`."""
    numbered = 0  # cells that have been numbered
    for axis, family in members["lines"].items():
        for at, line in enumerate(family):
            for cell in line:
                if cell > numbered:
                    reason = f"there is no cell {cell} yet: the next new one is {numbered}"
                    raise InputError(f"`lines.{axis}[{at}]`: {reason}")
                numbered = max(numbered, cell + 1)
        clues = members["clues"].get(axis, family)
        if len(clues) != len(family):
            both = f"{number_text(len(family), 'line')} and {number_text(len(clues), 'clue')}"
            raise InputError(f"family {axis} has {both}")
    outlines, labels = members["outlines"] or [], members["labels"] or []
    if len(labels) not in (0, numbered):
        raise InputError(f"`labels` must be those of {number_text(numbered, 'cell')}")
    shape, clues = shape_of(
        members["lines"], members["clues"], dict(enumerate(outlines)), dict(enumerate(labels))
    )
    return {"shape": shape, "clues": clues}


def format(puzzles: Sequence[Puzzle]) -> str:
    """Returns the text of a file, one clue per line."""
    puzzle = one_puzzle(puzzles)
    fields = {
        key: _list(value) if isinstance(value, list) else json.dumps(value, ensure_ascii=False)
        for key, value in puzzle.to_json().items()
    }
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in fields.items()) + "\n}\n"


def _list(items: Any) -> str:
    """Returns a JSON list with one item per line."""
    if not items:
        return "[]"
    return "[\n    " + ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n  ]"


FORMAT = Format(
    name="json",
    summary="nonosat's own JSON: everything that a puzzle has",
    features=frozenset(Feature) - {Feature.SEVERAL},
    sniff=sniff,
    resembles=resembling(r"\A\s*\{"),
    parse=parse,
    format=format,
)
