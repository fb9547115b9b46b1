"""The exact marginals of a line: shares of its fillings that give a cell a colour, or a block a start.

Let the weight of an ink in a cell be its odds against background; then a filling weighs what the cells of
its blocks weigh together, and shares are shares of the whole weight. The slack of a block is its distance
from its leftmost position in the clue alone: slacks never decrease along a line, and the clue demands nothing
else. So the fillings are summed up block by block, each by one running sum over its
slacks, times the weight of the cells it covers there, which is a difference of prefix sums; and once
more from the other end. A blotted block takes two such steps, one for its start and one for its end.

All this is in logarithms, so that nothing is lost however unlikely it is; a cell that cannot be background
has odds so high that no filling without it counts. Blocks with one possible start cut a line into
independent segments, and segments of about as many slacks are summed up together, in arrays.

That takes about 0.1 microseconds for each block and slack, a twentieth of the same in plain Python: half a
millisecond for 30 lines of 30 cells of which nothing is known. Most of it are the running sums of
logarithms. Those of plain numbers would take a fifth, but overflow, and lose what known cells demand. The
compiled kernel (`beliefs.c`), which does without arrays, can do without logarithms too.

Source: the sums from both ends are those of L. E. Baum et al., "A maximization technique occurring in the
statistical analysis of probabilistic functions of Markov chains" (Ann. Math. Statist. 41, 1970).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonosat.model.clues import gap_after
from nonosat.solving.lines.bits import highest, lowest
from nonosat.solving.lines.board import Board

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

Boundary = tuple[int, int, bool]
"""A line, a block of its clue, and whether the block's end is meant, the position after it, or its start."""

MOST = 2_000_000
"""Steps times slacks beyond which the lines of a board are not asked: a sweep would take half a second."""

_PACKED = 0.6
"""Segments are summed up together if the slacks of the narrowest are this share of the widest's, or more."""


class _Step(NamedTuple):
    """A block, or one boundary of a blotted one."""

    boundary: Boundary
    position: int
    """Where the boundary lies with slack 0."""
    start: int | None
    """The place of the first cell that it covers with slack 0; None for an end."""
    end: int | None
    """The place after the last one; None for the start of a blotted block."""
    slacks: int
    """The slacks left, as a mask."""
    is_open: bool
    """Whether its block has several possible starts or ends."""


class _Segment(NamedTuple):
    """Neighbouring steps of a line that are open."""

    steps: list[_Step]
    first: int
    """The least slack that one of them has left."""
    slacks: int
    """The number of slacks from there to the greatest."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pack:
    """Segments that are summed up together, longest first; arrays are [step, segment, slack]."""

    segments: list[_Segment]
    counts: list[int]
    """Per step the number of segments that have it."""
    starts: Indices
    """The place of the first cell that a step covers: there is the prefix sum of those before it."""
    ends: Indices
    """The place after the last one."""
    barred: Floats
    """0 for a slack that is left, minus infinity for another."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Lines that do not cross, prepared; places are those of [ink, line, position] in one flat array."""

    lines: int
    width: int
    """One more than the cells of the longest line."""
    indices: Indices
    """Per cell its place, for the first ink."""
    asked: Bools
    """Per cell whether its colour is open and its line has something to say about it."""
    packs: list[_Pack]


def families_of(board: Board) -> list[Family]:
    """The lines of a board, which is at its fixpoint and has no contradiction, family by family.

    No line of a very large board is asked anything.
    """
    found: list[Family] = []
    first = work = 0
    for family in board.puzzle.families:
        width = max((len(line.cells) for line in family), default=0) + 1
        size = len(family) * width
        indices, asked = np.zeros(board.cells, dtype=np.intp), np.zeros(board.cells, dtype=np.bool_)
        segments: list[_Segment] = []
        for line, (_, cells, clue) in enumerate(family):
            those, place = np.array(cells, dtype=np.intp), line * width
            indices[those] = np.arange(place, place + len(cells))
            if clue is not None:
                asked[those] = bits_of(board.open_in(first + line), len(cells))
                segments += _segments(_steps(board, first + line, place, size))
        first += len(family)
        work += sum(len(segment.steps) * segment.slacks for segment in segments)
        packs = _packs(segments, (board.colours - 1) * size) if work <= MOST else []
        found.append(Family(len(family), width, indices, asked, packs))
    if work > MOST:
        return [Family(each.lines, each.width, each.indices, np.zeros_like(each.asked), []) for each in found]
    return found


def bits_of(mask: int, length: int) -> Bools:
    """The lowest bits of a mask, one by one.

    >>> bits_of(0b0110, 3).tolist()
    [False, True, True]
    """
    packed = (mask & ((1 << length) - 1)).to_bytes((length + 7) // 8, "little")
    return np.unpackbits(np.frombuffer(packed, np.uint8), count=length, bitorder="little").astype(np.bool_)


def _steps(board: Board, line: int, place: int, size: int) -> Iterator[_Step]:
    """The steps of a line whose cells begin at `place`, in a family that has `size` places for each ink."""
    clue, spans = board.clues[line] or (), board.spans(line)
    assert spans is not None
    at = 0
    for number, (block, (starts, ends)) in enumerate(zip(clue, spans, strict=True)):
        at += gap_after(clue[number - 1], block) if number else 0
        cell = (block.colour - 1) * size + place + at
        is_open = bool(starts & (starts - 1) or ends & (ends - 1))
        if block.length is None:
            yield _Step((line, number, False), at, cell, None, starts >> at, is_open)
            yield _Step((line, number, True), at + 1, None, cell + 1, ends >> (at + 1), is_open)
        else:
            yield _Step((line, number, False), at, cell, cell + block.length, starts >> at, is_open)
        at += block.least


def _segments(steps: Iterator[_Step]) -> Iterator[_Segment]:
    """The steps that are open, cut at those that are not."""
    for is_open, group in groupby(steps, lambda step: step.is_open):
        if is_open:
            neighbours = list(group)
            first = min(lowest(step.slacks) for step in neighbours)
            yield _Segment(neighbours, first, max(highest(step.slacks) for step in neighbours) - first + 1)


def _packs(segments: list[_Segment], nothing: int) -> list[_Pack]:
    """The segments in arrays; `nothing` is a place whose prefix sum is 0."""
    rest = sorted(segments, key=lambda segment: -segment.slacks)
    packs = []
    while rest:
        slacks = rest[0].slacks
        number = sum(segment.slacks >= _PACKED * slacks for segment in rest)
        packs.append(_pack(rest[:number], slacks, nothing))
        del rest[:number]
    return packs


def _pack(segments: Sequence[_Segment], slacks: int, nothing: int) -> _Pack:
    segments = sorted(segments, key=lambda segment: -len(segment.steps))
    shape = (len(segments[0].steps), len(segments), slacks)
    starts, ends, barred = np.full(shape, nothing), np.full(shape, nothing), np.full(shape, -np.inf)
    every = np.arange(slacks)
    for at, (steps, first, _) in enumerate(segments):
        for number, step in enumerate(steps):
            if step.start is not None:
                np.minimum(step.start + first + every, nothing, out=starts[number, at])
            if step.end is not None:
                np.minimum(step.end + first + every, nothing, out=ends[number, at])
            barred[number, at, bits_of(step.slacks >> first, slacks)] = 0
    counts = [sum(len(segment.steps) > number for segment in segments) for number in range(shape[0])]
    return _Pack(segments, counts, starts, ends, barred)


def family_marginals(family: Family, log_odds: Floats) -> tuple[Floats, list[Floats]]:
    """The marginals [colour, cell] of a family's cells; and what `boundary_marginals` takes.

    `log_odds` [ink, cell] are the logarithms of the weights. Meaningless for cells that are not `asked`.
    """
    shape = (len(log_odds), family.lines, family.width)
    weights = np.zeros((len(log_odds), family.lines * family.width))
    weights[:, family.indices] = log_odds
    sums = np.zeros(weights.size + 1)
    np.cumsum(weights.reshape(shape)[:, :, :-1], axis=2, out=sums[:-1].reshape(shape)[:, :, 1:])
    change = np.zeros(sums.size)
    found = []
    for pack in family.packs:
        masses = _masses(pack, sums)
        change += np.bincount(pack.starts.ravel(), masses.ravel(), sums.size)
        change -= np.bincount(pack.ends.ravel(), masses.ravel(), sums.size)
        found.append(masses)
    covered = np.cumsum(change[:-1].reshape(shape), axis=2).reshape(weights.shape)[:, family.indices]
    return np.concatenate([1 - covered.sum(axis=0, keepdims=True), covered]), found


def _masses(pack: _Pack, sums: Floats) -> Floats:
    """The shares of a segment's fillings that have a step at a slack, which are 1 together for each step."""
    up_to = np.logaddexp.accumulate
    weights = sums[pack.ends]
    weights -= sums[pack.starts]
    weights += pack.barred
    found = weights.copy()
    for step, count in enumerate(pack.counts[1:], 1):  # from the left: all that comes before a step, and it
        found[step, :count] += up_to(found[step - 1, :count], axis=1)
    last = [len(segment.steps) - 1 for segment in pack.segments], range(len(pack.segments))
    total = np.logaddexp.reduce(found[last], axis=1)[:, np.newaxis]
    found[last] -= total
    weights[last] -= total
    for step in reversed(range(len(pack.counts) - 1)):  # from the right: all that comes after it
        count = pack.counts[step + 1]
        after = up_to(weights[step + 1, :count, ::-1], axis=1)[:, ::-1]
        found[step, :count] += after
        weights[step, :count] += after
    return np.exp(found, out=found)


def boundary_marginals(
    families: list[Family], found: list[list[Floats]]
) -> dict[Boundary, tuple[int, Floats]]:
    """The first possible position of a boundary, and the share that has it there and at each one after it.

    Only blocks with several possible starts or ends have boundaries here, and only blotted ones have ends.
    `found` is what `family_marginals` returned for each family.
    """
    boundaries = {}
    for family, of_family in zip(families, found, strict=True):
        for pack, masses in zip(family.packs, of_family, strict=True):
            for at, (steps, first, _) in enumerate(pack.segments):
                for number, step in enumerate(steps):
                    least, most = lowest(step.slacks), highest(step.slacks)
                    mine = masses[number, at, least - first : most - first + 1]
                    boundaries[step.boundary] = step.position + least, mine
    return boundaries
