"""Draws the consequences of a supposition, link by link.

The supposed cell and its consequences have a special state and the number of their link. The last link is a line
without a filling; then everything is withdrawn. The links of a nested supposition have the number of the outer link and
a letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nonosat.apps.drawing.drawing import Cell, Entry, State
from nonosat.explaining.steps.step import Step
from nonosat.explaining.words.patterns import Phrase, printed
from nonosat.explaining.words.wording import without_technique
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle

QUESTION_MARK = "?"  # mark of the supposed cell
# legend of the marks
LEGEND = (
    Entry(Cell(None, State.SUPPOSED, QUESTION_MARK), "supposed"),
    Entry(Cell(None, State.SUPPOSED, "1"), "follows, by the link of that number"),
    Entry(Cell(None, State.MARKED), "no filling is left"),
    Entry(Cell(None, State.NEW), "known now"),
)

Place = tuple[int, int]  # a row and a place in it


class Link(NamedTuple):
    """The supposition itself, or something that follows from it."""

    label: str  # the number of the link; `?` for a supposition
    said: tuple[Phrase, ...]
    cells: Mapping[Place, Cell]  # cells supposed or implied so far
    line: LineId | None = None  # the line that implies it
    blocks: frozenset[int] = frozenset()  # blocks of the clue that the link is about
    ends: bool = False  # true for the line without a filling
    technique: str = ""  # name of its technique

    @property
    def text(self) -> str:
        """Its sentences, in English."""
        return "\n".join(printed(self.said))


def line_of(step: Step) -> LineId | None:
    """Returns the line that a step is about."""
    return None if step.axis is None or step.index is None else LineId(step.axis, step.index)


def blocks_of(step: Step) -> frozenset[int]:
    """Returns the blocks of the clue that a step is about."""
    return frozenset(block for inference in step.inferences for block in inference.blocks)


def is_supposition(step: Step) -> bool:
    """Returns whether a step is a supposition whose chain is spelled out."""
    return bool(step.chain or (step.contradiction and step.probes))


def links(
    puzzle: Puzzle, step: Step, before: Mapping[Place, Cell] | None = None, outer: str = ""
) -> Iterator[Link]:
    """Yields a supposition and its consequences, up to the line without a filling.

    A nested one has the cells supposed `before` and the label of its `outer` link.
    """
    (probe,) = step.probes
    place = puzzle.coordinates[probe.cell]
    cells = {**(before or {}), place: Cell(probe.colour, State.SUPPOSED, QUESTION_MARK)}
    yield Link(QUESTION_MARK, tuple(map(without_technique, step.said)), cells)
    number = 0
    for number, link in enumerate(step.chain, 1):
        label = _label(number, outer)
        if link.probes:
            yield from links(puzzle, link, cells, label)
        cells = cells | {
            (row, at): Cell(None, State.SUPPOSED, label) for row, at, _ in link.excluded if (row, at) != place
        }
        cells |= {(row, at): Cell(colour, State.SUPPOSED, label) for row, at, colour in link.cells}
        yield Link(label, link.so or link.said, cells, line_of(link), blocks_of(link), technique=link.reason)
    if end := step.contradiction:
        label = _label(number + 1, outer)
        yield Link(label, end.said, cells, line_of(end), ends=True, technique=end.reason)


def _label(number: int, outer: str) -> str:
    """Returns the number of a link; nested, the outer number and a letter."""
    return f"{outer}{chr(ord('a') + (number - 1) % 26)}" if outer else str(number)


def conclusion(step: Step) -> str:
    """Returns the conclusion of a step from a supposition, in English."""
    return "\n".join(map(str, step.so))
