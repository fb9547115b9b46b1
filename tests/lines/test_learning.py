"""The learner: all solutions by brute force and no other, for every kind of puzzle and in any number of steps; beside a solver
of clauses where brute force would take too long."""

from array import array
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from learners import learner_of
from oracles import solutions_of
from strategies import any_puzzle

import nonosat as ns
from nonosat.apps.generation import julia
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference
from nonosat.lines.solver import Kernel
from nonosat.model.puzzle import Grid, Puzzle

compiled = pytest.mark.skipif(Kernel is None, reason="there is no kernel")

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


@compiled
@given(any_puzzle, st.sampled_from([1, 3, ALL]), st.sampled_from([1, 20, ALL]), st.integers(0, 99))
@settings(max_examples=tries(200))
def test_it_finds_all_solutions_and_nothing_else(puzzle, conflicts, work, seed):
    """Whatever is preferred on the way; and what it shares holds in every solution that was not found by then."""
    board = propagated(puzzle)
    if board is None or board.colours ** board.open_cells() > MOST or board.colours**board.cells > MOST:
        return
    search, random = learner_of(board), Random(seed)
    expected, before = solutions(puzzle), bytes(board.known())
    while not search.search(conflicts, work, most=ALL):
        if random.random() < 0.5:
            numbers = array("d", [random.random() for _ in range(board.colours * board.cells)])
            search.prefer(memoryview(numbers).cast("B"), random.choice((0.0, 1.0, 30.0)))
        for cell, colour, has in search.facts():
            for picture in expected.difference(search.pictures):
                assert (picture[cell] == colour) == has
    assert len(search.pictures) == len(expected)
    assert {*search.pictures} == expected
    assert search.search(1, 1, most=ALL)
    assert bytes(board.known()) == before


@compiled
@given(any_puzzle, st.integers(1, 3))
@settings(max_examples=tries(100))
def test_it_ends_with_as_many_pictures_as_are_wanted_and_skips_those_of_others(puzzle, most):
    board = propagated(puzzle)
    if not board or board.colours**board.cells > MOST:
        return
    search, expected = learner_of(board), solutions(puzzle)
    complete = search.search(ALL, ALL, most=most)
    assert {*search.pictures} <= expected
    assert len(search.pictures) == min(most, len(expected))
    assert complete or len(search.pictures) == most
    others = learner_of(board, [*search.pictures])
    others.search(0, 0, most=ALL)
    others.pictures.extend(expected.difference(others.pictures).pop() for _ in range(len(expected) > most))
    assert others.search(ALL, ALL, most=ALL)
    assert sorted(others.pictures) == sorted(expected)


def shuffled(random, side, inks):
    """A puzzle with a solution, or one whose rows were put in another order; now and then without some of the clues."""
    share = random.choice((0.3, 0.4, 0.5, 0.6)) if inks == 1 else random.choice((0.15, 0.2, 0.25))
    height, width = random.randint(side // 2, side), random.randint(side // 2, side)
    grid = Grid(
        [[random.randint(1, inks) * (random.random() < share) for _ in range(width)] for _ in range(height)]
    )
    palette = None if inks == 1 else [ns.Colour(each, each * 6, each) for each in "fabc"[: inks + 1]]
    puzzle = grid.puzzle()
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    if random.random() < 0.4:
        random.shuffle(rows)
    if random.random() < 0.2:
        columns[random.randrange(width)] = None
    rows = [
        clue and [(None if random.random() < 0.03 else length, ink) for length, ink in clue] for clue in rows
    ]
    return Puzzle(rows, columns, palette or puzzle.palette)


@compiled
def test_it_agrees_with_a_solver_of_clauses():
    random, conflicts, verdicts = Random(14), 0, set()
    for number in range(tries(300, share=4)):
        side, inks = ((14, 1), (18, 1), (16, 2), (20, 3))[number % 4]
        puzzle = shuffled(random, side, inks)
        board = propagated(puzzle)
        if not board or not 0 < board.open_cells() < 150:
            continue
        limit = ns.Limit(solutions=60)
        others = ns.solutions(puzzle, limit=limit, options=ns.SearchOptions(backend="cadical195"))
        expected = {grid.cells for grid in others}
        search = learner_of(board)
        most = random.choice((1, 2, 60))
        ended = search.search(ALL, ALL, most=most)
        conflicts += search.conflicts
        assert len({*search.pictures}) == len(search.pictures)
        assert all(Grid.of(puzzle, picture).satisfies(puzzle) for picture in search.pictures)
        assert len(search.pictures) == min(most, len(expected))
        assert not ended or (others.complete and {*search.pictures} == expected)
        verdicts.add(min(len(expected), 2))
    assert conflicts > 5
    assert len(verdicts) > 1


@compiled
def test_it_takes_over_what_others_have_refuted():
    puzzle = Puzzle(rows=[[1]] * 5, columns=[[1]] * 5)
    board = propagated(puzzle)
    search = learner_of(board)
    narrower = board.copy()
    narrower.candidates = [list(masks) for masks in narrower.candidates]
    narrower.fix(0, 1)
    assert not propagate(narrower)
    search.search(3, ALL, most=7)
    search.narrow(narrower)
    found = len(search.pictures)
    assert search.search(ALL, ALL, most=ALL)
    assert all(picture[0] == 1 for picture in search.pictures[found:])
    assert sum(picture[0] == 1 for picture in search.pictures) == 24
    narrower.fix(0, 0)
    again = learner_of(board)
    again.narrow(narrower)
    assert again.search(ALL, ALL, most=ALL)
    assert not again.pictures


@pytest.mark.slow
@compiled
def test_it_learns_for_long_and_drops_clauses():
    random = Random(2)
    grid = Grid([bytes(random.random() < 0.4 for _ in range(30)) for _ in range(30)])
    search = learner_of(propagated(grid.puzzle()))
    while not search.pictures:
        assert not search.search(1000, ALL, most=1)
    assert search.conflicts > 2000  # when clauses are dropped for the first time
    assert Grid.of(grid.puzzle(), search.pictures[0]).satisfies(grid.puzzle())


@compiled
def test_what_contradicts_itself_has_no_solution():
    for rows, columns in (([[3]], [[1], [1]]), ([[1], [1]], [[2], [2]]), ([[1, 1]], [[1], [1], [1]])):
        search = learner_of(Board(Puzzle(rows, columns)))  # which propagation has not looked at
        assert search.search(ALL, ALL, most=1)
        assert not search.pictures


@compiled
def test_a_board_without_open_cells():
    for puzzle in (Puzzle([[]], []), Puzzle(rows=[[2]], columns=[[1], [1]])):
        board = propagated(puzzle)
        search = learner_of(board)
        assert search.search(ALL, ALL, most=2)
        assert search.pictures == [bytes(board.known())]
        again = learner_of(board, search.pictures)
        assert again.search(ALL, ALL, most=2)
        assert len(again.pictures) == 1


@compiled
def test_a_tick_ends_it_for_good():
    def tick():
        raise TimeoutError

    board = propagated(Grid([[(row * column) % 7 < 3 for row in range(90)] for column in range(90)]).puzzle())
    board = board if board and board.open_cells() else propagated(julia(120).puzzle())
    search = learner_of(board)
    with pytest.raises(TimeoutError):
        search.search(ALL, ALL, most=ALL, tick=tick)
    with pytest.raises(RuntimeError, match="ended"):
        search.search(1, 1, most=1)


@compiled
def test_too_many_starts_are_left_to_others():
    side = 700
    board = Board(Puzzle([[1] * (side // 4)] * side, [[1] * (side // 4)] * side))
    assert learner_of(board) is None


def test_the_reference_has_none():
    board = Board(Puzzle([[1], [1]], [[1], [1]]))
    board.solver = Reference(board.puzzle.geometry, board.clues, board.colours)
    assert learner_of(board) is None


@compiled
@pytest.mark.slow
def test_it_finds_exactly_as_many_solutions_as_are_counted():
    """On boards where starts of blocks are passed over by several places at a time: wrong reasons lose solutions there only."""
    conflicts = boards = 0
    for seed in range(tries(400, share=4)):
        random = Random(seed)
        width, height = random.randint(6, 14), random.randint(6, 14)
        share = random.choice((0.3, 0.45, 0.5, 0.6))
        grid = Grid([[int(random.random() < share) for _ in range(width)] for _ in range(height)])
        board = propagated(grid.puzzle())
        if board is None or not board.open_cells():
            continue
        counted = ns.count(grid.puzzle(), seconds=2)
        if not counted.exact or counted.count > 3000:
            continue
        search = learner_of(board, whole_lines=random.random() < 0.5)
        while not search.search(ALL, ALL, most=len(search.pictures) + 500):
            pass
        assert len({*search.pictures}) == len(search.pictures) == counted.count
        conflicts += search.conflicts
        boards += 1
    assert boards > 20
    assert conflicts > 100
