"""Fits and evaluates the models of minutes and stars: `python -m benchmarks.people PATH`.

PATH is a clone of github.com/lufton/non-grabber, of which nothing is here: 52,015 puzzles of griddlers.net with the median time
of their players, 29,663 of webpbn.com with the difficulty in stars that users gave. A sample is rated (`--sample`), and each
rating is kept in a journal outside of the project. The SHA-256 of a file decides: first digit 0 to 3 is the test set,
f is left out. `--fit` prints laws fitted to the rest, with which `nonosat.explaining.grading.people` was written;
without it, the table of docs/techniques.md is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np

import nonosat as ns
from nonosat.explaining.grading.people import (
    FACTORS,
    FITTED_CELLS,
    SECONDS,
    STARS,
    TECHNIQUES,
    TRAITS,
    Effort,
    Law,
    scaled,
    swept,
    work_of,
)

PROPERTIES = ("visits", "changes", "pieces", *TRAITS, "cells", "looks", *TECHNIQUES)
"""The properties that a law of minutes can have; those of cells that lines leave open are fitted to stars."""

Row = dict[str, Any]


def header(text: str) -> dict[str, str]:
    """The members of a file's header."""
    fields = re.finditer(r"^(\w+) (.*)$", text.split("\nrows\n")[0], re.MULTILINE)
    return {match[1]: match[2].strip('"') for match in fields}


def rated(path: Path) -> Row | None:
    """A row of the journal; None if nobody has judged the puzzle, it is too large, or left out."""
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    said = header(data.decode("utf-8", "replace"))
    cells = int(said.get("height", 0)) * int(said.get("width", 0))
    if digest[0] == "f" or not 0 < cells <= FITTED_CELLS[1]:
        return None
    griddlers = "medium_time" in said
    if griddlers:
        hours, minutes, seconds = map(int, said["medium_time"].split(":"))
        value = 3600.0 * hours + 60 * minutes + seconds
    else:
        value = float(said.get("difficulty", 0))
    if not value:
        return None
    puzzle, began = ns.load(path), process_time()
    rating = ns.rate(puzzle, seconds=600)  # a shorter limit would leave out large puzzles on a busy machine
    solution = ns.solve(puzzle, seconds=600)
    known = rating.verdict == "unique" and solution is not None and not puzzle.is_triddler
    return {
        "sha256": digest,
        "site": "griddlers" if griddlers else "webpbn",
        "value": value,
        "cells": cells,
        "inks": len(puzzle.palette) - 1,
        "verdict": str(rating.verdict),
        "grade": rating.grade and str(rating.grade),
        "cpu": process_time() - began,
        "work": work_of(puzzle, swept(puzzle), solution.cells)._asdict() if known and solution else None,
    }


def sampled(folder: Path, number: int, seed: int, journal: Path) -> None:
    """Rates a random sample and appends a row for each puzzle to the journal."""
    paths = sorted(folder.rglob("*.non"))
    Random(seed).shuffle(paths)
    known = {row["sha256"] for row in rows_of(journal)} if journal.exists() else set[str]()
    with journal.open("a", encoding="utf-8") as out:
        for path in paths:
            if len(known) >= number:
                return
            try:
                row = rated(path)
            except ns.NonosatError as error:
                print(f"{path.name}: {error}")
                continue
            if row and row["sha256"] not in known:
                known.add(row["sha256"])
                print(json.dumps(row), file=out, flush=True)


def rows_of(journal: Path) -> Iterator[Row]:
    with journal.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def fitted(rows: Sequence[Row], names: Sequence[str], target: np.ndarray) -> Law:
    """Least squares with Huber's weights; counts whose weight would be negative are left out."""
    left = list(names)
    while True:
        values = np.array([[1.0, *(scaled(name, row["work"][name]) for name in left)] for row in rows])
        weights = np.ones(len(rows))
        for _ in range(30):
            root = np.sqrt(weights)
            factors = np.linalg.lstsq(values * root[:, None], target * root, rcond=None)[0]
            error = np.abs(target - values @ factors)
            weights = np.minimum(1, 1.5 * 1.48 * np.median(error) / np.maximum(error, 1e-9))
        counts = [0 if name in TRAITS else factor for name, factor in zip(left, factors[1:], strict=True)]
        worst = int(np.argmin([0, *counts]))
        if not worst:
            return Law(
                round(float(factors[0]), 3), dict(zip(left, np.round(factors[1:], 3).tolist(), strict=True))
            )
        left.pop(worst - 1)


def predicted(rows: Sequence[Row], law: Law) -> np.ndarray:
    return np.array([law(Effort(**row["work"])) for row in rows])


def by_laws(rows: Sequence[Row]) -> np.ndarray:
    """The predicted logarithms of seconds, by the laws in use."""
    return np.array([SECONDS[row["inks"] > 1](Effort(**row["work"])) for row in rows])


def ranked(values: np.ndarray) -> np.ndarray:
    """Ranks; equal values share theirs."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts + 1) / 2)[group]


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """The rank correlation.

    >>> round(spearman(np.array([1, 2, 3]), np.array([10, 30, 20])), 3)
    0.5
    """
    return float(np.corrcoef(ranked(one), ranked(other))[0, 1])


def by_size(rows: Sequence[Row], one: np.ndarray, other: np.ndarray, bands: int = 5) -> list[float]:
    """The rank correlation within each of some bands of sizes, with as many puzzles each."""
    parts = np.array_split(np.argsort([row["cells"] for row in rows], kind="stable"), bands)
    return [round(float(spearman(one[part], other[part])), 2) for part in parts]


def fit(rows: Sequence[Row]) -> None:
    """Prints the laws fitted to these rows, and the factors of the intervals."""
    for several in (False, True):
        some = [row for row in rows if row["site"] == "griddlers" and (row["inks"] > 1) is several]
        if not some:
            continue
        target = np.log([row["value"] for row in some])
        law = fitted(some, PROPERTIES, target)
        error = np.abs(target - predicted(some, law))
        print("colour" if several else "one ink", len(some), law, f"{np.exp(np.quantile(error, 0.8)):.3f}")
    some = [row for row in rows if row["site"] == "webpbn"]
    stalled = np.array([[row["work"][name] for name in ("stalled", "unsolved")] for row in some])
    begun = [{**row, "work": {**row["work"], "stalled": 0, "unsolved": 0.0}} for row in some]
    values = np.column_stack(
        [np.ones(len(some)), by_laws(begun), np.log1p(stalled[:, 0]), stalled[:, 1]],
    )
    base, weight, *rest = np.linalg.lstsq(values, np.array([row["value"] for row in some]), rcond=None)[0]
    print("stars", len(some), base.round(3), weight.round(3), "cells left open", (rest / weight).round(3))


def table(rows: Sequence[Row]) -> None:
    """Prints how well the models that are in use predict these rows."""
    print(
        "| puzzles | n | median factor or error | 80 % interval covers | rank correlation | within five sizes |"
    )
    print("|---|---:|---:|---:|---:|---|")
    for site, several in (("griddlers", False), ("griddlers", True), ("webpbn", False), ("webpbn", True)):
        some = [row for row in rows if row["site"] == site and (row["inks"] > 1) is several]
        value = np.array([row["value"] for row in some])
        if site == "griddlers":
            estimates = predicted(some, SECONDS[several])
            error = np.abs(estimates - np.log(value))
            median = f"x/÷ {np.exp(np.median(error)):.3f}"
            covered = f"{100 * np.mean(error <= np.log(FACTORS[several])):.0f} %"
        else:
            estimates = np.clip(STARS[0] + STARS[1] * by_laws(some), 1, 5)
            median, covered = f"{np.median(np.abs(estimates - value)):.2f} stars", ""
        bands = ", ".join(map(str, by_size(some, estimates, value)))
        kind = f"{site}, {'colour' if several else 'one ink'}"
        print(f"| {kind} | {len(some)} | {median} | {covered} | {spearman(estimates, value):.2f} | {bands} |")


def grades(rows: Sequence[Row]) -> None:
    """Prints what people say of each grade."""
    print("| grade | minutes (griddlers.net) | n | stars (webpbn.com) | n |\n|---|---:|---:|---:|---:|")
    for grade in ("trivial", "easy", "medium", "probing", "hard", "search"):
        cells = []
        for site, scale, digits in (("griddlers", 60, 1), ("webpbn", 1, 2)):
            values = [row["value"] / scale for row in rows if row["site"] == site and row["grade"] == grade]
            cells += [f"{np.median(values):.{digits}f}" if len(values) > 4 else "", str(len(values))]
        print(f"| {grade} | {' | '.join(cells)} |")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--journal", type=Path, required=True, help="outside of the project: it has a row for each puzzle"
    )
    parser.add_argument(
        "--sample", type=int, default=0, help="how many puzzles to rate, those in the journal included"
    )
    parser.add_argument("--seed", type=int, default=40)
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args(arguments)
    sampled(given.folder, given.sample, given.seed, given.journal)
    rows = [row for row in rows_of(given.journal) if row["work"]]
    tested = [row for row in rows if row["sha256"][0] in "0123"]
    if given.fit:
        fit([row for row in rows if row["sha256"][0] not in "0123"])
        return
    table(tested)
    grades(rows)


if __name__ == "__main__":
    main()
