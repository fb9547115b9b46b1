"""Workbooks of spreadsheet programs, `.xlsx`: a sheet is a picture, a cell a cell, by its fill or by a mark in it.

The picture of a sheet is the rectangle around its filled cells (white ones, too), or around its marks if none is filled. Sheets
with numbers are clues if they fit (see `nonosat.formats.evidence`). openpyxl reads the files; formulas count as what they
showed when the file was saved.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from nonosat.formats.base import NOTHING, Feature, Format, require_unpacked_size
from nonosat.formats.evidence import objects_in
from nonosat.formats.native import of_others
from nonosat.imaging.pixels import Pixel, pixel_of, puzzle_of, require_size
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, MissingExtraError
from nonosat.support.limits import check_limits

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)

# the colours of a theme by number, as Office has them from 2013 on; the file's own theme is not read
_THEME = ("FFFFFF", "000000", "E7E6E6", "44546A", "4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47")

Sheet = dict[tuple[int, int], Any]
"""What cells have, by row and column."""


def sniff(data: bytes) -> bool:
    """Returns True for an archive that begins like a workbook."""
    return data.startswith(b"PK\x03\x04") and b"xl/" in data


def parse(data: bytes) -> list[Puzzle]:
    puzzles, numbers = [], {}
    for name, fills, values in _sheets(data):
        check_limits()
        if any(pixel != _WHITE for pixel in fills.values()):
            puzzles.append(puzzle_of(_around(fills)))
        elif len(set(values.values())) == 1:
            puzzles.append(puzzle_of(_around(dict.fromkeys(values, _BLACK))))
        elif values:
            numbers[name] = _lists(values)
    if not puzzles:
        value = numbers if len(numbers) > 1 else next(iter(numbers.values()), None)
        puzzles = [of_others(made) for made in objects_in(value)]
    if not puzzles:
        raise InputError(NOTHING)
    return puzzles


def _around(pixels: dict[tuple[int, int], Pixel]) -> list[list[Pixel]]:
    """Returns the rectangle around cells; the others are white."""
    down, across = zip(*pixels, strict=True)
    require_size(max(across) + 1 - min(across), max(down) + 1 - min(down))
    return [
        [pixels.get((row, column), _WHITE) for column in range(min(across), max(across) + 1)]
        for row in range(min(down), max(down) + 1)
    ]


def _lists(values: Sheet) -> list[list[Any]]:
    """Returns the values of each row that has some."""
    rows: dict[int, list[Any]] = {}
    for (row, _), value in sorted(values.items(), key=lambda item: item[0]):
        rows.setdefault(row, []).append(
            int(value) if isinstance(value, float) and value.is_integer() else value
        )
    return list(rows.values())


def _sheets(data: bytes) -> Iterator[tuple[str, dict[tuple[int, int], Pixel], Sheet]]:
    """Yields the name of each sheet, the colours of its filled cells, and the values of the cells that have one."""
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError:
        raise MissingExtraError("workbooks need openpyxl: pip install 'nonosat[xlsx]'") from None
    try:
        require_unpacked_size(data)
        for sheet in load_workbook(io.BytesIO(data), data_only=True).worksheets:
            fills, values = {}, {}
            for (row, column), cell in sheet._cells.items():
                if cell.fill.fill_type == "solid":
                    fills[row, column] = _pixel(cell.fill.fgColor)
                if cell.value not in (None, ""):
                    values[row, column] = cell.value
            yield sheet.title, fills, values
    except InputError:
        raise
    except Exception:  # openpyxl raises errors of every kind for damaged files
        raise InputError("no workbook that can be read: it is damaged") from None


def _pixel(colour: Any) -> Pixel:
    """Returns a colour of openpyxl as red, green and blue."""
    from openpyxl.styles.colors import COLOR_INDEX

    if colour.type == "theme":
        digits = _THEME[colour.theme] if colour.theme < len(_THEME) else _THEME[1]
    elif colour.type == "indexed":
        digits = COLOR_INDEX[colour.indexed][2:] if colour.indexed < len(COLOR_INDEX) else _THEME[1]
    else:
        digits = str(colour.rgb)[-6:]
    lighter = 255 if colour.tint > 0 else 0
    red, green, blue = (round(part + (lighter - part) * abs(colour.tint)) for part in pixel_of(digits))
    return red, green, blue


FORMAT = Format(
    name="xlsx",
    summary="a workbook: filled or marked cells are the picture, or numbers the clues",
    features=frozenset({Feature.RECTANGLES, Feature.COLOURS, Feature.GOAL}),
    sniff=sniff,
    parse=parse,
    format=None,
    binary=True,
)
