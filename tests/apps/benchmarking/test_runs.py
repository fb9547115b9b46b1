"""The order of runs, resumed journals, and families whose larger puzzles are skipped."""

import json
from typing import ClassVar

import pytest

from nonosat import InputError, Limit, OutputError, Puzzle
from nonosat.apps.benchmarking import runs as module
from nonosat.apps.benchmarking.contenders import Program
from nonosat.apps.benchmarking.measuring import Measured
from nonosat.apps.benchmarking.runs import Plan, Subject, recorded, run_of, runs

CONTENDERS = (Program("a", "a {file}"), Program("b", "b {file}"))


class Pretending:
    """Replaces the laboratory: records the requested runs, and gives prepared answers."""

    asked: ClassVar[list[tuple[str, int, int]]] = []
    verdict = staticmethod(lambda _, __: "unique")

    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run(self, contender, puzzle, seed):
        self.asked.append((contender.name, puzzle.width, seed))
        return Measured(self.verdict(contender, puzzle), 0.5, 1.0, 10**6)


@pytest.fixture
def laboratory(monkeypatch):
    monkeypatch.setattr(Pretending, "asked", [])
    monkeypatch.setattr(module, "Laboratory", Pretending)
    return Pretending


def plan(**more):
    return Plan(CONTENDERS, "check", Limit(seconds=1), **{"seeds": range(1), "repeats": 3} | more)


def subject(side=1, family=None):
    return Subject(
        f"s{side}", Puzzle([[1]], [[]] * (side - 1) + [[1]]), None, family, side if family else None
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("cpu", value) for value in ("x", [], -1, 1e400, 10**400)),
        ("seconds", float("nan")),
        ("memory", "1"),
        ("seed", "0"),
        ("size", {}),
        ("family", 5),
        ("stats", 3),
        ("options", None),
    ],
)
def test_a_line_that_is_no_run_is_refused(laboratory, tmp_path, name, value):
    path = tmp_path / "journal"
    (run,) = runs(Plan(CONTENDERS[:1], "check", Limit(), seeds=range(-1, 0), repeats=1), [subject()])
    path.write_text(json.dumps(run.to_json()) + "\n")
    assert recorded(str(path))
    path.write_text(json.dumps({**run.to_json(), name: value}) + "\n")
    with pytest.raises(InputError, match="expected a run"):
        recorded(str(path))


def test_contenders_take_turns_and_each_begins_in_turn(laboratory):
    found = list(runs(plan(seeds=range(3, 5), repeats=2), [subject()]))
    assert [(name, seed) for name, _, seed in laboratory.asked] == [
        *(("a", 3), ("b", 3), ("b", 3), ("a", 3)),
        *(("a", 4), ("b", 4), ("b", 4), ("a", 4)),
    ]
    assert [(run.contender, run.seed, run.repeat) for run in found[:4]] == [
        *(("a", 3, 0), ("b", 3, 0), ("b", 3, 1), ("a", 3, 1)),
    ]
    assert len({run.run for run in found}) == 8


def test_larger_puzzles_go_to_contenders_that_answered_smaller_ones(laboratory, monkeypatch):
    monkeypatch.setattr(
        laboratory,
        "verdict",
        staticmethod(lambda who, puzzle: "unknown" if who.name == "a" and puzzle.width > 1 else "unique"),
    )
    found = list(runs(plan(repeats=1), [subject(side, "f") for side in (1, 2, 3)]))
    assert [(run.contender, run.width) for run in found] == [("a", 1), ("b", 1), ("a", 2), ("b", 2), ("b", 3)]
    found = list(runs(plan(repeats=1), [subject(side) for side in (1, 2, 3)]))
    assert len(found) == 6


def test_a_journal_is_continued_and_read(laboratory, tmp_path):
    path = str(tmp_path / "runs.jsonl")
    first = list(runs(plan(repeats=1), [subject()], path))
    laboratory.asked.clear()
    again = list(runs(plan(repeats=2), [subject(), subject(2)], path))
    assert len(laboratory.asked) == 6
    assert again[0] == first[0]
    assert len(recorded(path)) == 8
    assert {run.puzzle for run in recorded(path)} == {"s1", "s2"}
    laboratory.asked.clear()
    list(runs(Plan(CONTENDERS, "check", Limit(seconds=2), range(1), 1), [subject()], path))
    assert len(laboratory.asked) == 2  # another limit is another question


def test_a_torn_line_is_run_again_and_another_file_is_refused(laboratory, tmp_path):
    path = tmp_path / "runs.jsonl"
    list(runs(plan(repeats=1), [subject()], str(path)))
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    laboratory.asked.clear()
    list(runs(plan(repeats=1), [subject()], str(path)))
    assert len(laboratory.asked) == 1
    assert len(recorded(str(path))) == 2
    for other in (
        b'{"key": "1", "puzzle": "a", "verdict": "unique"}\n',
        b"notes\n",
        b'{"run": "nightly", "results": [1, 2',
        b'{"run": "',
    ):
        path.write_bytes(other)
        with pytest.raises((InputError, OutputError)):
            list(runs(plan(), [subject()], str(path)))
        assert path.read_bytes() == other
        with pytest.raises(InputError):
            recorded(str(path))


def test_a_run_is_its_record(laboratory):
    (run, _) = runs(plan(repeats=1), [subject()])
    record = json.loads(json.dumps(run.to_json()))
    assert run_of(record) == run
    assert next(iter(record)) == "run"


def test_an_unreadable_puzzle_is_refused_and_the_rest_is_measured(laboratory):
    refused = []
    bad = Subject("bad", None, InputError("no puzzle", path="bad"))
    assert len(list(runs(plan(repeats=1), [bad, subject()], refuse=refused.append))) == 2
    assert refused == [bad]
