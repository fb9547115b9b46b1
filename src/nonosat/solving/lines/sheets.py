"""Many lines at once: what `nonosat.solving.lines.line` does with one line, in hardly more operations.

Lines of a family do not cross, so nothing keeps them from being settled side by side. A sheet has them one after the other in
one integer, with a spare position after each where every carry ends; and above these once more, seen from the other end. The
n-th blocks of all lines are placed together, those of each length with one shift, and the n-th from the other end with them.
So twenty-five lines of 25 cells take the time of four.

The passes are those of `nonosat.solving.lines.line`, which explains them and is the reference. Sheets are for one ink, and
for clues that say all lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonosat.model.clues import Clue
from nonosat.solving.lines.bits import MIRRORED_BYTES, shrink_steps
from nonosat.solving.lines.line import Masks


class _Slot(NamedTuple):
    """The blocks that have the same number in their clues; lines are masks of all their positions."""

    parts: tuple[tuple[int, int], ...]
    """Lengths, each with the lines whose block has it, from the right in the upper half."""
    beginning: int
    """The lines of which it is the first block from that side, so that it may touch the edge."""
    without: int
    """The lines whose clue has no such block."""


class Sheet(NamedTuple):
    """Lines of a family with their clues, prepared for `settle_sheet`."""

    stride: int
    """Bytes from one line to the next."""
    size: int
    """Bytes of all."""
    growing: tuple[tuple[int, tuple[int, ...]], ...]
    """The lengths of blocks from the shortest on, each with the shifts from the one before."""
    shrinking: tuple[tuple[int, tuple[int, ...]], ...]
    """From the longest on, each with the shifts to the next one."""
    slots: tuple[_Slot, ...]
    starts: int
    """The first position of each line, from either end."""
    ends: int
    """The position after the last one of each line, from the left."""


@lru_cache(maxsize=256)
def sheet(clues: tuple[Clue, ...], lengths: tuple[int, ...]) -> Sheet:
    """The sheet of lines with these clues and of these lengths."""
    stride, number = max(lengths) // 8 + 1, len(clues)
    bits, top = 8 * stride, 16 * stride * number
    line = (1 << bits) - 1
    most = max(map(len, clues))
    starts = ends = 0
    parts: list[dict[int, int]] = [{} for _ in range(most)]
    beginning, without = [0] * most, [0] * most
    for at, (clue, length) in enumerate(zip(clues, lengths, strict=True)):
        first, blocks = bits * at, len(clue)
        from_left, from_right = line << first, line << top - first - bits
        starts |= (
            1 << first | 1 << top - first - 1 - length
        )  # from the right one spare position is above, all others below
        ends |= 1 << first + length
        for slot, (size, _) in enumerate(clue):
            assert size is not None
            mine, others = parts[slot], parts[most - 1 - slot]
            mine[size] = mine.get(size, 0) | from_left
            others[size] = others.get(size, 0) | from_right
        for slot in range(blocks, most):
            without[slot] |= from_left
            without[most - 1 - slot] |= from_right
        if blocks:
            beginning[0] |= from_left
            beginning[most - blocks] |= from_right
    pairs = list(pairwise([1, *sorted({size for its in parts for size in its})]))
    return Sheet(
        stride,
        stride * number,
        tuple((b, shrink_steps(a, b)) for a, b in pairs),
        tuple((b, shrink_steps(1, b - a + 1)) for a, b in reversed(pairs)),
        tuple(
            _Slot(tuple(its.items()), begun, rest)
            for its, begun, rest in zip(parts, beginning, without, strict=True)
        ),
        starts,
        ends,
    )


def settle_sheet(sheet: Sheet, lines: Sequence[Masks], asked: Sequence[int]) -> dict[int, Masks | None]:
    """The masks of those lines that are asked for, narrowed to what some filling of them has; or None for one without.

    If any of all lines has no filling, only such lines are in what is returned.

    >>> from nonosat.model.clues import as_clue
    >>> whole = (1 << 10) - 1
    >>> settle_sheet(sheet((as_clue([8]), as_clue([10])), (10, 10)), [[whole, whole], [whole, whole]], [0, 1])
    {0: [771, 1023], 1: [0, 1023]}
    """
    stride, size, growing, shrinking, slots, at, ends = sheet
    half, whole = 8 * size, 2 * size
    background, ink = [
        b"".join([masks[colour].to_bytes(stride, "little") for masks in lines]) for colour in (0, 1)
    ]
    free, room = [
        int.from_bytes(of, "little") | int.from_bytes(of.translate(MIRRORED_BYTES), "big") >> 1 << half
        for of in (background, ink)
    ]
    rooms = {}
    for length, shifts in growing:
        for shift in shifts:
            room &= room >> shift
        rooms[length] = room
    gaps, placed, after = [], [], []
    for parts, beginning, without in slots:
        # cells of the gap: `bits.flood`, inline, and cut to background cells
        seeds = at & free
        gap = free & ~(free + seeds) | seeds
        gaps.append(gap)
        begin = gap << 1 | at & beginning
        all_placed = all_after = 0
        for length, those in parts:
            here = begin & rooms[length] & those
            all_placed |= here
            all_after |= here << length
        placed.append(all_placed)
        after.append(all_after)
        at = at & without | all_after
    seeds = at & free
    gap = free & ~(free + seeds) | seeds
    gaps.append(gap)
    lost = ends & ~(gap << 1 | at)
    if lost:
        failed = lost.to_bytes(size, "little")
        return {at: None for at in asked if any(failed[at * stride : (at + 1) * stride])}

    # what both sides allow; from here on the upper half means nothing
    left, cells = 0, dict.fromkeys(rooms, 0)
    for gap, other in zip(gaps, reversed(gaps), strict=True):
        flipped = (other << 1).to_bytes(whole, "little").translate(MIRRORED_BYTES)
        left |= gap & int.from_bytes(flipped, "big")
    for (parts, _, _), begun, other in zip(slots, placed, reversed(after), strict=True):
        begun &= int.from_bytes(other.to_bytes(whole, "little").translate(MIRRORED_BYTES), "big")
        for length, those in parts:
            cells[length] |= begun & those
    covered = 0
    for length, shifts in shrinking:
        covered |= cells[length]
        for shift in shifts:
            covered |= covered << shift
    settled = [mask.to_bytes(whole + 1, "little") for mask in (left, covered)]
    read = int.from_bytes
    return {at: [read(of[at * stride : (at + 1) * stride], "little") for of in settled] for at in asked}
