"""A puzzle as people know it: row clues to the left, column clues above, a rule every five cells.

A drawing is made once, as lines of pieces that know their colour, and then written plainly, where inks
beyond the first show as letters, or in the colours of the palette for a terminal. A triddler is drawn as
rows of triangles with the clues of its rows beside them and those of its strips below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nonosat.model.clues import Block, Clue, length_text
from nonosat.model.geometry import Triangle, triangles
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from rich.text import Text

RULE_EVERY = 5


@dataclass(frozen=True, slots=True)
class Charset:
    """The characters that a drawing is made of."""

    ink: str
    background: str
    open: str
    across: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    """Left corner, crossing and right corner of a rule."""
    up: tuple[str, str]
    """A triangle that points up: ink, background."""
    flat: tuple[str, str]
    """One that points down."""


UNICODE = Charset(
    "█", " ", "·", "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), ("▲", "△"), ("▼", "▽")
)
ASCII = Charset(
    "#", " ", ".", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), ("#", "-"), ("#", "-")
)


class _Piece(NamedTuple):
    """Some text of one colour; `plain` is what stands for it where there are no colours."""

    text: str
    colour: int | None = None
    plain: str | None = None
    style: str = ""
    """Of a terminal, instead of a colour of the palette."""


_Line = list[_Piece]

Label = tuple[str, str]
"""A character that stands in a cell instead of its colour, and its style on a terminal."""

Cells = Sequence[Sequence[int | Label | None]]
"""Row by row what is drawn in each cell: a colour, a label, or that neither is known."""


def draw(puzzle: Puzzle, grid: Grid | Cells | None = None, *, charset: Charset = UNICODE) -> str:
    """The puzzle with its clues around the grid: a picture, or whatever its cells show, or the givens.

    >>> print(draw(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), Grid(["#.", "##"]), charset=ASCII))
        2 1
      +----+
    1 |##  |
    2 |####|
      +----+
    """
    lines = _drawing(puzzle, grid, charset)
    return "\n".join("".join(p.text if p.plain is None else p.plain for p in line).rstrip() for line in lines)


def draw_coloured(puzzle: Puzzle, grid: Grid | Cells | None = None, *, charset: Charset = UNICODE) -> Text:
    """The same in the colours of the palette, as rich prints it to a terminal."""
    from rich.text import Text

    text = Text()
    for line in _drawing(puzzle, grid, charset):
        for piece in line:
            shown = piece.colour is not None and puzzle.palette[piece.colour].rgb not in ("000000", "ffffff")
            text.append(piece.text, f"#{puzzle.palette[piece.colour or 0].rgb}" if shown else piece.style)
        text.append("\n")
    text.right_crop()
    return text


def _drawing(puzzle: Puzzle, grid: Grid | Cells | None, charset: Charset) -> list[_Line]:
    cells = _cells(puzzle, grid) if grid is None or isinstance(grid, Grid) else grid
    return _triangles(puzzle, cells, charset) if puzzle.is_triddler else _rectangle(puzzle, cells, charset)


def _rectangle(puzzle: Puzzle, cells: Cells, charset: Charset) -> list[_Line]:
    above = [_numbers(clue, puzzle) for clue in puzzle.columns]
    beside = [_spaced(_numbers(clue, puzzle)) for clue in puzzle.rows]
    size = 1 + max(_width([number]) for numbers in above for number in numbers)
    margin = max(map(_width, beside))
    depth = max(map(len, above))
    lines: list[_Line] = []
    for level in range(depth):
        line = [_Piece(" " * (margin + 1))]
        for column, numbers in enumerate(above):
            at = level - depth + len(numbers)
            number = numbers[at] if at >= 0 else _Piece("")
            gap = size - _width([number]) + (column % RULE_EVERY == 0)
            line += [_Piece(" " * gap), number]
        lines.append(line)

    def rule(corners: tuple[str, str, str]) -> _Line:
        left, cross, right = corners
        groups = range(0, puzzle.width, RULE_EVERY)
        edges = [charset.across * size * min(RULE_EVERY, puzzle.width - at) for at in groups]
        return [_Piece(" " * (margin + 1) + left + cross.join(edges) + right)]

    for row, clue in enumerate(beside):
        if row % RULE_EVERY == 0:
            lines.append(rule(charset.middle if row else charset.top))
        line = [_Piece(" " * (margin - _width(clue))), *clue, _Piece(" ")]
        for column, colour in enumerate(cells[row]):
            if column % RULE_EVERY == 0:
                line.append(_Piece(charset.down))
            line.append(_cell(colour, puzzle, charset, size))
        lines.append([*line, _Piece(charset.down)])
    return [*lines, rule(charset.bottom)]


def _triangles(puzzle: Puzzle, cells: Cells, charset: Charset) -> list[_Line]:
    shape = triangles(puzzle.height, puzzle.width, len(puzzle.diagonals), puzzle.corner)
    beside = [_spaced(_numbers(clue, puzzle)) for clue in puzzle.rows]
    margin = max(map(_width, beside))
    left = min(_half_units(row[0]) for row in shape)
    lines: list[_Line] = []
    for clue, row, colours in zip(beside, shape, cells, strict=True):
        indent = _Piece(" " * (2 + _half_units(row[0]) - left))
        line = [_Piece(" " * (margin - _width(clue))), *clue, indent]
        for triangle, colour in zip(row, colours, strict=True):
            ink, background = charset.up if triangle.points_up else charset.flat
            if colour is None or isinstance(colour, tuple):
                line.append(_cell(colour, puzzle, charset, 1))
            elif colour == BACKGROUND:
                line.append(_Piece(background))
            else:
                line.append(_Piece(ink, colour, _letter(colour, puzzle, ink)))
        lines.append(line)
    for name, strips in (("/", puzzle.columns), ("\\", puzzle.diagonals)):
        lines.append([_Piece(f"the {name} strips from the left, each from its top:")])
        lines += [
            [_Piece(f"{at:>4}: "), *_spaced(_numbers(clue, puzzle))] for at, clue in enumerate(strips, 1)
        ]
    return lines


def _half_units(triangle: Triangle) -> int:
    """Where a triangle begins, in halves of its side."""
    return 2 * triangle.b - triangle.a + (not triangle.points_up)


def _cells(puzzle: Puzzle, grid: Grid | None) -> Cells:
    if grid is not None:
        return grid.rows
    cells: list[list[int | None]] = [[None] * length for length in puzzle.row_lengths]
    for row, column, colour in puzzle.givens:
        cells[row][column] = colour
    return cells


def _numbers(clue: Clue | None, puzzle: Puzzle) -> _Line:
    if not clue:
        return [_Piece("0" if clue is not None else "*")]
    return [_Piece(length_text(block) + _suffix(block, puzzle), block.colour) for block in clue]


def _suffix(block: Block, puzzle: Puzzle) -> str:
    """The letter of a block's ink, where there are several."""
    return puzzle.palette[block.colour].letter if len(puzzle.palette) > 2 else ""


def _spaced(numbers: _Line) -> _Line:
    pieces = [piece for number in numbers for piece in (_Piece(" "), number)]
    return pieces[1:]


def _width(line: _Line) -> int:
    return sum(len(piece.text) for piece in line)


def _letter(colour: int, puzzle: Puzzle, ink: str) -> str:
    return ink if len(puzzle.palette) == 2 else puzzle.palette[colour].letter


def _cell(colour: int | Label | None, puzzle: Puzzle, charset: Charset, size: int) -> _Piece:
    if colour is None:
        return _Piece(charset.open * size)
    if isinstance(colour, tuple):
        label, style = colour
        return _Piece(label * size, style=style)
    if colour == BACKGROUND:
        return _Piece(charset.background * size)
    return _Piece(charset.ink * size, colour, _letter(colour, puzzle, charset.ink) * size)
