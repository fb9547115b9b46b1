"""Samples a picture of rows and columns at the cells of any shape."""

from __future__ import annotations

from math import ceil

from nonosat.model.geometry import Geometry
from nonosat.model.puzzle import Grid, Puzzle

PIXELS = 3  # pixels per side of a cell, for a vote of the nine pixels around its centre


def in_shape(picture: Puzzle, geometry: Geometry) -> Puzzle:
    """Returns the puzzle of a picture's colours at the cells of a shape (see `sampled`)."""
    assert picture.goal is not None
    goal = sampled(picture.goal, geometry, smooth=True)
    return goal.puzzle(picture.palette, goal=goal, metadata=picture.metadata, origin=picture.origin)


def size_around(geometry: Geometry, pixels: float) -> tuple[int, int]:
    """Returns height and width of a picture around a shape, with that many pixels per side of a square cell.

    >>> from nonosat.model.shapes import hexagonal
    >>> size_around(hexagonal(2), 1)
    (3, 3)
    """
    left, top, right, bottom = _bounds(geometry)
    return ceil((bottom - top) * pixels - 1e-6), ceil((right - left) * pixels - 1e-6)


def sampled(picture: Grid, geometry: Geometry, *, smooth: bool) -> Grid:
    """Returns the colours of a picture at the cells of a shape, which it just surrounds.

    The colour of a cell is that of the pixel at its centre; if `smooth`, the most frequent of the nine pixels around it.

    >>> from nonosat.model.shapes import hexagonal
    >>> sampled(Grid(["###", "#..", "..."]), hexagonal(2), smooth=False).rows
    (b'\\x01\\x01', b'\\x01\\x00\\x00', b'\\x00\\x00')
    """
    left, top, right, bottom = _bounds(geometry)
    places = (-1, 0, 1) if smooth else (0,)
    cells = bytearray()
    for place in geometry.coordinates:
        x, y = geometry.centre(*place)
        row = int((y - top) / (bottom - top) * picture.height)
        column = int((x - left) / (right - left) * picture.width)
        colours = [
            picture.rows[row + down][column + across]
            for down in places
            for across in places
            if 0 <= row + down < picture.height and 0 <= column + across < picture.width
        ]
        cells.append(max(colours, key=colours.count))
    return Grid._shaped(geometry, bytes(cells), picture.palette)


def _bounds(geometry: Geometry) -> tuple[float, float, float, float]:
    """Returns the least and greatest x and y of all cells: left, top, right, bottom."""
    corners = [corner for place in geometry.coordinates for corner in geometry.outline(*place)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
