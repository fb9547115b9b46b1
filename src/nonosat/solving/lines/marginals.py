"""The exact marginals of a line: shares of its fillings that give a cell a colour, or a block a start.

Let the weight of an ink in a cell be its odds against background; then a filling weighs what the cells of
its blocks weigh together, and shares are shares of the whole weight. The slack of a block is its distance
from its leftmost position in the clue alone: slacks never decrease along a line, and the clue demands nothing
else. So the fillings are summed up block by block, each by one running sum over its
slacks, times the weight of the cells it covers there, which is a difference of prefix sums; and once
more from the other end. A blotted block takes two such steps, one for its start and one for its end.

Blocks with one possible start cut a line into independent segments. Segments of about as many slacks are summed up
together, in arrays, and from both ends at once: the mirrored segment lies beside each.

What a step weighs at its slacks comes from logarithms, relative to the greatest. The sums themselves are those of plain
numbers first, as in the compiled kernel (`beliefs.c`). A cell that cannot be background has odds of e^60 there, and what
comes out shows whether that was enough, and whether sums became too small; then, for blotted clues, and for very long
segments all is done again in logarithms, in which nothing is lost however unlikely it is. Running sums of logarithms
take ten times as long.

Source: the sums from both ends are those of L. E. Baum et al., "A maximization technique occurring in the
statistical analysis of probabilistic functions of Markov chains" (Ann. Math. Statist. 41, 1970).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.model.clues import gap_after
from nonosat.model.palette import BACKGROUND
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

_SMALL = 20_000
"""Others are as well if the array for it has no more numbers, so that calls take longer than what is in vain."""

PLAINLY = 60.0
"""The log-odds of a cell that cannot be background in sums of plain numbers."""

_MISSED = 1e-12
"""The greatest share of fillings that may miss such a cell there."""

_LEAST = 1e-200
"""The least sum of plain numbers that can be trusted, relative to what the steps weigh at most."""

_LONGEST = 300
"""The most steps and slacks of a segment for that: there are up to 2^300 fillings, each of which loses less than 1e-323."""


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
    """Segments that are summed up together.

    A place is a step of a segment at a slack that is left; places are numbered segment by segment.
    """

    steps: list[_Step]
    starts: Indices
    """Per place that of the first cell that its step covers: there is the prefix sum of those before it."""
    ends: Indices
    """The place after the last one."""
    slacks: Indices
    first: Indices
    """Per step its first place."""
    step: Indices
    """Per place the number of its step."""
    shape: tuple[int, int, int]
    """Steps, segments and their mirror images, slacks of the array in which they are summed up, longest first."""
    counts: list[int]
    """For each number of a step how many segments and images have such a step."""
    forward: Indices
    """Per place where it is in that array."""
    backward: Indices
    """Where its image is."""
    is_plain: bool
    """Whether plain numbers may do."""


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
    demanded: Indices
    """The cells that cannot be background, and of which open steps have to see to that."""


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
        inked = np.zeros(board.cells, dtype=np.bool_)
        segments: list[_Segment] = []
        for line, (_, cells, clue) in enumerate(family):
            those, place = np.array(cells, dtype=np.intp), line * width
            indices[those] = np.arange(place, place + len(cells))
            if clue is not None:
                asked[those] = bits_of(board.open_in(first + line), len(cells))
                inked[those] = ~bits_of(board.candidates[first + line][BACKGROUND], len(cells))
                segments += _segments(_steps(board, first + line, place, size))
        first += len(family)
        work += sum(len(segment.steps) * segment.slacks for segment in segments)
        packs = _packs(segments, (board.colours - 1) * size) if work <= MOST else []
        reached = _covered(
            packs, [np.ones(len(pack.step)) for pack in packs], (board.colours - 1, len(family), width)
        )
        demanded = np.flatnonzero(inked & (reached[:, indices].sum(axis=0) > 0))
        found.append(Family(len(family), width, indices, asked, packs, demanded))
    if work > MOST:
        return [
            replace(each, asked=np.zeros_like(each.asked), packs=[], demanded=each.demanded[:0])
            for each in found
        ]
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
        slacks, longest = rest[0].slacks, max(len(segment.steps) for segment in rest)
        number = sum(segment.slacks >= _PACKED * slacks for segment in rest)
        number = max(number, _SMALL // (2 * slacks * longest))
        packs.append(_pack(rest[:number], slacks, nothing))
        del rest[:number]
    return packs


def _pack(segments: Sequence[_Segment], width: int, nothing: int) -> _Pack:
    segments = sorted(segments, key=lambda segment: -len(segment.steps))
    longest, images = len(segments[0].steps), 2 * len(segments)
    steps = [step for segment in segments for step in segment.steps]
    size = (width + 7) // 8
    slacks = b"".join(
        (step.slacks >> first).to_bytes(size, "little") for its, first, _ in segments for step in its
    )
    bits = np.unpackbits(np.frombuffer(slacks, np.uint8).reshape(-1, size), axis=1, bitorder="little")
    step, slack = np.nonzero(bits)
    rows = [
        (
            first,
            nothing if (start := its[number].start) is None else start + first,
            nothing if (end := its[number].end) is None else end + first,
            (number * images + 2 * at) * width,
            ((len(its) - 1 - number) * images + 2 * at + 1) * width + several - 1,
        )
        for at, (its, first, several) in enumerate(segments)
        for number in range(len(its))
    ]
    least, starts, ends, forward, backward = np.array(rows).T
    return _Pack(
        steps,
        np.minimum(starts[step] + slack, nothing),
        np.minimum(ends[step] + slack, nothing),
        least[step] + slack,
        np.flatnonzero(np.diff(step, prepend=-1)),
        step,
        (longest, images, width),
        [2 * sum(len(segment.steps) > number for segment in segments) for number in range(longest)],
        forward[step] + slack,
        backward[step] - slack,
        longest + width <= _LONGEST and nothing not in starts and nothing not in ends,
    )


def family_marginals(family: Family, log_odds: Floats) -> tuple[Floats, list[Floats]]:
    """The marginals [colour, cell] of a family's cells; and what `boundary_marginals` takes.

    `log_odds` [ink, cell] are the logarithms of the weights. Meaningless for cells that are not `asked`.
    """
    sums = _prefix_sums(family, log_odds)
    return _cell_marginals(family, len(log_odds), [_masses(pack, sums) for pack in family.packs])


def plain_marginals(family: Family, log_odds: Floats) -> tuple[Floats, list[Floats]] | None:
    """The same by sums of plain numbers; None if they cannot be trusted.

    What cannot be background has to have `PLAINLY` more than what the others say of it.
    """
    sums, masses = _prefix_sums(family, log_odds), []
    for pack in family.packs:
        found = _plain_masses(pack, sums) if pack.is_plain else None
        if found is None:
            return None
        masses.append(found)
    cells, masses = _cell_marginals(family, len(log_odds), masses)
    return (cells, masses) if (cells[BACKGROUND, family.demanded] <= _MISSED).all() else None


def _prefix_sums(family: Family, log_odds: Floats) -> Floats:
    """Per place what the cells of its line before it weigh together, and 0 after the last place."""
    weights = np.zeros((len(log_odds), family.lines * family.width))
    weights[:, family.indices] = log_odds
    shape = (len(log_odds), family.lines, family.width)
    sums = np.zeros(weights.size + 1)
    np.cumsum(weights.reshape(shape)[:, :, :-1], axis=2, out=sums[:-1].reshape(shape)[:, :, 1:])
    return sums


def _cell_marginals(family: Family, inks: int, masses: list[Floats]) -> tuple[Floats, list[Floats]]:
    covered = _covered(family.packs, masses, (inks, family.lines, family.width))[:, family.indices]
    return np.concatenate([1 - covered.sum(axis=0, keepdims=True), covered]), masses


def _covered(packs: list[_Pack], masses: list[Floats], shape: tuple[int, int, int]) -> Floats:
    """[ink, place]: the share that covers a cell."""
    inks, lines, width = shape
    change = np.zeros(inks * lines * width + 1)
    for pack, mass in zip(packs, masses, strict=True):
        change += np.bincount(pack.starts, mass, len(change))
        change -= np.bincount(pack.ends, mass, len(change))
    return np.cumsum(change[:-1].reshape(shape), axis=2).reshape(inks, lines * width)


def _weights(pack: _Pack, sums: Floats) -> Floats:
    """Per place what its step weighs there, as a logarithm, 0 for the greatest of the step."""
    weights = sums[pack.ends]
    weights -= sums[pack.starts]
    weights -= np.maximum.reduceat(weights, pack.first)[pack.step]
    return weights


def _plain_masses(pack: _Pack, sums: Floats) -> Floats | None:
    """`_masses` by sums of plain numbers; None if they are too small or too great."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        found = np.exp(_weights(pack, sums))
        before, weights = np.empty(pack.shape), np.zeros(pack.shape)
        before[0] = 1
        flat = weights.reshape(-1)
        flat[pack.forward] = flat[pack.backward] = found
        for step, count in enumerate(pack.counts[1:], 1):
            weighed = before[step - 1, :count] * weights[step - 1, :count]
            np.add.accumulate(weighed, 1, None, before[step, :count])
        flat = before.reshape(-1)
        found *= flat[pack.forward]
        found *= flat[pack.backward]
        total = np.add.reduceat(found, pack.first)
        if not (total > _LEAST).all() or not np.isfinite(total).all():
            return None
        found /= total[pack.step]
        return found


def _masses(pack: _Pack, sums: Floats) -> Floats:
    """The shares of a segment's fillings that have a step at a slack, which are 1 together for each step."""
    found = _weights(pack, sums)
    before = np.zeros(pack.shape)
    weights = np.full(pack.shape, -np.inf)
    flat = weights.reshape(-1)
    flat[pack.forward] = flat[pack.backward] = found
    for step, count in enumerate(pack.counts[1:], 1):
        weighed = before[step - 1, :count] + weights[step - 1, :count]
        np.logaddexp.accumulate(weighed, 1, None, before[step, :count])
    flat = before.reshape(-1)
    found += flat[pack.forward]
    found += flat[pack.backward]
    found -= np.logaddexp.reduceat(found, pack.first)[pack.step]
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
            places = zip(np.split(pack.slacks, pack.first[1:]), np.split(masses, pack.first[1:]), strict=True)
            for step, (slacks, shares) in zip(pack.steps, places, strict=True):
                least = int(slacks[0])
                mine = np.zeros(int(slacks[-1]) - least + 1)
                mine[slacks - least] = shares
                boundaries[step.boundary] = step.position + least, mine
    return boundaries
