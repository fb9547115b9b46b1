"""Which pictures share a page, and how large they are.

A page is a grid of equal slots, as many as pictures in their order fit into with cells of a comfortable size.
A picture that is too large for that has a page of its own, sideways where that makes it much larger. Whether
its numbers can still be read is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.pictures.book.trim import Box, Paper

Slots = tuple[int, int]
"""The slots of a page: how many beside each other, and below each other."""

GAP = 14.0
"""Points between two slots."""

_TURNED_GAIN = 1.2
"""How many times as large a picture must get to be printed sideways."""


class Size(NamedTuple):
    """The size of a picture in cells."""

    width: float
    height: float
    least: float
    """Points of the smallest cell with which it shares a page."""


@dataclass(frozen=True, slots=True)
class Style:
    """How pictures of one kind are arranged; lengths are in points."""

    grids: tuple[Slots, ...]
    """From the fewest slots to the most, on a page that is higher than wide."""
    most_cell: float
    """However much room there is."""
    caption: float
    """The height of the text above a picture."""


class Place(NamedTuple):
    """Where a picture goes."""

    page: int
    slot: Box
    """The room for it and its caption; on its page, so that the gutter is regarded."""
    cell: float
    """Points of a cell."""
    turned: bool
    """Whether it lies on its side."""


def placed(sizes: Sequence[Size], paper: Paper, style: Style, first_page: int) -> Iterator[Place]:
    """The places of some pictures in their order, on pages from the first on."""
    page, done = first_page, 0
    while done < len(sizes):
        rest = sizes[done:]
        slots = _chosen(rest, paper, style)
        boxes = _boxes(paper.area(page), slots)
        for size, box in zip(rest, boxes, strict=False):
            cell, turned = _fit(size, box, style, alone=len(boxes) == 1)
            yield Place(page, box, cell, turned)
        page, done = page + 1, done + len(boxes)


def _chosen(sizes: Sequence[Size], paper: Paper, style: Style) -> Slots:
    """The most slots that the next pictures fill, all of them large enough."""
    fitting = style.grids[0]
    for fewer, slots in zip(style.grids, style.grids[1:], strict=False):
        if fewer[0] * fewer[1] >= len(sizes):
            break
        upright = slots if paper.height >= paper.width else slots[::-1]
        boxes = _boxes(paper.area(1), upright)
        pairs = zip(sizes, boxes, strict=False)
        if all(_fit(size, box, style, alone=False)[0] >= size.least for size, box in pairs):
            fitting = upright
    return fitting


def _boxes(area: Box, slots: Slots) -> list[Box]:
    """The slots of a page, line by line from the top."""
    across, down = slots
    width = (area.width - GAP * (across - 1)) / across
    height = (area.height - GAP * (down - 1)) / down
    return [
        Box(area.x + column * (width + GAP), area.y + (down - 1 - row) * (height + GAP), width, height)
        for row in range(down)
        for column in range(across)
    ]


def _fit(size: Size, box: Box, style: Style, *, alone: bool) -> tuple[float, bool]:
    """The points of a cell in a slot, and whether the picture is turned for that."""
    height, most = box.height - style.caption, max(style.most_cell, size.least)
    upright = min(box.width / size.width, height / size.height, most)
    turned = min(box.width / size.height, height / size.width, most)
    sideways = alone and upright < size.least and turned > _TURNED_GAIN * upright
    return (turned, True) if sideways else (upright, False)
