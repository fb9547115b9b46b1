"""Arranges pictures on pages and chooses their sizes.

A page gets as many pictures as fit with comfortable cells, in order, on shelves one below the other; then they grow
until the page is full. A larger picture gets a page of its own, sideways if its cells would be too small upright. The
caller checks the final size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.apps.book.paper import Box, Paper

GAP = 18.0  # points between two pictures
# cell size in points (3 mm) from which an upright picture with legible numbers is not turned
_LEAST_UPRIGHT = 8.5
_TURNED_GAIN = 1.2  # minimum gain in size for printing a picture sideways
_AHEAD = 12  # maximum number of places that a picture moves forward to fill a page
_SIZES = 16  # number of cell sizes tried per page, from the largest down


class Size(NamedTuple):
    """The size of a picture in cells."""

    width: float
    height: float
    least: float  # minimum cell size in points for sharing a page
    legible: float = 0.0  # minimum cell size in points for legible numbers


@dataclass(frozen=True, slots=True)
class Style:
    """Arrangement of one kind of pictures; lengths in points."""

    most: int  # maximum number of pictures per page
    most_cell: float  # maximum cell size
    caption: float  # height of the caption above a picture
    narrowest: float  # minimum width of a caption


class Place(NamedTuple):
    """Position of a picture."""

    page: int
    slot: Box  # box for the picture and its caption on its page, without the gutter
    cell: float  # cell size in points
    turned: bool  # true if it is printed sideways


def placed(sizes: Sequence[Size], paper: Paper, style: Style, first_page: int) -> Iterator[Place]:
    """Yields the places of pictures in order, from `first_page` on."""
    page, done = first_page, 0
    while done < len(sizes):
        area = paper.area(page)
        shared = _shared(sizes[done:], area, style)
        yield from (Place(page, box, cell, False) for box, cell in shared)
        if not shared:
            yield _alone(sizes[done], area, page, style)
        page, done = page + 1, done + (len(shared) or 1)


def occupied(place: Place, size: Size, style: Style) -> Box:
    """Returns the box of a picture with its caption directly above it, at the top of the slot and in its middle."""
    width, height = (size.height, size.width) if place.turned else (size.width, size.height)
    slot, wide = place.slot, min(place.slot.width, max(width * place.cell, style.narrowest))
    high = style.caption + height * place.cell
    return Box(slot.x + (slot.width - wide) / 2, slot.y + slot.height - high, wide, high)


def packed(sizes: Sequence[Size], area: Box, style: Style) -> list[int]:
    """Returns an order with fewer half-empty pages: the next picture, then any of the `_AHEAD` after it that fit."""
    left, order = list(range(len(sizes))), []
    while left:
        page = [left.pop(0)]
        for at in left[:_AHEAD]:
            more = [*page, at]
            if len(page) < style.most and _shelves([sizes[index] for index in more], 0.0, area, style):
                page = more
                left.remove(at)
        order += page
    return order


def _alone(size: Size, area: Box, page: int, style: Style) -> Place:
    """Places a picture on its own page."""
    height, most = area.height - style.caption, max(style.most_cell, size.least)
    upright = min(area.width / size.width, height / size.height, most)
    turned = min(area.width / size.height, height / size.width, most)
    sideways = upright < max(size.legible, _LEAST_UPRIGHT) and turned > _TURNED_GAIN * upright
    return Place(page, area, turned if sideways else upright, sideways)


def _shared(sizes: Sequence[Size], area: Box, style: Style) -> list[tuple[Box, float]]:
    """Returns slot and cell size of the next pictures that share a page; empty if it is only one."""
    count = 1
    while count < min(style.most, len(sizes)) and _shelves(sizes[: count + 1], 0.0, area, style):
        count += 1
    some = sizes[:count]
    if count == 1:
        return []
    for step in range(_SIZES, -1, -1):
        cell = style.most_cell * step / _SIZES
        if shelves := _shelves(some, cell, area, style):
            return list(_boxes(some, shelves, cell, area, style))
    raise AssertionError("they fit with cells of their least size")


def _shelves(sizes: Sequence[Size], cell: float, area: Box, style: Style) -> list[list[int]]:
    """Returns the indices on each shelf, with cells of at least that size; empty if they do not fit."""
    shelves: list[list[int]] = []
    free, below = 0.0, area.height + GAP
    for at, size in enumerate(sizes):
        width = max(size.width * max(cell, size.least), style.narrowest)
        if not shelves or free < width + GAP:
            shelves.append([])
            free = area.width + GAP
        shelves[-1].append(at)
        free -= width + GAP
        if free < -1e-9:
            return []
    below -= sum(_height(sizes, shelf, cell, style) + GAP for shelf in shelves)
    return shelves if below >= -1e-9 else []


def _height(sizes: Sequence[Size], shelf: Sequence[int], cell: float, style: Style) -> float:
    return style.caption + max(sizes[at].height * max(cell, sizes[at].least) for at in shelf)


def _boxes(
    sizes: Sequence[Size], shelves: list[list[int]], cell: float, area: Box, style: Style
) -> Iterator[tuple[Box, float]]:
    """Yields slot and cell size of pictures on shelves; they share the remaining space."""
    heights = [_height(sizes, shelf, cell, style) for shelf in shelves]
    more = (area.height - sum(heights) - GAP * (len(shelves) - 1)) / len(shelves)
    top = area.y + area.height
    for shelf, height in zip(shelves, heights, strict=True):
        cells = [max(cell, sizes[at].least) for at in shelf]
        widths = [max(sizes[at].width * side, style.narrowest) for at, side in zip(shelf, cells, strict=True)]
        wider = (area.width - sum(widths) - GAP * (len(shelf) - 1)) / len(shelf)
        x, top = area.x, top - height - more
        for width, side in zip(widths, cells, strict=True):
            yield Box(x, top, width + wider, height + more), side
            x += width + wider + GAP
        top -= GAP
