"""Diagrams of regions whose lines cross cyclically: from a list of all solutions.

If lines of a shape cross often enough, no order of the cells reads each of them from one end, and the frontier method
(`nonosat.counting.frontier`) has nothing to sweep. A small region of that kind is searched: a depth-first search with
complete line solving at each node, up to a number of solutions.
"""

from __future__ import annotations

from nonosat.counting.diagram import Diagram
from nonosat.counting.regions import Region
from nonosat.counting.segments import Tick
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate

_NODES_PER_SOLUTION = 4  # nodes of the search tree allowed per allowed solution


def listed_diagram(region: Region, board: Board, *, most: int, tick: Tick = lambda: None) -> Diagram | None:
    """Returns the diagram of a region with at most `most` solutions, or None if there are more or the search is too long.

    The board must be at its fixpoint. `tick` is called per node and can raise to give up.
    """
    solutions: list[bytes] = []
    stack, nodes = [board], 0
    while stack:
        tick()
        node_board = stack.pop()
        options = {cell: colours for cell in region.cells if len(colours := node_board.colours_of(cell)) > 1}
        if not options:
            picture = node_board.known()
            solutions.append(bytes(picture[cell] for cell in region.cells))
            if len(solutions) > most:
                return None
            continue
        nodes += 1
        if nodes > _NODES_PER_SOLUTION * most:
            return None
        cell = min(options, key=lambda cell: len(options[cell]))
        for colour in options[cell]:
            child = node_board.copy()
            if not propagate(child, child.fix(cell, colour)):
                stack.append(child)
    return Diagram.from_list(region.cells, region.colours, solutions, tick=tick)
