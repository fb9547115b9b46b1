"""`nonosat.apps.many.summary`: sums of records, and changes since an earlier run."""

import json

import pytest

from nonosat.apps.many.summary import Change, quantiles, summary_of


@pytest.fixture
def results(tmp_path):
    def written(name, records):
        lines = []
        for puzzle, verdict, seconds, side in records:
            record = {"key": puzzle, "puzzle": puzzle, "verdict": verdict, "seconds": seconds, "ask": "check"}
            lines.append(
                json.dumps({**record, "width": side, "height": side, "line_solvable": verdict == "unique"})
            )
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
        return str(tmp_path / name)

    return written


def test_summaries_add_up(results):
    records = [(f"{n}", "unique", n / 1000, 10) for n in range(1, 101)] + [
        ("x", "error", 0, None),
        ("y", "unknown", 60, 30),
    ]
    found = summary_of(results("r", records))
    assert found.verdicts == {"unique": 100, "error": 1, "unknown": 1}
    assert found.line_solvable["unique"] == 100
    assert found.total["unique"] == 5_050_000
    assert quantiles(found.seconds, [0.5, 1]) == [0.051, 60]
    assert [each.name for each in found.slowest] == ["y", *(f"{n}" for n in range(100, 91, -1))]


def test_changes_since_an_earlier_run_are_listed(results):
    earlier = results(
        "1",
        [("a", "unique", 1, 5), ("b", "unknown", 60, 5), ("c", "unique", 0.001, 5), ("d", "unique", 1, 5)],
    )
    later = results(
        "2",
        [("a", "unique", 3, 5), ("b", "multiple", 50, 5), ("c", "unique", 0.01, 5), ("e", "unique", 1, 5)],
    )
    found = summary_of(later, earlier).changes
    assert (found.compared, found.new, found.gone) == (3, 1, 1)
    assert found.verdicts == [Change("b", "unknown", "multiple", 60, 50)]
    assert found.times == [Change("a", "unique", "unique", 1, 3)]  # the rest differs by chance


@pytest.mark.parametrize(
    "more",
    [
        {"width": float("inf"), "height": 2},
        {"width": 10**12, "height": 10**12},
        {"seconds": float("nan")},
        {"seconds": float("-inf")},
        {"seconds": 1e300},
        {"seconds": "1"},
        {"ask": ["check"]},
    ],
)
def test_impossible_numbers_are_ignored(tmp_path, more):
    record = {"key": "k", "puzzle": "a", "verdict": "unique", "seconds": 1, "width": 2, "height": 2}
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(record | more) + "\n")
    found = summary_of(str(path), str(path))
    assert (found.verdicts, found.changes.compared) == ({"unique": 1}, 1)
