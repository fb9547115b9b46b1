"""`nonosat.apps.many.journal`: in every case each line is complete and unique."""

import json
import os

import pytest

import nonosat as ns
from nonosat.apps.many.journal import Journal, Stream, journal_at, records
from nonosat.support.errors import InputError, OutputError


def line(key, name="a.non", verdict="unique", **more):
    return json.dumps({"key": key, "puzzle": name, "verdict": verdict, **more}).encode() + b"\n"


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "results.jsonl")


def kept(path):
    with open(path, "rb") as file:
        return file.readlines()


def test_answers_are_found_by_key_and_name(path):
    with journal_at(path) as journal:
        assert journal._ask("k1", "a.non") is None
        journal._add(line("k1"))
    with journal_at(path) as journal:
        assert journal._ask("k1", "a.non") == line("k1")
        assert journal._ask("k1", "b.non") == line("k1")  # the same puzzle by another name
        assert journal._ask("k2", "a.non") is None
        assert journal._ask("k2", "a.non") == b""  # asked twice in a run
    assert kept(path) == [line("k1")]


@pytest.mark.parametrize("cut", range(1, len(line("k2"))))
def test_a_torn_line_is_cut_off_wherever_it_is_torn(path, cut):
    with open(path, "wb") as file:
        file.write(line("k1") + line("k2")[:-cut])
    with journal_at(path) as journal:
        assert journal.torn == len(line("k2")) - cut
        assert journal._ask("k1", "a.non") == line("k1")
        assert journal._ask("k2", "a.non") is None
        journal._add(line("k3"))
    assert kept(path) == [line("k1"), line("k3")]


@pytest.mark.parametrize(
    "data",
    [
        b"width 3\n",
        b"hello",
        b'{"rows": [[1]]}',
        line("k")[:-2] + b"\n" + line("k"),
        b"\xff\n",
        b'{"key": 1}\n',
    ],
)
def test_a_file_of_another_kind_is_refused_and_stays_as_it_is(path, data):
    with open(path, "wb") as file:
        file.write(data)
    with pytest.raises(InputError, match="1: expected a record of a batch"):
        Journal(path)
    with open(path, "rb") as file:
        assert file.read() == data
    with pytest.raises(InputError, match="expected a record"):
        list(records(path))


def test_a_new_answer_counts_instead_of_the_old_one(path):
    """The old line goes when the run ends, or the next one if this is killed."""
    with journal_at(path) as journal:
        journal._add(line("k1", verdict="unknown") + line("k2") + line("k3", "c.non", verdict="error"))
    killed = Journal(path, ["unknown"])
    assert killed._ask("k1", "a.non") is None
    killed._add(line("k1"))
    os.close(killed.file)
    assert [record["verdict"] for record in records(path)] == ["error", "unique"]  # two have one name
    with journal_at(path, ["unknown"]) as journal:
        assert journal._ask("k1", "a.non") == line("k1")
        assert journal._ask("k3", "c.non") == line("k3", "c.non", verdict="error")
    assert kept(path) == [line("k2"), line("k3", "c.non", verdict="error"), line("k1")]
    with journal_at(path, ["error"]) as journal:
        assert journal._ask("k3", "c.non") is None
    assert kept(path) == [line("k2"), line("k3", "c.non", verdict="error"), line("k1")]


def test_an_answer_removes_the_error_of_that_name(path):
    with journal_at(path) as journal:
        journal._add_line(line("e1", verdict="error", ask="check"), "a.non", "check", "error")
        journal._add_line(line("e2", "b.non", verdict="error", ask="check"), "b.non", "check", "error")
    with journal_at(path) as journal:
        assert journal._ask("k1", "a.non") is None
        journal._add_line(line("k1", ask="rate"), "a.non", "rate", "unique")
    assert len(kept(path)) == 3  # an answer to another question replaces no error
    with journal_at(path) as journal:
        assert journal._ask("k2", "a.non") is None
        journal._add_line(line("k2", ask="check"), "a.non", "check", "unknown")
    assert [record["key"] for record in records(path)] == ["e2", "k1", "k2"]


def test_records_are_kept_for_schedulers_of_your_own(path):
    puzzles = {"one": ns.Puzzle([[1]], [[1]]), "two": ns.Puzzle([[2]], [[1], [1]])}
    with ns.Journal(path) as journal:
        first, second = journal.missing(puzzles.items())
        assert first == ("one", puzzles["one"])
        journal.append(ns.record(first))
        assert [*journal.missing(puzzles.items())] == [second]
        assert len([*journal.missing(puzzles.items(), ask="count")]) == 2
        with pytest.raises(ns.UsageError, match=r"records of nonosat\.record"):
            journal.append({"puzzle": "two"})
        with pytest.raises(ns.ArgumentError, match="takes no `deep`; did you mean `depth`"):
            [*journal.missing(puzzles.items(), deep=3)]
    with ns.Journal(path) as journal:
        journal.append(ns.record(second))
        assert [*journal.missing(puzzles.items())] == []
        assert [record["puzzle"] for record in journal] == ["one", "two"]
    answers = ns.batch(puzzles.items(), journal=path, solutions=True)
    assert sorted(record["puzzle"] for record in answers) == ["one", "two"]
    assert len(kept(path)) == 2


def test_of_the_same_puzzle_and_question_the_last_record_counts(path):
    with open(path, "wb") as file:
        file.write(
            line("1", ask="check") + line("2", ask="rate") + line("3", "b.non") + line("4", ask="check")
        )
    assert [record["key"] for record in records(path)] == ["2", "3", "4"]
    with pytest.raises(InputError, match="cannot read"):
        list(records("missing.jsonl"))


def test_one_run_at_a_time_writes_to_it(path):
    pytest.importorskip("fcntl")
    with journal_at(path), pytest.raises(OutputError, match="another run"):
        Journal(path)
    Journal(path).close()


def test_a_line_that_cannot_be_written_whole_is_not_written(path, monkeypatch):
    """Like a write to a full disk."""
    written = os.write
    with journal_at(path) as journal:
        journal._add(line("k1"))
        room = [5]

        def write(file, data):
            if not room:
                raise OSError(28, "No space left on device")
            return written(file, bytes(data)[: room.pop()])

        monkeypatch.setattr(os, "write", write)
        with pytest.raises(OutputError, match="No space left"):
            journal._add(line("k2"))
        monkeypatch.undo()
        journal._add(line("k3"))
    assert kept(path) == [line("k1"), line("k3")]


def test_a_device_or_a_pipe_is_only_written_to(capsysbinary):
    with journal_at("-") as journal:
        assert isinstance(journal, Stream)
        assert journal._ask("k", "a") is None
        journal._add_line(line("k"), "a", "check", "unique")
        assert capsysbinary.readouterr().out == line("k")
    with journal_at("/dev/null") as journal:
        assert isinstance(journal, Stream)
    with pytest.raises(OutputError, match="no folder"):
        Journal("/nowhere/results.jsonl")


def test_a_batch_adds_nothing_to_a_data_set(path):
    data = line("k1", recipe="0123456789abcdef")
    with open(path, "wb") as file:
        file.write(data)
    with pytest.raises(InputError, match="1: expected a record of a batch"):
        Journal(path)
    assert kept(path) == [data]
    assert [record["verdict"] for record in records(path)] == ["unique"]
