"""A core by counting has no picture, and none of its clues can be dropped."""

from breaking import holding
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clashing_puzzles, every_feature

from nonosat import Puzzle
from nonosat.conflicts.groups import groups_of
from nonosat.conflicts.ink_balance import InkBalance


@settings(max_examples=tries(150))
@given(clashing_puzzles(max_side=3), st.data())
def test_sums_that_differ(puzzle, data):
    core = InkBalance(puzzle).core(those := data.draw(st.sets(st.sampled_from(groups_of(puzzle)))))
    assert core <= those
    assert not core or not any(each >= core for each in holding(puzzle))
    assert not any(InkBalance(puzzle).core(core - {group}) for group in core)


@settings(max_examples=tries(40))
@given(clashing_puzzles(max_side=3, inks=2))
def test_sums_of_each_ink(puzzle):
    assume(sum(puzzle.row_lengths) < 9)
    core = InkBalance(puzzle).core(set(groups_of(puzzle)))
    assert bool(core) >= any(problem.kind == "sum" for problem in puzzle.problems())
    assert not core or not any(each >= core for each in holding(puzzle))


@given(every_feature(triddlers=True, missing=True))
def test_a_puzzle_with_a_solution_has_no_clash(puzzle):
    assert InkBalance(puzzle).core(set(groups_of(puzzle))) == set()


def test_the_space_for_ink_is_counted():
    puzzle = Puzzle([[3], [3], ["?"]], [[1], None, ["?"]])
    assert InkBalance(puzzle).core({0, 1, 2, 3, 5}) == set()
    assert InkBalance(puzzle.replace(columns=([1], [1], [1]))).core({0, 1, 2, 3, 4, 5}) == {0, 1, 4, 5}
