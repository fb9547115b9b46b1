"""`repair_auto`, whose kind of repair the verdict decides."""

import pytest

import nonosat as ns

SEVERAL = ns.Puzzle([[1], [1]], [[1], [1]], goal=ns.Grid(["#.", ".#"]))
MISTYPED = ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]])


def without_time(answer):
    return {**answer.to_json(), "seconds": None}


@pytest.mark.parametrize(
    ("puzzle", "function"),
    [
        (SEVERAL, ns.repair_givens),
        (MISTYPED, ns.repair_clue),
        (ns.example("cup"), ns.repair_givens),
        (ns.example("unsolvable-by-search"), ns.repair_clue),
    ],
)
def test_the_verdict_decides_the_kind_of_repair(puzzle, function):
    assert without_time(ns.repair_auto(puzzle)) == without_time(function(puzzle))


def test_a_limit_before_the_verdict_leaves_nothing():
    repair = ns.repair_auto(ns.example("gchq-without-givens"), seconds=0)
    assert (repair.found, repair.verdict, repair.stopped) == (False, "unknown", "seconds")


def test_the_old_name_says_the_new_ones():
    with pytest.raises(
        AttributeError, match="`repair_givens`, `repair_pixels`, `repair_clue` or `repair_auto`"
    ):
        ns.repair  # noqa: B018


def test_a_file_is_converted(tmp_path):
    ns.dump(SEVERAL, tmp_path / "a.non")
    ns.convert(tmp_path / "a.non", tmp_path / "a.json")
    assert ns.load(tmp_path / "a.json") == SEVERAL
