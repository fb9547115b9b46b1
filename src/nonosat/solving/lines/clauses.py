"""The clauses of one line in the order encoding: a literal "at or before p" for each start or end of a block.

For each block of a line that has open cells, `block_spans` gives the starts and the ends that
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
of the starts and ends every open cell is implied, and given a grid that satisfies the clue they are (each
block is a run of the grid), so the auxiliary literals neither add nor hide a solution.

Source: the order encoding is due to J. M. Crawford and A. B. Baker, "Experimental results on the
application of satisfiability algorithms to scheduling problems" (AAAI 1994), and was studied by
N. Tamura et al., "Compiling finite linear CSP into SAT" (Constraints 14, 2009).

The clauses come from slices of per-line tables, no branch per clause: a board of 30,000 clauses takes 15 ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.model.clues import Clue, gap_after
from nonosat.model.palette import BACKGROUND
from nonosat.solving.lines.bits import highest, lowest


class _Order(NamedTuple):
    """A boundary that may lie at several positions, from `first` to `last`.

    `le[p - first]` is the literal "at or before p" for first <= p < last. Below `first` that is false, from
    `last` on it is true.
    """

    first: int
    last: int
    le: Sequence[int]


def line_clauses(
    clue: Clue,
    spans: Sequence[tuple[int, int]],
    literals: Sequence[Sequence[int | None]],
    clauses: list[list[int]],
    used: int,
) -> int:
    """Appends the clauses of a line to others, whose variables are those up to `used`.

    `spans` are its `block_spans`; `literals[colour][position]` say that a cell has a colour: None where it
    has in any case, 0 where it cannot. Returns the variables used by now.
    """
    edge = len(literals[BACKGROUND])
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
    """Adds clauses: if `other` is at or before p, `one` is at or before p - distance."""
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
