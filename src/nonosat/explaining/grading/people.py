"""Estimates the time that people take for a puzzle, and the difficulty that they report: one linear model of counts.

- Minutes: of the median player of griddlers.net, which publishes them per puzzle. Log-linear in the counts.
- Stars: difficulty from 1 to 5 by users of webpbn.com. Linear in the logarithm of the minutes, so both say the same.

The counts describe the solution, the sweeps over the lines, and the steps of a person who always uses the simplest
technique. The kernel takes a millisecond or two for them, so every command can give estimates. All coefficients of
counts are positive: more work never takes less time. Those of traits, such as the share of ink, have either sign.
`benchmarks/people.py` fits and evaluates them; see docs/techniques.md.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import exp, log1p
from operator import le
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from nonosat.explaining.grading.walk import walked
from nonosat.lines.board import Board
from nonosat.model.clues import min_length
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.verification import picture_counts
from nonosat.support.results import Result, member

if TYPE_CHECKING:
    pass

FITTED_CELLS = (25, 2500)  # range of cells of the puzzles that the models were fitted to
FITTED_INKS = 7  # maximum number of inks of these puzzles
_MOST_LOG = 20.0  # logarithm of seconds: more than a decade
# properties of `Effort` that enter the models without a logarithm
SHARES = ("distinct", "long", "unsolved", "density", "slack", "empty", "nearby")
# properties that are no amounts of work: their weights can have either sign
TRAITS = ("distinct", "long", "density", "slack", "empty", "nearby", "blocks_per_line")

# fields of `Effort` that count the steps by one technique
TECHNIQUES = (
    "complete",
    "remainder",
    "overlap",
    "gap",
    "reach",
    "split",
    "ordered_reach",
    "narrow",
    "squeeze",
    "agree",
)


class Effort(NamedTuple):
    """The work in a puzzle, in counts and two shares."""

    visits: int = 0
    """Lines that imply anything new in the sweeps: see `swept`."""
    sweeps: int = 0
    """Sweeps over all rows or all columns."""
    stalled: int = 0
    """Cells that lines leave open."""
    changes: int = 0
    """Neighbouring cells of the solution that differ."""
    pieces: int = 0
    """Connected pieces of one colour in the solution, the background included."""
    distinct: float = 0
    """Share of clues that no other line of the puzzle repeats: different clues per line."""
    long: float = 0
    """Share of numbers greater than 1."""
    unsolved: float = 0
    """Share of cells that lines leave open."""
    density: float = 0
    """Share of cells with ink."""
    slack: float = 0
    """Mean over all lines of the share of cells not needed for blocks and the gaps between them."""
    empty: float = 0
    """Share of lines without a block."""
    blocks_per_line: float = 0
    nearby: float = 0
    """Share of steps on the line of the step before, or beside it."""
    cells: int = 0
    looks: float = 0
    """Lines that a person reads until each step is found (see `Rating.effort`)."""
    complete: int = 0
    """Number of steps by this technique; likewise below."""
    remainder: int = 0
    overlap: int = 0
    gap: int = 0
    reach: int = 0
    split: int = 0
    ordered_reach: int = 0
    narrow: int = 0
    squeeze: int = 0
    agree: int = 0


class Sweeps(NamedTuple):
    """Result of sweeps: settling all lines of one family, then of the next, until none narrows anything."""

    sweeps: int
    """Number of sweeps up to the last one that narrowed anything."""
    line_solvable: bool
    """True if the sweeps settle every cell."""
    visits: int = 0
    """Lines that narrowed something, counted once per sweep."""
    stalled: int = 0
    """Cells left open."""
    picture: bytes = b""
    """Colours of the known cells."""


def swept(puzzle: Puzzle, *, tick: Callable[[], None] | None = None) -> Sweeps:
    """Sweeps over the lines of a puzzle, rows before columns before diagonals.

    `tick` is called regularly and can raise to give up.

    >>> swept(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    Sweeps(sweeps=2, line_solvable=True, visits=3, stalled=0, picture=b'\\x01\\x00\\x01\\x01')
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return Sweeps(0, False)
    if tick:
        tick()
    board = Board(puzzle)
    ends = [*accumulate(puzzle.geometry.counts)]
    lines: list[int] = []
    # Propagation settles the dirty lines in their order, again and again: family by family, as a sweep does.
    broken = board.solver.propagate(board.candidates, None, lambda line, _: lines.append(line), tick)
    visits = len(lines)
    if broken >= 0:
        lines.append(broken)
    passes = sum(map(le, lines[1:], lines))
    sweeps = passes * len(ends) + bisect_right(ends, lines[-1]) + 1 if lines else 0
    picture, left = board.colours_and_open_count()
    return Sweeps(sweeps, not left and broken < 0, visits, left, picture)


class ClueTraits(NamedTuple):
    """Properties of a puzzle's clues: the members of `Effort` of these names."""

    distinct: float
    long: float
    slack: float
    empty: float
    blocks_per_line: float


def clue_traits(puzzle: Puzzle) -> ClueTraits:
    """Returns the properties of a puzzle's clues; an unknown length counts as 1.

    >>> clue_traits(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    ClueTraits(distinct=0.5, long=0.5, slack=0.25, empty=0.0, blocks_per_line=1.0)
    """
    lines = puzzle.lines
    clues = [line.clue for line in lines]
    blocks = [*chain.from_iterable(filter(None, clues))]
    slack = [1 - min(1, min_length(line.clue or ()) / len(line.cells)) for line in lines if line.cells]
    number, lines_of = len(blocks), max(1, len(clues))
    return ClueTraits(
        distinct=len(set(clues)) / lines_of,
        long=1 - sum(length == 1 for length, _ in blocks) / number if number else 0.0,
        slack=sum(slack) / max(1, len(slack)),
        empty=sum(not clue for clue in clues) / lines_of,
        blocks_per_line=number / lines_of,
    )


class Law(NamedTuple):
    """A linear model: a base, and a weight per property of `Effort` (counts enter as log(1 + x))."""

    base: float
    weights: Mapping[str, float]

    def __call__(self, work: Effort) -> float:
        return self.base + sum(
            weight * scaled(name, getattr(work, name)) for name, weight in self.weights.items()
        )


def scaled(name: str, value: float) -> float:
    """Returns a property of `Effort` on the scale of the models."""
    return value if name in SHARES else log1p(value)


# weights of the cells that lines leave open, for any number of inks: fitted to the stars of puzzles that need more than
# lines
_UNSOLVED = {"stalled": 0.226, "unsolved": 3.43}

# Laws of the logarithm of the time in seconds, for one ink and for several. 80 % of times lie between prediction / factor and
# prediction * factor.
SECONDS = (
    Law(
        1.178,
        {
            "visits": 0.484,
            "changes": 0.687,
            "pieces": 0.147,
            "distinct": 0.534,
            "long": 0.316,
            "density": -2.343,
            "slack": -2.252,
            "empty": -1.199,
            "nearby": -0.205,
            "blocks_per_line": -1.045,
            "looks": 0.077,
            "remainder": 0.052,
            "overlap": 0.21,
            "split": 0.02,
            "ordered_reach": 0.041,
            "narrow": 0.04,
            "squeeze": 0.044,
            "agree": 0.064,
            **_UNSOLVED,
        },
    ),
    Law(
        -2.995,
        {
            "changes": 1.079,
            "pieces": 0.242,
            "distinct": 1.09,
            "long": 0.634,
            "density": 2.117,
            "slack": 2.188,
            "empty": 0.399,
            "nearby": -0.89,
            "blocks_per_line": -0.55,
            "complete": 0.005,
            "overlap": 0.066,
            "gap": 0.025,
            "reach": 0.046,
            "split": 0.045,
            "ordered_reach": 0.029,
            "narrow": 0.023,
            "squeeze": 0.105,
            "agree": 0.03,
            **_UNSOLVED,
        },
    ),
)
FACTORS = (1.3, 1.33)
UNSOLVED_FACTOR = 3.4  # factor of the range if lines leave cells open: from the spread of stars
SHAPE_FACTOR = 2.0  # for shapes other than rectangles: no times are known
STARS = (-0.531, 0.395)  # base, and weight of the logarithm of the seconds


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Estimate(Result):
    """Estimated minutes and stars."""

    minutes: float
    """Minutes of the median player of griddlers.net."""
    least: float
    """With `most`: the range that holds for 80 % of puzzles with the same figures."""
    most: float
    stars: float
    """Difficulty from 1 to 5, as users of webpbn.com give it."""
    extrapolated: Annotated[
        bool,
        "True if the puzzle is unlike those that the models were fitted to: in size, because of givens or "
        "blots, or because lines alone do not solve it.",
    ]
    """Also because of lines without a clue, or another shape than a rectangle. The range is wider then."""

    _MEMBERS = ("minutes", "minutes_text", "minutes_least", "minutes_most", "stars", "extrapolated")

    @member
    def _minutes(self) -> Annotated[float, "Predicted minutes of the median player of griddlers.net."]:
        return round(self.minutes, 2)

    @member
    def _minutes_least(
        self,
    ) -> Annotated[
        float,
        "80 % of puzzles with the same figures take at least this, and at most `minutes_most`.",
    ]:
        return round(self.least, 2)

    @member
    def _minutes_most(self) -> Annotated[float, "Upper end of that range."]:
        return round(self.most, 2)

    @member
    def _stars(
        self,
    ) -> Annotated[float, "Predicted difficulty, as users of webpbn.com rate it: from 1 to 5."]:
        return round(self.stars, 2)

    @property
    def minutes_text(self) -> Annotated[str, 'In words, such as "about 12 min".']:
        """The time in words, such as "about 12 min"."""
        return duration_text(self.minutes)

    @property
    def text(self) -> str:
        """Time and stars in words, such as "about 12 min, 2.1 of 5 stars"."""
        return f"{self.minutes_text}, {self.stars:.1f} of 5 stars"

    @property
    def range_words(self) -> str:
        """The range that holds for 80 % of puzzles, such as "9 to 16 min"."""
        least, most = self.least, self.most
        if most < 1:
            return "at most a minute"
        unit, scale = ("min", 1) if most < 100 else ("h", 60)
        digits = 1 if most / scale < 10 else 0
        return f"{least / scale:.{digits}f} to {most / scale:.{digits}f} {unit}"


# patterns of times; the catalogues translate them
TIMES = ("under a minute", "about {n} min", "about {n} h", "{n} to {m} h", "more than a day")


def time_pattern(minutes: float) -> tuple[str, dict[str, int]]:
    """Returns one of `TIMES` and its numbers, rounded to the models' precision."""
    under, some_minutes, hour, hours, days = TIMES
    whole = int(minutes / 60)
    if minutes < 1:
        return under, {}
    if minutes < 57.5:
        return some_minutes, {"n": round(minutes) if minutes < 20 else 5 * round(minutes / 5)}
    if minutes < 75:
        return hour, {"n": 1}
    return (hours, {"n": whole, "m": whole + 1}) if whole < 24 else (days, {})


def duration_text(minutes: float) -> str:
    """Returns a time in English words.

    >>> [duration_text(minutes) for minutes in (0.4, 1.4, 11.6, 47, 95, 150, 1800)]
    ['under a minute', 'about 1 min', 'about 12 min', 'about 45 min', '1 to 2 h', '2 to 3 h', 'more than a day']
    """
    pattern, numbers = time_pattern(minutes)
    return pattern.format(**numbers)


def estimate(
    puzzle: Puzzle, solution: Grid | None = None, *, tick: Callable[[], None] | None = None
) -> Estimate | None:
    """Estimates a puzzle with one solution, in 2 ms for 20x20 cells.

    None if the solution is neither given nor found by lines, or for `*` in clues, which the model does not know. `tick` is
    called regularly and can raise.

    >>> estimate(Puzzle(rows=[[1], [2]], columns=[[2], [1]])).minutes_text
    'under a minute'
    """
    if puzzle.starred:
        return None
    return estimate_of(puzzle, swept(puzzle, tick=tick), solution.cells if solution else b"", tick=tick)


def estimate_of(
    puzzle: Puzzle, sweeps: Sweeps, solution: bytes, *, tick: Callable[[], None] | None = None
) -> Estimate | None:
    """`estimate` after the sweeps; `solution` is empty if it is unknown."""
    picture = sweeps.picture if sweeps.line_solvable else solution
    return estimate_by(puzzle, work_of(puzzle, sweeps, picture, tick=tick)) if picture else None


def work_of(
    puzzle: Puzzle, sweeps: Sweeps, picture: bytes, *, tick: Callable[[], None] | None = None
) -> Effort:
    """Returns the counts of a puzzle with this solution."""
    changes, pieces = counts_of_solution(puzzle, picture)
    looks, nearby, steps = walked(puzzle) if tick is None else walked(puzzle, tick)
    return Effort(
        visits=sweeps.visits,
        sweeps=sweeps.sweeps,
        stalled=sweeps.stalled,
        changes=changes,
        pieces=pieces,
        unsolved=sweeps.stalled / len(picture),
        density=1 - picture.count(0) / len(picture),
        nearby=nearby,
        cells=len(picture),
        looks=looks,
        **clue_traits(puzzle)._asdict(),
        **{name: steps[name.replace("_", " ")] for name in TECHNIQUES},
    )


def counts_of_solution(puzzle: Puzzle, picture: bytes) -> tuple[int, int]:
    """Returns the number of neighbours on a line that differ, and of connected pieces of one colour.

    >>> counts_of_solution(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), bytes([1, 0, 1, 1]))
    (2, 2)
    """
    if isinstance(puzzle.geometry, Rectangle):
        return picture_counts(picture, puzzle.width)
    pairs = {
        (min(pair), max(pair))
        for family in puzzle.geometry.families
        for line in family
        for pair in pairwise(line)
    }
    leader = list(range(len(picture)))

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    for one, other in pairs:
        if picture[one] == picture[other]:
            leader[lead(one)] = lead(other)
    return sum(picture[one] != picture[other] for one, other in pairs), len(set(map(lead, leader)))


def estimate_by(puzzle: Puzzle, work: Effort) -> Estimate:
    """Estimates a puzzle from its counts."""
    clues = [*chain(*puzzle.clue_families)]
    blocks = set(chain.from_iterable(filter(None, clues)))
    inks = len({colour for _, colour in blocks})
    coloured = int(inks > 1)
    seconds = SECONDS[coloured](work)
    minutes = exp(min(seconds, _MOST_LOG)) / 60
    cells = puzzle.geometry.cell_count
    usual = FITTED_CELLS[0] <= cells <= FITTED_CELLS[1] and inks <= FITTED_INKS and not puzzle.givens
    readable = None not in clues and all(length for length, _ in blocks)
    is_shape = not isinstance(puzzle.geometry, Rectangle)
    factor = max(
        FACTORS[coloured],
        UNSOLVED_FACTOR if work.stalled else 1.0,
        SHAPE_FACTOR if is_shape else 1.0,
    )
    base, weight = STARS
    return Estimate(
        minutes=minutes,
        least=minutes / factor,
        most=minutes * factor,
        stars=min(5.0, max(1.0, base + weight * seconds)),
        extrapolated=not (usual and readable) or work.stalled > 0 or is_shape,
    )


def minutes_and_stars(people: Estimate | None) -> dict[str, float | None]:
    """Returns the minutes and stars of a record, null if unknown."""
    record: Mapping[str, Any] = {} if people is None else people.to_json()
    return {"minutes": record.get("minutes"), "stars": record.get("stars")}
