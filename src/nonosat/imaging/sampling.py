"""Samples a picture of rows and columns at the cells of any shape."""

from __future__ import annotations

from functools import lru_cache

from nonosat.model.geometry import Geometry


@lru_cache(maxsize=16)
def sampling(geometry: Geometry, finer: int = 1) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Returns height and width of a picture around a shape, and the pixel at the centre of each cell.

    The picture has `finer` pixels per side of a square cell.

    >>> from nonosat.model.shapes import hexagonal
    >>> sampling(hexagonal(2))
    ((3, 3), (0, 1, 3, 4, 5, 6, 7))
    """
    places = geometry.coordinates
    corners = [corner for place in places for corner in geometry.outline(*place)]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*corners, strict=True))
    height, width = (max(1, round((high - low) * finer)) for low, high in ((top, bottom), (left, right)))
    pixels = []
    for place in places:
        x, y = geometry.centre(*place)
        row = min(height - 1, int((y - top) / (bottom - top) * height))
        pixels.append(row * width + min(width - 1, int((x - left) / (right - left) * width)))
    return (height, width), tuple(pixels)
