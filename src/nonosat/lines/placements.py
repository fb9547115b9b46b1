"""One line in plain Python: the reference of the kernel, for tests and for machines without a compiler.

Number the boundaries between cells 0 .. n. A forward pass through the clue keeps, as one integer, the set of boundaries at
which the next block can start, over all placements of the blocks before it. A gap is a flood over the cells that can be
background; a block is a shift of the starts that have room. The same pass over the mirrored line does this for the blocks to
the right, and a start is possible exactly if both passes allow it. That takes O(blocks) operations on integers of n bits,
whatever the number of colours. The carry of one addition floods all gaps at once: `through + seeds` clears the rest of each run
of `through` that has a seed.

Sources: forward and backward reachability is the classic DP for one line (K. J. Batenburg and W. A. Kosters, "Solving
nonograms by combining relaxations", Pattern Recognition 42, 2009); the carry is from G. Myers, "A fast bit-vector algorithm for
approximate string matching based on dynamic programming" (J. ACM 46(3), 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.lines.automaton import automaton_of, layers
from nonosat.lines.bits import mirror, positions, run_starts, spread
from nonosat.model.clues import ANY, Clue

Masks = list[int]
"""As in `nonosat.lines.line`."""


def settle(clue: Clue, length: int, candidates: Sequence[int]) -> Masks | None:
    """Narrows the masks to the fillings of the line; returns None if there is none.

    >>> from nonosat.model.clues import as_clue
    >>> background, ink = settle(as_clue([3, "*", 2]), 7, [127, 127])
    >>> f"{background:07b} {ink:07b}"
    '1011001 1111111'
    """
    if ANY in clue:
        return _settled_by_states(clue, length, candidates)
    placements = _placements(clue, length, candidates)
    if placements is None:
        return None
    spans, narrowed, starts_of = placements.spans, placements.cells, dict.fromkeys(clue, 0)
    for block, (starts, _) in zip(clue, spans, strict=True):
        starts_of[block] |= starts
    for (size, colour), starts in starts_of.items():
        if size:
            narrowed[colour] |= spread(starts, size)
    return narrowed


def block_spans(clue: Clue, length: int, candidates: Sequence[int]) -> list[tuple[int, int]] | None:
    """Returns the possible starts and ends of each block, as masks; None if there is no filling."""
    placements = _placements(clue, length, candidates)
    return placements and placements.spans


def _settled_by_states(clue: Clue, length: int, candidates: Sequence[int]) -> Masks | None:
    """Settles a line by its automaton, for clues with `ANY`."""
    automaton = automaton_of(clue, len(candidates))
    narrowed = [0] * len(candidates)
    for at, states in enumerate(layers(automaton, candidates, length)):
        for state in positions(states):
            narrowed[automaton.colour[state]] |= 1 << at
        if not states:
            return None
    return narrowed if length or automaton.ends & 1 else None


class _Placements(NamedTuple):
    """Possible block positions and gaps of a line."""

    spans: list[tuple[int, int]]
    """Possible starts and ends of each block."""
    cells: Masks
    """The cells of all gaps, and of the blotted blocks of each ink."""


def _placements(clue: Clue, length: int, candidates: Sequence[int]) -> _Placements | None:
    """Combines the forward and the backward pass; returns None if there is no filling."""
    left = _reached(clue, length, candidates)
    right = left and _reached(clue[::-1], length, [mirror(mask, length) for mask in candidates])
    if not left or not right:
        return None
    spans, cells = [], [0] * len(candidates)
    for block, (starts, run), (last, other_run) in zip(clue, left[0], reversed(right[0]), strict=True):
        size, colour = block
        ends = mirror(last, length + 1)
        if size:
            starts &= ends >> size
            spans.append((starts, starts << size))
        else:
            run &= mirror(other_run, length)
            cells[colour] |= run
            spans.append((starts & run, ends & run << 1))
    for gap, other in zip(left[1], reversed(right[1]), strict=True):
        cells[0] |= gap & mirror(other, length)
    return _Placements(spans, cells)


def _reached(
    clue: Clue, length: int, candidates: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int]] | None:
    """Forward pass: returns (starts, cells if it is blotted) of each block, and the cells of each gap; None if nothing fits.

    There is one gap more than blocks.
    """
    background = candidates[0]
    rooms = {block: run_starts(candidates[block.colour], block.length or 1) for block in {*clue}}
    blocks, gaps = [], []
    ends, before = 1, -1  # before the first block: the line's edge
    for block in clue:
        size, colour = block
        seeds = ends & background
        gap = background & ~(background + seeds) | seeds
        gaps.append(gap)
        starts = gap << 1 & rooms[block] if colour == before else (gap << 1 | ends) & rooms[block]
        if not starts:
            return None
        if size:
            run, ends = 0, starts << size
        else:  # blotted: one cell, and then as many as the ink allows
            ink = candidates[colour]
            run = ink & ~(ink + starts) | starts
            ends = run << 1
        blocks.append((starts, run))
        before = colour
    seeds = ends & background
    gap = background & ~(background + seeds) | seeds
    gaps.append(gap)
    return (blocks, gaps) if (gap << 1 | ends) >> length & 1 else None
