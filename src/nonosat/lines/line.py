"""One line: the possible colours of each cell, and the possible starts of each block; and the candidates of several lines.

A line of n cells has one mask per colour: bit p of `candidates[c]` is set if cell p can have colour c. `settle` narrows these
masks, and is complete: a cell keeps a colour exactly if some filling of the line within `candidates` has it there. The kernel
does it, and without the kernel `nonosat.lines.placements`, which explains how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from nonosat.lines.compiled import Kernel, arrangement, prepared
from nonosat.model.clues import Clue

if TYPE_CHECKING:
    from nonosat.kernel import _compiled

Masks = list[int]
"""Candidates of a line: `masks[c]` holds the cells that can have colour c, background first."""

Tick = Callable[[], object] | None
"""Called about every millisecond; can raise to give up."""


class Plan:
    """A clue on a line of `length` cells with `colours` colours, background included; immutable."""

    def __init__(self, clue: Clue, length: int, colours: int) -> None:
        self.clue = clue
        self.length = length
        self.colours = colours

    @cached_property
    def kernel(self) -> _compiled.Lines | None:
        """The line as the kernel has prepared it; None without the kernel."""
        if Kernel is None:
            return None
        return prepared(Kernel, arrangement([range(self.length)]), (self.clue,), self.colours)


plan = lru_cache(maxsize=8192)(Plan)
"""Returns the plan of a clue, cached: `plan(clue, length, colours)`."""


def settle(plan: Plan, candidates: Sequence[int]) -> Masks | None:
    """Narrows the masks to the fillings of the line; returns None if there is none.

    >>> from nonosat.model.clues import as_clue
    >>> whole = (1 << 10) - 1
    >>> background, ink = settle(plan(as_clue([8]), 10, 2), [whole, whole])
    >>> f"{ink & ~background:010b}"
    '0011111100'
    """
    if plan.kernel:
        return plan.kernel.settle(0, candidates)
    from nonosat.lines import placements  # without the kernel only

    return placements.settle(plan.clue, plan.length, candidates)


def block_spans(plan: Plan, candidates: Sequence[int]) -> list[tuple[int, int]] | None:
    """Returns the possible starts and ends of each block, as masks; None if there is no filling.

    An end is the position after the block's last cell. Complete: a start or end is in its set exactly if some filling has it.

    >>> from nonosat.model.clues import as_clue
    >>> whole = (1 << 5) - 1
    >>> spans = block_spans(plan(as_clue([1, 2]), 5, 2), [whole, whole])
    >>> [(f"{starts:05b}", f"{ends:06b}") for starts, ends in spans]
    [('00011', '000110'), ('01100', '110000')]
    """
    if plan.kernel:
        return plan.kernel.spans(0, candidates)
    from nonosat.lines import placements  # without the kernel only

    return placements.block_spans(plan.clue, plan.length, candidates)


def open_positions(candidates: Sequence[int]) -> int:
    """Returns the positions with several candidates.

    >>> bin(open_positions([0b110, 0b011]))
    '0b10'
    """
    once = twice = 0
    for mask in candidates:
        twice |= once & mask
        once |= mask
    return twice


def narrow(
    candidates: list[Masks], line: int, masks: Masks, crossing: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> set[int]:
    """Replaces a line's masks by narrower ones; returns the crossing lines that changed.

    `crossing` has, for each other family, the crossing line at each position, and the position on that line.
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
