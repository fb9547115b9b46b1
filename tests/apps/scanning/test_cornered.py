"""Grids whose corners are given."""

from random import Random

import numpy as np
import pages
import pytest
from PIL import Image

import nonosat as ns
from nonosat.apps.scanning.cornered import Corners, grid_within


def about(page, off=0.0, seed=1):
    """The corners of a page's grid, each a little off."""
    random = Random(seed)
    return [(x + random.uniform(-off, off), y + random.uniform(-off, off)) for x, y in page.corners]


def plain(puzzle):
    return puzzle.replace(goal=None, metadata=ns.Metadata())


def faint(page):
    """A page whose lines have as good as vanished between the corners."""
    pixels = np.asarray(page.image.convert("RGB")).astype(float)
    low, high = np.array(page.corners).min(0).astype(int), np.array(page.corners).max(0).astype(int)
    body = pixels[low[1] : high[1], low[0] : high[0]]
    body[:] = 250 + (body - 250) * 0.004
    return Image.fromarray(pixels.round().astype(np.uint8))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "condition", "side"),
    [
        ("book", "askew", 10),
        pytest.param("night", "flat", 18, marks=pytest.mark.slow),
        pytest.param("rounded", "scan", 15, marks=pytest.mark.slow),
        pytest.param("partly", "dark", 12, marks=pytest.mark.slow),
        pytest.param("thin", "curled", 12, marks=pytest.mark.slow),
    ],
)
def test_lines_are_counted_and_found_between_rough_corners(style, condition, side):
    page = pages.page(pages.puzzle(side, 3), style, condition, cell=30, seed=3)
    grid = grid_within(np.asarray(page.image.convert("RGB")), Corners.of(about(page, 5)))
    assert (grid.columns, grid.rows) == (page.puzzle.width, page.puzzle.height)
    across, down = np.meshgrid(np.arange(grid.columns), np.arange(grid.rows))
    cells = np.stack([across, down], -1).reshape(-1, 2) + 0.5
    assert np.percentile(np.abs(grid.warp(cells) - page.warp(cells)), 95) < 0.15 * page.cell


@pytest.mark.slow
def test_an_undetected_grid_is_read_between_its_corners():
    page = pages.page(pages.puzzle(10, 5), "open", "flat", cell=30, seed=1)
    image = faint(page)
    with pytest.raises(ns.InputError, match="no "):
        ns.scan(image)
    with pytest.raises(ns.InputError, match="name the size"):
        ns.scan(image, corners=page.corners)
    size = page.puzzle.width, page.puzzle.height
    assert ns.scan(image, corners=page.corners, size=size).puzzle == plain(page.puzzle)


@pytest.mark.slow
def test_corners_are_in_pixels_of_the_picture_at_any_size():
    page = pages.page(pages.puzzle(10, 5), "boxed", seed=1)
    by = 4500 // page.image.width + 1
    image = page.image.resize((page.image.width * by, page.image.height * by))
    corners = np.array(page.corners) * by
    found = ns.scan(image, corners=corners.tolist())
    assert found.puzzle == plain(page.puzzle)
    assert np.abs(np.array(found.corners) - corners).max() < 0.3 * page.cell * by
    assert found.cell == pytest.approx(page.cell * by, rel=0.1)


@pytest.mark.parametrize(
    ("corners", "size", "why"),
    [
        ([(0, 0), (9, 0), (9, 9)], None, "four corners"),
        ([(0, 0), (9, 0), (9, "x"), (0, 9)], None, "pairs of numbers"),
        ([(0, 0), (0, 9), (9, 9), (9, 0)], None, "clockwise"),
        ([(0, 0), (9, 9), (9, 0), (0, 9)], None, "clockwise"),
        ([(0, 0), (9, 0), (float("nan"), 9), (0, 9)], None, "four corners"),
        ([(0, 0), (9, 0), (9, 9), (0, 9)], (1, 5), "2 to 120"),
        (None, (5, 5), "whose `corners` are given"),
    ],
)
def test_corners_that_make_no_grid_are_refused(corners, size, why):
    with pytest.raises(ns.UsageError, match=why):
        ns.scan(Image.new("RGB", (40, 40)), corners=corners, size=size)


def test_corners_outside_of_the_picture_and_around_nothing_are_bad_input():
    blank = Image.new("RGB", (300, 300), "white")
    with pytest.raises(ns.InputError, match="outside of the picture"):
        ns.scan(blank, corners=[(0, 0), (900, 0), (900, 900), (0, 900)])
    square = [(100, 100), (250, 100), (250, 250), (100, 250)]
    with pytest.raises(ns.InputError, match="no even lines"):
        ns.scan(blank, corners=square)
    with pytest.raises(ns.InputError, match="no clue numbers"):
        ns.scan(blank, corners=square, size=(5, 5))
