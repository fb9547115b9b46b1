"""A lesson as a PDF: cards in columns, with the techniques at the end.

All pictures of the puzzle have one scale, with as many columns as are legible. Names of techniques are links to their
entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonosat.apps.book import words
from nonosat.apps.book.figures import Figure, figure_of
from nonosat.apps.book.trim import Box, Paper
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.drawing import Drawing
from nonosat.apps.drawing.pdf import Document
from nonosat.apps.drawing.scene import Boxes, Scene
from nonosat.apps.drawing.themes import THEMES
from nonosat.apps.illustration.markup import title_words
from nonosat.apps.lesson.cards import Card
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.limits import Clock

_TITLE, _HEADING, _TEXT, _SMALL = 18.0, 9.0, 7.5, 7.0  # sizes of type
_LEADING = 1.3  # line height in type sizes
_GAP, _BELOW = 14.0, 12.0  # points between columns, and between cards of a column
_RULE = 1.6  # points of the rule above a card
_LEAST_CELL, _MOST_CELL = 6.2, 13.0  # cell size in points: minimum with several columns, maximum
_SHARES = (1.0, 0.95, 0.9, 0.85)  # cells can shrink to these shares if that saves a page
_MOST_COLUMNS = 4

_HIGHEST = 0.55  # maximum height of a picture, as a share of the page
_GREY, _BLUE = "#595959", "#0b57c2"

_INDENT = 8.0  # indentation of list items in points


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card laid out for print."""

    card: Card
    figure: Figure
    lines: tuple[tuple[float, str], ...]  # lines of the text, each with its indent

    def cell(self, usual: float, width: float) -> float:
        """Points of a cell, where a card has that width."""
        return min(usual, width / self.figure.size.width)

    def height(self, cell: float) -> float:
        """Returns the height with cells of that size."""
        words = 2 * _HEADING * _LEADING + (len(self.lines) + 1) * _TEXT * _LEADING
        return _RULE + words + self.figure.size.height * cell


class _Place(NamedTuple):
    """Position of a card; page 0 is the current one."""

    page: int
    column: int
    y: float  # its upper edge
    bottom: float


class _Link(NamedTuple):
    """A technique and the link target of its entry."""

    name: str
    target: str


def document(
    puzzle: Puzzle,
    cards: Sequence[Card],
    techniques: Sequence[Card],
    paper: Paper,
    say: Words,
    font: str | None,
    clock: Clock,
) -> bytes:
    """Returns the file; raises `UsageError` for a font without the language's letters."""
    title, about = title_words(puzzle, say(words.NONOGRAM), say.pattern(words.BY))
    made = Document(title, puzzle.metadata.author, font, language=say.language)
    press = _Press(made, paper, frozenset(name for card in techniques for name in card.techniques), say)
    press.title(title, about)
    made.bookmark(title, press.here)
    press.cards([card._replace(palette=puzzle.palette) for card in cards], clock)
    if techniques:
        press.heading(say(words.TECHNIQUES))
        made.bookmark(say(words.TECHNIQUES), press.here)
        press.cards(techniques, clock, entries=True)
    if missing := sorted(made.missing & say.letters):
        raise UsageError(f"the font has no {' '.join(missing[:5])}: another font (--font) is needed")
    return made.data()


def filled(heights: Sequence[float], top: float, bottom: float, columns: int, area: Box) -> Iterator[_Place]:
    """Yields places of cards down the columns of a page between two heights, and then of whole pages."""
    whole = area.y + area.height
    page, column, y = 0, 0, top
    for height in heights:
        while y - height < bottom and y < whole:
            column, y = column + 1, top
            if column == columns:
                page, column, y, top, bottom = page + 1, 0, whole, whole, area.y
        yield _Place(page, column, y, y - height)
        y -= height + _BELOW


class _Press:
    """Prints from the top of the first page to the end; mutable."""

    def __init__(self, document: Document, paper: Paper, explained: frozenset[str], say: Words) -> None:
        self._document, self._paper, self._explained, self._say = document, paper, explained, say
        self._page = 0
        self._y = 0.0
        self._area = Box(0, 0, 0, 0)
        self._begin()

    @property
    def here(self) -> str:
        """Link target of the current page."""
        return f"page {self._page}"

    def _begin(self) -> None:
        self._page = self._document.page(self._paper.width, self._paper.height)
        self._area = self._paper.area(self._page)
        self._y = self._area.y + self._area.height
        self._document.target(self.here)
        middle, low = self._paper.width / 2, self._paper.margin / 2 - _SMALL / 2
        self._document.text(middle, low, str(self._page), _SMALL, anchor="middle", colour=_GREY)

    def title(self, title: str, about: str) -> None:
        """Prints the title and the line below it."""
        for text, size, bold, colour in ((title, _TITLE, True, "#000000"), (about, _TEXT, False, _GREY)):
            for line in self._document.lines(text, size, self._area.width, bold=bold):
                self._y -= size
                self._document.text(self._area.x, self._y, line, size, bold=bold, colour=colour)
                self._y -= size * (_LEADING - 1)
        self._y -= _BELOW

    def heading(self, text: str) -> None:
        """Prints a heading, on a page with room for a card."""
        if self._y - self._area.y < self._area.height / 4:
            self._begin()
        self._y -= 1.5 * _HEADING
        self._document.text(self._area.x, self._y, text, 1.5 * _HEADING, bold=True)
        self._y -= _BELOW

    def cards(self, cards: Sequence[Card], clock: Clock, *, entries: bool = False) -> None:
        """Prints cards down the columns."""
        figures = [
            figure_of(Drawing((each.panel,), each.palette, legend=each.legend)) for each in clock.each(cards)
        ]
        plain = [figure.size for card, figure in zip(cards, figures, strict=True) if not card.legend]
        widest = max((size.width for size in plain), default=figures[0].size.width)
        highest = max((size.height for size in plain), default=figures[0].size.height)
        columns, cell = self._columns(widest, highest)
        width = (self._area.width - _GAP * (columns - 1)) / columns
        laid = [self._laid(card, figure, cell, width) for card, figure in zip(cards, figures, strict=True)]
        sizes = [cell * share for share in _SHARES if share == 1 or cell * share >= _LEAST_CELL]
        flows = {
            size: self._flow([each.height(each.cell(size, width)) for each in laid], columns)
            for size in sizes
        }
        cell = min(sizes, key=lambda size: (flows[size][-1].page, -size))
        page = 0
        for each, place in zip(laid, flows[cell], strict=True):
            clock.tick()
            if place.page > page:
                self._begin()
                page = place.page
            x = self._area.x + place.column * (width + _GAP)
            self._paint(each, each.cell(cell, width), x, place.y, width, entry=entries)
        self._y = min(place.bottom for place in flows[cell] if place.page == page) - _BELOW

    def _flow(self, heights: Sequence[float], columns: int) -> list[_Place]:
        """Places cards down one column after the other; balances the columns of the last page."""
        top, low = self._y, self._area.y
        whole = list(filled(heights, top, low, columns, self._area))
        last = [place for place in whole if place.page == whole[-1].page]
        before = len(whole) - len(last)
        top = last[0].y
        for twentieth in range(1, 20):
            bottom = top - (top - low) * twentieth / 20
            balanced = list(filled(heights[before:], top, bottom, columns, self._area))
            if balanced[-1].page == 0 and all(place.bottom >= low for place in balanced):
                return whole[:before] + [place._replace(page=last[0].page) for place in balanced]
        return whole

    def _columns(self, width: float, height: float) -> tuple[int, float]:
        """Returns the number of columns and the cell size in points."""
        most = min(_MOST_CELL, self._area.height * _HIGHEST / height)
        for columns in range(_MOST_COLUMNS, 1, -1):
            cell = (self._area.width - _GAP * (columns - 1)) / columns / width
            if cell >= _LEAST_CELL or (cell >= most and columns == _MOST_COLUMNS):
                return columns, min(cell, most)
        return 1, min(self._area.width / width, most)

    def _laid(self, card: Card, figure: Figure, cell: float, width: float) -> _Laid:
        lines: list[tuple[float, str]] = []
        for sentence in card.sentences:
            text = sentence.strip()
            inset = _INDENT if text.startswith("- ") else 0.0
            lines += ((inset, line) for line in self._document.lines(text, _TEXT, width - inset))
        laid = _Laid(card, figure, tuple(lines))
        over = laid.height(laid.cell(cell, width)) - self._area.height
        if over > 0:  # a page is full
            lines = lines[: -int(over / (_TEXT * _LEADING) + 1)]
        return _Laid(card, figure, tuple(lines))

    def _paint(self, laid: _Laid, cell: float, x: float, y: float, width: float, *, entry: bool) -> None:
        """Prints a card with its upper left corner at (x, y)."""
        card = laid.card
        if entry:
            self._document.target(_target(card.techniques[0]))
        self._rule(x, y, width, "ring-supposed" if card.strip else "bar")
        y -= _RULE + _HEADING * _LEADING
        heading = self._document.cut(card.heading, _HEADING, width, bold=True)
        self._document.text(x, y, heading, _HEADING, bold=True)
        if not entry and card.techniques:
            y -= _TEXT * _LEADING
            links = [
                _Link(self._say(name), _target(name) if name in self._explained else "")
                for name in card.techniques
            ]
            self._links(links, x, y, width)
        y -= _HEADING * _LEADING / 2
        high, wide = laid.figure.size.height * cell, laid.figure.size.width * cell
        laid.figure.paint(self._document, Box(x, y - high, wide, high), cell, turned=False)
        y -= high + _HEADING * _LEADING / 2
        for inset, line in laid.lines:
            y -= _TEXT
            self._document.text(x + inset, y, line, _TEXT)
            y -= _TEXT * (_LEADING - 1)

    def _links(self, links: Sequence[_Link], x: float, y: float, room: float) -> None:
        """Prints names of techniques, as many as fit."""
        for place, (name, target) in enumerate(links):
            text = name if place + 1 == len(links) else f"{name}, "
            width = self._document.width(text, _TEXT)
            if width > room:
                self._document.text(x, y, self._document.cut(text, _TEXT, room), _TEXT, colour=_GREY)
                return
            self._document.text(x, y, text, _TEXT, colour=_BLUE if target else _GREY)
            if target:
                self._document.link(x, y - 2, width, _TEXT + 2, target)
            x, room = x + width, room - width

    def _rule(self, x: float, y: float, width: float, role: str) -> None:
        scene = Scene(1, 1, (Boxes(role, 0, ((0, 0, width, _RULE),)),))
        self._document.scene(scene, THEMES["light"], BLACK_AND_WHITE, x, y, 1)


def _target(name: str) -> str:
    return f"technique {name}"
