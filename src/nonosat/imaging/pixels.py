"""Picture files as puzzles: each pixel is a cell, and the picture's colours are the palette.

The background is white if the picture has white, otherwise its most frequent colour (the lightest of equally frequent
ones). Inks are in order of appearance, row by row, and have their common names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.imaging.colours import letters_for, name_of
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.limits import check_limits

Pixel = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

Box = tuple[float, float, float, float]
"""Part of a picture: left, top, right and bottom edge, from 0 to 1."""

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)

_WHITE, _BLACK = BLACK_AND_WHITE
_COUNTED = 1 << 16

# maximum number of colour changes between neighbours: a chequerboard in a file of some kilobytes can have clues that take
# gigabytes
MAX_CHANGES = 4_000_000


def require_size(width: int, height: int) -> None:
    """Raises `InputError` unless a puzzle can have the picture's size."""
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        bounds = f"a picture must have 1 to {MAX_SIDE} pixels a side"
        raise InputError(f"{bounds}, this one {width}x{height}")


def in_pixels(box: Box, width: int, height: int) -> tuple[int, int, int, int]:
    """Converts a part to pixels, at least one a side; right and bottom are exclusive.

    >>> in_pixels((0.25, 0, 0.5, 1), 8, 2)
    (2, 0, 4, 2)
    """
    left, top = min(round(box[0] * width), width - 1), min(round(box[1] * height), height - 1)
    return left, top, max(left + 1, round(box[2] * width)), max(top + 1, round(box[3] * height))


def plain_puzzle(rows: Iterable[bytes]) -> Puzzle:
    """Returns the puzzle of a black-and-white picture (1 is black), which is its goal."""
    return _puzzle(rows, BLACK_AND_WHITE)


def puzzle_of(rows: Iterable[Sequence[Pixel]], background: str | None = None) -> Puzzle:
    """Returns the puzzle of a picture, which is its goal; raises `InputError` if it has too many colours.

    `background` is the RGB value (six hex digits) of the background.
    """
    index: dict[Pixel, int] = {}
    cells: list[bytes] = []
    for row in rows:
        check_limits()
        for pixel in dict.fromkeys(row):
            index.setdefault(pixel, len(index))
        if len(index) <= MAX_COLOURS:
            cells.append(bytes(map(index.__getitem__, row)))
        elif len(index) > _COUNTED:
            break
    if len(index) > MAX_COLOURS:
        count = f"over {_COUNTED}" if len(index) > _COUNTED else f"{len(index)}"
        raise too_many_colours(count)
    values = ["{:02x}{:02x}{:02x}".format(*pixel) for pixel in index]
    if not set(values) - {_WHITE.rgb, _BLACK.rgb} and background in (None, _WHITE.rgb):
        black = bytes(value == _BLACK.rgb for value in values)
        return plain_puzzle(row.translate(_table(black)) for row in cells)
    palette, order = _palette(values, cells, background)
    return _puzzle((row.translate(_table(order)) for row in cells), palette)


def too_many_colours(count: str) -> InputError:
    """Returns the error for a picture with more colours than a palette can have."""
    reason = f"the picture has {count} colours, at most {MAX_COLOURS} are read as they are"
    return InputError(reason).remedied_by("inks")


def pixels(puzzle: Puzzle, name: str) -> tuple[Grid, list[Pixel]]:
    """Returns the goal and its palette as pixels; raises `UsageError` if they would be read as another puzzle.

    `name` is the format's.
    """
    goal = puzzle.goal
    assert goal is not None
    values = [colour.rgb for colour in puzzle.palette]
    colours = sorted(set().union(*goal))
    if len({0, *colours}) > len({values[colour] for colour in (0, *colours)}):
        raise UsageError(f"{name}: two colours of the palette are equal")
    if {values[colour] for colour in colours} <= {_WHITE.rgb, _BLACK.rgb}:
        background = _WHITE.rgb
    else:
        palette, _ = _palette(values, goal.rows)
        background = palette[0].rgb
    if background != values[0]:
        reason = f"#{background} would be taken for the background, which is #{values[0]}"
        raise UsageError(f"{name}: in this picture {reason}")
    return goal, [pixel_of(value) for value in values]


def pixel_of(rgb: str) -> Pixel:
    """Converts six hex digits to numbers.

    >>> pixel_of("ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(rgb)
    return red, green, blue


def squared_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Returns the squared distance of two colours, each with three values."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def _puzzle(rows: Iterable[bytes], palette: Palette) -> Puzzle:
    goal = Grid(rows)
    changes = sum(_changes(goal))
    if changes > MAX_CHANGES:
        reason = f"the colour changes {changes} times from a pixel to the next, {MAX_CHANGES} are accepted"
        raise InputError(reason)
    return goal.puzzle(palette, goal=goal)


def _changes(rows: Iterable[bytes]) -> Iterator[int]:
    """Yields, per row, the number of cells that differ from their left neighbour, and from the cell above."""
    above = None
    for row in rows:
        cells = int.from_bytes(row)
        for neighbours in (cells >> 8, cells if above is None else above):
            yield len(row) - (cells ^ neighbours).to_bytes(len(row)).count(0)
        above = cells


def _palette(
    values: Sequence[str], rows: Sequence[bytes], wanted: str | None = None
) -> tuple[Palette, bytes]:
    """Returns the palette of colours with these values, and the index of each colour in it.

    The background must appear in the picture.
    """
    counts = [sum(row.count(colour) for row in rows) for colour in range(len(values))]
    used = [(value == _WHITE.rgb, count, value) for value, count in zip(values, counts, strict=True) if count]
    background = values.index(wanted or max(used)[2])
    order = [background, *(colour for colour in range(len(values)) if colour != background)]
    letters = {_BLACK.rgb: _BLACK.letter, values[background]: _WHITE.letter}
    colours = tuple(Colour(name_of(values[c]), values[c], letters.get(values[c], "")) for c in order)
    signs = letters_for(colours, lambda letter: letter.isalpha() or letter in ".#")
    palette = tuple(colour._replace(letter=sign) for colour, sign in zip(colours, signs, strict=True))
    places = bytes(order.index(colour) for colour in range(len(values)))
    return palette, places


def _table(colours: bytes) -> bytes:
    """Returns the table with which `bytes.translate` replaces 0, 1, 2 ... by these colours."""
    return colours.ljust(256, b"\0")
