"""How figures of `rate` go with what people said: `python -m benchmarks.people FOLDER`.

FOLDER is a checkout of github.com/bing-j/nonogram-difficulty, of which nothing is here: six 10x10 puzzles, 67 people, 201
attempts. Its files have a Bradley-Terry score of each puzzle, by which people found it harder, and the mean time. Spearman's
rank correlation of six puzzles is significant (p < 0.05) from 0.886 on.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from nonosat import Puzzle, Rating, rate

PUZZLES = "nonograms_6.json"
SCORES = ("analyze-data/out_features/bt_difficulty_vs_sat.csv", "bt_score")
TIMES = ("outputs/puzzle_human_difficulty_summary.csv", "mean_human_time_to_solve")

FIGURES: dict[str, Callable[[Rating], float]] = {
    "difficulty": lambda rating: rating.difficulty,
    "effort": lambda rating: rating.effort,
    "steps": lambda rating: sum(number for _, number in rating.steps),
    "sweeps": lambda rating: rating.sweeps,
    "footholds, fewer are harder": lambda rating: -rating.footholds,
    "lone_steps": lambda rating: rating.lone_steps,
    "full_lines, fewer are harder": lambda rating: -rating.full_lines,
    "first_glance, less is harder": lambda rating: -rating.first_glance,
    "beyond_overlap": lambda rating: rating.beyond_overlap,
    "longest_chain": lambda rating: rating.longest_chain,
}


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share theirs.

    >>> ranks([3, 1, 3])
    [1.5, 0.0, 1.5]
    """
    below = [sum(other < value for other in values) for value in values]
    return [at + (values.count(value) - 1) / 2 for at, value in zip(below, values, strict=True)]


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The rank correlation; None if all values are equal.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    first, second = ranks(one), ranks(other)
    mean = (len(one) - 1) / 2
    spread = sum((at - mean) ** 2 for at in first) * sum((at - mean) ** 2 for at in second)
    if not spread:
        return None
    shared = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    return shared / math.sqrt(spread)


def column(folder: Path, file: str, name: str) -> dict[str, float]:
    """A column of a table, by the number of the puzzle."""
    with open(folder / file, encoding="utf-8", newline="") as lines:
        return {row["puzzle_id"]: float(row[name]) for row in csv.DictReader(lines)}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    puzzles = json.loads((folder / PUZZLES).read_text(encoding="utf-8"))
    scores, times = column(folder, *SCORES), column(folder, *TIMES)
    ratings = {str(each["id"]): rate(Puzzle(**each["clues"])) for each in puzzles}
    print(f"| figure | of each puzzle | score (n = {len(ratings)}) | time |\n|---|---|---:|---:|")
    for name, figure in FIGURES.items():
        values = [figure(rating) for rating in ratings.values()]
        found = (spearman(values, [each[number] for number in ratings]) for each in (scores, times))
        told = " | ".join("none" if each is None else f"{each:.2f}" for each in found)
        print(f"| {name} | {', '.join(f'{abs(value):.3g}' for value in values)} | {told} |")


if __name__ == "__main__":
    main()
