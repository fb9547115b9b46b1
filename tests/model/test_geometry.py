"""Triddlers' lines against plane geometry, and the helpers for cells."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.model.geometry import (
    Hexagon,
    LineId,
    Rectangle,
    geometry_of,
    hexagon,
    pick,
    put,
    rectangle,
    triangles,
)

SHAPES = [
    (2, 2, 2, -1),
    (4, 4, 4, -2),
    (6, 6, 6, -3),
    (1, 3, 3, -1),
    (3, 2, 4, -2),
    (3, 3, 3, -3),
    (5, 4, 3, -2),
]


def corners(triangle):
    """The corners in the plane, in halves of a side and in rows, counted downwards."""
    a, b, _ = triangle
    left = 2 * b - a if triangle.points_up else 2 * b + 1 - a
    if triangle.points_up:
        return {(left, a + 1), (left + 2, a + 1), (left + 1, a)}
    return {(left, a), (left + 2, a), (left + 1, a + 1)}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_cell_is_in_one_line_of_each_family(shape):
    cells = [triangle for row in triangles(*shape) for triangle in row]
    for family in hexagon(*shape):
        assert sorted(cell for line in family for cell in line) == list(range(len(cells)))


@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_in_a_line_share_a_side(shape):
    cells = [triangle for row in triangles(*shape) for triangle in row]
    for family in hexagon(*shape):
        for line in family:
            for one, other in pairwise(line):
                assert len(corners(cells[one]) & corners(cells[other])) == 2


def middle(triangle):
    x, y = zip(*corners(triangle), strict=True)
    return sum(x) / 3, sum(y) / 3


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_go_right_and_strips_go_down_in_their_directions(shape):
    cells = [triangle for row in triangles(*shape) for triangle in row]
    across, rising, falling = hexagon(*shape)
    for family, rightwards in (
        (across, True),
        (rising, False),
        (falling, True),
    ):
        for line in family:
            points = [middle(cells[cell]) for cell in line]
            for (x, y), (next_x, next_y) in pairwise(points):
                assert next_x > x if family is across else next_y > y
                assert next_x >= x if rightwards else next_x <= x
    # strips of either kind are counted from the left
    for family in (rising, falling):
        lefts = [
            min(middle(cells[cell])[0] + shift * middle(cells[cell])[1] for cell in line)
            for shift in ([1] if family is rising else [-1])
            for line in family
        ]
        assert lefts == sorted(lefts)


def test_a_regular_hexagon_of_side_n_has_6_n_n_cells():
    for n in range(1, 6):
        assert sum(map(len, triangles(2 * n, 2 * n, 2 * n, -n))) == 6 * n * n


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_what_is_put_is_picked(height, width, data):
    values = list(range(height * width))
    family = data.draw(st.sampled_from(rectangle(height, width)))
    line = data.draw(st.sampled_from(family))
    for cells in (line, tuple(line)):
        assert list(pick(values, cells)) == list(cells)
        put(values, cells, [-cell for cell in cells])
        assert list(pick(values, cells)) == [-cell for cell in cells]
        put(values, cells, cells)


@pytest.mark.parametrize(
    "geometry", [Rectangle(2, 3), Rectangle(1, 1), *(Hexagon(*shape) for shape in SHAPES)]
)
def test_what_a_geometry_says_of_itself_agrees(geometry):
    assert tuple(map(len, geometry.families)) == geometry.counts
    assert tuple(map(len, geometry.families[0])) == geometry.row_lengths
    assert [line.axis for line in geometry.lines] == [
        axis for axis, count in zip(geometry.axes, geometry.counts, strict=True) for _ in range(count)
    ]
    assert len(set(geometry.lines)) == sum(geometry.counts)
    for cell, (row, place) in enumerate(geometry.coordinates):
        assert geometry.families[0][row][place] == cell
    outlines = [frozenset(geometry.outline(*place)) for place in geometry.coordinates]
    assert len(set(outlines)) == len(outlines)
    for family in geometry.families:
        for line in family:
            for one, other in pairwise(line):
                assert len(outlines[one] & outlines[other]) == 2


def test_a_line_has_one_name():
    assert [str(line) for line in Hexagon(1, 1, 2, -1).lines] == [
        "row 1",
        "column 1",
        "diagonal 1",
        "diagonal 2",
    ]
    assert LineId("row", 0) == ("row", 0)
    assert {LineId("row", 0)} == {("row", 0)}


def test_only_a_rectangle_is_turned():
    assert Rectangle(2, 3).transposed() == Rectangle(3, 2)
    assert Hexagon(*SHAPES[0]).transposed() is None
    assert geometry_of((2, 3, 0), 5) == Rectangle(2, 3)
    assert geometry_of((2, 2, 2), -1) == Hexagon(2, 2, 2, -1)
