"""Costs that protect the look of a picture, against independent counts of parts and holes."""

from itertools import product
from random import Random

import pytest

from nonosat.model.puzzle import Grid
from nonosat.repairs.look import look_weights, mirror_images
from nonosat.repairs.repair_pixels import repair_pixels


def test_ink_beside_ink_is_cheap_and_dots_and_gaps_are_dear():
    square = Grid(
        ["........", "........", "..####..", "..####..", "..####..", "..####..", "........", "........"]
    )
    weights = look_weights(square, square.puzzle())
    assert weights[1 * 8 + 3] == 2  # thicker
    assert weights[0] == 7  # a dot
    assert weights[1 * 8 + 1] == 7  # over a corner only
    assert weights[3 * 8 + 3] == 5  # a hole
    assert weights[2 * 8 + 2] == 9  # a corner
    line = Grid(["......", "######", "......"])
    assert set(look_weights(line, line.puzzle())[6:12]) == {9}


def test_an_eye_costs_more_than_a_cheek():
    rows = ["#########", "#.......#", "#..#....#", "#.......#", "#########"]
    face = Grid(rows)
    weights = look_weights(face, face.puzzle())
    assert weights[2 * 9 + 3] == 12  # the eye
    assert weights[2 * 9 + 4] == 7  # beside it
    assert weights[2 * 9 + 7] == 2  # beside the cheek


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("symmetry", ["left-right", "top-bottom", "half turn", "diagonal"])
def test_a_symmetry_is_kept(seed, symmetry):
    random, side = Random(seed), 8
    ink = {(row, column) for row, column in product(range(side), repeat=2) if random.random() < 0.12}
    image = {
        "left-right": lambda row, column: (row, side - 1 - column),
        "top-bottom": lambda row, column: (side - 1 - row, column),
        "half turn": lambda row, column: (side - 1 - row, side - 1 - column),
        "diagonal": lambda row, column: (column, row),
    }[symmetry]
    ink |= {image(*cell) for cell in ink}
    picture = Grid([[int((row, column) in ink) for column in range(side)] for row in range(side)])
    assert mirror_images(picture)
    for wanted in (bool(seed),):
        found = repair_pixels(picture, line_solvable=wanted, keep_look=True, seconds=0.1)
        if found.grid is None:
            continue
        images = mirror_images(picture)
        cells = found.grid.cells
        assert all(image < 0 or cells[cell] == cells[image] for cell, image in enumerate(images))
        free = repair_pixels(picture, line_solvable=wanted, keep_look=True, symmetry="none", seconds=0.1)
        assert free.bound <= found.cost


def test_a_picture_without_symmetry_has_no_images():
    assert mirror_images(Grid(["#..", "##.", "..#", "#.#"])) == []
    few = Grid([[int(column in (2, 7)) for column in range(10)] for _ in range(10)])
    broken = Grid(
        [[int(column in (2, 7) or (row, column) == (3, 0)) for column in range(10)] for row in range(10)]
    )
    assert mirror_images(few)[30] == 39
    assert mirror_images(broken)[30] == -1  # one cell of a hundred breaks it
    assert mirror_images(broken)[40] == 49


@pytest.mark.nightly
def test_a_thin_cross_loses_few_of_its_cells():
    side = 15
    cross = Grid(
        [
            "".join("#" if column in (row, side - 1 - row) else "." for column in range(side))
            for row in range(side)
        ]
    )
    lost = {}
    for keep_look in (False, True):
        found = repair_pixels(cross, line_solvable=True, keep_look=keep_look)
        lost[keep_look] = sum(1 for change in found.changes if not change.colour)
    assert lost[True] < lost[False]
    added = repair_pixels(cross, line_solvable=True, add_only=True)
    assert added.found
    assert all(change.colour for change in added.changes)
