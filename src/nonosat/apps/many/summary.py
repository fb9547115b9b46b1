"""Summary of a batch: verdicts, times, the slowest puzzles, and changes since an earlier run.

Keeps a few numbers per record, so that millions fit in memory.
"""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from nonosat.apps.many.disk_index import DiskIndex
from nonosat.apps.many.journal import records
from nonosat.apps.many.journal_files import Record
from nonosat.search.outcome import Verdict

VERDICTS = (*map(str, Verdict), "error")  # verdicts in the order of the report

SLOWEST = 10

_MOST_CHANGES = 1000  # maximum number of listed changes; all are counted
_NOTICED_SECONDS = 0.1  # seconds; shorter times differ by chance
_NOTICED_RATIO = 2.0  # smallest reported ratio of times

_MOST = 10**9  # larger numbers of cells or seconds are invalid


@dataclass(frozen=True, slots=True)
class Timed:
    """A puzzle and its time."""

    seconds: float
    name: str
    verdict: str
    size: str


@dataclass(frozen=True, slots=True)
class Change:
    """A changed verdict or time; times are in seconds."""

    name: str
    before: str
    after: str
    seconds_before: float
    seconds_after: float


@dataclass(slots=True)
class Changes:
    """Changes since an earlier run; filled while records are read."""

    compared: int = 0
    new: int = 0  # puzzles of the later run only
    gone: int = 0  # puzzles of the earlier run only
    verdicts: list[Change] = field(default_factory=list)
    other_verdicts: int = 0  # number of changed verdicts, listed or not
    times: list[Change] = field(default_factory=list)  # the largest ratios first
    seconds_before: float = 0.0
    seconds_after: float = 0.0  # sums over all compared puzzles


@dataclass(slots=True)
class Summary:
    """Figures of records; filled while they are read."""

    asked: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    line_solvable: Counter[str] = field(default_factory=Counter)  # line-solvable puzzles by verdict
    total: Counter[str] = field(default_factory=Counter)  # microseconds by verdict
    seconds: array[float] = field(default_factory=lambda: array("d"))  # time of each readable puzzle
    minutes: array[float] = field(default_factory=lambda: array("d"))
    """Predicted minutes of people, where known."""
    slowest: list[Timed] = field(default_factory=list)
    changes: Changes | None = None


def quantiles(values: Iterable[float], shares: Iterable[float]) -> list[float]:
    """Returns quantiles; empty without values.

    >>> quantiles([3, 1, 2, 4], [0.5, 1])
    [3, 4]
    """
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares if ordered]


def summary_of(path: str, earlier: str | None = None) -> Summary:
    """Summarises results, with changes since earlier ones; raises `InputError`."""
    summary = Summary()
    before = _Before(earlier) if earlier else None
    if before:
        summary.changes = before.changes
    timed: list[tuple[float, int, Timed]] = []
    for at, record in enumerate(records(path)):
        verdict, seconds = record["verdict"], _number(record, "seconds")
        width, height = (int(_number(record, side)) for side in ("width", "height"))
        summary.asked[str(record.get("ask", ""))] += 1
        summary.verdicts[verdict] += 1
        summary.line_solvable[verdict] += record.get("line_solvable") is True
        summary.total[verdict] += round(seconds * 1e6)
        if width and height:
            summary.seconds.append(seconds)
        if minutes := _number(record, "minutes"):
            summary.minutes.append(minutes)
        entry = (seconds, -at, Timed(seconds, record["puzzle"], verdict, f"{width}x{height}"))
        (heapq.heappush if len(timed) < SLOWEST else heapq.heappushpop)(timed, entry)
        if before:
            before.compare(record, seconds)
    summary.slowest = [timed_puzzle for *_, timed_puzzle in sorted(timed, reverse=True)]
    if before:
        before.end()
    return summary


def _number(record: Record, name: str) -> float:
    """Returns a number in a record; 0 if missing or impossible."""
    value: Any = record.get(name)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    number: float = value if is_number and 0 <= value <= _MOST else 0
    return number


class _Before:
    """The records of an earlier run, on disk, and the changes since; mutable."""

    def __init__(self, path: str) -> None:
        self.changes = Changes()
        self._index = DiskIndex()
        self._number = 0
        for record in records(path):
            code = VERDICTS.index(record["verdict"]) if record["verdict"] in VERDICTS else 3
            time = min(round(_number(record, "seconds") * 1e6), (1 << 55) - 1)
            self._index.put(record["puzzle"], str(record.get("ask", "")), (code << 55) + time)
            self._number += 1
        self._times: list[tuple[float, Change]] = []

    def compare(self, record: Record, seconds: float) -> None:
        """Compares a record of the later run."""
        name, verdict, changes = record["puzzle"], record["verdict"], self.changes
        place = self._index.get(name, str(record.get("ask", "")))
        if place is None:
            changes.new += 1
            return
        code, microseconds = divmod(place, 1 << 55)
        change = Change(name, VERDICTS[code], verdict, microseconds / 1e6, seconds)
        changes.compared += 1
        changes.seconds_before += change.seconds_before
        changes.seconds_after += seconds
        if change.before != verdict:
            changes.other_verdicts += 1
            if len(changes.verdicts) < _MOST_CHANGES:
                changes.verdicts.append(change)
        low, high = sorted((change.seconds_before, seconds))
        if high >= _NOTICED_SECONDS and high >= _NOTICED_RATIO * low:
            self._times.append((high / max(low, 1e-6), change))
            if len(self._times) > 2 * _MOST_CHANGES:
                self._times = heapq.nlargest(_MOST_CHANGES, self._times, key=itemgetter(0))

    def end(self) -> None:
        """Completes the changes once all records are compared."""
        self.changes.gone = self._number - self.changes.compared
        largest = heapq.nlargest(SLOWEST, self._times, key=itemgetter(0))
        self.changes.times = [change for _, change in largest]
        self._index.close()
