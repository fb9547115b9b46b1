"""Printed pages of puzzles with known truth, drawn and photographed; scanning is measured by them.

A page has a look, a `Style`, and is met in a condition: flat, scanned, askew, curled, or in bad light. What is drawn
depends on the puzzle, the style, the condition, the font, the pixels of a cell and the seed alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from photographs import Places, Warp, photographed
from PIL import Image, ImageDraw, ImageFont

import nonosat as ns
from nonosat.apps.generation.wish import Kind
from nonosat.model.clues import Block

Rgb = tuple[int, int, int]
Face = ImageFont.FreeTypeFont | ImageFont.ImageFont

FONT_FOLDER = Path("/usr/share/fonts")
BUILT_IN = "Aileron"
"""The font that is part of Pillow, which every machine has."""

UNSEEN = (
    BUILT_IN,
    "NimbusSans-Regular",
    "NimbusSans-Bold",
    "NimbusSansNarrow-Regular",
    "NimbusRoman-Regular",
    "C059-Roman",
    "P052-Roman",
    "URWBookman-Light",
    "URWGothic-Book",
    "NimbusMonoPS-Bold",
    "Inter-Regular",
    "Inter-Bold",
    "Lato-Regular",
    "Lato-Bold",
    "Cantarell-Regular",
)
"""Fonts that the net is not trained with: the benchmark's. All have free licences, and are packages of Debian."""

_SUPERSAMPLED = 2


@dataclass(frozen=True, slots=True)
class Style:
    """The print style of a puzzle. Lengths are shares of a cell."""

    five: float = 0.08
    """The thickness of every fifth line; 0 if it is like the others."""
    thin: float = 0.025
    """The thickness of the other lines."""
    gutter: str = "lines"
    """`boxed`: each number in a cell of its own; `lines`: the lines of the grid go on; `open`: numbers alone."""
    shade: Rgb | None = None
    """The colour of the gutters."""
    stripes: bool = False
    """Returns True if only every other line of the gutters is shaded."""
    rounded: bool = False
    """Returns True if cells are rounded squares apart from each other, instead of between lines."""
    dark: bool = False
    """Returns True if light ink is on a dark page."""
    chips: bool = False
    """Returns True if each number stands in a square of its colour."""
    struck: float = 0
    """The share of the numbers that are struck out or greyed, as done."""
    zeros: bool = False
    """Returns True if lines without a block have a 0."""
    marked: float = 0
    """The share of the cells that are filled or crossed out already."""
    size: float = 0.62
    """The height of the font."""
    screen: bool = False
    """Returns True if it is the screen of an app, with a title above and buttons below."""


STYLES: dict[str, Style] = {
    "book": Style(),
    "boxed": Style(gutter="boxed", zeros=True),
    "open": Style(gutter="open", five=0.1),
    "thin": Style(five=0, gutter="boxed"),
    "plain": Style(five=0, gutter="lines", size=0.55),
    "shaded": Style(shade=(205, 215, 235), size=0.66),
    "stripes": Style(shade=(220, 220, 220), stripes=True, gutter="lines"),
    "rounded": Style(rounded=True, five=0, gutter="open", size=0.6),
    "night": Style(dark=True, gutter="lines", zeros=True),
    "struck": Style(struck=0.25, gutter="boxed"),
    "partly": Style(marked=0.35, gutter="lines"),
    "app": Style(screen=True, gutter="open", shade=(232, 238, 250), stripes=True, size=0.56, zeros=True),
    "app-dark": Style(screen=True, dark=True, rounded=True, five=0, gutter="open", size=0.56),
    "colours": Style(gutter="lines"),
    "chips": Style(chips=True, gutter="boxed", size=0.6),
}
"""The looks by name; `colours` and `chips` are for puzzles of several inks, which all others can draw too."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and what is on it."""

    image: Image.Image
    puzzle: ns.Puzzle
    corners: tuple[tuple[float, float], ...]
    """The corners of the body in pixels: upper left, upper right, lower right, lower left."""
    cell: float
    """The side of a cell in the image, in pixels."""
    warp: Warp = field(compare=False)
    """From places, in cells from the upper left corner of the body (across, down), to pixels."""
    marks: tuple[tuple[int, ...], ...] = ()
    """Returns the marks in the cells: the number of a colour, 0 for nothing, -1 for crossed out."""
    style: str = ""
    condition: str = ""
    font: str = ""
    seed: int = 0

    @property
    def name(self) -> str:
        """All that it depends on."""
        size = f"{self.puzzle.width}x{self.puzzle.height}"
        return f"{self.style}/{self.condition}/{self.font}/{size}/{self.cell:.0f}px/{self.seed}"


@cache
def fonts() -> dict[str, Path]:
    """The files of the fonts of this machine, by their names."""
    found = sorted(path for ending in ("ttf", "otf") for path in FONT_FOLDER.rglob(f"*.{ending}"))
    return {path.stem: path for path in found}


@cache
def face(name: str, pixels: int) -> Face:
    """A font of a size; raises `KeyError` for one that this machine does not have."""
    if name == BUILT_IN:
        return ImageFont.load_default(pixels)
    return ImageFont.truetype(str(fonts()[name]), pixels)


def page(
    puzzle: ns.Puzzle,
    style: str = "book",
    condition: str = "flat",
    *,
    font: str = BUILT_IN,
    cell: int = 30,
    seed: int = 0,
) -> Page:
    """A puzzle printed and photographed; `cell` is the side of a cell in pixels on the flat page."""
    random = Random(f"{style}/{condition}/{font}/{cell}/{seed}")
    printed = _Printer(puzzle, STYLES[style], font, cell, random).page()
    image, moved = photographed(printed.image, condition, random)
    flat = printed.warp

    def warp(places: Places) -> Places:
        return moved(flat(places))

    corners = corners_of(warp, puzzle)
    side = float(np.sqrt(_area(corners) / (puzzle.width * puzzle.height)))
    taken = replace(printed, image=image, warp=warp, corners=corners, cell=side)
    return replace(taken, style=style, condition=condition, font=font, seed=seed)


class _Printer:
    """Draws one flat page, larger than it will be."""

    def __init__(self, puzzle: ns.Puzzle, style: Style, font: str, cell: int, random: Random) -> None:
        self._puzzle, self._style, self._random = puzzle, style, random
        self._scale = 1 if style.screen else _SUPERSAMPLED
        self._cell = cell * self._scale
        self._font = face(font, max(6, round(self._cell * style.size)))
        self._small = face(font, max(6, round(self._cell * style.size * 0.8)))
        self._ink, self._paper = (
            ((225, 225, 230), (28, 30, 38)) if style.dark else ((20, 20, 24), (250, 249, 245))
        )
        if style.screen and not style.dark:
            self._paper = (255, 255, 255)
        self._deep = max(map(self._room_above, puzzle.columns)) + 0.4
        self._wide = max(map(self._room_left, puzzle.rows)) + 0.4
        if style.gutter == "boxed":
            self._deep, self._wide = float(round(self._deep - 0.4)), float(round(self._wide - 0.4))
        around = self._cell * (0.5 if style.screen else random.uniform(0.8, 2.5))
        self._left, self._top = (
            round(around + self._wide * self._cell),
            round(around + self._deep * self._cell),
        )
        self._below = self._cell * (2.5 if style.screen else 0)
        if style.screen:
            self._top += round(self._cell * 2.5)
        width = self._left + puzzle.width * self._cell + around
        height = self._top + puzzle.height * self._cell + around + self._below
        self._image = Image.new("RGB", (round(width), round(height)), self._paper)
        self._draw = ImageDraw.Draw(self._image)

    # --- room ---

    def _words(self, clue: ns.Clue | None) -> list[tuple[str, int]]:
        if not clue:
            return [("0", 1)] if clue is not None and self._style.zeros else []
        return [(str(block.length or "?"), block.colour) for block in clue]

    def _room_above(self, clue: ns.Clue | None) -> float:
        return max(1.0, len(self._words(clue)) * self._step_down)

    @property
    def _step_down(self) -> float:
        return 1.0 if self._style.gutter == "boxed" else min(1.0, self._style.size + 0.14)

    def _room_left(self, clue: ns.Clue | None) -> float:
        words = self._words(clue)
        if self._style.gutter == "boxed":
            return max(1, len(words))
        return max(1.0, sum(map(self._advance, words)) / self._cell)

    def _advance(self, word: tuple[str, int]) -> float:
        gap = 0.55 if self._style.chips else 0.36
        return self._font.getlength(word[0]) + self._cell * self._style.size * gap

    # --- drawing ---

    def page(self) -> Page:
        """The page."""
        style, puzzle, cell = self._style, self._puzzle, self._cell
        self._shade()
        marks = self._body()
        self._numbers()
        if style.screen:
            self._app()
        elif self._random.random() < 0.6:
            title = self._random.choice(
                ("Nonogram 17", "No. 204  20 x 20", "Japanese crossword", "Puzzle 8 *****")
            )
            self._draw.text((cell // 2, cell // 5), title, self._ink, font=self._small)
        scale = self._scale
        image = self._image
        if scale > 1:
            image = image.resize((image.width // scale, image.height // scale), Image.Resampling.BOX)
        corner, side = np.array([self._left, self._top]) / scale, cell / scale

        def warp(places: Places) -> Places:
            found: Places = np.asarray(places, float) * side + corner
            return found

        return Page(image, puzzle, corners_of(warp, puzzle), side, warp, marks)

    def _shade(self) -> None:
        style, cell = self._style, self._cell
        if style.shade is None:
            return
        shade = tuple(c // 4 for c in style.shade) if style.dark else style.shade
        above, beside = round(self._top - self._deep * cell), round(self._left - self._wide * cell)
        for x in range(self._puzzle.width):
            if not style.stripes or x % 2:
                left = self._left + x * cell
                self._draw.rectangle((left, above, left + cell - 1, self._top), shade)
        for y in range(self._puzzle.height):
            if not style.stripes or y % 2:
                top = self._top + y * cell
                self._draw.rectangle((beside, top, self._left, top + cell - 1), shade)

    def _lines(self, end: float, count: int, upright: bool, start: float, step: int = 1) -> None:
        """Parallel lines from `start` to `end` beside `count` cells."""
        style, cell = self._style, self._cell
        for at in range(0, count + 1, step):
            thick = style.five and (at % 5 == 0 or at == count)
            half = max(1.0, (style.five if thick else style.thin) * cell) / 2
            first = self._left if upright else self._top
            at_pixel = first + at * cell
            box = (at_pixel - half, start, at_pixel + half - 1, end)
            self._draw.rectangle(
                box if upright else (box[1], box[0], box[3], box[2]), self._line_colour(bool(thick))
            )

    def _line_colour(self, thick: bool) -> Rgb:
        if self._style.dark:
            return (150, 150, 165) if thick else (105, 105, 120)
        return (30, 30, 34) if thick else (90, 90, 96)

    def _body(self) -> tuple[tuple[int, ...], ...]:
        style, cell, puzzle = self._style, self._cell, self._puzzle
        right, low = self._left + puzzle.width * cell, self._top + puzzle.height * cell
        if style.rounded:
            empty = (58, 62, 78) if style.dark else (212, 217, 230)
            for y in range(puzzle.height):
                for x in range(puzzle.width):
                    gap = 0.05 + 0.04 * (x % 5 == 0)
                    box = self._box(x, y, gap, 0.05)
                    self._draw.rounded_rectangle(box, cell * 0.16, empty)
        else:
            self._draw.rectangle(
                (self._left, self._top, right, low), (40, 43, 54) if style.dark else (255, 255, 255)
            )
        marks = self._marks()
        for y, row in enumerate(marks):
            for x, mark in enumerate(row):
                self._mark(x, y, mark)
        if style.rounded:
            return marks
        out = style.gutter in ("lines", "boxed")
        self._lines(low, puzzle.width, True, self._top - (self._deep * cell if out else 0))
        self._lines(right, puzzle.height, False, self._left - (self._wide * cell if out else 0))
        if style.gutter == "boxed":
            thin = max(1.0, style.thin * cell) / 2
            for at in range(1, int(self._deep) + 1):
                y_pixel = self._top - at * cell
                self._draw.rectangle(
                    (self._left, y_pixel - thin, right, y_pixel + thin - 1), self._line_colour(False)
                )
            for at in range(1, int(self._wide) + 1):
                x_pixel = self._left - at * cell
                self._draw.rectangle(
                    (x_pixel - thin, self._top, x_pixel + thin - 1, low), self._line_colour(False)
                )
        return marks

    def _box(self, x: int, y: int, across: float, down: float) -> tuple[float, float, float, float]:
        cell = self._cell
        left, top = self._left + x * cell, self._top + y * cell
        return left + across * cell, top + down * cell, left + (1 - across) * cell, top + (1 - down) * cell

    def _marks(self) -> tuple[tuple[int, ...], ...]:
        goal, random = self._puzzle.goal, self._random
        height, width = self._puzzle.height, self._puzzle.width
        if not self._style.marked or goal is None:
            return tuple((0,) * width for _ in range(height))
        return tuple(
            tuple(
                (goal.rows[y][x] or -1) if random.random() < self._style.marked else 0 for x in range(width)
            )
            for y in range(height)
        )

    def _mark(self, x: int, y: int, mark: int) -> None:
        if mark > 0:
            self._draw.rectangle(self._box(x, y, 0.06, 0.06), self._colour(mark))
        elif mark < 0:
            left, top, right, low = self._box(x, y, 0.28, 0.28)
            width = max(1, round(self._cell * 0.06))
            self._draw.line((left, top, right, low), self._ink, width)
            self._draw.line((left, low, right, top), self._ink, width)

    def _colour(self, ink: int) -> Rgb:
        rgb = self._puzzle.palette[ink].rgb
        colour = (int(rgb[:2], 16), int(rgb[2:4], 16), int(rgb[4:], 16))
        return self._ink if sum(colour) < 60 or (self._style.dark and sum(colour) < 200) else colour

    def _numbers(self) -> None:
        cell, style, puzzle = self._cell, self._style, self._puzzle
        pad = 0 if style.gutter == "boxed" else 0.2 * cell
        for x, clue in enumerate(puzzle.columns):
            y = self._top - pad
            middle = self._left + (x + 0.5) * cell
            for word in reversed(self._words(clue)):
                step = self._step_down * cell
                self._number(word, middle, y - step / 2)
                y -= step
        for y_at, clue in enumerate(puzzle.rows):
            x_pixel = self._left - pad
            middle = self._top + (y_at + 0.5) * cell
            for word in reversed(self._words(clue)):
                step = cell if style.gutter == "boxed" else self._advance(word)
                self._number(word, x_pixel - step / 2, middle)
                x_pixel -= step

    def _number(self, word: tuple[str, int], x: float, y: float) -> None:
        text, ink = word
        colour, font = self._colour(ink), self._font
        if self._style.gutter == "boxed" and font.getlength(text) > self._cell * 0.8:
            font = self._small
        done = self._random.random() < self._style.struck
        if self._style.chips:
            half, wide = self._cell * 0.42, max(self._cell * 0.42, font.getlength(text) * 0.6)
            self._draw.rounded_rectangle((x - wide, y - half, x + wide, y + half), self._cell * 0.1, colour)
            colour = (255, 255, 255) if sum(colour) < 420 else (10, 10, 10)
        elif done and self._random.random() < 0.5:
            colour = _between(colour, self._paper, 0.45)
        left, top, right, low = font.getbbox(text)
        self._draw.text((x - (left + right) / 2, y - (top + low) / 2), text, colour, font=font)
        if done:
            reach = (right - left) / 2 + self._cell * 0.06
            up = self._random.choice((0, 0, 0.3)) * self._cell
            width = max(1, round(self._cell * 0.045))
            self._draw.line((x - reach, y + up, x + reach, y - up), colour, width)

    def _app(self) -> None:
        draw, cell, image = self._draw, self._cell, self._image
        bar = (52, 60, 84) if self._style.dark else (70, 110, 200)
        draw.rectangle((0, 0, image.width, round(cell * 1.8)), bar)
        draw.text((cell // 2, cell // 3), "Level 42", (255, 255, 255), font=self._small)
        draw.text((image.width - cell * 4, cell // 3), "03:27", (255, 255, 255), font=self._small)
        middle, low = image.width / 2, image.height - 1.4 * cell
        for at in (-3, -1, 1, 3):
            x = middle + at * cell
            draw.rounded_rectangle(
                (x - cell * 0.7, low - cell * 0.7, x + cell * 0.7, low + cell * 0.7), cell * 0.2, bar
            )


def _between(one: Rgb, other: Rgb, share: float) -> Rgb:
    mixed = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def corners_of(warp: Warp, puzzle: ns.Puzzle) -> tuple[tuple[float, float], ...]:
    wide, high = puzzle.width, puzzle.height
    found = warp(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float))
    return tuple((float(x), float(y)) for x, y in found)


def _area(corners: Sequence[tuple[float, float]]) -> float:
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return 0.5 * abs(sum(x * v - y * u for (x, y), (u, v) in pairs))


# --- puzzles --------------------------------------------------------------------------------------

_SHAPES = (Kind.BLOBS, Kind.STROKES, Kind.MAZE, Kind.TEXT)


@cache
def puzzle(side: int, seed: int, inks: int = 1) -> ns.Puzzle:
    """A puzzle with one solution, about that many cells a side, made by `nonosat.generate`."""
    random = Random(f"{side}/{seed}/{inks}")
    width, height = (max(5, side + random.choice((-5, 0, 0, 0, 5))) for _ in range(2))
    wish = ns.Wish(
        width=width, height=height, inks=inks, kind=random.choice(_SHAPES if side > 9 else _SHAPES[:1])
    )
    return ns.generate(wish, seed=seed).puzzle


def with_misprint(right: ns.Puzzle, random: Random) -> ns.Puzzle:
    """The puzzle with one number printed wrong: it still fits its line, and no longer the other lines' sums."""
    while True:
        clues = [line.clue for line in right.lines]
        at = random.randrange(len(clues))
        clue = list(clues[at] or ())
        if not clue:
            continue
        block = random.randrange(len(clue))
        length = (clue[block].length or 1) + random.choice((-2, -1, 1, 2))
        clue[block] = Block(length, clue[block].colour)
        if length < 1:
            continue
        clues[at] = tuple(clue)
        found = right.with_clues(clues)
        if not any(problem.kind != "sum" for problem in found.problems()):
            return found


def with_lost_number(right: ns.Puzzle, random: Random) -> ns.Puzzle:
    """The puzzle without one of its numbers."""
    some = [at for at, line in enumerate(right.lines) if line.clue]
    clues = [line.clue for line in right.lines]
    at = random.choice(some)
    clue = list(clues[at] or ())
    del clue[random.randrange(len(clue))]
    clues[at] = tuple(clue)
    return right.with_clues(clues)
