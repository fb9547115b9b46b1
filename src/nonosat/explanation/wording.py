"""How arguments are said: cells and blocks by name, counted from 1 as people do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.explanation.probing import Trial
from nonosat.explanation.techniques import REASONS, Claim, cells_of, spans_of
from nonosat.lines.board import Board
from nonosat.lines.propagate import Deduction
from nonosat.model.puzzle import AXES, Axis, Clue, Palette, clue_text, length_text

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

_LINES_TOLD = 4
"""So many lines of a chain are named; of a longer one only how many there are."""


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"], "or")
    ('a', 'a, b or c')
    """
    *most, last = words or [""]
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def cells_text(cells: int) -> str:
    """The cells of a mask, counted from 1.

    >>> cells_text(0b10), cells_text(0b110), cells_text(0b11101)
    ('cell 2', 'cells 2 and 3', 'cells 1 and 3 to 5')
    """
    words: list[str] = []
    for start, end in spans_of(cells):
        words += [f"{start + 1} to {end}"] if end - start > 2 else map(str, range(start + 1, end + 1))
    return f"cell{'s' if cells.bit_count() > 1 else ''} {listed(words)}"


def _are(cells: int) -> str:
    return "are" if cells.bit_count() > 1 else "is"


def colour_text(colour: int, palette: Palette) -> str:
    """The name of a colour."""
    return palette[colour].name or palette[colour].letter or f"colour {colour}"


def block_text(index: int, clue: Clue, palette: Palette) -> str:
    """A block by its length, by its colour where there are several, and by its number among its like.

    >>> from nonosat.model.puzzle import BLACK_AND_WHITE, as_clue
    >>> [block_text(index, as_clue([2, 5, 2]), BLACK_AND_WHITE) for index in range(3)]
    ['the first 2', 'the 5', 'the second 2']
    >>> [block_text(index, as_clue([1] * 23), BLACK_AND_WHITE) for index in (9, 11, 22)]
    ['the tenth 1', 'the 12th 1', 'the 23rd 1']
    """
    block = clue[index]
    ink = f"{colour_text(block.colour, palette)} " if len(palette) > 2 else ""
    if clue.count(block) == 1:
        return f"the {ink}{length_text(block)}"
    number = clue[: index + 1].count(block)
    return f"the {_ordinal(number)} {ink}{length_text(block)}"


def _ordinal(number: int) -> str:
    """A number as one counts with it, from 1."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{_ENDINGS.get(last, 'th')}"


def fact_text(colour: int, holds: bool, palette: Palette) -> str:
    """What is said of cells that have a colour, or cannot have it.

    >>> from nonosat.model.puzzle import BLACK_AND_WHITE
    >>> fact_text(1, False, BLACK_AND_WHITE)
    'white'
    """
    if len(palette) == 2:
        return colour_text(colour if holds else 1 - colour, palette)
    return f"{'' if holds else 'not '}{colour_text(colour, palette)}"


class Wording:
    """The sentences about the lines and cells of one puzzle."""

    def __init__(self, board: Board) -> None:
        puzzle = board.puzzle
        self._board = board
        self._palette = puzzle.palette
        self._names = [
            (axis, index)
            for axis, family in zip(AXES, puzzle.families, strict=False)
            for index in range(len(family))
        ]
        self._places = [
            (row, place) for row, length in enumerate(puzzle.row_lengths) for place in range(length)
        ]

    def name_of(self, line: int) -> tuple[Axis, int]:
        """The axis and the index of a line that a board counts family by family."""
        return self._names[line]

    def place_of(self, cell: int) -> tuple[int, int]:
        """The row of a cell, and its place in it."""
        return self._places[cell]

    def line_step(self, reason: str, line: int, claims: Iterable[Claim]) -> str:
        """Claims about a line, each with what it rests on; what rests on the same is said together."""
        facts: dict[str, list[str]] = {}
        for claim in claims:
            fact = fact_text(claim.colour, claim.holds, self._palette)
            told = f"{cells_text(claim.cells)} {_are(claim.cells)} {fact}"
            facts.setdefault(self._argument(reason, line, claim), []).append(told)
        said = [f"{argument}: {listed(told)}" for argument, told in facts.items()]
        return f"{self._line(line)}, {reason}: {'; '.join(said)}"

    def deduction(self, deduction: Deduction) -> str:
        """What a line says of its cells, without the reason."""
        told = [
            f"{cells_text(cells)} {_are(cells)} {fact_text(colour, False, self._palette)}"
            for colour, cells in enumerate(deduction.removed)
            if cells
        ]
        return f"{self._line(deduction.line)}: {listed(told)}"

    def contradiction(self, line: int) -> str:
        return f"{self._line(line)}, contradiction: no filling agrees with what is known"

    def no_solution(self) -> str:
        return "contradiction: the solver finds no solution"

    def cell_step(self, reason: str, facts: Iterable[tuple[int, int]], trials: Sequence[Trial]) -> str:
        """What cells cannot be, by the trials of one of them or by the solver."""
        lost: dict[int, list[int]] = {}
        for cell, colour in facts:
            lost.setdefault(cell, []).append(colour)
        about = trials[0].cell if trials else next(iter(lost))
        told = [
            f"{'it' if cell == about else self.cell(cell)} is "
            + listed([fact_text(colour, False, self._palette) for colour in colours])
            for cell, colours in lost.items()
        ]
        says = SAYS[reason].format(
            colour=colour_text(lost[about][0], self._palette) if about in lost else "",
            chain=self._chain(trials),
        )
        return f"{self.cell(about)}, {reason}: {says}: {listed(told)}"

    def _argument(self, reason: str, line: int, claim: Claim) -> str:
        """What a claim rests on."""
        clue = self._board.clues[line]
        assert clue is not None
        span = cells_of(claim.span)
        colour = colour_text(claim.colour, self._palette)
        return SAYS[reason].format(
            clue=clue_text(clue),
            colour=colour,
            ink=f"{colour} " if len(self._palette) > 2 else "",
            blocks=listed([block_text(index, clue, self._palette) for index in claim.blocks], "or"),
            span=cells_text(span),
            span_is=f"{cells_text(span)} {_are(span)}",
        )

    def _chain(self, trials: Sequence[Trial]) -> str:
        """Where trials lead to: the line that breaks, or else the lines that teach the same."""
        if not trials:
            return ""
        if not trials[0].refuted:
            return self._lines(sorted({line for trial in trials for line in trial.lines()}))
        (trial,) = trials
        *before, broken = [link for link in trial.chain if isinstance(link, int)]
        inner = len(trial.chain) - len(before) - 1
        steps = [self._lines(before)] if before else []
        steps += [f"{inner} further probe{'s' if inner > 1 else ''}"] if inner else []
        after = f" after {listed(steps)}" if steps else ""
        return f"{self._line(broken)} would have no filling left{after}"

    def _lines(self, lines: Sequence[int]) -> str:
        if len(lines) > _LINES_TOLD:
            return f"{len(lines)} lines ({self._line(lines[0])} to {self._line(lines[-1])})"
        return listed(list(map(self._line, lines)))

    def _line(self, line: int) -> str:
        axis, index = self._names[line]
        return f"{axis} {index + 1}"

    def cell(self, cell: int) -> str:
        """A cell by its row, and its column or else its place in the row."""
        row, place = self._places[cell]
        return f"row {row + 1}, {'cell' if self._board.puzzle.is_triddler else 'column'} {place + 1}"


SAYS = {reason.name: reason.says for reason in REASONS}
