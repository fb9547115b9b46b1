"""Writes a puzzle as a prompt for a language model; `judge` reads the answers.

A prompt has the rules that this puzzle needs, the puzzle in one of several styles, and the answer format. Colours get
unambiguous letters (`prompt_letters`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from nonosat.apps.evaluation.judging.meaning import prompt_letters
from nonosat.imaging.colours import names_for
from nonosat.model.clues import ANY, BLOT, STAR, Clue, clue_text
from nonosat.model.geometry import Rectangle
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Line, Puzzle
from nonosat.support.arguments import question
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.results import Result
from nonosat.support.sentences import number_text

PromptStyle = Literal["text", "json"]
"""Style of the puzzle: one line per clue, or a JSON object."""

STYLES: tuple[PromptStyle, ...] = get_args(PromptStyle)


@dataclass(frozen=True, slots=True, repr=False)
class Prompt(Result):
    """A prompt; `str` returns its `text`."""

    puzzle: Puzzle
    style: PromptStyle
    text: str

    def __str__(self) -> str:
        return self.text

    def answer(self, grid: Grid) -> str:
        """Formats a picture as the prompt asks for; `judge` reads it.

        Raises `UsageError` if its size or colours differ from the puzzle's.
        """
        lengths = tuple(map(len, grid.rows))
        if lengths != self.puzzle.row_lengths or grid.highest() >= len(self.puzzle.palette):
            raise UsageError("the picture must have the puzzle's size and colours")
        return _answer(self.puzzle, self.style, grid)


@question
def prompt(puzzle: Puzzle, *, style: PromptStyle = "text") -> Prompt:
    """Writes the puzzle as a task for a language model, with the answer format.

    `style` is "text" (one line per clue) or "json" (an object with colour numbers). Goal and title are not revealed.
    Raises `PuzzleError` for a misstated puzzle.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> asked = prompt(puzzle, style="json")
    >>> print(asked.answer(Grid(["#.", "##"])))
    ```json
    [[1,0],
     [1,1]]
    ```
    """
    puzzle.require_readable(stars=True)
    shown = _shown(puzzle)
    parts = ["Solve this nonogram.", *_rules(shown, style), *_stated(shown, style), _wanted(shown, style)]
    return Prompt(puzzle, style, "\n\n".join(parts) + "\n")


def _shown(puzzle: Puzzle) -> Puzzle:
    """Returns the statement with the letters and names that prompts use."""
    letters, names = prompt_letters(puzzle.palette), names_for(colour.name for colour in puzzle.palette)
    palette = [
        colour._replace(name=" ".join(name.split()) or letter, letter=letter)
        for colour, name, letter in zip(puzzle.palette, names, letters, strict=True)
    ]
    return puzzle.statement.replace(palette=palette)


def _rules(puzzle: Puzzle, style: PromptStyle) -> Iterator[str]:
    """Yields the rules of this kind of puzzle."""
    inks = len(puzzle.palette) - 1
    colour = "filled cells" if inks == 1 else "cells of one colour"
    shaped = not isinstance(puzzle.geometry, Rectangle)
    orders = "rows from the left, columns from the top"
    if shaped:
        orders = "in the order in which the cells of the line are listed"
    between = "Between two blocks" if inks == 1 else "Between two blocks of the same colour"
    rules = [
        f"The clue of a line lists its blocks in their order: {orders}.",
        f"A block is a run of neighbouring {colour}, and the number says how many. {between} there is at "
        "least one empty cell."
        + (" Blocks of different colours may touch." if inks > 1 else "")
        + " All cells outside of blocks are empty.",
        "A clue without a block"
        + ("" if style == "json" else ", written 0,")
        + " means that the line is empty.",
    ]
    blocks = [block for line in puzzle.lines for block in line.clue or ()]
    if any(block.length is None and block != ANY for block in blocks):
        rules.append(f'"{BLOT}" stands for a block of unknown length, at least 1.')
    if puzzle.starred:
        rules.append(f'"{STAR}" beside other blocks stands for any number of further blocks, or none.')
    if any(line.clue is None for line in puzzle.lines):
        rules.append(f"A clue {'null' if style == 'json' else '*'} tells nothing about its line.")
    if shaped:
        rules.append(
            "The cells have other shapes than squares; a row has its cells in their order, and beside each other line are "
            "its cells, as row:place in that row, from 1."
        )
    yield "\n".join(f"- {rule}" for rule in rules)


def _stated(puzzle: Puzzle, style: PromptStyle) -> Iterator[str]:
    """Yields the lines of the puzzle."""
    if style == "json":
        yield _as_json(puzzle)
        return
    size = f" and {number_text(puzzle.width, 'column')}"
    if not isinstance(puzzle.geometry, Rectangle):
        size = f", of {', '.join(map(str, puzzle.row_lengths))} cells"
    yield f"{number_text(len(puzzle.row_lengths), 'row')}{size}."
    if len(puzzle.palette) > 2:
        inks = (f"{colour.letter} {colour.name}" for colour in puzzle.palette[1:])
        yield f"The letter after a number is the colour of the block: {', '.join(inks)}."
    yield from _listed(puzzle)
    if puzzle.givens:
        known = (
            f"{puzzle.cell_name(row, place)} is {puzzle.palette[colour].letter}"
            for row, place, colour in puzzle.givens
        )
        yield f"Known from the start: {'; '.join(known)}."


def _listed(puzzle: Puzzle) -> Iterator[str]:
    """Yields one line per clue; for lines other than rows and columns also where their cells are."""
    for number, (axis, family) in enumerate(_stated_families(puzzle)):
        placed = number > 0 and not isinstance(puzzle.geometry, Rectangle)
        lines = [f"{axis.capitalize()}s:"]
        for line in family:
            cells = f", cells {' '.join(_places(puzzle, line))}" if placed else ""
            lines.append(f"{line.id.index + 1}: {clue_text(line.clue, puzzle.palette)}{cells}")
        yield "\n".join(lines)


def _stated_families(puzzle: Puzzle) -> Iterator[tuple[str, Sequence[Line]]]:
    """Yields the name of each family, and its lines that can have a clue."""
    geometry = puzzle.geometry
    for number, (axis, family, count) in enumerate(
        zip(geometry.axes, puzzle.families, geometry.stated, strict=True)
    ):
        yield ("row" if not number else axis), family[:count]


def _places(puzzle: Puzzle, line: Line) -> Iterator[str]:
    for cell in line.cells:
        row, place = puzzle.coordinates[cell]
        yield f"{row + 1}:{place + 1}"


def _as_json(puzzle: Puzzle) -> str:
    """Returns the puzzle as a JSON object, one entry per line."""
    members: dict[str, Any] = {}
    rectangular = isinstance(puzzle.geometry, Rectangle)
    if not rectangular:
        members["row_lengths"] = puzzle.row_lengths
    else:
        members |= {"height": puzzle.height, "width": puzzle.width}
    if len(puzzle.palette) > 2:
        members["colours"] = [colour.name for colour in puzzle.palette]
    for number, (axis, family) in enumerate(_stated_families(puzzle)):
        members[f"{axis}s"] = [_blocks(line.clue, len(puzzle.palette) > 2) for line in family]
        if number and not rectangular:
            members[f"{axis}_cells"] = [list(_places(puzzle, line)) for line in family]
    if puzzle.givens:
        members["givens"] = [
            {"row": row + 1, "place": place + 1, "colour": colour} for row, place, colour in puzzle.givens
        ]
    entries = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in members.items())
    meant = "Blocks are [length, colour], a colour is its number in `colours`, from 0.\n\n"
    return (meant if len(puzzle.palette) > 2 else "") + "```json\n{\n" + ",\n".join(entries) + "\n}\n```"


def _blocks(clue: Clue | None, coloured: bool) -> list[Any] | None:
    if clue is None:
        return None
    blocks: list[Any] = []
    for block in clue:
        length = STAR if block == ANY else BLOT if block.length is None else block.length
        blocks.append([length, block.colour] if coloured and block != ANY else length)
    return blocks


def _wanted(puzzle: Puzzle, style: PromptStyle) -> str:
    """Returns the description of the answer format."""
    if style == "json":
        inks = "1 filled" if len(puzzle.palette) == 2 else "else the number of its colour"
        what = f"a list of lists of numbers, one list for each row from the top: 0 is an empty cell, {inks}"
    else:
        inks = ", ".join(
            f"{colour.letter} {'filled' if len(puzzle.palette) == 2 else colour.name}"
            for colour in puzzle.palette[1:]
        )
        what = (
            "one line for each row from the top, one character for each cell and nothing else: "
            f"{puzzle.palette[BACKGROUND].letter} empty, {inks}"
        )
    return f"Give the whole grid at the end of your answer in a fenced block (```), {what}."


def _answer(puzzle: Puzzle, style: PromptStyle, grid: Grid) -> str:
    """Formats a picture as an answer."""
    if style == "json":
        numbers = (json.dumps(list(row), separators=(",", ":")) for row in grid)
        inside = ",\n ".join(numbers)
        return f"```json\n[{inside}]\n```"
    letters = prompt_letters(puzzle.palette)
    rows = ("".join(map(letters.__getitem__, row)) for row in grid)
    return "```\n" + "\n".join(rows) + "\n```"
