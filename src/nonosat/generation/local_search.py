"""The search for a puzzle by wish: from a start picture, by changes of few cells, towards the wish.

A picture is drawn. Most have clues with several solutions, so cells are repainted, those that belong together
by symmetry at once: always the change, of some that are tried, after which lines leave the fewest cells open,
until the solution is unique. A puzzle of another difficulty than wanted is dropped for a new one, drawn
denser if it was too hard and sparser if it was too easy.

What is asked of the solver are facts. (A puzzle that is too hard to be sure of in `_CONFLICTS` conflicts
counts as one with several solutions; only there does the solver's release matter.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from nonosat.engine.collector import collector_paused
from nonosat.engine.options import MEMBERS
from nonosat.engine.outcome import Outcome, Verdict
from nonosat.engine.search import Task, search
from nonosat.explanation.rate import Rating, rated
from nonosat.explanation.techniques import Grade
from nonosat.generation.start_pictures import DENSITY, Start, started
from nonosat.generation.symmetry import orbits
from nonosat.generation.wish import PALETTE, Wish
from nonosat.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle

TRIES = 100
"""Pictures that are begun before there seems to be no such puzzle."""

_OPTIONS = 30
"""Changes that are compared for one step."""

_CHECKED = 4
"""At most so many of these are tested for other solutions."""

_STEPS = 100
"""Changes after which a picture is given up."""

_CONFLICTS = 2000

_DENSER = 0.02
"""How much the density changes after a puzzle that was too hard or too easy."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best puzzle of a search, and what the wish has that it misses."""

    puzzle: Puzzle
    missed: tuple[str, ...]
    rating: Rating | None = None
    tries: int = 1
    steps: int = 0
    stopped: Stopped | None = None
    detail: str = ""


def searched(wish: Wish, seed: str, clock: Clock, observer: Callable[[int], None]) -> Found:
    """The puzzle of a wish and a seed, or the nearest; raises `OutOfReach` before the first picture."""
    best: Found | None = None
    share = DENSITY if wish.density is None else wish.density
    reason = OutOfReach(Stopped.TRIES, f"no such puzzle was found in {TRIES} tries")
    tries = 0
    try:
        for tries in range(1, TRIES + 1):
            observer(tries)
            for found in _tried(wish, share, Random(f"{seed} {tries}"), clock):
                if best is None or len(found.missed) < len(best.missed):
                    best = found
                if not found.missed:
                    return replace(found, tries=tries)
                if wish.density is None and found.rating and found.rating.grade and wish.grade:
                    too_easy = found.rating.grade < wish.grade
                    share = min(0.95, max(0.2, share + (-_DENSER if too_easy else _DENSER)))
    except OutOfReach as over:
        reason = over
    if best is None:
        raise reason
    return replace(best, tries=tries, stopped=reason.stopped, detail=reason.detail)


def _tried(wish: Wish, density: float, random: Random, clock: Clock) -> Iterator[Found]:
    """What comes of one start picture."""
    start = started(wish, density, random, clock.tick)
    if wish.solutions is None:
        yield Found(_puzzle(start.cells, wish), ())
        return
    yield Found(_puzzle(start.cells, wish), ("there is not one solution",) * 2)
    cells = _repaired(start, wish, random, clock)
    if cells is None:
        return
    puzzle = _puzzle(cells, wish)
    rating = rated(puzzle, clock=clock) if wish.grade or wish.figures else None
    yield Found(puzzle, tuple(_missed(wish, rating)), rating)


def _missed(wish: Wish, rating: Rating | None) -> Iterator[str]:
    """What a rated puzzle misses."""
    if rating is None:
        return
    if wish.grade and rating.grade != wish.grade:
        yield f"the grade is {rating.grade or 'unknown'}, not {wish.grade}"
    for name, (least, most) in wish.figures.items():
        value = getattr(rating, name)
        if (least is not None and value < least) or (most is not None and value > most):
            yield f"{name} is {value:g}"


def _puzzle(cells: bytes, wish: Wish) -> Puzzle:
    goal = Grid.from_cells(cells, wish.width)
    return goal.puzzle(PALETTE[: wish.inks + 1], goal=goal)


def _fits(wish: Wish, board: Board, clock: Clock) -> bool:
    if wish.line_solvable or (wish.grade and wish.grade < Grade.PROBING):
        return not board.open_cells()
    if wish.line_solvable is False or wish.grade:
        return bool(board.open_cells()) and _is_unique(board, clock)
    return _is_unique(board, clock)


def _repaired(start: Start, wish: Wish, random: Random, clock: Clock) -> bytes | None:
    """A picture near this one whose board, at its fixpoint, fits; None if no more change is left."""
    orbit_list: Sequence[tuple[int, ...]] = orbits(wish.height, wish.width, wish.symmetry, tick=clock.tick)
    left = {orbit: None for orbit in orbit_list if start.free[orbit[0]]}
    cells, inks, steps = start.cells, wish.inks, 0
    board = _propagated(cells, wish, clock)
    while not _fits(wish, board, clock):
        unsettled = [line for line in range(len(board.lines)) if board.open_in(line)]
        near = {cell for line in unsettled for cell in board.lines[line]}
        groups = [group for group in left if not near.isdisjoint(group)]
        if not groups or steps >= _STEPS:
            return None
        options: list[tuple[int, int, tuple[int, ...], bytes, Board]] = []
        for group in sorted(groups, key=lambda _: random.random())[:_OPTIONS]:
            colour = (cells[group[0]] + 1 + int(random.random() * inks)) % (inks + 1)
            other = bytearray(cells)
            for cell in group:
                other[cell] = colour
            after = _propagated(bytes(other), wish, clock)
            options.append((after.open_cells(), len(options), group, bytes(other), after))
        options.sort()
        _, _, group, cells, board = next(
            (option for option in options[:_CHECKED] if _fits(wish, option[-1], clock)), options[0]
        )
        del left[group]
        steps += 1
    return cells


def _propagated(cells: bytes, wish: Wish, clock: Clock) -> Board:
    """The board of a picture's clues at its fixpoint."""
    clock.tick()
    board = Board(_puzzle(cells, wish))
    propagate(board, tick=clock.tick)
    return board


def _is_unique(board: Board, clock: Clock) -> bool:
    """Whether the solution is the only one; a puzzle too hard to say is taken for one with several."""
    if not board.open_cells():
        return True
    limit, outcome = Limit(conflicts=_CONFLICTS, solutions=2), Outcome()
    task = Task(puzzle=board.puzzle, configuration=MEMBERS[0], limit=limit, clock=clock)
    with collector_paused():
        for _ in search(task, outcome):
            pass
    if clock.over:
        raise clock.over
    return outcome.verdict is Verdict.UNIQUE
