"""Reasons why a line has no filling, as people see them.

From the simplest: too many or too few cells of a colour; a run is too long; no room for a block; no block fits on a run;
no blocks fit on several runs in the order of the clue. All but the first two use only where ink is possible and which
cells surely have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.explaining.steps.techniques import Span, cells_of, runs_of
from nonosat.explaining.words.patterns import Phrase, block_named, cells_named, ink, listed, phrase
from nonosat.model.clues import Clue
from nonosat.model.palette import Palette


class NoFilling(NamedTuple):
    """A reason why a line has no filling."""

    said: Phrase
    by_count: bool = False
    """True if counting cells shows it."""


def why_no_filling(clue: Clue, candidates: Sequence[int], palette: Palette) -> NoFilling | None:
    """Returns the first reason why a line has no filling; None if only comparing all fillings shows it.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> def why(clue, line):
    ...     masks = [sum(1 << at for at, cell in enumerate(line) if cell in f"?{its}") for its in ".#"]
    ...     print(why_no_filling(as_clue(clue), masks, BLACK_AND_WHITE).said)
    >>> why([2], "??.#.??")
    cell 4 is black, and the 2 has no room there
    >>> why([2], "#?#")
    only the 2 gets there, and it cannot lie on both cell 1 and cell 3
    """
    if any(block.length is None for block in clue):
        return None
    return _by_count(clue, candidates, palette) or _ByRoom(clue, candidates, palette).found()


def _by_count(clue: Clue, candidates: Sequence[int], palette: Palette) -> NoFilling | None:
    """Returns a reason by the number of cells of a colour, or the length of a run."""
    known = _known(candidates)
    for colour in range(1, len(candidates)):
        name = ink(colour, palette)
        sizes = [block.least for block in clue if block.colour == colour]
        has = phrase("clue has", number=sum(sizes))
        if (count := known[colour].bit_count()) > sum(sizes):
            return NoFilling(
                phrase("but", what=phrase("count", colour=name, n=count), why=has), by_count=True
            )
        if (left := candidates[colour].bit_count()) < sum(sizes):
            some = phrase("only", colour=name, n=left) if left else phrase("no cell", colour=name)
            return NoFilling(phrase("but", what=some, why=has), by_count=True)
        for span in runs_of(known[colour]):
            if span[1] - span[0] > max(sizes):
                return _but(span, name, phrase("too long"))
    return None


def _but(span: Span, colour: Phrase, why: Phrase) -> NoFilling:
    """Says that cells have a colour, and why they cannot."""
    cells = cells_of(span)
    what = phrase("is", cells=cells_named(cells), colour=colour, n=cells.bit_count())
    return NoFilling(phrase("but", what=what, why=why))


def _known(candidates: Sequence[int]) -> list[int]:
    """Returns per colour the cells known to have it."""
    several = seen = 0
    for mask in candidates:
        several |= seen & mask
        seen |= mask
    return [mask & ~several for mask in candidates]


class _InkRun(NamedTuple):
    """A maximal run of cells of one ink."""

    start: int
    end: int
    ink: int


class _ByRoom:
    """Places of blocks: in the order of the clue, where their ink is possible."""

    def __init__(self, clue: Clue, candidates: Sequence[int], palette: Palette) -> None:
        self._clue = clue
        self._palette = palette
        self._candidates = candidates
        self._length = max(mask.bit_length() for mask in candidates)
        self._runs = sorted(
            _InkRun(*span, ink)
            for ink, mask in enumerate(_known(candidates))
            if ink
            for span in runs_of(mask)
        )
        # first cell of each block in its leftmost and in its rightmost place
        self._ranges: list[Span] = []

    def found(self) -> NoFilling | None:
        """Returns the first reason by room."""
        count = len(self._clue)
        lefts = self._pushed(range(count))
        if isinstance(lefts, int):
            return NoFilling(phrase("no room", block=self._block(lefts)))
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
            cells = listed([cells_named(cells_of((run.start, run.end))) for run in runs])
            blocks = {index for run in runs for index in self._blocks_on(run)}
            if len(blocks) == 1:
                return NoFilling(phrase("one for two", block=self._block(blocks.pop()), cells=cells))
            return NoFilling(phrase("no blocks for", cells=cells))
        return None

    def _fits(self, index: int, start: int) -> bool:
        size, ink = self._clue[index].least, self._clue[index].colour
        cells = cells_of((start, start + size))
        return start >= 0 and start + size <= self._length and self._candidates[ink] & cells == cells

    def _pushed(self, order: range) -> list[int] | int:
        """Returns the first cells of all blocks, pushed to one side; or the index of the first block without room.

        `order` has the blocks from that side on.
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
        """Returns whether a block can cover a range of cells."""
        left, right = self._ranges[index]
        places = range(max(left, end - self._clue[index].least), min(right, start) + 1)
        return any(self._fits(index, at) for at in places)

    def _blocks_on(self, run: _InkRun) -> list[int]:
        return [
            index
            for index, block in enumerate(self._clue)
            if block.colour == run.ink and self._lies_over(index, run.start, run.end)
        ]

    def _no_block_on(self, run: _InkRun) -> NoFilling:
        near = [
            index
            for index, (left, right) in enumerate(self._ranges)
            if self._clue[index].colour == run.ink
            and left < run.end
            and run.start < right + self._clue[index].least
        ]
        if not near:
            why = phrase("out of reach")
        elif max(self._clue[index].least for index in near) < run.end - run.start:
            why = phrase("too long there")
        elif len(near) > 2:
            why = phrase("no room there")
        else:
            why = phrase("has no room", blocks=listed(map(self._block, near)), n=len(near))
        return _but((run.start, run.end), ink(run.ink, self._palette), why)

    def _unordered(self, runs: Sequence[_InkRun]) -> bool:
        """Returns whether no blocks cover these runs in their order."""
        last = {(-1, _InkRun(0, 0, 0))}  # the block on the last run, and the first run that it covers
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

    def _block(self, index: int) -> Phrase:
        return block_named(index, self._clue, self._palette)
