"""How well ambiguous pictures are mended: `python -m benchmarks.redraws` prints a table.

The pictures are made by seed, in five kinds and five sizes, each with more than one solution: noise of two
densities, blobs (noise made smooth, then cut at its median), blobs that are symmetric, and blobs of three
inks. For each kind: how many were mended within the time limit, how many of these with a proof that fewer
changes do not do, the cells changed, and the seconds. The table is Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

import click

import nonosat as ns
from benchmarks import report
from benchmarks.report import Row, pin_to_one_core
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.questions.repairs.pixels import repair_pixels

SIDES = 15, 20, 25, 30, 40

KINDS = "noise 50 %", "noise 60 %", "blobs", "symmetric blobs", "blobs of 3 inks"

_INKS: Palette = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("blue", "0000ff", "b"))


def drawn(kind: str, side: int, seed: int) -> tuple[ns.Grid, Palette]:
    """A square picture and its palette."""
    random = Random(f"{kind} {side} {seed}")
    if kind.startswith("noise"):
        density = int(kind.split()[1]) / 100
        cells = (bytes(random.random() < density for _ in range(side)) for _ in range(side))
        return ns.Grid(cells), BLACK_AND_WHITE
    heights = [[random.randrange(1000) for _ in range(side)] for _ in range(side)]
    for _ in range(2):
        heights = [[_around(heights, row, column) for column in range(side)] for row in range(side)]
    if kind.startswith("symmetric"):
        heights = [[*row[: (side + 1) // 2], *reversed(row[: side // 2])] for row in heights]
    inks = 3 if kind.endswith("inks") else 1
    levels = sorted(value for row in heights for value in row)
    cuts = [levels[len(levels) // 2 + len(levels) * at // (2 * inks)] for at in range(inks)]
    grid = ns.Grid(bytes(sum(value >= cut for cut in cuts) for value in row) for row in heights)
    return grid, _INKS[: inks + 1]


def _around(heights: list[list[int]], row: int, column: int) -> int:
    """The sum over a cell and its neighbours."""
    rows = heights[max(row - 1, 0) : row + 2]
    return sum(sum(line[max(column - 1, 0) : column + 2]) for line in rows) // len(rows)


def ambiguous(kind: str, side: int) -> Iterator[tuple[int, ns.Grid, Palette]]:
    """Pictures of a kind whose clues have several solutions, with their seeds."""
    for seed in count():
        grid, palette = drawn(kind, side, seed)
        if ns.check(grid.puzzle(palette), limit=ns.Limit(conflicts=20_000)).verdict is ns.Verdict.MULTIPLE:
            yield seed, grid, palette


def measured(grid: ns.Grid, palette: Palette, line_solvable: bool, seconds: float) -> Row:
    """The row of one picture."""
    began = monotonic()
    puzzle = grid.puzzle(palette, goal=grid)
    found = repair_pixels(puzzle, line_solvable=line_solvable, limit=ns.Limit(seconds=seconds))
    if found.puzzle is not None and ns.check(found.puzzle).verdict is not ns.Verdict.UNIQUE:
        raise AssertionError(f"not mended: {grid!r}")
    return {
        "found": found.found,
        "cost": found.cost,
        "bound": found.bound,
        "optimal": found.optimal,
        "line_solvable": found.line_solvable,
        "stopped": found.stopped,
        "wall": monotonic() - began,
    }


def markdown(rows: list[Row]) -> Iterator[str]:
    """The table, line by line."""
    yield "| pictures | made | mended | proved least | cells changed: median (most) | seconds |"
    yield "|---|---|---:|---:|---:|---:|"
    for lines in (False, True):
        made = "line-solvable" if lines else "unique"
        for kind in (*KINDS, "**all**"):
            own = [row for row in rows if row["lines"] is lines and kind in (row["kind"], "**all**")]
            if own:
                yield f"| {kind} | {made} | {_figures(own)} |"


def _figures(rows: list[Row]) -> str:
    mended = [row for row in rows if row["found"]]
    costs, times = [row["cost"] for row in mended] or [0], [row["wall"] for row in rows]
    proved = sum(row["optimal"] for row in mended)
    cells = f"{median(costs):g} ({max(costs)})"
    return f"{len(mended)} of {len(rows)} | {proved} | {cells} | {median(times):.1f} ({max(times):.1f})"


@click.command()
@click.option(
    "--each", type=click.IntRange(min=1), default=8, show_default=True, help="Of each kind and side."
)
@click.option("--time-limit", type=click.FloatRange(min=0), default=10.0, show_default=True, help="Seconds.")
@click.option("--lines/--no-lines", default=True, help="Mend each for lines alone, too.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "redraws.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/redraws.jsonl.",
)
def main(each: int, time_limit: float, lines: bool, output: Path) -> None:
    """Mend ambiguous pictures of several kinds and sizes."""
    pin_to_one_core()
    run = report.run_record("redraws", backend="", options={"each": each, "time_limit": time_limit})
    rows: list[Row] = []
    todo = [(kind, side) for kind in KINDS for side in SIDES]
    with report.results(output, run) as results, report.progress(len(todo)) as bar:
        for kind, side in todo:
            report.progress_step(bar, f"{kind} {side}")
            for (seed, grid, palette), _ in zip(ambiguous(kind, side), range(each), strict=False):
                for line_solvable in (False, True) if lines else (False,):
                    row: Row = {"kind": kind, "side": side, "seed": seed, "lines": line_solvable}
                    rows.append(row | measured(grid, palette, line_solvable, time_limit))
                    results.add(rows[-1])
            report.progress_step(bar, f"{kind} {side}", done=True)
    for line in markdown(rows):
        click.echo(line)


if __name__ == "__main__":
    main()
