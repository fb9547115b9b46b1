"""Random puzzles: by size, density, inks and symmetry, with one solution, and as difficult as wanted.

A picture is drawn cell by cell. Most have clues with several solutions, so cells are repainted, those that
belong together by symmetry at once: always the change, of some that are tried, after which lines leave the
fewest cells open, until the solution is unique. A puzzle of another difficulty than wanted is dropped for a
new one, drawn denser if it was too hard and sparser if it was too easy.

The same arguments give the same puzzle on every machine: nothing but `random.Random.random` decides, which
Python keeps as it is, and what is asked of the solver are facts. (A puzzle that is too hard to be sure of in
`_CONFLICTS` conflicts counts as one with several solutions; only there does the solver's release matter.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random

from nonosat.arguments import question
from nonosat.engine.collector import collector_paused
from nonosat.engine.options import MEMBERS
from nonosat.engine.outcome import Outcome, Verdict
from nonosat.engine.search import Task, search
from nonosat.errors import UsageError
from nonosat.explanation.rate import rated
from nonosat.explanation.techniques import Grade
from nonosat.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.processes import answered

PALETTE: Palette = (
    *BLACK_AND_WHITE,
    Colour("red", "ff0000", "r"),
    Colour("blue", "0000ff", "b"),
    Colour("green", "008000", "g"),
    Colour("orange", "ffa500", "o"),
    Colour("purple", "800080", "p"),
    Colour("cyan", "00ffff", "c"),
    Colour("brown", "a52a2a", "n"),
    Colour("pink", "ffc0cb", "k"),
)
"""The background and the inks, of which a puzzle with few has the first."""

DENSITY = 0.55

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


class Symmetry(StrEnum):
    """Which cells have the same colour."""

    NONE = "none"
    LEFT_RIGHT = "lr"
    TOP_BOTTOM = "tb"
    BOTH = "both"
    ROTATION = "rotation"
    """By half a turn."""


def random_picture(
    height: int,
    width: int,
    *,
    density: float = DENSITY,
    inks: int = 1,
    symmetry: Symmetry | str = Symmetry.NONE,
    seed: int = 0,
) -> Grid:
    """A picture of that size of which about a share `density` is inked, each ink as likely as another.

    Raises `UsageError` for a size, density, number of inks or symmetry that there is not.

    >>> print(random_picture(3, 6, symmetry="lr", seed=2))
    ..##..
    #.##.#
    #....#
    """
    groups = orbits(height, width, symmetry)
    _require(density, inks)
    return Grid.from_cells(_drawn(groups, height * width, density, inks, Random(f"{seed}")), width)


@question
def random_puzzle(
    *,
    width: int,
    height: int,
    density: float | None = None,
    inks: int = 1,
    symmetry: Symmetry | str = Symmetry.NONE,
    rating: Grade | str | None = None,
    line_solvable: bool = False,
    unique: bool = True,
    seed: int = 0,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[int], None] | None = None,
) -> Puzzle:
    """A random puzzle with exactly one solution, which is its goal; any puzzle unless `unique`.

    Making it unique moves the density a little. With a `rating`, a word of
    `nonosat.explanation.techniques.Grade`, it is as difficult as that; a density is then better left open.
    `observer` is told the number of each try. Raises `OutOfReach` if no such puzzle was found in `TRIES`
    tries, or within the `limit` of seconds or memory, and `UsageError` for arguments that make no sense.

    >>> puzzle = random_puzzle(width=5, height=5, seed=1)
    >>> puzzle == random_puzzle(width=5, height=5, seed=1), puzzle.goal.satisfies(puzzle)
    (True, True)
    """
    wanted = height, width, density, inks, symmetry, rating, line_solvable, unique, seed
    return answered(_random_puzzle, *wanted, limit=limit_of(limit, seconds, memory), observer=observer)


def _random_puzzle(
    height: int,
    width: int,
    density: float | None,
    inks: int,
    symmetry: Symmetry | str,
    rating: Grade | str | None,
    line_solvable: bool,
    unique: bool,
    seed: int,
    *,
    clock: Clock,
    observer: Callable[[int], None] | None = None,
) -> Puzzle:
    groups = orbits(height, width, symmetry, tick=clock.tick)
    share = DENSITY if density is None else density
    _require(share, inks)
    if rating is not None and rating not in list(Grade):
        raise UsageError(f"no rating is called {rating!r}; there are {', '.join(Grade)}")
    grade = None if rating is None else Grade(rating)
    searched = grade in (Grade.PROBING, Grade.SEARCH)
    if grade and not unique:
        raise UsageError("a puzzle with several solutions has no rating")
    if searched and line_solvable:
        raise UsageError(f"a puzzle that {grade} is not solvable line by line")

    def fits(board: Board) -> bool:
        if searched:
            return bool(board.open_cells()) and _is_unique(board, clock)
        return not board.open_cells() if line_solvable or grade else _is_unique(board, clock)

    title = Metadata(title=f"Random {width}x{height}, seed {seed}")
    for attempt in range(TRIES):
        if observer:
            observer(attempt + 1)
        random = Random(f"{seed} {attempt}")
        drawn = _drawn(groups, height * width, share, inks, random, clock.tick)
        cells = drawn if not unique else _repaired(drawn, width, groups, inks, random, fits, clock.tick)
        if cells is None:
            continue
        goal = Grid.from_cells(cells, width)
        puzzle = goal.puzzle(PALETTE[: inks + 1], goal=goal, metadata=title)
        found = grade and rated(puzzle, clock=clock).grade
        clock.tick()
        if found == grade:
            return puzzle
        if density is None and found and grade:
            share = min(0.95, max(0.2, share + (_DENSER if found > grade else -_DENSER)))
    wanted = f" that is rated {grade}" if grade else " with one solution"
    found_none = f"no puzzle of {width}x{height}{wanted} was found in {TRIES} tries"
    raise OutOfReach(Stopped.TRIES, f"{found_none}; another size or density may have some")


def orbits(
    height: int, width: int, symmetry: Symmetry | str, *, tick: Callable[[], None] = lambda: None
) -> list[tuple[int, ...]]:
    """The cells parted into groups that a symmetry makes equal; `tick` is called for each row, and may raise.

    >>> orbits(2, 3, "lr")
    [(0, 2), (1,), (3, 5), (4,)]
    """
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise UsageError(f"a puzzle must have 1 to {MAX_SIDE} cells a side, not {width}x{height}")
    if symmetry not in list(Symmetry):
        raise UsageError(f"no symmetry is called {symmetry!r}; there are {', '.join(Symmetry)}")
    found = []
    for row in range((height + 1) // 2 if symmetry not in ("none", "lr") else height):
        tick()
        below = height - 1 - row
        for column in range(width):
            beside = width - 1 - column
            places = {
                Symmetry.NONE: [(row, column)],
                Symmetry.LEFT_RIGHT: [(row, column), (row, beside)],
                Symmetry.TOP_BOTTOM: [(row, column), (below, column)],
                Symmetry.BOTH: [(row, column), (row, beside), (below, column), (below, beside)],
                Symmetry.ROTATION: [(row, column), (below, beside)],
            }[Symmetry(symmetry)]
            group = tuple(sorted({y * width + x for y, x in places}))
            if group[0] == row * width + column:
                found.append(group)
    return found


def _require(density: float, inks: int) -> None:
    if not 0 <= density <= 1:
        raise UsageError(f"a density must be between 0 and 1, not {density}")
    if not 1 <= inks < len(PALETTE):
        raise UsageError(f"random puzzles must have 1 to {len(PALETTE) - 1} inks, not {inks}")


def _drawn(
    groups: Sequence[Sequence[int]],
    size: int,
    density: float,
    inks: int,
    random: Random,
    tick: Callable[[], None] = lambda: None,
) -> bytes:
    cells = bytearray(size)
    for group in groups:
        tick()
        ink = 1 + int(random.random() * inks) if random.random() < density else 0
        for cell in group:
            cells[cell] = ink
    return bytes(cells)


def _repaired(
    cells: bytes,
    width: int,
    groups: Sequence[tuple[int, ...]],
    inks: int,
    random: Random,
    fits: Callable[[Board], bool],
    tick: Callable[[], None],
) -> bytes | None:
    """A picture near this one whose board, at its fixpoint, `fits`; None if no more change is left."""
    left = dict.fromkeys(groups)
    board = _propagated(cells, width, inks, tick)
    while not fits(board):
        unsettled = [line for line in range(len(board.lines)) if board.open_in(line)]
        near = {cell for line in unsettled for cell in board.lines[line]}
        steps = [group for group in left if not near.isdisjoint(group)]
        if not steps or len(groups) - len(left) >= _STEPS:
            return None
        options: list[tuple[int, int, tuple[int, ...], bytes, Board]] = []
        for group in sorted(steps, key=lambda _: random.random())[:_OPTIONS]:
            colour = (cells[group[0]] + 1 + int(random.random() * inks)) % (inks + 1)
            other = bytearray(cells)
            for cell in group:
                other[cell] = colour
            after = _propagated(bytes(other), width, inks, tick)
            options.append((after.open_cells(), len(options), group, bytes(other), after))
        options.sort()
        _, _, group, cells, board = next(
            (option for option in options[:_CHECKED] if fits(option[-1])), options[0]
        )
        del left[group]
    return cells


def _propagated(cells: bytes, width: int, inks: int, tick: Callable[[], None]) -> Board:
    """The board of a picture's clues at its fixpoint."""
    tick()
    board = Board(Grid.from_cells(cells, width).puzzle(PALETTE[: inks + 1]))
    propagate(board, tick=tick)
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
