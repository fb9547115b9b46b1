"""Summaries of the runs: figures of each contender, contradicting answers, growth of time with the side.

A contender answers a puzzle if each of its runs has an answer and no answer is wrong. The time for it is the
median of the runs. *Spread* is the longest minus the shortest run of a puzzle as a share of the median run; for several
puzzles, the median of their spreads. Sums are over the puzzles that all contenders have answered, since only these can
be compared. *PAR2* (penalised average runtime) is the mean over all puzzles; a puzzle without an answer, or skipped,
counts as twice the time limit. A search *reaches a backend* where lines, probing and the learner leave something open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import exp, log
from statistics import correlation, linear_regression, median
from typing import NamedTuple

from nonosat.apps.benchmarking.contenders import OURS
from nonosat.apps.benchmarking.measuring import SOLVABLE, WRONG
from nonosat.apps.benchmarking.runs import BenchmarkRun
from nonosat.search.options import AUTO
from nonosat.search.outcome import Verdict

_LEAST_SECONDS = 0.001  # shorter times are left out of the growth
_LEAST_COST = 1e-6  # lower bound of seconds, since the system's clock can report 0
_PENALTY = 2  # time limits that PAR2 counts for a puzzle without an answer
_FEWEST_SIDES = 3  # minimum number of sides for a fit: two points always fit a line
_LEAST_FIT = 0.9  # least R^2 of a line whose slope is reported


class Figure(NamedTuple):
    """Runs of one contender on one puzzle."""

    puzzle: str
    contender: str
    side: int
    family: str | None
    size: int | None
    costs: tuple[float, ...]  # seconds of each run
    answered: bool
    verdicts: tuple[str, ...]
    memory: int | None
    wrong: bool = False  # true if an answer contradicts the others and is rejected
    limit: float | None = None  # time limit in seconds
    reached: bool | None = None  # whether the search got as far as a backend; None for other programs

    @property
    def median(self) -> float:
        """Time for the puzzle."""
        return median(self.costs)

    @property
    def spread(self) -> float:
        """Longest minus shortest run, as a share of the median."""
        return (max(self.costs) - min(self.costs)) / (self.median or 1.0)


@dataclass(frozen=True, slots=True)
class BenchmarkSummary:
    """Figures of one contender; times are CPU seconds if the system reports them."""

    contender: str
    puzzles: int
    answered: int
    median: float | None
    """Median over the puzzles that it answered."""
    shared: float
    """Sum over the puzzles that all contenders answered."""
    longest: float | None
    longest_puzzle: str
    spread: float | None
    """Median over the puzzles of longest minus shortest run, as a share of the median run."""
    memory: int | None
    """Peak bytes of one process."""
    par2: float | None
    """Penalised average runtime; None without a time limit."""
    reached: int | None = None
    """Puzzles whose search got as far as a backend; lines, probing or the learner end the others. None for other programs."""

    @property
    def unanswered(self) -> int:
        """Number of unanswered puzzles."""
        return self.puzzles - self.answered


@dataclass(frozen=True, slots=True)
class BenchmarkGrowth:
    """Growth of a contender's time in a family of puzzles."""

    family: str
    contender: str
    points: tuple[tuple[int, float], ...]
    """(longer side, median time) of each size."""

    @property
    def fit(self) -> float | None:
        """R^2 of the straight line through the logarithms; None unless at least three sides took a millisecond or more."""
        points = self._logarithms()
        if len(points) < _FEWEST_SIDES or len({cost for _, cost in points}) == 1:
            return None
        return correlation(*zip(*points, strict=True)) ** 2

    @property
    def slope(self) -> float | None:
        """Exponent of the side in the time; None if no straight line fits."""
        if self.fit is None or self.fit < _LEAST_FIT:
            return None
        return linear_regression(*zip(*self._logarithms(), strict=True)).slope

    @property
    def line(self) -> tuple[tuple[float, float], ...]:
        """Ends of the fitted line as (side, seconds); empty without a slope."""
        if self.slope is None:
            return ()
        points = self._logarithms()
        slope, intercept = linear_regression(*zip(*points, strict=True))
        sides = min(points)[0], max(points)[0]
        return tuple((exp(side), exp(intercept + slope * side)) for side in sides)

    def _logarithms(self) -> list[tuple[float, float]]:
        return [(log(side), log(cost)) for side, cost in self.points if cost >= _LEAST_SECONDS]


class Comparison(NamedTuple):
    """Ratio of the times of two contenders, over the puzzles that both answered."""

    faster: str
    slower: str
    times: float  # median over the puzzles of the ratio of the times, at least 1
    puzzles: int
    exceptions: int = 0  # puzzles on which the slower one took less time
    reached: int | None = (
        None  # puzzles on which one of two searches reached a backend; None for other programs
    )


@dataclass(frozen=True, slots=True)
class BenchmarkDisagreement:
    """A puzzle with contradicting answers."""

    puzzle: str
    answers: Mapping[str, tuple[str, ...]]
    """Answers of each contender."""
    wrong: tuple[str, ...]
    """Contenders that contradict nonosat. If nonosat has no answer or contradicts itself: all that contradict another one."""


class Figures:
    """Figures of a benchmark; contenders and puzzles are in the order of its runs."""

    def __init__(self, runs: Iterable[BenchmarkRun]) -> None:
        self._runs: dict[tuple[str, str], list[BenchmarkRun]] = {}
        for run in runs:
            self._runs.setdefault((run.puzzle, run.contender), []).append(run)
        self.puzzles = list(dict.fromkeys(puzzle for puzzle, _ in self._runs))
        first: dict[str, int] = {}
        for _, contender in self._runs:
            first.setdefault(contender, len(first))
        self.contenders = list(first)

    @cached_property
    def figures(self) -> dict[tuple[str, str], Figure]:
        """Figure by puzzle and contender; missing for skipped puzzles."""
        wrong = {
            (disagreement.puzzle, name)
            for disagreement in self.disagreements()
            for name in disagreement.wrong
        }
        return {place: _figure(runs, place in wrong) for place, runs in self._runs.items()}

    def of(self, contender: str) -> list[Figure]:
        """Returns the figures of a contender."""
        return [figure for figure in self.figures.values() if figure.contender == contender]

    @cached_property
    def shared(self) -> list[str]:
        """Puzzles that all contenders have answered."""
        return [
            puzzle
            for puzzle in self.puzzles
            if all(
                (figure := self.figures.get((puzzle, contender))) is not None and figure.answered
                for contender in self.contenders
            )
        ]

    def summaries(self) -> list[BenchmarkSummary]:
        """Returns a summary of each contender."""
        return [self._summary(contender) for contender in self.contenders]

    def _summary(self, contender: str) -> BenchmarkSummary:
        figures = self.of(contender)
        answered = [figure for figure in figures if figure.answered]
        longest = max(answered, key=lambda figure: figure.median, default=None)
        memories = [figure.memory for figure in figures if figure.memory is not None]
        spreads = [figure.spread for figure in answered if len(figure.costs) > 1]
        return BenchmarkSummary(
            contender=contender,
            puzzles=len(self.puzzles),
            answered=len(answered),
            median=median(figure.median for figure in answered) if answered else None,
            shared=sum(self.figures[puzzle, contender].median for puzzle in self.shared),
            longest=longest and longest.median,
            longest_puzzle=longest.puzzle if longest else "",
            spread=median(spreads) if spreads else None,
            memory=max(memories, default=None),
            par2=self._par2(answered),
            reached=_reached([figure] for figure in figures),
        )

    def _par2(self, answered: Sequence[Figure]) -> float | None:
        """Returns the mean time over all puzzles, with the penalty for those without an answer."""
        if self.limit is None:
            return None
        unanswered = len(self.puzzles) - len(answered)
        costs = sum(figure.median for figure in answered)
        return (costs + _PENALTY * self.limit * unanswered) / len(self.puzzles)

    @cached_property
    def limit(self) -> float | None:
        """Longest time limit of a run in seconds; None if one had no limit."""
        limits = {figure.limit for figure in self.figures.values()}
        return None if None in limits else max((limit for limit in limits if limit is not None), default=None)

    def growth(self) -> list[BenchmarkGrowth]:
        """Returns the growth of each contender in each family, over the sizes with an answer."""
        families_growth = []
        for contender in self.contenders:
            families: dict[str, list[Figure]] = {}
            for figure in self.of(contender):
                if figure.family is not None and figure.answered:
                    families.setdefault(figure.family, []).append(figure)
            for family, members in families.items():
                members.sort(key=_side)
                points = tuple(
                    (side, median(figure.median for figure in group))
                    for side, group in groupby(members, _side)
                )
                if len(points) > 1:
                    families_growth.append(BenchmarkGrowth(family, contender, points))
        return sorted(families_growth, key=lambda growth: growth.family)

    def comparisons(self) -> list[Comparison]:
        """Compares nonosat's default search (or else the first contender) with each of the others."""
        comparisons = []
        first = next((name for name in (OURS, AUTO) if name in self.contenders), self.contenders[0])
        for other in self.contenders:
            pairs = [
                (self.figures.get((puzzle, first)), self.figures.get((puzzle, other)))
                for puzzle in self.puzzles
            ]
            both = [
                (mine, theirs)
                for mine, theirs in pairs
                if mine and theirs and mine.answered and theirs.answered
            ]
            ratios = [
                max(theirs.median, _LEAST_COST) / max(mine.median, _LEAST_COST) for mine, theirs in both
            ]
            if other != first and ratios:
                times = median(ratios)
                one, two = (first, other) if times >= 1 else (other, first)
                exceptions = sum((ratio < 1) if times >= 1 else (ratio > 1) for ratio in ratios)
                comparisons.append(
                    Comparison(one, two, max(times, 1 / times), len(ratios), exceptions, _reached(both))
                )
        return comparisons

    def disagreements(self) -> list[BenchmarkDisagreement]:
        """Returns the puzzles with contradicting answers."""
        disagreements = []
        for puzzle in self.puzzles:
            answers = {
                contender: tuple(dict.fromkeys(run.verdict for run in runs))
                for contender in self.contenders
                if (runs := self._runs.get((puzzle, contender)))
            }
            ours = [
                verdict
                for contender, verdicts in answers.items()
                if "command" not in self._runs[puzzle, contender][0].options
                for verdict in verdicts
            ]
            if wrong := wrong_among(answers, ours):
                disagreements.append(BenchmarkDisagreement(puzzle, answers, wrong))
        return disagreements


def _reached(groups: Iterable[Sequence[Figure]]) -> int | None:
    """Returns the number of groups in which a search reached a backend; None if others than searches are among them."""
    told = [[figure.reached for figure in figures] for figures in groups]
    return None if any(None in flags for flags in told) else sum(map(any, told))


def _side(figure: Figure) -> int:
    return figure.side


def _figure(runs: Sequence[BenchmarkRun], wrong: bool) -> Figure:
    first = runs[0]
    memories = [run.memory for run in runs if run.memory is not None]
    return Figure(
        puzzle=first.puzzle,
        contender=first.contender,
        side=first.side,
        family=first.family,
        size=first.size,
        costs=tuple(run.cost for run in runs),
        answered=not wrong and all(run.answered for run in runs),
        verdicts=tuple(run.verdict for run in runs),
        memory=max(memories, default=None),
        wrong=wrong,
        limit=first.limits.get("seconds"),
        reached=None if "command" in first.options else any(run.stats.get("backend") for run in runs),
    )


_SOLVED = {Verdict.UNIQUE.value, Verdict.MULTIPLE.value, SOLVABLE}
_PROVED = {*_SOLVED, Verdict.UNSOLVABLE.value}


def agree(one: str, other: str) -> bool:
    """Returns whether two answers can both be right.

    >>> agree("unique", "solvable"), agree("unique", "unknown"), agree("unique", "multiple")
    (True, True, False)
    """
    if WRONG in (one, other):
        return False
    if not {one, other} <= _PROVED or one == other:
        return True
    return SOLVABLE in (one, other) and {one, other} <= _SOLVED


def wrong_among(answers: Mapping[str, Sequence[str]], ours: Sequence[str]) -> tuple[str, ...]:
    """Returns the contenders that contradict `ours`; if that is undecided, all that contradict each other.

    >>> wrong_among({"a": ["unique"], "b": ["multiple"], "c": ["unknown"]}, ["unique"])
    ('b',)
    >>> wrong_among({"a": ["unique"], "b": ["multiple"]}, [])
    ('a', 'b')
    """
    everyone = [verdict for verdicts in answers.values() for verdict in verdicts if verdict in _PROVED]
    proved = [verdict for verdict in ours if verdict in _PROVED]
    truths = proved if proved and all(agree(proved[0], verdict) for verdict in proved) else everyone
    return tuple(
        name
        for name, verdicts in answers.items()
        if WRONG in verdicts or any(not agree(verdict, truth) for verdict in verdicts for truth in truths)
    )
