"""Several puzzles of one picture, for a person to choose from.

Candidates of several sizes (`nonosat.imaging.candidates`) are ranked by likeness. Near-duplicates are dropped. Candidates that
lines solve come first; the next best are repaired with costs that protect the look (`nonosat.repairs.look`). Choosing
beats repairing: nine of ten pictures have a candidate that needs no repair. The ranking only orders a sheet and does
not replace a designer's eye: it prefers filled figures, and fills outlines that carry the character.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import log
from typing import TYPE_CHECKING, Annotated, NamedTuple

from nonosat.apps.generation.choice_figures import LEGEND, figure
from nonosat.explaining.grading.people import Estimate, estimate, minutes_and_stars
from nonosat.imaging.photo import Sides, cells_of, is_own_size
from nonosat.imaging.pixels import pixel_of
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.look import look_weights
from nonosat.repairs.repair_pixels import Repainting, repaired_with_flaws
from nonosat.repairs.result import CellChange
from nonosat.search.outcome import Verdict
from nonosat.support.errors import InputError, MissingExtraError
from nonosat.support.limits import Clock
from nonosat.support.results import END, Answer, Result, Work, member
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonosat.imaging.candidates import Candidate, Candidates

MOST_CHOICES = 24  # maximum choices of one picture
SECONDS = 4.0  # limit per picture if none is given
_SIDES = 15, 20, 25, 30  # cells of the longer side, unless a size is wanted
_OTHER_SIDES = 10, 12, 17, 22  # tried as well if too few choices need no repair
# candidates per choice that are tested with lines; a line-solvable one is taken without repair
_SCREENED = 6
_REPAIRED = 2  # repaired candidates per choice
_DIFFERENT = 0.05  # share of cells by which two candidates of a size must differ
_ALIKE = 0.9  # correlation of two pictures above which the second one comes last
_RUNS, _WORK = 8, 25_000  # effort of a repair, as in `repair_pixels`
_REPAIR_SECONDS = 2.0
_MOST_CHANGED = 0.15  # maximum share of changed ink cells in a choice
_MOST_OPEN = 0.4  # share of open cells beyond which a candidate is repaired last
_MISSED = 0.08  # loss of likeness per factor e between predicted and wanted minutes


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ImageChoice(Result):
    """A puzzle of a picture."""

    puzzle: Annotated[Puzzle, "The puzzle, with the picture in cells as its goal."]
    method: Annotated[str, "Method that separated ink from background."]
    likeness: float
    """Likeness to the original, 0 to 1; comparable only between choices of one picture."""
    changes: Annotated[tuple[CellChange, ...], "Cells that a repair changed, with their new colours."]
    before: Annotated[tuple[int, ...], "Their colours before, in the same order."]
    verdict: Annotated[Verdict, "Verdict on the puzzle."]
    line_solvable: Annotated[bool, "True if lines alone solve it."]
    estimate: Estimate | None
    """Predicted minutes and stars."""
    native: Annotated[bool, "True if the picture is pixel art enlarged, and this its own grid."] = False

    _MEMBERS = (
        *("puzzle", "method", "likeness", "changes", "before", "verdict", "line_solvable"),
        *("minutes", "stars", "native"),
    )

    @member
    def _likeness(
        self,
    ) -> Annotated[float, "Likeness to the original, 0 to 1; orders the choices of one picture."]:
        return round(self.likeness, 3)

    @member
    def _minutes(self) -> Annotated[float | None, "Minutes as in `rate`."]:
        return minutes_and_stars(self.estimate)["minutes"]

    @member
    def _stars(self) -> Annotated[float | None, "Stars as in `rate`."]:
        return minutes_and_stars(self.estimate)["stars"]

    @property
    def text(self) -> str:
        """Size, verdict, minutes, stars and changes in words."""
        how = "line-solvable" if self.line_solvable else self.verdict.value
        parts = [f"{self.puzzle.width}x{self.puzzle.height}"]
        inks = len(self.puzzle.palette) - 1
        parts += [number_text(inks, "ink"), how] if inks > 1 else [how]
        parts += [self.estimate.text] if self.estimate else []
        parts += [f"{number_text(len(self.changes), 'cell')} changed"] if self.changes else []
        return ", ".join([*parts, *(["its own grid"] if self.native else [])])


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class ImageChoices(Answer):
    """Several puzzles of a picture, the best first.

    Has fewer choices than wanted if the picture has no more, or if a limit stopped the search.
    """

    choices: Annotated[tuple[ImageChoice, ...], "The puzzles."] = ()

    _MEMBERS = ("choices", *END)

    def figures(self) -> str:
        """Returns the numbered pictures with their captions, as HTML."""
        return "".join(
            figure(choice.puzzle, choice.changes, choice.text, f"{number}. {choice.text}")
            for number, choice in enumerate(self.choices, 1)
        )

    def _repr_html_(self) -> str:
        """Shows the sheet to choose from, without the original."""
        if not self.choices:
            return f"<p>no choices{f': {escape(self.detail)}' if self.detail else ''}</p>"
        legend = f"<p>{LEGEND}</p>" if any(choice.changes for choice in self.choices) else ""
        return f'{legend}<div style="display:flex;flex-wrap:wrap;gap:16px">{self.figures()}</div>'


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWish:
    """Wishes for the choices of a picture."""

    choices: int
    size: Sides = (None, None, None)
    inks: tuple[int, int] = (1, 1)
    """Least and most."""
    line_solvable: bool = True
    """False if one solution is enough."""
    minutes: tuple[float | None, float | None] = (2.0, 20.0)
    """Range of minutes that `rate` should predict; orders the choices."""


class _Seen(NamedTuple):
    """A candidate that lines leave open."""

    likeness: float
    candidate: Candidate
    puzzle: Puzzle
    open_cells: int


def choices_of_picture(
    data: bytes,
    wish: ChoiceWish,
    *,
    clock: Clock,
    observer: Callable[[ImageChoices], None] | None = None,
) -> ImageChoices:
    """Makes several puzzles of a picture; `observer` gets those that need no repair before others are repaired."""
    work = Work()
    search = _Search(wish, clock)
    work.attempt(lambda: search.run(data, observer))
    return ImageChoices(choices=search.best(), **work.fields())


class _Search:
    """Finished choices of one picture; mutable."""

    def __init__(self, wish: ChoiceWish, clock: Clock) -> None:
        self._wish, self._clock = wish, clock
        self._choices: list[ImageChoice] = []
        self._inks = range(wish.inks[0], wish.inks[1] + 1)
        self._share = -(-wish.choices // len(self._inks))  # choices per number of inks

    def run(self, data: bytes, observer: Callable[[ImageChoices], None] | None) -> None:
        """Finds choices; raises `OutOfReach`."""
        try:
            from nonosat.imaging.candidates import Candidates, sides_of, subject_of
            from nonosat.imaging.likeness import Likeness
        except ModuleNotFoundError:  # in a browser
            raise MissingExtraError(
                "choices for a picture need numpy, which Python in a browser lacks"
            ) from None

        self._clock.tick()
        wish = self._wish
        subject = subject_of(data, whole=is_own_size(data, wish.size))
        native = subject.native
        if any(wish.size):
            sizes = [cells_of(subject.rgb.shape[1::-1], *wish.size)]
        else:
            sizes = [native] if native else list(dict.fromkeys(sides_of(subject, side) for side in _SIDES))
        self._likeness = Likeness(subject.lab, subject.background)
        self._native = native
        ways = Candidates(subject)
        later = self._screened(ways, sizes)
        if len(self._choices) < wish.choices and not native and not any(wish.size):
            self._screened(ways, [sides_of(subject, side) for side in _OTHER_SIDES])
        if not later and not self._choices:
            raise InputError("in so few inks the picture is blank or full")
        if observer and self._choices:
            observer(ImageChoices(choices=self.best()))
        repaired = sorted(later, key=lambda seen: -seen.likeness)[: _REPAIRED * wish.choices]
        easy_first = sorted(
            repaired, key=lambda seen: seen.open_cells > _MOST_OPEN * seen.candidate.cells.size
        )
        for seen in easy_first:
            inks = len(seen.puzzle.palette)
            same = [choice.likeness for choice in self._choices if len(choice.puzzle.palette) == inks]
            best_first = sorted(same, reverse=True)
            if len(best_first) < self._share or seen.likeness >= best_first[self._share - 1]:
                self._repair(seen)

    def _screened(self, ways: Candidates, sizes: Sequence[tuple[int, int]]) -> list[_Seen]:
        """Takes the candidates that lines solve without repair; returns the others."""
        later = []
        for inks in self._inks:
            every: list[tuple[float, Candidate]] = []
            for width, height in sizes:
                self._clock.tick()
                if inks == 1:
                    every += [(self._likeness.of(way.cells), way) for way in ways.of_size(width, height)]
                elif coloured := ways.in_colours(inks, width, height):
                    every.append((self._likeness.of_colours(_lab(coloured.puzzle)), coloured))
            for likeness, candidate in _different(every, _SCREENED * self._share, len(sizes)):
                puzzle = candidate.puzzle
                board = Board(puzzle)
                propagate(board, tick=self._clock.tick)
                if open_cells := board.open_cells():
                    later.append(_Seen(likeness, candidate, puzzle, open_cells))
                else:
                    self._add(candidate, puzzle, likeness, (), Verdict.UNIQUE, True)
        return later

    def _repair(self, seen: _Seen) -> None:
        """Repairs a candidate within some seconds; adds the result if there is one."""
        puzzle, candidate = seen.puzzle, seen.candidate
        goal = puzzle.goal
        assert goal
        costs = look_weights(goal, puzzle, candidate.contrast.ravel().tolist())
        repainting = Repainting(
            line_solvable=self._wish.line_solvable,
            weights=dict(zip(puzzle.coordinates, costs, strict=True)),
            runs=_RUNS,
            work=_WORK,
        )
        self._clock.tick()
        repair, _ = repaired_with_flaws(puzzle, repainting, clock=self._clock.part(seconds=_REPAIR_SECONDS))
        few = len(repair.changes) <= _MOST_CHANGED * (candidate.cells > 0).sum()
        if few and repair.repaired and repair.verdict is Verdict.UNIQUE:
            if candidate.colours:
                likeness = self._likeness.of_colours(_lab(repair.repaired))
            else:
                likeness = self._likeness.of(_cells(repair.repaired) > 0)
            changes = tuple(change for change in repair.changes if isinstance(change, CellChange))
            self._add(
                candidate,
                repair.repaired,
                likeness,
                changes,
                repair.verdict,
                bool(repair.line_solvable),
            )

    def _add(
        self,
        candidate: Candidate,
        puzzle: Puzzle,
        likeness: float,
        changes: tuple[CellChange, ...],
        verdict: Verdict,
        line_solvable: bool,
    ) -> None:
        people = estimate(puzzle, puzzle.goal, tick=self._clock.tick)
        drawn = candidate.puzzle.goal
        assert drawn
        self._choices.append(
            ImageChoice(
                puzzle=puzzle,
                method=candidate.method,
                likeness=likeness,
                changes=changes,
                before=tuple(drawn[change.row, change.column] for change in changes),
                verdict=verdict,
                line_solvable=line_solvable,
                estimate=people,
                native=self._native == (puzzle.width, puzzle.height),
            )
        )

    def best(self) -> tuple[ImageChoice, ...]:
        """Returns the best choices so far; near-duplicates of better choices come last.

        Choices with different numbers of inks take turns, since their likeness is not comparable.
        """
        ranked = list[tuple[int, float, ImageChoice]]()
        turns = Counter[int]()
        for choice in sorted(self._choices, key=self._merit, reverse=True):
            inks = len(choice.puzzle.palette)
            ranked.append((turns[inks], -self._merit(choice), choice))
            turns[inks] += 1
        chosen, rest = list[ImageChoice](), list[ImageChoice]()
        for _, _, choice in sorted(ranked, key=lambda rank: rank[:2]):
            new = not any(_look_alike(choice, other) for other in chosen)
            (chosen if new and len(chosen) < self._wish.choices else rest).append(choice)
        return (*chosen, *rest[: self._wish.choices - len(chosen)])

    def _merit(self, choice: ImageChoice) -> float:
        least, most = self._wish.minutes
        minutes = max(choice.estimate.minutes if choice.estimate else 0.0, 0.05)
        missed = max(0.0, log(least / minutes) if least else 0.0) + max(
            0.0, log(minutes / most) if most else 0.0
        )
        return choice.likeness - _MISSED * missed


def _cells(puzzle: Puzzle) -> NDArray[np.uint8]:
    """Returns the colours of the goal as an array."""
    import numpy as np

    assert puzzle.goal
    return np.array([list(row) for row in puzzle.goal.rows], dtype=np.uint8)


def _lab(puzzle: Puzzle) -> NDArray[np.float64]:
    """Returns the goal in L*a*b*."""
    import numpy as np

    from nonosat.imaging.likeness import lab_of

    return np.asarray(lab_of(np.array([pixel_of(colour.rgb) for colour in puzzle.palette]))[_cells(puzzle)])


def _different(
    every: Sequence[tuple[float, Candidate]], most: int, sizes: int
) -> Iterator[tuple[float, Candidate]]:
    """Yields the most similar candidates that differ from earlier ones, with a fair share of each size."""
    chosen: list[Candidate] = []
    for likeness, candidate in sorted(every, key=lambda row: -row[0]):
        same = [other for other in chosen if other.cells.shape == candidate.cells.shape]
        new = all((other.cells != candidate.cells).mean() >= _DIFFERENT for other in same)
        if new and len(same) <= -(-most // sizes):
            chosen.append(candidate)
            yield likeness, candidate
        if len(chosen) == most:
            return


def _look_alike(one: ImageChoice, other: ImageChoice) -> bool:
    """Returns True if two pictures with equally many inks are nearly the same."""
    from nonosat.imaging.likeness import correlation, framed

    if len(one.puzzle.palette) != len(other.puzzle.palette):
        return False
    planes = (framed(_lab(choice.puzzle)[..., 0], 100.0) for choice in (one, other))
    return abs(correlation(*planes)) > _ALIKE
