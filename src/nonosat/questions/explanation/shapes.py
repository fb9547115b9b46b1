"""Classifies suppositions by the shapes that guides name.

- *edge logic*: the chain stays on two neighbouring lines, at the edge of the grid or beside a line without open cells, and
  lines that cross them;
- *counting*: the last line has too many or too few cells of a colour;
- *block placement*: the supposition places one block.

The first of these that holds names the step; otherwise it is a *probe*. The text speaks of a block wherever possible.
"""

from __future__ import annotations

from typing import NamedTuple

from nonosat.model.geometry import LineId
from nonosat.questions.explanation.probing import Probe
from nonosat.solving.lines.board import Board

EDGE_LOGIC = "edge logic"
COUNTING = "counting"
BLOCK_PLACEMENT = "block placement"
PROBE = "probe"


class Placement(NamedTuple):
    """A block of a line, and its supposed first cell."""

    line: LineId
    block: int
    start: int


def placement(board: Board, probe: Probe) -> Placement | None:
    """Returns the first block that has one place, covering the cell, if the cell has the colour; or None."""
    after = board.copy()
    after.fix(probe.cell, probe.colour)
    for line, place in board.lines_of(probe.cell) if probe.colour else ():
        clue = board.clues[line]
        if clue is None or any(block.length is None for block in clue):
            continue
        for block, (starts, _) in enumerate(after.spans(line) or ()):
            start = starts.bit_length() - 1
            if starts.bit_count() == 1 and start <= place < start + clue[block].least:
                return Placement(board.puzzle.geometry.lines[line], block, start)
    return None


def shape(board: Board, probe: Probe, placed: Placement | None, by_count: bool) -> str:
    """Returns the technique of a refuted supposition; `by_count` is True if counting shows the contradiction."""
    if _at_the_edge(board, probe):
        return EDGE_LOGIC
    if by_count:
        return COUNTING
    return BLOCK_PLACEMENT if placed else PROBE


def _at_the_edge(board: Board, probe: Probe) -> bool:
    """Returns whether a chain is edge logic."""
    if probe.depth > 1:
        return False
    first = 0
    for family in board.puzzle.geometry.families:
        numbers = range(first, first + len(family))
        first += len(family)
        here = {line for line in probe.lines() if line in numbers}
        here |= {line for line, _ in board.lines_of(probe.cell) if line in numbers}
        if max(here) - min(here) == 1:
            beside = (min(here) - 1, max(here) + 1)
            if any(line not in numbers or not board.open_in(line) for line in beside):
                return True
    return False
