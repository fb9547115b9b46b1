"""Screens of apps, drawn as such apps look: boards in a telephone's or a console's frame, some half solved.

What is drawn depends on the puzzle, the theme, the size of the screen, the font, the share of marked cells and the seed
alone. Cells are as large as the screen allows, so a large puzzle on a small screen has tiny ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from pages import Page, Rgb, corners_of, face
from photographs import Places
from PIL import Image, ImageDraw

import nonosat as ns

SIZES = (
    (256, 222),
    (320, 568),
    (480, 854),
    (640, 1136),
    (750, 1334),
    (1080, 1920),
    (1170, 2532),
)
"""Width and height in pixels, from an old console to a telephone of today."""

CONSOLE = SIZES[0]
"""The screen whose pixels are seen: nothing is smoothed on it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours and shapes of an app."""

    page: Rgb
    cell: Rgb
    line: Rgb
    thick: Rgb
    ink: Rgb
    """Of numbers."""
    done: Rgb
    """Of the numbers of finished lines."""
    filled: Rgb
    crossed: Rgb
    band: Rgb | None = None
    """The colour of the field behind the numbers of a line, if there is one."""
    tiles: bool = False
    """Returns True if cells are rounded and apart from each other."""
    dots: bool = False
    """Returns True if crossed-out cells have a dot instead of a cross."""


THEMES: dict[str, Theme] = {
    "light": Theme(
        (245, 247, 252), (255, 255, 255), (190, 198, 214), (70, 84, 120), (40, 52, 84), (170, 178, 196),
        (44, 62, 120), (150, 160, 185), (222, 229, 244),
    ),
    "night": Theme(
        (18, 21, 30), (30, 34, 46), (58, 64, 84), (120, 128, 156), (214, 220, 236), (96, 104, 128),
        (96, 156, 250), (112, 120, 146), (38, 43, 58),
    ),
    "black": Theme(
        (0, 0, 0), (0, 0, 0), (70, 70, 70), (150, 150, 150), (240, 240, 240), (110, 110, 110),
        (235, 235, 235), (130, 130, 130),
    ),
    "paper": Theme(
        (238, 226, 200), (250, 244, 228), (188, 168, 130), (110, 84, 50), (70, 48, 24), (180, 160, 128),
        (62, 44, 28), (170, 140, 100), dots=True,
    ),
    "tiles": Theme(
        (232, 236, 244), (255, 255, 255), (255, 255, 255), (255, 255, 255), (52, 60, 84), (172, 178, 192),
        (60, 72, 110), (168, 176, 196), tiles=True,
    ),
    "tiles-night": Theme(
        (24, 26, 36), (52, 57, 76), (52, 57, 76), (52, 57, 76), (226, 228, 238), (104, 110, 130),
        (250, 190, 80), (120, 126, 150), tiles=True, dots=True,
    ),
}  # fmt: skip
"""The looks by name."""


def screen(
    puzzle: ns.Puzzle,
    theme: str,
    size: tuple[int, int],
    *,
    font: str,
    marked: float = 0.0,
    seed: int = 0,
) -> Page | None:
    """A puzzle on a screen, with that share of its cells filled or crossed out; None if it is too large for that."""
    random = Random(f"{theme}/{size}/{font}/{marked}/{seed}")
    board = _Board(puzzle, THEMES[theme], size, font, random)
    if board.cell < 6 * board.scale:
        return None
    return board.drawn(marked, f"{theme}-{size[0]}x{size[1]}", font, seed)


class _Board:
    """Draws one screen."""

    def __init__(
        self, puzzle: ns.Puzzle, theme: Theme, size: tuple[int, int], font: str, random: Random
    ) -> None:
        self._puzzle, self._theme, self._random = puzzle, theme, random
        self.scale = 1 if size == CONSOLE else 2
        width, height = (side * self.scale for side in size)
        share = random.uniform(0.55, 0.72)
        beside = max(sum(0.5 + 0.5 * len(str(block.length)) for block in clue or ()) for clue in puzzle.rows)
        longest = max(len(clue or ()) for clue in puzzle.columns)
        beside, above = max(1.2, beside * share + 0.3), max(1.2, longest * (share + 0.12) + 0.3)
        margin = width * random.uniform(0.01, 0.04)
        bars = 0.12 * height if size == CONSOLE else 0.24 * height
        self.cell: float = int(
            min((width - 2 * margin) / (puzzle.width + beside), (height - bars) / (puzzle.height + above))
        )
        pixels = max(7, round(self.cell * share))
        self._face = face(font, pixels)
        self._step_down: float = max(pixels * 1.05, self.cell * (share + 0.1))
        self._gap = max(2.0, pixels * 0.42)
        self._beside, self._above = beside * self.cell, above * self.cell
        wide, high = self._beside + puzzle.width * self.cell, self._above + puzzle.height * self.cell
        self._left = round((width - wide) / 2 + self._beside)
        self._top = round(
            bars * 0.45 + max(0.0, (height - bars - high) * random.uniform(0.2, 0.5)) + self._above
        )
        self._image = Image.new("RGB", (width, height), theme.page)
        self._draw = ImageDraw.Draw(self._image)
        if self.scale == 1:
            self._draw.fontmode = "1"

    def drawn(self, marked: float, style: str, font: str, seed: int) -> Page:
        """The screen."""
        self._frame()
        marks = self._cells(marked)
        if not self._theme.tiles:
            self._lines()
        self._numbers(marks)
        scale, puzzle = self.scale, self._puzzle
        image = self._image
        if scale > 1:
            image = image.resize((image.width // scale, image.height // scale), Image.Resampling.BOX)
        corner, side = np.array([self._left, self._top]) / scale, self.cell / scale

        def warp(places: Places) -> Places:
            found: Places = np.asarray(places, float) * side + corner
            return found

        return Page(image, puzzle, corners_of(warp, puzzle), side, warp, marks, style, "screen", font, seed)

    def _frame(self) -> None:
        """Draws the surroundings of the board in an app: a title, lives, and buttons below."""
        theme, draw, (width, height) = self._theme, self._draw, self._image.size
        line = height / 22
        label = face("Aileron", max(7, round(line * 0.5)))
        draw.text((width * 0.05, line * 0.25), "9:41", theme.ink, font=label)
        title = self._random.choice(("Level 128", "Daily  15", "Puzzle 7/20"))
        draw.text((width * 0.38, line * 0.25), title, theme.ink, font=label)
        if self.scale == 1:
            return
        for at in range(3):
            x = width * (0.8 + 0.06 * at)
            draw.ellipse((x, line * 0.3, x + line * 0.45, line * 0.75), (226, 70, 90))
        low = height - line * 2.1
        for at in range(2):
            x = width * (0.3 + 0.24 * at)
            draw.rounded_rectangle((x, low, x + line * 1.5, low + line * 1.5), line * 0.3, theme.filled)
        draw.line((0, low - line, width, low - line), theme.line, self.scale)

    def _box(self, x: int, y: int, gap: float) -> tuple[float, float, float, float]:
        cell = self.cell
        left, top = self._left + x * cell, self._top + y * cell
        return left + gap * cell, top + gap * cell, left + (1 - gap) * cell - 1, top + (1 - gap) * cell - 1

    def _cells(self, marked: float) -> tuple[tuple[int, ...], ...]:
        theme, puzzle, cell = self._theme, self._puzzle, self.cell
        goal = puzzle.goal
        assert goal is not None
        if not theme.tiles:
            right, low = self._left + puzzle.width * cell, self._top + puzzle.height * cell
            self._draw.rectangle((self._left, self._top, right, low), theme.cell)
        marks = []
        inset = self._random.choice((0.0, 0.08))
        for y, row in enumerate(goal.rows):
            own = []
            for x, colour in enumerate(row):
                mark = (colour or -1) if self._random.random() < marked else 0
                own.append(mark)
                if theme.tiles:
                    fill = theme.filled if mark > 0 else theme.cell
                    gap = max(0.05, 0.6 * self.scale / cell)
                    self._draw.rounded_rectangle(self._box(x, y, gap), cell * 0.15, fill)
                elif mark > 0:
                    self._draw.rectangle(self._box(x, y, inset), theme.filled)
                if mark < 0:
                    self._crossed(x, y)
            marks.append(tuple(own))
        return tuple(marks)

    def _crossed(self, x: int, y: int) -> None:
        theme = self._theme
        if theme.dots:
            self._draw.ellipse(self._box(x, y, 0.4), theme.crossed)
            return
        left, top, right, low = self._box(x, y, 0.26)
        width = max(1, round(self.cell * 0.07))
        self._draw.line((left, top, right, low), theme.crossed, width)
        self._draw.line((left, low, right, top), theme.crossed, width)

    def _lines(self) -> None:
        theme, puzzle, cell = self._theme, self._puzzle, self.cell
        for upright, count, others in (
            (True, puzzle.width, puzzle.height),
            (False, puzzle.height, puzzle.width),
        ):
            for strong in (False, True):
                for at in range(count + 1):
                    if (at % 5 == 0 or at == count) != strong:
                        continue
                    half = max(self.scale, round(cell * (0.07 if strong else 0.03))) / 2
                    first, start = (self._left, self._top) if upright else (self._top, self._left)
                    near, far = first + at * cell - half, first + at * cell + half - 1
                    end = start + others * cell
                    box = (near, start, far, end) if upright else (start, near, end, far)
                    self._draw.rectangle(box, theme.thick if strong else theme.line)

    def _numbers(self, marks: tuple[tuple[int, ...], ...]) -> None:
        theme, puzzle, cell = self._theme, self._puzzle, self.cell
        pad = 0.12 * cell
        for x, clue in enumerate(puzzle.columns):
            left = self._left + x * cell
            self._band((left + 0.06 * cell, self._top - self._above, left + 0.94 * cell, self._top - pad))
            colour = theme.done if all(row[x] for row in marks) else theme.ink
            y = self._top - pad - self._step_down * 0.6
            for block in reversed(clue or ()):
                self._number(str(block.length), left + cell / 2, y, colour)
                y -= self._step_down
        for y_at, clue in enumerate(puzzle.rows):
            top = self._top + y_at * cell
            self._band((self._left - self._beside, top + 0.06 * cell, self._left - pad, top + 0.94 * cell))
            colour = theme.done if all(marks[y_at]) else theme.ink
            right = self._left - pad - self._gap * 0.6
            for block in reversed(clue or ()):
                text = str(block.length)
                wide = self._face.getlength(text)
                self._number(text, right - wide / 2, top + cell / 2, colour)
                right -= wide + self._gap

    def _band(self, box: tuple[float, float, float, float]) -> None:
        if self._theme.band is not None:
            self._draw.rounded_rectangle(box, self.cell * 0.15, self._theme.band)

    def _number(self, text: str, x: float, y: float, colour: Rgb) -> None:
        left, top, right, low = self._face.getbbox(text)
        self._draw.text(
            (round(x - (left + right) / 2), round(y - (top + low) / 2)), text, colour, font=self._face
        )
