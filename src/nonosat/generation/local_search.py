"""The search for a requested puzzle: from a start picture, by small changes, towards the wish.

What a wish asks of the clues is an `Aim`: some means must settle every cell (the arguments of people up to a
grade, all that lines say, probes), and weaker means must not. The picture is a solution of its clues at any
time. A change repaints a cell, and those that are alike by symmetry, where the means leave cells open; it
stays if they leave no more open than before: a local search that crosses plateaus. Once no cell is open, the
puzzle is rated, if there is a grade or a figure to be reached. If that is not as requested, some cells are
repainted anywhere, and the search goes on from the nearest so far. A start picture that leads nowhere is
dropped for another.

Which cells change is drawn with `random.Random.random`, and all that is compared are facts. (A puzzle that is
too hard to be sure of in a number of conflicts counts as one with several solutions; only there does the
solver's release matter.)
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.foundation.limits import Clock, OutOfReach, Stopped
from nonosat.generation.aims import Aim, aim_of, is_unsolvable, missed_by
from nonosat.generation.sketch import Sketch
from nonosat.generation.start_pictures import started
from nonosat.generation.typo import with_typo
from nonosat.generation.wish import PALETTE, Wish
from nonosat.model.puzzle import Puzzle
from nonosat.questions.explanation.canvas import Canvas
from nonosat.questions.explanation.rate import Rating, rated

TRIES = 100
"""Pictures that are begun before there seems to be no such puzzle."""

_ROUNDS = 6
"""Puzzles that are made of one start picture, each by shaking the nearest so far."""

_FIGURE_ROUNDS = 40
"""The same where figures are requested."""

_PEOPLE = ("minutes", "stars")
"""Figures that grow as the share of inked cells falls: the next start picture has another share."""

_DENSITY_STEP = 0.05
"""Change of the density from one start picture to the next, in (0.3, 0.9)."""

_UNMET = 1e6


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle, and what the wish has that it misses."""

    puzzle: Puzzle
    missed: tuple[str, ...] = ()
    distance: float = 0.0
    """How far it is from the wish: 0 for as requested, `_UNMET` and more where the aim is not reached."""
    rating: Rating | None = None
    tries: int = 1
    steps: int = 0
    stopped: Stopped | None = None
    detail: str = ""


class Search:
    """The search for one puzzle; mutable. `best` is the nearest found so far."""

    def __init__(self, wish: Wish, seed: str, clock: Clock, observer: Callable[[int], None]) -> None:
        self.best: Found | None = None
        self._wish = wish
        self._seed = seed
        self._clock = clock
        self._observer = observer
        self._canvas = Canvas(wish.height, wish.width, PALETTE[: wish.inks + 1])
        self._aim: Aim = aim_of(wish, self._canvas, clock)
        self._density = self._aim.density if wish.density is None else wish.density
        self._steps = 0

    def found(self) -> Found:
        """The puzzle as requested, or the nearest; raises `OutOfReach` before the first picture is examined."""
        reason = OutOfReach(Stopped.TRIES, f"no such puzzle was found in {TRIES} tries")
        tries = 0
        try:
            for tries in range(1, TRIES + 1):
                self._observer(tries)
                self._tried(Random(f"{self._seed} {tries}"))
                assert self.best
                if not self.best.missed:
                    return replace(self.best, tries=tries, steps=self._steps)
        except OutOfReach as over:
            reason = over
        if self.best is None:
            raise reason
        return replace(
            self.best, tries=tries, steps=self._steps, stopped=reason.stopped, detail=reason.detail
        )

    def _tried(self, random: Random) -> None:
        """What comes of one start picture."""
        wish, tick = self._wish, self._clock.tick
        sketch = Sketch(wish, started(wish, self._density, random, tick), random)
        nearest: tuple[float, bytes] = inf, sketch.picture
        found: Found | None = None
        for _ in range(_FIGURE_ROUNDS if {*wish.figures}.difference(_PEOPLE) else _ROUNDS):
            found = self._reached(sketch)
            if self.best is None or found.distance < self.best.distance:
                self.best = found
            if not found.missed:
                return
            if found.distance <= nearest[0]:
                nearest = found.distance, sketch.picture
            sketch.cells[:] = nearest[1]
            sketch.shake(2 + len(sketch.cells) // 50)
        if found and found.rating and wish.density is None:
            self._steer(found.rating)

    def _steer(self, rating: Rating) -> None:
        """Has the next start picture more ink if the last puzzle takes too long or is too hard, less if too little."""
        for name in _PEOPLE:
            least, most = self._wish.figures.get(name, (None, None))
            value = getattr(rating, name)
            if value is not None and least is not None and value < least:
                self._density = max(0.3, self._density - _DENSITY_STEP)
            elif value is not None and most is not None and value > most:
                self._density = min(0.9, self._density + _DENSITY_STEP)

    def _reached(self, sketch: Sketch) -> Found:
        """Where changes of a picture lead."""
        left = self._descended(sketch)
        puzzle = self._canvas.puzzle(sketch.picture)
        if left and not self._aim.reached(sketch.picture):
            return Found(puzzle, (self._aim.unmet(left),), _UNMET + min(left, _UNMET))
        rating = None
        if self._wish.grade or self._wish.figures:
            rating = rated(puzzle, clock=self._clock)
            self._clock.tick()
        missed, distance = missed_by(self._wish, sketch.picture, rating)
        if self._wish.solutions == 0:
            wrong = with_typo(puzzle, sketch.random, lambda each: is_unsolvable(each, self._clock))
            if wrong is None:
                return Found(puzzle, ("no typing error makes it unsolvable",), _UNMET)
            puzzle = wrong
        return Found(puzzle, missed, distance, rating)

    def _descended(self, sketch: Sketch) -> float:
        """Changes a picture as long as that leads nearer to the aim; what is left then."""
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


def searched(wish: Wish, seed: str, clock: Clock, observer: Callable[[int], None]) -> Found:
    """The puzzle of a wish and a seed, or the nearest; raises `OutOfReach` before the first picture."""
    return Search(wish, seed, clock, observer).found()
