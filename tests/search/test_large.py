"""Large boards: the learner, in turns with all other stages, agrees with brute force."""

from random import Random

import pytest
from oracles import solutions_of

import nonosat as ns
from nonosat.apps.generation import checkerboard, julia, rings
from nonosat.lines.compiled import Kernel
from nonosat.lines.stages import Schedule
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.search.options import configurations
from nonosat.search.outcome import Outcome, Verdict
from nonosat.search.search import search
from nonosat.search.task import Task
from nonosat.support.limits import Limit

ALONE = ns.SearchOptions(portfolio=1)

pytestmark = pytest.mark.skipif(Kernel is None, reason="there is no kernel")


SMALL = Schedule(0, 0, 2_500_000, 150_000, 5, 1)
"""By which small puzzles are large, too, and searched with little work at a time."""

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))


def all_of(puzzle):
    return {*map(bytes, solutions_of(puzzle))}


def random_puzzle(random):
    height, width = random.randint(1, 4), random.randint(1, 4)
    grid = ns.Grid([[random.random() < 0.5 for _ in range(width)] for _ in range(height)])
    rows = list(grid.puzzle().rows)
    if random.random() < 0.4:
        random.shuffle(rows)
    return ns.Puzzle(rows, grid.puzzle().columns)


def turned_picture(random, height, width, colours):
    half = bytes(random.randrange(colours) for _ in range(height * width // 2))
    cells = half + half[::-1]
    return ns.Grid(list(cells[row * width : (row + 1) * width]) for row in range(height))


def hidden(clues, random, blot, miss):
    """Clues of half a family with some lengths blotted and some lines gone, and the other half the same."""
    half = [
        None
        if random.random() < miss
        else [(None if random.random() < blot else length, colour) for length, colour in clue]
        for clue in clues[: len(clues) // 2]
    ]
    return half + [clue and clue[::-1] for clue in reversed(half)]


def turned_puzzle(random, colours=2):
    """One that is the same after half a turn, now and then without a clue, a solution or a solution of that kind."""
    height, width = random.choice(((2, 2), (2, 4), (4, 2), (4, 4)))
    one, other = (turned_picture(random, height, width, colours) for _ in range(2))
    puzzle = one.puzzle(THREE[:colours])
    if random.random() < 0.3:
        puzzle = puzzle.replace(columns=other.puzzle(THREE[:colours]).columns)
    blot, miss = random.choice((0, 0.3)), random.choice((0, 0, 0.3))
    given = [(r, c, one[r, c]) for r in range(height) for c in range(width) if random.random() < 0.05]
    return puzzle.replace(
        rows=hidden(puzzle.rows, random, blot, miss),
        columns=hidden(puzzle.columns, random, blot, miss),
        givens=given + [(height - 1 - r, width - 1 - c, colour) for r, c, colour in given],
    )


def kinds():
    """Puzzles with a half and without one."""
    random = Random(1)
    for number in range(240):
        yield random_puzzle(random) if number % 2 else turned_puzzle(random, 2 + number % 3 // 2)


def searched(puzzle, **how):
    """Returns the solutions found, and the outcome."""
    outcome, (configuration,) = Outcome(), configurations(ALONE)
    known = how.pop("known", ())
    task = Task(
        puzzle=puzzle, configuration=configuration, limit=Limit(**how), excluded=known, schedule=SMALL
    )
    return [grid.cells for grid in search(task, outcome)], outcome


def test_all_solutions_and_the_verdict_are_those_of_brute_force():
    verdicts, symmetric = set(), 0
    for puzzle in kinds():
        expected = all_of(puzzle)
        if len(expected) > 300:
            continue
        found, outcome = searched(puzzle)
        assert len({*found}) == len(found)
        assert {*found} == expected
        assert outcome.complete
        outcome = searched(puzzle, solutions=2)[1]
        assert (
            outcome.verdict == [Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(expected), 2)]
        )
        verdicts.add((outcome.verdict, outcome.stats.probes == 0, outcome.line_solvable))
        symmetric += sum(cells == cells[::-1] for cells in expected) == 1
    early = {verdict for verdict, no_probes, by_lines in verdicts if no_probes and not by_lines}
    assert {Verdict.UNSOLVABLE, Verdict.MULTIPLE} <= early
    assert symmetric  # so that the rest had to be searched for


@pytest.mark.parametrize("conflicts", [0, 1, 2, 7])
def test_a_limit_never_makes_an_answer_wrong(conflicts):
    stopped = 0
    for puzzle in kinds():
        expected = all_of(puzzle)
        found, outcome = searched(puzzle, conflicts=conflicts, solutions=300)
        assert {*found} <= expected
        assert not outcome.complete or {*found} == expected
        stopped += outcome.stopped is not None
    assert stopped or conflicts > 1


def test_solutions_that_are_known_are_not_found_again():
    for puzzle in kinds():
        expected = sorted(all_of(puzzle))
        if not 1 < len(expected) < 300:
            continue
        known = expected[:: len(expected) - 1]
        found, outcome = searched(puzzle, known=(*known,))
        assert outcome.complete
        assert sorted(found + known) == expected


@pytest.mark.parametrize(("grid", "verdict"), [(checkerboard(100, 100), "multiple"), (rings(300), "unique")])
def test_brief_probing_decides_regular_boards(grid, verdict):
    report = ns.check(grid.puzzle(), options=ALONE)
    assert report.verdict == verdict
    assert report.stats.probes
    assert not report.stats.conflicts
    assert report.stats.rest < 0.001


@pytest.mark.slow
def test_clauses_are_not_needed_for_large_boards():
    for puzzle in (julia(240).puzzle(), checkerboard(150, 150, 3).puzzle()):
        report = ns.check(puzzle, options=ALONE)
        assert report.verdict is Verdict.MULTIPLE
        assert not report.stats.clauses


@pytest.mark.slow
def test_no_conflicts_are_kept_for_a_solver_that_cannot_take_the_board():
    random = Random(1)
    puzzle = ns.Grid([[random.random() < 0.5 for _ in range(2500)] for _ in range(16)]).puzzle()
    (configuration,) = configurations(ALONE)
    task = Task(puzzle=puzzle, configuration=configuration, limit=Limit(conflicts=300), answer_budget=100)
    outcome = Outcome()
    assert not [*search(task, outcome)]
    assert (outcome.stopped, outcome.stats.conflicts) == ("conflicts", 300)


def test_conflicts_and_time_are_reported():
    events = []
    report = ns.check(julia(240).puzzle(), options=ALONE, observer=events.append)
    assert report.stats.conflicts > 100
    assert report.stats.first > 0
    assert any(getattr(event, "conflicts", 0) for event in events)


def test_a_symmetric_solution_is_found_first():
    (configuration,) = configurations(ALONE)
    schedule = SMALL._replace(patience=100, round_conflicts=100)
    task = Task(
        puzzle=julia(60).puzzle(), configuration=configuration, limit=Limit(solutions=2), schedule=schedule
    )
    outcome = Outcome()
    grids = [grid.cells for grid in search(task, outcome)]
    assert outcome.verdict is Verdict.MULTIPLE
    assert any(cells == cells[::-1] for cells in grids)


@pytest.mark.parametrize("colours", [2, 3])
def test_a_board_whose_open_cells_have_no_clue_has_solutions_at_once(colours):
    palette = THREE[:colours]
    puzzle = ns.Puzzle([None] * 120 + [[]], [None] * 120, palette=palette, givens=[(0, 0, 1)])
    report = ns.check(puzzle, options=ALONE)
    assert report.verdict is Verdict.MULTIPLE
    assert report.stats.open_cells == 120 * 120 - 1
    assert not report.stats.probes
    assert not report.stats.conflicts
    assert ns.count(ns.Puzzle([None] * 2, [None] * 2, palette=palette)).count == colours**4
