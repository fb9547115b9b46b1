"""Remarks on new puzzles."""

import pytest

from nonosat.explaining.grading.remarks import Repeats, remark_on_repair, remarks
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["....", "...."], ["no cell has ink"]),
        (["####", "####"], ["one ink fills every cell"]),
        (["####", "#.##"], ["trivial: 5 of 6 lines can be filled in at once"]),
        ([".#..", "##..", "..##"], []),
    ],
)
def test_blank_full_and_trivial_pictures(rows, said):
    assert list(remarks(Grid(rows).puzzle())) == said


def test_a_line_that_needs_no_thought_is_settled_alone():
    """Against the line solver on an empty board."""
    from nonosat.explaining.grading.remarks import _needs_thought

    for number in range(2**7):
        row = f"{number:07b}".replace("0", ".").replace("1", "#")
        clue = Grid([row]).puzzle().rows[0]
        board = Board(Puzzle(rows=[clue], columns=[None] * 7))
        propagate(board)
        assert (bool(clue) and _needs_thought(7, clue)) == bool(board.open_cells())


def test_unknown_clues_and_numbers_get_no_remark():
    assert not list(remarks(Puzzle(rows=[None], columns=[[1]])))


def test_a_repair_of_more_than_a_tenth_of_the_ink():
    picture = Grid(["#####", "#####"])
    assert list(remark_on_repair(picture.puzzle(goal=picture), 1)) == []
    assert list(remark_on_repair(picture.puzzle(goal=picture), 2)) == [
        "the repair changed 20 % of the ink's cells: look at the picture"
    ]


def test_the_same_picture_twice():
    repeats, one, other = Repeats(), Grid(["#."]).puzzle(), Grid([".#"]).puzzle()
    assert list(repeats.of(one, "a")) == []
    assert list(repeats.of(other, "b")) == []
    assert list(repeats.of(one, "c")) == ["the same puzzle as a"]
