"""A puzzle as people know it: row clues to the left, column clues above, a rule every five cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.grid import Grid
from nonosat.puzzle import BACKGROUND, Clue, Palette, Puzzle

RULE_EVERY = 5


@dataclass(frozen=True, slots=True)
class Charset:
    """The characters that a drawing is made of."""

    ink: str
    background: str
    open: str
    across: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    """Left corner, crossing and right corner of a rule."""


UNICODE = Charset("█", " ", "·", "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))
ASCII = Charset("#", " ", ".", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"))


def draw(puzzle: Puzzle, grid: Grid | None = None, *, charset: Charset = UNICODE) -> str:
    """The puzzle with its clues around the grid: a picture if there is one, else the givens.

    >>> print(draw(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), Grid(["#.", "##"]), charset=ASCII))
       2 1
      +----+
    1 |##  |
    2 |####|
      +----+
    """
    cells = _cells(puzzle, grid)
    above = [_words(clue) for clue in puzzle.columns]
    beside = [" ".join(_words(clue)) for clue in puzzle.rows]
    size = 1 + max(len(word) for words in above for word in words)
    margin = max(map(len, beside))
    depth = max(map(len, above))
    lines = []
    for level in range(depth):
        at = [words[level - depth + len(words)] if level >= depth - len(words) else "" for words in above]
        numbers = _ruled([word.rjust(size) for word in at], " ")
        lines.append(f"{'':{margin}} {numbers}".rstrip())

    def rule(corners: tuple[str, str, str]) -> str:
        left, cross, right = corners
        edge = _ruled([charset.across * size] * puzzle.width, cross)
        return f"{'':{margin}} {left}{edge}{right}"

    for row, clue in enumerate(beside):
        if row % RULE_EVERY == 0:
            lines.append(rule(charset.middle if row else charset.top))
        drawn = [_cell(colour, puzzle.palette, charset) * size for colour in cells[row]]
        inside = _ruled(drawn, charset.down)
        lines.append(f"{clue:>{margin}} {charset.down}{inside}{charset.down}")
    return "\n".join([*lines, rule(charset.bottom)])


def _cells(puzzle: Puzzle, grid: Grid | None) -> Sequence[Sequence[int | None]]:
    if grid is not None:
        return grid.rows
    cells: list[list[int | None]] = [[None] * puzzle.width for _ in range(puzzle.height)]
    for row, column, colour in puzzle.givens:
        cells[row][column] = colour
    return cells


def _words(clue: Clue) -> list[str]:
    return [str(block.length) for block in clue] or ["0"]


def _ruled(cells: list[str], rule: str) -> str:
    """The cells side by side with a rule between every five."""
    groups = range(0, len(cells), RULE_EVERY)
    return rule.join("".join(cells[at : at + RULE_EVERY]) for at in groups)


def _cell(colour: int | None, palette: Palette, charset: Charset) -> str:
    if colour is None:
        return charset.open
    if colour == BACKGROUND:
        return charset.background
    return charset.ink if len(palette) == 2 else palette[colour].letter
