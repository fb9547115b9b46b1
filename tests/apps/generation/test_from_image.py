"""Pictures as puzzles of other shapes; of rectangles see tests/imaging/test_photo.py."""

import pytest

import nonosat as ns
from nonosat.model.shapes import hexagonal


def test_a_picture_file_becomes_a_puzzle_of_the_shape():
    left = "P1\n8 8\n" + "1 1 1 1 0 0 0 0\n" * 8
    puzzle = ns.from_image(left.encode(), shape="hexagon:4")
    assert puzzle.geometry == hexagonal(4)
    assert [row[0] for row in puzzle.goal.rows] == [1] * 7
    assert [row[-1] for row in puzzle.goal.rows] == [0] * 7
    for shape, options in (
        ("hexagon:4", {"width": 9}),
        ("cube:4", {}),
        ("hexagon:0", {}),
        ("hexagon:4", {"choices": 2}),
    ):
        with pytest.raises(ns.UsageError, match="shape"):
            ns.from_image(left.encode(), shape=shape, **options)
