"""How time and memory grow: `python -m benchmarks.scaling` prints a table and may draw a picture.

Three families, and in each of them larger and larger puzzles:

- random pictures by side and share of filled cells: where lines are no longer enough, and where search is
  no longer enough, the ridge near 40 %;
- pictures by formula by side: what lines alone can do, with the exponent to which time grows with cells;
- n-Dom by n: what a proof without many open cells costs.

Every puzzle is checked in a copy of this process. A family's branch ends where no puzzle of a size was done
within the time limit. The picture is an SVG and needs matplotlib, which the extra `dev` installs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from math import log
from pathlib import Path
from random import Random
from statistics import linear_regression, median
from typing import Any

import click
from rich.table import Table

import nonosat as ns
from benchmarks import report
from benchmarks.backends import measure
from benchmarks.measure import Row
from nonosat.generation import RABBIT, julia, n_dom, negative, poster, rings
from nonosat.solving.engine.options import AUTO

RANDOM, PICTURES, DOM = FAMILIES = ("random", "pictures", "dom")

Branch = tuple[str, list[tuple[int, Callable[[int], ns.Puzzle]]]]
"""A name, and from small to large a size with what makes a puzzle of it for each seed."""

FORMULAS: dict[str, Callable[[int], ns.Grid]] = {
    "Julia set": lambda side: negative(julia(side)),
    "rabbit": lambda side: negative(julia(side, RABBIT)),
    "rings": rings,
    "text": lambda side: negative(poster("NONO\nGRAM\nSAT", side)),
}


def random_picture(side: int, filled: float, seed: int) -> ns.Puzzle:
    """The puzzle of a random picture with so large a share of filled cells."""
    random = Random(f"{side} {filled} {seed}")
    return ns.Grid([[int(random.random() < filled) for _ in range(side)] for _ in range(side)]).puzzle()


def branches(family: str, largest: int) -> Iterator[Branch]:
    """The branches of a family up to some side, or for n-Dom half of it."""
    if family == RANDOM:
        sides = [side for side in (10, 15, 20, 25, 30, 40, 50, 60, 80, 100) if side <= largest]
        for filled in (0.3, 0.4, 0.5, 0.6):
            yield f"{filled:.0%}", [(side, _random(side, filled)) for side in sides]
    elif family == PICTURES:
        sides = [side for side in (50, 100, 200, 500, 1000, 2000) if side <= largest]
        for name, formula in FORMULAS.items():
            yield name, [(side, _formula(formula, side)) for side in sides]
    else:
        yield "n-Dom", [(n, _dom(n)) for n in range(4, 21, 2) if 2 * n + 1 <= largest]


def _random(side: int, filled: float) -> Callable[[int], ns.Puzzle]:
    return lambda seed: random_picture(side, filled, seed)


def _formula(formula: Callable[[int], ns.Grid], side: int) -> Callable[[int], ns.Puzzle]:
    return lambda _: formula(side).puzzle()


def _dom(n: int) -> Callable[[int], ns.Puzzle]:
    return lambda _: n_dom(n).statement


def measured(families: list[str], seeds: int, largest: int, seconds: float) -> Iterator[Row]:
    """A row for each puzzle."""
    for family in families:
        for branch, sizes in branches(family, largest):
            for size, make in sizes:
                done = False
                for seed in range(seeds if family == RANDOM else 1):
                    puzzle = make(seed)
                    row = measure(puzzle, AUTO, 2, seconds)
                    done = done or row["verdict"] != "unknown"
                    cells = sum(puzzle.row_lengths)
                    yield {
                        "family": family,
                        "branch": branch,
                        "size": size,
                        "cells": cells,
                        "seed": seed,
                    } | row
                if not done:
                    break


def summaries(rows: list[Row]) -> Iterator[Row]:
    """A row for each size of a branch: medians, and how many there are of each verdict."""
    for (family, branch, size), group in groupby(
        rows, lambda row: (row["family"], row["branch"], row["size"])
    ):
        of_size = list(group)
        yield {
            "family": family,
            "branch": branch,
            "size": size,
            "cells": of_size[0]["cells"],
            "puzzles": len(of_size),
            "lines": sum(bool(row.get("line_solvable")) for row in of_size),
            **{
                verdict: sum(row["verdict"] == verdict for row in of_size)
                for verdict in ("unique", "multiple", "unknown")
            },
            "total": median(row["total"] for row in of_size),
            "longest": max(row["total"] for row in of_size),
            "memory": max(row["memory"] for row in of_size),
        }


def exponent(summary: list[Row]) -> float | None:
    """To which power of the cells time grows, over the sizes that took long enough to tell."""
    points = [
        (log(row["cells"]), log(row["total"]))
        for row in summary
        if row["total"] > 0.05 and not row["unknown"]
    ]
    return linear_regression(*zip(*points, strict=True)).slope if len(points) > 1 else None


def _by_branch(summary: list[Row]) -> Iterator[tuple[str, str, list[Row]]]:
    for (family, branch), group in groupby(summary, lambda row: (row["family"], row["branch"])):
        yield family, branch, list(group)


def table(summary: list[Row]) -> Table:
    """The summaries for people."""
    made = Table(show_edge=False, pad_edge=False)
    made.add_column("family")
    for name in ("size", "puzzles", "by lines", "unique", "multiple", "unknown"):
        made.add_column(name, justify="right")
    for name in ("median CPU s", "longest", "MB"):
        made.add_column(name, justify="right")
    for family, branch, group in _by_branch(summary):
        for row in group:
            counts = (row[key] for key in ("size", "puzzles", "lines", "unique", "multiple", "unknown"))
            seconds = f"{row['total']:.2f}", f"{row['longest']:.2f}", f"{row['memory'] / 1e6:.0f}"
            made.add_row(branch, *map(str, counts), *seconds)
        power = exponent(group) if family == PICTURES else None
        if power is not None:
            made.add_row(f"{branch}: time grows as cells to the power of {power:.2f}")
        made.add_section()
    return made


def draw(summary: list[Row], path: Path) -> None:
    """The families side by side, as an SVG."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    matplotlib.rcParams["svg.hashsalt"] = "nonosat"  # the same picture from the same figures
    from matplotlib import pyplot

    titles = {
        RANDOM: ("random pictures", "side", "CPU seconds, median"),
        PICTURES: ("pictures by formula", "cells", "CPU seconds"),
        DOM: ("n-Dom", "n", "CPU seconds"),
    }
    families = [family for family in FAMILIES if any(row["family"] == family for row in summary)]
    figure, axes = pyplot.subplots(1, len(families), figsize=(4.2 * len(families), 3.6), squeeze=False)
    places: dict[str, Any] = dict(zip(families, axes[0], strict=True))
    for family, branch, group in _by_branch(summary):
        plot = places[family]
        key = "cells" if family == PICTURES else "size"
        power = exponent(group) if family == PICTURES else None
        label = branch if power is None else f"{branch}, ~cells^{power:.2f}"
        plot.plot([row[key] for row in group], [row["total"] for row in group], marker="o", label=label)
        for row in group:
            if row["lines"] == row["puzzles"]:  # a ring for what lines alone do
                plot.plot(row[key], row["total"], "o", markersize=10, fillstyle="none", color="grey")
    for family, plot in places.items():
        title, below, beside = titles[family]
        plot.set(title=title, xlabel=below, ylabel=beside, yscale="log")
        if family == PICTURES:
            plot.set_xscale("log")
        plot.grid(visible=True, alpha=0.3)
        plot.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


@click.command()
@click.argument("families", nargs=-1, type=click.Choice(FAMILIES))
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True, help="Puzzles of a size.")
@click.option("--largest", type=click.IntRange(min=1), default=2000, show_default=True, help="Side.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=20.0, show_default=True, help="Seconds per puzzle."
)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the picture there.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "scaling.jsonl",
    help="JSON lines are appended here.",
)
def main(
    families: tuple[str, ...], seeds: int, largest: int, time_limit: float, svg: Path | None, output: Path
) -> None:
    """Measure larger and larger puzzles, of all families unless some are named."""
    options = {"families": list(families), "largest": largest, "time_limit": time_limit, "seeds": seeds}
    run = report.run_record("scaling", backend=AUTO, options=options)
    rows: list[Row] = []
    ns.check(ns.Puzzle([[1], [1]], [[1], [1]]))  # so that no copy has to load the solver's library
    try:
        with report.results(output, run) as results, report.progress(0) as bar:
            for row in measured(list(families or FAMILIES), seeds, largest, time_limit):
                report.progress_step(bar, f"{row['branch']} {row['size']}")
                results.add(row)
                rows.append(row)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
    summary = list(summaries(rows))
    report.console().print(table(summary))
    if svg:
        draw(summary, svg)


if __name__ == "__main__":
    main()
