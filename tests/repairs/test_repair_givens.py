"""The fewest givens are the fewest, and suffice."""

from collections import Counter
from functools import partial
from itertools import combinations, count, islice
from random import Random

import pytest
from breaking import palette
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import pictures_by_clues, solutions_of
from strategies import every_feature, unsettled_puzzles

import nonosat.repairs.repair_givens as module
from nonosat import Grid, Limit, Puzzle, UsageError, Verdict, check, load, solutions
from nonosat.counting.explore import Exploration, explore
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.repairs.repair_givens import ANY, repair_givens
from nonosat.repairs.sparing import spared
from nonosat.support.end import End, OutOfReach, Stopped
from tests.helpers.shapes import arrangement
from tests.helpers.shapes import solutions as cell_solutions


def cheapest(goal, others, weight, allowed):
    """Returns the least cost of revealing cells so that no other picture fits, or None; by brute force."""
    sets = [{cell for cell in goal if goal[cell] != other[cell]} for other in others]
    best = None
    for number in range(len(allowed) + 1):
        for cells in combinations(allowed, number):
            if all(each.intersection(cells) for each in sets):
                cost = sum(map(weight, cells))
                best = cost if best is None else min(best, cost)
        if best is not None and number >= best:
            return best
    return best


def as_dict(grid):
    return {(row, column): colour for row, cells in enumerate(grid) for column, colour in enumerate(cells)}


def assert_suffices(puzzle, found, goal=None):
    """The mended puzzle is the puzzle with these givens, and has that solution only."""
    assert found.found
    added = {(change.row, change.column, change.colour) for change in found.changes}
    assert set(puzzle.givens) | added == set(found.repaired.givens)
    assert found.repaired.replace(givens=puzzle.givens) == puzzle
    report = check(found.repaired)
    assert report.verdict is found.verdict is Verdict.UNIQUE
    assert report.solutions == (found.grid,)
    assert report.line_solvable == found.line_solvable
    if goal:
        assert found.grid == goal


def assert_fewest(puzzle, grids, weights=None, filled=False):
    """For the first solution as for any: what is found is as cheap as brute force finds."""
    pictures = list(map(as_dict, grids))

    def weight(cell):
        return (weights or {}).get(cell, 1)

    def best(at):
        allowed = [cell for cell, colour in pictures[at].items() if colour or not filled]
        return cheapest(pictures[at], pictures[:at] + pictures[at + 1 :], weight, allowed)

    for goal, wanted in [
        (grids[0], best(0)),
        (ANY, min((cost for at in range(len(grids)) if (cost := best(at)) is not None), default=None)),
    ]:
        found = repair_givens(puzzle, goal=goal, weights=weights, filled=filled)
        assert found.complete
        if wanted is None:
            assert not found.found
            continue
        assert (found.cost, found.bound, found.optimal) == (wanted, wanted, True)
        assert found.cost == sum(weight((change.row, change.column)) for change in found.changes)
        assert not filled or all(change.colour for change in found.changes)
        assert_suffices(puzzle, found, None if goal is ANY else goal)


def ambiguous(height, width):
    """All clues of that size that several pictures have, with these pictures."""
    for (rows, columns), pictures in pictures_by_clues(height, width, 2).items():
        if len(pictures) > 1:
            yield Puzzle(rows, columns), list(map(Grid, pictures))


def a_quarter(cases):
    """The same quarter of some cases, all of them in a thorough run."""
    cases = list(cases)
    return Random(4).sample(cases, tries(len(cases), share=4))


@pytest.mark.slow
def test_all_ambiguous_clues_of_3x4():
    for puzzle, grids in ambiguous(3, 4):
        assert_fewest(puzzle, grids)


@pytest.mark.slow
def test_all_ambiguous_clues_of_4x4():
    """All of them each night, half a minute; a quarter before a merge."""
    for puzzle, grids in a_quarter(ambiguous(4, 4)):
        assert_fewest(puzzle, grids)


@pytest.fixture
def not_listed(monkeypatch):
    """Makes lists of all solutions impossible, so that a solver is asked for others."""
    monkeypatch.setattr(module, "explore", partial(explore, states=1))


@pytest.mark.slow
@pytest.mark.usefixtures("not_listed")
def test_all_ambiguous_clues_of_4x4_asking_a_solver():
    """All of them each night, half a minute; a quarter before a merge."""
    for puzzle, grids in a_quarter(ambiguous(4, 4)):
        found = repair_givens(puzzle, goal=grids[0])
        first, *others = map(as_dict, grids)
        least = cheapest(first, others, lambda _: 1, list(first))
        assert (found.cost, found.bound) == (least, least)
        assert_suffices(puzzle, found, grids[0])


@pytest.mark.parametrize("listed", [False, True])
def test_weights_and_filled_cells(listed, request):
    if not listed:
        request.getfixturevalue("not_listed")
    random = Random(4)
    for puzzle, grids in random.sample(list(ambiguous(3, 4)), 40):
        weights = {(row, column): random.randint(1, 5) for row in range(3) for column in range(2)}
        filled = random.random() < 0.5
        if listed:
            assert_fewest(puzzle, grids, weights, filled)
        else:
            found = repair_givens(puzzle, goal=grids[0], weights=weights, filled=filled)
            pictures = list(map(as_dict, grids))
            allowed = [cell for cell, colour in pictures[0].items() if colour or not filled]
            wanted = cheapest(pictures[0], pictures[1:], lambda cell, w=weights: w.get(cell, 1), allowed)
            assert (found.cost, found.bound) == (wanted, wanted)


def test_filled_cells_alone_do_not_suffice_if_another_solution_has_them_all_and_more():
    puzzle = Puzzle([["?"]], [None, None])
    grids = list(solutions(puzzle))
    assert len(grids) == 3
    assert_fewest(puzzle, grids, filled=True)


@settings(max_examples=tries(25))
@given(unsettled_puzzles(max_side=4, inks=2, least=2), st.booleans())
def test_colour_and_givens(puzzle, filled):
    grids = list(solutions(puzzle))
    if 1 < len(grids) <= 60:
        assert_fewest(puzzle, grids, filled=filled)


@settings(max_examples=tries(25))
@given(every_feature(triddlers=True, missing=True))
def test_puzzles_of_every_kind(puzzle):
    grids = list(islice(solutions(puzzle), 2))
    found = repair_givens(puzzle, goal=grids[0])
    assert_suffices(puzzle.replace(goal=puzzle.goal), found, grids[0])
    assert found.optimal
    assert (found.cost == 0) == (len(grids) == 1)


@pytest.mark.parametrize("goal", [None, ANY])
def test_two_cells_do_for_the_gchq_card(goal):
    """It was printed with 22."""
    puzzle = load("puzzles/gchq-without-givens.non")
    found = repair_givens(puzzle, goal=goal)
    assert (found.cost, found.optimal) == (2, True)
    assert_suffices(puzzle, found, None if goal else puzzle.goal)
    assert len(load("puzzles/gchq.non").givens) == 22


@pytest.mark.slow
def test_many_solutions_have_bounds():
    """n! ways: n - 1 cells settle it, and that is proved for a wanted one, as n - 2 leave two."""
    for side in (7, 12):
        puzzle = Puzzle([[1]] * side, [[1]] * side)
        diagonal = Grid([[int(row == column) for column in range(side)] for row in range(side)])
        found = repair_givens(puzzle, goal=diagonal)
        assert (found.cost, found.bound) == (side - 1, side - 1)
        assert_suffices(puzzle, found, diagonal)
    puzzle = Puzzle([[1]] * 7, [[1]] * 7)
    found = repair_givens(puzzle)
    assert (found.cost, found.bound, found.complete, found.stopped) == (6, 3, False, None)
    assert_suffices(puzzle, found)


def fewest_of_any(grids, filled):
    """Returns the least number of cells that single out a solution, by brute force."""
    for number in count():
        for cells in combinations(range(len(grids[0].cells)), number):
            found = Counter(tuple(map(grid.cells.__getitem__, cells)) for grid in grids)
            if any(times == 1 and (all(colours) or not filled) for colours, times in found.items()):
                return number
    raise AssertionError


@pytest.mark.slow_for("rows0-columns0", "rows2-columns2")
@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([["?", 1], ["?"], ["?"], ["?"]], [[1, 1], ["?"], ["?"], None]),
        ([["?"], ["?"], [1], ["?"]], [["?"], None, [1, 1], ["?"]]),
        ([[1], ["?"], ["?"], ["?"]], [None, [1], None, [1]]),
    ],
)
def test_any_of_more_solutions_than_are_listed(rows, columns):
    """Without a limit the proof may be left open; with time, it comes to its end by trying sets of cells."""
    puzzle = Puzzle(rows, columns)
    grids = list(solutions(puzzle))
    assert len(grids) > 300
    for filled in (False, True):
        wanted = fewest_of_any(grids, filled)
        found = repair_givens(puzzle, goal=ANY, filled=filled)
        assert min(3, wanted) <= found.bound <= wanted <= found.cost
        assert_suffices(puzzle, found)
        found = repair_givens(puzzle, goal=ANY, filled=filled, limit=Limit(seconds=60))
        assert found.optimal
        assert found.cost == wanted
        assert_suffices(puzzle, found)


def test_the_goal_of_the_puzzle_is_the_wanted_one():
    goal = Grid(["#.", ".#"])
    puzzle = goal.puzzle(goal=goal)
    assert repair_givens(puzzle).grid == goal
    other = Grid([".#", "#."])
    assert repair_givens(puzzle, goal=other).grid == other
    no_solution = Grid(["##", ".."])
    assert repair_givens(puzzle.replace(goal=no_solution)).found


def test_filled_cells_may_not_be_enough():
    """The only cell is filled or not, and that it is not cannot be told by a filled cell."""
    empty = Grid(["."])
    puzzle = Puzzle([None], [None])
    found = repair_givens(puzzle, goal=empty, filled=True)
    assert not found.found
    assert found.complete
    assert repair_givens(puzzle, goal=empty).cost == 1
    assert repair_givens(puzzle, filled=True).cost == 1


def test_without_clues_filled_cells_force_only_the_full_picture():
    """Without clues filled cells single out only the picture that is filled everywhere."""
    puzzle = Puzzle([None] * 3, [None] * 3)
    found = repair_givens(puzzle, filled=True, limit=Limit(seconds=60))
    assert (found.cost, found.bound, found.complete, found.stopped) == (9, 9, True, None)
    assert repair_givens(puzzle).cost == 9
    empty = repair_givens(puzzle, goal=Grid(["..."] * 3), filled=True)
    assert (empty.found, empty.complete) == (False, True)


def test_a_unique_puzzle_and_one_without_solution():
    found = repair_givens(Puzzle([[1], [2]], [[2], [1]]))
    assert (found.cost, found.changes, found.optimal, found.verdict) == (0, (), True, Verdict.UNIQUE)
    found = repair_givens(Puzzle([[2], [], [2]], [[1, 1], [2]]))
    assert (found.found, found.verdict, found.complete) == (False, Verdict.UNSOLVABLE, True)


def test_misuse():
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    with pytest.raises(UsageError, match="goal"):
        repair_givens(puzzle, goal=Grid(["##", "##"]))
    with pytest.raises(UsageError, match="weight"):
        repair_givens(puzzle, weights={(0, 0): 0})
    with pytest.raises(UsageError, match="cell"):
        repair_givens(puzzle, weights={(2, 0): 1})


def test_a_limit_in_the_beam_search_leaves_few_cells(monkeypatch):
    def too_late(*_, **__):
        raise OutOfReach(Stopped.SECONDS)

    monkeypatch.setattr(module, "easily_forced", too_late)
    found = repair_givens(Puzzle([[1]] * 7, [[1]] * 7), goal=ANY)
    assert found.stopped == "seconds"
    assert found.cost == 6


def test_a_limit_leaves_a_sufficient_repair_or_none():
    goal = Grid([[int(row == column) for column in range(12)] for row in range(12)])
    puzzle = goal.puzzle(palette(1))
    for seconds in (0, 0.02, 0.05, 0.2):
        found = repair_givens(puzzle, goal=goal, limit=Limit(seconds=seconds))
        assert found.optimal or found.stopped == "seconds"
        assert found.bound <= 11
        if found.found:
            assert found.grid == goal
            assert found.verdict in (Verdict.UNIQUE, Verdict.UNKNOWN)  # the final check can run out of time
            assert check(found.repaired).solutions == (goal,)


def test_a_blank_puzzle_takes_no_board_for_each_of_its_cells(monkeypatch):
    """Each is a region by itself."""
    copies, copied = [], Board.copy
    monkeypatch.setattr(Board, "copy", lambda board: copies.append(board) or copied(board))
    for side in (2, 20):
        found = repair_givens(Puzzle([None] * side, [None] * side))
        assert (found.cost, found.optimal, found.complete) == (side * side, True, True)
    assert len(copies) == 2 * 2  # two passes that spare cells


@pytest.mark.slow
def test_a_limit_of_memory_is_kept_in_a_process_of_its_own():
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    found = repair_givens(puzzle, limit=Limit(memory=400_000_000))
    assert (found.cost, found.optimal) == (repair_givens(puzzle).cost, True)
    assert_suffices(puzzle, found)
    stopped = repair_givens(Puzzle([[1]] * 150, [[1]] * 150), limit=Limit(memory=40_000_000))
    assert stopped.stopped is Stopped.MEMORY
    assert not stopped.found or check(stopped.repaired).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_givens_of_any_lines_are_the_fewest(seed):
    puzzle = arrangement(seed)
    pictures = cell_solutions(puzzle)
    repair = repair_givens(puzzle, goal=ANY)
    if not pictures or len(pictures) > 60:
        assert repair.found == bool(pictures)
        return
    cells = range(sum(puzzle.row_lengths))
    fewest = next(
        size
        for size in count()
        for shown in combinations(cells, size)
        if 1 in Counter(tuple(picture[cell] for cell in shown) for picture in pictures).values()
    )
    assert repair.bound <= fewest <= repair.cost
    assert repair.optimal == (repair.cost == repair.bound)
    assert repair.optimal


def test_a_puzzle_of_several_solutions_needs_a_given_at_least(monkeypatch):
    """Even if no repair is proved before a limit is met."""

    def attempt(self, *_args, **_options):
        self.stop(End(Stopped.SECONDS))

    monkeypatch.setattr("nonosat.repairs.repair_givens.Work.attempt", attempt)
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    for goal in (ANY, Grid(["#.", ".#"])):
        assert repair_givens(puzzle, goal=goal).bound == 1


def noise(side, seed):
    random = Random(seed)
    return Grid([[random.randint(0, 1) for _ in range(side)] for _ in range(side)])


def test_when_a_limit_comes_first_what_lines_leave_open_is_revealed_and_cells_are_spared():
    """Of 1,493 open cells; the solver is never asked."""
    goal = noise(40, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "explore", stopped_exploration)
        found = repair_givens(goal.puzzle(goal=goal))
    assert found.found
    assert found.cost == len(found.changes) < 80
    assert (found.verdict, found.complete) == ("unique", False)
    assert check(found.repaired).solutions == (goal,)


def stopped_exploration(puzzle, *_, **__):
    """Returns what is known of a puzzle once propagation is over."""
    exploration = Exploration(puzzle)
    propagate(exploration.board)
    exploration.solvable, exploration.end = True, End(Stopped.SECONDS)
    return exploration


@given(unsettled_puzzles(6, 2), st.data())
def test_spared_cells_suffice_by_lines_and_each_pass_may_end_at_any_moment(puzzle, data):
    solution = bytes(next(solutions_of(puzzle)))
    board = Board(puzzle)
    propagate(board)
    cells = [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]
    left = [data.draw(st.sampled_from([0, 1, 3, 10, 10**9]))]

    def tick():
        left[0] -= 1
        if left[0] < 0:
            raise OutOfReach(Stopped.SECONDS)

    enough = spared(board, solution, cells, tick)
    assert {*enough} <= {*cells}
    for cell in enough:
        board.fix(cell, solution[cell])
    assert propagate(board) is None
    assert not board.open_cells()
    assert spared(board, solution, [], lambda: None) == []
