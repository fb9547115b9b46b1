"""The parts by themselves: `python -m benchmarks.micro`.

`settle` on one line of 25, 100 and 1000 cells with none and with a third of the cells known;
propagation of a picture made by formula; writing and loading the clauses of a random puzzle; drawing
solved puzzles. Each is repeated, and the least and the median are shown: the least is the machine
undisturbed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot, sin
from pathlib import Path
from random import Random
from statistics import median
from timeit import Timer

import click
from rich.table import Table

from benchmarks import report
from benchmarks.report import Row, pin_to_one_core
from nonosat import Grid, Puzzle, render
from nonosat.model.clues import line_clue
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import Masks, Plan, plan, settle
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.sat.backends import BACKENDS, DEFAULT, Configuration, open_session
from nonosat.solving.sat.encodings import Cnf
from nonosat.solving.sat.encodings.order import encode


@dataclass(frozen=True, slots=True)
class Case:
    """Something to time: `work` does it, `units` times what `unit` says."""

    name: str
    work: Callable[[], object]
    units: int
    unit: str


def lines_to_settle(length: int, known: float, random: Random, count: int) -> list[tuple[Plan, Masks]]:
    """Random lines, half of the cells filled, with a share of the cells known."""
    lines = []
    for _ in range(count):
        cells = bytes(random.getrandbits(1) for _ in range(length))
        masks = [(1 << length) - 1] * 2
        for at, cell in enumerate(cells):
            if random.random() < known:
                masks[1 - cell] &= ~(1 << at)
        lines.append((plan(line_clue(cells), length, 2), masks))
    return lines


def rings(side: int) -> Puzzle:
    """Concentric rings as a puzzle: as large as wanted, and lines alone solve it."""

    def inside(row: int, column: int) -> bool:
        return sin(40 * hypot((column + 0.5) / side - 0.5, (row + 0.5) / side - 0.45)) > -0.2

    return Grid([[inside(row, column) for column in range(side)] for row in range(side)]).puzzle()


def random_puzzle(side: int, random: Random, filled: float = 0.4) -> Puzzle:
    """The puzzle of a random picture."""
    return Grid([[random.random() < filled for _ in range(side)] for _ in range(side)]).puzzle()


def _propagated(puzzle: Puzzle) -> Board:
    board = Board(puzzle)
    propagate(board)
    return board


def _load(cnf: Cnf, backend: str) -> None:
    with open_session(cnf, Configuration(backend)):
        pass


def _draw(puzzle: Puzzle, kind: str) -> None:
    drawing = render(puzzle, show="solution")
    if kind == "svg":
        drawing.svg()
    else:
        drawing.png()


def cases(seed: int, backend: str) -> Iterator[Case]:
    """Everything that is timed, with inputs made from the seed."""
    random = Random(seed)
    for length, count in ((25, 200), (100, 100), (1000, 10)):
        for known in (0.0, 1 / 3):
            lines = lines_to_settle(length, known, random, count)
            blocks = sum(len(line.steps) for line, _ in lines) / count

            def settle_all(lines: list[tuple[Plan, Masks]] = lines) -> None:
                for line, masks in lines:
                    settle(line, masks)

            name = f"settle, {length} cells, {blocks:.0f} blocks, {known:.0%} known"
            yield Case(name, settle_all, count, "line")
    for side in (100, 400):
        puzzle = rings(side)
        left = _propagated(puzzle).open_cells()
        name = f"board and propagate, rings {side}x{side}, {left} cells left open"
        yield Case(name, lambda puzzle=puzzle: _propagated(puzzle), 1, "puzzle")  # type: ignore[misc]
    for side in (30, 60):
        board = _propagated(random_puzzle(side, random))
        cnf = encode(board)
        what = f"random {side}x{side}, {board.open_cells()} cells open, {len(cnf.clauses)} clauses"
        yield Case(f"encode, {what}", lambda board=board: encode(board), len(cnf.clauses), "clause")  # type: ignore[misc]
        name = f"load into {backend}, {what}"
        yield Case(name, lambda cnf=cnf: _load(cnf, backend), len(cnf.clauses), "clause")  # type: ignore[misc]
    for side, kind in ((30, "svg"), (30, "png"), (1000, "svg"), (1000, "png")):
        goal = Grid([[random.getrandbits(1) for _ in range(side)] for _ in range(side)])
        puzzle = goal.puzzle(goal=goal)
        name = f"draw, random {side}x{side} solved, as {kind}"
        yield Case(name, lambda puzzle=puzzle, kind=kind: _draw(puzzle, kind), 1, "picture")  # type: ignore[misc]


def time_case(case: Case, repeats: int, seconds: float) -> Row:
    """Microseconds for a unit, least and median over the repeats, each of at least `seconds`."""
    gc.collect()
    timer = Timer(case.work)
    number = 1
    while (once := timer.timeit(number)) < seconds:
        number = max(number + 1, int(number * min(10.0, 1.2 * seconds / max(once, 1e-9))))
    scale = 1e6 / (number * case.units)
    found = [spent * scale for spent in timer.repeat(repeats, number)]
    return {"case": case.name, "unit": case.unit, "least_us": min(found), "median_us": median(found)}


@click.command()
@click.option("--repeats", type=click.IntRange(min=1), default=7, show_default=True)
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=0.2, show_default=True, help="Of each repeat."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--backend", type=click.Choice(list(BACKENDS)), default=DEFAULT, show_default=True)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "micro.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/micro.jsonl.",
)
def main(repeats: int, seconds: float, seed: int, backend: str, output: Path) -> None:
    """Time the line backend, propagation, the encoding, the loading of clauses, and drawing."""
    pin_to_one_core()
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("what")
    table.add_column("least", justify="right")
    table.add_column("median", justify="right")
    table.add_column("per second", justify="right")
    run = report.run_record("micro", backend=backend, options={"repeats": repeats}, seed=seed)
    with report.results(output, run) as results:
        for case in cases(seed, backend):
            row = time_case(case, repeats, seconds)
            results.add(row)
            least, middle = row["least_us"], row["median_us"]
            rate = f"{1e6 / middle:,.0f} {case.unit}s" if middle < 1e5 else ""
            table.add_row(case.name, _time_text(least), _time_text(middle), rate)
    report.console().print(table)


def _time_text(microseconds: float) -> str:
    return f"{microseconds / 1000:.1f} ms" if microseconds >= 1000 else f"{microseconds:.2f} us"


if __name__ == "__main__":
    main()
