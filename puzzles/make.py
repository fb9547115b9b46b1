"""Makes the puzzles of this folder that come from a formula: `python puzzles/make.py`.

The other files here are drawn or transcribed: they are their own source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nonosat import Grid, Metadata, Puzzle, dump
from nonosat.apps.generation import checkerboard, julia, n_dom, rings

HERE = Path(__file__).parent


def stored() -> Iterator[tuple[str, Puzzle]]:
    """Yields each puzzle with the name of its file."""
    for n in range(4, 15):
        yield f"dom-{n:02}.non", labelled(n_dom(n), f"{n}-Dom")
    yield "checkerboard-20.non", pictured(checkerboard(20, 20), "Checkerboard")
    for side in 6, 9, 30:
        board = checkerboard(side, side, step=3)
        yield f"loose-checkerboard-{side:02}.non", pictured(board, f"Loose checkerboard of side {side}")
    yield "rings-40.non", pictured(rings(40, 3), "Rings")
    yield "julia-60.non", pictured(negative(julia(60)), "Julia set")


def negative(grid: Grid) -> Grid:
    """Returns the picture with black and white exchanged."""
    return Grid(bytes(1 - cell for cell in row) for row in grid)


def labelled(puzzle: Puzzle, title: str) -> Puzzle:
    """Returns the puzzle with title, author and licence."""
    return puzzle.replace(metadata=Metadata(title=title, author="nonosat", licence="CC0-1.0"))


def pictured(goal: Grid, title: str) -> Puzzle:
    """Returns the puzzle of a picture, which is its goal."""
    return labelled(goal.puzzle(goal=goal), title)


if __name__ == "__main__":
    for name, puzzle in stored():
        dump(puzzle, HERE / name)
        print(name)
