"""The sides of a hexagon against the triangles in it."""

from itertools import product

import pytest

from nonosat.formats.sides import Sides, shape_of, shape_of_rows, sides_of
from nonosat.model.geometry import Hexagon
from nonosat.support.errors import InputError, UsageError


def all_shapes():
    """Hexagons of up to four lines a family; the sides of those with a line without cells are refused."""
    for sizes in product(range(1, 5), repeat=3):
        for corner in range(-5, 4):
            shape = Hexagon(*sizes, corner)
            if all(line for family in shape.families for line in family):
                yield shape
            else:
                with pytest.raises(UsageError, match="do not make a hexagon"):
                    sides_of(shape)


def labelled_sides(shape):
    """The side at which each line of a hexagon is labelled, found by stepping out of it."""
    cells = {cell for row in shape.triangles for cell in row}
    counts = dict.fromkeys(Sides._fields, 0)

    def neighbours(cell):
        step = 1 if cell.points_up else -1
        a, b, c = cell
        return {"a": (a + step, b, c), "b": (a, b - step, c), "c": (a, b, c + step)}

    def stops(cell, upward, names):
        """The coordinate by which the walk leaves: one for either way that a triangle may point."""
        changed = names[0] if cell.points_up == upward else names[1]
        return changed if neighbours(cell)[changed] not in cells else None

    for cell in cells:
        # to the left a triangle that points up changes b, to the upper end of `/` c, to the lower of `\` a
        for up, down, sides in (
            ("b", "c", ("topleft", "bottomleft")),
            ("c", "a", ("topright", "top")),
            ("a", "b", ("bottom", "bottomright")),
        ):
            if stops(cell, True, (up, down)):
                counts[sides[0] if cell.points_up else sides[1]] += 1
    return Sides(**counts)


def test_the_sides_of_all_small_hexagons():
    shapes = list(all_shapes())
    assert len(shapes) > 100
    for shape in shapes:
        rows = shape.triangles
        assert list(shape.row_lengths) == [len(row) for row in rows]
        assert [shape.starts_upward(at) for at in range(shape.rows)] == [row[0].points_up for row in rows]
        assert sides_of(shape) == labelled_sides(shape)
        assert shape_of(sides_of(shape)) == shape
        assert shape_of_rows(shape.row_lengths, [row[0].points_up for row in rows]) == shape
    assert len({sides_of(shape) for shape in shapes}) == len(shapes)


def test_sides_that_do_not_meet_are_an_error_that_counts_them():
    with pytest.raises(InputError, match=r"line 3: the sides .* topleft 2, .*bottomright 1"):
        shape_of(Sides(2, 2, 2, 2, 2, 1), 3)
