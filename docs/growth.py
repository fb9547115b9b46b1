"""Draws how time grows with the side: `python docs/growth.py JOURNAL`, of a run of `nonosat benchmark` on families.

The plot is docs/growth.svg, as of `nonosat report JOURNAL --plot growth.svg`; the slopes go to standard output, as a table for
docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from nonosat.apps.benchmarking.plots import benchmark_plot
from nonosat.apps.benchmarking.runs import recorded
from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures


def main(journal: str) -> None:
    figures = Figures(recorded(journal))
    Path(__file__).with_name("growth.svg").write_bytes(benchmark_plot(figures, "svg"))
    print(*growth_table(figures), sep="\n")


def growth_table(figures: Figures) -> Iterator[str]:
    """Yields a table for a page: exponent of the side, and the largest side with an answer, of each family and contender."""
    yield f"| family | {' | '.join(figures.contenders)} |"
    yield "|---|" + "---:|" * len(figures.contenders)
    for family, members in groupby(figures.growth(), lambda one: one.family):
        of = {one.contender: one for one in members}
        cells = [_growth_text(of[name]) if name in of else "" for name in figures.contenders]
        yield f"| {family} | {' | '.join(cells)} |"


def _growth_text(growth: BenchmarkGrowth) -> str:
    side, cost = growth.points[-1]
    slope = "" if growth.slope is None else f"{growth.slope:.1f}; "
    return f"{slope}{side} in {cost:.2g} s"


if __name__ == "__main__":
    main(sys.argv[1])
