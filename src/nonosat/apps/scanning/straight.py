"""Rectifies parts of a page into images of square cells."""

from __future__ import annotations

import math

import numpy as np

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Warp
from nonosat.apps.scanning.warp import Placed

_NODES = 4  # points per cell side at which the warp is computed; pixels between them are interpolated


def straightened(page: Image, warp: Warp, box: tuple[int, int, int, int], cell: int) -> Image:
    """Returns the image of a box of the lattice (left, top, right, bottom, in cells), `cell` pixels per cell.

    Pixels beyond the page repeat its border.
    """
    cv = opencv()
    page, warp = reduced(page, warp, box, cell)
    left, top, right, bottom = box
    width, height = (right - left) * cell, (bottom - top) * cell
    if width <= 0 or height <= 0:
        return np.zeros((max(0, height), max(0, width), 3), np.uint8)
    across = np.linspace(left, right, (right - left) * _NODES + 1)
    down = np.linspace(top, bottom, (bottom - top) * _NODES + 1)
    nodes = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    points = warp(nodes).reshape(len(down), len(across), 2).astype(np.float32) - 0.5
    # OpenCV's coordinates are those of pixel centres
    x = (np.arange(width, dtype=np.float32) + 0.5) * _NODES / cell
    y = (np.arange(height, dtype=np.float32) + 0.5) * _NODES / cell
    xs, ys = np.meshgrid(x, y)
    places = cv.remap(points, xs, ys, cv.INTER_LINEAR, borderMode=cv.BORDER_REPLICATE)
    how = cv.INTER_CUBIC if pixels_of_a_cell(warp, box) < cell else cv.INTER_LINEAR
    view: Image = cv.remap(page, places, None, how, borderMode=cv.BORDER_REPLICATE)
    return view


def pixels_of_a_cell(warp: Warp, box: tuple[int, int, int, int]) -> float:
    """Returns the side of a cell in page pixels, in the middle of a box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    middle, right, down = warp(np.array([(x, y), (x + 1, y), (x, y + 1)]))
    (ax, ay), (bx, by) = right - middle, down - middle
    return math.sqrt(abs(ax * by - ay * bx))


def reduced(page: Image, warp: Warp, box: tuple[int, int, int, int], cell: int) -> tuple[Image, Warp]:
    """Shrinks a page whose cells are larger than `cell` pixels, so that thin lines stay visible; returns it and its warp."""
    cv = opencv()
    size = pixels_of_a_cell(warp, box)
    if size <= 1.25 * cell:
        return page, warp
    height, width = page.shape[:2]
    small = max(1, round(width * 1.1 * cell / size)), max(1, round(height * 1.1 * cell / size))
    page = cv.resize(page, small, interpolation=cv.INTER_AREA)
    return page, Placed(warp, scale=(small[0] / width, small[1] / height))
