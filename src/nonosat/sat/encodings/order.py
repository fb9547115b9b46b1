"""The order encoding of a board: a literal "at or before p" for each possible position of a start or end of a block.

`nonosat.lines.line_clauses` encodes one line, and explains why its clauses suffice. This module encodes all lines of a
board, and gives each variable its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonosat.lines.automaton import automaton_of
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line_clauses import line_clauses
from nonosat.model.clues import ANY
from nonosat.model.geometry import pick
from nonosat.sat.encodings.cnf import Cnf, open_cells
from nonosat.sat.encodings.starred_lines import describe_line, encode_line


def encode(board: Board, *, tick: Callable[[], None] | None = None) -> Cnf:
    """Returns clauses whose models, projected onto the cell variables, are the solutions of the board.

    The board must be at its fixpoint, without a contradiction. `tick` is called per line and can raise to give up.
    """
    cells, clauses, used = open_cells(board, tick)
    cell_variables = used
    fixed_colours = bytes(board.known())
    literals: list[list[int | None]] = [
        [None if mine == colour else 0 for mine in fixed_colours] for colour in range(board.colours)
    ]
    # [colour][cell]: a literal; None if the cell has the colour, 0 if it cannot have it
    # of an open cell `fixed_colours` has one of its colours, which gets a literal below
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
                automaton_of(clue, board.colours), board.unpack()[line], of_cells, clauses, used
            )
        else:
            spans = board.spans(line)
            assert spans is not None  # the board is at its fixpoint
            cells_of = board.lines[line]
            used = line_clauses(clue, spans, [pick(of, cells_of) for of in literals], clauses, used)
    return Cnf(clauses, used, cell_variables, cells, fixed_colours, board.puzzle)


class Bound(NamedTuple):
    """Meaning of an auxiliary variable: a block starts, or ends, at or before a position.

    Blocks count from 0 within their line; the end of a block is the position after its last cell.
    """

    line: int
    block: int
    end: bool
    position: int


def bounds(board: Board) -> list[Bound]:
    """Returns the meanings of the auxiliary variables of `encode` for the same board, in order."""
    return [bound for line in range(len(board.lines)) for bound in bounds_of(board, line)]


def describe(board: Board) -> Iterator[tuple[int, str]]:
    """Yields the line and the meaning, in words, of each auxiliary variable; blocks and cells count from 1."""
    for line, clue in enumerate(board.clues):
        if clue and ANY in clue and board.open_in(line):
            yield from describe_line(board, line, clue)
            continue
        for _, block, end, at in bounds_of(board, line):
            words = f"ends at or before cell {at}" if end else f"starts at or before cell {at + 1}"
            yield line, f"block {block + 1} {words}"


def bounds_of(board: Board, line: int) -> Iterator[Bound]:
    """Yields the meanings for one line without `ANY`; the last position has no variable."""
    clue = board.clues[line]
    if clue is None or not board.open_in(line):
        return
    for at, (block, masks) in enumerate(zip(clue, board.spans(line) or (), strict=True)):
        for end in (False, True) if block.length is None else (False,):
            yield from (Bound(line, at, end, position) for position in list(positions(masks[end]))[:-1])
