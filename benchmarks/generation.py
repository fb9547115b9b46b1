"""How fast puzzles are made by wish, and how many wishes are met: `python -m benchmarks.generation`.

Prints for each wish the puzzles for a CPU second, the share that was as wished within the limit, the start
pictures and the compared pictures for each, and appends the figures to a results file. Every puzzle that is
said to be as wished is looked at again: its verdict by `check`, its grade by `rate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import click
from rich.table import Table

import nonosat as ns
from benchmarks import report
from nonosat.questions.explanation.techniques import Grade

SIDES = (5, 10, 15, 20, 30)
GRADED = (10, 15, 20)


def wishes() -> Iterator[tuple[str, ns.Wish]]:
    """Names, and what they stand for."""
    for side in SIDES:
        yield f"unique {side}x{side}", ns.Wish(width=side, height=side)
    for grade in Grade:
        for side in GRADED:
            yield f"{grade} {side}x{side}", ns.Wish(width=side, height=side, grade=grade)
    for solvable in (True, False):
        name = "line-solvable" if solvable else "not line-solvable"
        for side in GRADED:
            yield f"{name} {side}x{side}", ns.Wish(width=side, height=side, line_solvable=solvable)
    for inks in (2, 3, 4):
        yield f"{inks} inks 15x15", ns.Wish(width=15, height=15, inks=inks)
    for number in (0, 2, 5):
        yield f"{number} solutions 10x10", ns.Wish(width=10, height=10, solutions=number)
    yield "12 to 14 sweeps 15x15", ns.Wish(width=15, height=15, figures={"sweeps": (12, 14)})


def measured(wish: ns.Wish, puzzles: int, seconds: float) -> dict[str, Any]:
    """The figures of some puzzles of a wish."""
    began = process_time()
    made = list(islice(ns.stream(wish, seed=1, seconds=seconds), puzzles))
    took = process_time() - began
    for each in made:
        if each.found:
            _require(wish, each.puzzle)
    return {
        "puzzles": puzzles,
        "seconds": took,
        "met": sum(each.found for each in made) / puzzles,
        "tries": sum(each.tries for each in made) / puzzles,
        "compared": sum(each.moves for each in made) / puzzles,
    }


def _require(wish: ns.Wish, puzzle: ns.Puzzle) -> None:
    """Raises if a puzzle is not as wished."""
    report = ns.check(puzzle)
    wanted = {0: ns.Verdict.UNSOLVABLE, 1: ns.Verdict.UNIQUE}.get(wish.solutions or 0, ns.Verdict.MULTIPLE)
    assert report.verdict is wanted, (wish, puzzle)
    assert wish.line_solvable in (None, report.line_solvable), (wish, puzzle)
    assert wish.grade in (None, ns.rate(puzzle).grade), (wish, puzzle)


@click.command()
@click.option("--puzzles", default=100, show_default=True, help="Of each wish.")
@click.option("--hard-puzzles", default=20, show_default=True, help="Of each that needs search.")
@click.option("--seconds", default=30.0, show_default=True, help="Limit of each puzzle.")
@click.option("--only", default="", help="Wishes whose names have this in them.")
@click.option("--output", type=Path, default=report.RESULTS / "generation.jsonl", show_default=True)
def main(puzzles: int, hard_puzzles: int, seconds: float, only: str, output: Path) -> None:
    """Puzzles by wish for a CPU second, and the share of wishes met."""
    run = report.run_record("generation", backend="auto", options={"puzzles": puzzles, "seconds": seconds})
    results = report.Results(output, run)
    table = Table("wish", *("puzzles", "a second", "met", "tries", "compared"))
    try:
        for name, wish in wishes():
            if only not in name:
                continue
            found = measured(wish, hard_puzzles if wish.grade is Grade.SEARCH else puzzles, seconds)
            results.add({"wish": name, **found})
            rate = found["puzzles"] / max(found["seconds"], 1e-9)
            table.add_row(
                name,
                f"{found['puzzles']}",
                f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}",
                f"{found['met']:.1%}",
                f"{found['tries']:.1f}",
                f"{found['compared']:,.0f}",
            )
    finally:
        results.close()
        report.console().print(table)


if __name__ == "__main__":
    main()
