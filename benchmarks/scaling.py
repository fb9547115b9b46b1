"""Median and worst time of a family's members: `python -m benchmarks.scaling [FAMILY:SIZE...]`.

One member says little about a family: random ones of the same size differ a thousandfold. A random family has `--members`
of a size; a formula has one of each size and value, so all its values and the next smaller sizes are taken. Times are CPU
seconds to the verdict with one worker. An undecided member counts with the time that it took.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from statistics import median
from time import process_time

import click

import nonosat as ns
from nonosat.apps.benchmarking.families import FAMILIES, Subject, members
from nonosat.apps.generation.formula import JULIA_SETS
from nonosat.search.outcome import Verdict

FAMILIES_MEASURED = (
    "blobs@0.3:800",
    "random@0.3:25",
    "random@0.6:200",
    "strokes@0.3:200",
    "text:100",
    "julia:100",
    "julia:130",
    "rings:800",
    "checkerboard:400",
    "stripes:40",
)


def siblings(name: str, number: int) -> Iterator[Subject]:
    """Yields `number` members of a family near a size."""
    family, size = name.split(":")
    if FAMILIES[family.partition("@")[0]].by_chance:
        return members(name, number)
    values = [f"julia@{value}" for value in range(1, len(JULIA_SETS) + 1)] if family == "julia" else [family]
    names = (f"{value}:{int(size) - 2 * less}" for less in count() for value in values)
    return (next(members(each)) for each in islice(names, number))


@click.command()
@click.argument("families", nargs=-1)
@click.option("--members", "number", default=10, show_default=True, help="Members of each family.")
@click.option("--conflicts", default=20_000, show_default=True, help="Conflicts for a member.")
@click.option("--seed", default=0, show_default=True, help="Seed of the search.")
def main(families: tuple[str, ...], number: int, conflicts: int, seed: int) -> None:
    """Print the median and the worst time of families."""
    limit, options = ns.Limit(conflicts=conflicts), ns.SearchOptions(seed=seed, workers=1)
    click.echo("family\tmembers\tdecided\tmedian\tworst\tworst member")
    for family in families or FAMILIES_MEASURED:
        seconds, decided = {}, 0
        for subject in siblings(family, number):
            assert subject.puzzle
            began = process_time()
            report = ns.check(subject.puzzle, limit=limit, options=options)
            seconds[subject.name] = process_time() - began
            decided += report.verdict is not Verdict.UNKNOWN
        worst = max(seconds, key=lambda name: seconds[name])
        middle = median(seconds.values())
        click.echo(f"{family}\t{len(seconds)}\t{decided}\t{middle:.3g}\t{seconds[worst]:.3g}\t{worst}")


if __name__ == "__main__":
    main()
