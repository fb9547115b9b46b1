"""`nonosat.check_many`."""

from itertools import count, islice

import pytest

import nonosat as ns

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle([[1], [1]], [[1], [1]])
UNREADABLE = ns.Puzzle([[1], [1]], [[1], [1]], givens=[(5, 5)])


@pytest.mark.slow
def test_each_puzzle_has_a_result_with_its_place():
    puzzles = [UNIQUE, MULTIPLE, UNREADABLE, UNIQUE]
    found = sorted(ns.check_many(puzzles, seconds=60), key=lambda each: each.index)
    failed = found[2]
    assert [each.report.verdict for each in found if each is not failed] == ["unique", "multiple", "unique"]
    assert isinstance(failed, ns.Failed)
    with pytest.raises(ns.PuzzleError, match="out"):
        failed.report  # noqa: B018
    assert ["report" in each.to_json() for each in found] == [True, True, False, True]
    assert found[1].report.solutions == ns.check(MULTIPLE).solutions


@pytest.mark.slow
def test_puzzles_are_read_only_as_workers_become_free():
    found = ns.check_many(UNIQUE for _ in count())
    assert len({each.index for each in islice(found, 20)}) == 20
    found.close()


@pytest.mark.slow
def test_wrong_arguments_raise_at_once():
    with pytest.raises(ns.ArgumentError, match="`puzzles` must be an Iterable"):
        ns.check_many(5)
    with pytest.raises(ns.ArgumentError, match="did you mean `seconds`"):
        ns.check_many([], timeout=5)
    (found,) = ns.check_many(["puzzle.non"])
    assert "item 0 must be a Puzzle, got str" in str(found.error)


def test_goals_are_hints_in_other_processes_too():
    pictures = [ns.Grid(rows) for rows in (["#.", ".#"], [".#", "#."])] * 4
    reports = ns.check_many([picture.puzzle(goal=picture) for picture in pictures], workers=2)
    first = {item.index: item.report.solutions[0] for item in reports}
    assert first == dict(enumerate(pictures))
