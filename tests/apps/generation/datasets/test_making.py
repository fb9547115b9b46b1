"""Data sets: labels that hold, no two puzzles alike, and the same file however it is made."""

import json

import pytest
from effort import quick

import nonosat as ns
from nonosat.apps.generation.datasets import making
from nonosat.apps.generation.datasets.canonical import canonical_key
from nonosat.apps.generation.datasets.records import known_by, labels
from nonosat.formats import native
from nonosat.support.limits import Clock

SMALL = ns.Wish(width=4, height=4)
MIRRORED = ns.Wish(width=5, height=5, inks=2, symmetry="lr")


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def puzzle_of(record):
    return native.puzzle_of({name: record[name] for name in native.KNOWN & record.keys()})


@pytest.fixture
def in_process(monkeypatch):
    """Has candidates made here, one after the other."""

    def one_by_one(work, items, pool, failed, *, in_order, tick):
        assert in_order
        for item in items:
            yield item, work(item)
            tick()

    monkeypatch.setattr(making, "outcomes", one_by_one)


def made(path, wish, **options):
    result = ns.dataset(path, wish, **{"workers": 1} | options)
    return result, path.read_bytes()


def test_the_labels_hold(tmp_path, in_process):
    result, _ = made(tmp_path / "d.jsonl", MIRRORED, count=5, seed=3)
    lines = records(tmp_path / "d.jsonl")
    assert (result.count, len(lines), result.stopped) == (5, 5, None)
    assert [record["puzzle"] for record in lines] == [str(at) for at in range(1, 6)]
    assert len({record["key"] for record in lines}) == 5
    for record in lines:
        puzzle = puzzle_of(record)
        assert record["key"] == canonical_key(puzzle)
        assert (record["verdict"], record["count"], record["exact"]) == ("unique", "1", True)
        assert list(ns.solutions(puzzle, options=ns.SearchOptions(backend="cadical195"))) == [puzzle.goal]
        rating = ns.rate(puzzle)
        assert (record["grade"], record["sweeps"]) == (rating.grade, rating.sweeps)
        assert record["techniques"] == dict(rating.techniques)
        assert record["line_solvable"] == rating.line_solvable == (record["known_by"] == "lines")
        assert (record["width"], record["height"], record["inks"]) == (5, 5, 2)
        assert record["density"] == pytest.approx(
            1 - puzzle.goal.cells.count(0) / len(puzzle.goal.cells), abs=1e-4
        )
        assert "lr" in record["symmetry"]
        again = ns.stream(MIRRORED, seed=3, start=record["number"])
        assert next(again).puzzle.goal == puzzle.goal


@pytest.mark.parametrize("share", quick([0.5, 1.0, 0.0, 0.01, 0.2, 0.99], {0.5, 1.0}.__contains__))
def test_the_end_of_one_run_is_the_beginning_of_the_next(tmp_path, in_process, share):
    whole, data = made(tmp_path / "whole.jsonl", SMALL, count=9)
    path = tmp_path / "d.jsonl"
    path.write_bytes(data[: int(share * len(data))])
    result, again = made(path, SMALL, count=9)
    assert again == data
    assert (result.sha256, result.tried) == (whole.sha256, whole.tried)


@pytest.mark.slow
def test_processes_make_the_same(tmp_path, monkeypatch):
    files = {
        made(tmp_path / f"{workers}.jsonl", SMALL, count=60, workers=workers)[1] for workers in (1, 2, 3)
    }
    assert len(files) == 1
    limited = tmp_path / "limited.jsonl"
    result = ns.dataset(limited, SMALL, count=60, memory=300_000_000)
    assert limited.read_bytes() in files
    assert result.count == 60


def test_a_wish_with_too_few_puzzles(tmp_path, in_process, monkeypatch):
    monkeypatch.setattr(making, "FRUITLESS", 40)
    wish = ns.Wish(width=1, height=2)
    result, data = made(tmp_path / "d.jsonl", wish, count=12)
    assert (result.count, result.stopped) == (3, None)
    (tmp_path / "e.jsonl").write_bytes(data[: len(data) // 2])
    again, same = made(tmp_path / "e.jsonl", wish, count=12)
    assert (again.count, again.tried, again.sha256, same) == (3, result.tried, result.sha256, data)


def test_a_limit_keeps_what_there_is(tmp_path, in_process):
    _, data = made(tmp_path / "whole.jsonl", SMALL, count=5)
    path = tmp_path / "d.jsonl"
    path.write_bytes(data[: data.index(b"\n") + 1])
    result, begun = made(path, SMALL, count=5, seconds=0)
    assert (result.stopped, result.sha256) == ("seconds", "")
    assert data.startswith(begun)
    assert made(path, SMALL, count=5)[1] == data


@pytest.mark.parametrize("other", [{"seed": 1}, {"count": 6}])
def test_another_data_set_is_refused(tmp_path, in_process, other):
    _, data = made(tmp_path / "d.jsonl", SMALL, count=5)
    with pytest.raises(ns.InputError, match="another data set"):
        made(tmp_path / "d.jsonl", SMALL, **{"count": 5} | other)
    assert (tmp_path / "d.jsonl").read_bytes() == data
    (tmp_path / "words.jsonl").write_text("words\n")
    with pytest.raises(ns.InputError, match="expected a record"):
        made(tmp_path / "words.jsonl", SMALL, count=5)


@pytest.mark.parametrize(
    ("output", "options", "error"),
    [
        ("d.txt", {}, "ends with .jsonl"),
        ("/dev/null", {}, "ends with"),
        ("d.jsonl", {"count": -1}, "`count` must be between 0 and 1,000,000,000, got -1"),
        ("d.jsonl", {"seed": -1}, "`seed` must be at least 0, got -1"),
        ("d.jsonl", {"workers": 0}, "workers"),
    ],
)
def test_invalid_arguments_are_refused(tmp_path, monkeypatch, output, options, error):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ns.UsageError, match=error):
        ns.dataset(output, **{"wish": SMALL, "count": 1} | options)


@pytest.mark.parametrize(
    ("puzzle", "verdict", "known", "count"),
    [
        (ns.Puzzle([[1], [1]], [[1], [1]]), "multiple", "search", "2"),
        (ns.Puzzle([[3], [], [3]], [[2], [2], [2]]), "unsolvable", "lines", "0"),
        (ns.Puzzle([[2], [1]], [[2], [1]]), "unique", "lines", "1"),
        (ns.Puzzle([[1]] * 4, [[1]] * 4), "multiple", "search", "24"),
        (ns.Puzzle([[1]] * 7, [[1]] * 7), "multiple", "search", "1000"),
    ],
)
def test_labels_have_the_verdict_and_its_method(puzzle, verdict, known, count):
    fields = labels(puzzle, Clock())
    assert (fields["verdict"], fields["known_by"], fields["count"]) == (verdict, known, count)
    assert fields["exact"] == (count != "1000")


def test_a_puzzle_that_probing_or_search_decides():
    assert {known_by(ns.check(ns.example(name))) for name in ("gchq", "cup")} == {"lines"}
    from nonosat.apps.generation import n_dom

    assert known_by(ns.check(n_dom(5), options=ns.SearchOptions(portfolio=1))) in ("probing", "search")
