"""Median and worst time of a family's members: `python -m benchmarks.scaling [FAMILY:SIZE...] [--goals]`.

One member says little about a family: random ones of the same size differ a thousandfold. A random family has `--members`
of a size; a formula has one of each size and value, so all its values and the next smaller sizes are taken. Times are CPU
seconds to the verdict with one worker, memory the largest peak of the process. An undecided member counts with the time
that it took. Pictures are not given to the search unless `--goals` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from statistics import median

import click

import nonosat as ns
from benchmarks.report import Program
from nonosat.apps.benchmarking.contenders import OURS, OwnSearch
from nonosat.apps.benchmarking.families import FAMILIES, Subject, members
from nonosat.apps.benchmarking.measuring import CHECK, Laboratory
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
    "life:70",
    "truchet:99",
    "latin:53",
    "moire:99",
    "rule:50",
    "dithered:200",
)


def siblings(name: str, number: int) -> Iterator[Subject]:
    """Returns `number` members of a family near a size; raises `UsageError` for what is no family."""
    near = members(name, number)
    family, size = name.split(":")
    if FAMILIES[family.partition("@")[0]].by_chance:
        return near
    values = [f"julia@{value}" for value in range(1, len(JULIA_SETS) + 1)] if family == "julia" else [family]
    names = (f"{value}:{int(size) - 2 * less}" for less in count() for value in values)
    return (next(members(member)) for member in islice(names, number))


@click.command(cls=Program)
@click.argument("families", nargs=-1)
@click.option("--members", "number", default=10, show_default=True, help="Members of each family.")
@click.option("--conflicts", default=20_000, show_default=True, help="Conflicts for a member.")
@click.option("--seconds", default=10.0, show_default=True, help="Wall-clock seconds for a member.")
@click.option("--seed", default=0, show_default=True, help="Seed of the search.")
@click.option("--goals", is_flag=True, help="Give the search the pictures.")
def main(
    families: tuple[str, ...], number: int, conflicts: int, seconds: float, seed: int, goals: bool
) -> None:
    """Print the median and the worst time of families."""
    ours = OwnSearch(OURS, ns.SearchOptions(portfolio=1), goals)
    click.echo("family\tmembers\tdecided\tmedian\tworst\tMB\tworst member")
    with Laboratory(CHECK, ns.Limit(seconds=seconds, conflicts=conflicts)) as laboratory:
        for family in families or FAMILIES_MEASURED:
            times, decided, peak = {}, 0, 0
            for subject in siblings(family, number):
                assert subject.puzzle
                measured = laboratory.run(ours, subject.puzzle, seed)
                times[subject.name] = measured.seconds if measured.cpu is None else measured.cpu
                peak = max(peak, measured.memory or 0)
                decided += measured.verdict != Verdict.UNKNOWN
            worst = max(times, key=lambda name: times[name])
            middle = median(times.values())
            click.echo(
                f"{family}\t{len(times)}\t{decided}\t{middle:.3g}\t{times[worst]:.3g}\t{peak / 1e6:.0f}\t{worst}"
            )


if __name__ == "__main__":
    main()
