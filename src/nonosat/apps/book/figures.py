"""The pictures in a book, for print on white paper: a puzzle with its clues, and its answer without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nonosat.apps.book.layout import Size
from nonosat.apps.book.paper import Box
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.drawing import AnyCells, Cell, Drawing, Entry, Panel, cells_of, panel_of
from nonosat.apps.drawing.layout import laid_out, text_width
from nonosat.apps.drawing.pdf import SHARES, Document
from nonosat.apps.drawing.scene import Scene, Strokes, Texts
from nonosat.apps.drawing.themes import THEMES, Paint, Theme
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Grid, Puzzle

_ENGLISH = Words()
_CELL = 20  # pixels of a cell in a scene
_HIGH, _LOW = 0.76, 0.24  # ascent and descent of letters, in type sizes
_COMFORTABLE = 12.0  # cell size in points (4.2 mm) for writing with ease
_VISIBLE = 3.4  # cell size in points (1.2 mm) for answers
_LARGE_DIGITS = 0.82  # type size of clues, relative to small cells
_LEAST_MARK = 4.0  # type size in points of ink marks in an answer


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture that has been laid out."""

    scene: Scene
    palette: Palette
    theme: Theme
    comfortable: float  # cell size in points that it should have
    edges: tuple[
        float, float, float, float
    ]  # (left, top, right, bottom) of the picture in its scene, in pixels
    least_points: float = 0.0  # minimum size of its smallest type, in points

    @property
    def size(self) -> Size:
        """Size without the margin of the scene."""
        left, top, right, bottom = self.edges
        legible = self.least_points / self.type_size
        width, height = (right - left) / _CELL, (bottom - top) / _CELL
        return Size(width, height, max(self.comfortable, legible), legible)

    @property
    def type_size(self) -> float:
        """Size of its smallest type, in cells."""
        return min((item.size for item in self.scene.items if isinstance(item, Texts)), default=_CELL) / _CELL

    def paint(self, document: Document, box: Box, cell: float, *, turned: bool) -> None:
        """Paints the figure in the middle of a box; `cell` is in points. `turned` prints it sideways."""
        points = cell / _CELL
        x, y = box.x + box.width / 2, box.y + box.height / 2
        left, top, right, bottom = self.edges
        back, up = (left + right) * points / 2, (top + bottom) * points / 2
        if turned:
            with document.turned(x, y):
                document.scene(self.scene, self.theme, self.palette, -back, up, points)
        else:
            document.scene(self.scene, self.theme, self.palette, x - back, y + up, points)


def figure_of(drawing: Drawing) -> Figure:
    """Lays out any drawing in light colours, with large numbers for small cells."""
    scene = laid_out(drawing, cell=_CELL, digits=_LARGE_DIGITS)
    return Figure(scene, drawing.palette, _opaque_theme(THEMES["light"]), _COMFORTABLE, _edges(scene))


def puzzle_figure(
    puzzle: Puzzle, *, colour: bool, say: Words = _ENGLISH, least_points: float = 0.0, cells: AnyCells = None
) -> Figure:
    """Draws a puzzle to solve, or partly solved, with a legend of its inks if there are several."""
    theme = _theme(colour)
    names = say.inks(puzzle.palette)
    legend = tuple(Entry(Cell(ink), name) for ink, name in enumerate(names) if ink) if len(names) > 2 else ()
    drawing = Drawing((panel_of(puzzle, cells),), puzzle.palette, legend=legend)
    scene = laid_out(drawing, cell=_CELL, marks=theme.marks)
    return Figure(scene, puzzle.palette, theme, _COMFORTABLE, _edges(scene), least_points)


def answer_figure(puzzle: Puzzle, answer: Grid, *, colour: bool) -> Figure:
    """Draws an answer: the picture alone, without the rules between cells."""
    theme = _theme(colour)
    theme = replace(theme, paints={**theme.paints, "rule5": Paint("#a0a0a0")})
    panel = Panel(puzzle.geometry, cells_of(puzzle, answer), ())
    scene = laid_out(Drawing((panel,), puzzle.palette), cell=_CELL, marks=theme.marks)
    kept = tuple(item for item in scene.items if not (isinstance(item, Strokes) and item.role == "rule"))
    figure = Figure(replace(scene, items=kept), puzzle.palette, theme, _VISIBLE, _edges(scene))
    marked = any(isinstance(item, Texts) for item in kept)
    return replace(figure, comfortable=_LEAST_MARK / figure.type_size) if marked else figure


def _edges(scene: Scene) -> tuple[float, float, float, float]:
    """Returns the bounding box of lines and texts; every picture has them at its edges."""
    xs, ys = [], []
    for item in scene.items:
        if isinstance(item, Strokes):
            for x, y in (point for path in item.paths for point in path):
                xs += [x - item.width / 2, x + item.width / 2]
                ys += [y - item.width / 2, y + item.width / 2]
        elif isinstance(item, Texts):
            for span, (_, y, _) in zip(_spans(item), item.texts, strict=True):
                xs += span
                ys += [y - item.size * _HIGH, y + item.size * _LOW]
    return min(xs), min(ys), max(xs), max(ys)


def _spans(texts: Texts) -> Iterator[tuple[float, float]]:
    """Yields the left and right end of each text."""
    for x, _, text in texts.texts:
        start = x - SHARES[texts.anchor] * text_width(text, texts.size)
        yield start, start + text_width(text, texts.size)


def _theme(colour: bool) -> Theme:
    """Returns the theme of a book, without transparency, which printers dislike."""
    return _opaque_theme(replace(THEMES["print"], marks=not colour))


def _opaque_theme(theme: Theme) -> Theme:
    return replace(theme, paints={role: _opaque(paint) for role, paint in theme.paints.items()})


def _opaque(paint: Paint) -> Paint:
    """Returns the colour mixed with white paper.

    >>> _opaque(Paint("#000000", 0.4))
    Paint(colour='#999999', opacity=1.0)
    """
    parts = [int(paint.colour[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = (round(255 + (part - 255) * paint.opacity) for part in parts)
    return Paint(f"#{''.join(f'{part:02x}' for part in mixed)}")
