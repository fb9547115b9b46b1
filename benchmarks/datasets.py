"""A data set of mixed wishes, made and proved right: `python -m benchmarks.datasets make`, then `check`.

`make` writes a data set of so many puzzles; `again` makes it once more with other processes, another seed of
Python's hashes and, if it is told of one, another Python, and compares the bytes. `check` looks at each
record:

- the solutions are found again by another solver, from another encoding;
- small puzzles are solved by trying rows one below the other, which has nothing in common with the rest;
- the labels are found again, and say what the wish does;
- no two keys are the same, and keys, splits and places are as the recipe says.

With `NONOSAT_PURE=1` the labels are found again by the Python that is the kernel's reference. What is wrong
is printed, and the exit code is 1.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import click

from benchmarks import report
from benchmarks.report import console
from nonosat import Grid, Limit, Puzzle, SearchOptions, Wish, dataset, solutions
from nonosat.foundation.limits import Clock
from nonosat.generation.datasets.canonical import canonical_key
from nonosat.generation.datasets.card import puzzle_of
from nonosat.generation.datasets.recipe import Recipe, splits_of
from nonosat.generation.datasets.records import MOST_COUNTED, labels
from nonosat.generation.wish import Kind, Symmetry
from nonosat.questions.explanation.techniques import Grade

Record = dict[str, Any]

SPLITS = {"train": 0.8, "valid": 0.1, "test": 0.1}
STEPS = 3

OTHER = SearchOptions(backend="minisat22", encoding="path", workers=1)
"""Not what the labels rest on."""

SMALL = 64
"""Cells of a puzzle that is solved by trying rows."""

WISHES = (
    *(Wish(width=side, height=side) for side in (5, 10, 15)),
    *(Wish(width=10, height=10, grade=grade) for grade in Grade if grade != "needs search"),
    Wish(width=8, height=8, line_solvable=False),
    Wish(width=15, height=10, line_solvable=True, density=0.5),
    *(Wish(width=12, height=12, kind=kind) for kind in Kind if kind != "noise"),
    *(Wish(width=9, height=9, symmetry=each) for each in Symmetry if each != "none"),
    Wish(width=8, height=8, inks=2),
    Wish(width=10, height=10, inks=4, kind=Kind.BLOBS),
    Wish(width=6, height=6, solutions=2),
    Wish(width=7, height=7, solutions=5),
    Wish(width=8, height=8, solutions=0),
    Wish(width=10, height=10, figures={"sweeps": (8, None)}),
)
"""The mixture."""


@click.group()
def main() -> None:
    """A data set of mixed wishes, made and checked."""


def _make(output: str, count: int, workers: int | None) -> None:
    dataset(output, WISHES, count=count, seed=1, splits=SPLITS, steps=STEPS, workers=workers, observer=_tell)


def _tell(progress: Any) -> None:
    if progress.tried % 1000 == 0:
        print(
            f"{progress.made:,} of {progress.wanted:,}, {progress.tried:,} tried", file=sys.stderr, flush=True
        )


@main.command()
@click.argument("output")
@click.option("--count", default=100_000, show_default=True)
@click.option("--workers", type=int)
def make(output: str, count: int, workers: int | None) -> None:
    """Make the data set."""
    _make(output, count, workers)


@main.command()
@click.argument("output")
@click.option("--count", default=100_000, show_default=True)
@click.option("--python", default=sys.executable, help="Another interpreter, with nonosat installed.")
@click.option("--workers", default=3, show_default=True)
def again(output: str, count: int, python: str, workers: int) -> None:
    """Make it again under other circumstances, and compare."""
    other = f"{output.removesuffix('.jsonl')}-again.jsonl"
    code = f"from benchmarks.datasets import _make; _make({other!r}, {count}, {workers})"
    subprocess.run([python, "-c", code], check=True, env={**os.environ, "PYTHONHASHSEED": "12345"})
    sums = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in (output, other)]
    print(*sums, sep="\n")
    sys.exit(sums[0] != sums[1])


@main.command()
@click.argument("path")
@click.option("--count", default=100_000, show_default=True, help="As it was made.")
@click.option("--first", type=int, help="Look at so many records only.")
@click.option("--workers", type=int)
def check(path: str, count: int, first: int | None, workers: int | None) -> None:
    """Look at every record."""
    recipe = Recipe(wishes=WISHES, count=count, seed=1, steps=STEPS, splits=splits_of(SPLITS))
    seen: set[str] = set()
    found: Counter[str] = Counter()
    wrong = 0
    with open(path, encoding="utf-8") as file, ProcessPoolExecutor(workers) as pool:
        records = map(json.loads, islice(file, first))
        for at, (record, faults) in enumerate(_looked_at(records, pool), 1):
            if record["key"] in seen:
                faults = [*faults, "its key is that of another"]
            if record.get("split") != recipe.split_of(record["key"]):
                faults = [*faults, "it is in the wrong split"]
            seen.add(record["key"])
            wrong += bool(faults)
            found.update((f"grade {record['grade']}", f"known by {record['known_by']}", record["verdict"]))
            found["tried by rows"] += record["width"] * record["height"] <= SMALL
            for fault in faults:
                print(f"{path}: puzzle {record['puzzle']}: {fault}", flush=True)
            if at % 1000 == 0:
                print(f"{at:,} looked at, {wrong} wrong", file=sys.stderr, flush=True)
    console().print(f"{len(seen):,} records, {wrong} wrong")
    for name, number in found.most_common():
        console().print(f"{number:>9,} {name}")
    run = report.run_record("datasets", backend=OTHER.backend, seed=1, file=path, options={"count": count})
    with report.results(report.RESULTS / "datasets.jsonl", run) as out:
        out.add({"records": len(seen), "wrong": wrong, **found})
    sys.exit(bool(wrong))


def _looked_at(records: Iterator[Record], pool: ProcessPoolExecutor) -> Iterator[tuple[Record, list[str]]]:
    """Each record with what is wrong with it."""
    while some := list(islice(records, 1000)):
        yield from zip(some, pool.map(faults_of, some, chunksize=20), strict=True)


def faults_of(record: Record) -> list[str]:
    """What is wrong with a record, in words."""
    puzzle, wish = puzzle_of(record), WISHES[record["wish"]]
    found = [
        f"{name} is {record.get(name)!r}, and now {value!r}"
        for name, value in json.loads(json.dumps(labels(puzzle, STEPS, Clock()))).items()
        if record.get(name) != value
    ]
    if canonical_key(puzzle) != record["key"]:
        found.append("another key")
    most = min(int(record["count"]) + 1, MOST_COUNTED)
    others = list(solutions(puzzle, limit=Limit(solutions=most), options=OTHER))
    if len(others) != int(record["count"]):
        found.append(f"{len(others)} solutions of another solver, not {record['count']}")
    if record["verdict"] != "unsolvable" and puzzle.goal not in others:
        found.append("the goal is none of the solutions of another solver")
    if record["width"] * record["height"] <= SMALL:
        tried = set(islice(by_rows(puzzle), most))
        if tried != set(others):
            found.append(f"{len(tried)} solutions by trying rows, {len(others)} of another solver")
    found += unfulfilled(wish, record)
    return found


def unfulfilled(wish: Wish, record: Record) -> Iterator[str]:
    """What of a wish a record does not say."""
    said = record | {"solutions": int(record["count"])}
    for name in ("width", "height", "inks", "solutions", "line_solvable", "grade"):
        wished = getattr(wish, name)
        if wished is not None and wished != said[name]:
            yield f"{name} is {said[name]}, and {wished} was wished"
    if wish.symmetry != "none" and wish.symmetry not in record.get("symmetry", [wish.symmetry]):
        yield f"it is not symmetric {wish.symmetry}"
    for name, (least, most) in wish.figures.items():
        if not (least or 0) <= record[name] <= (record[name] if most is None else most):
            yield f"{name} is {record[name]}, which was not wished"


def by_rows(puzzle: Puzzle) -> Iterator[Grid]:
    """All solutions, found by trying rows one below the other; columns are read as far as they go."""
    width = puzzle.width
    rows, columns = (
        [tuple((block.length or 0, block.colour) for block in clue or ()) for clue in family]
        for family in puzzle.clue_families
    )

    def below(grid: list[bytes]) -> Iterator[Grid]:
        if len(grid) == len(rows):
            yield Grid(grid)
            return
        for row in _fillings(rows[len(grid)], width):
            new = [*grid, row]
            if all(
                _may_begin(bytes(column), clue, len(rows))
                for column, clue in zip(zip(*new, strict=True), columns, strict=True)
            ):
                yield from below(new)

    yield from below([])


def _fillings(clue: tuple[tuple[int, int], ...], length: int) -> Iterator[bytes]:
    if not clue:
        yield bytes(length)
        return
    (size, colour), rest = clue[0], clue[1:]
    gap = int(bool(rest) and rest[0][1] == colour)
    for start in range(length - size + 1):
        begun = bytes(start) + bytes([colour]) * size + bytes(gap if rest else 0)
        if len(begun) <= length:
            for end in _fillings(rest, length - len(begun)):
                yield begun + end


def _may_begin(cells: bytes, clue: tuple[tuple[int, int], ...], length: int) -> bool:
    """Whether a column of that length and clue may begin with these cells."""
    runs: list[list[int]] = []
    for at, colour in enumerate(cells):
        if colour and at and cells[at - 1] == colour:
            runs[-1][0] += 1
        elif colour:
            runs.append([1, colour])
    if len(cells) == length:
        return tuple(map(tuple, runs)) == clue
    if cells[-1] == 0 or not runs:
        done, left = runs, clue[len(runs) :]
        fits = tuple(map(tuple, done)) == clue[: len(done)]
    else:
        done = runs[:-1]
        if len(runs) > len(clue) or runs[-1][1] != clue[len(done)][1] or runs[-1][0] > clue[len(done)][0]:
            return False
        fits = tuple(map(tuple, done)) == clue[: len(done)]
        left = ((clue[len(done)][0] - runs[-1][0], clue[len(done)][1]), *clue[len(runs) :])
    gaps = sum(one[1] == other[1] for one, other in pairwise(left))
    return fits and sum(size for size, _ in left) + gaps <= length - len(cells)


if __name__ == "__main__":
    main()
