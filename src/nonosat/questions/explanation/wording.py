"""Arguments in words: cells and blocks by name, counted from 1 as people do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.model.clues import Clue, block_text, clue_text
from nonosat.model.palette import Palette
from nonosat.model.problems import Problem
from nonosat.questions.explanation.probing import Probe
from nonosat.questions.explanation.techniques import REASONS, Inference, cells_of, runs_of
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import Deduction

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

_LINES_TOLD = 4
"""So many lines of a derivation are named; of a longer one only how many there are."""


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
    for start, end in runs_of(cells):
        words += [f"{start + 1} to {end}"] if end - start > 2 else map(str, range(start + 1, end + 1))
    return f"cell{'s' if cells.bit_count() > 1 else ''} {listed(words)}"


def _are(cells: int) -> str:
    return "are" if cells.bit_count() > 1 else "is"


def colour_text(colour: int, palette: Palette) -> str:
    """The name of a colour."""
    return palette[colour].name or palette[colour].letter or f"colour {colour}"


def which_block(index: int, clue: Clue, palette: Palette) -> str:
    """A block of a clue as it is printed, and which it is of several equal ones.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> [which_block(index, as_clue([2, 5, 2]), BLACK_AND_WHITE) for index in range(3)]
    ['the first 2', 'the 5', 'the second 2']
    >>> [which_block(index, as_clue([1] * 23), BLACK_AND_WHITE) for index in (9, 11, 22)]
    ['the tenth 1', 'the 12th 1', 'the 23rd 1']
    """
    block = clue[index]
    if clue.count(block) == 1:
        return f"the {block_text(block, palette)}"
    number = clue[: index + 1].count(block)
    return f"the {_ordinal(number)} {block_text(block, palette)}"


def _ordinal(number: int) -> str:
    """A number as one counts with it, from 1."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{_ENDINGS.get(last, 'th')}"


def predicate_text(colour: int, holds: bool, palette: Palette) -> str:
    """What is said of cells that have a colour, or cannot have it.

    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> predicate_text(1, False, BLACK_AND_WHITE)
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
        self._lines = puzzle.geometry.lines

    def line_step(self, reason: str, line: int, inferences: Iterable[Inference]) -> str:
        """Inferences about a line with their arguments; those with the same argument are said together."""
        by_argument: dict[str, list[str]] = {}
        for inference in inferences:
            predicate = predicate_text(inference.colour, inference.holds, self._palette)
            told = f"{cells_text(inference.cells)} {_are(inference.cells)} {predicate}"
            by_argument.setdefault(self._argument(reason, line, inference), []).append(told)
        said = [f"{argument}: {listed(told)}" for argument, told in by_argument.items()]
        return f"{self._lines[line]}, {reason}: {'; '.join(said)}"

    def deduction(self, deduction: Deduction) -> str:
        """What a line says of its cells, without the reason."""
        told = [
            f"{cells_text(cells)} {_are(cells)} {predicate_text(colour, False, self._palette)}"
            for colour, cells in enumerate(deduction.removed)
            if cells
        ]
        return f"{self._lines[deduction.line]}: {listed(told)}"

    def contradiction(self, line: int) -> str:
        return f"{self._lines[line]}, contradiction: no filling agrees with what is known"

    def stated(self, problem: Problem) -> str:
        return f"contradiction: {problem.reason}"

    def no_solution(self) -> str:
        return "contradiction: the solver finds no solution"

    def cell_step(self, reason: str, removals: Iterable[tuple[int, int]], probes: Sequence[Probe]) -> str:
        """What cells cannot be, by probes of one of them or by the solver."""
        lost: dict[int, list[int]] = {}
        for cell, colour in removals:
            lost.setdefault(cell, []).append(colour)
        about = probes[0].cell if probes else next(iter(lost))
        told = [
            f"{'it' if cell == about else self.cell(cell)} is "
            + listed([predicate_text(colour, False, self._palette) for colour in colours])
            for cell, colours in lost.items()
        ]
        says = SAYS[reason].format(
            colour=colour_text(lost[about][0], self._palette) if about in lost else "",
            derivation=self._derivation(probes),
        )
        return f"{self.cell(about)}, {reason}: {says}: {listed(told)}"

    def _argument(self, reason: str, line: int, inference: Inference) -> str:
        """The argument for an inference."""
        clue = self._board.clues[line]
        assert clue is not None
        span = cells_of(inference.span)
        colour = colour_text(inference.colour, self._palette)
        return SAYS[reason].format(
            clue=clue_text(clue, self._palette),
            colour=colour,
            ink=f"{colour} " if len(self._palette) > 2 else "",
            blocks=listed([which_block(index, clue, self._palette) for index in inference.blocks], "or"),
            span=cells_text(span),
            span_is=f"{cells_text(span)} {_are(span)}",
        )

    def _derivation(self, probes: Sequence[Probe]) -> str:
        """Where probes lead: the line that has no filling left, or else the lines that say the same."""
        if not probes:
            return ""
        if not probes[0].refuted:
            return self._listed(sorted({line for probe in probes for line in probe.lines()}))
        (probe,) = probes
        *before, broken = [link for link in probe.derivation if isinstance(link, int)]
        inner = len(probe.derivation) - len(before) - 1
        steps = [self._listed(before)] if before else []
        steps += [f"{inner} further probe{'s' if inner > 1 else ''}"] if inner else []
        after = f" after {listed(steps)}" if steps else ""
        return f"{self._lines[broken]} would have no filling left{after}"

    def _listed(self, lines: Sequence[int]) -> str:
        names = [str(self._lines[line]) for line in lines]
        if len(names) > _LINES_TOLD:
            return f"{len(names)} lines ({names[0]} to {names[-1]})"
        return listed(names)

    def cell(self, cell: int) -> str:
        """A cell by its row, and its column or else its place in the row."""
        puzzle = self._board.puzzle
        return puzzle.cell_name(*puzzle.coordinates[cell])


SAYS = {reason.name: reason.says for reason in REASONS}
