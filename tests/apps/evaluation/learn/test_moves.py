"""Moves, judged by listing all solutions and all fillings of lines."""

from itertools import product

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import backtrack, fillings
from strategies import statements

from nonosat import InputError, Puzzle, UsageError, Verdict, judge_moves
from nonosat.apps.evaluation.learn.play import MoveKind
from nonosat.apps.evaluation.learn.transcript import read_moves
from nonosat.explaining.steps.partial_grid import PartialGrid


def expected(puzzle, pictures, cells, row, column, colour):
    """Returns the label of a move, by the fillings of its row and column and by the solutions that agree with the state."""
    agreeing = [
        picture for picture in pictures if all(picture[at[0]][at[1]] == its for at, its in cells.items())
    ]
    if not any(picture[row][column] == colour for picture in agreeing):
        return MoveKind.CONTRADICTION
    for clue, length, place, at in (
        (puzzle.rows[row], puzzle.width, column, lambda each: (row, each)),
        (puzzle.columns[column], puzzle.height, row, lambda each: (each, column)),
    ):
        if clue is None:
            continue
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
    for move, judged in zip(moves, judge_moves(puzzle, [moves], state).cells, strict=True):
        assert judged.cell == move
        if move[:2] in cells:
            assert judged.kind is MoveKind.ILLEGAL
        else:
            assert judged.kind is expected(puzzle, pictures, cells, *move)
        assert (judged.technique is not None) == (judged.kind is MoveKind.LINE)


def test_impossible_moves_are_refused():
    puzzle = Puzzle([[1], [2]], [[2], [1]])
    for wrong in ((2, 0, 1), (0, 2, 1), (-1, 0, 1), (0, 0, 2)):
        with pytest.raises(UsageError):
            judge_moves(puzzle, [[wrong]])


def test_the_simplest_technique_is_named():
    puzzle = Puzzle([[4], [1]], [[1], [1], [1], [1], [1]])
    (judged,) = judge_moves(puzzle, [[(0, 2, 1)]]).cells
    assert (judged.kind, judged.axis, judged.index, judged.technique) == ("line", "row", 0, "overlap")


RED = [("white", "ffffff", "."), ("black", "000000", "#"), ("red", "ff0000", "r")]
SMALL = {
    "unique": Puzzle([[1], [2]], [[2], [1]]),
    "two solutions": Puzzle([[1], [1]], [[1], [1]]),
    "any": Puzzle([None, [1]], [None, ["?"]]),
    "colours": Puzzle([[(1, 1), (1, 2)], [(1, 2)]], [[1], [(2, 2)]], palette=RED),
    "colours, two solutions": Puzzle([[(1, 2)], [(1, 2)]], [[(1, 2)], [(1, 2)]], palette=RED),
    "unsolvable": Puzzle([[1], [1]], [[2], []]).replace(givens=[(0, 1, 1)]),
}


@pytest.mark.slow_for("colours, two solutions")
@pytest.mark.parametrize("name", SMALL)
def test_every_move_in_every_state_of_small_puzzles(name):
    """Wrong states too, in which no move is right."""
    puzzle = SMALL[name]
    places = [(row, column) for row in range(2) for column in range(2)]
    colours = range(len(puzzle.palette))
    pictures = [
        picture
        for cells in product(colours, repeat=4)
        if _satisfies(puzzle, picture := (cells[:2], cells[2:]))
    ]
    assert bool(pictures) == (name != "unsolvable")
    for state in product([None, *colours], repeat=4):
        cells = {place: its for place, its in zip(places, state, strict=True) if its is not None}
        moves = [(*place, colour) for place in places for colour in colours]
        agreeing = any(all(picture[r][c] == its for (r, c), its in cells.items()) for picture in pictures)
        for move, judged in zip(
            moves, judge_moves(puzzle, [moves], [state[:2], state[2:]]).cells, strict=True
        ):
            if not pictures:
                assert judged.kind is MoveKind.CONTRADICTION
            elif move[:2] in cells:
                assert judged.kind is MoveKind.ILLEGAL
            elif not agreeing:
                assert judged.kind is MoveKind.CONTRADICTION
            else:
                assert judged.kind is expected(puzzle, pictures, cells, *move), (state, move)


def _satisfies(puzzle, picture):
    lines = [*picture, *zip(*picture, strict=True)]
    given = all(picture[row][column] == colour for row, column, colour in puzzle.givens)
    every = [(1 << 2) - 1] * len(puzzle.palette)
    clues = [*puzzle.rows, *puzzle.columns]
    return given and all(
        clue is None or tuple(line) in set(map(tuple, fillings(clue, every, 2)))
        for clue, line in zip(clues, lines, strict=True)
    )


UNSOLVABLE = Puzzle([[3], [], [3]], [[2], [2], [2]])
"""A puzzle with equal sums of rows and columns, but no solution."""


@given(statements(3, 2) | st.just(UNSOLVABLE), st.data())
@settings(max_examples=tries(40))
def test_a_transcript_is_judged_move_by_move_without_what_is_wrong(puzzle, data):
    assume(not puzzle.problems() and not puzzle.givens)
    pictures = list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), ()))
    places = [(row, column) for row in range(puzzle.height) for column in range(puzzle.width)]
    colours = st.integers(0, len(puzzle.palette) - 1)
    moves = data.draw(st.lists(st.tuples(st.sampled_from(places), colours), min_size=1, max_size=9))
    moves += moves[:2]  # cells that stand already, unless these moves were wrong
    judged = judge_moves(puzzle, [[(*place, colour)] for place, colour in moves])
    assert (judged.verdict is Verdict.UNSOLVABLE) == (not pictures)
    stands = {}
    for (place, colour), (each,) in zip(moves, judged.moves, strict=True):
        if not pictures:
            assert each.kind is MoveKind.CONTRADICTION
        elif place in stands:
            assert each.kind is MoveKind.ILLEGAL
        else:
            assert each.kind is expected(puzzle, pictures, stands, *place, colour)
        right = bool(pictures) and each.kind not in (MoveKind.ILLEGAL, MoveKind.CONTRADICTION)
        assert each.kept == right
        if right:
            stands[place] = colour


def test_of_two_exclusive_guesses_one_is_kept():
    judged = judge_moves(SMALL["two solutions"], [[(0, 0, 1), (0, 1, 1)], [(1, 1, 1)]])
    assert [(cell.kind, cell.kept) for cell in judged.cells] == [
        (MoveKind.GUESS, True),
        (MoveKind.GUESS, False),
        (MoveKind.WHOLE, True),
    ]
    assert judged.followed is False


def test_a_limit_leaves_the_rest_unknown():
    judged = judge_moves(SMALL["unique"], [[(0, 0, 1)]], seconds=0)
    assert (judged.cells[0].kind, judged.followed, judged.stopped) == (MoveKind.UNKNOWN, None, "seconds")


def test_moves_in_a_text():
    puzzle = Puzzle([[(1, 2)], []], [[(1, 2)], []], palette=[("white", "ffffff", "."), ("B", "000000", "b"),
        ("light blue", "0000ff", "L")])  # fmt: skip
    text = "I think:\nMove 1: R1C1 = light blue, so r1c2=.\n\nthen **r2c1=0**, r2, c2=l!"
    assert [(move.line, [tuple(cell) for cell in move.cells]) for move in read_moves(text, puzzle)] == [
        (2, [(0, 0, 2), (0, 1, 0)]),
        (4, [(1, 0, 0), (1, 1, 2)]),
    ]
    assert read_moves("r1c1=B r1c2=b", puzzle)[0].cells[0].colour == 1
    for wrong, reason in {
        "nothing": "there is no move",
        "r1c1=": "a colour is missing",
        "r1c1=lemon": "'lemon' is no colour; there are white, B, light blue",
        "r3c1=b": "there is no cell r3c1; there are 2 rows",
        "r1c0=b": "there is no cell",
        f"r{'9' * 5000}c1=b": "there is no cell r999999999c1",
    }.items():
        with pytest.raises(InputError, match=reason):
            read_moves(wrong, puzzle)
