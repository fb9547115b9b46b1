"""Names for suppositions of a shape that guides know: they read better than a cell and a colour.

- *edge logic*: all of the chain is about two lines side by side, at the edge of the grid or beside a line without
  open cells, and lines that cross them;
- *counting*: the line at the end has too many or too few cells of a colour;
- *block placement*: what is supposed of the cell is that a block lies there, since no other could, and nowhere else.

The first of these that holds is the name of the step; else it is a *probe*. What is supposed is said of a block wherever
that can be said.
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

# the names of steps that refute one supposition by lines
SHAPES = (EDGE_LOGIC, COUNTING, BLOCK_PLACEMENT, PROBE)


class Placement(NamedTuple):
    """A block of a line, and the first cell that it is supposed to lie on."""

    line: LineId
    block: int
    start: int


def placement(board: Board, probe: Probe) -> Placement | None:
    """The block that lies in one place only if the cell has the colour, and covers the cell; the first such block."""
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
    """The name of a step that refutes a supposition by lines; `by_count` is whether the last is seen by counting."""
    if _at_the_edge(board, probe):
        return EDGE_LOGIC
    if by_count:
        return COUNTING
    return BLOCK_PLACEMENT if placed else PROBE


def _at_the_edge(board: Board, probe: Probe) -> bool:
    """Returns whether two lines side by side, with the edge or a line without open cells beside them, and crossing lines do."""
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
