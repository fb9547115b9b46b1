"""The grid with its clues as a widget of textual: it scrolls, and the clues stay in sight.

A cell is two characters wide, or as wide as the widest number above a column and a space. Only visible lines are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from nonosat.apps.drawing.drawing import LineClue, Number, panel_of
from nonosat.apps.drawing.text import RULE_EVERY
from nonosat.apps.drawing.themes import luminance
from nonosat.apps.terminal.game import Game, Place
from nonosat.model.geometry import LineId
from nonosat.model.palette import BACKGROUND, BLACK_AND_WHITE

_PLAIN, _RULE, _DONE = Style(), Style(dim=True), Style(dim=True, strike=True)
_HERE = Style(bgcolor="grey27")
# backgrounds of puzzles in colours, neutral because inks can be dark and bright
_PAPER, _PAPER_HERE = Style(bgcolor="#dcd8cc", color="#55524a"), Style(bgcolor="#c2bda9", color="#55524a")
_CURSOR, _HINTED = Style(bold=True, reverse=True), Style(bgcolor="dark_goldenrod")
_UNKNOWN, _EMPTY, _MORE = "·", "x", "…"


class _Stroke(NamedTuple):
    """A stroke of the pressed mouse."""

    colour: int | None
    last: Place


class Board(ScrollView, can_focus=True):
    """The puzzle in play; mutable. Posts `Drawn` after a change."""

    class Drawn(Message):
        """Cells were changed."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.ink = 1
        self.cursor: Place = (0, 0)
        self.lettered = False
        self.hinted: frozenset[Place] = frozenset()
        self.hinted_line: LineId | None = None
        self._stroke: _Stroke | None = None
        puzzle = game.puzzle
        panel = panel_of(puzzle)
        self._rows, self._columns = panel.family("row"), panel.family("column")
        self._many = len(puzzle.palette) > 2
        self._all_top = max(len(clue.numbers) for clue in self._columns)
        self._measure()

    def toggle_letters(self) -> None:
        """Shows or hides the letters of inks, in cells and clues."""
        self.lettered = not self.lettered
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        """Computes widths. Clues take at most half of the widget; numbers far from the grid are left out."""
        puzzle = self.game.puzzle
        self._wide = max(2, 1 + max(len(self._word(each)) for clue in self._columns for each in clue.numbers))
        self._all_left = 1 + max(
            sum(len(self._word(each)) + 1 for each in clue.numbers) for clue in self._rows
        )
        self._left = min(self._all_left, max(2, self.size.width // 2)) if self.size else self._all_left
        self._top = min(self._all_top, max(1, self.size.height // 2)) if self.size else self._all_top
        width = puzzle.width * self._wide + -(-puzzle.width // RULE_EVERY) + 1
        height = puzzle.height + -(-puzzle.height // RULE_EVERY) + 1
        self.virtual_size = Size(self._left + width, self._top + height)

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002
        self._measure()

    def _word(self, number: Number) -> str:
        return number.worded(self.game.puzzle.palette if self.lettered else BLACK_AND_WHITE)

    # --- drawing

    def render_line(self, y: int) -> Strip:
        """Renders a line of the widget."""
        x, down = self.scroll_offset
        if y < self._top:
            left, inside = [Segment(" " * self._left)], self._above(self._top - y)
        else:
            left, inside = self._line(y - self._top + int(down))
        shown = Strip(inside).crop(int(x), int(x) + max(0, self.size.width - self._left))
        return Strip.join([Strip(left), shown]).adjust_cell_length(self.size.width)

    def _above(self, level: int) -> list[Segment]:
        """Returns the numbers of all columns that are the `level`th from below."""
        found = [Segment(" ")]
        for column, clue in enumerate(self._columns):
            at = len(clue.numbers) - level
            if at > 0 and level == self._top:
                found.append(Segment(_MORE.rjust(self._wide), _RULE))
            else:
                found.append(self._number(clue, at, self._wide) if at >= 0 else Segment(" " * self._wide))
            if column % RULE_EVERY == RULE_EVERY - 1:
                found.append(Segment(" "))
        return found

    def _number(self, clue: LineClue, at: int, width: int) -> Segment:
        number = clue.numbers[at]
        style = self.ink_style(number.colour) if self._many and number.colour else _PLAIN
        if at in self.game.finished(*clue.id):
            style = _DONE
        elif clue.id == self.hinted_line:
            style += _HINTED
        elif self.cursor[clue.id.axis == "column"] == clue.id.index:
            style += Style(bold=True)
        return Segment(self._word(number).rjust(width), style)

    def _line(self, y: int) -> tuple[list[Segment], list[Segment]]:
        """Returns the clue left of a line of the grid, and the line: a row or a rule."""
        group, inside = divmod(y, RULE_EVERY + 1)
        width, height = self.game.puzzle.width, self.game.puzzle.height
        last = height + -(-height // RULE_EVERY)
        if y >= last or not inside:
            corners = "┌┬┐" if y == 0 else "└┴┘" if y == last else "├┼┤"
            return [Segment(" " * self._left)], [Segment(self._rule(corners), _RULE)] if y <= last else []
        row = group * RULE_EVERY + inside - 1
        numbers = self._rows[row]
        left = [
            self._number(numbers, at, len(self._word(each)) + 1) for at, each in enumerate(numbers.numbers)
        ]
        blank = self._left - 1 - sum(len(segment.text) for segment in left)
        whole = len(left)
        while blank < (len(left) < whole):  # the first numbers have no room
            blank += len(left.pop(0).text)
        more = [Segment(_MORE, _RULE)] if len(left) < whole else []
        cells = [Segment("│", _RULE)]
        for column in range(width):
            cells.append(self._cell((row, column)))
            if column % RULE_EVERY == RULE_EVERY - 1 or column == width - 1:
                cells.append(Segment("│", _RULE))
        return [Segment(" " * (blank - len(more))), *more, *left, Segment(" ")], cells

    def _rule(self, corners: str) -> str:
        width = self.game.puzzle.width
        groups = ["─" * self._wide * min(RULE_EVERY, width - at) for at in range(0, width, RULE_EVERY)]
        return corners[0] + corners[1].join(groups) + corners[2]

    def _cell(self, place: Place) -> Segment:
        colour = self.game.cells[place[0]][place[1]]
        beside = any(mine == its for mine, its in zip(place, self.cursor, strict=True))
        ground, here = (_PAPER, _PAPER_HERE) if self._many else (_PLAIN, _HERE)
        style = _HINTED if place in self.hinted else here if beside else ground
        if colour is None or colour == BACKGROUND:
            text = (_UNKNOWN if colour is None else _EMPTY).center(self._wide)
            style += Style(dim=not self._many)
        else:
            palette = self.game.puzzle.palette
            text = (
                palette[colour].letter.center(self._wide)
                if self._many and self.lettered
                else " " * self._wide
            )
            style = self.ink_style(colour) if self._many else Style(reverse=True)
        if place == self.cursor:
            text = f"[{text[1:-1]}]" if self._wide > 2 else "[]"
            style += Style(bold=True, dim=False)
        return Segment(text, style)

    def ink_style(self, colour: int) -> Style:
        """Returns the style of an ink, with black or white text on it."""
        rgb = f"#{self.game.puzzle.palette[colour].rgb}"
        return Style(bgcolor=rgb, color="#000000" if luminance(rgb) > 0.18 else "#ffffff")

    # --- places

    def place_at(self, x: int, y: int) -> Place | None:
        """Returns the cell at a place of the widget."""
        right, down = self.scroll_offset
        across, below = x - self._left + int(right), y - self._top + int(down)
        if x < self._left or y < self._top or across < 0:
            return None
        group, inside = divmod(across, RULE_EVERY * self._wide + 1)
        rows, within = divmod(below, RULE_EVERY + 1)
        column, row = group * RULE_EVERY + (inside - 1) // self._wide, rows * RULE_EVERY + within - 1
        puzzle = self.game.puzzle
        there = inside and within and row < puzzle.height and column < puzzle.width
        return (row, column) if there else None

    def offset_of(self, place: Place) -> tuple[int, int]:
        """Returns the offset of a cell in the unscrolled widget."""
        row, column = place
        return (
            self._left + column * self._wide + column // RULE_EVERY + 1,
            self._top + row + row // RULE_EVERY + 1,
        )

    def go(self, place: Place) -> None:
        """Moves the cursor, round the edges, and scrolls to it."""
        puzzle = self.game.puzzle
        self.cursor = place[0] % puzzle.height, place[1] % puzzle.width
        x, y = self.offset_of(self.cursor)
        shown = Region(
            x - self._left - self._wide, y - self._top - 2, self._left + 3 * self._wide, self._top + 5
        )
        self.scroll_to_region(shown, animate=False)
        self.refresh()

    # --- drawing by mouse and keys

    def put(self, place: Place, colour: int | None, *, more: bool = False) -> None:
        """Gives a cell a colour."""
        self.game.draw({place: colour}, more=more)
        self.changed()

    def changed(self) -> None:
        """Redraws after a change, and posts `Drawn`."""
        self.hinted, self.hinted_line = frozenset(), None
        self.refresh()
        self.post_message(self.Drawn())

    def toggled(self, place: Place, colour: int) -> int | None:
        """Returns the drawn colour, or unknown if the cell already has it."""
        return None if self.game.cells[place[0]][place[1]] == colour else colour

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begins a stroke: of the ink, or with another button of marks."""
        place = self.place_at(event.x, event.y)
        if place is None:
            return
        colour = self.toggled(place, self.ink if event.button == 1 else BACKGROUND)
        self._stroke = _Stroke(colour, place)
        self.capture_mouse()
        self.cursor = place
        self.put(place, colour)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        place = self.place_at(event.x, event.y)
        if self._stroke is None or place is None or place == self._stroke.last:
            return
        colour = self._stroke.colour
        for each in _between(self._stroke.last, place):
            self.put(each, colour, more=True)
        self._stroke, self.cursor = _Stroke(colour, place), place

    def on_mouse_up(self, event: events.MouseUp) -> None:  # noqa: ARG002
        self._stroke = None
        self.release_mouse()


def _between(first: Place, last: Place) -> Iterator[Place]:
    """Yields the cells from one to another without the first: a mouse can jump."""
    steps = max(abs(last[0] - first[0]), abs(last[1] - first[1]))
    for step in range(1, steps + 1):
        yield (
            first[0] + round((last[0] - first[0]) * step / steps),
            first[1] + round((last[1] - first[1]) * step / steps),
        )
