"""nonosat's own JSON, the lossless form.

An object with `rows` and `columns`, lists of clues. A clue is a list of blocks, or null if unknown; a block is its length
or `[length, colour]`, with `"?"` for an unknown length, or `"*"` for any number of blocks.
Optional: `palette` (list of `[name, rgb, letter]`, background first), `givens` (list of
`[row, column, colour]`, from 0), `goal` (list of rows, each a string of one digit a cell, or a list
of colours), and `title`, `author`, `source`, `copyright`, `licence`, `extra` (an object of strings).
A triddler has `diagonals` as well, a third list of clues, and `corner`, where they begin (see
`nonosat.model.shapes`); the rows of its goal differ in length.
Any other shape has `lines` and `clues` instead, objects with a list for each family of lines: the cells of each line, numbered
from 0 as they come, and its clue. Optional: `outlines`, the corners `[x, y]` of each cell, and `labels`, the names of the cells.
Places and rows are those of the first family, in which each cell on no line of it is a row of its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from nonosat.formats.base import Feature, Format, did_you_mean, one_puzzle, resembling
from nonosat.model.clues import ANY, BLOT, STAR, Clue, plain_lists, shared_block
from nonosat.model.geometry import AXES, MAX_SIDE
from nonosat.model.metadata import Metadata, is_text
from nonosat.model.palette import BLACK_AND_WHITE, Colour, palette_faults
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import MAX_CELLS, shape_of
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_AXES = tuple(f"{axis}s" for axis in AXES)
_VALUES = bytes(max(0, byte - ord("0")) for byte in range(256))  # of digits
_TEXTS = ("title", "author", "source", "copyright", "licence")
# keys of an object
SHAPED = {"lines", "clues", "outlines", "labels"}
KNOWN = {"rows", "columns", "diagonals", "corner", "palette", "givens", "goal", "extra", *_TEXTS, *SHAPED}


def sniff(text: str) -> bool:
    """Returns whether the text is an object with rows and columns, or lines and clues."""
    pairs = ('"rows"', '"columns"'), ('"lines"', '"clues"')
    return text.lstrip().startswith("{") and any(one in text and other in text for one, other in pairs)


def _require_puzzle(data: Any) -> None:
    """Raises `InputError` unless `data` is an object with `rows` and `columns`, or `lines` and `clues`."""
    require(isinstance(data, dict), "expected an object with `rows` and `columns`")
    for key in ("lines", "clues") if "lines" in data or "clues" in data else ("rows", "columns"):
        if key not in data:
            near = did_you_mean(key, set(data) - KNOWN).replace("did you mean", "is it called")
            require(False, f"`{key}` is missing{near}")


def parse(text: str) -> list[Puzzle]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", line=error.lineno) from None
    except (RecursionError, ValueError):
        raise InputError("not JSON that can be read: nested too deeply, or a number too long") from None
    return [puzzle_of(data)]


def puzzle_of(data: Any) -> Puzzle:
    """Returns the puzzle of an object of JSON; raises `InputError`, also for anything else."""
    _require_puzzle(data)
    unknown = data.keys() - KNOWN
    if unknown:
        key = min(unknown)
        require(False, f"unknown key {key[:40]!r}{did_you_mean(key, KNOWN - data.keys())}")
    extra = data.get("extra", {})
    require(isinstance(extra, dict), "`extra` must be an object of strings")
    parts = _shaped(data) if "lines" in data else _regular(data)
    return Puzzle(
        palette=read_palette(data["palette"]) if "palette" in data else BLACK_AND_WHITE,
        givens=[
            read_given(given, at) for at, given in enumerate(read_items(data.get("givens", []), "givens"))
        ],
        goal=read_goal(data["goal"], "ragged" in parts) if data.get("goal") is not None else None,
        metadata=Metadata(
            **{key: read_text(data[key], key) for key in _TEXTS if key in data},
            extra=tuple((read_text(key, "extra"), read_text(value, "extra")) for key, value in extra.items()),
        ),
        **{name: value for name, value in parts.items() if name != "ragged"},
    )


def _regular(data: dict[str, Any]) -> dict[str, Any]:
    """Returns the clues of a rectangle or triddler as arguments of `Puzzle`."""
    found: dict[str, Any] = {axis: read_clues(data.get(axis, []), axis) for axis in _AXES}
    found["corner"] = read_corner(data.get("corner", 0))
    return found | ({"ragged": True} if found["diagonals"] else {})


def _shaped(data: dict[str, Any]) -> dict[str, Any]:
    """Returns the lines and clues of another shape as arguments of `Puzzle`."""
    if strange := sorted(data.keys() & {*_AXES, "corner"}):
        require(False, f"`{strange[0]}` and `lines` exclude each other")
    for key in ("lines", "clues"):
        require(
            isinstance(data[key], dict), f"`{key}` must be an object with a list for each family of lines"
        )
    known = 0  # cells that have been numbered
    lines: dict[str, list[list[int]]] = {}
    for axis, family in data["lines"].items():
        lines[read_text(axis, "lines")] = []
        for at, line in enumerate(read_items(family, f"lines.{axis}")):
            where = f"lines.{axis}[{at}]"
            cells = [read_number(cell, where, MAX_CELLS) for cell in read_items(line, where, MAX_CELLS)]
            for cell in cells:
                require(cell <= known, f"`{where}`: there is no cell {cell} yet: the next new one is {known}")
                known = max(known, cell + 1)
            lines[axis].append(cells)
    clues = {axis: read_clues(family, f"clues.{axis}") for axis, family in data["clues"].items()}
    outlines = read_items(data.get("outlines", []), "outlines", MAX_CELLS)
    labels = read_items(data.get("labels", []), "labels", MAX_CELLS)
    require(len(labels) in (0, known), f"`labels` must be those of {number_text(known, 'cell')}")
    names = {cell: read_text(label, f"labels[{cell}]") for cell, label in enumerate(labels)}
    shape, arranged = shape_of(lines, clues, dict(enumerate(outlines)), names)
    return {"shape": shape, "clues": arranged, "ragged": True}


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


def require(fine: bool, reason: str) -> None:
    """Raises `InputError` unless `fine`."""
    if not fine:
        raise InputError(reason)


def read_items(value: Any, where: str, most: int = MAX_SIDE) -> list[Any]:
    require(isinstance(value, list), f"`{where}` must be a list")
    require(len(value) <= most or where == "givens", f"`{where}` has over {most} items")
    found: list[Any] = value
    return found


def read_number(value: Any, where: str, most: int = MAX_SIDE) -> int:
    if isinstance(value, float) and value.is_integer():  # an integer of JSON Schema
        value = int(value)
    fine = isinstance(value, int) and not isinstance(value, bool)
    require(fine, f"`{where}` must be a whole number, read {str(value)[:40]!r}")
    require(0 <= value <= most, f"`{where}` must be between 0 and {most}, read {str(value)[:40]}")
    return int(value)


def read_text(value: Any, where: str) -> str:
    require(isinstance(value, str), f"`{where}` must be a string")
    require(is_text(value), f"`{where}` must be text that can be encoded, read {value[:40]!r}")
    return str(value)


def read_clues(value: Any, axis: str) -> Sequence[Clue | None]:
    clues = read_items(value, axis)
    if (quick := plain_lists(clues)) is not None:
        return quick
    return [None if clue is None else read_clue(clue, f"{axis}[{at}]") for at, clue in enumerate(clues)]


def read_clue(value: Any, where: str) -> Clue:
    blocks = []
    for at, block in enumerate(read_items(value, where)):
        if block == STAR:
            blocks.append(ANY)
            continue
        pair = block if isinstance(block, list) else [block, 1]
        require(len(pair) == 2, f"`{where}[{at}]` must be a length or [length, colour]")
        length = None if pair[0] == BLOT else read_number(pair[0], f"{where}[{at}]")
        blocks.append(shared_block(length, read_number(pair[1], f"{where}[{at}]")))
    return tuple(block for block in blocks if block != (0, 1))


def read_corner(value: Any) -> int:
    negative = type(value) is int and value < 0
    size = read_number(-value if negative else value, "corner")
    return -size if negative else size


def read_given(value: Any, at: int) -> tuple[int, ...]:
    where = f"givens[{at}]"
    numbers = tuple(read_number(part, where) for part in read_items(value, where))
    require(len(numbers) in (2, 3), f"`{where}` must be [row, column, colour]")
    return numbers


def read_palette(value: Any) -> list[Any]:
    colours = []
    for at, colour in enumerate(read_items(value, "palette")):
        where = f"palette[{at}]"
        parts = [read_text(part, where) for part in read_items(colour, where)]
        require(len(parts) == 3, f"`{where}` must be [name, rgb, letter]")
        colours.append(parts)
    for fault in palette_faults(Colour(*parts) for parts in colours):
        require(False, f"`palette`: {fault}")
    return colours


def read_goal(value: Any, ragged: bool) -> Grid:
    rows = []
    for at, row in enumerate(read_items(value, "goal")):
        rows.append(_quick_row(row) or _row(row, f"goal[{at}]"))
    equal = ragged or len({len(row) for row in rows}) <= 1
    require(equal, "the rows of `goal` must have equal lengths")
    return Grid(rows, ragged=ragged)


def _quick_row(row: Any) -> bytes | None:
    """Returns the colours of a row of digits or small numbers; None if there is something else in it."""
    if isinstance(row, str) and row.isascii() and row.isdigit() and len(row) <= MAX_SIDE:
        return row.encode().translate(_VALUES)
    if isinstance(row, list) and len(row) <= MAX_SIDE and set(map(type, row)) == {int}:
        with suppress(ValueError):
            return bytes(row)
    return None


def _row(row: Any, where: str) -> bytes:
    cells = [int(cell) if cell in "0123456789" else cell for cell in row] if isinstance(row, str) else row
    numbers = [read_number(cell, where) for cell in read_items(cells, where)]
    require(bool(numbers), f"`{where}` must have cells")
    require(max(numbers) < 256, f"`{where}` has a colour over 255")
    return bytes(numbers)


FORMAT = Format(
    name="json",
    summary="nonosat's own JSON: everything that a puzzle has",
    features=frozenset(Feature) - {Feature.SEVERAL},
    sniff=sniff,
    resembles=resembling(r"\A\s*\{"),
    parse=parse,
    format=format,
)
