"""`repair`, which chooses the kind of repair as the command line does."""

import pytest

import nonosat as ns

SEVERAL = ns.Puzzle([[1], [1]], [[1], [1]], goal=ns.Grid(["#.", ".#"]))
MISTYPED = ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]])


def without_time(answer):
    return {**answer.to_json(), "seconds": None}


def test_repair_answers_like_the_specific_function():
    for puzzle, by, function in (
        (SEVERAL, "givens", ns.repair_givens),
        (SEVERAL, "pixels", ns.repair_pixels),
        (MISTYPED, "clue", ns.repair_clue),
    ):
        assert without_time(ns.repair(puzzle, by=by)) == without_time(function(puzzle))


def test_an_option_of_another_kind_is_refused():
    with pytest.raises(ns.ArgumentError, match="`edits` is an option of by='clue'"):
        ns.repair(SEVERAL, by="givens", edits=2)


def test_a_file_is_converted(tmp_path):
    ns.dump(SEVERAL, tmp_path / "a.non")
    ns.convert(tmp_path / "a.non", tmp_path / "a.json")
    assert ns.load(tmp_path / "a.json") == SEVERAL
