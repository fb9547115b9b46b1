"""`.clues` files of FAU Erlangen."""

import pytest
from refusals import refusals

import nonosat as ns
from nonosat.model.shapes import hexagonal
from tests.helpers.shapes import painted

RECTANGLE = "rect 2 3\n#ffffff #cc0000 #0000cc\n1a 1b\n2a\n2a\n1b 1a\n\n"

test_what_cannot_be_read_is_named_with_its_line = refusals(
    "fau",
    [
        ("hex 2\n", "expected a shape, such as `hex 5`, and a line of colours"),
        ("rect 1 1\n#fff\n1a\n1a\n", "2: expected 2 to 27 colours such as #ffffff, got '#fff'"),
        ("rect 1 1\n#ffffff #000000\n1?\n1a\n", "3: 1?: a block of unknown colour is not supported"),
        ("rect 1 1\n#ffffff #000000\n1b\n1a\n", "3: '1b' is not a number with the letter of a colour"),
        ("rect 1 1\n#ffffff #000000\n1a\n1a\n1a\n", "5: a clue too many: the shape has 2 lines"),
        ("hex 500\n#ffffff #000000\n1a\n", "1: a hexagon must have 1 to 180 cells a side, got 500"),
        ("tri 5\n#ffffff #000000\n1a\n", "1: expected `rect ROWS COLUMNS` or `hex SIDE`, got 'tri 5'"),
    ],
    whole=False,
)


def test_a_rectangle_has_rows_then_columns_and_empty_lines_at_the_end_can_be_missing():
    puzzle = ns.loads(RECTANGLE)
    assert puzzle == ns.loads(RECTANGLE.rstrip("\n"))
    assert [clue and clue[0] for clue in puzzle.rows] == [(1, 1), (2, 1)]
    assert puzzle.columns[2] == ()
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "cc0000", "0000cc"]


@pytest.mark.parametrize("seed", range(5))
def test_hexagons_read_back_equal(seed):
    puzzle = painted(hexagonal(2 + seed), seed).statement
    text = ns.dumps(puzzle, "fau")
    assert ns.loads(text) == puzzle
    assert text.startswith(f"hex {2 + seed}\n#ffffff #000000\n")


def test_a_hexagon_lists_its_families_a_third_of_a_turn_apart():
    """Clues on one corner of the hexagon keep their places in the file when the picture turns by a third."""
    shape = hexagonal(3)
    rows, _, diagonals = shape.families
    cells = [[int(cell == rows[0][0]) for cell in row] for row in rows]
    lines = ns.dumps(ns.Grid(cells, geometry=shape).puzzle(), "fau").splitlines()[2:]
    turned = [[int(cell == diagonals[0][0]) for cell in row] for row in rows]
    other = ns.dumps(ns.Grid(turned, geometry=shape).puzzle(), "fau").splitlines()[2:]
    lines += [""] * (15 - len(lines))
    other += [""] * (15 - len(other))
    assert lines == [*other[5:], *other[:5]]


def test_other_shapes_are_refused():
    with pytest.raises(ns.UsageError, match="rectangles and regular hexagons only"):
        ns.dumps(ns.Puzzle.with_holes(["a a", "aaa"], [[1], [1]], [[1], [0], [1]]), "fau")
