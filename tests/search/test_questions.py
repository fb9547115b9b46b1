"""Verdicts, solutions and limits: against brute force, against known counts, against mirror images."""

from collections import Counter
from itertools import islice, product
from random import Random

import pytest
from effort import quick, tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import backtrack, dominoes, pictures_by_clues, rows_by_clue
from strategies import clashing_puzzles, every_feature, statements, unsettled_puzzles

import nonosat.sat.oracle
from nonosat.apps.generation import checkerboard, rings
from nonosat.lines.propagate import Contradiction, Deduction
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import BACKENDS, DEFAULT, Configuration
from nonosat.sat.backends.pysat import PysatSession
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Outcome, Searching, Verdict
from nonosat.search.questions import check, search_here, searched, solve, unique_report
from nonosat.search.search import search
from nonosat.search.task import Task
from nonosat.support import limits
from nonosat.support.children import processes
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import PuzzleError, SolverDisagreement, UsageError
from nonosat.support.limits import Clock, Limit

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
TWO_PICTURES = Puzzle([[1], [1]], [[1], [1]])
PERMUTATIONS = Puzzle([[1]] * 5, [[1]] * 5)
DOMINOES = Puzzle(*dominoes(11))


def as_picture(grid):
    return tuple(map(tuple, grid))


def pictures(puzzle, options=DEFAULTS):
    """All solutions; cut where a search that never ends would go on."""
    return sorted(map(as_picture, islice(searched(puzzle, options=options), 5000)))


def task(puzzle, backend=DEFAULT, **limits):
    return Task(puzzle=puzzle, configuration=Configuration(backend), **limits)


def verdict_for(count):
    return (Verdict.UNSOLVABLE, Verdict.UNIQUE)[count] if count < 2 else Verdict.MULTIPLE


def assert_answers(puzzle, expected):
    """Every way to ask gives this set of pictures or what follows from it."""
    assert pictures(puzzle) == sorted(expected)
    report = check(puzzle)
    assert report.verdict == verdict_for(len(expected))
    assert len(set(report.solutions)) == len(report.solutions) == min(2, len(expected))
    assert {as_picture(grid) for grid in report.solutions} <= set(expected)
    assert report.stopped is None
    found = solve(puzzle)
    assert as_picture(found) in expected if expected else found is None


# --- all solutions, against brute force


@pytest.mark.parametrize(
    ("height", "width"), quick(product(range(1, 4), range(1, 5)), lambda size: size != (3, 4))
)
def test_every_small_picture_has_the_solutions_of_brute_force(height, width):
    for (rows, columns), expected in pictures_by_clues(height, width, 2).items():
        assert_answers(Puzzle(rows, columns), expected)


@given(
    st.integers(1, 2).flatmap(lambda inks: statements(5, inks) | clashing_puzzles(4, inks))
    | st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 - inks, inks, least=4))
)
def test_any_puzzle_without_problems(puzzle):
    if not puzzle.problems():
        expected = list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens))
        assert_answers(puzzle, expected)


@given(unsettled_puzzles(5, 1, least=4), st.sampled_from(list(BACKENDS)))
@settings(max_examples=tries(60))
def test_every_solver_lists_the_same(puzzle, backend):
    assert pictures(puzzle, SearchOptions(backend=backend)) == pictures(puzzle)


# --- givens


def test_givens_that_the_clues_cannot_have_leave_no_solution():
    for givens in ([(0, 0), (0, 1)], [(0, 0), (3, 0)], [(0, column, 0) for column in range(5)]):
        report = check(PERMUTATIONS.replace(givens=givens))
        assert report.verdict is Verdict.UNSOLVABLE
        assert (report.solutions, report.line_solvable, report.stopped) == ((), False, None)


# --- the same puzzle from another side


def counted(puzzle):
    found = searched(puzzle)
    return sum(1 for _ in islice(found, 50)), found.verdict, found.line_solvable


def test_ten_thousand_puzzles_have_as_many_solutions_mirrored_transposed_and_rotated():
    random = Random(1)
    seen = Counter()
    for _ in range(tries(10_000, share=25)):
        height, width, filled = random.randint(1, 8), random.randint(1, 8), random.random()
        cells = [[int(random.random() < filled) for _ in range(width)] for _ in range(height)]
        puzzle = Grid(cells).puzzle()
        expected = counted(puzzle)
        turned = puzzle.transposed()
        for other in (puzzle.mirrored(), turned, turned.mirrored()):
            assert counted(other) == expected, puzzle
        seen[expected[1:]] += 1
    assert min(seen[Verdict.UNIQUE, True], seen[Verdict.UNIQUE, False], seen[Verdict.MULTIPLE, False]) > 0, (
        seen
    )


# --- known counts


def count_unique(puzzles):
    """Returns the number of puzzles with one solution, and of those that lines solve."""
    unique = by_lines = 0
    for puzzle in puzzles:
        report = check(puzzle)
        if report.verdict is Verdict.UNIQUE:
            unique += 1
            by_lines += report.line_solvable
    return unique, by_lines


@pytest.mark.parametrize(("n", "unique"), quick([(1, 2), (2, 14), (3, 384)], lambda pair: pair[0] < 3))
def test_the_number_of_puzzles_with_one_solution(n, unique):
    # every pair of row clues and column clues that fit into n cells; with a problem none has a solution
    sides = list(product(rows_by_clue(n, 2), repeat=n))
    solvable = pictures_by_clues(n, n, 2)
    sound = []
    for rows, columns in product(sides, sides):
        puzzle = Puzzle(rows, columns)
        if puzzle.problems():
            assert (rows, columns) not in solvable
        else:
            sound.append(puzzle)
    assert count_unique(sound) == (unique, unique)


@pytest.mark.nightly
def test_the_number_of_4x4_puzzles_with_one_solution():
    """The numbers are OEIS A242876(4), and how many of those puzzles lines alone solve.

    There are 4096 x 4096 pairs of clues, too many to ask about each. A pair with a solution is the
    pair of clues of some picture, so the 65536 pictures, grouped by their clues, give all pairs that
    can count. Those all go through the engine. The other pairs have no solution and do not count
    unless the engine errs; a sample of those that have no problem is asked about as well.
    """
    groups = pictures_by_clues(4, 4, 2)
    for (rows, columns), expected in groups.items():
        assert check(Puzzle(rows, columns)).verdict == verdict_for(len(expected))
    assert count_unique(Puzzle(*clues) for clues in groups) == (52362, 51234)

    sides = list(product(rows_by_clue(4, 2), repeat=4))
    random = Random(3)
    asked = 0
    while asked < tries(10_000):
        clues = random.choice(sides), random.choice(sides)
        puzzle = Puzzle(*clues)
        if clues not in groups and not puzzle.problems():
            assert check(puzzle).verdict is Verdict.UNSOLVABLE
            asked += 1


# --- probing


def test_probing_settles_what_lines_leave_open_and_no_solver_is_asked():
    puzzle, told = Puzzle([[1, 1], [2], []], [[1], [1], [1], [1]]), []
    report = check(puzzle, observer=told.append)
    assert (report.verdict, report.line_solvable) == (Verdict.UNIQUE, False)
    assert (report.stats.open_cells, report.stats.probes) == (8, 1)
    assert (report.stats.backend, report.stats.clauses) == ("", 0)
    assert all(isinstance(event, Deduction) for event in told)
    assert [grid.cells for grid in searched(puzzle)] == [report.solutions[0].cells]


def test_probing_refutes_what_lines_do_not():
    found = searched(Puzzle([[1, 1], [1], [2], [1, 1]], [[2], [1], [1, 1], [1, 1]]))
    assert list(found) == []
    assert (found.verdict, found.line_solvable, found.contradiction) == (Verdict.UNSOLVABLE, False, None)
    assert found.stats.clauses == 0


def test_time_may_run_out_after_propagation():
    random = Random(5)
    puzzle = Grid([[random.random() < 0.5 for _ in range(50)] for _ in range(50)]).puzzle()

    class Watch(Clock):
        """Its time is up as soon as there is a board at its fixpoint."""

        def tick(self):
            if outcome.line_solvable is not None:
                raise OutOfReach(Stopped.SECONDS)

    outcome = Outcome()
    task = Task(puzzle=puzzle, configuration=Configuration(DEFAULT), clock=Watch())
    assert list(search(task, outcome)) == []
    assert (outcome.verdict, outcome.stopped, outcome.line_solvable) == (Verdict.UNKNOWN, "seconds", False)
    assert not outcome.stats.clauses


# --- limits


@pytest.mark.slow
def test_a_conflict_limit_is_one_budget_for_all_solvers():
    report = check(rings(130, 3).puzzle(), limit=Limit(conflicts=20_000))
    assert report.verdict is Verdict.UNIQUE
    assert 0 < report.stats.conflicts < 20_000


def test_without_a_conflict_nothing_is_claimed_that_lines_have_not_shown():
    report = check(DOMINOES, limit=Limit(conflicts=0))
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "conflicts")
    assert all(grid.satisfies(DOMINOES) for grid in report.solutions)  # a dive has none
    assert report.line_solvable is False
    assert report.stats.open_cells > 0
    by_lines = check(Puzzle([[1], [2]], [[2], [1]]), limit=Limit(conflicts=0))
    assert (by_lines.verdict, by_lines.line_solvable) == (Verdict.UNIQUE, True)
    no_filling = check(Puzzle([[2], []], [[2], []]), limit=Limit(conflicts=0))
    assert no_filling.verdict is Verdict.UNSOLVABLE


@pytest.mark.slow
def test_one_solution_found_and_the_proof_cut_short_is_unknown_with_that_solution():
    assert check(DOMINOES, options=SearchOptions(backend="cadical195")).verdict is Verdict.UNIQUE
    report = check(DOMINOES, options=SearchOptions(backend="cadical195"), limit=Limit(conflicts=100))
    assert (report.verdict, report.stopped) == (Verdict.UNKNOWN, "conflicts")
    assert len(report.solutions) == 1
    assert report.solutions[0].satisfies(DOMINOES)


@given(unsettled_puzzles(6, 1, least=4), st.sampled_from(list(BACKENDS)), st.integers(0, 3))
def test_whatever_the_budget_a_verdict_is_right_or_unknown(puzzle, backend, conflicts):
    truth = check(puzzle)
    report = check(puzzle, options=SearchOptions(backend=backend), limit=Limit(conflicts=conflicts))
    assert report.verdict in (truth.verdict, Verdict.UNKNOWN)
    assert (report.verdict is Verdict.UNKNOWN) == (report.stopped is not None)
    assert all(grid.satisfies(puzzle) for grid in report.solutions)


def test_a_limit_of_no_time_is_unknown():
    for puzzle in (DOMINOES, PERMUTATIONS, Puzzle([[1], [2]], [[2], [1]])):
        report = check(puzzle, limit=Limit(seconds=0))
        assert (report.verdict, report.solutions, report.stopped) == (Verdict.UNKNOWN, (), "seconds")


@pytest.mark.parametrize("puzzle", [PERMUTATIONS, Puzzle(*dominoes(4)), Puzzle([[1], [2]], [[2], [1]])])
def test_whenever_time_runs_out_the_answer_is_right_or_unknown(puzzle, monkeypatch):
    # a clock that runs out after this many checks
    truth = check(puzzle).verdict
    left = 0

    def clock():
        nonlocal left
        left -= 1
        return 0.0 if left >= 0 else 100.0

    monkeypatch.setattr(limits, "monotonic", clock)
    stopped = []
    for looks in (*range(150), 100_000):  # without the kernel it is looked at more often
        left = looks + 1  # one when the clock is made
        outcome = Outcome()
        grids = list(islice(search(task(puzzle, clock=Clock(Limit(seconds=1))), outcome), 2))
        assert outcome.verdict in (truth, Verdict.UNKNOWN)
        assert (outcome.verdict is Verdict.UNKNOWN) == (outcome.stopped == "seconds")
        assert all(grid.satisfies(puzzle) for grid in grids)
        stopped.append(outcome.stopped)
    assert stopped[0] == "seconds"
    assert stopped[-1] is None
    assert stopped == sorted(stopped, key=lambda limit: limit is None)


def test_a_solver_that_ends_an_instant_before_its_time_has_run_out_of_time(monkeypatch):
    pytest.importorskip("ortools")
    from nonosat.sat.backends import cpsat

    monkeypatch.setattr(cpsat.CpsatSession, "solve", lambda *_, **__: None)
    with processes.confined():  # without other processes that continue
        found = searched(
            DOMINOES, limit=Limit(seconds=0.1), options=SearchOptions(backend="cp-sat", portfolio=1)
        )
        assert not list(found)
    assert (found.verdict, found.stopped) == (Verdict.UNKNOWN, "seconds")


@pytest.mark.parametrize(
    ("most", "verdict"), [(0, "unknown"), (1, "unknown"), (2, "multiple"), (7, "multiple")]
)
def test_a_limit_of_solutions_gives_so_many_and_does_not_claim_these_are_all(most, verdict):
    found = searched(PERMUTATIONS, limit=Limit(solutions=most))
    grids = list(found)
    assert len(set(grids)) == len(grids) == found.found == most
    assert (found.verdict, found.complete, found.stopped) == (verdict, False, "solutions")


def test_a_limit_of_solutions_beyond_all_numbers_of_the_kernel_is_none():
    found = searched(PERMUTATIONS, limit=Limit(solutions=10**23))
    assert (len(list(found)), found.complete) == (120, True)


def test_a_limit_of_solutions_that_is_not_reached_is_none():
    found = searched(PERMUTATIONS, limit=Limit(solutions=121))
    assert len(list(found)) == 120
    assert (found.complete, found.stopped) == (True, None)


def test_a_solution_by_lines_is_the_only_one():
    report = check(Puzzle([[1], [2]], [[2], [1]]), limit=Limit(solutions=1))
    assert (report.verdict, report.stopped) == (Verdict.UNIQUE, None)


def test_two_solutions_are_several_even_if_a_limit_came_after():
    found = searched(PERMUTATIONS, limit=Limit(solutions=2))
    assert len(list(found)) == 2
    assert (found.verdict, found.stopped) == (Verdict.MULTIPLE, "solutions")


@pytest.mark.parametrize(
    "options", [{"seconds": -1}, {"solutions": -1}, {"conflicts": -1}, {"seconds": float("nan")}]
)
def test_limits_below_zero_are_refused(options):
    with pytest.raises(UsageError, match="must be at least 0"):
        Limit(**options)


# --- misuse and disagreement


@pytest.mark.parametrize("ask", [check, solve, searched])
def test_puzzles_with_problems_are_refused_with_all_of_them(ask):
    puzzle = Puzzle([[3], [1]], [[1], [1]], givens=[(5, 5)])
    with pytest.raises(PuzzleError) as caught:
        ask(puzzle)
    assert caught.value.problems == puzzle.problems()
    assert len(caught.value.problems) == 3


class LyingSession:
    """Answers every question with a picture that is no solution."""

    def __init__(self, cnf):
        self.cnf = cnf

    def solve(self, *_, **__):
        return True

    def model(self):
        return list(range(1, self.cnf.variables + 1))

    def add(self, clause):
        pass

    def conflicts(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.mark.parametrize(
    "ask", [check, solve, lambda puzzle, options: list(searched(puzzle, options=options))]
)
def test_a_wrong_solver_is_detected(ask, monkeypatch):
    monkeypatch.setattr(nonosat.sat.oracle, "open_session", lambda cnf, *_, **__: LyingSession(cnf))
    with pytest.raises(SolverDisagreement) as caught:
        ask(PERMUTATIONS, options=SearchOptions(backend=DEFAULT))
    assert repr(Grid(["#####"] * 5)) in str(caught.value)
    assert repr(PERMUTATIONS) in str(caught.value)


def test_a_judge_that_refuses_everything_stops_even_what_lines_solve(monkeypatch):
    monkeypatch.setattr(Puzzle, "_is_solved_by", lambda *_: False)
    with pytest.raises(SolverDisagreement):
        check(Puzzle([[1], [2]], [[2], [1]]))


# --- the iterator


def test_solutions_are_found_when_asked_for(monkeypatch):
    asked = []
    opened = nonosat.sat.oracle.open_session

    def watched(*given, **options):
        session = opened(*given, **options)
        solve_now = session.solve
        session.solve = lambda *given, **budget: asked.append(budget) or solve_now(*given, **budget)
        return session

    monkeypatch.setattr(nonosat.sat.oracle, "open_session", watched)
    found = searched(PERMUTATIONS, options=SearchOptions(backend=DEFAULT))
    assert (asked, found.verdict, found.line_solvable) == ([], Verdict.UNKNOWN, None)
    first = next(found)
    assert (len(asked), found.found, found.verdict) == (1, 1, Verdict.UNKNOWN)
    second = next(found)
    assert (len(asked), found.found, found.verdict) == (2, 2, Verdict.MULTIPLE)
    assert first != second


def test_closing_early_ends_the_search_and_frees_the_solver(monkeypatch):
    closed = []
    leave = PysatSession.__exit__
    monkeypatch.setattr(PysatSession, "__exit__", lambda *given: closed.append(True) or leave(*given))
    found = searched(PERMUTATIONS, options=SearchOptions(backend=DEFAULT))
    next(found)
    assert not closed
    found.close()
    assert closed
    assert list(found) == []
    assert (found.complete, found.verdict) == (False, Verdict.UNKNOWN)


def test_closing_before_the_first_is_allowed():
    found = searched(PERMUTATIONS)
    found.close()
    assert list(found) == []


def test_several_iterators_do_not_disturb_each_other():
    one, other = searched(PERMUTATIONS), searched(PERMUTATIONS)
    pairs = list(zip(one, other, strict=True))
    assert len({pair[0] for pair in pairs}) == len({pair[1] for pair in pairs}) == 120


# --- other members of a report


@pytest.mark.slow
def test_a_report_has_its_effort():
    stats = check(DOMINOES).stats
    assert stats.cells == 23 * 23
    assert 0 < stats.open_cells <= stats.cells
    assert stats.variables >= stats.open_cells
    assert stats.clauses > 0
    assert stats.conflicts > 0


def test_the_contradicting_line_is_named():
    found = searched(Puzzle([[2], []], [[2], []]))
    assert list(found) == []
    assert isinstance(found.contradiction, Contradiction)
    assert found.verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("limit", [None, Limit(seconds=3600)])
def test_an_observer_sees_propagation(limit):
    events = []
    check(Puzzle([[1], [2]], [[2], [1]]), observer=events.append, limit=limit)
    assert events
    assert all(isinstance(event, Deduction) for event in events)


@pytest.mark.slow
def test_an_observer_is_called_while_the_solver_works():
    events = []
    report = check(DOMINOES, options=SearchOptions(backend="cadical195"), observer=events.append)
    heard = [event for event in events if isinstance(event, Searching)]
    assert heard
    assert [event.conflicts for event in heard] == sorted(event.conflicts for event in heard)
    assert all(event.conflicts <= report.stats.conflicts and event.found <= 1 for event in heard)


@pytest.mark.slow
def test_what_would_not_fit_into_memory_is_refused_and_unknown():
    board = checkerboard(330, 330, step=3).puzzle()
    options = SearchOptions(backend=DEFAULT)  # the learner alone, which needs no clauses, decides it
    report = check(board, options=options)
    assert (report.verdict, report.line_solvable) == (Verdict.UNKNOWN, False)
    assert report.stopped == "size"
    assert "too large for a solver" in report.detail
    limited = check(board, limit=Limit(seconds=60), options=options)
    assert (limited.stopped, limited.detail) == (report.stopped, report.detail)


# --- the engine as a part of other questions


def test_a_search_here_ends_with_the_clock_and_counts_what_is_known():
    pair = [grid.cells for grid in search_here(TWO_PICTURES, Clock())]
    assert len(set(pair)) == 2
    found = search_here(TWO_PICTURES, Clock(), excluded=(pair[0],))
    assert [grid.cells for grid in found] == pair[1:]
    assert (found.found, found.verdict) == (2, Verdict.MULTIPLE)
    assert len(list(search_here(TWO_PICTURES, Clock(), solutions=1))) == 1
    late = search_here(TWO_PICTURES, Clock(Limit(seconds=0)))
    assert (list(late), late.stopped) == ([], Stopped.SECONDS)


def told(report):
    """A report as plain data, without times."""
    record = report.to_json() | {"seconds": 0}
    record["stats"] = {name: value for name, value in record["stats"].items() if not isinstance(value, float)}
    return record


@given(st.one_of(every_feature(), unsettled_puzzles(6), clashing_puzzles()))
@settings(max_examples=tries(150))
def test_an_easy_puzzle_in_one_step_has_the_answer_of_the_whole_search(puzzle):
    whole = Limit(conflicts=10**9)  # a limit does without the short way
    assert told(check(puzzle)) == told(check(puzzle, limit=whole))
    assert solve(puzzle) == solve(puzzle, limit=whole)


@given(every_feature(2))
def test_a_report_of_what_is_proved_is_that_of_check(puzzle):
    report = check(puzzle)
    if report.verdict is Verdict.UNIQUE:
        known = unique_report(puzzle, report.solutions[0])
        assert (known.verdict, known.solutions, known.line_solvable) == (
            report.verdict,
            report.solutions,
            report.line_solvable,
        )
        assert known.stats.open_cells == report.stats.open_cells


def test_figures_cannot_be_changed():
    with pytest.raises(AttributeError):
        check(TWO_PICTURES).stats.cells = 3
