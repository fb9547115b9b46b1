"""Sets of positions as one integer: bit p is position p.

Python integers have no fixed width, so a line of any length is one mask, and one operation touches all its cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

MIRRORED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Every byte read from the other end, for `bytes.translate`."""


@cache
def shrink_steps(have: int, want: int) -> tuple[int, ...]:
    """Shifts that turn runs of `have` into runs of `want` by doubling: about log2 of them.

    >>> shrink_steps(1, 6)
    (1, 2, 2)
    """
    steps = []
    while have < want:
        step = min(have, want - have)
        steps.append(step)
        have += step
    return tuple(steps)


def run_starts(mask: int, length: int) -> int:
    """Positions p where cells p .. p + length - 1 all lie in `mask` (length >= 1).

    >>> bin(run_starts(0b1110110, 3))
    '0b10000'
    """
    for step in shrink_steps(1, length):
        mask &= mask >> step
    return mask


def spread(starts: int, length: int) -> int:
    """Cells covered by runs of `length` cells that begin at `starts`.

    >>> bin(spread(0b10010, 3))
    '0b1111110'
    """
    for step in shrink_steps(1, length):
        starts |= starts << step
    return starts


def mirror(mask: int, width: int) -> int:
    """The mask read from the other end of a line of `width` positions.

    >>> bin(mirror(0b0011, 4))
    '0b1100'
    """
    size = (width + 7) >> 3
    flipped = mask.to_bytes(size, "little").translate(MIRRORED_BYTES)
    return int.from_bytes(flipped, "big") >> (8 * size - width)


def positions(mask: int) -> Iterator[int]:
    """The positions of the set bits, lowest first.

    >>> list(positions(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int) -> int:
    """The lowest set position of a non-empty mask."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The highest set position of a non-empty mask."""
    return mask.bit_length() - 1
