"""The pages of a book as they are painted: title, rules, puzzles, answers.

Each puzzle names the page of its answer and each answer that of its puzzle, and both are links. A `Plan` says
what is on which page before anything is painted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from nonosat.model.puzzle import Puzzle
from nonosat.pictures.book.contents import Entry
from nonosat.pictures.book.figures import Figure
from nonosat.pictures.book.layout import Place, Style
from nonosat.pictures.book.trim import Box, Paper
from nonosat.pictures.drawing.pdf import Document
from nonosat.questions.explanation.techniques import Grade
from nonosat.solving.engine.outcome import Verdict

PUZZLES = Style(grids=((1, 1), (1, 2), (2, 2), (2, 3)), most_cell=20, caption=34)
ANSWERS = Style(grids=((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 5)), most_cell=9, caption=24)
"""How puzzles and answers are arranged."""

_TITLE, _HEADING, _TEXT, _SMALL = 26.0, 13.0, 9.5, 7.5
"""Sizes of type."""
_LEADING = 1.35
"""From line to line, in sizes of type."""
_GREY = "#595959"
_LEVELS = len(Grade)

MEANING = {
    Grade.TRIVIAL: "counting cells, and where a block must lie in any case",
    Grade.EASY: "also gaps that are too small, and how far blocks reach",
    Grade.MEDIUM: "also which block a filled cell belongs to",
    Grade.HARD: "also all ways at once in which a row can be filled",
    Grade.PROBING: "also to suppose something of a cell and see what follows",
    Grade.SEARCH: "also suppositions within suppositions",
}
"""What each grade asks of people."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is printed; numbers of puzzles and pages are from 1."""

    title: str
    author: str
    paper: Paper
    entries: tuple[Entry, ...]
    ordered: bool
    """Whether they are in the order of difficulty."""
    titles: bool
    """Whether a puzzle's title stands with the puzzle, and not with the answer only."""
    puzzles: tuple[Place, ...]
    answers: tuple[Place, ...]
    puzzle_figures: tuple[Figure, ...]
    answer_figures: tuple[Figure, ...]

    def groups(self) -> Iterator[tuple[str, list[int]]]:
        """Puzzles that follow each other under one heading, by their places in `entries`."""
        if not self.ordered:
            yield "Puzzles", list(range(len(self.entries)))
            return
        for level, group in groupby(range(len(self.entries)), lambda at: self.entries[at].rating.level):
            yield str(level).capitalize(), list(group)


def paint(document: Document, plan: Plan) -> None:
    """All pages of a book."""
    page = _begin(document, plan)
    _paint_title(document, plan)
    document.bookmark(plan.title, _page(page))
    for number, lines in enumerate(_rules(document, plan)):
        page = _begin(document, plan, numbered=True)
        _paint_lines(document, plan.paper.area(page), lines)
        if not number:
            document.bookmark("How to solve them", _page(page))
    puzzle_headings = {group[0]: name for name, group in plan.groups()}
    for answered, places in ((False, plan.puzzles), (True, plan.answers)):
        headings = {0: "Answers"} if answered else puzzle_headings
        for at, (entry, place) in enumerate(zip(plan.entries, places, strict=True)):
            if not at or place.page != page:
                page = _begin(document, plan, numbered=True)
            if at in headings:
                document.bookmark(headings[at], _page(page))
            document.bookmark(_name(at, entry, titled=answered or plan.titles), _page(page), level=1)
            _paint_caption(document, plan, at, answered)
            style, figures = (ANSWERS, plan.answer_figures) if answered else (PUZZLES, plan.puzzle_figures)
            box = place.slot._replace(height=place.slot.height - style.caption)
            figures[at].paint(document, box, place.cell, turned=place.turned)


def first_puzzle_page(document: Document, plan: Plan) -> int:
    """The page after the title and the rules."""
    return 2 + len(_rules(document, plan))


def _begin(document: Document, plan: Plan, *, numbered: bool = False) -> int:
    """A new page, with its number at the outer edge if it is to have one."""
    paper = plan.paper
    page = document.page(paper.width, paper.height)
    document.target(_page(page))
    if numbered:
        area, y = paper.area(page), max(paper.margin / 2 - _SMALL / 2, _SMALL)
        right = page % 2 == 1
        x = area.x + area.width if right else area.x
        document.text(x, y, str(page), _SMALL + 1, anchor="end" if right else "start")
    return page


def _page(number: int) -> str:
    """What links call a page."""
    return f"page {number}"


def _name(at: int, entry: Entry, *, titled: bool) -> str:
    """What bookmarks call a puzzle."""
    return f"{at + 1} {entry.puzzle.metadata.title if titled else ''}".strip()


# --- the title


def _paint_title(document: Document, plan: Plan) -> None:
    area = plan.paper.area(1)
    middle = area.x + area.width / 2
    size = _TITLE
    while size > _TEXT and any(
        document.width(word, size, bold=True) > area.width for word in plan.title.split()
    ):
        size -= 1
    y = area.y + 0.68 * area.height
    for line in document.lines(plan.title, size, area.width, bold=True):
        document.text(middle, y, line, size, bold=True, anchor="middle")
        y -= _LEADING * size
    y -= _HEADING
    for line in document.lines(_summary(plan), _TEXT + 1, area.width):
        document.text(middle, y, line, _TEXT + 1, anchor="middle", colour=_GREY)
        y -= _LEADING * (_TEXT + 1)
    side = min(14.0, area.width / 12)
    _paint_marks(document, middle - 3.5 * side, y - 3 * side, side, _LEVELS // 2)
    for at, line in enumerate(document.lines(plan.author, _HEADING, area.width)):
        document.text(middle, area.y + 0.1 * area.height - at * _HEADING, line, _HEADING, anchor="middle")


def _summary(plan: Plan) -> str:
    """How many puzzles there are and how large they are."""
    puzzles = [entry.puzzle for entry in plan.entries]
    least, most = (_size(choose(puzzles, key=lambda each: sum(each.row_lengths))) for choose in (min, max))
    extent = f"of {least} cells" if least == most else f"from {least} to {most} cells"
    if len(puzzles) == 1:
        return f"A nonogram {extent}, with its answer"
    return f"{len(puzzles):,} nonograms {extent}, with their answers"


def _paint_marks(document: Document, x: float, y: float, side: float, level: int) -> None:
    """A row of squares, as many of them filled as the level says, from 0: one at least."""
    for place in range(_LEVELS):
        document.square(x + 1.2 * side * place, y, side, filled=place <= level)


# --- the rules


class _Line(NamedTuple):
    """A line of text on a page of its own kind."""

    text: str = ""
    size: float = _TEXT
    bold: bool = False
    right: str = ""
    """At the right-hand end."""
    link: str = ""
    level: int | None = None
    """Marks of difficulty that stand before it."""

    below: float = 0.0
    """Free space below it."""

    @property
    def height(self) -> float:
        return _LEADING * self.size + self.below


def _rules(document: Document, plan: Plan) -> list[list[_Line]]:
    """The lines of the pages between the title and the puzzles."""
    area = plan.paper.area(2)
    pages: list[list[_Line]] = [[]]
    left = area.height
    for line in _rule_lines(document, plan, area.width):
        if line.height > left and pages[-1]:
            pages.append([])
            left = area.height
        if pages[-1] or line.text:
            pages[-1].append(line)
            left -= line.height
    return pages


def _heading(text: str) -> _Line:
    return _Line(text, _HEADING, bold=True, below=_TEXT / 2)


def _rule_lines(document: Document, plan: Plan, width: float) -> Iterator[_Line]:
    yield _heading("How to solve them")
    for paragraph in _explanations([entry.puzzle for entry in plan.entries]):
        yield from (_Line(line) for line in document.lines(paragraph, _TEXT, width))
        yield _Line(size=_TEXT / 2)
    yield _Line(size=_TEXT)
    yield _heading("How difficult they are")
    indent = _marks_width(_TEXT)
    for grade in Grade:
        if any(entry.rating.level == grade for entry in plan.entries):
            first, *rest = document.lines(f"{grade}: {MEANING[grade]}", _TEXT, width - indent)
            yield _Line(first, level=grade.level)
            yield from (_Line(line, level=-1) for line in rest)
    yield _Line(size=_TEXT)
    yield _heading("Contents")
    for name, group in plan.groups():
        numbers = "\u2013".join(str(at + 1) for at in sorted({group[0], group[-1]}))
        page = plan.puzzles[group[0]].page
        yield _Line(f"{name}: {numbers}", right=str(page), link=_page(page))
    page = plan.answers[0].page
    yield _Line("Answers", right=str(page), link=_page(page))


_RECTANGLE = (
    "Fill cells of the grid so that a picture appears. The numbers beside a row and above a column say how "
    "long its blocks of filled cells are, in their order. Between two blocks there is an empty cell or more."
)
_TRIDDLER = (
    "In a grid of triangles there are lines in three directions. The numbers at the end of a line say how "
    "long its blocks of filled triangles are, in their order."
)
_INKS = (
    "Where there are several colours, each number shows its own, maybe by a letter that is explained below. "
    "Blocks of different colours may touch."
)


def _explanations(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """The rules, as far as the puzzles need them."""
    clues = [line.clue for puzzle in puzzles for line in puzzle.lines]
    yield _RECTANGLE
    if any(puzzle.is_triddler for puzzle in puzzles):
        yield _TRIDDLER
    if any(len(puzzle.palette) > 2 for puzzle in puzzles):
        yield _INKS
    if () in clues:
        yield "0: the line has no filled cells."
    if any(block.length is None for clue in clues if clue for block in clue):
        yield "?: a block whose length is not told."
    if None in clues:
        yield "*: nothing is told of the line."
    if any(puzzle.givens for puzzle in puzzles):
        yield "Cells that are already printed in a puzzle are right."


def _marks_width(size: float) -> float:
    return 1.2 * (0.7 * size) * _LEVELS + size


def _paint_lines(document: Document, area: Box, lines: Iterable[_Line]) -> None:
    y = area.y + area.height
    for line in lines:
        x, y = area.x, y - _LEADING * line.size
        if line.level is not None:
            if line.level >= 0:
                _paint_marks(document, x, y, 0.7 * line.size, line.level)
            x += _marks_width(line.size)
        document.text(x, y, line.text, line.size, bold=line.bold)
        if line.right:
            document.text(area.x + area.width, y, line.right, line.size, anchor="end")
        if line.link:
            document.link(area.x, y - 2, area.width, line.size + 2, line.link)
        y -= line.below


# --- captions


def _paint_caption(document: Document, plan: Plan, at: int, answered: bool) -> None:
    """Number and title of a picture, and where its other half is."""
    entry, box = plan.entries[at], (plan.answers if answered else plan.puzzles)[at].slot
    right, top = box.x + box.width, box.y + box.height
    size = _TEXT - 1 if answered else _TEXT + 1
    number = str(at + 1)
    x = box.x + document.width(f"{number} ", size, bold=True) + size / 4
    document.text(box.x, top - size, number, size, bold=True)
    other = (plan.puzzles if answered else plan.answers)[at].page
    below = top - size - _LEADING * _SMALL
    title = entry.puzzle.metadata.title if answered or plan.titles else ""
    if answered:
        reference = f"page {other}"
        note = "one of several" if entry.verdict is Verdict.MULTIPLE else ""
    else:
        reference = f"answer on page {other}"
        note = f"{_size(entry.puzzle)}, {_difficulty(entry)}"
        side = 0.7 * size
        marks = _marks_width(size) - size
        _paint_marks(document, right - marks + 0.2 * side, top - size, side, entry.rating.level.level)
        right -= marks + size
    document.text(x, top - size, document.cut(title, size, right - x), size)
    document.text(box.x, below, reference if answered else note, _SMALL, colour=_GREY)
    right = box.x + box.width
    width = document.width(reference, _SMALL)
    if answered:
        document.text(right, below, note, _SMALL, anchor="end", colour=_GREY)
        document.link(box.x, below - 2, width, _SMALL + 2, _page(other))
    else:
        document.text(right, below, reference, _SMALL, anchor="end", colour=_GREY)
        document.link(right - width, below - 2, width, _SMALL + 2, _page(other))


def _size(puzzle: Puzzle) -> str:
    rows, columns, *diagonals = puzzle.geometry.counts
    return " x ".join(map(str, (columns, rows, *diagonals)))


def _difficulty(entry: Entry) -> str:
    if entry.verdict is not Verdict.UNIQUE:
        return "several solutions" if entry.verdict is Verdict.MULTIPLE else "one solution at least"
    return str(entry.rating.grade or "not rated")
