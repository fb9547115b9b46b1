"""The oracle agrees with brute force under any selectors, assumptions and permanent clauses."""

from itertools import islice, product

import pytest
from cnfs import pigeons, propagated
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import every_feature, unsettled_puzzles

from nonosat.conflicts.groups import only
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.oracle import Oracle
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock, Limit, counting_cpu


def solutions(puzzle, most=200):
    """All solutions, cell by cell."""
    found = list(islice(solutions_of(puzzle), most + 1))
    assume(len(found) <= most)
    return {bytes(cells) for cells in found}


def drawn_assumptions(data, oracle, number):
    """Cells with colours, and the literals that say so."""
    cells = [each.cell for each in oracle.cnf.open_cells]
    chosen = data.draw(st.lists(st.sampled_from(cells), max_size=number, unique=True))
    colours = {}
    for cell in chosen:
        literals = next(each.literals for each in oracle.cnf.open_cells if each.cell == cell)
        colours[cell] = data.draw(st.sampled_from(sorted(literals)))
    return colours, {oracle.literal(cell, colour): cell for cell, colour in colours.items()}


def agreeing(pictures, colours):
    return {cells for cells in pictures if all(cells[cell] == colour for cell, colour in colours.items())}


@given(unsettled_puzzles(4), st.data())
def test_answers_pictures_and_cores_are_those_of_brute_force(puzzle, data):
    every = solutions(puzzle)
    with Oracle.of_board(propagated(puzzle), Clock()) as oracle:
        for _ in range(4):
            colours, cell_of = drawn_assumptions(data, oracle, 4)
            answer = oracle.solve(cell_of)
            assert answer is bool(agreeing(every, colours))
            if answer:
                assert oracle.picture().cells in agreeing(every, colours)
                assert all(map(oracle.holds, cell_of))
            else:
                core = oracle.core()
                assert set(core) <= set(cell_of)
                assert not agreeing(every, {cell_of[each]: colours[cell_of[each]] for each in core})


@given(unsettled_puzzles(4), st.data())
def test_permanent_clauses_stay(puzzle, data):
    left = solutions(puzzle)
    with Oracle.of_board(propagated(puzzle), Clock()) as oracle:
        while oracle.solve():
            found = oracle.picture().cells
            assert found in left
            cell = data.draw(st.sampled_from([each.cell for each in oracle.cnf.open_cells]))
            match data.draw(st.sampled_from(["exclude", "keep", "strike out"])):
                case "exclude":
                    oracle.add(oracle.cnf.excluding(found))
                    left -= {found}
                case "keep":
                    oracle.add([oracle.literal(cell, found[cell])])
                    oracle.add(oracle.cnf.excluding(found))
                    left = agreeing(left, {cell: found[cell]}) - {found}
                case "strike out":
                    oracle.strike_out(cell, found[cell])
                    left -= agreeing(left, {cell: found[cell]})
        assert left == set()


@given(unsettled_puzzles(4), st.data())
def test_a_clause_for_one_question_is_forgotten(puzzle, data):
    every = solutions(puzzle)
    assume(every)
    with Oracle.of_board(propagated(puzzle), Clock()) as oracle:
        for _ in range(4):
            cells = [each.cell for each in oracle.cnf.open_cells]
            chosen = data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=3, unique=True))
            known = data.draw(st.sampled_from(sorted(every)))
            same = oracle.agreeing(known)
            other = oracle.solve(once=[-same[cell] for cell in chosen])
            assert other is any(any(each[cell] != known[cell] for cell in chosen) for each in every)
            if not other:
                assert oracle.core() == []
        assert oracle.solve()


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(every_feature(2, triddlers=True, missing=True), st.data())
def test_selected_clues_and_givens_hold_together_as_brute_force_says(puzzle, data):
    """Every colouring of the cells is looked at."""
    shape = sum(puzzle.row_lengths)
    assume(len(puzzle.palette) ** shape <= 600)
    lines = [line for family in puzzle.families for line in family]
    with Oracle.without_clues(puzzle, Clock()) as oracle:
        selectors = {oracle.clue(at, line.clue): at for at, line in enumerate(lines) if line.clue is not None}
        for _ in range(3):
            chosen = data.draw(st.sets(st.sampled_from(sorted(selectors)))) if selectors else set()
            colours, cell_of = drawn_assumptions(data, oracle, 2)
            part = only(puzzle, map(selectors.__getitem__, chosen))
            grids = (
                Grid._of(puzzle, bytes(cells)) for cells in product(range(len(puzzle.palette)), repeat=shape)
            )
            expected = any(
                all(grid.cells[cell] == colour for cell, colour in colours.items()) and grid.satisfies(part)
                for grid in grids
            )
            assert oracle.solve([*chosen, *cell_of]) is expected
            if expected:
                assert oracle.picture().satisfies(part)


def test_a_budget_that_does_not_suffice_gives_no_answer():
    with Oracle(pigeons(9)) as oracle:
        assert oracle.solve(conflicts=10) is None
        assert oracle.conflicts > 0


def test_a_clock_that_has_run_out_ends_it():
    with Oracle(pigeons(11), Clock(Limit(seconds=0.2))) as oracle, pytest.raises(OutOfReach):
        oracle.solve()
    with pytest.raises(OutOfReach):
        Oracle(pigeons(11), Clock(Limit(seconds=0))).solve()


def test_watch_gets_the_conflicts():
    told = []
    with Oracle(pigeons(7), watch=told.append) as oracle:
        assert oracle.solve() is False
    assert told[0] == 0
    assert told[-1] > 0


def test_selectors_of_impossible_clues():
    """A clue that has no room holds in no picture, and is a core by itself."""
    with Oracle.without_clues(Puzzle([[1], [5]], [None, None]), Clock()) as oracle:
        fits, does_not = oracle.clue(0, Puzzle([[1]], []).rows[0]), oracle.clue(1, Puzzle([[5]], []).rows[0])
        assert oracle.solve([fits])
        assert oracle.solve([fits, does_not]) is False
        assert oracle.core() == [does_not]


def test_a_clock_that_counts_cpu_time_outlasts_the_wall_clock_of_a_session(monkeypatch):
    """On a busy machine a session gives up by the wall clock before the CPU time is used."""
    with counting_cpu(30):
        clock = Clock(Limit(seconds=5))
    with Oracle(pigeons(2), clock) as oracle:
        solve, answers = oracle._session.solve, []

        def late(*arguments, **options):
            answers.append(solve(*arguments, **options) if answers else None)
            return answers[-1]

        monkeypatch.setattr(oracle._session, "solve", late)
        assert oracle.solve() is False
        assert answers == [None, False]
        answers.clear()
        assert oracle.solve(conflicts=10) is None
