"""Puzzles as other programs write them in JSON, YAML or Python: one table of names, and what their values mean.

Names are compared without case, blanks, `_` and `-`. Sites, games, models and benchmarks call the clues of the rows `rowClues`,
`row_hints`, `RowConstraints`, `hor` or `left`; some nest them below `clues` or `puzzle`, and give the numbers of rows and columns
beside them. Clues are lists, texts such as "2 1", or lists filled up with zeros. A picture, as a matrix, stands for its puzzle.
What has no meaning here is kept as metadata.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from nonosat.formats.base import did_you_mean
from nonosat.formats.member_values import (
    NO_PALETTE,
    InkNumbers,
    blocks_of,
    clues_in,
    lettered,
    palette_in,
    plain_name,
)
from nonosat.formats.numbers import one_line
from nonosat.formats.pictures.cutting import SEPARATOR, words
from nonosat.formats.pictures.letters import Colours
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import is_text
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

ACROSS = "row|hor|left|side|across|fila|lign|righ|linh|zeil|wiersz|rij|radk|^r$|^h(?:$|clue|hint|num)"
DOWN = "col|ver|top|down|spalt|kolum|kolom|sloup|^c$|^up|^v(?:$|clue|hint|num)"
"""Parts of the names of the clues of rows and of columns, in ten languages."""

_ACROSS, _DOWN = re.compile(ACROSS), re.compile(DOWN)
_KIND = r"(?:s?(?:$|clue|hint|constraint|rule|number|run|block))"
_USUAL_ROWS, _USUAL_COLUMNS = (
    re.compile(f"(?:row|hor$|horizontal){_KIND}"),
    re.compile(f"(?:col|column|ver$|vertical){_KIND}"),
)
CANDIDATE = re.compile(f"{ACROSS}|{DOWN}".replace("^", r"\b").replace("$", r"\b"), re.IGNORECASE)
"""Finds words in a text that can name clues."""

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "rows": ("rows", "row"),
    "columns": ("columns", "cols", "column", "col"),
    "height": ("height", "rows", "rowcount", "numrows", "nrows", "nbrows", "numberofrows", "h"),
    "width": ("width", "cols", "columns", "colcount", "columncount", "numcols", "numcolumns", "ncols", "ncolumns", "w"),
    "size": ("size", "dimension", "dimensions", "dim", "dims", "gridsize", "boardsize", "shape", "n"),
    "inside": ("clues", "puzzle", "hints", "constraints", "nonogram", "game", "save", "data", "board", "level", "problem"),
    "several": ("nonograms", "puzzles", "levels", "boards", "games", "items"),
    "goal": ("goal", "solution", "grid", "cells", "content", "picture", "image", "matrix", "pixels", "solutiongrid", "answer"),
    "palette": ("palette", "colors", "colours", "colormap", "colourmap"),
    "title": ("title", "name"),
    "author": ("author", "by", "creator", "designer"),
    "source": ("source", "url", "link", "catalogue"),
    "copyright": ("copyright",),
    "licence": ("licence", "license"),
}  # fmt: skip
"""What names mean, each without case, blanks, `_` and `-`. The first that a text has counts. Without `rows`, the only other name
that can be theirs counts, if it has clues that fit: see `is_across`."""

_MEANINGS: dict[str, set[str]] = {}
for _meaning, _names in SYNONYMS.items():
    for _name in _names:
        _MEANINGS.setdefault(_name, set()).add(_meaning)

_TEXTS = ("title", "author", "source", "copyright", "licence")
_OWN = ("givens", "diagonals", "corner")  # members that mean the same beside names of others
_MOST_DEPTH = 6
_MOST_PUZZLES = 100_000
_SIZE = re.compile(r"\s*([0-9]{1,4})\s*(?:[x\u00d7*,; ]\s*([0-9]{1,4})\s*)?", re.ASCII)
_ROW_ENDS = re.compile(r"\r\n?|[\n/;|]")
NO_FIT = "no two lists of clues here have equal sums and room for every clue"

Cells = list[list[int]]
"""Colours of a picture, row by row."""
_COLOURS = Colours(BLACK_AND_WHITE)  # of matrices with one ink


class Members(NamedTuple):
    """The members of an object by meaning, and those without one."""

    known: dict[str, Any]
    others: dict[str, Any]
    declared: bool = True
    """False if rows or columns have another name, by whose parts they are known: then their sums must agree."""


def members_of(data: Mapping[Any, Any]) -> Members:
    """Sorts the members of an object by what they mean.

    >>> members_of({"Row-Clues": [[1]], "cols": 1, "seed": 7})
    Members(known={'width': 1, 'rows': [[1]]}, others={'seed': 7}, declared=False)
    """
    known: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for name, value in data.items():
        fitting = [
            meaning
            for meaning in sorted(_MEANINGS.get(plain_name(name), ()))
            if meaning not in known and _can_be(meaning, value)
        ]
        if fitting:
            known[fitting[0]] = value
        else:
            others[str(name)] = value
    declared = True
    for meaning, is_one in (("rows", is_across), ("columns", is_down)):
        named = [name for name in others if is_one(plain_name(name)) and clues_in(others[name]) is not None]
        if len(named) == 1 and meaning not in known:
            known[meaning] = others.pop(named[0])
            declared = False
    return Members(known, others, declared)


def are_usual(names: Collection[str]) -> bool:
    """Returns True if plain names begin as those of rows and of columns mostly do: the text is meant to be a puzzle."""
    return any(map(_USUAL_ROWS.match, names)) and any(map(_USUAL_COLUMNS.match, names))


def is_across(name: str) -> bool:
    """Returns True if a plain name can be that of the clues of rows."""
    return bool(_ACROSS.search(name))


def is_down(name: str) -> bool:
    """Returns True if a plain name can be that of the clues of columns."""
    return not is_across(name) and bool(_DOWN.search(name))


def _can_be(meaning: str, value: Any) -> bool:
    """Returns True if a value is of the type of a meaning: `rows` can be clues or a number."""
    if meaning in ("rows", "columns"):
        return clues_in(value) is not None
    if meaning in ("height", "width"):
        return type(value) is int
    if meaning == "size":
        return bool(shapes_in({"size": value}))
    if meaning == "goal":
        return isinstance(value, (list, str)) and bool(value)
    if meaning == "palette":
        return isinstance(value, (list, dict)) and bool(value) and palette_in(value) != NO_PALETTE
    if meaning in _TEXTS:
        return isinstance(value, str)
    return isinstance(value, (dict, list))


def objects_of(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yields puzzles in our own form (see `nonosat.formats.native`); raises `InputError` if there is none."""
    if isinstance(data, list):
        if (picture := picture_of(data, {})) is not None:
            yield picture
        elif depth < _MOST_DEPTH and data and all(isinstance(item, dict) for item in data[:_MOST_PUZZLES]):
            for item in data[:_MOST_PUZZLES]:
                yield from objects_of(item, depth + 1)
        else:
            raise InputError(
                "expected an object with clues of rows and columns, or a picture as a list of equal rows"
            )
        return
    if not isinstance(data, dict):
        raise InputError("expected an object with `rows` and `columns`")
    known, others, declared = members_of(data)
    if "rows" in known and "columns" in known:
        made = object_of(known, others)
        if not declared:
            _require_fit(made, data)
        yield made
        return
    if depth < _MOST_DEPTH:
        for meaning in ("inside", "several"):
            if meaning in known and _holds_puzzles(known[meaning], depth):
                rest = {
                    name: value
                    for name, value in known.items()
                    if name in (*_TEXTS, "goal", "palette", "height", "width", "size")
                }
                inner = known[meaning]
                yield from objects_of({**rest, **inner} if isinstance(inner, dict) else inner, depth + 1)
                return
    clued = "rows" in known or "columns" in known
    if "goal" in known and not clued:
        if (picture := picture_of(known["goal"], known)) is not None:
            yield picture | _metadata(known, others)
            return
        _require_shape(known["goal"])
    if (drawn := drawn_rows(data)) is not None and (picture := picture_of(drawn, known)) is not None:
        others = {name: value for name, value in others.items() if value is not drawn}
        yield picture | _metadata(known, others)
        return
    raise InputError(
        missing_in(data) or "`rows` is missing: an object needs clues of rows and columns, or a picture"
    )


def _require_fit(made: Mapping[str, Any], data: Mapping[Any, Any]) -> None:
    """Raises `InputError` if rows and columns do not fit; a name that is like a missing one is probably misspelt."""
    if not (reason := _misfit(made)):
        return
    missing = {"rows", "columns"} - data.keys()
    near = did_you_mean(min(missing), map(str, data)) if len(missing) == 1 else ""
    raise InputError(
        f"`{min(missing)}` is missing{near.replace('did you mean', 'is it called')}" if near else reason
    )


def _misfit(made: Mapping[str, Any]) -> str:
    """Says that the lengths of rows and columns differ in their sums, or that a clue has no room; else empty."""
    halves = [
        [[_block(block) for block in clue or ()] for clue in made[name]] for name in ("rows", "columns")
    ]
    lengths = [length for half in halves for clue in half for length, _ in clue]
    if 0 in lengths or None in (*made["rows"], *made["columns"]):
        return ""  # a length, or a clue, is not told
    sums = [sum(length for clue in half for length, _ in clue) for half in halves]
    if sums[0] != sums[1]:
        return f"the sums of the two lists of clues here differ: {sums[0]} and {sums[1]}"
    for half, other in (halves, halves[::-1]):
        for clue in half:
            gaps = sum(ink == next_ink for (_, ink), (_, next_ink) in pairwise(clue))
            if sum(length for length, _ in clue) + gaps > len(other):
                return NO_FIT
    return ""


def _block(block: Any) -> tuple[int, Any]:
    """Returns length and ink of a block in our own form; the length is 0 if it is not told."""
    length, ink = block if isinstance(block, list) and len(block) == 2 else (block, 1)
    return length if type(length) is int else 0, ink


def missing_in(data: Mapping[Any, Any]) -> str:
    """Says which clues are missing, if those of rows or of columns are there; empty if none or both are."""
    named = {
        "rows": {name: value for name, value in data.items() if is_across(plain_name(name))},
        "columns": {name: value for name, value in data.items() if is_down(plain_name(name))},
    }
    for missing, there in (("rows", "columns"), ("columns", "rows")):
        if any(clues_in(value) for value in named[there].values()):
            for name, value in named[missing].items():
                if clues_in(value) is not None:
                    return ""
                if isinstance(value, (list, str)):
                    shown = json.dumps(value, ensure_ascii=False, default=str)[:40]
                    return f"`{name}` must be a list of clues, got {shown}"
            near = did_you_mean(missing, map(str, data)).replace("did you mean", "is it called")
            return f"`{missing}` is missing{near}"
    return ""


def _holds_puzzles(value: Any, depth: int) -> bool:
    """Returns True if a member can hold puzzles, by their names."""
    if depth > _MOST_DEPTH:
        return False
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], dict) and _holds_puzzles(value[0], depth + 1)
    if not isinstance(value, dict):
        return False
    known, _, _ = members_of(value)
    if {"rows", "columns"} <= known.keys() or "goal" in known:
        return True
    return any(_holds_puzzles(known[name], depth + 1) for name in ("inside", "several") if name in known)


def object_of(known: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """Returns the puzzle of members with clues."""
    palette, numbers = palette_in(known.get("palette"))
    inks = InkNumbers(palette, numbers)
    made: dict[str, Any] = {}
    for name, axis, side in (("rows", "row", "height"), ("columns", "column", "width")):
        made[name] = [blocks_of(clue, inks) for clue in clues_in(known[name]) or []]
        if not made[name]:
            raise InputError(f"there are no {axis} clues")
        if side in known and known[side] != len(made[name]):
            count = number_text(len(made[name]), f"{axis} clue")
            raise InputError(f"the {side} is {known[side]}, but there are {count}")
    if "palette" in known or inks.used:
        made["palette"] = inks.entries()
    for name in _OWN:
        if name in others:
            made[name] = others[name]
    others = {name: value for name, value in others.items() if name not in _OWN}
    if "size" in known:
        others = {**others, "size": known["size"]}
    goal = known.get("goal")
    if goal is not None:
        cells = pictured(goal, inks.numbers, [(len(made["columns"]), len(made["rows"]))])
        if cells is not None and len(cells) == len(made["rows"]) and len(cells[0]) == len(made["columns"]):
            made["goal"] = cells
        else:
            others = {**others, "goal": goal}
    return made | _metadata(known, others)


def _metadata(known: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members for metadata: texts, and `extra` with everything that has no other place."""
    made: dict[str, Any] = {name: one_line(known[name]) for name in _TEXTS if known.get(name)}
    extra = {
        one_line(name): value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, default=str)
        for name, value in others.items()
        if value is not None and is_text(str(name))
    }
    return made | ({"extra": extra} if extra else {})


def shapes_in(known: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Returns the widths and heights that are written beside a picture, both ways round if nothing says which is which.

    >>> shapes_in({"size": "5x3"}), shapes_in({"width": 4, "height": 3}), shapes_in({"size": 5})
    ([(5, 3), (3, 5)], [(4, 3)], [(5, 5)])
    """
    if "width" in known or "height" in known:
        return [(known.get("width", 0), known.get("height", 0))]
    size = known.get("size")
    if isinstance(size, dict):
        return shapes_in(
            {name: value for name, value in members_of(size).known.items() if type(value) is int}
        )
    if isinstance(size, str) and (match := _SIZE.fullmatch(size)):
        size = [int(side) for side in match.groups() if side]
    sides = [size] if type(size) is int else size
    if (
        not isinstance(sides, list)
        or len(sides) not in (1, 2)
        or any(type(side) is not int for side in sides)
    ):
        return []
    pair = sides[0], sides[-1]
    return [pair] if pair[0] == pair[1] else [pair, pair[::-1]]


def _require_shape(value: Any) -> None:
    """Raises `InputError` if a picture is one text or list of cells without a size beside it."""
    cells = _flat(value)
    if cells and _black_and_white(set(cells)):
        raise InputError(
            f"the picture is one list of {len(cells)} cells: `width` and `height` must be beside it"
        )


def drawn_rows(data: Mapping[Any, Any]) -> list[Any] | None:
    """Returns rows that are drawn, such as `{"rows": ["##.#", "...#"]}`, if there is nothing that can be columns."""
    listed = {plain_name(name): value for name, value in data.items() if isinstance(value, (list, str))}
    if any(map(is_down, listed)):
        return None
    values = [value for name, value in listed.items() if is_across(name)]
    if (
        len(values) != 1
        or not isinstance(values[0], list)
        or not all(isinstance(row, str) for row in values[0])
    ):
        return None
    return values[0] if max(map(len, values[0]), default=0) > 1 else None


def picture_of(value: Any, known: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns the puzzle of a picture without clues; None if it is no picture."""
    palette, numbers = palette_in(known.get("palette"))
    shapes = shapes_in(known)
    cells = pictured(value, numbers, shapes)
    sizes = " or ".join(f"{width or '?'}x{height or '?'}" for width, height in shapes)
    if cells is None and sizes and (flat := _flat(value)) and _black_and_white(set(flat)):
        raise InputError(f"the picture has {len(flat)} cells, which are not {sizes} in one way")
    if cells is None or not any(map(any, cells)) or max(len(cells), len(cells[0])) < 2:
        return None
    if shapes and not any(_agree(shape, cells) for shape in shapes):
        own = f"{len(cells[0])}x{len(cells)}"
        raise InputError(f"the picture has {own} cells, the sizes beside it are {sizes}")
    made: dict[str, Any] = {"goal": cells}
    if numbers and [rgb for _, rgb, _ in palette] != ["ffffff", "000000"]:
        made["palette"] = lettered(palette)
    return made


def _agree(shape: tuple[int, int], cells: Sequence[Sequence[int]]) -> bool:
    """Returns True if a picture has a width and a height, of which 0 is any."""
    own = len(cells[0]), len(cells)
    return all(side in (0, length) for side, length in zip(shape, own, strict=True))


def _flat(value: Any) -> list[Any] | None:
    """Returns the cells of a text or list that does not say where its rows end; None for any other value."""
    if isinstance(value, str):
        return None if _ROW_ENDS.search(value.strip()) else list("".join(value.split()))
    if not isinstance(value, list) or any(isinstance(cell, (list, dict)) for cell in value):
        return None
    return value if all(not isinstance(cell, str) or len(cell) < 2 for cell in value) else None


def pictured(value: Any, numbers: Mapping[str, int], shapes: Sequence[tuple[int, int]]) -> Cells | None:
    """Returns the colours of a picture: rows of values, or texts, or one list of a known size; None if it is no such thing."""
    rows: Any = value
    if (flat := _flat(value)) is not None:
        cut = [
            (width or len(flat) // height, height or len(flat) // width)
            for width, height in shapes
            if width + height
        ]
        fitting = [shape for shape in cut if shape[0] * shape[1] == len(flat) > 0]
        if len(fitting) != 1:
            return None
        rows = [flat[at : at + fitting[0][0]] for at in range(0, len(flat), fitting[0][0])]
    elif isinstance(value, str):
        rows = [row for row in _ROW_ENDS.split(value.strip("\n")) if row.strip()]
    if not isinstance(rows, list) or not rows or len(rows) > MAX_SIDE:
        return None
    if all(isinstance(row, str) for row in rows):
        rows = _split(rows)
    rows = [list(row) if isinstance(row, str) else row for row in rows]
    if not all(isinstance(row, list) and 0 < len(row) <= MAX_SIDE for row in rows):
        return None
    if len({len(row) for row in rows}) != 1 or any(
        isinstance(cell, (list, dict)) for row in rows for cell in row
    ):
        return None
    used = {cell for row in rows for cell in row}
    if -1 in used and used <= {-1, 1}:
        meaning: dict[Any, int] = {-1: 0, 1: 1}
    elif not (numbers and None in used) and (plain := _black_and_white(used)):
        meaning = plain
    elif numbers:
        meaning = {cell: 0 if cell in (None, "") else numbers.get(str(cell), -1) for cell in used}
    else:
        return None
    made = [[meaning[cell] for cell in row] for row in rows]
    return made if min(map(min, made)) >= 0 else None


def _split(rows: Sequence[str]) -> list[Sequence[str]]:
    """Returns the cells of rows: characters, with blanks between all of them or none, or words between commas and the like.

    >>> _split(["# . #", ". . #"]), _split(["#.#"]), _split(["1,0"])
    (['#.#', '..#'], ['#.#'], [['1', '0']])
    """
    if any(map(SEPARATOR.search, rows)):
        return [list(words(row)) for row in rows]
    bare = [row.strip() for row in rows]
    spaced = all(row and not row[1::2].strip() and " " not in row[::2] for row in bare)
    return [row[::2] for row in bare] if spaced and any(len(row) > 1 for row in bare) else list(rows)


def _black_and_white(used: Collection[Any]) -> dict[Any, int] | None:
    """Returns the colours of values of one ink, as characters of pictures mean them; None if one is unknown."""
    texts = {
        cell: " " if cell in (None, "") else str(int(cell) if isinstance(cell, bool) else cell)
        for cell in used
    }
    if any(len(text) > 1 or text not in _COLOURS.notations for text in texts.values()):
        return None
    meaning = _COLOURS.meaning(texts.values())
    if meaning is None or None in meaning.values():
        return None
    return {cell: meaning[text] or 0 for cell, text in texts.items()}
