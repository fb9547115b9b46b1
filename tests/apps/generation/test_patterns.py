"""Automata against their definition, cell by cell; every pattern has its size."""

from itertools import pairwise
from random import Random

import pytest

from nonosat.apps.generation.patterns import dithered, latin, life, moire, rule, truchet


def test_life_follows_its_rules_on_a_torus():
    for side in (1, 2, 3, 5, 9):
        rows = [*life(side, Random(side), generations=0).rows]
        for generations in range(1, 6):
            rows = [bytes(_lives(rows, side, row, column) for column in range(side)) for row in range(side)]
            assert [*life(side, Random(side), generations=generations).rows] == rows


def _lives(rows, side, row, column):
    square = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    number = sum(rows[(row + down) % side][(column + right) % side] for down, right in square)
    return int(number == 3 or (number == 2 and rows[row][column] == 1))


@pytest.mark.parametrize("number", [0, 30, 90, 110, 255])
def test_a_rule_maps_three_cells_to_the_one_below(number):
    side = 11
    rows = [*rule(side, Random(4), number).rows]
    for above, below in pairwise(rows):
        for column in range(side):
            a, b, c = above[column - 1], above[column], above[(column + 1) % side]
            assert below[column] == number >> 4 * a + 2 * b + c & 1


def test_lines_of_a_latin_square_have_a_quarter_of_the_numbers():
    rows = latin(13, Random(7)).rows
    assert {sum(row) for row in rows} == {sum(column) for column in zip(*rows, strict=True)} == {3}


def test_dithering_keeps_the_grey():
    dark = sum(map(sum, dithered(80, Random(5)).rows)) / 6400
    assert 0.1 < dark < 0.9


def test_patterns_of_one_cell():
    made = [moire(1), *(draw(1, Random(1)) for draw in (life, rule, truchet, latin, dithered))]
    assert {(grid.width, grid.height) for grid in made} == {(1, 1)}
