"""The `.clues` files of a course at FAU Erlangen: rectangles and hexagons of hexagonal cells.

The first line is `rect ROWS COLUMNS`, or `hex SIDE` with the number of cells on a side. The second has the colours as
`#rrggbb`, background first. A line for each clue follows: numbers, each with the letter of its colour, `a` for the first
ink. In a hexagon come the rows from the top, then the diagonals along `\\` from the left, each read from the bottom, then
the lines along `/` from the right, each read from the top: a third of a turn from one family to the next. Empty lines at
the end can be missing. A block of unknown colour, such as `1?`, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle
from nonosat.formats.numbers import parse_number
from nonosat.formats.sections import Lines, numbered, origin_of, sizes
from nonosat.imaging.colours import name_of
from nonosat.model.clues import Clue, shared_block
from nonosat.model.geometry import MAX_SIDE, Rectangle
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.shapes import hexagonal
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text

_START = re.compile(r"\s*(rect\s+\d+\s+\d+|hex\s+\d+)[ \t]*\r?\n\s*#[0-9a-f]{6}\b", re.ASCII | re.IGNORECASE)
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII | re.IGNORECASE)
_INKS = "abcdefghijklmnopqrstuvwxyz"


def sniff(text: str) -> bool:
    """Returns whether the text begins with a shape, its size and a line of colours."""
    return bool(_START.match(text))


def parse(text: str) -> list[Puzzle]:
    lines = numbered(text)
    while lines and not lines[0][1]:
        del lines[0]
    if len(lines) < 2:
        raise InputError("expected a shape, such as `hex 5`, and a line of colours")
    (at, first), (second, colours), *rest = lines
    kind, _, numbers = first.partition(" ")
    palette = _palette(colours, second)
    if kind == "rect":
        counts = sizes(numbers, at, "ROWS COLUMNS")
        if not all(0 < count <= MAX_SIDE for count in counts):
            raise InputError(f"a side must have 1 to {MAX_SIDE} lines", line=at)
        families = _families(rest, counts, len(palette))
        (rows, row_lines), (columns, column_lines) = families
        return [Puzzle(rows, columns, palette, origin=origin_of(row_lines, column_lines))]
    if kind != "hex":
        raise InputError(f"expected `rect ROWS COLUMNS` or `hex SIDE`, got {first[:40]!r}", line=at)
    (side,) = sizes(numbers, at, "SIDE")
    try:
        shape = hexagonal(side)
    except InputError as error:
        raise InputError(error.reason, line=at) from None
    rows, falling, rising = (clues for clues, _ in _families(rest, shape.counts, len(palette)))
    return [Puzzle(shape=shape, clues=[rows, rising[::-1], falling], palette=palette)]


def _palette(line: str, number: int) -> Palette:
    words = line.split()
    if not 2 <= len(words) <= len(_INKS) + 1 or not all(map(_COLOUR.fullmatch, words)):
        reason = f"expected 2 to {len(_INKS) + 1} colours such as #ffffff, got {line[:40]!r}"
        raise InputError(reason, line=number)
    codes = [word[1:].lower() for word in words]
    if codes == [colour.rgb for colour in BLACK_AND_WHITE]:
        return BLACK_AND_WHITE
    names = list(map(name_of, codes))
    letters = [".", *_INKS]
    return tuple(
        Colour(name if names.count(name) == 1 else f"{name} {letter}", code, letter)
        for name, code, letter in zip(names, codes, letters, strict=False)
    )


def _families(rest: Lines, counts: Sequence[int], colours: int) -> list[tuple[list[Clue], Lines]]:
    """Returns the clues of each family and their lines."""
    extra = next((number for number, line in rest[sum(counts) :] if line), None)
    if extra is not None:
        raise InputError(f"a clue too many: the shape has {number_text(sum(counts), 'line')}", line=extra)
    last = rest[-1][0] if rest else 2
    lines = [*rest[: sum(counts)], *((last, "") for _ in range(sum(counts) - len(rest)))]
    families, first = [], 0
    for count in counts:
        mine = lines[first : first + count]
        families.append(([_clue(line, number, colours) for number, line in mine], mine))
        first += count
    return families


def _clue(line: str, number: int, colours: int) -> Clue:
    blocks = []
    for word in line.split():
        length, ink = word[:-1], word[-1]
        if ink == "?":
            raise InputError(f"{word[:40]}: a block of unknown colour is not supported", line=number)
        if ink not in _INKS[: colours - 1]:
            raise InputError(f"{word[:40]!r} is not a number with the letter of a colour", line=number)
        blocks.append(shared_block(parse_number(length, number), _INKS.index(ink) + 1))
    return tuple(block for block in blocks if block.length)


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    families = [list(family) for family in puzzle.clue_families]
    if isinstance(puzzle.geometry, Rectangle):
        head = f"rect {puzzle.height} {puzzle.width}"
    else:
        side = (len(families[0]) + 1) // 2
        if side > len(families[0]) or puzzle.geometry.families != hexagonal(side).families:
            raise UsageError("fau holds rectangles and regular hexagons only")
        head = f"hex {side}"
        families = [families[0], families[2], families[1][::-1]]
    if len(puzzle.palette) > len(_INKS) + 1:
        raise UsageError(f"fau holds {len(_INKS)} inks, the puzzle has {len(puzzle.palette) - 1}")
    clues = (
        " ".join(f"{block.length}{_INKS[block.colour - 1]}" for block in clue or ())
        for family in families
        for clue in family
    )
    return "\n".join([head, " ".join(f"#{colour.rgb}" for colour in puzzle.palette), *clues]) + "\n"


FORMAT = Format(
    name="fau",
    summary="clues of FAU Erlangen's course: rectangles and hexagons, in colours",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.COLOURS, Feature.SHAPES}),
    sniff=sniff,
    parse=parse,
    format=format,
)
