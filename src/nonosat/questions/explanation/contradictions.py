"""Why a line has no filling: the first reason that people see, if there is one.

The reasons, from the simplest: too many or too few cells have a colour; a run is too long; there is no room for a
block; no block fits on a run; no blocks fit on several runs in the order of the clue. All but the first two ask only
where ink can be and which cells have it for certain. What none of them finds takes all fillings at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.model.clues import Clue
from nonosat.model.palette import Palette
from nonosat.questions.explanation.techniques import Span, cells_of, runs_of
from nonosat.questions.explanation.wording import are, cells_text, colour_text, listed, which_block


class NoFilling(NamedTuple):
    """Why a line has no filling."""

    words: str
    by_count: bool = False
    """Whether it is seen by counting cells."""


def why_no_filling(clue: Clue, candidates: Sequence[int], palette: Palette) -> NoFilling | None:
    """The first reason that a line without a filling has none; None if it takes all fillings at once.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> def why(clue, line):
    ...     masks = [sum(1 << at for at, cell in enumerate(line) if cell in f"?{its}") for its in ".#"]
    ...     return why_no_filling(as_clue(clue), masks, BLACK_AND_WHITE).words
    >>> why([2], "??.#.??")
    'cell 4 is black, and the 2 has no room there'
    >>> why([2], "#?#")
    'only the 2 gets there, and it cannot lie both on cell 1 and on cell 3'
    """
    if any(block.length is None for block in clue):
        return None
    return _by_count(clue, candidates, palette) or _ByRoom(clue, candidates, palette).found()


def _by_count(clue: Clue, candidates: Sequence[int], palette: Palette) -> NoFilling | None:
    """By the number of cells of a colour, or the length of a run."""
    known = _known(candidates)
    for ink in range(1, len(candidates)):
        name = colour_text(ink, palette)
        sizes = [block.least for block in clue if block.colour == ink]
        if known[ink].bit_count() > sum(sizes):
            words = f"{known[ink].bit_count()} cells are {name}, and the clue has {sum(sizes)}"
            return NoFilling(words, by_count=True)
        if (left := candidates[ink].bit_count()) < sum(sizes):
            some = f"only {left} cell{'s' * (left > 1)}" if left else "no cell"
            return NoFilling(f"{some} can be {name}, and the clue has {sum(sizes)}", by_count=True)
        for span in runs_of(known[ink]):
            if span[1] - span[0] > max(sizes):
                return NoFilling(f"{cells_text(cells_of(span))} are {name}, and no block is so long")
    return None


def _known(candidates: Sequence[int]) -> list[int]:
    """Per colour the cells that are known to have it."""
    several = seen = 0
    for mask in candidates:
        several |= seen & mask
        seen |= mask
    return [mask & ~several for mask in candidates]


class _Run(NamedTuple):
    """Cells of an ink, as many as lie side by side."""

    start: int
    end: int
    ink: int


class _ByRoom:
    """Where blocks can lie: in the order of the clue, where their ink may be."""

    def __init__(self, clue: Clue, candidates: Sequence[int], palette: Palette) -> None:
        self._clue = clue
        self._palette = palette
        self._candidates = candidates
        self._length = max(mask.bit_length() for mask in candidates)
        self._runs = sorted(
            _Run(*span, ink) for ink, mask in enumerate(_known(candidates)) if ink for span in runs_of(mask)
        )
        self._ranges: list[Span] = []
        """The first cell of each block in its leftmost and its rightmost place."""

    def found(self) -> NoFilling | None:
        """The first reason by room."""
        count = len(self._clue)
        lefts = self._pushed(range(count))
        if isinstance(lefts, int):
            return NoFilling(f"there is no room for {self._block(lefts)}")
        rights = self._pushed(range(count - 1, -1, -1))
        assert isinstance(rights, list)
        self._ranges = list(zip(lefts, rights, strict=True))
        for run in self._runs:
            if not self._blocks_on(run):
                return self._no_block_on(run)
        if self._unordered(self._runs):
            runs = list(self._runs)
            for run in self._runs:
                fewer = [other for other in runs if other is not run]
                if self._unordered(fewer):
                    runs = fewer
            cells = listed([f"on {cells_text(cells_of((run.start, run.end)))}" for run in runs])
            blocks = {index for run in runs for index in self._blocks_on(run)}
            if len(blocks) == 1:
                return NoFilling(
                    f"only {self._block(blocks.pop())} gets there, and it cannot lie both {cells}"
                )
            return NoFilling(f"no blocks in the order of the clue lie {cells}")
        return None

    def _fits(self, index: int, start: int) -> bool:
        size, ink = self._clue[index].least, self._clue[index].colour
        cells = cells_of((start, start + size))
        return start >= 0 and start + size <= self._length and self._candidates[ink] & cells == cells

    def _pushed(self, order: range) -> list[int] | int:
        """The first cells of all blocks as far to one side as they can be; or the first that has no room.

        `order` has them from that side on.
        """
        starts = [0] * len(order)
        before = None
        for index in order:
            size = self._clue[index].least
            at = 0 if order.step > 0 else self._length - size
            if before is not None:
                gap = self._clue[before].colour == self._clue[index].colour
                after = starts[before] + self._clue[before].least + gap
                at = after if order.step > 0 else starts[before] - gap - size
            while 0 <= at <= self._length and not self._fits(index, at):
                at += order.step
            if not 0 <= at <= self._length:
                return index
            starts[index] = at
            before = index
        return starts

    def _lies_over(self, index: int, start: int, end: int) -> bool:
        """Whether a block can lie on all cells from one to another."""
        left, right = self._ranges[index]
        places = range(max(left, end - self._clue[index].least), min(right, start) + 1)
        return any(self._fits(index, at) for at in places)

    def _blocks_on(self, run: _Run) -> list[int]:
        return [
            index
            for index, block in enumerate(self._clue)
            if block.colour == run.ink and self._lies_over(index, run.start, run.end)
        ]

    def _no_block_on(self, run: _Run) -> NoFilling:
        cells = cells_of((run.start, run.end))
        near = [
            index
            for index, (left, right) in enumerate(self._ranges)
            if self._clue[index].colour == run.ink
            and left < run.end
            and run.start < right + self._clue[index].least
        ]
        if not near:
            why = "no block gets there"
        elif max(self._clue[index].least for index in near) < run.end - run.start:
            why = "no block there is so long"
        elif len(near) > 2:
            why = "no block there has room"
        else:
            why = f"{listed(list(map(self._block, near)))} ha{'ve' if len(near) > 1 else 's'} no room there"
        return NoFilling(f"{cells_text(cells)} {are(cells)} {colour_text(run.ink, self._palette)}, and {why}")

    def _unordered(self, runs: Sequence[_Run]) -> bool:
        """Whether no blocks cover these runs in their order."""
        last = {(-1, _Run(0, 0, 0))}  # the block on the last run, and the first run that it covers
        for run in runs:
            blocks = self._blocks_on(run)
            last = {
                *((index, run) for index in blocks if any(before < index for before, _ in last)),
                *(
                    (index, first)
                    for index, first in last
                    if index in blocks and self._lies_over(index, first.start, run.end)
                ),
            }
        return not last

    def _block(self, index: int) -> str:
        return which_block(index, self._clue, self._palette)
