"""Searches in child processes: limits, dead processes, and no leaks."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from itertools import islice
from pathlib import Path
from sys import maxsize

import pytest
from effort import quick
from oracles import dominoes
from patience import patient
from servers import children

import nonosat.sat.backends.pysat
import nonosat.search.portfolio
import nonosat.search.questions
import nonosat.search.search
from nonosat.lines.board import Board
from nonosat.lines.propagate import Deduction
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import BACKENDS, DEFAULT, Configuration
from nonosat.search.options import SearchOptions, configurations
from nonosat.search.outcome import Outcome, Searching, Verdict
from nonosat.search.portfolio import Portfolio, search_in_parallel
from nonosat.search.questions import check, searched
from nonosat.search.search import search
from nonosat.search.task import Overtaken, Task
from nonosat.support.children import processes
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

PERMUTATIONS = Puzzle([[1]] * 5, [[1]] * 5)
BY_LINES = Puzzle([[1], [2]], [[2], [1]])
UNIQUE = Puzzle(*dominoes(8))
ENDLESS = Puzzle(*dominoes(24))
"""Nothing here proves that its solution is the only one within hours."""

PLENTY = Limit(seconds=3600, memory=1_000_000_000)  # of memory, as other limits need no child process


def alive(pid):
    """Returns True if a process runs; one that has ended and is not reaped yet does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pids):
    """Returns True once these processes have ended, which can take a moment."""
    for _ in range(500):
        if not any(map(alive, pids)):
            return True
        time.sleep(0.02)
    return False


def idle():
    return [each.process.pid for each in processes._idle]


# --- the same answers


@pytest.mark.parametrize("puzzle", [PERMUTATIONS, BY_LINES, UNIQUE, Puzzle([[2], []], [[2], []])])
@pytest.mark.parametrize("options", [{}, {"backend": DEFAULT}, {"backend": "cadical195"}, {"portfolio": 2}])
def test_a_child_process_answers_as_this_one_does(puzzle, options):
    here = searched(puzzle, options=SearchOptions(backend=DEFAULT))
    there = searched(puzzle, options=SearchOptions(**options), limit=PLENTY)
    assert set(here) == set(there)
    assert (here.found, here.verdict, here.complete) == (there.found, there.verdict, there.complete)
    assert (here.line_solvable, here.stopped) == (there.line_solvable, there.stopped)
    assert here.stats.open_cells == there.stats.open_cells


def test_without_limits_there_is_no_other_process():
    before = children(os.getpid())
    assert check(PERMUTATIONS).verdict is Verdict.MULTIPLE
    assert children(os.getpid()) == before


def test_a_time_limit_starts_no_other_process():
    before = children(os.getpid())
    limit = Limit(seconds=3600, conflicts=300)  # conflicts end it, independent of the load of the machine
    report = check(ENDLESS, options=SearchOptions(backend=DEFAULT), limit=limit)
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "conflicts")
    assert report.stats.backend == DEFAULT
    assert children(os.getpid()) == before


def test_a_solver_that_does_not_keep_its_time_gets_the_narrowed_board_in_a_child(monkeypatch):
    tasks = []

    def search_elsewhere(task, *arguments, **options):
        tasks.append(task)
        return search_in_parallel(task, *arguments, **options)

    monkeypatch.setattr(nonosat.search.portfolio, "search_in_parallel", search_elsewhere)
    puzzle = Puzzle(*dominoes(10)).replace(givens=[(0, 0, 1)])
    for given in (puzzle, BY_LINES):
        report = check(given, seconds=3600, options=SearchOptions(backend="cadical195"))
        assert report.verdict is check(given).verdict
    (task,) = tasks
    board = Board(puzzle)
    board.candidates = task.narrowed
    assert 0 < board.open_cells() < board.cells


def test_the_effort_of_both_parts_of_a_search_is_added(impatient):
    report = check(Puzzle(*dominoes(10)), options=SearchOptions(portfolio=2), seconds=3600)
    assert report.verdict is Verdict.UNIQUE
    assert report.stats.conflicts > 100
    assert report.stats.open_cells > 0
    assert report.line_solvable is False


def test_a_worker_is_used_again_whatever_the_verdict_was(idle_pids):
    for puzzle in (PERMUTATIONS, BY_LINES, UNIQUE, PERMUTATIONS):
        check(puzzle, limit=PLENTY, options=SearchOptions(backend=DEFAULT))
        assert idle() == idle_pids


def test_observers_are_called_for_both_halves_of_a_search_in_a_child():
    events = []
    puzzle = ENDLESS.replace(givens=[(0, 0, 1)])
    limit = Limit(seconds=3600, conflicts=3000)
    check(puzzle, limit=limit, options=SearchOptions(backend="cadical195"), observer=events.append)
    kinds = [type(event) for event in events]
    assert Deduction in kinds
    assert Searching in kinds
    assert kinds == sorted(kinds, key=lambda kind: kind is Searching)


# --- limits


@pytest.mark.slow_for("cp-sat")
@pytest.mark.parametrize(
    "backend",
    quick([*BACKENDS, "auto"], {"cadical195", "cp-sat", "auto"}.__contains__),
)
def test_time_runs_out_for_every_backend_and_what_it_found_counts(backend):
    options = SearchOptions(backend=backend)
    report = patient(
        lambda seconds: check(ENDLESS, options=options, seconds=seconds),
        lambda report: report.stats.open_cells,
    )
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "seconds")
    assert report.line_solvable is False
    assert report.stats.open_cells > 0
    assert all(grid.satisfies(ENDLESS) for grid in report.solutions)


@pytest.mark.slow
def test_a_first_solution_is_known_though_time_ran_out():
    options = SearchOptions(backend="cadical195")
    report = patient(
        lambda seconds: check(ENDLESS, options=options, seconds=seconds), lambda report: report.solutions
    )
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "seconds")
    assert len(report.solutions) == 1


OUT_OF_MEMORY = """
import nonosat as ns
from nonosat.apps.generation import julia
limit = ns.Limit(memory=60_000_000)
report = ns.check(julia(600).puzzle(), limit=limit)
print(report.verdict, report.stopped)
print(ns.check(ns.Puzzle([[1], [2]], [[2], [1]]), limit=limit).verdict)
"""


@pytest.mark.slow
def test_memory_runs_out_and_the_next_puzzle_has_all_of_it():
    """In a process of its own: the system takes the peak of a large one for that of its children."""
    run = subprocess.run([sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["unknown memory", "unique"]


def test_a_child_keeps_to_conflicts_and_solutions_too():
    report = check(
        ENDLESS, options=SearchOptions(backend="cadical195"), limit=Limit(seconds=3600, conflicts=200)
    )
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "conflicts")
    found = searched(PERMUTATIONS, limit=Limit(seconds=3600, solutions=7))
    assert len(set(found)) == 7
    assert (found.stopped, found.complete) == ("solutions", False)


# --- deaths


class Shot:
    """An observer that sends the solver's process a signal while it searches."""

    def __init__(self, number):
        self.number = number

    def __call__(self, event):
        if isinstance(event, Searching):
            for pid in children(os.getpid()):
                if pid not in self.spared:
                    os.kill(pid, self.number)

    def aim(self):
        processes.end_idle()  # another dead one could be chosen for the next puzzle before it is reaped
        self.spared = set(children(os.getpid()))
        return self


@pytest.mark.slow_for("11")
@pytest.mark.parametrize("number", quick([signal.SIGSEGV, signal.SIGKILL], signal.SIGSEGV.__eq__))
def test_a_solver_that_dies_leaves_the_puzzle_unknown_and_the_next_one_is_answered(number):
    shot = Shot(number).aim()
    report = check(ENDLESS, options=SearchOptions(backend="cadical195"), limit=PLENTY, observer=shot)
    assert report.verdict is Verdict.UNKNOWN
    assert (report.stopped, report.detail) == ("failure", f"the solver died ({number.name})")
    assert check(UNIQUE, limit=PLENTY).verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_when_one_of_several_dies_the_others_go_on():
    killed = []

    def once(event):
        if isinstance(event, Searching) and not killed:
            killed.extend(set(children(os.getpid())) - before)
            os.kill(killed[0], signal.SIGSEGV)

    check(BY_LINES, limit=PLENTY)
    while processes._idle:
        processes._idle.pop().end()
    before = set(children(os.getpid()))
    report = check(
        Puzzle(*dominoes(11)),
        options=SearchOptions(portfolio=2),
        limit=PLENTY,
        observer=once,
    )
    assert killed
    assert (report.verdict, report.stopped) == (Verdict.UNIQUE, None)


@pytest.fixture
def idle_pids():
    """The process that waits for a puzzle, a new one: when it ends, all its CPU time counts for the test."""
    processes.end_idle()
    check(BY_LINES, limit=PLENTY)
    return idle()


def test_an_idle_worker_that_died_is_replaced(idle_pids):
    for pid in idle_pids:
        os.kill(pid, signal.SIGKILL)
    assert gone(idle_pids)
    assert check(UNIQUE, limit=PLENTY).verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_closing_early_ends_the_process():
    before = set(children(os.getpid())) - set(idle())
    found = searched(Puzzle([[1]] * 9, [[1]] * 9), limit=PLENTY)
    next(found)
    mine = set(children(os.getpid())) - before
    assert mine
    found.close()
    assert gone(mine - set(idle()))
    assert (found.complete, found.verdict) == (False, Verdict.UNKNOWN)


PARENT = """
    import sys
    import nonosat as ns
    from oracles import dominoes
    def tell(event):
        print(*(open(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read().split()), flush=True)
    import os
    chosen = {"portfolio": 2} if sys.argv[1] == "portfolio" else {"backend": sys.argv[1]}
    options = ns.SearchOptions(**chosen)
    ns.check(ns.Puzzle(*dominoes(24)), seconds=3600, options=options, observer=tell)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", quick([signal.SIGTERM, signal.SIGKILL, signal.SIGINT], signal.SIGKILL.__eq__)
)
@pytest.mark.parametrize("backend", quick(["cadical195", "portfolio"], "cadical195".__eq__))
def test_no_child_outlives_its_parent(number, backend):
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PARENT), backend],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1] / "helpers"), *sys.path]),
        },
        text=True,
    )
    with parent:
        for _ in range(3):
            assert parent.stdout.readline()
        time.sleep(1)  # into the solver, which does not look up
        pids = children(parent.pid)
        assert pids
        parent.send_signal(number)
    assert gone(pids)


# --- several at once


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(nonosat.search.questions, "_SOLO_CONFLICTS", 100)


@pytest.mark.parametrize("limit", [None, PLENTY])
def test_others_join_in_when_a_puzzle_is_hard(impatient, limit):
    report = check(Puzzle(*dominoes(10)), options=SearchOptions(portfolio=2), limit=limit)
    assert report.verdict is Verdict.UNIQUE
    assert report.stopped is None


@pytest.mark.parametrize("conflicts", [0, 10**9])
def test_a_prover_goes_on_beside_the_learner_or_alone(impatient, monkeypatch, conflicts):
    """It begins anew when the other process has found a solution."""
    monkeypatch.setattr(nonosat.search.portfolio, "_CONFLICTS_BESIDE_PROVER", conflicts)
    assert [run.backend for run in configurations(SearchOptions(portfolio=2), 2)] == ["glucose4", "kissat404"]
    assert check(Puzzle(*dominoes(9)), options=SearchOptions(portfolio=2)).verdict is Verdict.UNIQUE
    several = Puzzle([[1, 1, 1]] * 14, [[1, 1, 1]] * 14)
    report = check(several, options=SearchOptions(portfolio=2))
    assert report.verdict is Verdict.MULTIPLE
    assert all(grid.satisfies(several) for grid in report.solutions)


@pytest.fixture
def overtaken(monkeypatch):
    """Another process always has an answer before this one; the list of those that were."""
    monkeypatch.setattr(nonosat.search.questions, "_SOLO_CONFLICTS", 1)
    tick, answers = Portfolio.tick, []

    def wait(self):
        try:
            while self._members:
                self._next_look = 0
                tick(self)
        except Overtaken:
            answers.append(self._answer)
            raise

    monkeypatch.setattr(Portfolio, "tick", wait)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("extra", [0, 2])
@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("most", [2, None])
def test_the_first_answer_of_another_process_ends_the_search_here(
    overtaken, monkeypatch, extra, workers, most
):
    monkeypatch.setattr(processes, "processors", lambda: workers)
    puzzle = Puzzle(*dominoes(7))
    puzzle = puzzle.replace(rows=[*puzzle.rows, *[[1]] * extra], columns=[*puzzle.columns, *[[1]] * extra])
    expected = set(searched(puzzle, options=SearchOptions(backend=DEFAULT)))
    found = searched(puzzle, limit=Limit(solutions=most))
    grids = list(found)
    assert overtaken
    assert len(grids) == len(set(grids)) == found.found == min(most or maxsize, len(expected))
    assert set(grids) <= expected
    assert found.complete or found.found == most


@pytest.mark.slow
def test_a_search_goes_on_here_if_the_processes_beside_it_die(impatient):
    check(BY_LINES, limit=PLENTY)
    processes.end_idle()
    before, killed = set(children(os.getpid())), []

    def kill(event):
        for pid in set(children(os.getpid())) - before:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    report = check(Puzzle(*dominoes(12)), observer=kill)
    assert killed
    assert (report.verdict, report.stopped, report.stats.backend) == (Verdict.UNIQUE, None, DEFAULT)
    assert gone(killed)


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("is_closed", [False, True])
def test_an_iterator_that_is_given_up_ends_the_processes_beside_its_search(monkeypatch, elsewhere, is_closed):
    """Dropped or closed after a solution, with the search here going on or begun anew in another process."""
    monkeypatch.setattr(nonosat.search.questions, "_SOLO_CONFLICTS", 1)
    processes.end_idle()
    before = set(children(os.getpid()))
    puzzle = Puzzle(*dominoes(10))
    puzzle = puzzle.replace(rows=[*puzzle.rows, [1], [1]], columns=[*puzzle.columns, [1], [1]])
    monkeypatch.setattr(processes, "processors", lambda: 2)
    options = SearchOptions(portfolio=2 if elsewhere else None)
    found = searched(puzzle, options=options)
    next(found)
    beside = set(children(os.getpid())) - before
    assert beside
    if is_closed:
        found.close()
    else:
        del found
    assert gone(beside)


def test_provers_that_begin_anew_do_not_enumerate():
    for solutions in (None, 3):
        backends = [run.backend for run in configurations(SearchOptions(portfolio=9), solutions)]
        assert "kissat404" not in backends


@pytest.mark.parametrize("limit", [None, PLENTY])
def test_the_set_of_solutions_is_the_same_however_many_search_it(monkeypatch, limit):
    monkeypatch.setattr(nonosat.search.questions, "_SOLO_CONFLICTS", 1)
    ambiguous = Puzzle(*dominoes(6))
    ambiguous = ambiguous.replace(rows=[*ambiguous.rows, [1], [1]], columns=[*ambiguous.columns, [1], [1]])
    expected = set(searched(ambiguous, options=SearchOptions(backend="cadical195")))
    assert len(expected) > 1
    for number, portfolio in ((2, 1), (2, 2), (2, 3), (2, None), (3, None)):
        monkeypatch.setattr(processes, "processors", lambda number=number: number)
        found = searched(ambiguous, options=SearchOptions(portfolio=portfolio), limit=limit)
        grids = list(found)
        assert len(grids) == len(set(grids)) == found.found
        assert set(grids) == expected
        assert found.complete


def test_pictures_known_from_the_start_are_not_given_again():
    everything = [grid.cells for grid in searched(PERMUTATIONS)]
    task = Task(puzzle=PERMUTATIONS, configuration=Configuration(DEFAULT), excluded=tuple(everything[:50]))
    outcome = Outcome()
    found = [grid.cells for grid in search_in_parallel(task, [Configuration("cadical195")] * 2, outcome)]
    assert sorted(found) == sorted(everything[50:])
    assert (outcome.found, outcome.complete) == (120, True)


# --- misuse, and the same thing twice


@pytest.mark.slow
def test_an_error_in_the_child_is_raised_here():
    task = Task(puzzle=PERMUTATIONS, configuration=Configuration("nosuch"))
    with pytest.raises(UsageError, match="no backend is called 'nosuch'"):
        list(search_in_parallel(task, [Configuration("nosuch")], Outcome()))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"backend": "nosuch"}, f"auto, {DEFAULT}"),
        ({"portfolio": 0}, "portfolio must be at least 1, got 0"),
        ({"portfolio": 2, "backend": DEFAULT}, "a portfolio is for the backend auto"),
    ],
)
def test_unknown_ways_to_search_are_refused_at_once(options, told):
    with pytest.raises(UsageError, match=told):
        check(BY_LINES, options=SearchOptions(**options))


@pytest.mark.parametrize("backend", ["auto", "cadical195", "cadical300"])
@pytest.mark.parametrize("limit", quick([None, PLENTY], lambda limit: limit is None))
def test_one_worker_gives_the_same_thing_twice(backend, limit):
    def run(seed):
        found = searched(
            PERMUTATIONS, options=SearchOptions(backend=backend, seed=seed, portfolio=1), limit=limit
        )
        grids = list(islice(found, 30))
        found.close()
        return grids

    assert run(0) == run(0)
    assert run(7) == run(7)
    assert set(map(tuple, (run(seed) for seed in range(5)))).__len__() > 1


# --- facts from other processes


@pytest.mark.skipif("minisat22" not in BACKENDS, reason="MiniSat is missing where a C long has 32 bits")
def test_solutions_of_other_workers_count():
    puzzle = Puzzle(*dominoes(10))  # takes more conflicts than pass between two checks for news
    (grid,) = searched(puzzle)
    task, outcome = Task(puzzle=puzzle, configuration=Configuration("minisat22")), Outcome()
    assert list(search(task, outcome, news=lambda: [grid.cells])) == []
    assert outcome.complete
    assert outcome.found
