"""`nonosat.apps.many.batch`: one record for each puzzle, in the journal and for the caller, on any workers."""

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

import nonosat as ns
from nonosat.apps.many import asking
from nonosat.apps.many.asking import Asked, answered
from nonosat.apps.many.batch import _answers
from nonosat.formats.sources import Item

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle([[1], [1]], [[1], [1]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(UNIQUE, "unique.non")
    ns.dump(MULTIPLE, "multiple.non")
    return tmp_path


def verdicts(records):
    return {record["puzzle"]: record["verdict"] for record in records}


def timeless(record):
    """A record without what differs from run to run."""
    record = {name: value for name, value in record.items() if name not in ("seconds", "worker")}
    if "stats" in record:
        record["stats"] = {
            name: value for name, value in record["stats"].items() if not isinstance(value, float)
        }
    return record


def test_puzzles_names_and_paths_have_records(folder):
    given = [UNIQUE, ("second", MULTIPLE), "multiple.non", folder / "unique.non"]
    assert verdicts(ns.batch(given)) == {
        "0": "unique",
        "second": "multiple",
        "multiple.non": "multiple",
        str(folder / "unique.non"): "unique",
    }


@pytest.mark.slow
def test_any_executor_gives_the_same_records(folder):
    given = ["unique.non", "multiple.non", ("bad", ns.Puzzle([[1]], [[1]], givens=[(5, 5)]))]
    here = sorted(map(timeless, ns.batch(given)), key=lambda record: record["puzzle"])
    with ThreadPoolExecutor(2) as executor:
        there = sorted(map(timeless, ns.batch(given, executor=executor)), key=lambda record: record["puzzle"])
    assert here == there
    assert [record["verdict"] for record in here] == ["error", "multiple", "unique"]


@pytest.mark.slow
def test_a_later_run_continues_and_yields_the_earlier_records(folder):
    first = [*ns.batch(["unique.non"], journal="results.jsonl")]
    both = [*ns.batch(["unique.non", "multiple.non"], journal="results.jsonl")]
    assert first[0] in both
    assert verdicts(both) == {"unique.non": "unique", "multiple.non": "multiple"}
    with open("results.jsonl") as file:
        assert len([*file]) == 2


@pytest.mark.slow
def test_a_file_given_twice_is_asked_once(folder):
    records = [*ns.batch(["unique.non", "unique.non"], journal="results.jsonl")]
    assert len(records) == 1


@pytest.mark.slow
def test_a_file_that_is_read_on_the_next_run_replaces_its_error(folder):
    (folder / "bad.non").write_text("width 3\nnonsense\n")
    (error,) = ns.batch(["bad.non"], journal="results.jsonl")
    assert error["verdict"] == "error"
    ns.dump(UNIQUE, "bad.non")
    assert verdicts(ns.batch(["bad.non"], journal="results.jsonl")) == {"bad.non": "unique"}
    with open("results.jsonl") as file:
        assert [json.loads(line)["verdict"] for line in file] == ["unique"]


def test_the_parent_reads_a_file_that_a_worker_cannot_see(folder):
    asked = Asked("check")
    item = Item("unique.non", path="unique.non", unread=True)
    assert _answers(item, asked=asked, format=None, folder="/nowhere") is None
    missing = item._replace(path="gone.non")
    assert _answers(missing, asked=asked, format=None, folder=os.getcwd()) is None
    (line,) = _answers(item, asked=asked, format=None, folder=os.getcwd())
    assert line.verdict == "unique"


class Blind(ThreadPoolExecutor):
    """Workers on machines without the folder of the parent."""

    def submit(self, function, version, work, arguments):
        attempt, items = arguments
        answers, failed = attempt.args
        elsewhere = partial(answers.func, **answers.keywords | {"folder": "/nowhere"})
        return super().submit(function, version, work, (partial(attempt.func, elsewhere, failed), items))


@pytest.mark.slow
def test_the_parent_reads_files_that_no_worker_sees(folder):
    with Blind(1) as executor:
        records = [*ns.batch(["unique.non", "multiple.non"], journal="results.jsonl", executor=executor)]
    assert verdicts(records) == {"unique.non": "unique", "multiple.non": "multiple"}


@pytest.mark.slow
def test_a_missing_file_is_an_error_at_once(folder):
    """While the next one is awaited, as by a program that asks one question after the other."""
    more = threading.Semaphore(1)

    def paths():
        for path in ("gone.non", "unique.non"):
            more.acquire()
            yield path

    records = ns.batch(paths(), journal="results.jsonl")
    assert next(records)["verdict"] == "error"
    more.release()
    assert next(records)["verdict"] == "unique"
    records.close()


def test_minutes_are_asked_for(folder):
    cup = ns.example("cup")
    assert "minutes" not in ns.record(cup)
    assert ns.record(cup, estimate=True)["minutes"] == ns.rate(cup).to_json()["minutes"]
    assert ns.record(cup, estimate=True)["key"] != ns.record(cup)["key"]


def test_a_limit_and_an_unexpected_error_make_records(monkeypatch):
    def fail(puzzle, asked):
        raise ValueError("oh")

    monkeypatch.setitem(asking.ASKED, "check", fail)
    line = answered(Item("a", UNIQUE), Asked("check"))
    assert line.exit_code == 70
    assert json.loads(line.text)["error"] == "internal error: ValueError: oh"
    late = answered(Item("a", error=ns.OutOfReach(ns.Stopped.SECONDS)), Asked("check"))
    assert (late.verdict, json.loads(late.text)["stopped"]) == ("unknown", "seconds")


def test_wrong_arguments_are_refused():
    with pytest.raises(ns.UsageError, match=r"`ask` must be 'check', .*, not 'solve'"):
        ns.batch([], ask="solve")
    with pytest.raises(ns.UsageError, match=r"depth: options of explain and rate"):
        ns.batch([], depth=3)
    with pytest.raises(ns.ArgumentError, match="takes no `depht`; did you mean `depth`"):
        ns.batch([], ask="rate", depht=3)
    with pytest.raises(ns.ArgumentError, match="rate: `depth` must be a whole number, not 'deep'"):
        ns.batch([], ask="rate", depth="deep")
    with pytest.raises(ns.UsageError, match="retry takes"):
        ns.batch([], retry=["unique"])
    with pytest.raises(ns.ArgumentError, match="item 0 must be a Puzzle"):
        list(ns.batch([5]))
