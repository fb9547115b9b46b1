"""Ten pictures turned into puzzles with one solution: drawn, "photographed", written, and of few colours.

    python tests/pictures/make.py          makes the pictures and the sheet, and prints the README's table
    python tests/pictures/make.py --table  prints the table, from the pictures that are stored here

All pictures are formulas of our own; every file here but this one comes from it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import atan2, cos, exp, hypot, pi, sin, sqrt
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw

import nonosat as ns
from nonosat.generation import poster
from nonosat.questions.repairs.pixels import repair_pixels
from nonosat.questions.repairs.result import CellChange, Repair

HERE = Path(__file__).parent
SHEET = "before-and-after.png"
SIZE = 160, 120
CELL = 5


def shaded(value: Callable[[float, float], float]) -> Image.Image:
    """A photograph of a formula: grey from 0 to 1 at each x and y, both from -1 to 1 on the shorter side."""
    width, height = SIZE
    unit = 2 / min(SIZE)
    image = Image.new("L", SIZE)
    image.putdata(
        [
            round(255 * min(1.0, max(0.0, value((x - width / 2) * unit, (y - height / 2) * unit))))
            for y in range(height)
            for x in range(width)
        ]
    )
    return image


def moon() -> Image.Image:
    """A lit ball with craters."""
    craters = [(-0.3, -0.2, 0.2), (0.25, 0.3, 0.15), (-0.1, 0.45, 0.12), (0.3, -0.35, 0.1), (-0.5, 0.2, 0.1)]

    def value(x: float, y: float) -> float:
        if hypot(x, y) > 0.85:
            return 0.05
        light = 0.75 - 0.5 * (x + y) * 0.7 - 0.3 * hypot(x, y) ** 4
        return light - sum(0.35 for cx, cy, r in craters if hypot(x - cx, y - cy) < r)

    return shaded(value)


def sunset() -> Image.Image:
    """The sun above the sea, and its light on the waves."""

    def value(x: float, y: float) -> float:
        if y < 0.25:
            return 1.0 if hypot(x, y + 0.1) < 0.42 else 0.65 - 0.35 * abs(y + 0.1)
        waves = 0.5 + 0.5 * sin(22 * sqrt(y - 0.2) + 3 * sin(5 * x))
        return 0.15 + 0.85 * waves * exp(-((x / (0.25 + 0.5 * (y - 0.25))) ** 2))

    return shaded(value)


def mountains() -> Image.Image:
    """Three ridges behind each other, the farther the lighter."""
    random = Random(5)
    ridges = [
        [(random.random() * 2 * pi, random.random() * 3 + 2 * k + 1, 0.3 / (k + 1)) for k in range(5)]
        for _ in range(3)
    ]

    def value(x: float, y: float) -> float:
        for grey, (base, ridge) in zip(
            (0.1, 0.4, 0.6), zip((0.6, 0.15, -0.3), ridges, strict=True), strict=True
        ):
            if y > base + sum(size * 0.5 * sin(pulse * x + phase) for phase, pulse, size in ridge):
                return grey
        return 0.2 if hypot(x - 0.7, y + 0.65) < 0.16 else 0.95

    return shaded(value)


def waves() -> Image.Image:
    """Rings from two places in a pond."""

    def value(x: float, y: float) -> float:
        return 0.5 + 0.25 * (cos(16 * hypot(x - 0.55, y + 0.1)) + cos(16 * hypot(x + 0.5, y - 0.25)))

    return shaded(value)


def galaxy() -> Image.Image:
    """Two arms around a bright middle, white on black."""

    def value(x: float, y: float) -> float:
        r, angle = hypot(x, 1.35 * y), atan2(1.35 * y, x)
        arms = 0.5 + 0.5 * cos(2 * angle - 7 * sqrt(r))
        return exp(-12 * r * r) + arms**2 * exp(-2.2 * r * r) * 0.9

    return shaded(value)


def fern() -> Image.Image:
    """M. F. Barnsley's fern, leaf by leaf."""
    random, x, y = Random(1), 0.0, 0.0
    image = Image.new("L", SIZE, 255)
    draw = ImageDraw.Draw(image)
    for _ in range(15_000):
        which = random.random()
        if which < 0.01:
            x, y = 0.0, 0.16 * y
        elif which < 0.86:
            x, y = 0.85 * x + 0.04 * y, -0.04 * x + 0.85 * y + 1.6
        elif which < 0.93:
            x, y = 0.2 * x - 0.26 * y, 0.23 * x + 0.22 * y + 1.6
        else:
            x, y = -0.15 * x + 0.28 * y, 0.26 * x + 0.24 * y + 0.44
        left, top = 15 + 13.0 * y, 60 - 17 * x
        draw.point((left, top), fill=0)
    return image


def face() -> Image.Image:
    """Drawn: a cat's face."""
    image = Image.new("L", SIZE, 230)
    draw = ImageDraw.Draw(image)
    for side in (-1, 1):
        draw.polygon([(80 + side * x, y) for x, y in ((52, 4), (18, 34), (50, 56))], fill=60)
    draw.ellipse((26, 22, 134, 116), fill=90)
    for side in (-1, 1):
        draw.ellipse((80 + side * 24 - 13, 48, 80 + side * 24 + 13, 70), fill=255)
        draw.ellipse((80 + side * 24 - 5, 49, 80 + side * 24 + 5, 69), fill=0)
    draw.polygon([(72, 80), (88, 80), (80, 88)], fill=0)
    for end in (-1, 1):
        draw.arc((80 - 16 + end * 8 - 8, 84, 80 + 16 + end * 8 - 8, 100), 20, 160, fill=0, width=3)
    return image


def written() -> Image.Image:
    """Written, and leaning."""
    grid = poster("GRID\nLOGIC", 90)
    image = Image.new("L", (90, 90), 255)
    image.putdata([255 * (1 - cell) for cell in grid.cells])
    return image.rotate(12, Image.Resampling.BICUBIC, fillcolor=255).crop((0, 12, 90, 78))


def balloon() -> Image.Image:
    """Of few colours: a balloon over hills."""
    image = Image.new("RGB", SIZE, "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.polygon([(0, 120), (0, 96), (50, 84), (110, 104), (160, 88), (160, 120)], fill="#2e8b57")
    draw.ellipse((44, 4, 108, 70), fill="#dc143c")
    draw.ellipse((60, 4, 92, 70), fill="#ffa500")
    draw.polygon([(50, 54), (102, 54), (84, 82), (68, 82)], fill="#dc143c")
    draw.polygon([(64, 60), (88, 60), (80, 82), (72, 82)], fill="#ffa500")
    draw.rectangle((68, 88, 84, 99), fill="#8b4513")
    return image.quantize(6)


def parrot() -> Image.Image:
    """Of few colours: a bird on a branch."""
    image = Image.new("RGB", SIZE, "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.line((0, 98, 160, 86), fill="#8b4513", width=9)
    draw.polygon([(66, 70), (90, 84), (58, 119), (46, 119)], fill="#4169e1")
    draw.ellipse((58, 26, 104, 98), fill="#2e8b57")
    draw.ellipse((64, 8, 106, 50), fill="#dc143c")
    draw.polygon([(98, 20), (120, 34), (100, 42)], fill="#ffa500")
    draw.chord((56, 40, 86, 96), 60, 260, fill="#4169e1")
    draw.ellipse((86, 20, 93, 27), fill="#ffffff")
    return image.quantize(6)


@dataclass(frozen=True)
class Task:
    """A picture and how it becomes a puzzle."""

    make: Callable[[], Image.Image]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.make.__name__

    @property
    def how(self) -> str:
        words = [f"{name} {value}" for name, value in self.options.items() if value is not True]
        return ", ".join([*words, *(name for name, value in self.options.items() if value is True)])


TASKS = (
    Task(moon, {"width": 24, "method": "dither"}),
    Task(sunset, {"width": 32, "method": "threshold", "level": 170, "invert": True}),
    Task(mountains, {"width": 26, "method": "dither"}),
    Task(waves, {"width": 36, "method": "otsu"}),
    Task(galaxy, {"width": 28, "method": "dither", "invert": True}),
    Task(fern, {"width": 32, "method": "threshold", "level": 128}),
    Task(face, {"width": 24, "method": "edges"}),
    Task(written, {"width": 45, "method": "otsu"}),
    Task(balloon, {"width": 28, "inks": 5}),
    Task(parrot, {"width": 30, "method": "edges"}),
)


def mended() -> Iterator[tuple[Task, ns.Puzzle, Repair]]:
    """Each puzzle as it comes from its picture, and its repair."""
    for task in TASKS:
        puzzle = ns.from_image(HERE / f"{task.name}.png", **task.options)
        yield task, puzzle, repair_pixels(puzzle)


def table(found: list[tuple[Task, ns.Puzzle, Repair]]) -> Iterator[str]:
    """The README's table, line by line."""
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
    parser = argparse.ArgumentParser(description="Turn ten pictures into puzzles with one solution.")
    parser.add_argument("--table", action="store_true", help="print the table only")
    only_table: bool = parser.parse_args().table
    if not only_table:
        for task in TASKS:
            task.make().save(HERE / f"{task.name}.png", optimize=True)
    found = list(mended())
    if not only_table:
        sheet(found).save(HERE / SHEET, optimize=True)
    for line in table(found):
        print(line)


if __name__ == "__main__":
    main()
