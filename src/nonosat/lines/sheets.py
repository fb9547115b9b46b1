"""Many lines at once: what `nonosat.lines.line` does with one line, in hardly more operations.

Lines of a family do not cross, so nothing keeps them from being settled side by side. A sheet has them one
after the other in one integer, with a spare position after each where every carry ends. The n-th blocks of
all lines are placed together, those of each length with one shift. That takes O(blocks of the longest
clue x lengths) operations on long integers instead of O(all blocks) on short ones: of 25 lines of 25 cells
a sixth of the time, of 80 lines a fifth. Longer integers gain no more, so a sheet is kept to some size.

The sweeps are those of `nonosat.lines.line`, which explains them and stays the reference: the tests compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonosat.lines.bits import MIRRORED_BYTES, shrink_steps
from nonosat.lines.line import Masks
from nonosat.model.clues import Clue, gap_after

_BYTES = 1024
"""How long a sheet is at most, but for lines that are longer than a quarter of it: two of them do."""

_Part = tuple[int, int, int, int]
"""Blocks of a kind: their length or 0 if blotted, the kind, their lines, these in the mirrored sheet."""

_Chain = tuple[tuple[int, tuple[int, ...]], ...]


class _Slot(NamedTuple):
    """The blocks that have the same number in their clues; lines are masks of all their positions."""

    parts: tuple[_Part, ...]
    joined: int
    """Lines whose block may touch what is before it, another ink or the line's edge."""
    followed: int
    """Lines whose block may touch what is after it."""
    followed_mirrored: int
    without: int
    """Lines whose clue has no such block."""
    without_mirrored: int


class Sheet(NamedTuple):
    """Neighbouring lines of a family with their clues, prepared for `settle_sheet`."""

    lines: frozenset[int]
    """Their numbers; `first` is the lowest."""
    first: int
    stride: int
    """Bytes from one line to the next."""
    size: int
    """Bytes of the whole."""
    kinds: tuple[int, ...]
    """Per kind, that is a colour and a length, the ink."""
    chains: tuple[tuple[int, _Chain, _Chain], ...]
    """Per ink (kind, shifts) by growing lengths and by shrinking ones, each going on from the one before."""
    slots: tuple[_Slot, ...]
    starts: int
    """The first position of each line that has a clue."""
    starts_mirrored: int
    ends: int
    """The position after the last one."""
    silent: int
    """The lines without a clue."""
    worth: int
    """How many of the lines must be in question for the sheet to take less time than they one by one."""


def sheets(clues: tuple[Clue | None, ...], lengths: tuple[int, ...], first: int) -> Iterator[Sheet]:
    """The sheets of a family whose lines are numbered from `first` on."""
    most = max(2, _BYTES // (max(lengths) // 8 + 1))
    for at in range(0, len(clues), most):
        yield sheet(clues[at : at + most], lengths[at : at + most], first + at)


@lru_cache(maxsize=1024)
def sheet(clues: tuple[Clue | None, ...], lengths: tuple[int, ...], first: int = 0) -> Sheet:
    """The sheet of some lines."""
    stride, number = max(lengths) // 8 + 1, len(clues)
    bits = 8 * stride
    kinds = sorted({(colour, size or 1) for clue in clues for size, colour in clue or ()})
    numbers = {kind: at for at, kind in enumerate(kinds)}
    line = [((1 << bits) - 1) << bits * at for at in range(number)]
    slots = tuple(_slots(clues, line, numbers))
    chains = []
    for ink in sorted({colour for colour, _ in kinds}):
        pairs = list(pairwise([1, *(size for colour, size in kinds if colour == ink)]))
        growing = tuple((numbers[ink, b], shrink_steps(a, b)) for a, b in pairs)
        shrinking = tuple((numbers[ink, b], shrink_steps(1, b - a + 1)) for a, b in reversed(pairs))
        chains.append((ink, growing, shrinking))
    starts = starts_mirrored = ends = silent = 0
    for at, (clue, length) in enumerate(zip(clues, lengths, strict=True)):
        if clue is None:
            silent |= line[at]
        else:
            starts |= 1 << bits * at
            starts_mirrored |= 1 << bits * (number - at) - 1 - length
            ends |= 1 << bits * at + length
    parts, blocks = sum(len(slot.parts) for slot in slots), sum(len(clue) for clue in clues if clue)
    return Sheet(
        frozenset(range(first, first + number)),
        first,
        stride,
        stride * number,
        tuple(colour for colour, _ in kinds),
        tuple(chains),
        slots,
        starts,
        starts_mirrored,
        ends,
        silent,
        2 + parts * number // (4 * max(blocks, 1)),
    )


def _slots(
    clues: Sequence[Clue | None], line: Sequence[int], numbers: dict[tuple[int, int], int]
) -> Iterator[_Slot]:
    """The slots of the clues of lines that have these positions."""
    mirrored = line[::-1]
    for at in range(max((len(clue) for clue in clues if clue), default=0)):
        parts: dict[tuple[int, int], tuple[int, int]] = {}
        joined = followed = followed_mirrored = without = without_mirrored = 0
        for clue, here, there in zip(clues, line, mirrored, strict=True):
            if clue is None:
                continue
            if at >= len(clue):
                without |= here
                without_mirrored |= there
                continue
            length, colour = clue[at]
            part = length or 0, numbers[colour, length or 1]
            some, same_mirrored = parts.get(part, (0, 0))
            parts[part] = some | here, same_mirrored | there
            if not at or not gap_after(clue[at - 1], clue[at]):
                joined |= here
            if at + 1 == len(clue) or not gap_after(clue[at], clue[at + 1]):
                followed |= here
                followed_mirrored |= there
        every = tuple((*part, *lines) for part, lines in parts.items())
        yield _Slot(every, joined, followed, followed_mirrored, without, without_mirrored)


def settle_sheet(sheet: Sheet, may: Sequence[Masks]) -> Sequence[Masks | None]:
    """The masks of each line narrowed to what some filling of it has.

    If there are lines without a filling: None for these, and the others as they were.
    """
    size, kinds, slots = sheet.size, sheet.kinds, sheet.slots
    masks = [
        int.from_bytes(b"".join([line.to_bytes(sheet.stride, "little") for line in lines]), "little")
        for lines in zip(*may, strict=True)
    ]
    rooms = _rooms(sheet, masks)
    background, at = masks[0], sheet.starts
    gaps: list[int] = []
    placed: list[list[int]] = []
    runs: dict[tuple[int, int], int] = {}
    """The cells of blotted blocks, by slot and kind."""
    for parts, joined, _, _, without, _ in slots:
        # cells of the gap: `bits.flood`, inline, and cut to background cells
        seeds = at & background
        gap = background & (background ^ (background + seeds)) | seeds
        gaps.append(gap)
        starts = gap << 1 | at & joined
        at &= without
        mine = []
        for length, kind, lines, _ in parts:
            here = starts & rooms[kind] & lines
            mine.append(here)
            if length:
                at |= here << length
            else:
                ink = masks[kinds[kind]]
                run = ink & (ink ^ (ink + here)) | here
                runs[len(placed), kind] = run
                at |= run << 1
        placed.append(mine)
    seeds = at & background
    gap = background & (background ^ (background + seeds)) | seeds
    gaps.append(gap)
    lost = sheet.ends & ~(gap << 1 | at)
    if lost:
        failed = lost.to_bytes(size, "little")
        return [
            None if any(failed[at : at + sheet.stride]) else mine
            for at, mine in zip(range(0, size, sheet.stride), may, strict=True)
        ]

    # the same on the mirrored sheet, and with each of its gaps what both sides allow
    mirrored = [_mirrored(mask, size) >> 1 for mask in masks]
    rooms = _rooms(sheet, mirrored)
    background, at = mirrored[0], sheet.starts_mirrored
    narrowed = [mask & sheet.silent for mask in masks]
    left, starts_of = 0, [0] * len(kinds)
    after = sheet.ends  # boundaries at which what follows the gap may start
    for slot in range(len(slots) - 1, -1, -1):
        parts, _, followed, followed_mirrored, without, without_mirrored = slots[slot]
        seeds = at & background
        gap = background & (background ^ (background + seeds)) | seeds
        starts = gap << 1 | at & followed_mirrored
        at &= without_mirrored
        gap = int.from_bytes((gap << 1).to_bytes(size, "little").translate(MIRRORED_BYTES), "big")
        left |= gap & gaps[slot + 1]
        ends = gap | after & followed
        after &= without
        for (length, kind, _, lines), begun in zip(parts, placed[slot], strict=True):
            here = starts & rooms[kind] & lines
            if length:
                at |= here << length
                begun &= ends >> length
                starts_of[kind] |= begun
                after |= begun
            else:
                ink = mirrored[kinds[kind]]
                run = ink & (ink ^ (ink + here)) | here
                at |= run << 1
                run = _mirrored(run << 1, size) & runs[slot, kind]
                narrowed[kinds[kind]] |= run
                after |= begun & run
    seeds = at & background
    gap = background & (background ^ (background + seeds)) | seeds
    narrowed[0] |= left | _mirrored(gap << 1, size) & gaps[0]
    for ink, _, chain in sheet.chains:
        cells = 0
        for kind, shifts in chain:
            cells |= starts_of[kind]
            for shift in shifts:
                cells |= cells << shift
        narrowed[ink] |= cells
    whole = [mask.to_bytes(size, "little") for mask in narrowed]
    return [
        [int.from_bytes(of[at : at + sheet.stride], "little") for of in whole]
        for at in range(0, size, sheet.stride)
    ]


def _mirrored(mask: int, size: int) -> int:
    """`bits.mirror` of so many whole bytes."""
    return int.from_bytes(mask.to_bytes(size, "little").translate(MIRRORED_BYTES), "big")


def _rooms(sheet: Sheet, masks: Masks) -> list[int]:
    """Per kind the positions with room for a block."""
    rooms = [0] * len(sheet.kinds)
    for ink, chain, _ in sheet.chains:
        room = masks[ink]
        for kind, shifts in chain:
            for shift in shifts:
                room &= room >> shift
            rooms[kind] = room
    return rooms
