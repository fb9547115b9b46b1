"""The order encoding of blocks: one literal "at or before p" for each position left to a start or end.

`nonosat.solving.lines.clauses` has the clauses of one line, why they suffice, and the source; here the lines of a
board are put together, and each variable gets its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.sat.encodings.cnf import Cnf, open_cells


def encode(board: Board, *, tick: Callable[[], None] | None = None) -> Cnf:
    """The clauses whose models, read on the cell variables, are the solutions that the board allows.

    The board must be at its fixpoint, without a contradiction. `tick` is called for each line, and
    may raise to give up.
    """
    cells, clauses, used = open_cells(board)
    cell_variables = used
    known = bytes(board.known())
    literals: list[list[int | None]] = [
        [None if mine == colour else 0 for mine in known] for colour in range(board.colours)
    ]
    """Per colour and cell its literal; None where the cell has the colour, 0 where it cannot have it.

    `known` has one of its colours for an open cell, and that one gets a literal.
    """
    for open_cell in cells:
        for colour, literal in open_cell.literals.items():
            literals[colour][open_cell.cell] = literal
    for line, clue in enumerate(board.clues):
        if tick:
            tick()
        if clue is not None and board.open_in(line):
            used = board.solver.clauses(line, board.candidates[line], literals, clauses, used)
    return Cnf(clauses, used, cell_variables, cells, known, board.puzzle)


class Bound(NamedTuple):
    """Meaning of an auxiliary variable: a block starts, or has ended, at or before a position.

    Blocks are counted from 0 within their line; a block has ended at the position after its last cell.
    """

    line: int
    block: int
    end: bool
    position: int


def bounds(board: Board) -> list[Bound]:
    """Yields the meanings of the auxiliary variables of `encode`, in their order, for the same board."""
    return [Bound(*boundary, at) for boundary, mask in boundaries(board) for at in list(positions(mask))[:-1]]


def describe(board: Board) -> Iterator[tuple[int, str]]:
    """The line and the meaning of each variable that `bounds` has; blocks and cells are counted from 1."""
    for line, block, end, position in bounds(board):
        said = f"ends at or before cell {position}" if end else f"starts at or before cell {position + 1}"
        yield line, f"block {block + 1} {said}"


def boundaries(board: Board) -> Iterator[tuple[tuple[int, int, bool], int]]:
    """(line, block, whether its end is meant), and its positions as a mask; the last has no variable."""
    for line, clue in enumerate(board.clues):
        if clue is None or not board.open_in(line):
            continue
        for at, (block, masks) in enumerate(zip(clue, board.spans(line) or (), strict=True)):
            for end in (False, True) if block.length is None else (False,):
                yield (line, at, end), masks[end]
