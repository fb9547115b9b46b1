"""Hashes of ratings and of every step and sentence: `python -m benchmarks.ratings SOURCES... [--take N]`.

Prints a SHA-256 of each kind over all puzzles, to compare two versions, and the CPU milliseconds per puzzle. Minutes and stars
have a hash of their own. Uses public names only, so an older version can run the same file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import nonosat as ns

# members that every version has, but for the conflicts of the search
_MEMBERS = (
    *(
        "verdict",
        "line_solvable",
        "grade",
        "difficulty",
        "hardest",
        "hard_share",
        "cells",
        "sweeps",
        "effort",
    ),
    *(
        "stalled_cells",
        "techniques",
        "probed_cells",
        "probe_depth",
        "search_cells",
        "open_cells",
        "complete",
    ),
)
_PEOPLE = ("minutes", "minutes_text", "minutes_least", "minutes_most", "stars", "extrapolated")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--take", type=int, default=2000, help="maximum number of puzzles")
    given = parser.parse_args(arguments)
    hashes = {name: hashlib.sha256() for name in ("ratings", "minutes and stars", "steps and sentences")}
    seconds = dict.fromkeys(("rate", "explain"), 0.0)
    puzzles = [
        puzzle
        for folder in given.folders
        for path in sorted(folder.rglob("*") if folder.is_dir() else [folder])
        if path.is_file()
        for puzzle in ns.load_all(path)
    ][: given.take]
    for puzzle in puzzles:
        began = process_time()
        rating = dict[str, object](ns.rate(puzzle).to_json())
        rated = process_time()
        explanation = ns.explain(puzzle)
        text = "\n".join(map(str, explanation))
        seconds["rate"] += rated - began
        seconds["explain"] += process_time() - rated
        people, members = ([rating[name] for name in names] for names in (_PEOPLE, _MEMBERS))
        hashes["ratings"].update(json.dumps(members).encode())
        hashes["minutes and stars"].update(json.dumps(people).encode())
        hashes["steps and sentences"].update(text.encode() + json.dumps(explanation.to_json()).encode())
    for name, digest in hashes.items():
        print(f"{name}: {digest.hexdigest()[:16]}")
    print(
        f"{len(puzzles)} puzzles",
        *(f"{name} {1000 * total / len(puzzles):.2f} ms" for name, total in seconds.items()),
    )


if __name__ == "__main__":
    main()
