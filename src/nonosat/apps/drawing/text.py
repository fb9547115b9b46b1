"""Draws a puzzle in characters: row clues left, column clues above, a rule every five cells.

The first panel of a `Drawing` is laid out once, as lines of coloured pieces, and then written plainly, with letters for
inks, or in the palette's colours for a terminal. A triddler is drawn as rows of triangles with their clues beside them
and the other clues below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from nonosat.apps.drawing.drawing import Cell, Drawing, LineClue, State, drawing_of
from nonosat.model.geometry import MAX_SIDE, Geometry, Outline, Rectangle
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.support.limits import check_limits

if TYPE_CHECKING:
    from rich.text import Text

RULE_EVERY = 5

_CELL = 2  # characters per cell, which makes it about square
_MAX_COLUMNS = 2 * MAX_SIDE  # columns of a shape's picture; triangles are half a column apart
_EITHER_WAY = ("#000000", "#ffffff")  # black and white: one of them is the terminal's background


@dataclass(frozen=True, slots=True)
class Charset:
    """The character set of a drawing."""

    ink: str
    background: str
    open: str
    across: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]  # left corner, crossing, right corner of a rule
    up: tuple[str, str]  # upward triangle: ink, background
    flat: tuple[str, str]  # downward triangle: ink, background


UNICODE = Charset(
    "█", " ", "·", "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), ("▲", "△"), ("▼", "▽")
)
ASCII = Charset(
    "#", " ", ".", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), ("#", "-"), ("#", "-")
)


class _Piece(NamedTuple):
    """A piece of text in one colour; `plain` replaces it without colours."""

    text: str
    colour: int | None = None
    plain: str | None = None
    style: str = ""  # a terminal style, not a palette colour


_Line = list[_Piece]

# terminal styles of signs
_STYLES = {
    State.ADDED: "bold green",
    State.REMOVED: "bold red",
    State.CHANGED: "bold yellow",
    State.MARKED: "bold red",
    State.UNDECIDED: "dim",
    State.SUPPOSED: "bold magenta",
}
_REGION_STYLES = ("bold red", "bold green", "bold blue", "bold magenta", "bold cyan", "bold yellow")


def style_of(cell: Cell) -> str:
    """Returns the terminal style of a cell's sign."""
    if cell.region is not None:
        return _REGION_STYLES[cell.region % len(_REGION_STYLES)]
    return _STYLES.get(cell.state, "")


def draw(drawing: Drawing, *, charset: Charset = UNICODE, columns: int | None = None) -> str:
    """Draws the grid with its clues.

    Cells are two characters wide, or one if the drawing would be wider than `columns`; it can still be too wide.

    >>> from nonosat.model.puzzle import Grid, Puzzle
    >>> from nonosat.apps.drawing.drawing import drawing_of
    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> print(draw(drawing_of(puzzle, Grid(["#.", "##"])), charset=ASCII))
        2 1
      +----+
    1 |##  |
    2 |####|
      +----+
    """
    lines = _lines(drawing, charset, columns)
    return "\n".join("".join(p.text if p.plain is None else p.plain for p in line).rstrip() for line in lines)


def puzzle_text(puzzle: Puzzle) -> str:
    """Returns the text that `print` shows for a puzzle."""
    return draw(drawing_of(puzzle, description=""), charset=ASCII)


def draw_coloured(drawing: Drawing, *, charset: Charset = UNICODE, columns: int | None = None) -> Text:
    """Like `draw`, in the palette's colours, for rich."""
    from rich.text import Text

    styles = ink_styles(drawing.palette)
    text = Text()
    for line in _lines(drawing, charset, columns):
        for piece in line:
            text.append(piece.text, piece.style if piece.colour is None else styles.get(piece.colour, ""))
        text.append("\n")
    text.right_crop()
    return text


def ink_styles(palette: Palette) -> dict[int, str]:
    """Returns the terminal style of each colour; empty for those invisible on some terminals."""
    styles = {colour: f"#{ink.rgb}" for colour, ink in enumerate(palette)}
    plain = [colour for colour in styles if colour != BACKGROUND and styles[colour] in _EITHER_WAY]
    if len(plain) == 1:  # in the terminal's text colour, which suits its background
        styles[plain[0]] = ""
    return styles


def _lines(drawing: Drawing, charset: Charset, columns: int | None) -> list[_Line]:
    plan = _Plan(drawing, charset)
    geometry = drawing.panels[0].geometry
    if not isinstance(geometry, Rectangle):
        return plan.rows(geometry)
    lines: list[_Line] = []
    for size in plan.sizes:
        lines = plan.rectangle(size)
        if columns is None or max(map(_width, lines)) <= columns:
            break
    return lines


class _Plan:
    """Lays out the first panel of a drawing in characters."""

    def __init__(self, drawing: Drawing, charset: Charset) -> None:
        self._panel, self._palette, self._charset = drawing.panels[0], drawing.palette, charset
        self._inks = len(drawing.palette) > 2

    @property
    def sizes(self) -> tuple[int, ...]:
        """Possible cell widths, best first.

        The best width fits the widest number and a space, so that 12 does not read as 1, 2.
        """
        numbers = (number for clue in self._panel._family("column") for number in clue.numbers)
        widest = 1 + max((len(number.text) for number in numbers), default=1)
        return tuple(dict.fromkeys((max(_CELL + self._inks, widest), _CELL, 1)))

    def rectangle(self, size: int) -> list[_Line]:
        """Returns the lines of a rectangle with cells of that width."""
        charset = self._charset
        width = self._panel.geometry.counts[1]
        close = size < _CELL and self._inks  # ink letters then separate the numbers
        numbers = map(self._numbers, self._panel._family("row"))
        beside = [line if close else _spaced(line) for line in numbers]
        margin = max(map(_width, beside))
        lines = [[_Piece(" " * (margin + 1)), *line] for line in self._above(size)]

        def rule(corners: tuple[str, str, str]) -> _Line:
            left, cross, right = corners
            groups = range(0, width, RULE_EVERY)
            edges = [charset.across * size * min(RULE_EVERY, width - at) for at in groups]
            return [_Piece(" " * (margin + 1) + left + cross.join(edges) + right)]

        cell_of = cache(partial(self._cell, size=size))  # cached: few cells differ
        for row, clue in enumerate(beside):
            check_limits()
            if row % RULE_EVERY == 0:
                lines.append(rule(charset.middle if row else charset.top))
            line = [_Piece(" " * (margin - _width(clue))), *clue, _Piece(" ")]
            for column, cell in enumerate(self._panel.cells[row]):
                if column % RULE_EVERY == 0:
                    line.append(_Piece(charset.down))
                line.append(cell_of(cell))
            lines.append([*line, _Piece(charset.down)])
        return [*lines, rule(charset.bottom)]

    def _above(self, size: int) -> Iterator[_Line]:
        """Yields the lines of the column clues, from the top, with cells of that width.

        The digits of a wider number are stacked; the letter of its ink or an empty line marks its end.
        """
        width = max(1, size - 1)
        columns = map(self._numbers, self._panel._family("column"))
        clues = [[_stacked(number, width, self._inks) for number in numbers] for numbers in columns]
        before = 0
        for level in range(max(map(len, clues)), 0, -1):
            stacks = [clue[-level] if level <= len(clue) else [] for clue in clues]
            height = max(map(len, stacks))
            if before and max(before, height) > 1 and not self._inks:
                yield []
            for part in range(height, 0, -1):
                check_limits()
                line = []
                for column, stack in enumerate(stacks):
                    piece = stack[-part] if part <= len(stack) else _Piece("")
                    line += [_Piece(" " * (size - len(piece.text) + (column % RULE_EVERY == 0))), piece]
                yield line
            before = height

    def rows(self, shape: Geometry) -> list[_Line]:
        """Returns the rows of a triddler or shape, with the other clues on lines of their own."""
        count = shape.stated[0]
        rows, strips = self._panel.clues[:count], self._panel.clues[shape.counts[0] :]
        beside = [_spaced(self._numbers(row)) for row in rows]
        margin = max(map(_width, beside), default=0)
        beside += [[]] * (shape.counts[0] - count)
        lines: list[_Line] = []
        for row, (clue, starts) in enumerate(zip(beside, _starts(shape), strict=True)):
            line = [_Piece(" " * (margin - _width(clue))), *clue, _Piece(" ")]
            end = 0
            for place, (cell, start) in enumerate(zip(self._panel.cells[row], starts, strict=True)):
                sign = self._cell(cell, 1, *self._signs(shape.outline(row, place)))
                line += [_Piece(" " * (1 + start - end)), sign]
                end = start + _CELL
            lines.append(line)
        if shape.name == "triddler":
            lines.append([_Piece("columns run along /, diagonals along \\; both are read from the top:")])
        stated = set(shape.stated_lines)
        lines += [
            [_Piece(f"{strip.id}: "), *_spaced(self._numbers(strip))]
            for strip in strips
            if strip.id in stated
        ]
        return lines

    def _signs(self, corners: Outline) -> tuple[str, ...]:
        """Returns the signs of a triangle with ink and without; none for other cells."""
        if len(corners) != 3:
            return ()
        return self._charset.up if corners[2][1] < corners[0][1] else self._charset.flat

    def _numbers(self, clue: LineClue) -> _Line:
        check_limits()
        return [_Piece(number.worded(self._palette), number.colour) for number in clue.numbers]

    def _cell(self, cell: Cell, size: int, ink: str | None = None, background: str | None = None) -> _Piece:
        """Returns a cell of that width, optionally with other characters."""
        charset = self._charset
        if sign := cell.sign:
            return _Piece(sign * size, style=style_of(cell))
        if cell.colour is None:
            return _Piece(charset.open * size)
        if cell.colour == BACKGROUND:
            return _Piece((background or charset.background) * size)
        ink = ink or charset.ink
        letter = self._palette[cell.colour].letter if self._inks else ""
        return _Piece(ink * size, cell.colour, (letter or ink) * size)


def _starts(shape: Geometry) -> list[list[int]]:
    """Returns the character at which each cell of each row starts, by its place in the picture.

    If the rows do not run from left to right, or the picture would be too wide, cells simply follow each other.
    """
    centres = [
        [shape.centre(row, place)[0] for place in range(length)]
        for row, length in enumerate(shape.row_lengths)
    ]
    left = min((x for row in centres for x in row), default=0.0)
    width = max((x for row in centres for x in row), default=0.0) - left
    # distances of neighbours in a row, if there are any; cells with holes between them are at least their own width
    # apart
    widths = (
        max(x for x, _ in corners) - min(x for x, _ in corners)
        for corners in (shape.outline(row, 0) for row, length in enumerate(shape.row_lengths) if length)
    )
    gaps = (after - before for row in centres for before, after in pairwise(row))
    step = min((*gaps, *widths), default=1.0)
    if step <= 0 or width / step > _MAX_COLUMNS:
        return [[_CELL * place for place in range(len(row))] for row in centres]
    return [[round(_CELL * (x - left) / step) for x in row] for row in centres]


def _stacked(number: _Piece, width: int, lettered: bool) -> list[_Piece]:
    """Splits a number into parts of at most that width; its ink letter is a part of its own.

    >>> [part.text for part in _stacked(_Piece("123r", 1), 2, True)]
    ['1', '23', 'r']
    >>> [part.text for part in _stacked(_Piece("3r", 1), 2, True)]
    ['3r']
    """
    text, letter = number.text, ""
    if len(text) <= width:
        return [number]
    if lettered and number.colour is not None:
        text, letter = text[:-1], text[-1]
    ends = range(len(text), 0, -width)
    parts = [text[max(0, end - width) : end] for end in ends][::-1]
    return [number._replace(text=part) for part in (*parts, *letter)]


def _spaced(numbers: _Line) -> _Line:
    pieces = [piece for number in numbers for piece in (_Piece(" "), number)]
    return pieces[1:]


def _width(line: _Line) -> int:
    return sum(len(piece.text) for piece in line)
