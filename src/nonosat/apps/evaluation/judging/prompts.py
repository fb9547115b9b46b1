"""Writes a puzzle as a prompt for a language model; `judge` reads the answers.

A prompt has the rules that this puzzle needs, a line for each clue, and the answer format. Colours get unambiguous
letters (`prompt_letters`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.formats.pictures.letters import prompt_letters
from nonosat.imaging.colours import names_for
from nonosat.model.clues import ANY, BLOT, STAR, clue_text
from nonosat.model.geometry import Rectangle
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Line, Puzzle
from nonosat.support.arguments import method, question
from nonosat.support.errors import UsageError
from nonosat.support.results import NoTruthValue, Result
from nonosat.support.sentences import number_text


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Prompt(NoTruthValue, Result):
    """A prompt; `str` returns its `text`."""

    puzzle: Puzzle
    text: str

    def __str__(self) -> str:
        return self.text

    @method
    def answer(self, grid: Grid) -> str:
        """Formats a picture as the prompt asks for; `judge` reads it.

        Raises `UsageError` if its size or colours differ from the puzzle's.
        """
        lengths = tuple(map(len, grid.rows))
        if lengths != self.puzzle.row_lengths or grid.highest() >= len(self.puzzle.palette):
            raise UsageError("the picture must have the puzzle's size and colours")
        letters = prompt_letters(self.puzzle.palette)
        rows = ("".join(map(letters.__getitem__, row)) for row in grid)
        return "```\n" + "\n".join(rows) + "\n```"


@question
def prompt(puzzle: Puzzle) -> Prompt:
    """Writes the puzzle as a task for a language model, with the answer format.

    Goal and title are not revealed. Raises `PuzzleError` for a misstated puzzle.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> print(prompt(puzzle).answer(Grid(["#.", "##"])))
    ```
    #.
    ##
    ```
    """
    puzzle.require_readable(stars=True)
    shown = _shown(puzzle)
    parts = ["Solve this nonogram.", _rules(shown), *_stated(shown), _wanted(shown)]
    return Prompt(puzzle, "\n\n".join(parts) + "\n")


def _shown(puzzle: Puzzle) -> Puzzle:
    """Returns the statement with the letters and names that prompts use."""
    letters, names = prompt_letters(puzzle.palette), names_for(colour.name for colour in puzzle.palette)
    palette = [
        colour._replace(name=" ".join(name.split()) or letter, letter=letter)
        for colour, name, letter in zip(puzzle.palette, names, letters, strict=True)
    ]
    return puzzle.statement.replace(palette=palette)


def _rules(puzzle: Puzzle) -> str:
    """Returns the rules of this kind of puzzle."""
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
        "A clue without a block, written 0, means that the line is empty.",
    ]
    blocks = [block for line in puzzle.lines for block in line.clue or ()]
    if any(block.length is None and block != ANY for block in blocks):
        rules.append(f'"{BLOT}" stands for a block of unknown length, at least 1.')
    if puzzle.starred:
        rules.append(f'"{STAR}" beside other blocks stands for any number of further blocks, or none.')
    if any(line.clue is None for line in puzzle.lines):
        rules.append("A clue * tells nothing about its line.")
    if shaped:
        rules.append(
            "The cells have other shapes than squares; a row has its cells in their order, and beside each other line are "
            "its cells, as row:place in that row, from 1."
        )
    return "\n".join(f"- {rule}" for rule in rules)


def _stated(puzzle: Puzzle) -> Iterator[str]:
    """Yields the paragraphs of the puzzle."""
    size = f" and {number_text(puzzle.width, 'column')}"
    if not isinstance(puzzle.geometry, Rectangle):
        size = f", of {', '.join(map(str, puzzle.row_lengths))} cells"
    yield f"{number_text(len(puzzle.row_lengths), 'row')}{size}."
    if len(puzzle.palette) > 2:
        inks = (f"{colour.letter} {colour.name}" for colour in puzzle.palette[1:])
        yield f"The letter after a number is the colour of the block: {', '.join(inks)}."
    yield from _listed(puzzle)
    if puzzle.givens:
        givens = (
            f"{puzzle.cell_name(row, place)} is {puzzle.palette[colour].letter}"
            for row, place, colour in puzzle.givens
        )
        yield f"Known from the start: {'; '.join(givens)}."


def _listed(puzzle: Puzzle) -> Iterator[str]:
    """Yields the clues of each family; for lines other than rows and columns also the positions of their cells."""
    geometry = puzzle.geometry
    families = zip(geometry.axes, puzzle.families, geometry.stated, strict=True)
    for number, (axis, family, count) in enumerate(families):
        placed = number > 0 and not isinstance(geometry, Rectangle)
        lines = [f"{axis.capitalize() if number else 'Row'}s:"]
        for line in family[:count]:
            cells = f", cells {' '.join(_places(puzzle, line))}" if placed else ""
            lines.append(f"{line.id.index + 1}: {clue_text(line.clue, puzzle.palette)}{cells}")
        yield "\n".join(lines)


def _places(puzzle: Puzzle, line: Line) -> Iterator[str]:
    for cell in line.cells:
        row, place = puzzle.coordinates[cell]
        yield f"{row + 1}:{place + 1}"


def _wanted(puzzle: Puzzle) -> str:
    """Returns the description of the answer format."""
    inks = ", ".join(
        f"{colour.letter} {'filled' if len(puzzle.palette) == 2 else colour.name}"
        for colour in puzzle.palette[1:]
    )
    return (
        "Give the whole grid at the end of your answer in a fenced block (```), one line for each row from the top, one "
        f"character for each cell and nothing else: {puzzle.palette[BACKGROUND].letter} empty, {inks}."
    )
