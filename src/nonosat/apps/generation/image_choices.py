"""Several puzzles of one picture, for a person to choose from.

Candidates of several sizes (`nonosat.imaging.candidates`) are ranked by likeness. Near-duplicates are dropped. Candidates that
lines solve come first; the next best are repaired with costs that protect the look (`nonosat.repairs.look`). Choice
beats repair: nine of ten pictures have a candidate that needs none. The ranking is for the order of a sheet, not for
replacing a designer's eye: it prefers filled figures, and fills outlines that carry the character.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import PurePath
from time import monotonic
from typing import TYPE_CHECKING, Annotated, NamedTuple

from nonosat.explaining.grading.people import Estimate, quick_estimate
from nonosat.imaging.photo import cells_of
from nonosat.imaging.pixels import plain_puzzle
from nonosat.imaging.svg import pixels_of
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records import scans as records
from nonosat.records.json_types import Whole, maybe
from nonosat.repairs.look import look_weights
from nonosat.repairs.repair_pixels import Repainting, repaired_with_flaws
from nonosat.repairs.result import CellChange
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import answered
from nonosat.support.errors import InputError, MissingExtraError, naming
from nonosat.support.files import read_bytes
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Answer, Result, Work
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonosat.imaging.candidates import Candidate, Candidates

MOST = 24  # choices of one picture
SECONDS = 8.0  # limit per picture if none is given
_SIDES = 15, 20, 25, 30  # cells of the longer side, unless a size is wanted
_OTHER_SIDES = 10, 12, 17, 22  # screened, too, if too few choices need no repair
_SCREENED = 6  # candidates per choice that are solved by lines; those solved completely are taken unrepaired
_REPAIRED = 2  # candidates repaired, per choice
_DIFFERENT = 0.05  # share of cells by which two candidates of a size must differ
_ALIKE = 0.9  # correlation of two pictures above which the second one comes last
_DESCENTS, _WORK = ((40, 0), (80, 4)), 25_000  # effort of a repair, as in `repair_pixels`
_REPAIR_SECONDS = 2.0
_MOST_CHANGED = 0.15  # share of the ink's cells beyond which a repaired candidate is no choice
_MOST_OPEN = 0.4  # share of open cells beyond which a candidate is repaired last
_LEAST_MINUTES, _MOST_MINUTES = 2.0, 20.0  # unless minutes are wanted
_MISSED = 0.08  # likeness that a factor of e off the wanted minutes costs


@dataclass(frozen=True, slots=True, repr=False)
class ImageChoice(Result):
    """A puzzle of a picture."""

    puzzle: Puzzle
    """Its goal is the picture in cells, after repair."""
    method: str
    """Method that separated ink from background."""
    likeness: float
    """Likeness to the original, 0 to 1: orders the choices of one picture, and means nothing beside another."""
    changes: tuple[CellChange, ...]
    """Cells that a repair changed."""
    verdict: Verdict
    line_solvable: bool
    estimate: Estimate | None
    """Predicted minutes and stars."""
    native: bool = False
    """True if the picture is pixel art enlarged, and this its own grid."""

    @property
    def text(self) -> str:
        """Size, verdict, minutes, stars and changes in words."""
        how = "line-solvable" if self.line_solvable else self.verdict.value
        parts = [f"{self.puzzle.width}x{self.puzzle.height}", how]
        parts += [self.estimate.text] if self.estimate else []
        parts += [f"{number_text(len(self.changes), 'cell')} changed"] if self.changes else []
        return ", ".join([*parts, *(["its own grid"] if self.native else [])])

    def to_json(self) -> records.ImageChoice:
        """Returns the record; see docs/json.md."""
        return {
            "puzzle": self.puzzle.to_json(),
            "method": self.method,
            "likeness": round(self.likeness, 3),
            "changes": [change.to_json() for change in self.changes],
            "verdict": self.verdict.value,
            "line_solvable": self.line_solvable,
            "minutes": round(self.estimate.minutes, 2) if self.estimate else None,
            "stars": round(self.estimate.stars, 2) if self.estimate else None,
            "native": self.native,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ImageChoices(Answer):
    """Puzzles of a picture, the best first; fewer than wanted if the picture has no more, or a limit stopped the search."""

    choices: tuple[ImageChoice, ...] = ()

    def to_json(self) -> records.ImageChoices:
        """Returns the record; see docs/json.md."""
        return {
            "choices": [choice.to_json() for choice in self.choices],
            "stopped": self.stopped,
            "detail": self.detail,
            "seconds": round(self.seconds, 6),
        }


@question
def image_choices(
    path: str | os.PathLike[str] | bytes,
    *,
    choices: Annotated[int, Whole(1, MOST), "How many puzzles."] = 6,
    width: Annotated[
        int | None, maybe(Whole(1, MAX_SIDE)), "Cells; by default several sizes are tried."
    ] = None,
    height: Annotated[
        int | None, maybe(Whole(1, MAX_SIDE)), "Cells; by default several sizes are tried."
    ] = None,
    line_solvable: Annotated[bool, "Lines alone must solve each; otherwise each has one solution."] = True,
    minutes: tuple[float | None, float | None] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[ImageChoices], None] | None = None,
) -> ImageChoices:
    """Makes several puzzles with one ink from a picture file: other sizes, other ways to see it, the most alike first.

    Enlarged pixel art has its own grid as the only size. `minutes` are the least and most that `rate` should predict; they
    order the choices. Takes `SECONDS` unless limited. `observer` is called with the choices that need no repair before
    others are repaired. Raises errors like `from_image`; needs numpy and Pillow.
    """
    name = "" if isinstance(path, bytes) else os.fspath(path)
    data = path if isinstance(path, bytes) else read_bytes(name)
    limit = limit_of(limit, seconds, memory)
    if limit.seconds is None:
        limit = replace(limit, seconds=SECONDS)
    wish = _Wish(choices, width, height, line_solvable, minutes or (_LEAST_MINUTES, _MOST_MINUTES))
    with naming(name):
        found = answered(_image_choices, data, wish, limit=limit, observer=observer)
    if not name:
        return found
    origin, title = Origin(path=name), PurePath(name).stem
    named = (replace(each, puzzle=_named(each.puzzle, title, origin)) for each in found.choices)
    return replace(found, choices=tuple(named))


def _named(puzzle: Puzzle, title: str, origin: Origin) -> Puzzle:
    return puzzle.replace(metadata=Metadata(title=title), origin=origin)


@dataclass(frozen=True, slots=True)
class _Wish:
    most: int
    width: int | None
    height: int | None
    line_solvable: bool
    minutes: tuple[float | None, float | None]


class _Seen(NamedTuple):
    """A candidate that lines leave open."""

    likeness: float
    candidate: Candidate
    puzzle: Puzzle
    open_cells: int


def _image_choices(
    data: bytes, wish: _Wish, *, clock: Clock, observer: Callable[[ImageChoices], None] | None = None
) -> ImageChoices:
    work = Work()
    search = _Search(wish, clock)
    work.attempt(lambda: search.run(data, observer))
    return ImageChoices(choices=search.best(), **work.end)


class _Search:
    """Finished choices of one picture; mutable."""

    def __init__(self, wish: _Wish, clock: Clock) -> None:
        self._wish, self._clock = wish, clock
        self._choices: list[ImageChoice] = []

    def run(self, data: bytes, observer: Callable[[ImageChoices], None] | None) -> None:
        """Finds choices; raises `OutOfReach`."""
        try:
            from nonosat.imaging.candidates import Candidates, sides_of, subject_of
            from nonosat.imaging.likeness import Likeness
            from nonosat.imaging.native_grid import native_grid
        except ImportError:  # in a browser
            raise MissingExtraError("choices for a picture need numpy: pip install numpy") from None

        self._clock.tick()
        subject = subject_of(pixels_of(data))
        wish = self._wish
        native = native_grid(subject.rgb)
        if wish.width or wish.height:
            sizes = [cells_of(subject.rgb.shape[1::-1], wish.width, wish.height)]
        else:
            sizes = [native] if native else list(dict.fromkeys(sides_of(subject, side) for side in _SIDES))
        self._likeness = Likeness(subject.lab, subject.background)
        self._native = native
        ways = Candidates(subject)
        later = self._screened(ways, sizes)
        if len(self._choices) < wish.most and not native and not (wish.width or wish.height):
            self._screened(ways, [sides_of(subject, side) for side in _OTHER_SIDES])
        if not later and not self._choices:
            raise InputError("in one ink the picture is blank or full")
        if observer and self._choices:
            observer(ImageChoices(choices=self.best()))
        repaired = sorted(later, key=lambda seen: -seen.likeness)[: _REPAIRED * wish.most]
        easy_first = sorted(
            repaired, key=lambda seen: seen.open_cells > _MOST_OPEN * seen.candidate.cells.size
        )
        for seen in easy_first:
            known = sorted((each.likeness for each in self._choices), reverse=True)
            if len(known) < wish.most or seen.likeness >= known[wish.most - 1]:
                self._repair(seen)

    def _screened(self, ways: Candidates, sizes: Sequence[tuple[int, int]]) -> list[_Seen]:
        """Takes the candidates that lines solve as they are; returns the others."""
        every: list[tuple[float, Candidate]] = []
        for width, height in sizes:
            self._clock.tick()
            every += [(self._likeness.of(each.cells), each) for each in ways.of_size(width, height)]
        later = []
        for likeness, candidate in _different(every, _SCREENED * self._wish.most, len(sizes)):
            puzzle = plain_puzzle(bytes(row) for row in candidate.cells.astype("u1"))
            board = Board(puzzle)
            propagate(board, tick=self._clock.tick)
            if open_cells := board.open_cells():
                later.append(_Seen(likeness, candidate, puzzle, open_cells))
            else:
                self._add(puzzle, candidate.method, likeness, (), Verdict.UNIQUE, True)
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
            descents=_DESCENTS,
            work=_WORK,
        )
        self._clock.tick()
        end = monotonic() + _REPAIR_SECONDS
        deadline = end if self._clock.deadline is None else min(end, self._clock.deadline)
        found, _ = repaired_with_flaws(puzzle, repainting, clock=self._clock.with_deadline(deadline))
        few = len(found.changes) <= _MOST_CHANGED * candidate.cells.sum()
        if few and found.repaired and found.verdict is Verdict.UNIQUE and found.grid:
            likeness = self._likeness.of(_plane(found.grid).astype(bool))
            changes = tuple(each for each in found.changes if isinstance(each, CellChange))
            self._add(
                found.repaired, candidate.method, likeness, changes, found.verdict, bool(found.line_solvable)
            )

    def _add(
        self,
        puzzle: Puzzle,
        method: str,
        likeness: float,
        changes: tuple[CellChange, ...],
        verdict: Verdict,
        line_solvable: bool,
    ) -> None:
        estimate = quick_estimate(puzzle, puzzle.goal, tick=self._clock.tick)
        native = self._native == (puzzle.width, puzzle.height)
        self._choices.append(
            ImageChoice(puzzle, method, likeness, changes, verdict, line_solvable, estimate, native)
        )

    def best(self) -> tuple[ImageChoice, ...]:
        """Returns the best choices so far; near-duplicates of a better choice come last."""
        ranked = sorted(self._choices, key=self._merit, reverse=True)
        chosen = list[ImageChoice]()
        for choice in ranked:
            if len(chosen) < self._wish.most and not any(_look_alike(choice, other) for other in chosen):
                chosen.append(choice)
        rest = [choice for choice in ranked if choice not in chosen]
        return (*chosen, *rest[: self._wish.most - len(chosen)])

    def _merit(self, choice: ImageChoice) -> float:
        least, most = self._wish.minutes
        minutes = max(choice.estimate.minutes if choice.estimate else 0.0, 0.05)
        missed = max(0.0, log(least / minutes) if least else 0.0) + max(
            0.0, log(minutes / most) if most else 0.0
        )
        return choice.likeness - _MISSED * missed


def _plane(grid: Grid) -> NDArray[np.float64]:
    """Returns the colours of a grid as an array."""
    import numpy as np

    return np.array([list(row) for row in grid.rows], dtype=float)


def _different(
    every: Sequence[tuple[float, Candidate]], most: int, sizes: int
) -> Iterator[tuple[float, Candidate]]:
    """Yields the most alike candidates that differ from those before, a fair share of each size."""
    chosen: list[Candidate] = []
    for likeness, candidate in sorted(every, key=lambda row: -row[0]):
        same = [each for each in chosen if each.cells.shape == candidate.cells.shape]
        new = all((each.cells != candidate.cells).mean() >= _DIFFERENT for each in same)
        if new and len(same) <= -(-most // sizes):
            chosen.append(candidate)
            yield likeness, candidate
        if len(chosen) == most:
            return


def _look_alike(one: ImageChoice, other: ImageChoice) -> bool:
    from nonosat.imaging.likeness import correlation, framed

    planes = []
    for choice in (one, other):
        assert choice.puzzle.goal
        planes.append(framed(_plane(choice.puzzle.goal), 0.0))
    return abs(correlation(*planes)) > _ALIKE
