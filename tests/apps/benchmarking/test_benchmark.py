"""The question from Python."""

import pytest

import nonosat as ns


def test_puzzles_paths_and_families_are_measured(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), "two.non")
    seen = []
    found = ns.benchmark(
        [ns.Puzzle([[1]], [[1]]), "two.non", "random:2,3"],
        contenders={"one": ns.SearchOptions(), "other": ns.SearchOptions(backend="cadical195")},
        repeats=1,
        per_size=1,
        journal="runs.jsonl",
        observer=seen.append,
    )
    assert [run.puzzle for run in found.runs[::2]] == ["puzzle 1", "two.non", "random:2#1", "random:3#1"]
    assert found.runs[2].verdict == "multiple"
    assert [each.answered for each in found.summaries] == [4, 4]
    assert (found.disagreements, tuple(seen)) == ((), found.runs)
    earlier = ns.Benchmark.read("runs.jsonl")
    assert earlier == found
    assert {each.meaning for each in found.against(earlier)} == {"noise"}
    assert "two.non" in str(found)


@pytest.mark.parametrize(
    "more",
    [
        {"repeats": 0},
        {"seeds": 0},
        {"warm_up": -1},
        {"per_size": 0},
        {"ask": "count"},
        {"contenders": {"a": "solve"}},
        {"seconds": -1},
    ],
)
def test_what_makes_no_sense_is_refused(more):
    with pytest.raises(ns.UsageError):
        ns.benchmark(["dom:1"], **more)


def test_what_cannot_be_read_is_an_error():
    with pytest.raises(ns.InputError):
        ns.benchmark(["missing.non"])
    with pytest.raises(ns.UsageError):
        ns.benchmark([3])
