"""Metrics of a running server for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable

_BUCKETS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0)  # upper bounds of the histogram's buckets, in seconds


class Metrics:
    """Counts requests by question and status; mutable."""

    def __init__(self, gauges: dict[str, tuple[str, Callable[[], int]]]) -> None:
        """`gauges` maps a name to its help text and the function that returns its current value."""
        self._gauges = gauges
        self._requests: Counter[tuple[str, int]] = Counter()
        self._classes: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(_BUCKETS) + 1))
        self._seconds: Counter[str] = Counter()

    def count(self, question: str, status: int, seconds: float) -> None:
        """Counts an answered request."""
        self._requests[question, status] += 1
        self._classes[question][bisect_left(_BUCKETS, seconds)] += 1
        self._seconds[question] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """Returns all metrics in Prometheus' text format 0.0.4."""
        lines = []
        for name, (about, tell) in self._gauges.items():
            lines += _head(f"nonosat_{name}", about, "gauge")
            lines.append(f"nonosat_{name} {tell()}")
        lines += _head("nonosat_requests_total", "Requests that are done.", "counter")
        for (question, status), number in sorted(self._requests.items()):
            lines.append(f'nonosat_requests_total{{question="{question}",status="{status}"}} {number}')
        lines += _head("nonosat_request_seconds", "Time from a request to its answer.", "histogram")
        for question, counts in sorted(self._classes.items()):
            total = 0
            for end, number in zip((*map(str, _BUCKETS), "+Inf"), counts, strict=True):
                total += number
                lines.append(f'nonosat_request_seconds_bucket{{question="{question}",le="{end}"}} {total}')
            lines.append(
                f'nonosat_request_seconds_sum{{question="{question}"}} {self._seconds[question]:.6f}'
            )
            lines.append(f'nonosat_request_seconds_count{{question="{question}"}} {total}')
        return "\n".join(lines) + "\n"


def _head(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
