"""Everything about ONE line: which colours each cell can still have, and where each block can start.

What is known of a line of n cells is one mask per colour: bit p of `candidates[c]` says that cell p may
still have colour c. `settle` narrows these masks and is complete: a colour stays possible in a cell
exactly when some filling of the line that agrees with `candidates` has it there.

The idea. Number the boundaries between cells 0 .. n. Going through the clue from the left, keep the
set of boundaries at which the next block may start, over all ways to place the blocks before it, as
one integer. A gap is a flood over the cells that may be background, a block is a shift of those
starts that have room. The same pass over the mirrored line gives what the blocks to the right
allow, and a start is possible exactly when both passes allow it. That is O(blocks) operations on
integers of n bits, whatever the number of colours.

Sources: the forward and backward reachability is the classic dynamic programme for one line
(K. J. Batenburg and W. A. Kosters, "Solving nonograms by combining relaxations", Pattern
Recognition 42, 2009), made bit-parallel with the carry of `bits.flood`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import ne
from typing import NamedTuple

from nonosat.model.clues import ANY, Clue
from nonosat.solving.lines.automaton import settled
from nonosat.solving.lines.bits import MIRRORED_BYTES, mirror, shrink_steps

Masks = list[int]
"""Knowledge of a line: `masks[c]` holds the cells that may have colour c, background first."""


_Step = tuple[int, int, bool]
"""A block as a pass needs it: its length or 0 if it is blotted, the index of its kind (one kind for each
colour and length that the clue has), and whether it may touch what is before it, another ink or the line's
edge. A blotted block is of the kind of length 1: it fits wherever that does."""

_Shifts = tuple[int, ...]


class Plan(NamedTuple):
    """A clue prepared for `settle`: what depends on the clue and the line's length alone."""

    length: int
    colours: int
    kinds: tuple[int, ...]
    """Per kind its ink."""
    steps: tuple[_Step, ...]
    mirrored: tuple[_Step, ...]
    fits: tuple[tuple[int, tuple[tuple[_Shifts, int], ...]], ...]
    """Per ink: (shifts, kind) in the order of growing lengths, each going on from the one before."""
    spreads: tuple[tuple[int, tuple[tuple[int, _Shifts], ...]], ...]
    """Per ink: (kind, shifts) in the order of shrinking lengths, each going on from the one before."""
    is_simple: bool
    """True if there are blocks, of one ink where there is only one, and none of them is blotted."""
    starred: Clue = ()
    """The clue, if it has `ANY`: then the automaton settles the line."""


@lru_cache(maxsize=8192)
def plan(clue: Clue, length: int, colours: int) -> Plan:
    """The plan of a clue on a line of `length` cells with `colours` colours, background included."""
    if ANY in clue:
        return Plan(length, colours, (), (), (), (), (), False, clue)
    sizes, inks = zip(*clue, strict=True) if clue else ((), ())
    sizes = tuple([size or 0 for size in sizes])
    prepared = _kinds(tuple(sorted({(colour, size or 1) for size, colour in zip(sizes, inks, strict=True)})))
    numbers = [prepared.numbers[colour, size or 1] for size, colour in zip(sizes, inks, strict=True)]
    touching = [True, *map(ne, inks, inks[1:])]
    return Plan(
        length,
        colours,
        prepared.inks,
        tuple(zip(sizes, numbers, touching, strict=False)),
        tuple(zip(sizes[::-1], numbers[::-1], [True, *touching[:0:-1]], strict=False)),
        prepared.fits,
        prepared.spreads,
        colours == 2 and all(sizes) and bool(sizes),
    )


class _Kinds(NamedTuple):
    """What depends on the kinds of blocks alone that a clue has."""

    numbers: dict[tuple[int, int], int]
    inks: tuple[int, ...]
    fits: tuple[tuple[int, tuple[tuple[_Shifts, int], ...]], ...]
    spreads: tuple[tuple[int, tuple[tuple[int, _Shifts], ...]], ...]


@lru_cache(maxsize=8192)
def _kinds(kinds: tuple[tuple[int, int], ...]) -> _Kinds:
    """Colours and lengths, sorted, as `Plan` has them."""
    number = {kind: at for at, kind in enumerate(kinds)}
    fits, spreads = [], []
    for ink in sorted({colour for colour, _ in kinds}):
        chain = list(pairwise([1, *(size for colour, size in kinds if colour == ink)]))
        fits.append((ink, tuple((shrink_steps(a, b), number[ink, b]) for a, b in chain)))
        spreads.append((ink, tuple((number[ink, b], shrink_steps(1, b - a + 1)) for a, b in reversed(chain))))
    return _Kinds(number, tuple(colour for colour, _ in kinds), tuple(fits), tuple(spreads))


def settle(plan: Plan, candidates: Sequence[int]) -> Masks | None:
    """The masks narrowed to what some filling of the line has, or None if there is no filling.

    >>> from nonosat.model.clues import as_clue
    >>> whole = (1 << 10) - 1
    >>> background, ink = settle(plan(as_clue([8]), 10, 2), [whole, whole])
    >>> f"{ink & ~background:010b}"
    '0011111100'
    """
    if plan.is_simple:
        return _settle_simple(plan, candidates)
    if plan.starred:
        return settled(plan.starred, plan.length, candidates)
    found = _placements(plan, candidates)
    if found is None:
        return None
    _, background, starts_of, blots = found
    narrowed = [0] * plan.colours
    narrowed[0] = background
    for ink, chain in plan.spreads:
        cells = 0
        for kind, shifts in chain:
            cells |= starts_of[kind]
            for shift in shifts:
                cells |= cells << shift
        narrowed[ink] = cells
    for ink, cells, _ in blots:
        narrowed[ink] |= cells
    return narrowed


def _settle_simple(plan: Plan, candidates: Sequence[int]) -> Masks | None:
    """`settle` of a simple plan in one function, in two thirds of the time: `_placements` says how."""
    length, _, _, steps, mirrored, ((_, fits),), ((_, spreads),), _, _ = plan
    background, room = candidates
    size = (length + 7) >> 3
    spare, read = 8 * size - length, int.from_bytes
    free = read(background.to_bytes(size, "little").translate(MIRRORED_BYTES), "big") >> spare
    mirrored_room = read(room.to_bytes(size, "little").translate(MIRRORED_BYTES), "big") >> spare
    rooms, mirrored_rooms = [], []
    for shifts, _ in fits:
        for shift in shifts:
            room &= room >> shift
            mirrored_room &= mirrored_room >> shift
        rooms.append(room)
        mirrored_rooms.append(mirrored_room)
    starts, gaps, ends = [], [], 1
    gap = background & ~(background + (seeds := 1 & background)) | seeds
    at = gap << 1 | 1
    for width, kind, _ in steps:
        gaps.append(gap)
        at &= rooms[kind]
        starts.append(at)
        ends = at << width
        seeds = ends & background
        gap = background & ~(background + seeds) | seeds
        at = gap << 1
    if not (at | ends) >> length & 1:
        return None
    # the same from the right, and with each gap what both sides allow; `after` is where what follows may start
    left, starts_of, after = 0, [0] * len(rooms), 1 << length
    ends = gap
    gap = free & ~(free + (seeds := 1 & free)) | seeds
    at = gap << 1 | 1
    for width, kind, _ in mirrored:
        flipped = read(gap.to_bytes(size, "little").translate(MIRRORED_BYTES), "big") >> spare
        left |= ends & flipped
        ends = gaps.pop()
        starts_of[kind] |= (flipped | after) >> width & starts.pop()
        after = 0
        seeds = (at & mirrored_rooms[kind]) << width & free
        gap = free & ~(free + seeds) | seeds
        at = gap << 1
    left |= ends & read(gap.to_bytes(size, "little").translate(MIRRORED_BYTES), "big") >> spare
    cells = 0
    for kind, shifts in spreads:
        cells |= starts_of[kind]
        for shift in shifts:
            cells |= cells << shift
    return [left, cells]


def block_spans(plan: Plan, candidates: Sequence[int]) -> list[tuple[int, int]] | None:
    """For each block the sets of its possible starts and ends, as masks; None if there is no filling.

    An end is the position after the block's last cell. Complete as `settle` is: a start or end is in
    its set exactly when some filling has it.

    >>> from nonosat.model.clues import as_clue
    >>> whole = (1 << 5) - 1
    >>> spans = block_spans(plan(as_clue([1, 2]), 5, 2), [whole, whole])
    >>> [(f"{starts:05b}", f"{ends:06b}") for starts, ends in spans]
    [('00011', '000110'), ('01100', '110000')]
    """
    found = _placements(plan, candidates)
    if found is None:
        return None
    starts, _, _, blots = found
    blotted = iter(reversed(blots))
    return [
        (at, at << size if size else next(blotted)[2])
        for at, (size, _, _) in zip(starts, plan.steps, strict=True)
    ]


def open_positions(candidates: Sequence[int]) -> int:
    """The positions that have more than one colour left.

    >>> bin(open_positions([0b110, 0b011]))
    '0b10'
    """
    once = twice = 0
    for mask in candidates:
        twice |= once & mask
        once |= mask
    return twice


def _forward(
    steps: tuple[_Step, ...], fits: list[int], kinds: tuple[int, ...], candidates: Sequence[int], length: int
) -> tuple[list[int], list[int], list[int]] | None:
    """One pass from the left: per block its starts, per gap its cells, per blotted block its cells.

    `fits` are the positions with room for each kind of block, `kinds` the inks of these. The gaps are the
    clue's blocks plus one. None if the clue does not fit.
    """
    background = candidates[0]
    starts, gaps, runs = [], [], []
    ends = 1  # boundary 0: the line's edge is where "the block before the first" ends
    for size, kind, touching in steps:
        # cells of the gap: `bits.flood` from the ends, inline, and cut to background cells
        seeds = ends & background
        gap = (background & ~(background + seeds)) | seeds
        gaps.append(gap)
        at = (gap << 1 | ends if touching else gap << 1) & fits[kind]
        if not at:
            return None
        starts.append(at)
        if size:
            ends = at << size
        else:  # blotted: one cell, and then as many as the ink allows
            ink = candidates[kinds[kind]]
            run = (ink & ~(ink + at)) | at
            runs.append(run)
            ends = run << 1
    seeds = ends & background
    gap = (background & ~(background + seeds)) | seeds
    gaps.append(gap)
    if not (gap << 1 | ends) >> length & 1:
        return None
    return starts, gaps, runs


_Placements = tuple[list[int], int, list[int], list[tuple[int, int, int]]]


def _placements(plan: Plan, candidates: Sequence[int]) -> _Placements | None:
    """What both sides allow: each block's starts; the cells of gaps; per kind the starts of its known blocks.

    And for each blotted block, from the last to the first, its ink, its cells and its ends.
    """
    length = plan.length
    fits = [0] * len(plan.kinds)
    for ink, chain in plan.fits:
        room = candidates[ink]
        for shifts, kind in chain:
            for shift in shifts:
                room &= room >> shift
            fits[kind] = room
    forward = _forward(plan.steps, fits, plan.kinds, candidates, length)
    if forward is None:
        return None
    starts, gaps, runs = forward

    size = (length + 7) >> 3
    spare = 8 * size - length
    mirrored = [mirror(mask, length) for mask in candidates]
    for ink, chain in plan.fits:
        room = mirrored[ink]
        for shifts, kind in chain:
            for shift in shifts:
                room &= room >> shift
            fits[kind] = room
    backward = _forward(plan.mirrored, fits, plan.kinds, mirrored, length)
    assert backward is not None  # the mirrored line has a filling exactly when the line has one
    left = gaps[0] & mirror(backward[1][-1], length)
    starts_of = [0] * len(plan.kinds)
    blots: list[tuple[int, int, int]] = []
    after = 1 << length  # boundaries at which what follows the gap may start
    block = len(starts)
    for gap, (size_before, kind, touching) in zip(backward[1], plan.mirrored, strict=False):
        # `bits.mirror`, inline
        flipped = gap.to_bytes(size, "little").translate(MIRRORED_BYTES)
        gap = int.from_bytes(flipped, "big") >> spare
        left |= gaps[block] & gap
        # the block before the gap ends where such a gap begins, or at what follows if it may touch that
        block -= 1
        ends = gap | after if touching else gap
        if size_before:
            after = ends >> size_before & starts[block]
            starts_of[kind] |= after
        else:
            number = len(blots)
            cells = runs[-1 - number] & mirror(backward[2][number], length)
            blots.append((plan.kinds[kind], cells, cells << 1 & ends))
            after = cells & starts[block]
        starts[block] = after
    return starts, left, starts_of, blots


def narrow(
    candidates: list[Masks], line: int, masks: Masks, crossing: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> set[int]:
    """Replaces a line's masks by narrower ones; returns the crossing lines that this changed.

    `crossing` has for each other family the line that crosses at each position, and where on that.
    """
    changed = set()
    before = candidates[line]
    candidates[line] = masks
    for colour, (old, new) in enumerate(zip(before, masks, strict=True)):
        removed = old ^ new
        if removed:
            for others, places in crossing:
                rest = removed
                while rest:  # `bits.positions`, inline
                    low = rest & -rest
                    rest ^= low
                    at = low.bit_length() - 1
                    other = others[at]
                    candidates[other][colour] &= ~(1 << places[at])
                    changed.add(other)
    return changed
