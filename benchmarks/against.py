"""Compares two runs and separates changes from noise: `python -m benchmarks.against BEFORE AFTER`.

Both are journals, or the output of `--json`, of `nonosat benchmark`. The exit code is 1 if two answers contradict each other.

*One puzzle.* Two sets of n and m runs differ beyond noise if all runs of the one are longer than all of the other,
and the medians by more than a twentieth. If nothing had changed, that would happen once in `(n + m)! / (2 n! m!)`
times: of 126 for five runs each, of 35 for four, of 10 for three; so four are required. Of many puzzles
some differ by chance; their expected number is reported.

*All puzzles of a contender.* The ratio is the geometric mean of the ratios of its puzzles, now to then. Its interval is
where that mean lies in 95 of 100 draws of as many puzzles, with repetition, from those that there are (the
bootstrap, 2,000 draws, with the same random numbers each time). If 1 lies in it, or if it differs from 1 by less than
three hundredths, the difference is noise. Fewer than six puzzles have no interval: then each of them must differ beyond
noise, in the same direction.

Both rules see the noise from run to run, not what makes a whole benchmark slower: another machine, or another
program beside it. For that, look at the ratio of a contender that has not changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import comb, exp, log
from random import Random
from statistics import fmean
from typing import NamedTuple

import click

from benchmarks.report import Program
from nonosat.apps.benchmarking.runs import recorded
from nonosat.apps.benchmarking.summary import Figure, Figures, agree
from nonosat.apps.benchmarking.tables import Rows
from nonosat.apps.many.tables import aligned, duration

FEWEST_RUNS = 4  # runs on each side required to judge one puzzle
FEWEST_PUZZLES = 6  # puzzles required for an interval

_LEAST_OF_ONE = 0.05
_LEAST_OF_ALL = 0.03  # smaller relative differences are always noise

_DRAWS = 2000
_CONFIDENCE = 0.95

_MOST_NAMED = 10  # puzzles named for each contender

_LEAST_SECONDS = 1e-6  # lower bound of seconds, since the system's clock can report 0

NOISE, FASTER, SLOWER = "noise", "faster", "slower"


class PuzzleChange(NamedTuple):
    """A puzzle whose time has changed beyond noise."""

    puzzle: str
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """Time now divided by time then."""
        return max(self.after, _LEAST_SECONDS) / max(self.before, _LEAST_SECONDS)


class ContenderChange(NamedTuple):
    """Change of one contender."""

    contender: str
    puzzles: int
    """Number of puzzles answered both times."""
    ratio: float | None
    """Geometric mean of time now divided by time then; None without such puzzles."""
    interval: tuple[float, float] | None
    """95 % interval of the ratio; None for fewer than six puzzles."""
    meaning: str
    """`noise`, `faster` or `slower`."""
    changed: tuple[PuzzleChange, ...]
    """Puzzles that differ beyond noise, the greatest change first."""
    by_chance: float
    """Expected number of such puzzles if nothing had changed."""
    gained: tuple[str, ...]
    """Puzzles that were not answered before."""
    lost: tuple[str, ...]
    """Puzzles that are not answered any more."""
    differing: tuple[str, ...]
    """Puzzles whose answers contradict each other."""


def changes(now: Figures, before: Figures) -> list[ContenderChange]:
    """Compares each contender that is in both."""
    return [_change(contender, now, before) for contender in now.contenders if contender in before.contenders]


def _change(contender: str, now: Figures, before: Figures) -> ContenderChange:
    pairs = [
        (figure, then)
        for figure in now.of(contender)
        if (then := before.figures.get((figure.puzzle, contender))) is not None
    ]
    timed = [(figure, then) for figure, then in pairs if figure.answered and then.answered]
    logs = [log(_change_of(figure, then).ratio) for figure, then in timed]
    ratio = exp(fmean(logs)) if logs else None
    interval = interval_of(logs) if len(logs) >= FEWEST_PUZZLES else None
    beyond = [_change_of(figure, then) for figure, then in timed if differs(figure.costs, then.costs)]
    if interval is not None and ratio is not None:
        certain = not interval[0] <= 1 <= interval[1] and abs(ratio - 1) >= _LEAST_OF_ALL
    else:
        certain = (
            bool(beyond) and len(beyond) == len(timed) and len({change.ratio > 1 for change in beyond}) == 1
        )
    meaning = NOISE if not certain or ratio is None else SLOWER if ratio > 1 else FASTER
    return ContenderChange(
        contender=contender,
        puzzles=len(timed),
        ratio=ratio,
        interval=interval,
        meaning=meaning,
        changed=tuple(sorted(beyond, key=lambda change: -abs(log(change.ratio)))),
        by_chance=sum(chance(len(figure.costs), len(then.costs)) for figure, then in timed),
        gained=tuple(figure.puzzle for figure, then in pairs if figure.answered and not then.answered),
        lost=tuple(figure.puzzle for figure, then in pairs if then.answered and not figure.answered),
        differing=tuple(
            figure.puzzle
            for figure, then in pairs
            if any(not agree(one, other) for one in figure.verdicts for other in then.verdicts)
        ),
    )


def _change_of(now: Figure, before: Figure) -> PuzzleChange:
    return PuzzleChange(now.puzzle, before.median, now.median)


def differs(now: Sequence[float], before: Sequence[float]) -> bool:
    """Returns whether runs of one puzzle differ beyond noise.

    >>> differs([3, 3.1, 3.2, 3.3], [2, 2.1, 2.2, 2.9]), differs([3, 3.1, 3.2, 3.3], [2, 2.1, 2.2, 3.05])
    (True, False)
    """
    if min(len(now), len(before)) < FEWEST_RUNS:
        return False
    apart = min(now) > max(before) or max(now) < min(before)
    low, high = sorted((sorted(now)[len(now) // 2], sorted(before)[len(before) // 2]))
    return apart and high - low > _LEAST_OF_ONE * low


def chance(now: int, before: int) -> float:
    """Returns the probability that `now` and `before` runs are separated if nothing has changed.

    >>> round(1 / chance(4, 4)), round(1 / chance(5, 5)), chance(3, 9)
    (35, 126, 0.0)
    """
    return 0.0 if min(now, before) < FEWEST_RUNS else 2 / comb(now + before, now)


def interval_of(logs: Sequence[float]) -> tuple[float, float]:
    """Returns the bootstrap interval of the geometric mean of ratios, given their logarithms."""
    random = Random(1)
    means = sorted(fmean(random.choices(logs, k=len(logs))) for _ in range(_DRAWS))
    cut = round((1 - _CONFIDENCE) / 2 * _DRAWS)
    return exp(means[cut]), exp(means[-1 - cut])


def change_rows(changes: list[ContenderChange]) -> Rows:
    """Returns a row for each contender of both benchmarks."""
    return [
        (
            "",
            "puzzles",
            "now / then",
            "95 % interval",
            "meaning",
            "beyond noise",
            "by chance",
            "gained",
            "lost",
        ),
        *(
            (
                change.contender,
                f"{change.puzzles:,}",
                "" if change.ratio is None else f"{change.ratio:.3f}",
                "" if change.interval is None else "{:.3f} to {:.3f}".format(*change.interval),
                change.meaning,
                f"{len(change.changed):,}",
                f"{change.by_chance:.1f}",
                f"{len(change.gained):,}",
                f"{len(change.lost):,}",
            )
            for change in changes
        ),
    ]


def change_lines(changes: list[ContenderChange]) -> Iterator[str]:
    """Yields a line for each puzzle that changed."""
    for change in changes:
        for puzzle in change.changed[:_MOST_NAMED]:
            before, after = duration(puzzle.before), duration(puzzle.after)
            yield f"{change.contender}: {puzzle.puzzle}: {before} -> {after} ({puzzle.ratio:.2f})"
        for what, names in (
            ("not answered any more", change.lost),
            ("answered now", change.gained),
            ("the answers contradict each other", change.differing),
        ):
            if names:
                more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
                yield f"{change.contender}: {what}: {', '.join(names[:_MOST_NAMED])}{more}"


@click.command(cls=Program)
@click.argument("before")
@click.argument("after")
def main(before: str, after: str) -> None:
    """Compares the contenders of two runs."""
    changed = changes(Figures(recorded(after)), Figures(recorded(before)))
    text = "\n".join([aligned(change_rows(changed)), *change_lines(changed)])
    click.echo(text if changed else "no contender is in both")
    if any(change.differing for change in changed):
        sys.exit(1)


if __name__ == "__main__":
    main()
