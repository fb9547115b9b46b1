"""The order encoding of block starts: one literal "block i starts at or before s" per start left.

For each line with open cells and each of its blocks, `block_starts` gives the starts that some
filling of the line still has. Over these the literals `le(i, s)` say that block i starts at or before
s; where s is no possible start, the literal of the last possible one below it stands in. Clauses:

- chain:      le(i, s) implies le(i, s') for the next possible s';
- precedence: le(i+1, s + length + gap) implies le(i, s): a block leaves room for the one before it;
- cover:      le(i, p) and not le(i, p - length): cell p lies in block i and has its colour;
- gap:        le(i, p - length_i) and not le(i+1, p): cell p lies between the two and is background.

Unit propagation on these is the leftmost/rightmost overlap argument of the line. Given an assignment
of the starts every open cell is implied, and given a picture that satisfies the clue the starts are,
so the auxiliary literals neither add nor hide a solution.

Source: the order encoding is due to J. M. Crawford and A. B. Baker, "Experimental results on the
application of satisfiability algorithms to scheduling problems" (AAAI 1994), and was studied by
N. Tamura et al., "Compiling finite linear CSP into SAT" (Constraints 14, 2009).

The clauses come from slices of per-line tables, no branch per clause: writing them is a large part of
the time on middling puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.bits import highest, lowest
from nonosat.board import Board
from nonosat.encodings import Cnf, open_cells
from nonosat.line import block_starts
from nonosat.puzzle import BACKGROUND, Clue, gap_after


class _Placed(NamedTuple):
    """A block with its earliest and latest start, and `le[s - first]` for first <= s < last."""

    length: int
    colour: int
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
    literals: list[list[int | None]] = [[0] * board.cells for _ in range(board.colours)]
    """Per colour and cell its literal; 0 where it has no literal, None for known background."""
    literals[BACKGROUND] = [None if colour == BACKGROUND else 0 for colour in known]
    for open_cell in cells:
        for colour, literal in open_cell.literals.items():
            literals[colour][open_cell.cell] = literal
    for line, span in enumerate(board.lines):
        if tick:
            tick()
        if board.open_in(line):
            here = slice(span.start, span.stop, span.step)
            used = _encode_line(board, line, [of[here] for of in literals], clauses, used)
    return Cnf(clauses, used, cell_variables, cells, known, board.puzzle.width)


def _encode_line(
    board: Board, line: int, literals: list[list[int | None]], clauses: list[list[int]], used: int
) -> int:
    """Appends the clauses of one line; `literals[colour][position]`; returns the variables used by now."""
    starts = block_starts(board.plans[line], board.may[line])
    assert starts is not None  # the board is at its fixpoint
    blocks: list[_Placed] = []
    for block, possible in zip(board.clues[line], starts, strict=True):
        first, last = lowest(possible), highest(possible)
        le, used = _order_literals(possible >> first, last - first, used)
        clauses.extend([[-a, b] for a, b in pairwise(le) if a != b])
        blocks.append(_Placed(block.length, block.colour, first, last, le))
    for placed in blocks:
        if placed.le:
            _cover(placed, literals[placed.colour], clauses)
    _precedence(board.clues[line], blocks, clauses)
    _gaps(blocks, literals[BACKGROUND], clauses)
    return used


def _order_literals(possible: int, span: int, used: int) -> tuple[Sequence[int], int]:
    """`le` of the first `span` starts of a set that has bit 0, and the variables used by now."""
    if not possible & (possible + 1):  # no hole
        return range(used + 1, used + 1 + span), used + span
    le = []
    for start in range(span):
        used += possible >> start & 1
        le.append(used)
    return le, used


def _cover(block: _Placed, ink: list[int | None], clauses: list[list[int]]) -> None:
    """A cell that the block has begun at or before, and not ended before, has the block's colour."""
    length, _, first, last, le = block
    end, open_span = first + length, last - first
    # begun in question, not ended in any case
    begun = min(last, end)
    clauses.extend([[-a, x] for a, x in zip(le, ink[first:begun]) if x])
    # both in question
    if open_span > length:
        both = zip(le[length:], le, ink[end:last])
        clauses.extend([[-a, b, x] for a, b, x in both if x and a != b])
    # begun in any case, end in question
    late = max(last, end)
    clauses.extend([[b, x] for b, x in zip(le[late - end :], ink[late : last + length]) if x])


def _precedence(clue: Clue, blocks: list[_Placed], clauses: list[list[int]]) -> None:
    """A block that starts early enough pushes the one before it."""
    for at in range(1, len(blocks)):
        one, other = blocks[at - 1], blocks[at]
        if one.le and other.le:
            least = one.length + gap_after(clue[at - 1], clue[at])
            skip = other.first - least - one.first
            pairs = zip(other.le, one.le[skip:])
            clauses.extend([[-b, a] for b, a in dict.fromkeys(pairs)])


def _gaps(blocks: list[_Placed], background: list[int | None], clauses: list[list[int]]) -> None:
    """A cell after one block's end and before the next one's start is background.

    Where the cell is known to be ink the two blocks cannot leave it between them. No single block's
    starts say so, therefore that clause is written too, without the cell.
    """
    edge = len(background)
    ended: Sequence[int] = ()
    ended_first = ended_last = 0  # the line's edge ends at 0 in any case
    for block in [*blocks, _Placed(0, 0, edge, edge, ())]:
        first, last, le = block.first, block.last, block.le
        if ended_first < min(ended_last, first):  # end in question, next one not begun in any case
            only = zip(ended, background[ended_first : min(ended_last, first)])
            clauses.extend([[-a, x] for a, x in only if x])
        low, high = max(ended_first, first), min(ended_last, last)
        if low < high:  # both in question
            both = zip(ended[low - ended_first :], le[low - first :], background[low:high])
            clauses.extend([[-a, b, x] if x else [-a, b] for a, b, x in both if x is not None])
        low = max(ended_last, first)
        if low < last:  # ended in any case, start in question
            clauses.extend([[b, x] for b, x in zip(le[low - first :], background[low:last]) if x])
        ended_first, ended_last, ended = first + block.length, last + block.length, le
