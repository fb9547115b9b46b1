"""`lesson`: a puzzle as a worked example, as one HTML file that browsers print in columns."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nonosat.apps.book import words
from nonosat.apps.book.pages import rules
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.drawing import drawing_of
from nonosat.apps.languages import ENGLISH, require_language
from nonosat.apps.lesson.cards import (
    Card,
    Numbered,
    cards_of,
    closing_card,
    opening_card,
    technique_cards,
)
from nonosat.apps.lesson.web import page
from nonosat.explaining.grading.people import time_pattern
from nonosat.explaining.grading.shown_difficulty import shown_difficulty
from nonosat.explaining.steps.explain import DEPTH, EFFORT, Explanation, states
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import Step
from nonosat.explaining.words.patterns import Phrase, phrase
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import method, question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import UsageError
from nonosat.support.files import require_writable, write
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Limited
from nonosat.support.sentences import number_text

_FOR_STEPS = 0.35  # share of the time by which finding steps must end


@dataclass(frozen=True, repr=False, eq=False)
class Lesson(Limited):
    """A puzzle as a worked example."""

    puzzle: Puzzle
    steps: tuple[Step, ...]
    """All steps, including those before the lesson."""
    first: int
    """Number of the first step of the lesson, from 1."""
    last: int
    """Number of its last step."""
    verdict: Verdict
    """Verdict on the puzzle, as far as the steps prove it."""
    complete: bool
    """True if the steps reach everything that follows from the clues."""
    concluded: Phrase
    """Conclusion of the steps."""
    cut: bool = False
    """True if the lesson was requested to end before everything is explained."""

    @property
    def conclusion(self) -> str:
        """The conclusion in English."""
        return str(self.concluded)

    def _repr_svg_(self) -> str:
        """Draws the cells that the steps settle."""
        grid = PartialGrid.blank(self.puzzle)
        for step in self.steps[: self.last]:
            grid = grid.filled_in(step.cells)
        caption = f"{number_text(self.last, 'step')}: {self.conclusion}"
        return drawing_of(self.puzzle, grid.rows, caption=caption).svg()

    def _repr_html_(self) -> None:
        """Returns None, so that notebooks show the picture."""

    @method
    def html(self, *, language: str = ENGLISH) -> str:
        """Returns the lesson in a `language`, such as "de", as one HTML file without links to others."""
        return self._html(language, Clock())

    @method
    def save(self, path: str | os.PathLike[str], *, language: str = ENGLISH) -> None:
        """Writes an HTML file atomically.

        Raises `UsageError` for another extension, and `OutputError` if it cannot be written.
        """
        path = os.fspath(path)
        require_html(path)
        write(path, self.html(language=language))

    def _html(self, language: str, clock: Clock) -> str:
        """Returns the file; raises `OutOfReach` if the clock stops."""
        require_language(language)
        say = Words(language)
        cards = list(clock.each(self._cards(say)))
        names = dict.fromkeys(name for card in cards for name in card.techniques)
        techniques = list(clock.each(technique_cards(names, say)))
        return page(self.puzzle, cards, techniques, list(self._difficulty(say, clock)), say, clock)

    def _difficulty(self, say: Words, clock: Clock) -> Iterator[str]:
        """Yields the minutes and the hardest step, if known."""
        all_known = self.complete and self.verdict is Verdict.UNIQUE
        people, hardest = shown_difficulty(self.puzzle, self.steps, all_known=all_known, tick=clock.tick)
        if people:
            pattern, numbers = time_pattern(people.minutes)
            yield say(pattern, **numbers)
        if hardest:
            yield say(words.HARDEST_STEP, name=say(hardest))

    def _cards(self, say: Words) -> Iterator[Card]:
        grids = list(states(self.puzzle, self.steps))
        numbered = list(map(Numbered, range(1, self.last + 1), grids, self.steps))
        yield opening_card(self.puzzle, grids[self.first - 1], self.first, rules([self.puzzle]), say)
        yield from cards_of(self.puzzle, numbered[self.first - 1 :], say)
        yield closing_card(self.puzzle, grids[-1], self.last, self.concluded, say)


@question
def lesson(
    puzzle: Puzzle,
    *,
    first: int = 1,
    last: int | None = None,
    depth: int = DEPTH,
    effort: int = EFFORT,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Lesson:
    """The puzzle as a worked example: pictures and sentences for the steps of `explain`.

    `html()` and `save(path)` make the file. Easy steps of a known technique share a picture, a supposition is a
    strip of pictures, and a glossary explains the techniques. The lesson goes from step `first` to step `last`, numbered
    from 1; the other options are those of `explain`. Raises `PuzzleError` for a malformed puzzle, `UsageError` for steps
    that are not in order or do not exist.

    >>> found = lesson(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> found.first, found.last, found.conclusion
    (1, 3, 'solved: this is the only solution')
    >>> found.html()[:15]
    '<!doctype html>'
    """
    require_order(first, last)
    puzzle.require_readable()
    return run_limited(_lesson, puzzle, first, last, depth, effort, limit=limit_of(limit, seconds, memory))


def require_order(first: int, last: int | None) -> None:
    """Raises `UsageError` unless `first` to `last` is a valid range of steps."""
    if first < 1:
        raise UsageError(f"steps count from 1, not {first}")
    if last is not None and last < first:
        raise UsageError(f"a lesson that begins with step {first} cannot end with step {last}")


def lesson_file(
    puzzle: Puzzle, first: int, last: int | None, depth: int, language: str, *, clock: Clock
) -> tuple[Lesson, Mapping[str, Any], str]:
    """Returns a lesson, the record of its steps, and its file; raises `OutOfReach` if there is no time for the file.

    If the time is short, the file has the steps found in its share `_FOR_STEPS`.
    """
    explanation = Explanation(puzzle, depth=depth, clock=clock.part(share=_FOR_STEPS))
    result = _lesson_of(explanation, first, last)
    text = result._html(language, clock)
    return result, explanation.to_json(result.steps[result.first - 1 :]), text


def require_html(path: str) -> None:
    """Raises `UsageError` for an extension of another kind of file, and `OutputError` if the file cannot be written."""
    if os.path.splitext(path)[1].lower() not in ("", ".html", ".htm"):
        raise UsageError(
            f"{path}: a lesson is an HTML file, which browsers print: give it the extension .html"
        )
    require_writable(path)


def _lesson(puzzle: Puzzle, first: int, last: int | None, depth: int, effort: int, *, clock: Clock) -> Lesson:
    return _lesson_of(Explanation(puzzle, depth=depth, effort=effort, clock=clock), first, last)


def _lesson_of(explanation: Explanation, first: int, last: int | None) -> Lesson:
    """Makes a lesson from some steps of an explanation."""
    steps = tuple(islice(explanation, last))
    if first > max(1, len(steps)) and not explanation.stopped:
        raise UsageError(f"there is no step {first}: the puzzle takes {len(steps)}")
    left = explanation.open_cells
    cut = last is not None and len(steps) == last and not explanation.complete and bool(left)
    return Lesson(
        explanation.puzzle,
        steps,
        min(first, max(1, len(steps))),
        len(steps),
        explanation.verdict,
        explanation.complete,
        phrase("cells left", n=left) if cut else explanation.conclusion(),
        cut,
        end=explanation.end,
    )
