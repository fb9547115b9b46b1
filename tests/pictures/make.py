"""Ten pictures turned into puzzles with one solution: drawn, "photographed", written, and of few colours.

`python tests/pictures/make.py` draws the sheet of the README and prints the table of docs/designers.md; with `--table` and
names of pictures it prints their part of the table only. The pictures are our own: formulas drew them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

import nonosat as ns
from nonosat.repairs.repair_pixels import repair_pixels
from nonosat.repairs.result import CellChange, Repair

HERE = Path(__file__).parent
CELL = 5


@dataclass(frozen=True)
class Task:
    """A picture and how it becomes a puzzle."""

    name: str
    options: dict[str, Any]

    @property
    def how(self) -> str:
        words = [f"{name} {value}" for name, value in self.options.items() if value is not True]
        return ", ".join([*words, *(name for name, value in self.options.items() if value is True)])


TASKS = (
    Task("moon", {"width": 24, "method": "dither"}),
    Task("sunset", {"width": 32, "method": "threshold", "level": 170, "invert": True}),
    Task("mountains", {"width": 26, "method": "dither"}),
    Task("waves", {"width": 36, "method": "otsu"}),
    Task("galaxy", {"width": 28, "method": "dither", "invert": True}),
    Task("fern", {"width": 32, "method": "threshold", "level": 128}),
    Task("face", {"width": 24, "method": "edges"}),
    Task("written", {"width": 45, "method": "otsu"}),
    Task("balloon", {"width": 28, "inks": 5}),
    Task("parrot", {"width": 30, "method": "edges"}),
)


def mended(names: list[str]) -> Iterator[tuple[Task, ns.Puzzle, Repair]]:
    """Each puzzle as it comes from its picture, and its repair; of all pictures if none is named."""
    for task in (task for task in TASKS if not names or task.name in names):
        puzzle = ns.from_image(HERE / f"{task.name}.png", **task.options)
        yield task, puzzle, repair_pixels(puzzle)


def table(found: list[tuple[Task, ns.Puzzle, Repair]]) -> Iterator[str]:
    """The table, line by line."""
    yield "| picture | made with | cells | as it comes | cells changed | then |"
    yield "|---|---|---:|---|---:|---|"
    for task, puzzle, repair in found:
        verdict = ns.check(puzzle).verdict
        changed = f"{repair.cost}{'' if repair.optimal else f' (at least {repair.bound})'}"
        how = f"{'' if repair.line_solvable else 'not '}line by line"
        size = f"{puzzle.width}x{puzzle.height}"
        yield f"| {task.name} | {task.how} | {size} | {verdict} | {changed} | {repair.verdict}, {how} |"


def sheet(found: list[tuple[Task, ns.Puzzle, Repair]]) -> Image.Image:
    """For each the picture, its puzzle as it comes, and the mended one with a frame around what changed."""
    wide, high, gap = 225, 170, 15
    image = Image.new("RGB", (2 * 3 * wide + 7 * gap, 5 * (high + gap) + gap), "#c8ccd0")
    for number, (task, puzzle, repair) in enumerate(found):
        left, top = gap + number % 2 * 3 * (wide + gap), gap + number // 2 * (high + gap)
        with Image.open(HERE / f"{task.name}.png") as source:
            image.paste(_fitted(source.convert("RGB"), wide, high), (left, top))
        for at, grid in enumerate((puzzle.goal, repair.grid), 1):
            assert grid is not None
            changes = (
                [(c.row, c.column) for c in repair.changes if isinstance(c, CellChange)] if at == 2 else []
            )
            drawn = _drawn(grid, puzzle, changes)
            image.paste(_fitted(drawn, wide, high), (left + at * (wide + gap), top))
    return image.quantize(64, dither=Image.Dither.NONE)


def _fitted(image: Image.Image, wide: int, high: int) -> Image.Image:
    ratio = min(wide / image.width, high / image.height)
    return image.resize((round(image.width * ratio), round(image.height * ratio)), Image.Resampling.LANCZOS)


def _drawn(grid: ns.Grid, puzzle: ns.Puzzle, changes: list[tuple[int, int]]) -> Image.Image:
    image = Image.new("RGB", (grid.width * CELL, grid.height * CELL))
    draw = ImageDraw.Draw(image)
    for row in range(grid.height):
        for column in range(grid.width):
            at = column * CELL, row * CELL
            draw.rectangle(
                (*at, at[0] + CELL - 1, at[1] + CELL - 1), fill=f"#{puzzle.palette[grid[row, column]].rgb}"
            )
    for row, column in changes:
        box = column * CELL - 3, row * CELL - 3, column * CELL + CELL + 2, row * CELL + CELL + 2
        draw.rectangle(box, outline="#ff2d95", width=2)
    return image


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--table", action="store_true", help="draw nothing")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    found = list(mended(options.names))
    if not options.table:
        sheet(found).save(HERE / "before-and-after.png", optimize=True)
    for line in table(found):
        print(line)


if __name__ == "__main__":
    main()
