"""Techniques of people for one line, from the simplest to the last resort.

Each technique is a small function from a view of one line to inferences: cells have a colour or cannot have it, with the
blocks and cells that this rests on. Every inference follows from the line alone. The last technique, `agree`, is complete
(`line.settle`).

The table `TECHNIQUES` has one row per technique in the order of people's preference (see "Solution techniques" in Wikipedia's
article "Nonogram": simple boxes, simple spaces, forcing, glue, joining and splitting, punctuating, mercury). After those for
one line come the probes of `nonosat.explaining.steps.probes`.

The range of a block reaches from its leftmost to its rightmost place. Pushing all blocks to the left gives all leftmost
places at once: given two fillings, taking each block from the filling that has it further left gives a filling again.

Lengths must be known: only `agree` handles lines with blotted blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from nonosat.lines.bits import highest, lowest, run_starts, spread
from nonosat.lines.line import block_spans, plan, settle
from nonosat.model.clues import Clue, gap_after, min_length
from nonosat.model.ink_sums import InkSums
from nonosat.model.palette import BACKGROUND

Span = tuple[int, int]  # part of a line: first cell, and the cell after the last


GradeName = Literal["trivial", "easy", "medium", "probing", "hard", "search"]


class Grade(StrEnum):
    """The difficulty of a puzzle: the grade of the hardest technique that it needs.

    Ordered as people feel it: comparing all fillings of a line is harder than supposing one cell (docs/techniques.md).

    >>> [str(grade) for grade in sorted([Grade.SEARCH, Grade.EASY, Grade.HARD, Grade.PROBING])]
    ['easy', 'probing', 'hard', 'search']
    """

    TRIVIAL = "trivial"
    """Counting cells, and overlap of blocks between walls."""
    EASY = "easy"
    """Adds gaps, walls and reach, regardless of other filled cells; and colours excluded by a crossing line."""
    MEDIUM = "medium"
    """Adds the block of a filled cell, identified by the order of the blocks."""
    PROBING = "probing"
    """A supposed colour of a cell leaves a line without a filling."""
    HARD = "hard"
    """All fillings of a line must be compared, with or without suppositions."""
    SEARCH = "search"
    """Nested suppositions, or more."""

    @cached_property
    def level(self) -> int:
        """Index in this list, from 0."""
        return list(Grade).index(self)

    def __lt__(self, other: str) -> bool:
        return self.level < Grade(other).level

    def __le__(self, other: str) -> bool:
        return self.level <= Grade(other).level

    def __gt__(self, other: str) -> bool:
        return self.level > Grade(other).level

    def __ge__(self, other: str) -> bool:
        return self.level >= Grade(other).level


class BlockRange(NamedTuple):
    """The part of a line in which a block, or all blocks of a technique, lie."""

    block: int
    """Index in the clue."""
    start: int
    """First cell in its leftmost place."""
    end: int
    """Cell after its last one in its rightmost place."""
    on: int = 0
    """Mask of filled cells that it covers in both."""


class Inference(NamedTuple):
    """Cells of a line that have a colour or cannot have it, and the premises."""

    colour: int
    holds: bool
    """True if they have the colour; False if they cannot have it."""
    cells: int
    """Mask of the cells for which this is new."""
    blocks: tuple[int, ...] = ()
    """Indices of the blocks that it is about."""
    span: Span = (0, 0)
    """Part of the line that it is about."""
    ranges: tuple[BlockRange, ...] = ()
    """Ranges of blocks, if they matter."""


@dataclass(frozen=True)
class LineView:
    """One line as a person sees it: clue, length, and per colour the cells that can have it; it must have a filling."""

    clue: Clue
    length: int
    candidates: tuple[int, ...]
    by_walls: bool = False
    """True to limit the places of blocks by impossible cells only, not by filled ones."""

    @property
    def whole(self) -> int:
        """Mask of all cells."""
        return (1 << self.length) - 1

    @cached_property
    def fixed(self) -> tuple[int, ...]:
        """Per colour: mask of the cells that have no other candidate."""
        return tuple(
            self.whole & ~_union(self.candidates[:colour] + self.candidates[colour + 1 :])
            for colour in range(len(self.candidates))
        )

    @cached_property
    def ranges(self) -> tuple[Span, ...]:
        """Per block: first cell in its leftmost and in its rightmost place."""
        candidates = (self.whole, *self.candidates[1:]) if self.by_walls else self.candidates
        spans = block_spans(plan(self.clue, self.length, len(self.candidates)), candidates)
        assert spans is not None
        return tuple((lowest(starts), highest(starts)) for starts, _ in spans)

    @cached_property
    def walls(self) -> LineView:
        """The same line with `by_walls`."""
        return replace(self, by_walls=True)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Per colour: number of cells of it in the solution."""
        sums = InkSums([self.clue])
        return (self.length - sums.total, *(sums.least[ink] for ink in self.inks))

    @property
    def inks(self) -> range:
        return range(1, len(self.candidates))

    @property
    def colours(self) -> range:
        """The colours to consider one by one; with one ink, without the background."""
        return self.inks if len(self.candidates) == 2 else range(len(self.candidates))

    def blocks_of(self, ink: int) -> list[int]:
        return [index for index, block in enumerate(self.clue) if block.colour == ink]

    def free_run(self, cell: int, ink: int) -> Span:
        """Returns the maximal run of cells around one that can have the ink."""
        return next(span for span in runs_of(self.candidates[ink]) if span[0] <= cell < span[1])

    def blocks_that_fit(self, span: Span, ink: int) -> list[int]:
        """Returns the blocks that can cover all these cells within their ranges and the walls around the cells."""
        start, end = span
        first, last = self.free_run(start, ink)
        fitting = []
        for index in self.blocks_of(ink):
            size = self.clue[index].least
            leftmost, rightmost = self.ranges[index]
            if max(leftmost, end - size, first) <= min(rightmost, start, last - size):
                fitting.append(index)
        return fitting

    def narrowed(self, inferences: Iterable[Inference]) -> list[int]:
        """Returns the candidates that inferences leave."""
        left = list(self.candidates)
        for said in inferences:
            for colour in range(len(left)):
                if (colour != said.colour) == said.holds:
                    left[colour] &= ~said.cells
        return left

    def size(self, index: int) -> int:
        """Returns the length of a block."""
        return self.clue[index].least

    def reach(self, index: int) -> BlockRange:
        """Returns the range of a block."""
        (leftmost, rightmost), size = self.ranges[index], self.size(index)
        on = self.fixed[self.clue[index].colour] & cells_of((rightmost, leftmost + size))
        return BlockRange(index, leftmost, rightmost + size, on)


def runs_of(mask: int) -> Iterator[Span]:
    """Yields the runs of a mask as spans.

    >>> list(runs_of(0b1101110))
    [(1, 4), (5, 7)]
    """
    while mask:
        start = lowest(mask)
        end = start + lowest(~(mask >> start))
        yield start, end
        mask &= -1 << end


def cells_of(span: Span) -> int:
    """Returns the cells of a span as a mask; empty if it ends before it starts."""
    start, end = span
    return ((1 << end) - 1) & (-1 << start) if start < end else 0


def _union(masks: tuple[int, ...]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _has(view: LineView, colour: int, cells: int, *premises: Any, **more: Any) -> Iterator[Inference]:
    """Yields that the cells have the colour, if that is new; the premises are those of `Inference`."""
    if fresh := cells & ~view.fixed[colour]:
        yield Inference(colour, True, fresh, *premises, **more)


def _lacks(view: LineView, colour: int, cells: int, *premises: Any, **more: Any) -> Iterator[Inference]:
    """Yields that the cells cannot have the colour, if that is new."""
    if fresh := cells & view.candidates[colour]:
        yield Inference(colour, False, fresh, *premises, **more)


def full(view: LineView) -> Iterator[Inference]:
    """The blocks with the gaps that they need are as long as the line."""
    if not view.clue or min_length(view.clue) < view.length:
        return
    laid, at = [0] * len(view.candidates), 0
    for block, following in pairwise((*view.clue, None)):
        assert block is not None
        laid[block.colour] |= cells_of((at, at + block.least))
        at += block.least + (gap_after(block, following) if following else 0)
    laid[BACKGROUND] = view.whole & ~_union(tuple(laid))
    for colour, cells in enumerate(laid):
        yield from _has(view, colour, cells)


def complete(view: LineView) -> Iterator[Inference]:
    """All cells of a colour are known: the others cannot have it."""
    for colour in view.colours:
        if view.fixed[colour].bit_count() == view.totals[colour]:
            yield from _lacks(view, colour, view.whole & ~view.fixed[colour])


def remainder(view: LineView) -> Iterator[Inference]:
    """Only as many cells can have a colour as must have it: they all do."""
    for colour in view.colours:
        if view.candidates[colour].bit_count() == view.totals[colour]:
            yield from _has(view, colour, view.candidates[colour])


def overlap(view: LineView) -> Iterator[Inference]:
    """The cells that a block covers both in its leftmost and in its rightmost place."""
    for index, (block, (leftmost, rightmost)) in enumerate(zip(view.clue, view.ranges, strict=True)):
        span = rightmost, leftmost + block.least
        yield from _has(view, block.colour, cells_of(span), (index,), span, (view.reach(index),))


def beside(view: LineView) -> Iterator[Inference]:
    """A run as long as the longest block that can be there is a whole block: its ink ends on both sides."""
    for ink in view.inks:
        for start, end in runs_of(view.fixed[ink]):
            blocks = view.blocks_that_fit((start, end), ink)
            if max(map(view.size, blocks)) == end - start:
                around = (cells_of((start, end + 1)) | 1 << start >> 1) & view.whole
                yield from _lacks(view, ink, around & ~cells_of((start, end)), tuple(blocks), (start, end))


def glue(view: LineView) -> Iterator[Inference]:
    """The block of a run near a wall reaches at least as far from the wall as the shortest block that can be there."""
    for ink in view.inks:
        for start, end in runs_of(view.fixed[ink]):
            blocks = view.blocks_that_fit((start, end), ink)
            first, last = view.free_run(start, ink)
            least = min(map(view.size, blocks))
            block_range = (BlockRange(blocks[0], first, last),)
            for pushed in (cells_of((end, first + least)), cells_of((last - least, start))):
                yield from _has(view, ink, pushed, tuple(blocks), (start, end), block_range)


def gap(view: LineView) -> Iterator[Inference]:
    """A gap shorter than every block of the ink has none of it."""
    for ink in view.inks:
        least = min(map(view.size, view.blocks_of(ink)), default=0)
        for start, end in runs_of(view.candidates[ink]):
            if end - start < least:
                yield from _lacks(view, ink, cells_of((start, end)), (), (start, end))


def reach(view: LineView) -> Iterator[Inference]:
    """A cell outside the range of every block of an ink is not that ink."""
    for ink in view.inks:
        ranges = [view.reach(index) for index in view.blocks_of(ink)]
        reached = _union(tuple(cells_of((block_range.start, block_range.end)) for block_range in ranges))
        for span in runs_of(view.whole & ~reached):
            before = [block_range for block_range in ranges if block_range.end <= span[0]][-1:]
            near = (*before, *[block_range for block_range in ranges if block_range.start >= span[1]][:1])
            yield from _lacks(
                view, ink, cells_of(span), tuple(block_range.block for block_range in near), span, near
            )


def narrow(view: LineView) -> Iterator[Inference]:
    """A gap shorter than every block that can reach it stays empty of their ink."""
    for ink in view.inks:
        covered = 0
        for index in view.blocks_of(ink):
            leftmost, rightmost = view.ranges[index]
            size = view.size(index)
            covered |= spread(
                run_starts(view.candidates[ink], size) & cells_of((leftmost, rightmost + 1)), size
            )
        for span in runs_of(view.candidates[ink] & ~covered):
            blocks = [i for i in view.blocks_of(ink) if _reaches(view, i, span)]
            yield from _lacks(view, ink, cells_of(span), tuple(blocks), span)


def _reaches(view: LineView, index: int, span: Span) -> bool:
    """Returns whether some of the cells lie between a block's leftmost and rightmost place."""
    leftmost, rightmost = view.ranges[index]
    return leftmost < span[1] and span[0] < rightmost + view.size(index)


def split(view: LineView) -> Iterator[Inference]:
    """A cell that would join two runs to one longer than any block that can be there is not that ink."""
    for ink in view.inks:
        fixed = view.fixed[ink]
        for (start, end), (following, last) in pairwise(runs_of(fixed)):
            between = cells_of((end, following))
            if following - end == 1 and view.candidates[ink] & between:
                blocks = view.blocks_that_fit((start, last), ink)
                if not blocks:
                    yield from _lacks(view, ink, between, (), (start, last))


def join(view: LineView) -> Iterator[Inference]:
    """Two runs that can only be of the same block have its ink between them."""
    for ink in view.inks:
        for one, other in pairwise(runs_of(view.fixed[ink])):
            earlier, later = view.blocks_that_fit(one, ink), view.blocks_that_fit(other, ink)
            if max(later) <= min(earlier):
                span = one[0], other[1]
                yield from _has(view, ink, cells_of(span), (min(earlier),), span)


def agree(view: LineView) -> Iterator[Inference]:
    """Everything that all fillings have in common; complete, and the only technique for blotted blocks."""
    settled = settle(plan(view.clue, view.length, len(view.candidates)), view.candidates)
    assert settled is not None
    after = LineView(view.clue, view.length, tuple(settled))
    exact = all(block.length for block in view.clue)
    ranges = tuple(map(view.reach, range(len(view.clue)))) if exact else ()
    for colour in range(len(view.candidates)):
        yield from _has(view, colour, after.fixed[colour], ranges=ranges)
    still_open = after.whole & ~_union(after.fixed)
    for colour in range(len(view.candidates)):
        yield from _lacks(view, colour, still_open & ~after.candidates[colour], ranges=ranges)


Finder = Callable[[LineView], Iterator[Inference]]  # yields all inferences of its kind


class Technique(NamedTuple):
    """A row of the table of techniques."""

    name: str
    grade: Grade
    """Grade of a puzzle that needs this and nothing harder."""
    find: Finder | None = None
    """None for techniques that need several lines."""

    def infer(self, view: LineView) -> Iterator[Inference]:
        """Yields its inferences about one line."""
        return self.find(view) if self.find else iter(())


def by_walls(find: Finder) -> Finder:
    """Returns a finder that ignores filled cells elsewhere in the line."""
    return lambda view: find(view.walls)


# from the simplest to the last resort; each is used only if none above it says anything new
TECHNIQUES = (
    Technique("full", Grade.TRIVIAL, full),
    Technique("complete", Grade.TRIVIAL, complete),
    Technique("remainder", Grade.TRIVIAL, remainder),
    Technique("overlap", Grade.TRIVIAL, by_walls(overlap)),
    Technique("gap", Grade.EASY, gap),
    Technique("beside", Grade.EASY, by_walls(beside)),
    Technique("glue", Grade.EASY, by_walls(glue)),
    Technique("reach", Grade.EASY, by_walls(reach)),
    Technique("crossing", Grade.EASY),
    Technique("split", Grade.MEDIUM, split),
    Technique("join", Grade.MEDIUM, join),
    Technique("ordered beside", Grade.MEDIUM, beside),
    Technique("ordered glue", Grade.MEDIUM, glue),
    Technique("ordered reach", Grade.MEDIUM, reach),
    Technique("narrow", Grade.HARD, narrow),
    Technique("squeeze", Grade.HARD, overlap),
    Technique("agree", Grade.HARD, agree),
    Technique("edge logic", Grade.PROBING),
    Technique("counting", Grade.PROBING),
    Technique("block placement", Grade.PROBING),
    Technique("probe", Grade.PROBING),
    Technique("nested", Grade.SEARCH),
    Technique("deeper", Grade.SEARCH),
    Technique("search", Grade.SEARCH),
)

RANK = {technique.name: rank for rank, technique in enumerate(TECHNIQUES)}


def hardest_of(names: Iterable[str]) -> str | None:
    """Returns the reason of the hardest grade (of several the last in the table); ignores names not in it."""
    return max(
        (name for name in names if name in RANK),
        key=lambda name: (TECHNIQUES[RANK[name]].grade.level, RANK[name]),
        default=None,
    )


def grade_of(hardest: str | None) -> Grade:
    """Returns the grade of a reason; `TRIVIAL` for None."""
    return TECHNIQUES[RANK[hardest]].grade if hardest else Grade.TRIVIAL


# for several inks: the clue of a crossing line excludes colours of a cell
CROSSING = TECHNIQUES[RANK["crossing"]]

# techniques for one line; the last is complete
LINE_TECHNIQUES = tuple(technique for technique in TECHNIQUES if technique.find)


def techniques_for(clue: Clue) -> tuple[Technique, ...]:
    """Returns the techniques that handle a clue: only the complete one if a block is blotted."""
    return LINE_TECHNIQUES[-1:] if any(block.length is None for block in clue) else LINE_TECHNIQUES
