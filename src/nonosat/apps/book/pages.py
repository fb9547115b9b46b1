"""Paints the pages of a book: title, rules, puzzles, answers.

Each puzzle links to the page of its answer and vice versa. A `Plan` determines the content of each page before
painting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from nonosat.apps.book import words
from nonosat.apps.book.contents import Entry
from nonosat.apps.book.figures import Figure, puzzle_figure
from nonosat.apps.book.layout import Place, Style, occupied
from nonosat.apps.book.paper import Box, Paper
from nonosat.apps.book.settings import BookLayout, BookSettings
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.pdf import Document
from nonosat.explaining.grading.people import time_pattern
from nonosat.explaining.steps.explain import explain
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.puzzle import Grid, Puzzle

PUZZLES = Style(most=8, most_cell=22, caption=34, narrowest=130)
ANSWERS = Style(most=30, most_cell=9, caption=24, narrowest=84)  # arrangement of puzzles and answers
_TITLE, _HEADING, _TEXT, _SMALL = 26.0, 13.0, 9.5, 7.5  # sizes of type
_LEADING = 1.35  # line height in type sizes
_GREY = "#595959"
_EXAMPLE_CELL = 10.0  # cell size in points of the worked example
_EXAMPLE_STEPS = 4  # number of its steps shown with their reasons
_LEVELS = len(Grade)


@dataclass(frozen=True, slots=True)
class Plan:
    """Content and layout of a book; numbers of puzzles and pages are from 1."""

    settings: BookSettings
    entries: tuple[Entry, ...]
    puzzles: tuple[Place, ...]
    answers: tuple[Place, ...]
    puzzle_figures: tuple[Figure, ...]
    answer_figures: tuple[Figure, ...]
    cover: Figure  # the picture on the title page

    @property
    def layout(self) -> BookLayout:
        return self.settings.layout

    @property
    def paper(self) -> Paper:
        return self.layout.paper

    @property
    def say(self) -> Words:
        return self.layout.words

    def groups(self) -> list[tuple[str, list[int]]]:
        """Returns the indices of `entries` grouped by difficulty; one group if they are in another order."""
        names = [self.say(entry.level if self.layout.ordered else words.PUZZLES) for entry in self.entries]
        return [
            (name[:1].upper() + name[1:], list(group))
            for name, group in groupby(range(len(names)), names.__getitem__)
        ]


def paint(document: Document, plan: Plan) -> None:
    """Paints all pages."""
    page = _begin(document, plan)
    _paint_title(document, plan)
    document.bookmark(plan.settings.title, _page(page))
    for number, lines in enumerate(_rules(document, plan)):
        page = _begin(document, plan, numbered=True)
        _paint_lines(document, plan.paper.area(page), lines)
        if not number:
            document.bookmark(plan.say(words.SOLVING), _page(page))
    puzzle_headings = {group[0]: name for name, group in plan.groups()}
    for answered, places in ((False, plan.puzzles), (True, plan.answers)):
        headings = {0: plan.say(words.ANSWERS)} if answered else puzzle_headings
        for at, (entry, place) in enumerate(zip(plan.entries, places, strict=True)):
            if page < place.page:
                page = _begin(document, plan, numbered=True)
            if at in headings:
                document.bookmark(headings[at], _page(page))
            document.bookmark(
                _name(at, entry, titled=plan.layout._titled(answered=answered)), _page(page), level=1
            )
            style, figures = (ANSWERS, plan.answer_figures) if answered else (PUZZLES, plan.puzzle_figures)
            box = occupied(place, figures[at].size, style)
            _paint_caption(document, plan, at, answered, box)
            picture = box._replace(height=box.height - style.caption)
            figures[at].paint(document, picture, place.cell, turned=place.turned)


def first_puzzle_page(document: Document, plan: Plan) -> int:
    """Returns the number of the page after the title and the rules."""
    return 2 + len(_rules(document, plan))


def _begin(document: Document, plan: Plan, *, numbered: bool = False) -> int:
    """Begins a page, with its number at the outer edge if `numbered`."""
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
    return f"page {number}"


def _name(at: int, entry: Entry, *, titled: bool) -> str:
    return f"{at + 1} {entry.puzzle.metadata.title if titled else ''}".strip()


# --- the title


def _paint_title(document: Document, plan: Plan) -> None:
    area = plan.paper.area(1)
    middle = area.x + area.width / 2
    size = _TITLE
    while size > _TEXT and any(
        document.width(word, size, bold=True) > area.width for word in plan.settings.title.split()
    ):
        size -= 1
    y = area.y + 0.82 * area.height
    for line in document.lines(plan.settings.title, size, area.width, bold=True):
        document.text(middle, y, line, size, bold=True, anchor="middle")
        y -= _LEADING * size
    y -= _HEADING
    for line in document.lines(_summary(plan), _TEXT + 1, area.width):
        document.text(middle, y, line, _TEXT + 1, anchor="middle", colour=_GREY)
        y -= _LEADING * (_TEXT + 1)
    below = area.y + 0.16 * area.height
    tall, size_of = max(y - below - _HEADING, _HEADING), plan.cover.size
    cell = min(0.8 * area.width / size_of.width, tall / size_of.height, 2 * PUZZLES.most_cell)
    tall = cell * size_of.height  # directly below the text, on paper of any size
    box = Box(area.x, y - _HEADING - tall, area.width, tall)
    plan.cover.paint(document, box, cell, turned=False)
    for at, line in enumerate(document.lines(plan.settings.author, _HEADING, area.width)):
        document.text(middle, area.y + 0.1 * area.height - at * _HEADING, line, _HEADING, anchor="middle")


def _summary(plan: Plan) -> str:
    """Returns the number and sizes of the puzzles in words."""
    puzzles = [entry.puzzle for entry in plan.entries]
    least, most = (
        _extent(pick(puzzles, key=lambda puzzle: puzzle.geometry.cell_count)) for pick in (min, max)
    )
    one = words.ONE_PUZZLE if len(puzzles) == 1 else words.EQUAL_PUZZLES
    text = one if least == most else words.MANY_PUZZLES
    return plan.say(text, number=f"{len(puzzles):,}", least=least, most=most)


def _paint_marks(document: Document, x: float, y: float, side: float, level: int) -> None:
    """Paints a row of squares, the first `level` + 1 of them filled."""
    for place in range(_LEVELS):
        document.square(x + 1.2 * side * place, y, side, filled=place <= level)


# --- the rules


class _Line(NamedTuple):
    """A line of text or a row of figures with captions, on the pages of rules."""

    text: str = ""
    size: float = _TEXT
    bold: bool = False
    right: str = ""  # at the right-hand end
    link: str = ""
    level: int | None = None  # marks of difficulty before it; -1: blank space of their width
    below: float = 0.0  # free space below it
    figures: tuple[tuple[str, Figure], ...] = ()

    @property
    def height(self) -> float:
        tallest = max((figure.size.height for _, figure in self.figures), default=0.0)
        return _LEADING * self.size + self.below + tallest * _EXAMPLE_CELL


def _rules(document: Document, plan: Plan) -> list[list[_Line]]:
    """Returns the lines of each page between the title and the puzzles."""
    area = plan.paper.area(2)
    pages: list[list[_Line]] = [[]]
    left = area.height
    for section in _sections(_rule_lines(document, plan, area.width)):
        whole = sum(line.height for line in section)
        if left < whole <= area.height and pages[-1]:  # a heading stays with its lines
            pages.append([])
            left = area.height
        for line in section:
            if line.height > left and pages[-1]:
                pages.append([])
                left = area.height
            if pages[-1] or line.text or line.figures:
                pages[-1].append(line)
                left -= line.height
    return pages


def _sections(lines: Iterable[_Line]) -> list[list[_Line]]:
    """Divides lines before each heading."""
    sections: list[list[_Line]] = []
    for line in lines:
        if line.bold or not sections:
            sections.append([])
        sections[-1].append(line)
    return sections


def _example_lines(document: Document, plan: Plan, width: float) -> Iterator[_Line]:
    """Yields a worked example: a small puzzle, the reasons of its first steps, the picture after them, and the final picture."""
    say, explanation = plan.say, explain(Grid(words.EXAMPLE).puzzle())
    puzzle, steps = explanation.puzzle, []
    states = [(say(words.THE_PUZZLE), PartialGrid.blank(puzzle))]
    for number, step in enumerate(explanation, 1):
        steps.append(step)
        if number == _EXAMPLE_STEPS:
            states.append((say(words.AFTER_STEP, number=number), explanation.partial_grid))
    states.append((say(words.AT_THE_END), explanation.partial_grid))
    figures = (
        (text, puzzle_figure(puzzle, colour=False, say=say, cells=state.rows)) for text, state in states
    )
    yield _Line(figures=tuple(figures), size=_SMALL, below=_TEXT)
    for number, step in enumerate(steps[:_EXAMPLE_STEPS], 1):
        reason = " ".join(say.printed(step.said))
        yield from (_Line(line) for line in document.lines(f"{number}. {reason}", _TEXT, width))
    yield _Line(size=_TEXT)


def _heading(text: str) -> _Line:
    return _Line(text, _HEADING, bold=True, below=_TEXT / 2)


def _rule_lines(document: Document, plan: Plan, width: float) -> Iterator[_Line]:
    say = plan.say
    yield _heading(say(words.SOLVING))
    for paragraph in rules([entry.puzzle for entry in plan.entries]):
        yield from (_Line(line) for line in document.lines(say(paragraph), _TEXT, width))
        yield _Line(size=_TEXT / 2)
    yield from _example_lines(document, plan, width)
    yield _heading(say(words.DIFFICULTY))
    indent = _marks_width(_TEXT)
    for grade in Grade:
        if any(entry.level == grade for entry in plan.entries):
            meaning = say(words.NAMED, name=say(grade), text=say(words.MEANING[grade]))
            first, *rest = document.lines(meaning, _TEXT, width - indent)
            yield _Line(first, level=grade.level)
            yield from (_Line(line, level=-1) for line in rest)
    yield _Line(size=_TEXT)
    yield _heading(say(words.CONTENTS))
    for name, group in plan.groups():
        numbers = "\u2013".join(str(at + 1) for at in sorted({group[0], group[-1]}))
        page = plan.puzzles[group[0]].page
        yield _Line(say(words.NAMED, name=name, text=numbers), right=str(page), link=_page(page))
    page = plan.answers[0].page
    yield _Line(say(words.ANSWERS), right=str(page), link=_page(page))


def rules(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yields the rules that the puzzles need."""
    clues = [line.clue for puzzle in puzzles for line in puzzle.lines]
    yield words.RECTANGLE
    if any(puzzle.is_triddler for puzzle in puzzles):
        yield words.TRIDDLER
    if any(puzzle.geometry.name == "shape" for puzzle in puzzles):
        yield words.SHAPE
    if any(len(puzzle.palette) > 2 for puzzle in puzzles):
        yield words.INKS
    if () in clues:
        yield words.EMPTY
    if any(block.length is None for clue in clues if clue for block in clue):
        yield words.BLOTTED
    if None in clues:
        yield words.MISSING
    if any(puzzle.givens for puzzle in puzzles):
        yield words.GIVEN


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
        for at, (text, figure) in enumerate(line.figures):
            slot = area.width / len(line.figures)
            tall = line.height - _LEADING * line.size - line.below
            box = Box(x + at * slot, y - tall, slot, tall)
            middle, above = box.x + slot / 2, y + line.size / 2
            document.text(middle, above, text, line.size, anchor="middle", colour=_GREY)
            cell = min(_EXAMPLE_CELL, 0.9 * slot / figure.size.width)
            figure.paint(document, box, cell, turned=False)
        if line.figures:
            y -= tall
        if line.right:
            document.text(area.x + area.width, y, line.right, line.size, anchor="end")
        if line.link:
            document.link(area.x, y - 2, area.width, line.size + 2, line.link)
        y -= line.below


# --- captions


def _paint_caption(document: Document, plan: Plan, at: int, answered: bool, box: Box) -> None:
    """Paints number, title, and the page number of the other half at the top of a box."""
    entry = plan.entries[at]
    right, top = box.x + box.width, box.y + box.height
    size = _TEXT - 1 if answered else _TEXT + 1
    number = str(at + 1)
    x = box.x + document.width(f"{number} ", size, bold=True) + size / 4
    document.text(box.x, top - size, number, size, bold=True)
    other = (plan.puzzles if answered else plan.answers)[at].page
    below = top - size - _LEADING * _SMALL
    title = entry.puzzle.metadata.title if plan.layout._titled(answered=answered) else ""
    reference = plan.say(words.PAGE if answered else words.ANSWER_PAGE, page=other)
    notes: list[str] = []
    if not answered:
        notes = [_size(entry.puzzle)]
        if entry.rating.estimate:
            pattern, numbers = time_pattern(entry.rating.estimate.minutes)
            notes.append(plan.say(pattern, **numbers))
        else:
            notes.append(plan.say(words.NOT_RATED))
        side = 0.7 * size
        marks = _marks_width(size) - size
        _paint_marks(document, right - marks + 0.2 * side, top - size, side, entry.level.level)
        right -= marks + size
    letters = size
    while letters > _SMALL and document.width(title, letters) > right - x:
        letters -= 0.5
    document.text(x, top - size, document.cut(title, letters, right - x), letters)
    width = document.width(reference, _SMALL)
    while notes and document.width(", ".join(notes), _SMALL) > box.width - width - _SMALL:
        notes.pop()
    document.text(box.x, below, ", ".join(notes), _SMALL, colour=_GREY)
    x = box.x if answered else box.x + box.width - width
    document.text(x, below, reference, _SMALL, colour=_GREY)
    document.link(x, below - 2, width, _SMALL + 2, _page(other))


def _extent(puzzle: Puzzle) -> str:
    """Returns the numbers of columns and rows, or of a shape's cells."""
    if puzzle.geometry.name == "shape":
        return f"{puzzle.geometry.cell_count:,}"
    rows, columns, *diagonals = puzzle.geometry.counts
    return " x ".join(map(str, (columns, rows, *diagonals)))


def _size(puzzle: Puzzle) -> str:
    return puzzle.geometry.size if puzzle.geometry.name == "shape" else _extent(puzzle)
