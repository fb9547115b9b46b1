"""Moves, judged by listing all solutions and all fillings of lines."""

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import backtrack, fillings
from strategies import statements

from nonosat import Puzzle, UsageError, judge_move
from nonosat.evaluation.learn.play import MoveKind
from nonosat.questions.explanation.partial_grid import PartialGrid


def expected(puzzle, pictures, cells, row, column, colour):
    """What a move is: by the fillings of its row and its column, and by the solutions that agree with what stands."""
    agreeing = [
        picture for picture in pictures if all(picture[at[0]][at[1]] == its for at, its in cells.items())
    ]
    if not any(picture[row][column] == colour for picture in agreeing):
        return MoveKind.CONTRADICTION
    for clue, length, place, at in (
        (puzzle.rows[row], puzzle.width, column, lambda each: (row, each)),
        (puzzle.columns[column], puzzle.height, row, lambda each: (each, column)),
    ):
        colours = range(len(puzzle.palette))
        masks = [
            sum(1 << each for each in range(length) if cells.get(at(each), own) == own) for own in colours
        ]
        if {filling[place] for filling in fillings(clue, masks, length)} == {colour}:
            return MoveKind.LINE
    if all(picture[row][column] == colour for picture in agreeing):
        return MoveKind.WHOLE
    return MoveKind.GUESS


@given(statements(4, 2), st.data())
@settings(max_examples=tries(60))
def test_every_cell_of_a_state_is_judged_as_by_listing(puzzle, data):
    assume(not puzzle.problems() and not puzzle.givens)
    pictures = list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), ()))
    assume(pictures)
    picture = data.draw(st.sampled_from(pictures))
    places = [(row, column) for row in range(puzzle.height) for column in range(puzzle.width)]
    stands = data.draw(st.sets(st.sampled_from(places)))
    cells = {(row, column): picture[row][column] for row, column in stands}
    state = PartialGrid(
        [[cells.get((row, at)) for at in range(puzzle.width)] for row in range(puzzle.height)]
    )
    moves = [(*place, colour) for place in places for colour in range(len(puzzle.palette))]
    for move, judged in zip(moves, judge_move(puzzle, state, moves), strict=True):
        assert judged.cell == move
        if move[:2] in cells:
            assert judged.kind is MoveKind.ILLEGAL
        else:
            assert judged.kind is expected(puzzle, pictures, cells, *move)
        assert (judged.technique is not None) == (judged.kind is MoveKind.LINE)


def test_moves_that_there_are_not():
    puzzle = Puzzle([[1], [2]], [[2], [1]])
    for wrong in ((2, 0, 1), (0, 2, 1), (-1, 0, 1), (0, 0, 2)):
        with pytest.raises(UsageError):
            judge_move(puzzle, ["??", "??"], [wrong])
    with pytest.raises(UsageError):
        judge_move(Puzzle([[1, 1], [], [1, 1]], [[1], [1, 1], [1]]), ["???"] * 3, [(0, 0, 1)])


def test_the_simplest_technique_is_named():
    puzzle = Puzzle([[4], [1]], [[1], [1], [1], [1], [1]])
    (judged,) = judge_move(puzzle, ["?????", "?????"], [(0, 2, 1)])
    assert (judged.kind, judged.axis, judged.index, judged.technique) == ("line", "row", 0, "overlap")
