"""Reasons why a line has no filling, as people see them.

From the simplest: too many or too few cells of a colour; a run is too long; no gap is long enough for a block; no block
fits on a run; no blocks fit on several runs in the order of the clue. All but the first two use only the cells that can
have the ink and the cells that must have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from nonosat.explaining.steps.probes import needed
from nonosat.explaining.steps.techniques import Span, cells_of, runs_of
from nonosat.explaining.words.patterns import Phrase, block_named, cells_named, ink, listed, phrase
from nonosat.lines.bits import highest, lowest
from nonosat.lines.line import block_spans, plan
from nonosat.model.clues import Clue
from nonosat.model.ink_sums import InkSums
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
    return _by_count(clue, candidates, palette) or _ByGap(clue, candidates, palette).explanation()


def _by_count(clue: Clue, candidates: Sequence[int], palette: Palette) -> NoFilling | None:
    """Returns a reason by the number of cells of a colour, or the length of a run."""
    fixed, sums = _fixed(candidates), InkSums([clue]).least
    for colour in range(1, len(candidates)):
        name = ink(colour, palette)
        has = phrase("clue has", number=sums[colour])
        if (count := fixed[colour].bit_count()) > sums[colour]:
            return NoFilling(
                phrase("but", what=phrase("count", colour=name, n=count), why=has), by_count=True
            )
        if (left := candidates[colour].bit_count()) < sums[colour]:
            some = phrase("only", colour=name, n=left) if left else phrase("no cell", colour=name)
            return NoFilling(phrase("but", what=some, why=has), by_count=True)
        for span in runs_of(fixed[colour]):
            if span[1] - span[0] > max(block.least for block in clue if block.colour == colour):
                return _but(span, name, phrase("too long"))
    return None


def _but(span: Span, colour: Phrase, why: Phrase) -> NoFilling:
    """Says that cells have a colour, and why that is impossible."""
    cells = cells_of(span)
    what = phrase("is", cells=cells_named(cells), colour=colour, n=cells.bit_count())
    return NoFilling(phrase("but", what=what, why=why))


def _fixed(candidates: Sequence[int]) -> list[int]:
    """Returns per colour the cells that have no other candidate."""
    shared = seen = 0
    for mask in candidates:
        shared |= seen & mask
        seen |= mask
    return [mask & ~shared for mask in candidates]


class _InkRun(NamedTuple):
    """A maximal run of cells of one ink."""

    start: int
    end: int
    ink: int


class _ByGap:
    """Places of blocks: in the order of the clue, where their ink is possible."""

    def __init__(self, clue: Clue, candidates: Sequence[int], palette: Palette) -> None:
        self._clue = clue
        self._palette = palette
        length = max(mask.bit_length() for mask in candidates)
        self._masks = [(1 << length) - 1, *candidates[1:]]
        self._plan = partial(plan, length=length, colours=len(candidates))
        self._runs = sorted(
            _InkRun(*span, ink)
            for ink, mask in enumerate(_fixed(candidates))
            if ink
            for span in runs_of(mask)
        )
        # per block: mask of its starts, in the order of the clue, where its ink is possible
        self._starts: list[int] = []

    def explanation(self) -> NoFilling | None:
        """Returns the first reason by the gaps for blocks."""
        spans = block_spans(self._plan(self._clue), self._masks)
        if spans is None:
            without_room = next(
                index
                for index in range(len(self._clue))
                if block_spans(self._plan(self._clue[: index + 1]), self._masks) is None
            )
            return NoFilling(phrase("no room", block=self._block(without_room)))
        self._starts = [starts for starts, _ in spans]
        for run in self._runs:
            if not self._blocks_on(run):
                return self._no_block_on(run)
        if self._unordered(self._runs):
            runs = needed(self._runs, self._unordered)
            cells = listed([cells_named(cells_of((run.start, run.end))) for run in runs])
            blocks = {index for run in runs for index in self._blocks_on(run)}
            if len(blocks) == 1:
                return NoFilling(phrase("one for two", block=self._block(blocks.pop()), cells=cells))
            return NoFilling(phrase("no blocks for", cells=cells))
        return None

    def _lies_over(self, index: int, start: int, end: int) -> bool:
        """Returns whether a block can cover a range of cells."""
        first = max(0, end - self._clue[index].least)
        return bool(self._starts[index] & cells_of((first, start + 1)))

    def _blocks_on(self, run: _InkRun) -> list[int]:
        return [
            index
            for index, block in enumerate(self._clue)
            if block.colour == run.ink and self._lies_over(index, run.start, run.end)
        ]

    def _no_block_on(self, run: _InkRun) -> NoFilling:
        near = [
            index
            for index, starts in enumerate(self._starts)
            if self._clue[index].colour == run.ink
            and lowest(starts) < run.end
            and run.start < highest(starts) + self._clue[index].least
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
        """Returns True if no blocks cover these runs in their order."""
        last = {(-1, _InkRun(0, 0, 0))}  # (block on the last run, first run that it covers)
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
