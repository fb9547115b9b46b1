"""The path encoding: one literal per node of the graph that a line's automaton unrolls into.

A second encoding, derived in another way than the order encoding, so that each checks the other. A line
is read cell by cell by the automaton of its clue (`nonosat.solving.lines.automaton`). Layer p of the graph holds the
states that it can be in after cell p on some path from the beginning of the line to its end over
candidates of the cells. The nodes of a block of known length follow each other without a choice, so they
share a literal: that of the block's start. Clauses:

- successors, predecessors: a node has one of the nodes that may follow it, and of those before it;
- colour: a node's cell has the colour of its state;
- support: a cell that has a colour is at one of the nodes of its layer with that colour.

From any node that is true the first two lead over true nodes to both ends of the line, and the third
makes that path spell the picture: every model satisfies the clue. As the automaton is deterministic, a
picture has one path, and no node off it can be true. Unit propagation makes false every node that no path
runs through and every colour without a node, so it is complete for each line, which the order encoding's
is not; the price is more literals.

Sources: the automaton over unrolled layers is G. Pesant, "A regular language membership constraint for
finite sequences of variables" (CP 2004), put into clauses in the manner of C.-G. Quimper and T. Walsh,
"Decomposing global grammar constraints" (CP 2007) and F. Bacchus, "GAC via unit propagation" (CP 2007). Those
have literals for states and for transitions; as here a state tells the cell's colour, its own literals
suffice. The sets of states are pruned in bit-parallel, as in R. Baeza-Yates and G. Gonnet, "A new
approach to text searching" (Commun. ACM 35(10), 1992).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nonosat.model.clues import ANY, Clue
from nonosat.solving.lines.automaton import Automaton, Starred, automaton_of, layers
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.sat.encodings.cnf import Cnf, open_cells


def encode(board: Board, *, tick: Callable[[], None] | None = None) -> Cnf:
    """The clauses whose models, read on the cell variables, are the solutions that the board allows.

    The board need not be at its fixpoint, but lines without open cells must satisfy their clues: they are
    skipped. `tick` is called for each line, and may raise to give up.
    """
    cells, clauses, used = open_cells(board)
    cell_variables = used
    literals = {open_cell.cell: open_cell.literals for open_cell in cells}
    for line, span in enumerate(board.lines):
        if tick:
            tick()
        clue = board.clues[line]
        if clue is not None and board.open_in(line):
            of_cells = [literals.get(cell) for cell in span]
            used = encode_line(
                automaton_of(clue, board.colours), board.candidates[line], of_cells, clauses, used
            )
    return Cnf(clauses, used, cell_variables, cells, bytes(board.known()), board.puzzle)


def describe(board: Board) -> Iterator[tuple[int, str]]:
    """The line and the meaning of each variable of `encode` after those of the cells, for the same board."""
    for line, clue in enumerate(board.clues):
        if clue is not None and board.open_in(line):
            yield from describe_line(board, line, clue)


def describe_line(board: Board, line: int, clue: Clue) -> Iterator[tuple[int, str]]:
    """The same for one line."""
    automaton, words = automaton_of(clue, board.colours), _words(clue)
    for cell, states in enumerate(layers(automaton, board.candidates[line], len(board.lines[line])), 1):
        for state in positions(states & ~automaton.inner):
            said = words[state] if words else f"is in state {state} of the automaton"
            yield line, f"cell {cell} {said}"


def _words(clue: Clue) -> list[str]:
    """Returns the meaning of each state of a clue's automaton for a cell; blocks and cells count from 1; none with `ANY`."""
    if ANY in clue:
        return []
    words = ["lies before block 1"]
    for number, block in enumerate(clue, 1):
        first = f"lies in block {number}" if block.length is None else f"is the first of block {number}"
        words += [first] * block.least + [f"lies in the gap after block {number}"]
    return words


def encode_line(
    automaton: Automaton | Starred,
    candidates: Sequence[int],
    of_cells: Sequence[dict[int, int] | None],
    clauses: list[list[int]],
    used: int,
) -> int:
    """Appends the clauses of one line; `of_cells` has each open cell's literals; returns the variables."""
    nodes: dict[int, int] = {}
    """The literal of each state of the layer before."""
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
                found = [before[s] for s in positions(automaton.before(1 << state)) if s in before]
                if node not in found:
                    clauses.append([-node, *found])
            for state, node in before.items():
                found = [nodes[s] for s in positions(automaton.after(1 << state)) if s in nodes]
                if node not in found:
                    clauses.append([-node, *found])
        for colour, literal in (of_cells[at] or {}).items():
            mine = [node for state, node in nodes.items() if automaton.colour[state] == colour]
            clauses.extend([-node, literal] for node in mine)
            clauses.append([-literal, *mine])
    return used
