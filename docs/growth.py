"""Draws how time grows with the side: `python docs/growth.py JOURNAL`, of a run of `nonosat benchmark` on families.

docs/growth.svg has a plot for each family, in two columns. The slopes go to standard output, as a table for
docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

import nonosat as ns
from nonosat.apps.batch.charts import HEIGHT, WIDTH
from nonosat.apps.benchmarking.plots import growth_plots
from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures

TITLE = 24


def main(journal: str) -> None:
    figures = Figures(ns.Benchmark.read(journal).runs)
    growth = figures.growth()
    plots = growth_plots(growth, figures.contenders)
    parts = [
        f'<g transform="translate({WIDTH * (at % 2)} {(HEIGHT + TITLE) * (at // 2)})">'
        f'<text x="8" y="18" font-weight="bold">{family}</text><g transform="translate(0 {TITLE})">{plot}</g></g>'
        for at, (family, plot) in enumerate(plots)
    ]
    width, height = 2 * WIDTH, (HEIGHT + TITLE) * -(-len(plots) // 2)
    Path(__file__).with_name("growth.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{width}" height="{height}" fill="white"/>{"".join(parts)}</svg>\n'
    )
    print("| family |", " | ".join(figures.contenders), "|")
    print("|---|", "---:|" * len(figures.contenders), sep="")
    for family, members in groupby(growth, lambda each: each.family):
        found = {each.contender: each for each in members}
        print(f"| {family} |", " | ".join(said(found.get(each)) for each in figures.contenders), "|")


def said(growth: BenchmarkGrowth | None) -> str:
    """The slope, and the largest side with an answer, with its time."""
    if growth is None or not growth.points:
        return ""
    side, cost = growth.points[-1]
    slope = "" if growth.slope is None else f"{growth.slope:.1f}; "
    return f"{slope}{side} in {cost:.2g} s"


if __name__ == "__main__":
    main(sys.argv[1])
