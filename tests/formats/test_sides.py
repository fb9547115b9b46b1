"""The sides of a hexagon against the triangles in it."""

from itertools import product

import pytest

from nonosat.formats.sides import Sides, shape_of, sides_of
from nonosat.foundation.errors import InputError, UsageError
from nonosat.model.geometry import Hexagon

SHAPES = [Hexagon(*sizes, corner) for sizes in product(range(1, 5), repeat=3) for corner in range(-5, 3)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_line_belongs_to_the_side_that_its_first_triangle_lies_at(shape):
    families = shape.families
    if not all(line for family in families for line in family):
        with pytest.raises(UsageError, match="do not make a hexagon"):
            sides_of(shape)
        return
    sides = sides_of(shape)
    up = [triangle.points_up for row in shape.triangles for triangle in row]
    across, rising, falling = families
    assert sides.topleft == sum(up[line[0]] for line in across)
    assert sides.top == sum(not up[line[0]] for line in rising)
    assert sides.bottom == sum(up[line[-1]] for line in falling)
    assert shape_of(sides) == shape


def test_sides_that_do_not_meet_are_an_error_that_counts_them():
    with pytest.raises(InputError, match=r"line 3: the sides .* topleft 2, .*bottomright 1"):
        shape_of(Sides(2, 2, 2, 2, 2, 1), 3)
