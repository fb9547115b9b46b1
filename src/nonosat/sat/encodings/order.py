"""The order encoding of blocks: one literal "at or before p" for each position left to a start or end.

For each line with open cells and each of its blocks, `block_spans` gives the starts and the ends that
some filling of the line still has. Over these the literals `start(i) <= p` and `end(i) <= p` say that block
i starts, or has ended, at or before position p; where p is not possible, the literal of the last possible
position below it stands in. The end of a block of known length is its start, shifted; only a blotted
block has literals for its end. Clauses:

- chain:      x <= p implies x <= p' for the next possible p';
- precedence: start(i+1) <= p implies end(i) <= p - gap, and for a blotted block end(i) <= p implies
              start(i) <= p - 1;
- cover:      start(i) <= p and not end(i) <= p: cell p lies in block i and has its colour;
- gap:        end(i) <= p and not start(i+1) <= p: cell p lies between the two and is background.

Unit propagation on these is the leftmost/rightmost overlap argument of the line. Given an assignment
of the starts and ends every open cell is implied, and given a picture that satisfies the clue they are (each
block is a run of the picture), so the auxiliary literals neither add nor hide a solution.

Source: the order encoding is due to J. M. Crawford and A. B. Baker, "Experimental results on the
application of satisfiability algorithms to scheduling problems" (AAAI 1994), and was studied by
N. Tamura et al., "Compiling finite linear CSP into SAT" (Constraints 14, 2009).

The clauses come from slices of per-line tables, no branch per clause: writing them is a large part of
the time on middling puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.lines.bits import highest, lowest, positions
from nonosat.lines.board import Board
from nonosat.model.clues import gap_after
from nonosat.model.geometry import pick
from nonosat.model.palette import BACKGROUND
from nonosat.sat.encodings.cnf import Cnf, open_cells


class _Order(NamedTuple):
    """A boundary that may lie at several positions, from `first` to `last`.

    `le[p - first]` is the literal "at or before p" for first <= p < last. Below `first` that is false, from
    `last` on it is true.
    """

    first: int
    last: int
    le: Sequence[int]


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
    for line, span in enumerate(board.lines):
        if tick:
            tick()
        if board.clues[line] is not None and board.open_in(line):
            if board.compiled:
                used = board.compiled.clauses(line, board.may[line], literals, clauses, used)
            else:
                used = _encode_line(board, line, [pick(of, span) for of in literals], clauses, used)
    return Cnf(clauses, used, cell_variables, cells, known, board.puzzle)


class Bound(NamedTuple):
    """What a variable says that is not about a cell: a block starts, or has ended, at or before a position.

    Blocks are counted from 0 within their line; a block has ended at the position after its last cell.
    """

    line: int
    block: int
    end: bool
    position: int


def bounds(board: Board) -> list[Bound]:
    """What the variables of `encode` after those of the cells say, in their order, for the same board."""
    return [Bound(*boundary, at) for boundary, mask in boundaries(board) for at in list(positions(mask))[:-1]]


def boundaries(board: Board) -> Iterator[tuple[tuple[int, int, bool], int]]:
    """(line, block, whether its end is meant), and the positions left as a mask; the last is no question."""
    for line, clue in enumerate(board.clues):
        if clue is None or not board.open_in(line):
            continue
        for at, (block, masks) in enumerate(zip(clue, board.spans(line) or (), strict=True)):
            for end in (False, True) if block.length is None else (False,):
                yield (line, at, end), masks[end]


def _encode_line(
    board: Board, line: int, literals: list[Sequence[int | None]], clauses: list[list[int]], used: int
) -> int:
    """Appends the clauses of one line; `literals[colour][position]`; returns the variables used by now."""
    clue, spans = board.clues[line], board.spans(line)
    assert clue is not None
    assert spans is not None  # the board is at its fixpoint
    edge = len(board.lines[line])
    before = _Order(0, 0, ())  # where what is before the gap ends: the line's edge at first
    for at, (block, (starts_mask, ends_mask)) in enumerate(zip(clue, spans, strict=True)):
        starts, used = _order(starts_mask, used, clauses)
        if block.length is None:
            ends, used = _order(ends_mask, used, clauses)
            _follows(starts, ends, 1, clauses)
        else:
            ends = _Order(starts.first + block.length, starts.last + block.length, starts.le)
        if at:
            _follows(before, starts, gap_after(clue[at - 1], block), clauses)
        _between(before, starts, literals[BACKGROUND], clauses)
        _between(starts, ends, literals[block.colour], clauses)
        before = ends
    _between(before, _Order(edge, edge, ()), literals[BACKGROUND], clauses)
    return used


def _order(possible: int, used: int, clauses: list[list[int]]) -> tuple[_Order, int]:
    """The order literals of a set of positions, chained; and the variables used by now."""
    first, last = lowest(possible), highest(possible)
    span, holes = last - first, possible >> first
    if not holes & (holes + 1):
        le: Sequence[int] = range(used + 1, used + 1 + span)
        used += span
    else:
        literals = []
        for at in range(span):
            used += holes >> at & 1
            literals.append(used)
        le = literals
    clauses.extend([[-a, b] for a, b in pairwise(le) if a != b])
    return _Order(first, last, le), used


def _follows(one: _Order, other: _Order, distance: int, clauses: list[list[int]]) -> None:
    """If `other` is at or before p, `one` is at or before p - distance."""
    if one.le and other.le:
        pairs = zip(other.le, one.le[other.first - distance - one.first :])
        clauses.extend([[-b, a] for b, a in dict.fromkeys(pairs)])


def _between(one: _Order, other: _Order, literals: Sequence[int | None], clauses: list[list[int]]) -> None:
    """A cell at or after `one` and before `other` has the colour that `literals` stand for.

    Where the cell cannot have it, the two boundaries cannot leave it between them. No single boundary's
    positions say so, therefore that clause is written too, without the cell.
    """
    first, last, le = one
    until_first, until_last, until = other
    if first < min(last, until_first):  # `one` in question, `other` later in any case
        only = zip(le, literals[first : min(last, until_first)])
        clauses.extend([[-a, x] for a, x in only if x])
    low, high = max(first, until_first), min(last, until_last)
    if low < high:  # both in question
        both = zip(le[low - first :], until[low - until_first :], literals[low:high])
        clauses.extend([[-a, b, x] if x else [-a, b] for a, b, x in both if x is not None and a != b])
    low = max(last, until_first)
    if low < until_last:  # `one` passed in any case, `other` in question
        only = zip(until[low - until_first :], literals[low:until_last])
        clauses.extend([[b, x] for b, x in only if x])
