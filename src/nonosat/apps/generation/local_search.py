"""Local search for a requested puzzle.

An `Aim` counts the cells of a picture that some method (techniques up to a grade, lines, probes) leaves open; the picture
always solves its own clues. A move repaints a cell near open cells, and its images under the symmetry, and stays if no more
cells are open than before, so plateaus are crossed. At 0 the puzzle is rated if a grade or figure is requested. A hill
climb follows for minutes and stars; for other figures the nearest picture so far is shaken and the
search repeated. Fruitless start pictures are replaced.

All randomness is `random.Random.random`, and no decision depends on time, so a seed gives the same puzzle everywhere. Only
pictures that exceed the conflict budget, which count as ambiguous, depend on the solver's release.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from random import Random

from nonosat.apps.generation.aims import Aim, aim_of, is_unsolvable, missed_by
from nonosat.apps.generation.sketch import Sketch
from nonosat.apps.generation.start_pictures import started
from nonosat.apps.generation.typo import with_typo
from nonosat.apps.generation.wish import PALETTE, Wish
from nonosat.explaining.grading.canvas import Canvas
from nonosat.explaining.grading.people import estimate
from nonosat.explaining.grading.rate import Rating, rated
from nonosat.model.puzzle import Puzzle
from nonosat.support.end import ALL_KNOWN, End, OutOfReach, Stopped
from nonosat.support.limits import Clock
from nonosat.support.sentences import number_text

# start pictures before the search gives up; fewer for minutes and stars, since a climb follows each
TRIES, _CLIMB_TRIES = 100, 20

# puzzles rated per start picture; the second number for figures other than minutes and stars
_ROUNDS, _FIGURE_ROUNDS = 6, 40

_PEOPLE = ("minutes", "stars")  # figures of people

_FAR = 1.5  # ratio of minutes; beyond it, another density is tried instead of a climb
_DENSITY_STEP = 0.1  # change of density between start pictures that are far off
_CLIMB_PATIENCE = 200  # consecutive fruitless changes before a climb ends

_UNMET = 1e6  # least distance of a picture that does not reach the aim


@dataclass(frozen=True, slots=True)
class NearestPuzzle:
    """The puzzle nearest to a wish, and the unmet parts of the wish, in words."""

    puzzle: Puzzle
    missed: tuple[str, ...] = ()
    distance: float = 0.0  # from the wish; at least `_UNMET` if the aim is not reached
    rating: Rating | None = None
    tries: int = 1
    steps: int = 0
    end: End = ALL_KNOWN


class WishSearch:
    """Search for one puzzle; mutable. `best` is the nearest so far."""

    def __init__(self, wish: Wish, seed: str, clock: Clock, observer: Callable[[int], None]) -> None:
        self.best: NearestPuzzle | None = None
        self._sketch: Sketch | None = None
        self._wish = wish
        self._seed = seed
        self._clock = clock
        self._observer = observer
        self._canvas = Canvas(wish.geometry, PALETTE[: wish.inks + 1])
        self._aim: Aim = aim_of(wish, self._canvas, clock)
        self._density = self._aim.density if wish.density is None else wish.density
        self._ranges = {name: wish.ranges[name] for name in _PEOPLE if name in wish.ranges}
        self._turn = 0  # 1 if densities have been raised, -1 if lowered
        self._steps = 0

    def nearest(self) -> NearestPuzzle:
        """Returns the requested puzzle or the nearest; raises `OutOfReach` if a limit precedes the first picture."""
        most = _CLIMB_TRIES if self._ranges else TRIES
        reason = OutOfReach(Stopped.TRIES, f"no such puzzle was found in {number_text(most, 'try', 'tries')}")
        tries = 0
        try:
            for tries in range(1, most + 1):
                self._observer(tries)
                self._tried(Random(f"{self._seed} {tries}"))
                assert self.best is not None
                if not self.best.missed:
                    return replace(self.best, tries=tries, steps=self._steps)
        except OutOfReach as over:
            reason = over
        best = self.best
        if best is None:
            if self._sketch is None:
                raise reason
            best = NearestPuzzle(self._canvas.puzzle(self._sketch.picture), ("not rated in time",), inf)
        return replace(best, tries=tries, steps=self._steps, end=reason.end)

    def _tried(self, random: Random) -> None:
        """Searches from one start picture and updates `best`."""
        wish, tick = self._wish, self._clock.tick
        self._sketch = sketch = Sketch(wish, started(wish, self._density, random, tick), random)
        nearest = inf, sketch.picture, False
        for _ in range(_FIGURE_ROUNDS if {*wish.ranges}.difference(_PEOPLE) else _ROUNDS):
            reached = self._reached(sketch)
            people = reached.rating.estimate if reached.rating is not None else None
            if self.best is None or reached.distance < self.best.distance:
                self.best = reached
            if not reached.missed or (people and self._steered(people.minutes)):
                return
            if reached.distance <= nearest[0]:
                nearest = reached.distance, sketch.picture, people is not None
            sketch.cells[:] = nearest[1]
            if not (nearest[2] and self._climbed(sketch)):
                sketch.shake(2 + len(sketch.cells) // 50)

    def _steered(self, minutes: float) -> bool:
        """Changes the density of the next start picture if the puzzle takes far longer or shorter than requested."""
        least, most = self._wish.ranges.get("minutes", (None, None))
        turn = (minutes > _FAR * (most or inf)) - (minutes * _FAR < (least or 0))
        density = self._density + _DENSITY_STEP * turn
        if self._wish.density is None and turn and self._turn != -turn and 0.3 <= density <= 0.9:
            self._turn, self._density = turn, density
            return True
        return False

    def _climbed(self, sketch: Sketch) -> bool:
        """Climbs from a picture that meets the aim towards the requested minutes and stars; returns False if no change helps."""
        anywhere = list(range(len(sketch.cells)))

        def off() -> float:
            puzzle = self._canvas.puzzle(sketch.picture)
            people = estimate(puzzle, puzzle.goal, tick=self._clock.tick)
            if people is None:
                return inf
            return sum(_outside(getattr(people, name), *wanted) for name, wanted in self._ranges.items())

        first = left = off()
        fruitless = 0
        while 0 < left < inf and fruitless < _CLIMB_PATIENCE and (change := sketch.change(anywhere)):
            sketch.make(change)
            self._steps += 1
            after = inf if self._aim.measured(sketch.picture)[0] else off()
            fruitless = 0 if after < left else fruitless + 1
            if after <= left:
                left = after
            else:
                sketch.undo(change)
        return left < first

    def _reached(self, sketch: Sketch) -> NearestPuzzle:
        """Descends to the aim, and rates the puzzle."""
        left = self._descended(sketch)
        puzzle = self._canvas.puzzle(sketch.picture)
        if left and not self._aim.reached(sketch.picture):
            return NearestPuzzle(puzzle, (self._aim.unmet(left),), _UNMET + min(left, _UNMET))
        rating = None
        if self._wish.grade or self._wish.figures:
            rating = rated(puzzle, clock=self._clock)
            self._clock.tick()
        missed, distance = missed_by(self._wish, sketch.picture, rating)
        if self._wish.solution_count == 0:
            wrong = with_typo(puzzle, sketch.random, lambda altered: is_unsolvable(altered, self._clock))
            if wrong is None:
                return NearestPuzzle(puzzle, ("no typing error makes it unsolvable",), _UNMET)
            puzzle = wrong
        return NearestPuzzle(puzzle, missed, distance, rating)

    def _descended(self, sketch: Sketch) -> float:
        """Repaints cells until no change leads nearer to the aim; returns the distance left."""
        aim = self._aim
        left, near = aim.measured(sketch.picture)
        fruitless = 0
        while left and fruitless < aim.patience:
            change = sketch.change(near)
            if change is None:
                break
            sketch.make(change)
            self._steps += 1
            after, after_near = aim.measured(sketch.picture)
            fruitless = 0 if after < left else fruitless + 1
            if after <= left:
                left, near = after, after_near
            else:
                sketch.undo(change)
        return left


def _outside(value: float, least: float | None, most: float | None) -> float:
    """Returns the relative distance of a value from a range, which loses a tenth at either end.

    >>> _outside(10, 12, 22), _outside(13, 12, 22), _outside(20, None, 15)
    (0.3, 0.0, 0.25)
    """
    slack = 0.0 if least is None or most is None else (most - least) / 10
    below = 0.0 if least is None else least + slack - value
    above = 0.0 if most is None else value - most + slack
    return max(0.0, below, above) / value
