import numpy as np
import pytest

from nonosat.apps.scanning.cells import flattened
from nonosat.apps.scanning.edges import edges_of, widened
from nonosat.apps.scanning.lattice import Lattice

SIDE, LEFT, TOP = 24, 130, 120


def warp(places):
    return np.asarray(places, float) * SIDE + (LEFT, TOP)


def drawn(rows, columns, buttons=False):
    """A grid of fine lines in noise, or of buttons apart from each other; some ink stands beside it."""
    image = np.full((TOP + rows * SIDE + 100, LEFT + columns * SIDE + 100), 220, np.uint8)
    for row in range(rows):
        top = TOP + row * SIDE
        image[top + 7 : top + 17, LEFT - 20 : LEFT - 12] = 60
        for column in range(columns):
            left = LEFT + column * SIDE
            if buttons:
                image[top + 2 : top + SIDE - 1, left + 2 : left + SIDE - 1] = 170
            else:
                image[[top, top + SIDE], left : left + SIDE] = 185
                image[top : top + SIDE, [left, left + SIDE]] = 185
    noise = np.random.Generator(np.random.PCG64(1)).normal(0, 8, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def part(left, top, right, bottom):
    """A lattice of some places, which begins at (0, 0), and the warp to them."""
    at = np.array([(x, y) for y in range(bottom - top) for x in range(right - left)], float)

    def shifted(places):
        return warp(np.add(places, (left, top)))

    occupied = np.ones((bottom - top, right - left), bool)
    return Lattice(at, shifted(at + 0.5), np.full(len(at), float(SIDE))), shifted, occupied


@pytest.mark.parametrize("buttons", [False, True])
def test_outer_lines_are_found_by_their_edges_and_no_more(buttons):
    lattice, to_pixels, occupied = part(1, 2, 6, 7)
    wider, cells = widened(lattice, to_pixels, drawn(8, 9, buttons), occupied)
    assert cells.shape == (8, 9)
    assert cells.all()
    expected = warp(wider.at + 0.5)
    assert np.abs(wider.centres - expected).max() < 0.17 * SIDE


def test_a_whole_grid_is_not_widened():
    assert widened(*part(0, 0, 9, 8)[:2], drawn(8, 9), np.ones((8, 9), bool)) is None


def test_blank_paper_has_no_edges():
    blank = np.full((400, 400), 200, np.uint8)
    _, to_pixels, occupied = part(0, 0, 4, 4)
    edges = edges_of(blank, to_pixels, occupied)
    assert edges is None or not edges.closed.any()


def test_paper_beside_a_dark_table_stays_even():
    grey = np.full((800, 800), 220, np.uint8)
    grey[:, 400:] = 50
    grey[::24, :380] = 190
    flat = flattened(grey)
    lines, paper = flat[24:-24:24, 380 - 60 : 380], flat[36:-36:24, 380 - 60 : 380]
    assert int(paper.mean()) - int(lines.mean()) > 20
    assert paper.max() < 255
