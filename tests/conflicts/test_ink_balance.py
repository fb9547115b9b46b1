"""What counting refutes has no picture, and no clue can be spared for that."""

from breaking import holding
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clashing_puzzles, every_feature

from nonosat import Puzzle
from nonosat.conflicts.groups import claims
from nonosat.conflicts.ink_balance import Sums


@settings(max_examples=tries(150))
@given(clashing_puzzles(max_side=3), st.data())
def test_sums_that_differ(puzzle, data):
    clash = Sums(puzzle).clash(those := data.draw(st.sets(st.sampled_from(claims(puzzle)))))
    assert clash <= those
    assert not clash or not any(each >= clash for each in holding(puzzle))
    assert not any(Sums(puzzle).clash(clash - {claim}) for claim in clash)


@settings(max_examples=tries(40))
@given(clashing_puzzles(max_side=3, inks=2))
def test_sums_of_each_ink(puzzle):
    assume(sum(puzzle.row_lengths) < 9)
    clash = Sums(puzzle).clash(set(claims(puzzle)))
    assert bool(clash) >= any(problem.kind == "sum" for problem in puzzle.problems())
    assert not clash or not any(each >= clash for each in holding(puzzle))


@given(every_feature(triddlers=True, missing=True))
def test_a_puzzle_with_a_solution_has_no_clash(puzzle):
    assert Sums(puzzle).clash(set(claims(puzzle))) == set()


def test_room_is_counted():
    puzzle = Puzzle([[3], [3], ["?"]], [[1], None, ["?"]])
    assert Sums(puzzle).clash({0, 1, 2, 3, 5}) == set()
    assert Sums(puzzle.replace(columns=([1], [1], [1]))).clash({0, 1, 2, 3, 4, 5}) == {0, 1, 4, 5}
