"""Lays out one panel: cells, rules, clues and their states.

Clues stand beyond one end of each line, in the direction of the line: left of rows and above columns. Around a triddler
they are beyond the left end of rows, the upper end of lines along `/` and the lower end of lines along `\\`, so that no
two clues meet. Numbers follow in reading direction.

All shapes share the code: positions follow from the corners of cells and the leads of lines (`Geometry.lead`). If other
cells leave a clue no room there, it stands beyond the other end, or else in a list at the right with its line's name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise
from math import ceil
from typing import NamedTuple

from nonosat.apps.drawing.drawing import Cell, ClueNumber, LineClue, Panel, State
from nonosat.apps.drawing.outlines import Edge, TakenPlaces, edges, way_out
from nonosat.apps.drawing.scene import (
    MAX_ROLES,
    Boxes,
    Discs,
    Item,
    Point,
    Polygons,
    Strokes,
    Texts,
    Tiles,
)
from nonosat.apps.drawing.themes import luminance
from nonosat.model.geometry import Lead, LineId
from nonosat.model.palette import BACKGROUND, Palette, is_mono
from nonosat.support.limits import check_limits

RULE_EVERY = 5  # lines between heavier rules
LEGIBLE = 8  # minimum cell size in pixels for numbers and marks
REGION_COLOURS = 6  # number of region colours; letters distinguish further regions
_NAME = 0.85  # text size of names of lines, relative to that of their clues
DIGIT = 0.58  # width of a digit relative to the text size
DIGITS = 0.62  # text size of clue numbers in cells
RISE = 0.36  # distance from a number's middle to its baseline, relative to the text size
# luminance limits beyond which inks get a rim, to be visible on a dark or light page
_LEAST_BRIGHT, _MOST_BRIGHT = 0.03, 0.85

# states shown by another colour in black cells, by a ring in coloured ones
_ON_INK = {State.NEW, State.ADDED, State.CHANGED, State.MARKED, State.DIMMED, State.SUPPOSED}
# states shown by a background colour in cells without ink
_WASHED = _ON_INK - {State.DIMMED} | {State.HIGHLIGHTED, State.REMOVED}

_Move = Callable[[Iterable[Point]], tuple[Point, ...]]


class _Clue(NamedTuple):
    """Layout of a clue: the edge where it begins, the distance of each number from there, and its total extent.

    A clue of the list begins at a point, with the name of its line.
    """

    line: LineClue
    edge: Edge
    outwards: Point
    slots: list[tuple[float, ClueNumber]]
    reach: float
    name: str = ""

    def at(self, far: float) -> Point:
        """Returns the point at that distance from the middle of the edge."""
        (x1, y1), (x2, y2) = self.edge
        return (x1 + x2) / 2 + self.outwards[0] * far, (y1 + y2) / 2 + self.outwards[1] * far


class PanelPlan:
    """The measures and items of a panel with a given cell size.

    `width` and `height` are those of the grid; `left`, `right`, `above` and `below` are the space for its clues.
    """

    def __init__(
        self, panel: Panel, palette: Palette, cell: int, *, marks: bool, digits: float = DIGITS
    ) -> None:
        self.panel = panel
        self._palette, self._cell = palette, cell
        self._mono = is_mono(palette)
        self._inks = len(palette) > 2
        self._letters = marks and self._inks
        self._square = panel.geometry.name == "rectangle"
        self._starts = [0, *accumulate(panel.geometry.row_lengths)]
        self._ends = {
            line: self._end(line, panel.geometry.lead(line)) for line in panel.geometry.stated_lines
        }
        words = [self._word(number) for line in panel.clues for number in line.numbers]
        self._digits = max(map(len, words), default=1)
        self._size = cell * digits
        lines = [line for line in panel.clues if line.id in self._ends]
        self._clues = [self._clue(line) for line in lines] if cell >= LEGIBLE else []
        if not panel.geometry.leads and self._clues:
            taken = TakenPlaces([self._corners(at) for at in range(self._starts[-1])], cell)
            fitted = [(clue.line, self._fitted(clue, taken)) for clue in self._clues]
            self._clues = [clue for _, clue in fitted if clue]
            if unplaced := [line for line, clue in fitted if not clue]:
                self._clues += self._listed(unplaced)
        self._measure()

    def _measure(self) -> None:
        corners = [point for _, edge in self._rules() for point in edge]
        left, top = (min((corner[axis] for corner in corners), default=0.0) for axis in (0, 1))
        right, bottom = (max((corner[axis] for corner in corners), default=0.0) for axis in (0, 1))
        self._origin = left, top
        self.width, self.height = ceil(right - left), ceil(bottom - top)
        tips = [clue.at(clue.reach) for clue in self._clues]
        self.left = ceil(max([0.0, *(left - x for x, _ in tips)]))
        self.above = ceil(max([0.0, *(top - y for _, y in tips)]))
        self.right = ceil(max([0.0, *(x - right for x, _ in tips)]))
        self.below = ceil(max([0.0, *(y - bottom for _, y in tips)]))

    # --- lines

    def _corners(self, cell: int) -> list[Point]:
        row = bisect_right(self._starts, cell) - 1
        outline = self.panel.geometry.outline(row, cell - self._starts[row])
        return [(x * self._cell, y * self._cell) for x, y in outline]

    def _end(self, line: LineId, lead: Lead) -> Edge:
        """Returns the edge at which the clue of a line stands."""
        geometry = self.panel.geometry
        x, y, at_end = lead
        cells = geometry.families[geometry.axes.index(line.axis)][line.index]
        corners = self._corners(cells[-1 if at_end else 0])
        if not geometry.leads:
            return way_out(corners, self._middle(cells[-1 if at_end else 0]), (x, y))
        return max(
            pairwise([*corners, corners[0]]),
            key=lambda edge: round(x * (edge[0][0] + edge[1][0]) + y * (edge[0][1] + edge[1][1]), 3),
        )

    def _rules(self) -> Iterator[tuple[str, Edge]]:
        """Yields (role, edge) of the rules between and around cells, heavier between fifth lines that lie side by side."""
        geometry = self.panel.geometry
        if not self._square:
            fives = [
                {cell: index // RULE_EVERY for index, line in enumerate(family) for cell in line}
                for family in (geometry.families if geometry.leads else ())
            ]
            yield from edges(map(self._corners, range(self._starts[-1])), fives)
            return
        ends = [float(count * self._cell) for count in geometry.counts]
        for axis, count in enumerate(geometry.counts if all(ends) else ()):
            for at in range(count + 1):
                role = "frame" if at in (0, count) else "rule" if at % RULE_EVERY else "rule5"
                place = float(at * self._cell)
                yield role, ((place, 0.0), (place, ends[0])) if axis else ((0.0, place), (ends[1], place))

    # --- clues

    def _word(self, number: ClueNumber) -> str:
        return number.worded(self._palette) if self._letters else number.text

    def _clue(self, line: LineClue, lead: Lead | None = None, edge: Edge | None = None) -> _Clue:
        """Lays out a clue at the usual end of its line, or elsewhere."""
        check_limits()
        x, y, at_end = lead or self.panel.geometry.lead(line.id)
        at = self._size * 0.4
        slots = []
        for number in line.numbers if at_end else line.numbers[::-1]:
            if y == 0:
                slot = max(1.2, DIGIT * max(min(2, self._digits), len(self._word(number))) + 0.54)
            else:
                slot = 1.25 if self._square else 1.4
            slots.append((at + self._size * slot / 2, number))
            at += self._size * slot
        reach = at + (0 if self._square else self._size * 0.4)
        return _Clue(line, edge or self._ends[line.id], (x, y), slots, reach)

    def _ends_of(self, clue: _Clue) -> Iterator[_Clue]:
        """Yields a clue at the usual end of its line, then at the other one."""
        yield clue
        other = self.panel.geometry.lead(clue.line.id, at_end=True)
        yield self._clue(clue.line, other, self._end(clue.line.id, other))

    def _fitted(self, clue: _Clue, taken: TakenPlaces) -> _Clue | None:
        """Returns the clue at an end of its line where cells and earlier clues leave room for it, and takes its place."""
        for fitted in self._ends_of(clue):
            (x, y), (u, v) = fitted.outwards, fitted.at(0)
            far = fitted.reach - self._size * 0.4  # without the space after the last number
            if not taken.is_free((u, v), (x, y), far):
                continue
            side, far = self._size * 0.4, fitted.reach - self._size * 0.2
            taken.take(
                [
                    (u + at * x + dy * y * side, v + at * y - dy * x * side)
                    for at, dy in ((0, 1), (far, 1), (far, -1), (0, -1))
                ]
            )
            return fitted
        return None

    def _listed(self, lines: list[LineClue]) -> Iterator[_Clue]:
        """Yields the clues of a list at the right, with the names of their lines, in columns as high as the grid."""
        edges_of_grid = [point for _, edge in self._rules() for point in edge]
        tips = [*edges_of_grid, *(clue.at(clue.reach) for clue in self._clues)]
        left = max((x for x, _ in tips), default=0.0) + self._size
        top, bottom = (side(y for _, y in edges_of_grid) for side in (min, max))
        high, name_size = 1.4 * self._size, _NAME * self._size
        rows = max(1, int((bottom - top) / high))
        for first in range(0, len(lines), rows):
            column = lines[first : first + rows]
            indent = max(DIGIT * name_size * len(str(line.id)) for line in column)
            right = left
            for at, line in enumerate(column):
                start = (left + indent, top + (at + 0.5) * high)
                clue = self._clue(line, Lead(1.0, 0.0, at_end=True), (start, start))
                right = max(right, clue.at(clue.reach)[0])
                yield clue._replace(name=str(line.id))
            left = right + self._size

    # --- items

    def items(self, left: float, top: float) -> Iterator[Item]:
        """Yields all items, with the grid's bounding box at (left, top)."""
        dx, dy = left - self._origin[0], top - self._origin[1]

        def moved(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in points)

        yield from self._backs_of_clues(moved)
        yield from self._fills(moved)
        yield from self._grid(moved)
        yield from self._rings(moved)
        yield from self._signs(moved)
        yield from self._numbers(moved)
        yield from self._names(moved)

    def _backs_of_clues(self, moved: _Move) -> Iterator[Item]:
        """Yields the backgrounds of highlighted clues."""
        backs = defaultdict(list)
        for clue in self._clues:
            if clue.line.state in _WASHED:
                (x1, y1), (x2, y2) = clue.edge
                far = clue.reach
                if self._square:  # as far as the longest clue beside it
                    far = max(other.reach for other in self._clues if other.outwards == clue.outwards)
                x, y = clue.outwards[0] * far, clue.outwards[1] * far
                backs[clue.line.state].append(moved([(x1, y1), (x2, y2), (x2 + x, y2 + y), (x1 + x, y1 + y)]))
        for state, outlines in backs.items():
            yield Polygons(f"wash-{state}", tuple(outlines))

    def _fills(self, moved: _Move) -> Iterator[Item]:
        states = self._states_of_lines()
        roles: list[str] = []
        index: dict[tuple[Cell, State], int] = {}
        by_role: dict[str, int] = {}

        def number(cell: Cell, state: State) -> int:
            role = self._role(cell, state)
            if role not in by_role:
                by_role[role] = len(roles)
                roles.append(role)
            index[cell, state] = by_role[role]
            return by_role[role]

        rows: list[list[int]] = []
        for start, cells in zip(self._starts, self.panel.cells, strict=False):
            if not states:
                for cell in dict.fromkeys(cells):  # in order, so that pictures are reproducible
                    if (cell, State.PLAIN) not in index:
                        number(cell, State.PLAIN)
                table = {cell: at for (cell, _), at in index.items()}
                rows.append(list(map(table.__getitem__, cells)))
                continue
            keys = [(cell, states.get(at, State.PLAIN)) for at, cell in enumerate(cells, start)]
            rows.append([index[key] if key in index else number(*key) for key in keys])
        if self._square and len(roles) <= MAX_ROLES:
            ((x, y),) = moved([self._origin])
            yield Tiles(x, y, self._cell, tuple(map(bytes, rows)), tuple(roles))
            return
        outlines: list[list[tuple[Point, ...]]] = [[] for _ in roles]
        for start, row in zip(self._starts, rows, strict=False):
            for at, role in enumerate(row, start):
                outlines[role].append(moved(self._corners(at)))
        for name, polygons in zip(roles, outlines, strict=True):
            yield Polygons(name, tuple(polygons))

    def _states_of_lines(self) -> dict[int, State]:
        """Returns the state of each cell on a line with a state."""
        lines = (cells for family in self.panel.geometry.families for cells in family)
        return {
            cell: clue.state
            for clue, cells in zip(self.panel.clues, lines, strict=False)
            if clue.state in _WASHED
            for cell in cells
        }

    def _role(self, cell: Cell, of_line: State) -> str:
        state = of_line if cell.state is State.PLAIN else cell.state
        if cell.colour in (None, BACKGROUND):
            if cell.region is not None:
                return f"region{cell.region % REGION_COLOURS}"
            if state in _WASHED:
                return f"wash-{state}"
            small = self._cell < LEGIBLE and self.panel.unfinished
            return "ground" if cell.colour == BACKGROUND else "unknown" if small else "paper"
        return f"ink-{cell.state}" if self._mono and cell.state in _ON_INK else f"ink{cell.colour}"

    def _grid(self, moved: _Move) -> Iterator[Item]:
        by_role = defaultdict(list)
        for role, edge in self._rules():
            by_role[role].append(moved(edge))
        thin = max(1, round(self._cell / 24))
        widths = {"rule": thin, "rule5": thin + (self._cell >= LEGIBLE), "frame": thin + 1}
        if self._clues and not self._square:
            yield Strokes("lane", thin, tuple(map(moved, self._lanes())))
        elif self._clues:
            by_five = list(self._gutters())
            yield Strokes("lane", thin, tuple(moved(edge) for five, edge in by_five if not five))
            yield Strokes("lane5", widths["rule5"], tuple(moved(edge) for five, edge in by_five if five))
        for role in ("rule", "rule5", "frame"):
            if role != "rule" or self._cell >= 6:
                yield Strokes(role, widths[role], tuple(by_role[role]))

    def _lanes(self) -> Iterator[Edge]:
        """Yields guide lines beside slanted clues."""
        for clue in self._clues:
            x, y = clue.outwards[0] * clue.reach, clue.outwards[1] * clue.reach
            for corner in clue.edge if not clue.name else ():
                yield corner, (corner[0] + x, corner[1] + y)

    def _gutters(self) -> Iterator[tuple[bool, Edge]]:
        """Yields (heavy, edge) of the rules continued beside the clues."""
        geometry = self.panel.geometry
        for axis, (out_x, out_y, _) in zip(geometry.axes, geometry.leads, strict=True):
            reach = max((clue.reach for clue in self._clues if clue.line.id.axis == axis), default=0.0)
            ends = [end for line, end in self._ends.items() if line.axis == axis]
            for at in range(len(ends) + 1 if ends else 0):
                x, y = min(ends[at]) if at < len(ends) else max(ends[-1])
                heavy = at == len(ends) or at % RULE_EVERY == 0
                yield heavy, ((x, y), (x + out_x * reach, y + out_y * reach))

    def _decorated(self) -> Iterator[tuple[int, Cell]]:
        """Yields cells that need a ring, letter or dot."""
        plain = {Cell()} | {Cell(colour) for colour in range(len(self._palette))}
        if self._letters or self.panel.unfinished:
            plain = {Cell()}
        for start, cells in zip(self._starts, self.panel.cells, strict=False):
            if not plain.issuperset(cells):
                yield from ((at, cell) for at, cell in enumerate(cells, start) if cell not in plain)

    def _middle(self, cell: int) -> Point:
        corners = self._corners(cell)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def _rings(self, moved: _Move) -> Iterator[Item]:
        """Yields rings around cells whose fill does not show their state."""
        by_state = defaultdict(list)
        for at, cell in self._decorated():
            inked = cell.colour not in (None, BACKGROUND)
            ringed = cell.state in _WASHED and not (self._mono and cell.state in _ON_INK)
            if (inked and ringed) or cell.state is State.HIGHLIGHTED:
                x, y = self._middle(at)
                inset = 0.86 if self._square else 0.8
                ring = [(x + (a - x) * inset, y + (b - y) * inset) for a, b in self._corners(at)]
                by_state[cell.state, inked].append(moved(ring))
        for (state, inked), rings in by_state.items():
            width = max(1.5, self._cell / 10) if inked else max(1.0, self._cell / 18)
            yield Strokes(f"ring-{state}", round(width, 2), tuple(rings), closed=True)

    def _signs(self, moved: _Move) -> Iterator[Item]:
        """Yields letters, and dots in known background cells of an unfinished grid."""
        if self._cell < LEGIBLE:
            return
        texts: defaultdict[tuple[str, float], list[tuple[float, float, str]]] = defaultdict(list)
        dots = defaultdict(list)
        usual = self._cell * (0.6 if self._square else 0.5)
        for at, cell in self._decorated():
            inked = cell.colour not in (None, BACKGROUND)
            text = cell.sign
            if inked and cell.colour is not None and self._letters:
                text = text or self._palette[cell.colour].letter
            ((x, y),) = moved([self._middle(at)])
            if text:
                plain = not (self._mono and cell.state in _ON_INK)
                role = f"on-ink{cell.colour}" if inked and plain else "on-state" if inked else "label"
                size = min(usual, usual * 2 / len(text) * 0.8)  # at most as wide as its cell
                texts[role, round(size, 2)].append((x, round(y + RISE * size, 2), text))
            elif cell.colour == BACKGROUND and self.panel.unfinished:
                dots["dot-new" if cell.state is State.NEW else "dot"].append((x, y))
        for role, centres in dots.items():
            yield Discs(role, round(max(1.0, self._cell / 11), 2), tuple(centres))
        for (role, size), placed in texts.items():
            yield Texts(role, size, "middle", tuple(placed))

    def _names(self, moved: _Move) -> Iterator[Item]:
        """Yields the names of lines in the list."""
        size = round(self._size * _NAME, 2)
        names = []
        for clue in self._clues:
            if clue.name:
                ((x, y),) = moved([clue.at(-DIGIT * size * len(clue.name))])
                names.append((x, round(y + RISE * size, 2), clue.name))
        if names:
            yield Texts("caption", size, "start", tuple(names))

    def _numbers(self, moved: _Move) -> Iterator[Item]:
        """Yields the clue numbers, on the colour of their ink if there are several inks."""
        texts: defaultdict[tuple[str, float], list[tuple[float, float, str]]] = defaultdict(list)
        chips: defaultdict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
        for clue in self._clues:
            whole = clue.line.state  # the state of the whole clue, unless single numbers have states
            if any(number.state is whole for number in clue.line.numbers):
                whole = State.PLAIN
            for far, number in clue.slots:
                ((x, y),) = moved([clue.at(far)])
                word = self._word(number)
                size = self._size
                if clue.outwards[1]:  # at most as wide as its line
                    size = min(size, self._cell * (0.94 if len(word) < 3 else 0.84) / (DIGIT * len(word)))
                state = number.state if number.state is not State.PLAIN else whole
                role = "number" if state is State.PLAIN else f"number-{state}"
                if self._inks and not self._letters and number.colour is not None and state is not State.DONE:
                    width = min(size * (DIGIT * len(word) + 0.42), self._cell - 2.0)
                    high = min(self._size * 1.16, self._cell - 2.0)
                    width = max(width, self._size * 1.1)
                    box = round(x - width / 2, 2), round(y - high / 2, 2), round(width, 2), round(high, 2)
                    chips[number.colour].append(box)
                    role = f"on-ink{number.colour}"
                texts[role, round(size, 2)].append((x, round(y + RISE * size, 2), word))
        radius = round(self._size * 0.25, 2)
        for colour, boxes in chips.items():
            if not _LEAST_BRIGHT < luminance(f"#{self._palette[colour].rgb}") < _MOST_BRIGHT:
                rims = [
                    (round(x - 1, 2), round(y - 1, 2), round(width + 2, 2), round(high + 2, 2))
                    for x, y, width, high in boxes
                ]
                yield Boxes("rim", radius + 1, tuple(rims))
            yield Boxes(f"ink{colour}", radius, tuple(boxes))
        for (role, size), placed in texts.items():
            yield Texts(role, size, "middle", tuple(placed))
