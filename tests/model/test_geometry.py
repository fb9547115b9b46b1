"""Triddlers' lines against plane geometry, and the helpers for cells."""

from itertools import chain, pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.model.geometry import LineId, Rectangle, pick, put, rectangle
from nonosat.model.shapes import hexagonal, triddler

SHAPES = [
    (2, 2, 2, -1),
    (4, 4, 4, -2),
    (6, 6, 6, -3),
    (1, 3, 3, -1),
    (3, 2, 4, -2),
    (3, 3, 3, -3),
    (5, 4, 3, -2),
]


def middle(shape, cell):
    return shape.centre(*shape.coordinates[cell])


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_go_right_and_strips_go_down_in_their_directions(shape):
    shape = triddler(*shape)
    across, rising, falling = shape.families
    for family, rightwards in (
        (across, True),
        (rising, False),
        (falling, True),
    ):
        for line in family:
            points = [middle(shape, cell) for cell in line]
            for (x, y), (next_x, next_y) in pairwise(points):
                assert next_x > x if family is across else next_y > y
                assert next_x >= x if rightwards else next_x <= x
    # strips of either kind are counted from the left
    for family in (rising, falling):
        shift = (1 if family is rising else -1) / sqrt(3)
        places = (((x + shift * y) for x, y in (middle(shape, cell) for cell in line)) for line in family)
        lefts = [min(place) for place in places]
        assert lefts == sorted(lefts)


def test_a_regular_hexagon_of_side_n_has_6_n_n_cells():
    for n in range(1, 6):
        assert sum(triddler(2 * n, 2 * n, 2 * n, -n).row_lengths) == 6 * n * n


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_pick_returns_the_values_of_put(height, width, data):
    values = list(range(height * width))
    family = data.draw(st.sampled_from(rectangle(height, width)))
    line = data.draw(st.sampled_from(family))
    for cells in (line, tuple(line)):
        assert list(pick(values, cells)) == list(cells)
        put(values, cells, [-cell for cell in cells])
        assert list(pick(values, cells)) == [-cell for cell in cells]
        put(values, cells, cells)


@pytest.mark.parametrize(
    "geometry", [Rectangle(2, 3), Rectangle(1, 1), hexagonal(3), *(triddler(*shape) for shape in SHAPES)]
)
def test_properties_of_a_geometry_agree(geometry):
    assert tuple(map(len, geometry.families)) == geometry.counts
    for family in geometry.families:
        assert sorted(cell for line in family for cell in line) == list(range(sum(geometry.row_lengths)))
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


@pytest.mark.parametrize("shape", SHAPES)
def test_the_clues_of_a_triddler_lead_along_their_lines_and_away_from_all_cells(shape):
    shape = triddler(*shape)
    for line, cells in zip(shape.lines, chain(*shape.families), strict=True):
        x, y, at_end = shape.lead(line)
        (x1, y1), (x2, y2) = middle(shape, cells[0]), middle(shape, cells[::2][-1])
        along = (x1 - x2) * x + (y1 - y2) * y
        assert along == pytest.approx((-1 if at_end else 1) * hypot(x1 - x2, y1 - y2), abs=1e-3)


def test_a_line_has_one_name():
    assert [str(line) for line in triddler(1, 1, 2, -1).lines] == [
        "row 1",
        "column 1",
        "diagonal 1",
        "diagonal 2",
    ]
    assert LineId("row", 0) == ("row", 0)
    assert {LineId("row", 0)} == {("row", 0)}


def test_only_a_rectangle_is_turned():
    assert Rectangle(2, 3).transposed() == Rectangle(3, 2)
    assert triddler(*SHAPES[0]).transposed() is None
