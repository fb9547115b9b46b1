"""A picture at hand: the first solution if it is one, with another one near it; otherwise it changes nothing."""

from itertools import chain, islice
from random import Random

import pytest
from effort import tries
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import any_puzzle

import nonosat as ns
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference
from nonosat.lines.solver import Kernel
from nonosat.lines.stages import EXHAUSTED, FOUND, Schedule
from nonosat.model.clues import line_clue
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid
from nonosat.model.shapes import triddler
from nonosat.search.options import configurations
from nonosat.search.outcome import Outcome, Verdict
from nonosat.search.search import search
from nonosat.search.task import Task
from nonosat.support.limits import Limit

SCHEDULES = [
    None,
    Schedule(1, 0, 10**9, 10**9, 1, 10_000),
    Schedule(1, 0, 1, 0, 2, 10_000),
    Schedule(1, 1, 1000, 300, 1, 1),
]
"""The usual one, the learner first, the solver soon, and that of a large board."""

UNPROBED = Schedule(0, 100, 1, 0, 1, 10_000)
"""Without brief probing, so that exchanges come first."""

needs_kernel = pytest.mark.skipif(Kernel is None, reason="only the kernel looks for neighbours")
ALONE = ns.SearchOptions(portfolio=1)
THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))

EXCHANGES = {
    "2x2": ["#.", ".#"],
    "three rows": [".##..", "#....", ".#..#", "#.##.", "...#."],
    "four rows": [".###.##", "#.#...#", "##.#..#", "...##..", ".##....", "..#...#", "..#.#.#"],
    "2x2 in colour": ["#.r..", ".#...", ".rr..", ".r...", ".r..."],
    "a single cell past another one": ["#.#..", "##.#.", ".#.#.", "###..", "..#.#"],
    "the same in colour": [".#r..", "....#", "...rr", ".#..r", ".r.r."],
    "three rows in colour": ["..rr.", ".....", ".r..r", ".#r..", "#.##."],
}


def all_of(puzzle, most=200):
    """All solutions; None if there are too many, or it would take long to find them."""
    try:
        solutions = {*map(bytes, islice(solutions_of(puzzle, most=3000), most + 1))}
    except TimeoutError:
        return None
    return solutions if len(solutions) <= most else None


def drawn(rows):
    """The puzzle of a picture, which is its goal."""
    grid = Grid([[".#r".index(cell) for cell in row] for row in rows])
    return grid.puzzle(THREE, goal=grid)


def changed(one, other):
    return {cell for cell, (here, there) in enumerate(zip(one, other, strict=True)) if here != there}


def with_hint(puzzle, hint, schedule=None, most=None, known=()):
    """The solutions in order, and the outcome."""
    outcome = Outcome()
    task = Task(
        puzzle=puzzle,
        configuration=configurations(ALONE)[0],
        limit=Limit(solutions=most),
        schedule=schedule,
        hint=hint,
        excluded=known,
    )
    return [grid.cells for grid in search(task, outcome)], outcome


def grid_of(puzzle, cells):
    return Grid._of(puzzle, bytes(cells))


@st.composite
def puzzles_with_hints(draw):
    """A puzzle, all its solutions, and a picture: one of these, one of them with a cell changed, or any."""
    puzzle = draw(any_puzzle).replace(goal=None)
    expected, colours = all_of(puzzle), len(puzzle.palette)
    cells = sum(puzzle.row_lengths)
    picture = [*draw(st.lists(st.integers(0, colours - 1), min_size=cells, max_size=cells))]
    if expected and draw(st.booleans()):
        picture = [*draw(st.sampled_from(sorted(expected)))]
        if draw(st.integers(0, 2)) == 0:
            picture[draw(st.integers(0, cells - 1))] = draw(st.integers(0, colours - 1))
    return puzzle, expected, bytes(picture)


@pytest.mark.parametrize("schedule", SCHEDULES)
@given(case=puzzles_with_hints())
@settings(max_examples=tries(60), suppress_health_check=[*HealthCheck])
def test_a_hint_right_or_wrong_leaves_the_answers_of_brute_force(schedule, case):
    puzzle, expected, picture = case
    if expected is None:
        return
    found, outcome = with_hint(puzzle, grid_of(puzzle, picture), schedule)
    assert sorted(found) == sorted(expected)
    assert outcome.complete
    if picture in expected:
        assert found[0] == picture
    some, outcome = with_hint(puzzle, grid_of(puzzle, picture), schedule, most=2)
    assert outcome.verdict is [Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(expected), 2)]
    assert len({*some}) == len(some) == min(2, len(expected))
    known = tuple(sorted(expected)[::2])
    rest, _ = with_hint(puzzle, grid_of(puzzle, picture), schedule, known=known)
    assert sorted([*rest, *known]) == sorted(expected)


@pytest.mark.parametrize("rows", EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_of_a_few_cells_is_found_before_anything_is_learned(rows):
    puzzle = drawn(rows)
    assert len(all_of(puzzle)) > 1
    report = ns.check(puzzle)
    assert report.verdict is Verdict.MULTIPLE
    assert report.solutions[0] == puzzle.goal
    assert report.stats.conflicts == 0
    found, outcome = with_hint(puzzle, None, UNPROBED, most=2)
    assert found[0] == puzzle.goal.cells
    assert len(found) == 2
    assert (outcome.stats.probes, outcome.stats.conflicts) == (0, 0)


def test_cells_of_a_triddler_are_exchanged():
    random, shape, sizes = Random(1), triddler(4, 4, 4, -2), set()
    for _ in range(60):
        goal = Grid([bytes(random.random() < 0.5 for _ in range(n)) for n in shape.row_lengths], ragged=True)
        found, outcome = with_hint(goal.triddler(4, 4, -2, goal=goal), None, UNPROBED, most=2)
        if len(found) == 2 and not outcome.stats.probes:
            sizes.add(len(changed(*found)))
    assert sizes


def test_a_known_picture_comes_first_whatever_the_goal_is():
    puzzle = drawn(["#.", ".#"])
    other = Grid([".#", "#."])
    for seconds in (None, 20):
        assert ns.check(puzzle, known=other, seconds=seconds).solutions[0] == other
    assert ns.solve(puzzle, known=other) == other
    assert ns.solve(puzzle, known=Grid(["##", "##"])) in (puzzle.goal, other)
    for picture, reason in (
        (["#"], "the picture has 1x1 cells, the puzzle 2x2"),
        ([[0, 9], [0, 0]], "colour 9"),
    ):
        with pytest.raises(ns.UsageError, match=reason):
            ns.check(puzzle, known=Grid(picture))


@pytest.mark.parametrize("kind", ["seconds", "memory"])
def test_a_limit_that_leaves_no_time_still_gives_the_picture_at_hand(kind):
    puzzle = drawn(EXCHANGES["2x2"])
    report = ns.check(puzzle, seconds=0, memory=None if kind == "seconds" else 200_000_000)
    assert report.verdict is Verdict.UNKNOWN
    assert report.solutions == (puzzle.goal,)
    wrong = puzzle.replace(goal=Grid(["##", "##"]))
    assert ns.check(wrong, seconds=0).solutions == ()


def test_a_process_that_is_ended_for_its_memory_loses_no_picture_at_hand():
    random = Random(1)
    picture = Grid([bytes(random.random() < 0.5 for _ in range(500)) for _ in range(500)])
    report = ns.check(picture.puzzle().replace(goal=picture), memory=30_000_000)
    assert (report.stopped, report.solutions) == ("memory", (picture,))


def is_exchange(puzzle, picture, other):
    """Whether up to 8 cells of an ink and the background change, and each line with a clue keeps its blocks, with two or none."""
    cells = changed(picture, other)
    inks = {picture[cell] or other[cell] for cell in cells}
    if not cells or len(cells) > 8 or len(inks) > 1 or any(picture[cell] and other[cell] for cell in cells):
        return False
    for line, clue in zip(chain(*puzzle.geometry.families), chain(*puzzle.clue_families), strict=True):
        before, after = (bytes(colours[cell] for cell in line) for colours in (picture, other))
        if clue is not None and (
            len(changed(before, after)) not in (0, 2) or line_clue(before) != line_clue(after)
        ):
            return False
    return True


@needs_kernel
@given(st.data())
@settings(max_examples=tries(150), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_kernel_and_reference_find_all_exchanges_of_brute_force(data):
    puzzle = data.draw(any_puzzle).replace(goal=None)
    lines, clues = [*chain(*puzzle.geometry.families)], [*chain(*puzzle.clue_families)]
    with_clue = {cell for line, clue in zip(lines, clues, strict=True) if clue is not None for cell in line}
    expected = all_of(puzzle) if len(with_clue) == puzzle.geometry.cell_count else None
    assume(expected and len(expected) > 1)
    picture = data.draw(st.sampled_from(sorted(expected)))
    near = {other for other in expected if is_exchange(puzzle, picture, other)}
    shortest = {
        other for other in near if not any(changed(picture, less) < changed(picture, other) for less in near)
    }
    board = Board(puzzle)
    propagate(board)
    found = set()
    for cycle in board.cycles(picture):
        found.add(bytes(cycle.get(cell, colour) for cell, colour in enumerate(picture)))
    assert shortest <= found <= near
    stages = board.solver.search(board.candidates, 0, 2, False, UNPROBED)
    stages.hint(picture)
    assert stages.step(1000, None, None) == (FOUND, picture)
    _, other = stages.step(1000, None, None)
    probes = stages.figures()["probes"]
    assert (other in near and not probes) if near else probes


@needs_kernel
def test_a_solution_that_is_excluded_has_its_neighbour_found():
    puzzle = drawn(EXCHANGES["three rows"]).replace(goal=None)
    picture = drawn(EXCHANGES["three rows"]).goal
    (other,), outcome = with_hint(puzzle, None, UNPROBED, most=2, known=(picture.cells,))
    assert other != picture.cells
    assert (outcome.verdict, outcome.stats.probes) == (Verdict.MULTIPLE, 0)


def test_the_first_solution_is_the_goal_for_every_question():
    puzzle = drawn(EXCHANGES["2x2"])
    for goal in (["#.", ".#"], [".#", "#."]):
        puzzle = drawn(goal)
        assert ns.solve(puzzle) == puzzle.goal
        assert next(ns.solutions(puzzle)) == puzzle.goal
        assert ns.check(puzzle, seconds=20).solutions[0] == puzzle.goal


def test_a_search_without_a_learner_that_ends_early_knows_the_goal():
    """Never "no solution" beside a goal that is one."""
    grid = Grid(
        [bytes(random.random() < 0.4 for _ in range(50)) for random in [Random(7)] for _ in range(50)]
    )
    report = ns.check(grid.puzzle(goal=grid), limit=ns.Limit(conflicts=0))
    assert report.solutions[0] == grid


@pytest.mark.parametrize("compiled", [False, True])
def test_a_hint_that_contradicts_the_givens_is_ignored(compiled):
    puzzle = drawn(EXCHANGES["2x2"]).replace(givens=[ns.Given(0, 0, 0)])
    board = Board(puzzle)
    if not compiled:
        board.solver = Reference(puzzle.geometry, board.clues, board.colours)
    stages = board.solver.search(board.candidates, 0, 2, False, None)
    stages.hint(puzzle.goal.cells)
    result, picture = stages.step(0, None, None)
    assert (result, picture) == (FOUND, bytes([0, 1, 1, 0]))


def test_the_reference_starts_with_the_hint():
    puzzle = drawn(EXCHANGES["three rows"])
    board = Board(puzzle)
    board.solver = Reference(puzzle.geometry, board.clues, board.colours)
    for hint in (puzzle.goal.cells, bytes(25), bytes([9] * 25)):
        stages = board.solver.search(board.candidates, 0, 2, False, None)
        stages.hint(hint)
        result, picture = stages.step(0, None, None)
        assert (result, picture == hint) == ((FOUND, True) if hint == puzzle.goal.cells else (result, False))


@needs_kernel
def test_hints_come_before_the_first_step_and_have_a_byte_for_each_cell():
    board = Board(drawn(EXCHANGES["2x2"]))
    stages = board.solver.search(board.candidates, 0, 2, False, None)
    with pytest.raises(TypeError):
        stages.hint(b"12")
    assert stages.step(0, None, None)[0] in (FOUND, EXHAUSTED)
    with pytest.raises(ValueError, match="before the first step"):
        stages.hint(bytes(4))
