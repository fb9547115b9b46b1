"""`nonosat.apps.many.journal_files`: owners of torn lines, and locks of replaced files."""

import os

import pytest

from nonosat.apps.many.journal_files import JournalFile, JournalKind, lines, written
from nonosat.support.errors import InputError, OutputError

KIND = JournalKind("a record", b'{"key": ', lambda record: "key" in record)
LINE = written({"key": 1})


@pytest.mark.parametrize(
    "data",
    [b"{", b'{"k', b'{"kex": 1', b'{"other": 1}', b"[1]\n", b"\n", LINE + b"hello", LINE + b"\n" + LINE],
)
def test_foreign_files_are_refused_and_kept(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(InputError, match="expected a record, got"):
        JournalFile(str(path), KIND, print)
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"", LINE, LINE + b"{", LINE + LINE[:-1], LINE[:-1], LINE[:-2]])
def test_our_own_files_are_continued(tmp_path, data):
    path, taken = tmp_path / "file", []
    path.write_bytes(data)
    journal = JournalFile(str(path), KIND, lambda line: taken.append(line.record))
    journal._add(LINE)
    journal.close()
    assert path.read_bytes() == LINE * (len(taken) + 1)
    assert journal.torn == len(data) - len(LINE) * len(taken)


KEYED = JournalKind("a record", b'{"key": "', lambda record: "key" in record, rb'[0-9a-f]{4}"')


@pytest.mark.parametrize("data", [b'{"key": "', b'{"key": "nightly", "runs": [', b'{"key": "01ab'])
def test_a_possibly_foreign_first_line_is_kept(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(InputError, match="expected a record, got"):
        JournalFile(str(path), KEYED, print)
    assert path.read_bytes() == data
    path.write_bytes(b'{"key": "01ab"')
    JournalFile(str(path), KEYED, print).close()
    assert path.read_bytes() == b""


def test_a_device_is_no_journal():
    with pytest.raises(OutputError, match="a journal must be a regular file"):
        JournalFile(os.devnull, KIND, print)


@pytest.mark.parametrize("begun", [b"", LINE])
def test_an_endless_line_is_refused(begun, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(begun + KIND.beginning + b"0" * 1000)
    with path.open("rb") as file, pytest.raises(InputError, match="a line without an end"):
        list(lines("file", file, KIND, 100))


def test_a_file_that_was_replaced_before_its_lock_was_given_up_is_opened_again(tmp_path, monkeypatch):
    """Lines added to the removed file would be lost."""
    fcntl = pytest.importorskip("fcntl")
    path, lock = tmp_path / "file", fcntl.flock
    path.write_bytes(b"")

    def flock(file, how):
        monkeypatch.setattr(fcntl, "flock", lock)
        lock(file, how)
        (tmp_path / "new").write_bytes(LINE)
        os.replace(tmp_path / "new", path)

    monkeypatch.setattr(fcntl, "flock", flock)
    journal = JournalFile(str(path), KIND, print)
    journal._add(LINE)
    journal.close()
    assert path.read_bytes() == LINE * 2
