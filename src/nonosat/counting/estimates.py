"""Estimates of the number of solutions, with a lower bound that holds with a stated probability.

An estimate of a region is the mean of independent unbiased runs (`nonosat.counting.sweeps`). The runs of several regions
are independent, too, so the product of one run of each is an unbiased run for the puzzle.

All runs exceed c times the number with a probability of at most 1 / c ** runs, so the least divided by c is a lower bound. Larger
sets of runs replace smaller ones, and what earlier sets showed decides whether there are later ones. So the k-th set gets
the 2 ** -k-th part of the risk: bounds from all sets together fail with a probability of at most `RISK`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp2, floor, inf, isfinite, log2, log10
from typing import Annotated, NamedTuple

from nonosat.counting.completions import Guesses
from nonosat.counting.frontier import Ordering
from nonosat.counting.segments import Tick
from nonosat.counting.sweeps import estimate_solutions
from nonosat.support.longint import LongInt
from nonosat.support.results import Result

RUNS = 8
RISK = 0.001
"""Maximum probability that `likely_at_least` is more than the number of solutions."""

PRECISE_BITS = 1.0
"""Spread of a set of runs that needs no larger set."""

_FAR_BITS = 8.0  # runs that differ by more say too little of the number
_DIGITS = 3  # of a number that is an estimate


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CountEstimate(Result):
    """How many solutions there probably are; not proved."""

    count: Annotated[
        LongInt, "Mean of the runs, to three digits. Too small rather than too large if they differ much."
    ]
    runs: Annotated[
        int, "Number of independent runs, each with the number of solutions as its expected result."
    ]
    spread: Annotated[float, "Base-2 logarithm of the largest run by the least."]
    states: Annotated[int, "Frontiers with more states than this were sampled."]


class RunSet(NamedTuple):
    """A set of runs for one region."""

    logarithms: tuple[float, ...]
    """Base-2 logarithms of the results; minus infinity for 0."""
    states: int

    @property
    def spread(self) -> float:
        """Difference of the largest and the least logarithm; infinity if a run is 0."""
        return max(self.logarithms) - min(self.logarithms) if isfinite(min(self.logarithms)) else inf


def run_set(
    ordering: Ordering,
    guesses: Guesses,
    *,
    states: int,
    seed: int = 0,
    tick: Tick = lambda: None,
) -> RunSet:
    """Runs a set of estimates for a region; the same for the same arguments. `tick` can raise to give up."""
    from random import Random  # imported late: most puzzles have no estimate

    logarithms = [
        estimate_solutions(
            ordering,
            width=states,
            guesses=guesses,
            random=Random(f"{seed}, {ordering.cells}, {states}, {run}"),
            tick=tick,
        )
        for run in range(RUNS)
    ]
    return RunSet(tuple(logarithms), states)


def estimate_of(
    sets: Sequence[RunSet], counted: int, proved: int, tries: int = 1
) -> tuple[CountEstimate, LongInt] | tuple[None, None]:
    """Returns the estimate of a puzzle, and the number that it reaches but for a probability of `RISK`.

    `sets` are those of the regions without an exact count, `counted` is the product of the other regions' counts, `proved` a
    proved lower bound, and `tries` how many sets of sets there were so far. There is no estimate if a run is 0, runs are far
    apart, or their mean is below the proved bound: all signs that rare states with many solutions were missed.
    """
    if not sets:
        return None, None
    logarithms = [log2(counted) + sum(runs) for runs in zip(*(one.logarithms for one in sets), strict=True)]
    least, most = min(logarithms), max(logarithms)
    if not isfinite(least) or most - least > _FAR_BITS:
        return None, None
    mean = most + log2(sum(exp2(logarithm - most) for logarithm in logarithms) / len(logarithms))
    if mean < log2(proved):
        return None, None
    estimate = CountEstimate(
        max(_number(mean, round), LongInt(proved)),
        len(logarithms),
        round(most - least, 2),
        min(one.states for one in sets),
    )
    likely = least - (tries - log2(RISK)) / len(logarithms)
    return estimate, max(_number(likely, floor), LongInt(proved))


def _number(logarithm: float, rounded: Callable[[float], int]) -> LongInt:
    """Returns a power of 2, rounded to a few decimal digits."""
    tens = max(0, floor(logarithm * log10(2)) - _DIGITS + 1)
    return LongInt(rounded(10 ** (logarithm * log10(2) - tens)) * 10**tens)
