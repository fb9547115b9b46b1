"""Counts against brute force, known counts, and each method of counting against the others."""

import sys
from collections import Counter
from functools import partial
from itertools import product
from math import factorial, log2
from pathlib import Path
from random import Random

import pytest
from effort import quick, tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import pictures_by_clues
from solution_sets import PALETTE, all_solutions, ambiguous, random_puzzle, random_triddler, randoms

from nonosat.counting import component_caching, race
from nonosat.counting import count as counting
from nonosat.counting import frontier_numpy as frontier_numpy
from nonosat.counting.completions import guesses
from nonosat.counting.count import count
from nonosat.counting.explore import explore
from nonosat.counting.frontier import TooManyStates, diagram_of, orderings
from nonosat.counting.race import CountMethod
from nonosat.counting.regions import split
from nonosat.counting.segments import DEAD, segments
from nonosat.counting.solution_set import sample, solution_set
from nonosat.counting.sweeps import count_solutions
from nonosat.formats import load
from nonosat.lines.board import Board
from nonosat.lines.probing import Probed
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.oracle import Oracle
from nonosat.search.outcome import Verdict
from nonosat.support.limits import Clock, Limit

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

KNOWN = {
    "survey/webpbn-10810.non": 5_222_571_924_721_419,
    "survey/webpbn-02556.non": 1_263_904,
    "survey/webpbn-06739.non": 6,
    "survey/webpbn-18297.non": 3,
    "survey/webpbn-22336.non": 23_040,
    "hard/nonunique.non": 43,
}


def agrees(puzzle):
    found, expected = count(puzzle), all_solutions(puzzle)
    assert found.exact
    assert found.count == len(expected)
    assert found.verdict == (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(len(expected), 2)]
    assert found.stopped is None


@given(randoms)
def test_counts_equal_brute_force(random):
    agrees(random_puzzle(random))


@given(randoms)
def test_counts_of_triddlers_equal_brute_force(random):
    agrees(random_triddler(random))


@pytest.mark.parametrize(
    ("height", "width", "colours"),
    [
        *((1, 4, 2), (2, 3, 2), (3, 2, 2), (3, 3, 2), (2, 4, 2)),
        *quick([(4, 3, 2), (4, 4, 2), (2, 3, 3), (2, 2, 4)], lambda _: False, nightly=True),
    ],
)
def test_every_puzzle_of_a_size(height, width, colours):
    for (rows, columns), found in pictures_by_clues(height, width, colours).items():
        assert count(Puzzle(rows, columns, PALETTE[:colours])).count == len(found)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_rooks(n):
    """n rows and n columns with one cell each: the n! permutations."""
    assert count(Puzzle([[1]] * n, [[1]] * n)).count == factorial(n)


@pytest.mark.parametrize("k", [1, 7, 20])
def test_independent_switches_multiply(k):
    """A diagonal of k switches, apart from each other by cells that are given."""
    givens = [(row, column, 0) for row, column in product(range(2 * k), repeat=2) if row // 2 != column // 2]
    found = count(Puzzle([[1]] * (2 * k), [[1]] * (2 * k), givens=givens))
    assert found.count == 2**k
    assert len(found.regions) == k


@pytest.mark.slow
def test_thousands_of_switches_take_seconds():
    """50 x 50 switches, apart by rows and columns of given background."""
    size = 150
    rows = [[1] * 50 if row % 3 < 2 else [] for row in range(size)]
    givens = [(r, c, 0) for r, c in product(range(size), repeat=2) if r % 3 == 2 or c % 3 == 2]
    found = count(Puzzle(rows, rows, givens=givens))
    assert (found.count, found.exact, len(found.regions)) == (2**2500, True, 2500)


def only_region(puzzle):
    """The puzzle's exploration and its largest region, with that region's solutions."""
    found = explore(puzzle, Clock())
    part = max(found.parts, key=lambda part: len(part.region.cells))
    return found, part


@given(randoms)
def test_every_sweep_counts_the_same(random):
    puzzle, _ = ambiguous(random)
    found, part = only_region(puzzle)
    orders = orderings(part.region, found.board)
    assert orders
    for ordering in orders:
        assert count_solutions(ordering, width=10**6) == (part.diagram.count, True)
        assert frontier_numpy.count_solutions(ordering, states=10**6) == part.diagram.count
        assert set(diagram_of(ordering, states=10**6)) == set(part.diagram)


@given(randoms, st.integers(1, 30))
def test_a_sweep_of_few_states_is_a_bound_and_exact_if_it_says_so(random, width):
    puzzle, expected = ambiguous(random)
    found, part = only_region(puzzle)
    for ordering in orderings(part.region, found.board):
        for guessed in (None, guesses(ordering.segments)):
            number, exact = count_solutions(
                ordering, width=width, guesses=guessed, witnesses=[bytes(expected[0])]
            )
            assert 1 <= number <= part.diagram.count
            assert not exact or number == part.diagram.count


@given(randoms)
def test_guesses_of_lines_without_loops_are_the_numbers_of_completions(random):
    """One line: each state's weight is the number of its words, up to a factor for each position."""
    board = Board(Puzzle([[random.randint(1, 3) for _ in range(random.randint(1, 3))]], [None] * 14))
    assert propagate(board) is None
    for segment in segments(board, 0):
        (weights,) = guesses([segment])
        numbers = [1]
        for at in range(len(segment.cells) - 1, -1, -1):
            numbers = [sum(numbers[state] for state in row if state != DEAD) for row in segment.layers[at]]
            best = max(numbers)
            assert weights[at] == pytest.approx([log2(number / best) for number in numbers])


def test_guesses_keep_the_states_that_have_completions():
    """Without guesses the most begun states of a random 14x14 are dead ends: 8 times as many solutions are missed."""
    random = Random(3)
    goal = Grid([[random.random() < 0.35 for _ in range(14)] for _ in range(14)])
    found, part = only_region(goal.puzzle())
    ordering = orderings(part.region, found.board)[0]
    (plain, _), (guessed, exact) = (
        count_solutions(ordering, width=200, guesses=each) for each in (None, guesses(ordering.segments))
    )
    assert plain * 8 < guessed
    assert not exact


@given(st.integers(0, 2**32).map(Random))
@settings(max_examples=tries(200))
def test_every_sweep_of_a_triddler_counts_the_same(random):
    """In any order of lines: a region's segments form cycles there."""
    puzzle, expected = ambiguous(random, make=random_triddler)
    board = Board(puzzle)
    assert propagate(board) is None
    regions = list(split(board))
    assert regions
    for region in regions:
        alone = {bytes(solution[cell] for cell in region.cells) for solution in expected}
        orders = orderings(region, board)
        assert orders
        for ordering in orders:
            assert count_solutions(ordering, width=10**6) == (len(alone), True)
            assert frontier_numpy.count_solutions(ordering, states=10**6) == len(alone)
            assert set(diagram_of(ordering, states=10**6)) == alone


def test_solutions_of_larger_triddlers_are_all_known():
    """Lines that tell nothing by themselves: one cell in each of 24 and of 54."""
    for side, expected in ((4, 24), (6, 348)):
        clues = [[1]] * side
        puzzle = Puzzle(clues, clues, diagonals=clues, corner=-side // 2)
        found = solution_set(puzzle)
        assert found.count == len(set(found)) == expected
        assert all(grid.satisfies(puzzle) for grid in found)
        assert len(list(sample(puzzle, 3, seed=1))) == 3


def searched(puzzle, expected, **how):
    board = Board(puzzle)
    assert propagate(board) is None
    return component_caching.count_solutions(board, expected[0], **how) if board.open_cells() else 1


@given(randoms)
def test_a_search_counts_the_same(random):
    puzzle, expected = ambiguous(random)
    assert searched(puzzle, expected) == len(expected)


@given(randoms)
def test_a_search_counts_triddlers_too(random):
    puzzle = random_triddler(random)
    expected = all_solutions(puzzle)
    if expected:
        assert searched(puzzle, expected) == len(expected)


@pytest.mark.slow
def test_a_search_with_small_caches_counts_the_same():
    random = Random(5)
    for _ in range(20):
        puzzle, expected = ambiguous(random, least=10)
        assert searched(puzzle, expected, max_counts=3, max_segments=3) == len(expected)


@pytest.mark.slow
def test_a_search_probes_before_it_asks_a_solver(monkeypatch):
    """Without, the number is the same, and the solver has to refute more branches."""
    asked = Counter()

    class Counted(Oracle):
        def solve(self, *arguments, **options):
            answer = super().solve(*arguments, **options)
            asked[answer] += 1
            return answer

    monkeypatch.setattr(component_caching, "Oracle", Counted)
    random = Random(6)
    puzzles = [ambiguous(random, least=10) for _ in range(20)]
    for puzzle, expected in puzzles:
        assert searched(puzzle, expected) == len(expected)
    probing = asked.pop(False, 0)
    monkeypatch.setattr(component_caching, "probe", lambda *_, **__: Probed(0, None))
    for puzzle, expected in puzzles:
        assert searched(puzzle, expected) == len(expected)
    assert probing < asked[False]


@given(randoms)
def test_progress_of_a_count_is_a_lower_bound(random):
    puzzle, expected = ambiguous(random, least=4)
    told = []
    found = searched(puzzle, expected, observer=told.append, report_seconds=-1)
    assert found == len(expected)
    assert all(1 <= bound <= found for bound in told)
    assert told


def test_bounds_of_a_search_grow():
    puzzle, told = Puzzle([[1]] * 6, [[1]] * 6), []
    expected = [bytes(solution_set(puzzle)[0].cells)]
    assert searched(puzzle, expected, observer=told.append, report_seconds=-1) == 720
    assert len(set(told)) > 50
    assert 360 < max(told) <= 720


@given(randoms)
def test_a_narrow_sweep_is_a_lower_bound_and_keeps_its_witnesses(random):
    puzzle, expected = ambiguous(random, least=4)
    found, part = only_region(puzzle)
    witnesses = expected[:2]
    known = {bytes(witness[cell] for cell in part.region.cells) for witness in witnesses}
    for ordering in orderings(part.region, found.board):
        bound, exact = count_solutions(ordering, width=2, witnesses=witnesses)
        assert len(known) <= bound <= part.diagram.count
        assert not exact or bound == part.diagram.count


def test_too_many_states_are_refused():
    found, part = only_region(Puzzle([[1]] * 6, [[1]] * 6))
    with pytest.raises(TooManyStates):
        diagram_of(orderings(part.region, found.board)[0], states=20)


@pytest.mark.slow
def test_wide_sweeps_carry_large_numbers():
    """One cell in each column of three rows, of which the middle one has 20 runs of any length."""
    found, part = only_region(Puzzle([None, ["?"] * 20, None], [[1]] * 100))
    ordering = orderings(part.region, found.board)[0]
    assert part.diagram.count > 2**96
    assert frontier_numpy.count_solutions(ordering, states=1000) == part.diagram.count
    with pytest.raises(TooManyStates):
        frontier_numpy.count_solutions(
            orderings(only_region(Puzzle([[1]] * 6, [[1]] * 6))[1].region, found.board)[0], states=3
        )


@pytest.fixture
def nothing_compiled(monkeypatch):
    """Makes every region too large to be compiled."""
    monkeypatch.setattr(counting, "explore", partial(explore, states=1))


@pytest.fixture
def nothing_swept(nothing_compiled, monkeypatch):
    """Makes every region too large to be compiled or swept."""
    monkeypatch.setattr(race, "orderings", lambda *_, **__: [])


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_swept")
def test_a_search_counts_regions_too_large_for_frontiers():
    random = Random(2)
    puzzles = [ambiguous(random, least=10) for _ in range(3)]
    for puzzle, expected in [*puzzles, (Puzzle([[1]] * 5, [[1]] * 5), range(120))]:
        found = count(puzzle)
        assert (found.count, found.exact) == (len(expected), True)
    assert [region.method for region in found.regions] == [CountMethod.SEARCHED]


@pytest.mark.usefixtures("nothing_compiled")
def test_without_processes_the_count_is_a_bound(monkeypatch):
    """The memory has room for 2,000 states of a frontier, which has 3,432."""
    monkeypatch.setattr(component_caching, "available", lambda: False)
    clock = Clock()
    monkeypatch.setattr(clock, "capacity", lambda *_: 2000)
    puzzle = Puzzle([[1]] * 14, [[1]] * 14)
    found = counting.count_of(explore(puzzle, clock, states=1), clock, 0.0)
    assert [region.method for region in found.regions] == [CountMethod.SWEPT]
    assert not found.exact
    assert 10**5 < found.count < factorial(14)
    assert found.verdict == Verdict.MULTIPLE


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_swept")
def test_counters_are_ended_when_the_time_is_up(monkeypatch):
    class Kept(component_caching.Counting):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.__class__.last = [child.process for child in self._children]

    monkeypatch.setattr(race, "Counting", Kept)
    found = count(Puzzle([[1]] * 20, [[1]] * 20), limit=Limit(seconds=4))
    assert found.stopped == "seconds"
    assert not found.exact
    assert Kept.last
    assert all(process.ended for process in Kept.last)


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_swept")
def test_a_stopped_count_is_a_lower_bound():
    found = count(Puzzle([[1]] * 20, [[1]] * 20), limit=Limit(seconds=6))
    assert not found.exact
    assert found.stopped == "seconds"
    assert [region.method for region in found.regions] == [CountMethod.SEARCHED]
    assert 1000 < found.count < factorial(20)


@pytest.mark.usefixtures("nothing_swept")
def test_a_count_that_ran_out_of_memory_says_so(monkeypatch):
    monkeypatch.setattr(component_caching, "available", lambda: False)  # as if it had died
    clock = Clock(Limit(memory=10**9), used=lambda: 1)
    found = counting.count_of(explore(Puzzle([[1]] * 9, [[1]] * 9), clock, states=1), clock, 0.0)
    assert (found.exact, found.stopped) == (False, "memory")


def test_within_no_time_no_solution_is_claimed():
    found = count(Puzzle([[1]] * 4, [[1]] * 4), limit=Limit(seconds=0))
    assert (found.count, found.exact, found.verdict, found.stopped) == (0, False, Verdict.UNKNOWN, "seconds")


@pytest.mark.nightly
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not there")
@pytest.mark.parametrize("name", KNOWN)
def test_known_counts_of_the_corpus(name):
    found = count(load(str(CORPUS / name)))
    assert (found.count, found.exact) == (KNOWN[name], True)


@pytest.mark.nightly
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not there")
def test_a_search_counts_regions_without_frontiers():
    found = explore(load(f"{CORPUS}/tournament/taai2011.txt#451"), Clock(), states=50_000)
    (part,) = found.parts
    assert part.diagram is None
    assert component_caching.count_solutions(found.board, found.witnesses[0]) == 646_519


@pytest.mark.usefixtures("nothing_compiled")
def test_a_dead_counter_is_replaced_by_the_sweep(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    found = count(Puzzle([[1]] * 5, [[1]] * 5))
    assert (found.count, found.exact) == (120, True)


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [([[2]], [[1], [1]], True), ([[1], [1]], [[1], [1]], False), ([[3], [], [3]], [[2]] * 3, False)],
)
def test_a_count_reports_line_solvability(rows, columns, expected):
    assert count(Puzzle(rows, columns)).line_solvable is expected


@pytest.mark.slow
def test_an_observer_gets_rising_bounds():
    """Also of a question in a process of its own, for its memory."""
    puzzle = Puzzle([[1]] * 20, [[1]] * 20)
    for memory in (None, 300_000_000):
        told = []
        found = count(puzzle, limit=Limit(seconds=4, memory=memory), observer=told.append)
        bounds = [known.count for known in told]
        assert bounds
        assert bounds == sorted(bounds)
        assert bounds[-1] <= found.count <= factorial(20)
        assert all(type(known) is type(found) for known in told)
