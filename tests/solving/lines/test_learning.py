"""A search that learns from conflicts: all solutions by brute force and no other, in any number of steps; beside
depth-first search where brute force would take too long."""

from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import clashing_puzzles, every_feature, unsettled_puzzles

from nonosat.generation import julia
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.learning import learning_search
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.reference import Reference
from nonosat.solving.lines.searching import TreeSearch
from nonosat.solving.lines.solver import Kernel

compiled = pytest.mark.skipif(Kernel is None, reason="there is no kernel")

any_puzzle = st.one_of(
    every_feature(triddlers=True, missing=True), unsettled_puzzles(6, 1), clashing_puzzles(5, 1)
)

ALL = 10**9
"""More pictures, conflicts or work than any of these puzzles has."""

MOST = 70_000
"""More ways to colour the cells would take brute force too long."""


def propagated(puzzle):
    """The board at its fixpoint, or None."""
    board = Board(puzzle)
    return None if propagate(board) else board


def solutions(puzzle):
    return {*map(bytes, solutions_of(puzzle))}


def is_plain(puzzle):
    """Whether there is one ink, and no blotted block."""
    clues = [clue for family in puzzle.clue_families for clue in family if clue]
    return len(puzzle.palette) == 2 and all(length for clue in clues for length, _ in clue)


@compiled
@given(any_puzzle, st.sampled_from([1, 3, ALL]), st.sampled_from([1, 20, ALL]))
@settings(max_examples=tries(150))
def test_it_finds_all_solutions_and_nothing_else(puzzle, conflicts, work):
    board = propagated(puzzle)
    search = learning_search(board) if board else None
    assert board is None or (search is not None) == is_plain(puzzle)
    if search is None or board.colours**board.cells > MOST:
        return
    expected, before = solutions(puzzle), bytes(board.known())
    while not search.search(conflicts, work, most=ALL):
        pass
    assert len(search.pictures) == len(expected)
    assert {*search.pictures} == expected
    assert search.search(1, 1, most=ALL)
    assert bytes(board.known()) == before


@compiled
@given(unsettled_puzzles(6, 1), st.integers(1, 3))
@settings(max_examples=tries(100))
def test_it_ends_with_as_many_pictures_as_are_wanted_and_skips_those_of_others(puzzle, most):
    board = propagated(puzzle)
    if not board or not is_plain(puzzle) or board.colours**board.cells > MOST:
        return
    search, expected = learning_search(board), solutions(puzzle)
    complete = search.search(ALL, ALL, most=most)
    assert {*search.pictures} <= expected
    assert len(search.pictures) == min(most, len(expected))
    assert complete or len(search.pictures) == most
    others = learning_search(board, [*search.pictures])
    others.search(0, 0, most=ALL)
    others.pictures.extend(expected.difference(others.pictures).pop() for _ in range(len(expected) > most))
    assert others.search(ALL, ALL, most=ALL)
    assert sorted(others.pictures) == sorted(expected)


def shuffled(random, side):
    """A puzzle with a solution, or one whose rows were put in another order; now and then without some of the clues."""
    share = random.choice((0.3, 0.5, 0.6, 0.7))
    height, width = random.randint(side // 2, side), random.randint(side // 2, side)
    grid = Grid([[random.random() < share for _ in range(width)] for _ in range(height)])
    rows, columns = list(grid.puzzle().rows), list(grid.puzzle().columns)
    if random.random() < 0.4:
        random.shuffle(rows)
    if random.random() < 0.2:
        columns[random.randrange(width)] = None
    return Puzzle(rows, columns)


@compiled
@pytest.mark.parametrize("side", [12, 16, 20])
def test_it_agrees_with_depth_first_search(side):
    random, conflicts, verdicts = Random(side), 0, set()
    for _ in range(tries(60)):
        board = propagated(shuffled(random, side))
        if not board:
            continue
        tree = TreeSearch(board)
        complete = tree.search(5000, most=200)
        search = learning_search(board)
        most = random.choice((1, 2, 200))
        ended = search.search(ALL, 20_000_000, most=most)
        conflicts += search.conflicts
        assert len({*search.pictures}) == len(search.pictures)
        if complete:
            assert {*search.pictures} <= {*tree.pictures}
            assert len(search.pictures) == min(most, len(tree.pictures))
            assert not ended or len(search.pictures) == len(tree.pictures)
            verdicts.add(min(len(tree.pictures), 2))
    assert conflicts > 9
    assert len(verdicts) > 1


@compiled
def test_it_learns_for_long_and_drops_clauses():
    random = Random(15060)
    grid = Grid([bytes(random.random() < 0.6 for _ in range(150)) for _ in range(150)])
    search = learning_search(propagated(grid.puzzle()))
    while not search.pictures:
        assert not search.search(1000, ALL, most=1)
    assert search.conflicts > 2000  # when clauses are dropped for the first time
    assert Grid.of(grid.puzzle(), search.pictures[0]).satisfies(grid.puzzle())


@compiled
def test_what_contradicts_itself_has_no_solution():
    for rows, columns in (([[3]], [[1], [1]]), ([[1], [1]], [[2], [2]]), ([[1, 1]], [[1], [1], [1]])):
        search = learning_search(Board(Puzzle(rows, columns)))  # which propagation has not looked at
        assert search.search(ALL, ALL, most=1)
        assert not search.pictures


@compiled
def test_a_board_without_open_cells():
    for puzzle in (Puzzle([[]], []), Puzzle(rows=[[2]], columns=[[1], [1]])):
        board = propagated(puzzle)
        search = learning_search(board)
        assert search.search(ALL, ALL, most=2)
        assert search.pictures == [bytes(board.known())]
        again = learning_search(board, search.pictures)
        assert again.search(ALL, ALL, most=2)
        assert len(again.pictures) == 1


@compiled
def test_a_tick_ends_it_for_good():
    def tick():
        raise TimeoutError

    board = propagated(Grid([[(row * column) % 7 < 3 for row in range(90)] for column in range(90)]).puzzle())
    board = board if board and board.open_cells() else propagated(julia(120).puzzle())
    search = learning_search(board)
    with pytest.raises(TimeoutError):
        search.search(ALL, ALL, most=ALL, tick=tick)
    with pytest.raises(RuntimeError, match="ended"):
        search.search(1, 1, most=1)


@compiled
def test_too_many_starts_are_left_to_others():
    side = 700
    board = Board(Puzzle([[1] * (side // 4)] * side, [[1] * (side // 4)] * side))
    assert learning_search(board) is None


def test_the_reference_has_none():
    board = Board(Puzzle([[1], [1]], [[1], [1]]))
    board.solver = Reference(board.puzzle.geometry, board.clues, board.colours)
    assert learning_search(board) is None
