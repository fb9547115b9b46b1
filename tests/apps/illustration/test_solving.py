"""`nonosat.apps.illustration.solving`: moments that add up to the final state."""

from __future__ import annotations

from functools import lru_cache

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clashing_puzzles, every_feature, unsettled_puzzles

import nonosat as ns
from nonosat.apps.illustration.solving import By, Every, solving, thinned
from nonosat.search.outcome import Verdict

TWO = ns.Puzzle([[1], [1]], [[1], [1]])

PUZZLES = st.one_of(
    every_feature(triddlers=True, missing=True), unsettled_puzzles(4), clashing_puzzles(4, inks=2)
)


@lru_cache
def solved(name, every=Every.LINE):
    return solving(ns.example(name), every=every)


def cells_of(moments):
    return [cell for moment in moments for cell in moment.cells]


def require_sound(found):
    """No cell twice, none of the givens, and as many of a solution as the verdict promises."""
    puzzle, cells = found.puzzle, cells_of(found.moments)
    known = {(row, column): colour for row, column, colour in (*puzzle.givens, *cells)}
    assert len(known) == len(puzzle.givens) + len(cells)
    if found.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE) and len(known) == sum(puzzle.row_lengths):
        rows = [[known[row, at] for at in range(length)] for row, length in enumerate(puzzle.row_lengths)]
        assert ns.Grid(rows, ragged=True).satisfies(puzzle)
    assert [moment.by in (By.END, By.CONTRADICTION) for moment in found.moments] == [
        *[False] * (len(found.moments) - 1),
        True,
    ]
    return len(known) == sum(puzzle.row_lengths)


@pytest.mark.parametrize("every", Every)
@pytest.mark.parametrize("name", ["cup", "flower", "apple", "cat-with-blots"])
def test_the_moments_add_up_to_the_solution(name, every):
    found = solved(name, every)
    assert require_sound(found)
    assert found.verdict is Verdict.UNIQUE
    assert all(moment.by is not By.SOLVER for moment in found.moments)
    assert all(moment.lines for moment in found.moments[:-1])


@settings(max_examples=tries(30))
@given(puzzle=PUZZLES, every=st.sampled_from(Every))
def test_of_any_puzzle(puzzle, every):
    assume(not puzzle.problems())
    found = solving(puzzle, every=every)
    finished = require_sound(found)
    assert (
        finished or found.verdict is Verdict.UNSOLVABLE or (every is Every.STEP and found.verdict != "unique")
    )
    report = ns.check(puzzle)
    assert found.verdict is report.verdict


def test_cells_of_the_solver_are_one_moment():
    *before, jump, end = solved("gchq-without-givens").moments
    assert jump.by is By.SOLVER
    assert len(jump.cells) == 12
    assert jump.caption.startswith("the search finds 12 cells")
    assert before[-1].caption == "lines leave 12 cells open: now a search"
    assert end.caption == "one of several solutions"


@pytest.mark.parametrize(
    ("puzzle", "caption", "lines"),
    [
        (ns.Puzzle([[1], [2]], [[2], [1]]), "the only solution", ()),
        (TWO, "one of several solutions", ()),
        (ns.Puzzle([[3], [], [3]], [[2], [2], [2]]), "no solution: nothing fits column 1", ("column 1",)),
        (ns.example("unsolvable-by-search"), "no solution, as the search proves", ()),
    ],
)
def test_the_last_moment_names_the_end(puzzle, caption, lines):
    end = solving(puzzle).moments[-1]
    assert end.caption == caption
    assert tuple(map(str, end.lines)) == lines


def test_a_limit_ends_it_with_what_is_known():
    end = solving(TWO, limit=ns.Limit(seconds=0)).moments[-1]
    assert (end.by, end.caption) == (By.END, "4 cells open: the time limit was reached")
    end = solving(TWO, limit=ns.Limit(solutions=1)).moments[-1]
    assert end.caption == "a solution, maybe not the only one: the solution limit was reached"
    end = solving(TWO, every=Every.STEP, limit=ns.Limit(seconds=0)).moments[-1]
    assert end.caption == "4 cells left without an explanation: the time limit was reached"


@pytest.mark.parametrize("name", ["gchq-without-givens", "flower", "unsolvable-by-search"])
@pytest.mark.parametrize("most", [1, 2, 3, 7, 8, 20, 10_000])
def test_thinned_moments_are_few_and_lose_nothing(name, most):
    moments = solved(name).moments
    few = thinned(moments, most)
    assert len(few) <= most
    assert cells_of(few) == cells_of(moments)
    assert few[-1].caption == moments[-1].caption
    if most > 6 and name.startswith("gchq"):
        assert few[-2] == moments[-2]  # the solver's cells are not merged with those of lines


def test_merged_moments_count_their_parts():
    few = thinned(solved("cup").moments, 10)
    assert few[0].caption == f"{len(few[0].lines)} lines: {len(few[0].cells)} cells"
    many = solved("gchq-without-givens").moments
    assert thinned(many, 2)[0].caption == "613 cells, some found by the solver" or thinned(many, 1)
