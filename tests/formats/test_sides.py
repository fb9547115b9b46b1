"""The sides of a hexagon against the triangles in it."""

from itertools import product

import pytest

from nonosat.formats.sides import Sides, shape_of, sides_of
from nonosat.model.geometry import crossings
from nonosat.model.shapes import triddler
from nonosat.support.errors import InputError, UsageError


def all_shapes():
    """Hexagons of up to four lines a family; the sides of those with a line without cells are refused."""
    for sizes in product(range(1, 5), repeat=3):
        for corner in range(-5, 4):
            shape = triddler(*sizes, corner)
            if all(shape.line_lengths):
                yield shape
            else:
                with pytest.raises(UsageError, match="do not make a hexagon"):
                    sides_of(shape)


def points_up(cell):
    """Returns True if the triangle on row a, column b and diagonal c points up."""
    a, b, c = cell
    return a - b + c == -1


def triangles_of(shape):
    """The row, column and diagonal of each cell, row by row."""
    line_of = [line_of for line_of, _ in crossings(shape).of_cells]
    firsts = 0, shape.counts[0], sum(shape.counts[:2]) - shape.corner
    return [
        [tuple(lines[cell] - first for lines, first in zip(line_of, firsts, strict=True)) for cell in row]
        for row in shape.families[0]
    ]


def labelled_sides(shape):
    """The side at which each line of a hexagon is labelled, found by stepping out of it."""
    cells = {cell for row in triangles_of(shape) for cell in row}
    counts = dict.fromkeys(Sides._fields, 0)

    def neighbours(cell):
        step = 1 if points_up(cell) else -1
        a, b, c = cell
        return {"a": (a + step, b, c), "b": (a, b - step, c), "c": (a, b, c + step)}

    def stops(cell, upward, names):
        """The coordinate by which the walk leaves: one for either way that a triangle may point."""
        changed = names[0] if points_up(cell) == upward else names[1]
        return changed if neighbours(cell)[changed] not in cells else None

    for cell in cells:
        # to the left a triangle that points up changes b, to the upper end of `/` c, to the lower of `\` a
        for up, down, sides in (
            ("b", "c", ("topleft", "bottomleft")),
            ("c", "a", ("topright", "top")),
            ("a", "b", ("bottom", "bottomright")),
        ):
            if stops(cell, True, (up, down)):
                counts[sides[0] if points_up(cell) else sides[1]] += 1
    return Sides(**counts)


def test_the_sides_of_all_small_hexagons():
    shapes = list(all_shapes())
    assert len(shapes) > 100
    for shape in shapes:
        assert sides_of(shape) == labelled_sides(shape)
        assert shape_of(sides_of(shape)) == shape
    assert len({sides_of(shape) for shape in shapes}) == len(shapes)


def test_sides_that_do_not_meet_are_an_error_that_counts_them():
    with pytest.raises(InputError, match=r"line 3: the sides .* topleft 2, .*bottomright 1"):
        shape_of(Sides(2, 2, 2, 2, 2, 1), 3)
