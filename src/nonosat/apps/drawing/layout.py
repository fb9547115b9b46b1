"""Lays out a `Drawing` as a `Scene`, in the same way for all kinds of files.

Panels stand side by side, texts and bars below them; `nonosat.apps.drawing.panels` lays out each panel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from string import ascii_letters
from unicodedata import east_asian_width

from nonosat.apps.drawing.drawing import Cell, Drawing, Entry, Panel
from nonosat.apps.drawing.panels import DIGITS, LEGIBLE, RISE, RULE_EVERY, PanelPlan
from nonosat.apps.drawing.scene import Item, Scene, Texts
from nonosat.imaging.colours import own_and_english
from nonosat.model.geometry import Rectangle
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.support.errors import UsageError

MAX_CELL = 400

_SMALLEST, _LARGEST = 4, 24  # smallest and largest default cell size in pixels
_WIDEST = 2400  # approximate maximum width of a grid with its clues, to which cells shrink
_LIKE_DIGITS = "lIoO"  # letters that look like digits
_LINE = 1.5  # line height relative to the text size


def laid_out(
    drawing: Drawing, *, cell: int | None = None, marks: bool = False, digits: float = DIGITS
) -> Scene:
    """Lays out a drawing with cells (rows of a triddler) of `cell` pixels.

    With `marks` inks show as letters, for print in black and white. `digits` is the size of clue numbers in cells.
    Raises `UsageError` for an impossible size.
    """
    size = cell_size(drawing) if cell is None else cell
    if not (isinstance(size, int) and 1 <= size <= MAX_CELL):
        raise UsageError(f"a cell must have a whole number of pixels from 1 to {MAX_CELL}, not {size!r}")
    if marks:
        drawing = with_ink_legend(replace(drawing, palette=_lettered(drawing.palette)))
    margin, text = max(12, size), min(16.0, max(11.0, size * 0.6))
    plans = [PanelPlan(panel, drawing.palette, size, marks=marks, digits=digits) for panel in drawing.panels]
    head = ceil(text * _LINE) if any(panel.caption for panel in drawing.panels) else 0
    above = max((plan.above for plan in plans), default=0)
    items: list[Item] = []
    x, y = margin, margin
    for plan in plans:
        numbers = _Coordinates(plan, text * 0.8) if drawing.coordinates else None
        x += plan.left
        if plan.panel.caption:
            place = (x + plan.width / 2, margin + text, plan.panel.caption)
            items.append(Texts("caption", text, "middle", (place,)))
        items += plan.items(x, margin + head + above)
        if numbers:
            items.append(numbers.item(x, margin + head + above))
        beside, below = (numbers.width, numbers.height) if numbers else (0, 0)
        x += plan.width + plan.right + beside + margin
        y = max(y, margin + head + above + plan.height + plan.below + below)
    entries = [text_width(entry.text, text) + text * 2 for entry in drawing.legend]
    # part of a caption, or whole legend entries
    least = max([24 * text * 0.58 if drawing.caption else 0.0, *entries])
    width = max(x, ceil(least) + 2 * margin)
    words = _Words(drawing.palette, marks, text, margin, y, width - 2 * margin)
    items += words.items(drawing)
    return Scene(width, ceil(words.y) + margin, tuple(items))


def cell_size(drawing: Drawing) -> int:
    """Returns the cell size in pixels that makes clues legible, or a smaller one if the picture would be very large.

    Clues are always legible if no cell is known, since then the picture shows nothing else.
    """
    side, has_colours = 1, False
    for panel in drawing.panels:
        depth = max((len(clue.numbers) for clue in panel.clues), default=0)
        side = max(side, max(panel.geometry.counts) + depth)
        has_colours |= any(cell.colour is not None for row in panel.cells for cell in set(row))
    size = min(_LARGEST, max(_SMALLEST, _WIDEST // side))
    if size < LEGIBLE and (not has_colours or side * LEGIBLE <= 2 * _WIDEST):
        return LEGIBLE
    return size


def text_width(text: str, size: float) -> float:
    """Returns a generous estimate of the width of a text in any common font.

    >>> text_width("ab", 10), text_width("数", 10)
    (11.6, 10.0)
    """
    return size * sum(1.0 if east_asian_width(character) in "WF" else 0.58 for character in text)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Wraps a text to lines of at most `width`.

    >>> wrapped("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    for part in text.splitlines():
        line = ""
        for word in part.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer, size) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def with_ink_legend(drawing: Drawing) -> Drawing:
    """Adds a legend of the inks if the clues have several."""
    named = {entry.cell.colour for entry in drawing.legend}
    inks = [at for at in range(len(drawing.palette)) if at not in (BACKGROUND, *named)]
    names = own_and_english(drawing.palette)
    if len(drawing.palette) == 2 or not any(panel.clues for panel in drawing.panels):
        return drawing
    return replace(drawing, legend=(*(Entry(Cell(at), names[at]) for at in inks), *drawing.legend))


def _lettered(palette: Palette) -> Palette:
    """Gives each ink a Latin letter: its own, a letter of its name, or the next free one.

    >>> from nonosat.model.palette import BLACK_AND_WHITE, Colour
    >>> slash, one, red = Colour("sky", "00f", "/"), Colour("1", "f00", "1"), Colour("red", "f00", "r")
    >>> "".join(each.letter for each in _lettered((*BLACK_AND_WHITE[:1], slash, one, red)))
    '.sar'
    """
    taken = {colour.letter for colour in palette[1:] if colour.letter in ascii_letters}
    lettered = [palette[0]]
    for colour in palette[1:]:
        if colour.letter not in ascii_letters:
            name = [char for char in colour.name.lower() if char in ascii_letters]
            free = (
                char for char in (*name, *ascii_letters) if char not in taken and char not in _LIKE_DIGITS
            )
            colour = colour._replace(letter=next(free, colour.letter))
            taken.add(colour.letter)
        lettered.append(colour)
    return tuple(lettered)


class _Coordinates:
    """The numbers of the first and of every fifth row and column of a rectangle, at its right and below it."""

    def __init__(self, plan: PanelPlan, size: float) -> None:
        self._plan, self._size = plan, size
        self._gap = size * 0.4
        rows = plan.panel.geometry.counts[0]
        self.width = ceil(self._gap + text_width(str(rows), size))
        self.height = ceil(self._gap + size)

    def item(self, left: float, top: float) -> Texts:
        """Returns the numbers beside a grid whose corner is at (left, top)."""
        rows, columns = self._plan.panel.geometry.counts
        side = self._plan.height / rows
        base = RISE * self._size
        places = []
        for number in _numbered(rows):
            right = left + self._plan.width + self._gap + text_width(str(number), self._size) / 2
            places.append((round(right, 2), round(top + (number - 0.5) * side + base, 2), str(number)))
        for number in _numbered(columns):
            y = top + self._plan.height + self._gap + self._size / 2 + base
            places.append((round(left + (number - 0.5) * side, 2), round(y, 2), str(number)))
        return Texts("caption", self._size, "middle", tuple(places))


def _numbered(count: int) -> list[int]:
    """Returns the line numbers that are printed beside `count` lines.

    >>> _numbered(12)
    [1, 5, 10]
    """
    return [number for number in range(1, count + 1) if number == 1 or number % RULE_EVERY == 0]


class _Words:
    """Lays out everything below the panels, line by line from `y` down; mutable."""

    def __init__(self, palette: Palette, marks: bool, size: float, x: float, y: float, width: float) -> None:
        self._palette, self._marks = palette, marks
        self._size, self._x, self.y, self._width = size, x, y, width

    def items(self, drawing: Drawing) -> Iterator[Item]:
        """Yields legend and caption."""
        yield from self._legend(drawing)
        if drawing.caption:
            self.y += self._size * 0.7
            sentence = drawing.caption[:1].upper() + drawing.caption[1:]
            for line in wrapped(sentence, self._size, self._width):
                self.y += self._size * _LINE
                yield Texts("caption", self._size, "start", ((self._x, self._base, line),))

    @property
    def _base(self) -> float:
        return round(self.y - self._size * (_LINE / 2 - RISE), 2)

    def _legend(self, drawing: Drawing) -> Iterator[Item]:
        """Yields legend entries, as many per line as fit."""
        x = self._x
        for at, entry in enumerate(drawing.legend):
            wide = self._size * 2.6 + text_width(entry.text, self._size)
            if at == 0 or x + wide > self._x + self._width + self._size:
                x = self._x
                self.y += self._size * (_LINE + (0.7 if at == 0 else 0.1))
            yield from self._sample(entry.cell, x, self.y - self._size * _LINE / 2)
            yield Texts(
                "legend", self._size, "start", ((round(x + self._size * 1.6, 2), self._base, entry.text),)
            )
            x += wide

    def _sample(self, cell: Cell, x: float, middle: float) -> Iterator[Item]:
        side = ceil(self._size * 1.15)
        panel = Panel(Rectangle(1, 1), ((cell,),), ())
        yield from PanelPlan(panel, self._palette, side, marks=self._marks).items(x, round(middle - side / 2))
