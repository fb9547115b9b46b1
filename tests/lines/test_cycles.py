"""Cycles of pictures against brute force."""

from itertools import combinations, permutations, product
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat.lines.board import Board
from nonosat.lines.cycles import exchanges
from nonosat.lines.propagate import propagate
from nonosat.model.clues import line_clue
from nonosat.model.puzzle import Grid
from nonosat.model.shapes import triddler
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock, Limit

PALETTE = [("white", "ffffff", "."), ("black", "000000", "#"), ("red", "cc0000", "r")]


def picture(seed: int, inks: int, side: int = 7) -> Grid:
    random = Random(seed)
    rows = [[random.randint(1, inks) * (random.random() < 0.35) for _ in range(side)] for _ in range(side)]
    return Grid(rows, palette=PALETTE[: inks + 1])


def with_cells(grid, cells):
    changed = bytearray(grid.cells)
    for cell, colour in cells.items():
        changed[cell] = colour
    return Grid._of(grid.puzzle(), bytes(changed))


def board_of(grid):
    board = Board(grid.puzzle())
    propagate(board)
    return board


@pytest.mark.parametrize("inks", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_all_switches_are_found_and_every_cycle_is_another_solution(seed, inks):
    grid = picture(seed, inks)
    found = list(board_of(grid).cycles(grid.cells))
    for cycle in found:
        assert 4 <= len(cycle) <= 8
        assert with_cells(grid, cycle).satisfies(grid.puzzle())
        assert all(grid.cells[cell] != colour for cell, colour in cycle.items())
    assert [*map(len, found)] == sorted(map(len, found))
    side = grid.width
    switches = set()
    for (top, bottom), (left, right) in product(combinations(range(side), 2), repeat=2):
        corners = [top * side + left, top * side + right, bottom * side + right, bottom * side + left]
        one, other, *rest = (grid.cells[cell] for cell in corners)
        if one != other and rest == [one, other]:
            switch = dict(zip(corners, (other, one, other, one), strict=True))
            if with_cells(grid, switch).satisfies(grid.puzzle()):
                switches.add(frozenset(switch))
    assert {frozenset(cycle) for cycle in found if len(cycle) == 4} == switches
    assert len(set(map(frozenset, found))) == len(found)


@given(st.lists(st.integers(0, 2), max_size=11).map(bytes))
@settings(max_examples=tries(300))
def test_exchanges_of_a_line_are_all_that_keep_its_blocks(colours):
    expected = set()
    for one, other in permutations(range(len(colours)), 2):
        changed = bytearray(colours)
        changed[one], changed[other] = colours[other], colours[one]
        if (
            colours[one]
            and colours[one] != colours[other]
            and line_clue(bytes(changed)) == line_clue(colours)
        ):
            expected.add((one, other))
    found = [*exchanges(colours)]
    assert {*found} == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("seed", range(6))
def test_cycles_of_a_triddler_are_other_solutions(seed):
    random, shape = Random(seed), triddler(5, 5, 5, -2)
    rows = [bytes(random.random() < 0.5 for _ in range(cells)) for cells in shape.row_lengths]
    puzzle = Grid(rows, ragged=True).triddler(5, 5, -2)
    picture = b"".join(rows)
    for cycle in Board(puzzle).cycles(picture):
        changed = bytearray(picture)
        for cell, colour in cycle.items():
            changed[cell] = colour
        assert changed != picture
        assert Grid._of(puzzle, bytes(changed)).satisfies(puzzle)


def test_some_pictures_have_longer_cycles():
    grids = [picture(seed, 1) for seed in range(8)]
    lengths = {len(cycle) for grid in grids for cycle in board_of(grid).cycles(grid.cells)}
    assert lengths == {4, 6, 8}


def test_the_number_and_the_time_are_limited():
    grid = Grid([[int(row == column) for column in range(5)] for row in range(5)])
    assert len(list(board_of(grid).cycles(grid.cells, most=2))) == 2
    with pytest.raises(OutOfReach):
        list(board_of(grid).cycles(grid.cells, tick=Clock(Limit(seconds=0)).tick))


def test_a_unique_picture_has_none():
    grid = Grid(["##", "#."])
    assert list(board_of(grid).cycles(grid.cells)) == []
