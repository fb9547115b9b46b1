"""Pictures at the cells of any shape."""

import pytest

from nonosat import Grid
from nonosat.imaging.sampling import sampled, size_around
from nonosat.model.geometry import Rectangle
from nonosat.model.shapes import hexagonal, triddler


@pytest.mark.parametrize("shape", [hexagonal(5), triddler(8, 8, 8, -4), Rectangle(9, 7)])
@pytest.mark.parametrize("smooth", [False, True])
def test_a_cell_has_the_colour_of_its_place(shape, smooth):
    height, width = size_around(shape, 3)
    grid = sampled(
        Grid([[int(x < width // 2) for x in range(width)] for _ in range(height)]), shape, smooth=smooth
    )
    centres = [shape.centre(*place)[0] for place in shape.coordinates]
    middle = (min(centres) + max(centres)) / 2
    for x, colour in zip(centres, grid.cells, strict=True):
        if abs(x - middle) > 0.6:
            assert colour == (x < middle)


def test_lone_pixels_vanish_where_nine_vote():
    shape = hexagonal(3)
    height, width = size_around(shape, 3)
    dots = Grid([[int(x % 3 == y % 3 == 0) for x in range(width)] for y in range(height)])
    assert not any(sampled(dots, shape, smooth=True).cells)
