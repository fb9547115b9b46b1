"""The stages of a search: each is forced in turn, and all together agree with brute force."""

import dis
import inspect
import sys
from dataclasses import fields
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from effort import tries
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles import dominoes, solutions_of
from strategies import any_puzzle

import nonosat as ns
from nonosat.lines.board import Board
from nonosat.lines.compiled import Kernel
from nonosat.lines.propagate import propagate
from nonosat.lines.stages import Schedule
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration
from nonosat.sat.encodings import encode
from nonosat.search.board_solver import ClauseSolver
from nonosat.search.options import configurations
from nonosat.search.outcome import Outcome, Stats, Verdict
from nonosat.search.search import Search, search
from nonosat.search.task import Task
from nonosat.support.limits import Clock, Limit

ALONE = ns.SearchOptions(portfolio=1)
SCHEDULES = {
    "learner first": Schedule(1, 0, 10**9, 10**9, 1, 10_000),
    "depth": Schedule(1, 0, 10**9, 10**9, 1, 10_000, 0),
    "one conflict a round": Schedule(1, 0, 1000, 300, 1, 10_000),
    "solver soon": Schedule(1, 0, 1, 0, 2, 10_000),
    "solver only": Schedule(1, 0, 0, 0, 500, 10_000),
}
"""They have no probing settle what the later stages are to search, and these take turns sooner."""

needs_kernel = pytest.mark.skipif(Kernel is None, reason="the learner is compiled only")


@pytest.fixture(params=SCHEDULES)
def stages(request):
    return request.param


def all_of(puzzle, most=200):
    """All solutions, or None if there are too many of them, or it would take long to find them."""
    try:
        found = {*map(bytes, islice(solutions_of(puzzle, most=3000), most + 1))}
    except TimeoutError:
        return None
    return found if len(found) <= most else None


def searched(puzzle, schedule=None, known=(), **limits):
    """Returns the solutions found, and the outcome."""
    outcome = Outcome()
    (configuration,) = configurations(ALONE)
    task = Task(
        puzzle=puzzle, configuration=configuration, limit=Limit(**limits), excluded=known, schedule=schedule
    )
    return [grid.cells for grid in search(task, outcome)], outcome


@given(puzzle=any_puzzle, conflicts=st.integers(0, 9), number=st.integers(1, 3))
@settings(max_examples=tries(100), suppress_health_check=[*HealthCheck])
def test_every_plan_of_stages_agrees_with_brute_force(stages, puzzle, conflicts, number):
    expected = all_of(puzzle)
    if expected is None:
        return
    verdict = [Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(expected), 2)]
    schedule = SCHEDULES[stages]
    found, outcome = searched(puzzle, schedule)
    assert (len(found), {*found}, outcome.complete) == (len(expected), expected, True)
    assert outcome.verdict is verdict
    assert searched(puzzle, schedule, solutions=2)[1].verdict is verdict
    some, outcome = searched(puzzle, schedule, solutions=number)
    assert len(some) == len({*some}) == min(number, len(expected))
    assert {*some} <= expected
    few, outcome = searched(puzzle, schedule, conflicts=conflicts)
    assert {*few} <= expected
    assert outcome.complete is ({*few} == expected) or outcome.stopped
    known = tuple(sorted(expected)[::2])
    rest, outcome = searched(puzzle, schedule, known=known)
    assert sorted([*rest, *known]) == sorted(expected)
    assert outcome.complete


@needs_kernel
def test_each_stage_ends_some_puzzles(stages):
    random, ended = Random(1), set()
    most = 3 if stages.startswith("solver") else 2  # the second one is often an exchange away
    for _ in range(40):
        puzzle = Grid([bytes(random.random() < 0.5 for _ in range(16)) for _ in range(16)]).puzzle()
        stats = searched(puzzle, SCHEDULES[stages], solutions=most)[1].stats
        ended.add("clauses" if stats.clauses else "learner" if stats.beliefs else "lines")
    assert "clauses" in ended or not stages.startswith("solver")
    assert "clauses" not in ended or stages != "learner first"
    assert "learner" in ended or stages.startswith("solver")


@needs_kernel
@pytest.mark.parametrize(("switches", "needs_learner"), [(10, False), (11, True)])
def test_a_few_open_cells_need_no_learner(switches, needs_learner):
    """Switches of four cells each, so that no probe settles all of them."""
    side = 2 * switches
    apart = [(row, column, 0) for row in range(side) for column in range(side) if row // 2 != column // 2]
    outcome = searched(Puzzle([[1]] * side, [[1]] * side, givens=apart), solutions=2)[1]
    assert outcome.stats.open_cells == 4 * switches
    assert bool(outcome.stats.beliefs) == needs_learner


def loaded(board):
    return ClauseSolver(encode(board), Clock(), Configuration(DEFAULT), lambda _: None)


def test_two_solvers_of_one_puzzle_number_its_cells_each_in_its_own_way():
    """Knowledge of one solver can be given to another, whose board is narrower, as cells and colours."""
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    wide, narrow = Board(puzzle), Board(puzzle)
    for board in (wide, narrow):
        assert propagate(board) is None
    assert propagate(narrow, narrow.fix(7, 1)) is None
    expected = {picture for picture in map(bytes, solutions_of(puzzle)) if picture[7]}
    for first, second in ((wide, narrow), (narrow, wide)):
        solvers = [loaded(board) for board in (first, second)]
        found = set()
        with solvers[0], solvers[1]:
            assert solvers[0].variables != solvers[1].variables
            for solver in solvers:
                solver.add_units([-8, 25 + 8, -(25 + 3)])
            for turn in range(len(expected)):
                solver = solvers[turn % 2]
                assert solver.solve()
                picture = solver.picture().cells
                found.add(picture)
                for each in solvers:
                    each.exclude(picture)
                    each.prefer(picture)
            assert not any(each.solve() for each in solvers)
        assert found == expected


def test_a_solution_of_another_search_counts_once():
    class Solver:
        def __init__(self):
            self.excluded = []

        def exclude(self, picture):
            self.excluded.append(picture)

    class Stages:
        learns = False

    (configuration,) = configurations(ALONE)
    outcome, solver = Outcome(), Solver()
    task = Task(puzzle=Puzzle([[1], [1]], [[1], [1]]), configuration=configuration, excluded=(b"\1\0\0\1",))
    search = Search(task, outcome, None, None)
    search._stages = Stages()
    assert outcome.found == 1
    for pictures in ([b"\1\0\0\1"], [b"\0\1\1\0", b"\0\1\1\0"], [b"\0\1\1\0"]):
        search._take_in(pictures, solver)
    assert (outcome.found, solver.excluded) == (2, [b"\0\1\1\0"])


def test_others_that_join_in_leave_the_search_the_one_of_a_single_worker():
    class Joined:
        answer_budget = None

        def tick(self):
            pass

        def inform(self, picture):
            pass

        def end(self):
            pass

    (configuration,) = configurations(ALONE)
    figures, joined = [], []
    for budget in (None, 150):
        task = Task(
            puzzle=Puzzle(*dominoes(9)),
            configuration=configuration,
            schedule=Schedule(1, 1, 1, 1, 10, 10_000),
            answer_budget=budget,
        )
        outcome = Outcome()
        found = [*search(task, outcome, join=lambda rest: joined.append(rest) or Joined())]
        figures.append(([grid.cells for grid in found], outcome.stats.conflicts, outcome.verdict))
    assert figures[0] == figures[1]
    assert len(joined) == 1
    assert figures[0][1] > 500


def test_a_contradictory_fact_ends_the_search():
    board = Board(Puzzle([[1], [1]], [[1], [1]]))
    assert propagate(board, board.fix(0, 1)) is None
    twin = Board(Puzzle([[1], [1], [1]], [[1], [1], [1]]))
    assert propagate(twin, twin.fix(0, 1)) is None
    with loaded(twin) as solver:
        solver.add_units([9 + 1, -(9 + 2)])
        assert solver.solve()
        solver.add_units([9 + 2])
        assert solver.solve() is False


@needs_kernel
def test_a_search_is_the_same_for_the_same_seed_and_varies_with_it():
    random = Random(4)
    board = Board(Grid([bytes(random.random() < 0.45 for _ in range(30)) for _ in range(30)]).puzzle())
    courses = []
    for seed in (0, 0, 1):
        stages = board.solver.search(board.candidates, seed, 1, True, SCHEDULES["learner first"])
        result, picture = stages.step(600, None, None)
        courses.append((result, picture, stages.conflicts, stages.work, stages.best_colours()))
        assert stages.figures()["beliefs"] > 0
        assert stages.learns
    assert courses[0] == courses[1] != courses[2]


@pytest.mark.slow
def test_one_budget_of_conflicts_is_enough_for_what_the_solver_does_with_a_quarter():
    from nonosat.apps.generation import rings

    puzzle = rings(80, 3).puzzle()
    report = ns.check(puzzle, limit=Limit(conflicts=20_000), options=ALONE)
    assert report.verdict is not Verdict.UNKNOWN
    assert report.stats.conflicts <= 20_000 + 4000


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="a fault of CPython 3.11")
def test_an_exception_out_of_memory_leaves_every_try_of_the_search():
    """Beyond the 256th instruction CPython 3.11 makes an int to do so, and without memory it tries for ever."""

    def codes(code):
        yield code
        for constant in filter(inspect.iscode, code.co_consts):
            yield from codes(constant)

    path = inspect.getfile(Search)
    for code in codes(compile(Path(path).read_text(encoding="utf-8"), path, "exec")):
        for entry in dis._parse_exception_table(code):
            assert not entry.lasti or entry.end // 2 <= 256, code.co_qualname


# --- statistics


OF_SOLVER = ("variables", "clauses", "encode", "load", "rest", "backend")
"""Figures that are not of the stages of the kernel."""


def test_the_kernel_states_each_figure_of_its_stages_by_name():
    board = Board(Puzzle([[1]] * 3, [[1]] * 3))
    stages = board.solver.search(board.candidates, 0, 2, True, None)
    assert {*stages.figures(), *OF_SOLVER} == {field.name for field in fields(Stats)}


def test_two_parts_of_a_search_add_up_their_work_and_have_the_sizes_of_the_second():
    names = [field.name for field in fields(Stats) if field.name != "backend"]
    first, second = (Stats(**{name: part + at for at, name in enumerate(names)}) for part in (100, 2000))
    both, of_second = first._and_then(second), {"cells", "variables", "clauses"}
    for name in names:
        one, other = getattr(first, name), getattr(second, name)
        expected = one if name == "open_cells" else other if name in of_second else one + other
        assert getattr(both, name) == expected, name
