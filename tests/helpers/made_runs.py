"""Invented benchmark runs, for tests of summaries."""

from typing import Any

from nonosat.apps.benchmarking.runs import BenchmarkRun


def made(
    puzzle: str, contender: str, *costs: float, verdict: str = "unique", **more: Any
) -> list[BenchmarkRun]:
    """Returns the runs of a contender on a puzzle, with these CPU seconds."""
    given = {
        "memory": 10**6,
        "seed": 0,
        "width": 5,
        "height": 4,
        "inks": 1,
        "ask": "check",
        "options": {"command": contender} if contender != "nonosat" else {"backend": "auto"},
        "limits": {"seconds": 9.0, "memory": None, "conflicts": None},
        "machine": "here",
        "seconds": 1.0,
        **more,
    }
    return [
        BenchmarkRun(
            puzzle=puzzle, contender=contender, verdict=verdict, cpu=cost, repeat=at, run=f"{at}", **given
        )
        for at, cost in enumerate(costs)
    ]
