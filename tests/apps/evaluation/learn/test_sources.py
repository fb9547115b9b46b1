"""Where puzzles come from: streams in turn, lists in an order that depends on the seed, files."""

import json
from itertools import islice

import pytest

import nonosat as ns
from nonosat.apps.evaluation.learn.sources import Most, source_of

WISH = ns.Wish(width=5, height=4)
LIST = [ns.Grid(["#" * width]).puzzle() for width in range(1, 6)]


def test_a_wish_gives_its_stream():
    source = source_of(WISH)
    assert source.most == Most(4, 5, 1)
    assert [source.puzzle(7, number) for number in range(3)] == [
        each.puzzle for each in islice(ns.stream(WISH, seed=7), 3)
    ]


def test_wishes_take_turns():
    source = source_of([WISH, ns.Wish(width=3, height=6, inks=2)])
    assert source.most == Most(6, 5, 2)
    assert [source.puzzle(1, number).width for number in range(4)] == [5, 3, 5, 3]
    assert source.puzzle(1, 2) == source_of(WISH).puzzle(1, 1)


def test_a_list_comes_once_before_it_comes_again():
    source = source_of(iter(LIST))
    assert source.most == Most(1, 5, 1)
    orders = [[source.puzzle(seed, at).width for at in range(10)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    for order in orders:
        assert sorted(order[:5]) == sorted(order[5:]) == [1, 2, 3, 4, 5]
    assert source_of(LIST[2]).puzzle(0, 9) is LIST[2]


def test_a_file_gives_what_is_in_it(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text("".join(f"{json.dumps(puzzle.to_json())}\n" for puzzle in LIST))
    assert {source_of(path).puzzle(1, at).width for at in range(5)} == {1, 2, 3, 4, 5}
    path.write_text("[]\n")
    with pytest.raises(ns.InputError, match=r"some\.jsonl:1"):
        source_of(path)
    with pytest.raises(ns.InputError):
        source_of(str(tmp_path / "none.non"))


@pytest.mark.parametrize(
    "puzzles",
    [
        [],
        [LIST[0], WISH],
        [3],
        ns.Wish(width=5, height=5, solutions=0),
        ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1], [1]], corner=-1),
    ],
)
def test_what_makes_no_source_is_refused(puzzles):
    with pytest.raises(ns.UsageError):
        source_of(puzzles)


def test_puzzles_with_problems_are_refused():
    with pytest.raises(ns.PuzzleError):
        source_of([ns.Puzzle([[1]], [[1]], givens=[(5, 5)])])
    with pytest.raises(ns.UsageError, match="no solution: the rows have 2 filled cells, the columns 1"):
        source_of([ns.Puzzle([[2]], [[1], [0]])])


@pytest.mark.slow
def test_a_wish_that_is_never_met_is_given_up():
    with pytest.raises(ns.OutOfReach, match="no such puzzle"):
        source_of(ns.Wish(width=1, height=1, grade="needs search")).puzzle(1, 0)


def test_a_limit_ends_the_making_of_a_puzzle():
    wish = ns.Wish(width=30, height=30, grade="needs search", density=0.05)
    with pytest.raises(ns.OutOfReach, match="time limit"):
        source_of(wish, ns.Limit(seconds=0.1)).puzzle(1, 0)
