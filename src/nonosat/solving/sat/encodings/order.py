"""The order encoding of blocks: one literal "at or before p" for each position left to a start or end.

`nonosat.solving.lines.clauses` has the clauses of one line, why they suffice, and the source; here the lines of a
board are put together, and each variable gets its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonosat.model.clues import ANY
from nonosat.model.geometry import pick
from nonosat.solving.lines.automaton import automaton_of
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.clauses import line_clauses
from nonosat.solving.sat.encodings.cnf import Cnf, open_cells
from nonosat.solving.sat.encodings.path import describe_line, encode_line


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
    by_cell = {open_cell.cell: open_cell.literals for open_cell in cells}
    for open_cell in cells:
        for colour, literal in open_cell.literals.items():
            literals[colour][open_cell.cell] = literal
    for line, clue in enumerate(board.clues):
        if tick:
            tick()
        if clue is None or not board.open_in(line):
            continue
        if ANY in clue:
            of_cells = [by_cell.get(cell) for cell in board.lines[line]]
            used = encode_line(
                automaton_of(clue, board.colours), board.candidates[line], of_cells, clauses, used
            )
        else:
            spans = board.spans(line)
            assert spans is not None  # the board is at its fixpoint
            cells_of = board.lines[line]
            used = line_clauses(clue, spans, [pick(of, cells_of) for of in literals], clauses, used)
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
    return [bound for line in range(len(board.lines)) for bound in bounds_of(board, line)]


def describe(board: Board) -> Iterator[tuple[int, str]]:
    """The line and the meaning of each variable that `bounds` has; blocks and cells are counted from 1."""
    for line, clue in enumerate(board.clues):
        if clue and ANY in clue and board.open_in(line):
            yield from describe_line(board, line, clue)
            continue
        for _, block, end, at in bounds_of(board, line):
            said = f"ends at or before cell {at}" if end else f"starts at or before cell {at + 1}"
            yield line, f"block {block + 1} {said}"


def bounds_of(board: Board, line: int) -> Iterator[Bound]:
    """The same for one line, without `ANY`; the last position has no variable."""
    clue = board.clues[line]
    if clue is None or not board.open_in(line):
        return
    for at, (block, masks) in enumerate(zip(clue, board.spans(line) or (), strict=True)):
        for end in (False, True) if block.length is None else (False,):
            yield from (Bound(line, at, end, position) for position in list(positions(masks[end]))[:-1])
