"""What comes before clauses: which steps a search takes, and that each of them ends what it should."""

from pathlib import Path
from random import Random

import pytest

import nonosat as ns
from nonosat.solving.engine.schedule import ALL, DIVE, ONE, PROBE, Step, begins_briefly, searchable, steps
from nonosat.solving.lines import diving
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.probing import probe
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.solver import Kernel

ALONE = ns.SearchOptions(workers=1)
ROOT = Path(__file__).parents[3]


def random_puzzle(seed, side=14, density=0.5):
    random = Random(seed)
    return ns.Grid([[random.random() < density for _ in range(side)] for _ in range(side)]).puzzle()


def test_large_boards_are_not_searched_depth_first():
    assert steps(None, 10, 20) == steps(2, 10, 20) == ALL
    assert steps(1, 10, 20) == ONE
    for open_cells, cells in (10_000, 10_000), (10, 1_000_000):
        assert not searchable(open_cells, cells)
        for solutions in (1, 2):
            assert {*steps(solutions, open_cells, cells)} == {DIVE}
            assert not begins_briefly(solutions, open_cells, cells)


@pytest.mark.skipif(Kernel is None, reason="without the kernel only small boards begin so")
@pytest.mark.parametrize("plan", [(PROBE,), (DIVE, PROBE), (PROBE, DIVE)])
@pytest.mark.parametrize("name", ["bicycle", "rings-40", "unsolvable-by-search"])
def test_for_one_solution_most_of_probing_waits_for_its_turn(monkeypatch, name, plan):
    """Of puzzles that it settles."""
    monkeypatch.setattr("nonosat.solving.engine.opening.BRIEFLY", 0)
    monkeypatch.setattr("nonosat.solving.engine.schedule.ONE", plan)
    puzzle = ns.load(ROOT / "puzzles" / f"{name}.non")
    found = ns.check(puzzle, limit=ns.Limit(solutions=1), options=ALONE)
    assert len(found.solutions) == (name != "unsolvable-by-search")
    assert found.stats.probes or plan[0] == DIVE
    assert (found.stats.beliefs > 0) is (plan[0] == DIVE)
    assert not found.stats.clauses


@pytest.mark.skipif(Kernel is None, reason="without the kernel only small boards are searched so")
@pytest.mark.parametrize(
    ("plan", "suppositions"),
    [
        ((), 0),
        ((Step(200), Step(200)), 400),
        ((Step(200), Step(200, -1), Step(200)), 200),
        ((Step(200), Step(200, -1, True), Step(200)), 400),
    ],
)
def test_a_tree_that_seems_too_large_is_given_up_or_a_step_left_out(monkeypatch, plan, suppositions):
    monkeypatch.setattr("nonosat.solving.engine.schedule.ALL", plan)
    puzzle = random_puzzle(0, 25, 0.4)
    before = Board(puzzle)
    propagate(before)
    probes = probe(before).probes
    report = ns.check(puzzle, limit=ns.Limit(conflicts=0), options=ALONE)
    assert 0 <= report.stats.probes - probes - suppositions <= 4


def test_every_try_has_its_turn():
    assert ONE.count(DIVE) >= len(diving.ONE_SOLUTION)
    assert ALL.count(DIVE) >= len(diving.OPENING)


@pytest.mark.skipif(Kernel is None, reason="without the kernel other boards are small enough")
def test_small_boards_need_neither_beliefs_nor_clauses_for_a_verdict():
    verdicts = set()
    for seed in range(40):
        report = ns.check(random_puzzle(seed), options=ALONE)
        assert not report.stats.beliefs
        assert not report.stats.clauses
        assert report.stats.probes or report.line_solvable
        verdicts.add((report.verdict, report.stats.dives > 0))
    assert (ns.Verdict.MULTIPLE, True) in verdicts


@pytest.mark.parametrize("seed", range(5))
def test_all_solutions_are_those_of_a_solver_alone(seed):
    puzzle = random_puzzle(seed, 9)
    plain = {grid.cells for grid in ns.solutions(puzzle, options=ns.SearchOptions(backend="glucose4"))}
    found = [grid.cells for grid in ns.solutions(puzzle, options=ALONE)]
    assert len(found) == len({*found})
    assert {*found} == plain


@pytest.mark.skipif(Kernel is None, reason="without the kernel other boards are small enough")
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_guided_search_takes_turns_with_solvers(monkeypatch, seed):
    """It finds a solution here before the second turn of a solver of clauses."""
    monkeypatch.setattr("nonosat.solving.engine.schedule.ONE", ())
    monkeypatch.setattr("nonosat.solving.sat.backends.alternating._FIRST", 1)
    monkeypatch.setattr(
        diving, "LATER", tuple(each for each in diving.LATER if each.suppositions or each.solver)
    )
    puzzle = random_puzzle(seed, 25, 0.4)
    report = ns.check(puzzle, limit=ns.Limit(solutions=1), options=ALONE)
    assert report.solutions[0].satisfies(puzzle)
    assert report.stats.conflicts < 625  # one for each cell, which is the turn after that
    assert report.stats.probes > 500


@pytest.mark.parametrize("name", ["ONE_SOLUTION", "OPENING"])
@pytest.mark.parametrize("sides", [12, 20])
def test_guided_search_finds_solutions(monkeypatch, name, sides):
    tries = [diving.Try(diving.FREE, 20, suppositions=5000)]
    monkeypatch.setattr(diving, name, tries)
    monkeypatch.setattr("nonosat.solving.engine.schedule.ONE", (DIVE,))
    monkeypatch.setattr("nonosat.solving.engine.schedule.ALL", (DIVE,))
    for seed in range(4):
        puzzle = random_puzzle(seed, sides)
        limit = ns.Limit(solutions=1 if name == "ONE_SOLUTION" else 2)
        found = list(ns.solutions(puzzle, limit=limit, options=ALONE))
        assert found
        assert all(grid.satisfies(puzzle) for grid in found)
