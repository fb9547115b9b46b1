"""Costs that protect the look of a picture, against counting parts and holes anew."""

from itertools import product
from random import Random

import pytest

from nonosat.model.puzzle import Grid
from nonosat.repairs.look import look_weights
from nonosat.repairs.repair_pixels import repair_pixels

EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = (*EDGES, (1, 1), (1, -1), (-1, 1), (-1, -1))


def parts(cells, steps):
    """Number of connected parts of a set of cells."""
    left, number = set(cells), 0
    while left:
        number += 1
        waiting = [left.pop()]
        while waiting:
            row, column = waiting.pop()
            beside = {(row + down, column + right) for down, right in steps} & left
            left -= beside
            waiting.extend(beside)
    return number


def topology(ink, side):
    """Numbers of parts of the ink and of the background, which continues around the picture."""
    around = set(product(range(-1, side + 1), repeat=2))
    return parts(ink, CORNERS), parts(around - ink, EDGES)


def test_cells_that_change_parts_or_holes_are_dear():
    random = Random(1)
    for _ in range(60):
        side = 6
        ink = {cell for cell in product(range(side), repeat=2) if random.random() < 0.5}
        picture = Grid(
            ["".join("#" if (row, column) in ink else "." for column in range(side)) for row in range(side)]
        )
        weights = look_weights(picture, picture.puzzle())
        for at, cell in enumerate(product(range(side), repeat=2)):
            if topology(ink ^ {cell}, side) != topology(ink, side):
                assert weights[at] >= 5
    assert {1, 2} <= set(weights)


def test_an_eye_costs_more_than_a_cheek():
    face = Grid(["#####", "#.#.#", "#####", "#####", "#####"])
    weights = look_weights(face, face.puzzle())
    assert weights[6] == weights[8] == 8  # a hole of one cell
    assert weights[12] > weights[17] or weights[12] == 5  # between the eyes
    assert weights[20] == 1  # the corner of the chin


@pytest.mark.slow
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
