"""Data sets: labels that hold, no two puzzles alike, and the same file however it is made."""

import json
from collections import Counter

import pytest
from effort import quick

import nonosat as ns
from nonosat.apps.generation.datasets import making
from nonosat.apps.generation.datasets.canonical import canonical_key
from nonosat.apps.generation.datasets.recipe import Recipe, splits_of, wishes_of
from nonosat.apps.generation.datasets.records import known_by, labels, smoothness
from nonosat.formats import native
from nonosat.support.limits import Clock

SMALL = ns.Wish(width=4, height=4)
MIXED = [
    ns.Wish(width=5, height=5),
    ns.Wish(width=4, height=6, inks=2),
    ns.Wish(width=5, height=5, kind="blobs", symmetry="lr"),
]


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def puzzle_of(record):
    return native.puzzle_of({name: record[name] for name in native.KNOWN & record.keys()})


@pytest.fixture
def in_process(monkeypatch):
    """Has candidates made here, one after the other."""

    def spread(work, items, workers, clock):
        for item in items:
            yield item, work(item, clock.rest)
            clock.tick()

    monkeypatch.setattr(making, "spread_within", spread)


def made(path, wishes, **options):
    found = ns.dataset(path, wishes, **{"workers": 1} | options)
    return found, path.read_bytes()


def test_the_labels_hold(tmp_path, in_process):
    found, _ = made(tmp_path / "d.jsonl", MIXED, count=9, seed=3, steps=2, splits={"a": 0.5, "b": 0.5})
    told = records(tmp_path / "d.jsonl")
    assert (found.count, len(told), found.short, found.stopped) == (9, 9, (0, 0, 0), None)
    assert [record["puzzle"] for record in told] == [str(at) for at in range(1, 10)]
    assert Counter(record["wish"] for record in told) == {0: 3, 1: 3, 2: 3}
    assert len({record["key"] for record in told}) == 9
    for record in told:
        puzzle, wish = puzzle_of(record), MIXED[record["wish"]]
        assert record["key"] == canonical_key(puzzle)
        assert (record["verdict"], record["count"], record["exact"]) == ("unique", "1", True)
        assert list(ns.solutions(puzzle, options=ns.SearchOptions(backend="cadical195"))) == [puzzle.goal]
        rating = ns.rate(puzzle)
        assert (record["grade"], record["sweeps"]) == (rating.grade, rating.sweeps)
        assert record["techniques"] == dict(rating.techniques)
        assert record["line_solvable"] == rating.line_solvable == (record["known_by"] == "lines")
        assert (record["width"], record["height"], record["inks"]) == (wish.width, wish.height, wish.inks)
        assert record["density"] == pytest.approx(
            1 - puzzle.goal.cells.count(0) / len(puzzle.goal.cells), abs=1e-4
        )
        assert [step["text"] for step in record["explanation"]] == [
            step.text for step, _ in zip(ns.explain(puzzle), range(2), strict=False)
        ]
        assert record["split"] == ("a" if record["key"] < "8" else "b")
        if wish.symmetry == "lr":
            assert "lr" in record["symmetry"]
        again = ns.stream(wish, seed=3, start=record["number"])
        assert next(again).puzzle.goal == puzzle.goal


@pytest.mark.parametrize("share", quick([0.5, 1.0, 0.0, 0.01, 0.2, 0.99], {0.5, 1.0}.__contains__))
def test_the_end_of_one_run_is_the_beginning_of_the_next(tmp_path, in_process, share):
    whole, data = made(tmp_path / "whole.jsonl", MIXED, count=9)
    path = tmp_path / "d.jsonl"
    path.write_bytes(data[: int(share * len(data))])
    found, again = made(path, MIXED, count=9)
    assert again == data
    assert (found.sha256, found.tried) == (whole.sha256, whole.tried)
    card = (tmp_path / "d.jsonl.html").read_text()
    assert card.replace("d.jsonl", "whole.jsonl") == (tmp_path / "whole.jsonl.html").read_text()
    assert whole.sha256 in card
    assert "all of them." in card


def test_workers_and_the_order_in_which_they_answer_do_not_matter(tmp_path, monkeypatch, in_process):
    _, data = made(tmp_path / "d.jsonl", MIXED, count=9)

    def backwards(work, items, workers, clock):
        held = []
        for item in items:
            held.append((item, work(item, clock.rest)))
            if len(held) == 7:
                yield from held[::-1]
                held.clear()
        yield from held[::-1]

    monkeypatch.setattr(making, "spread_within", backwards)
    assert made(tmp_path / "e.jsonl", MIXED, count=9)[1] == data


@pytest.mark.slow
def test_processes_make_the_same(tmp_path, monkeypatch):
    found = {
        made(tmp_path / f"{workers}.jsonl", MIXED, count=60, workers=workers)[1] for workers in (1, 2, 3)
    }
    assert len(found) == 1
    limited = tmp_path / "limited.jsonl"
    result = ns.dataset(limited, MIXED, count=60, memory=300_000_000)
    assert limited.read_bytes() in found
    assert result.count == 60


def test_wishes_that_have_too_few_puzzles(tmp_path, in_process, monkeypatch):
    monkeypatch.setattr(making, "FRUITLESS", 40)
    wishes = [ns.Wish(width=1, height=2), ns.Wish(width=3, height=3)]
    found, data = made(tmp_path / "d.jsonl", wishes, count=12)
    assert found.short == (3, 0)
    assert found.count == 9
    (tmp_path / "e.jsonl").write_bytes(data[: len(data) // 2])
    assert made(tmp_path / "e.jsonl", wishes, count=12) == (
        ns.Dataset(
            **{
                **{n: getattr(found, n) for n in ("count", "tried", "short", "sha256")},
                "path": str(tmp_path / "e.jsonl"),
                "card": str(tmp_path / "e.jsonl.html"),
            }
        ),
        data,
    )


def test_a_limit_keeps_what_there_is(tmp_path, in_process):
    _, data = made(tmp_path / "whole.jsonl", SMALL, count=5)
    path = tmp_path / "d.jsonl"
    path.write_bytes(data[: data.index(b"\n") + 1])
    found, begun = made(path, SMALL, count=5, seconds=0)
    assert (found.stopped, found.sha256, found.card) == ("seconds", "", "")
    assert data.startswith(begun)
    assert not (tmp_path / "d.jsonl.html").exists()
    assert made(path, SMALL, count=5)[1] == data


@pytest.mark.parametrize("other", [{"seed": 1}, {"count": 6}, {"steps": 1}, {"splits": {"all": 1}}])
def test_another_data_set_is_left_alone(tmp_path, in_process, other):
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
        ("d.txt", {}, "ends with .jsonl or .parquet"),
        ("/dev/null", {}, "ends with"),
        ("d.jsonl", {"count": -1}, "count -1"),
        ("d.jsonl", {"seed": -1}, "`seed` must be at least 0, read -1"),
        ("d.jsonl", {"splits": {"a": 0.5}}, "add up to 1"),
        ("d.jsonl", {"splits": {"a": 2}}, "at most 1"),
        ("d.jsonl", {"wishes": []}, "at least one wish"),
        ("d.jsonl", {"workers": 0}, "workers"),
    ],
)
def test_what_makes_no_sense(tmp_path, monkeypatch, output, options, error):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ns.UsageError, match=error):
        ns.dataset(output, **{"wishes": SMALL, "count": 1} | options)


@pytest.mark.slow
def test_columns(tmp_path, in_process):
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "d.parquet"
    found, data = made(path, MIXED, count=6, steps=1)
    made(tmp_path / "d.jsonl", MIXED, count=6, steps=1)
    rows = parquet.read_table(path).to_pylist()
    for row, record in zip(rows, records(tmp_path / "d.jsonl"), strict=True):
        for name, value in record.items():
            assert (json.loads(row[name]) if isinstance(value, list | dict) else row[name]) == value
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(
        ("d.parquet", "d.parquet.html", "d.jsonl", "d.jsonl.html")
    )
    again, _ = made(path, MIXED, count=6, steps=1)
    assert (again.sha256, again.count) == (found.sha256, 6)
    path.unlink()
    assert made(path, MIXED, count=6, steps=1)[1] == data
    with pytest.raises(ns.InputError, match="another data set"):
        made(path, MIXED, count=7, steps=1)
    path.write_bytes(b"words")
    with pytest.raises(ns.InputError, match="Parquet"):
        made(path, MIXED, count=6, steps=1)


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
def test_verdicts_and_how_they_are_known(puzzle, verdict, known, count):
    found = labels(puzzle, 0, Clock())
    assert (found["verdict"], found["known_by"], found["count"]) == (verdict, known, count)
    assert found["exact"] == (count != "1000")


def test_a_puzzle_that_probing_or_search_decides():
    assert {known_by(ns.check(ns.example(name))) for name in ("gchq", "cup")} == {"lines"}
    from nonosat.apps.generation import n_dom

    assert known_by(ns.check(n_dom(5), options=ns.SearchOptions(workers=1))) in ("probing", "search")


def test_smoothness():
    assert smoothness(ns.Grid(["##", "##"])) == 1
    assert smoothness(ns.Grid(["#"])) == 1
    assert smoothness(ns.Grid([[1, 2], [1, 2]])) == 0.5


def test_splits_are_by_the_key_alone():
    one = Recipe(wishes=(SMALL,), count=1, seed=0, steps=0, splits=splits_of({"a": 0.1, "b": 0.2, "c": 0.7}))
    assert one.split_of("0" * 32) == "a"
    assert one.split_of("f" * 32) == "c"
    assert one.split_of("1999999999999999" + "0" * 16) == "a"
    assert one.split_of("199999999999999a" + "0" * 16) == "b"


def test_wishes_from_tables():
    base = ns.Wish(width=9, height=8, inks=2)
    assert wishes_of([{}, {"size": "5x4", "line-solvable": True}], base) == [
        base,
        ns.Wish(width=5, height=4, inks=2, line_solvable=True),
    ]
    (found,) = wishes_of([{"figures": {"sweeps": [3, float("inf")], "conflicts": 0}}], base)
    assert found.figures == {"sweeps": (3, None), "conflicts": (0, 0)}
    for table, error in (
        ({"size": 5}, "not a size"),
        ({"size": "5x"}, "not a size"),
        ({"colour": 1}, "takes no `colour`"),
        ({"grade": "odd"}, "wish 1: no grade"),
        ({"figures": {"odd": 1}}, "no figure"),
    ):
        with pytest.raises(ns.UsageError, match=error):
            wishes_of([table], base)
