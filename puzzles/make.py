"""Makes the puzzles of this folder that come from a formula.

    python puzzles/make.py                   writes those that are stored here
    python puzzles/make.py --large FOLDER    writes the large ones, too big to store, into FOLDER

The other files here are drawn or transcribed: they are their own source.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from nonosat import Grid, Metadata, Puzzle, dump
from nonosat.apps.generation import RABBIT, checkerboard, julia, n_dom, negative, poster, rings

HERE = Path(__file__).parent
LARGE_SIDES = 100, 200, 400, 1000
WORDS = "NONO\nGRAM\nSAT"


def stored() -> Iterator[tuple[str, Puzzle]]:
    """The puzzles that lie in this folder, each with its file's name."""
    for n in range(4, 15):
        yield f"dom-{n:02}.non", labelled(n_dom(n), f"{n}-Dom")
    yield "checkerboard-20.non", pictured(checkerboard(20, 20), "Checkerboard")
    for side in 6, 9, 30:
        board = checkerboard(side, side, step=3)
        yield f"loose-checkerboard-{side:02}.non", pictured(board, f"Loose checkerboard of side {side}")
    yield "rings-40.non", pictured(rings(40, 3), "Rings")
    yield "julia-60.non", pictured(negative(julia(60)), "Julia set")
    yield "poster-50.non", pictured(negative(poster("YES\nNO", 50)), "Yes and no")


def large() -> Iterator[tuple[str, Puzzle]]:
    """The large puzzles: most are solvable by lines; the rabbit, black on white, is not at any size."""
    for side in LARGE_SIDES:
        yield f"julia-{side:04}.non", pictured(negative(julia(side)), f"Julia set of side {side}")
        yield f"rabbit-{side:04}.non", pictured(julia(side, RABBIT), f"Douady's rabbit of side {side}")
        yield f"rings-{side:04}.non", pictured(rings(side), f"Rings of side {side}")
        yield f"text-{side:04}.non", pictured(negative(poster(WORDS, side)), f"Text of side {side}")


def labelled(puzzle: Puzzle, title: str) -> Puzzle:
    """The puzzle with title, author and licence."""
    return puzzle.replace(metadata=Metadata(title=title, author="nonosat", licence="CC0-1.0"))


def pictured(goal: Grid, title: str) -> Puzzle:
    """The puzzle of a picture, which is its goal."""
    return labelled(goal.puzzle(goal=goal), title)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the puzzles that come from a formula.")
    parser.add_argument("--large", type=Path, metavar="FOLDER", help="write the large ones there instead")
    folder: Path | None = parser.parse_args().large
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for name, puzzle in stored() if folder is None else large():
        dump(puzzle, (folder or HERE) / name)
        print(name)


if __name__ == "__main__":
    main()
