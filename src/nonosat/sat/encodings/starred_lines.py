"""Clauses of a line whose clue has `ANY`: one literal per node of its unrolled automaton.

The order encoding has a literal for each start of a block, and `ANY` stands for any number of blocks. The automaton of such a
clue reads a line cell by cell (`nonosat.lines.automaton`). Layer p of the graph holds its
states after cell p on all paths from the beginning of the line to its end over candidates of the cells. The nodes of a block of
known length follow each other without a choice, so they share the literal of the block's start. Clauses:

- successors, predecessors: a true node has a true successor and a true predecessor;
- colour: a node's cell has the colour of its state;
- support: a cell with a colour has a true node of that colour in its layer.

From a true node the first kind leads over true nodes to both ends of the line, and the second makes the cells agree
with that path: every model satisfies the clue. The automaton is deterministic, so each picture has one path, and no
other node can be true. Unit propagation falsifies every node without a path and every colour without a node: it is
complete for each line. As an encoding of whole boards it was 3 times slower than the order encoding, because it has
more literals.

Sources: the automaton over unrolled layers is G. Pesant, "A regular language membership constraint for
finite sequences of variables" (CP 2004), put into clauses in the manner of C.-G. Quimper and T. Walsh,
"Decomposing global grammar constraints" (CP 2007) and F. Bacchus, "GAC via unit propagation" (CP 2007). Those
have literals for states and transitions; here a state implies the cell's colour, so literals of states suffice.
The bit-parallel sets of states are from R. Baeza-Yates and G. Gonnet, "A new approach to text searching" (Commun. ACM 35(10),
1992).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.lines.automaton import Automaton, Starred, automaton_of, layers
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.clues import Clue


def describe_line(board: Board, line: int, clue: Clue) -> Iterator[tuple[int, str]]:
    """Yields the line and the meaning, in words, of each auxiliary variable of `encode_line`; cells count from 1."""
    automaton = automaton_of(clue, board.colours)
    for cell, states in enumerate(layers(automaton, board.unpack()[line], len(board.lines[line])), 1):
        for state in positions(states & ~automaton.inner):
            yield line, f"cell {cell} is in state {state} of the automaton"


def encode_line(
    automaton: Automaton | Starred,
    candidates: Sequence[int],
    of_cells: Sequence[dict[int, int] | None],
    clauses: list[list[int]],
    used: int,
) -> int:
    """Appends the clauses of one line over the literals of its open cells; returns the new total number of variables."""
    nodes: dict[int, int] = {}  # the literal of each state in the previous layer
    for at, states in enumerate(layers(automaton, candidates, len(of_cells))):
        before, nodes = nodes, {}
        for state in positions(states):
            if automaton.inner >> state & 1:
                nodes[state] = before[state - 1]
            else:
                used += 1
                nodes[state] = used
        if at:
            for state, node in nodes.items():
                predecessors = [before[s] for s in positions(automaton.before(1 << state)) if s in before]
                if node not in predecessors:
                    clauses.append([-node, *predecessors])
            for state, node in before.items():
                successors = [nodes[s] for s in positions(automaton.after(1 << state)) if s in nodes]
                if node not in successors:
                    clauses.append([-node, *successors])
        for colour, literal in (of_cells[at] or {}).items():
            colour_nodes = [node for state, node in nodes.items() if automaton.colour[state] == colour]
            clauses.extend([-node, literal] for node in colour_nodes)
            clauses.append([-literal, *colour_nodes])
    return used
