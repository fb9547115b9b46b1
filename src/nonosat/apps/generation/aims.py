"""Objectives of the local search: the distance of a picture's clues from a wish, 0 if they meet it.

For one solution, some method must settle every cell, and a weaker one must not:

| wish | must settle all | must not |
|---|---|---|
| a grade, solvable by lines | the techniques of that grade and easier ones | those of the grade below |
| unique, line-solvable | lines | |
| probing, not line-solvable | lines and probes of single cells | lines |
| search | the solver finds no other solution | probes |

The distance is the number of cells that the method of the second column leaves open; it is infinite if that of the
third column leaves none. Probes are tried only once lines leave few cells open. The path to "search" leads
through puzzles that need more and more probes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2
from time import monotonic

from nonosat.apps.generation.wish import DENSITY_SLACK, Wish
from nonosat.counting.count import count_of
from nonosat.counting.explore import explore
from nonosat.explaining.grading.canvas import COMPLETE, Canvas, techniques_up_to
from nonosat.explaining.grading.rate import Rating
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.puzzle import Puzzle
from nonosat.search.options import members
from nonosat.search.outcome import Outcome, Verdict
from nonosat.search.questions import search_here
from nonosat.support.limits import Clock
from nonosat.support.sentences import number_text

# share of inked cells at which puzzles of a grade are frequent
_DENSITIES = {
    Grade.TRIVIAL: 0.7,
    Grade.EASY: 0.6,
    Grade.MEDIUM: 0.5,
    Grade.HARD: 0.42,
    Grade.PROBING: 0.44,
    Grade.SEARCH: 0.4,
}

_DENSITY = 0.55  # share of inked cells without a grade
_PATIENCE = 100  # consecutive fruitless changes before a descent ends
_PROBED = 0.5  # largest share of open cells at which probes are tried
_CONFLICTS = 2000  # conflict budget; a picture that exceeds it counts as ambiguous

Measured = tuple[float, list[int]]  # distance of a picture from the aim, and the cells to repaint


@dataclass(frozen=True, slots=True)
class Aim:
    """An objective; this base class is met by any picture."""

    canvas: Canvas
    clock: Clock
    density: float = _DENSITY  # share of inked cells of start pictures
    patience: int = _PATIENCE

    def measured(self, cells: bytes) -> Measured:  # noqa: ARG002
        """Returns the distance and the cells to repaint."""
        return 0.0, []

    def reached(self, cells: bytes) -> bool:  # noqa: ARG002
        """Returns True if a picture meets the wish although its distance is positive."""
        return False

    def unmet(self, left: float) -> str:  # noqa: ARG002
        """Describes what a picture at this distance misses."""
        return ""

    def _left_by_lines(self, cells: bytes) -> list[int]:
        """Returns the cells that line solving leaves open."""
        return _places(self.canvas.open_after(cells, COMPLETE, self.clock.tick))


def aim_of(wish: Wish, canvas: Canvas, clock: Clock) -> Aim:
    """Returns the objective of a wish."""
    aim = _aim_of(wish, canvas, clock)
    return _Inked(canvas, clock, aim.density, aim.patience, aim=aim) if wish.no_empty_lines else aim


def _aim_of(wish: Wish, canvas: Canvas, clock: Clock) -> Aim:
    """Returns the objective of a wish, apart from empty lines."""
    if wish.solution_count is None:
        return Aim(canvas, clock)
    if wish.solution_count > 1:
        return _Several(canvas, clock, number=wish.solution_count)
    grade = wish.grade
    if grade is Grade.SEARCH:
        return _Searched(canvas, clock, _DENSITIES[Grade.SEARCH], 4 * _PATIENCE)
    if grade is Grade.PROBING or wish.line_solvable is False:
        return _Probed(canvas, clock, _DENSITIES[Grade.PROBING])
    weaker = None
    if grade and grade > Grade.TRIVIAL:
        weaker = techniques_up_to(list(Grade)[grade.level - 1])
    techniques = techniques_up_to(grade) if grade else COMPLETE
    density = _DENSITIES[grade] if grade else _DENSITY
    return _Argued(
        canvas,
        clock,
        density,
        techniques=techniques,
        weaker=weaker,
        grade=grade,
        any_proof=wish.line_solvable is not True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Argued(Aim):
    """Some techniques settle every cell line by line; easier ones do not."""

    techniques: int
    weaker: int | None
    grade: Grade | None
    any_proof: bool  # True if uniqueness can also be proved by the solver

    def measured(self, cells: bytes) -> Measured:
        if self.weaker is not None and not any(self.canvas.open_after(cells, self.weaker, self.clock.tick)):
            return inf, list(range(len(cells)))
        near = _places(self.canvas.open_after(cells, self.techniques, self.clock.tick))
        return len(near), near

    def reached(self, cells: bytes) -> bool:
        return self.grade is None and self.any_proof and _other(self.canvas, cells, self.clock) == []

    def unmet(self, left: float) -> str:
        if left == inf:
            return f"it is easier than {self.grade}"
        if self.grade:
            return f"techniques up to {self.grade} leave {number_text(int(left), 'cell')} open"
        return f"lines leave {number_text(int(left), 'cell')} open{', and there is another solution' * self.any_proof}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inked(Aim):
    """Meets another aim, with ink in each line."""

    aim: Aim

    def measured(self, cells: bytes) -> Measured:
        left, near = self.aim.measured(cells)
        empty = self._empty(cells)
        return left + len(empty), [*near, *(cell for line in empty for cell in line)]

    def reached(self, cells: bytes) -> bool:
        return not self._empty(cells) and self.aim.reached(cells)

    def unmet(self, left: float) -> str:
        return " or ".join(filter(None, (self.aim.unmet(left), "there are lines without ink")))

    def _empty(self, cells: bytes) -> list[Sequence[int]]:
        families = self.canvas.geometry.families
        return [line for family in families for line in family if not any(cells[cell] for cell in line)]


class _Probed(Aim):
    """Probes of single cells settle every cell, and lines do not."""

    __slots__ = ()

    def measured(self, cells: bytes) -> Measured:
        near = self._left_by_lines(cells)
        if not near:
            return inf, list(range(len(cells)))
        if len(near) > _PROBED * len(cells):
            return len(cells) + len(near), near
        near = _places(self.canvas.probed(cells, self.clock.tick)[0])
        return len(near), near

    def unmet(self, left: float) -> str:
        return "lines alone settle it" if left == inf else "probes of single cells do not settle it"


class _Searched(Aim):
    """There is one solution, and probes of single cells do not lead to it."""

    __slots__ = ()

    def measured(self, cells: bytes) -> Measured:
        near = self._left_by_lines(cells)
        if not near:
            return inf, list(range(len(cells)))
        open_cells, probes = self.canvas.probed(cells, self.clock.tick)
        if not any(open_cells):
            return 1 / (1 + probes), near
        other = _other(self.canvas, cells, self.clock)
        if other == []:
            return 0, []
        return 1 + sum(open_cells), other or near

    def unmet(self, left: float) -> str:
        return "there is more than one solution" if 1 < left < inf else "probes of single cells settle it"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Several(Aim):
    """The puzzle has a given number of solutions."""

    number: int

    def measured(self, cells: bytes) -> Measured:
        near = self._left_by_lines(cells)
        if len(near) > 8 * (2 + log2(self.number)):
            return len(cells) + len(near), near
        if not near:
            return log2(self.number), list(range(len(cells)))
        counted = count_of(explore(self.canvas.puzzle(cells), self.clock), self.clock, monotonic())
        self.clock.tick()
        return abs(log2(counted.count) - log2(self.number)), near

    def unmet(self, left: float) -> str:
        return f"the number of solutions is not {self.number}" if left else ""


def _places(open_cells: bytes) -> list[int]:
    return [cell for cell, is_open in enumerate(open_cells) if is_open]


def _other(canvas: Canvas, cells: bytes, clock: Clock) -> list[int] | None:
    """Returns the cells in which another solution differs: [] if there is none, None if unknown."""
    outcome, pictures = _searched(canvas.puzzle(cells), 2, clock)
    if outcome.verdict is Verdict.UNIQUE:
        return []
    for other in pictures:
        if other != cells:
            return [at for at, (one, two) in enumerate(zip(cells, other, strict=True)) if one != two]
    return None


def is_unsolvable(puzzle: Puzzle, clock: Clock) -> bool:
    """Returns whether a puzzle is proved unsolvable."""
    return _searched(puzzle, 1, clock)[0].verdict is Verdict.UNSOLVABLE


def _searched(puzzle: Puzzle, solutions: int, clock: Clock) -> tuple[Outcome, list[bytes]]:
    """Searches for at most `most` solutions."""
    search = search_here(puzzle, clock, configuration=members()[0], conflicts=_CONFLICTS, solutions=solutions)
    pictures = [grid.cells for grid in search]
    if clock.over:
        raise clock.over
    return search.outcome, pictures


def _range_text(least: float | None, most: float | None) -> str:
    """Returns a requested range in words.

    >>> _range_text(9, 11), _range_text(None, 2), _range_text(3, None), _range_text(4, 4)
    ('9 to 11', '2 at most', '3 at least', '4')
    """
    if least is None:
        return f"{most:g} at most"
    if most is None:
        return f"{least:g} at least"
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def missed_by(wish: Wish, cells: bytes, rating: Rating | None) -> tuple[tuple[str, ...], float]:
    """Returns the unmet parts of a wish, in words, and the distance of a picture that has reached the aim."""
    missed, distance = [], 0.0
    if wish.density is not None:
        area = max(1, wish.inkable_cells)
        share = (len(cells) - cells.count(0)) / area
        if abs(share - wish.density) > max(DENSITY_SLACK, 4 / area):
            missed.append(f"the density is {share:.2f}, not {wish.density:g}")
            distance += abs(share - wish.density)
    if rating is None:
        return tuple(missed), distance
    if wish.grade and rating.grade != wish.grade:
        missed.append(f"the grade is {rating.grade or 'not known'}, not {wish.grade}")
        distance += 10 * (abs(rating.level.level - wish.grade.level) or 1)
    for name, (least, most) in wish.ranges.items():
        value = getattr(rating, name)
        if value is None:
            missed.append(f"{name} is not known")
            distance += 1
            continue
        off = max(0 if least is None else least - value, 0 if most is None else value - most)
        if off > 0:
            missed.append(f"{name} is {value:.4g}, not {_range_text(least, most)}")
            distance += off / (1 + max(abs(value), least or 0, most or 0))
    return tuple(missed), distance
