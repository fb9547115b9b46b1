"""The journal of a batch: a file with a line of JSON per answered puzzle, to which each run adds.

See `nonosat.apps.many.journal_files` for all journals. A line is identified by `key`, a hash of puzzle, question, options
and version, and by `puzzle`, the name. Limits are not in the key: a known verdict holds under any.

The last line for a question counts; replaced ones are removed when the run ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from nonosat.apps.many import journal_files
from nonosat.apps.many.journal_files import JournalFile, JournalKind, JournalLine, Record, require_rereadable
from nonosat.apps.many.keys import KEYED
from nonosat.apps.many.places import Places
from nonosat.support.errors import InputError, OutputError
from nonosat.support.files import is_regular, writing

_AGAIN, _ASKED = -1, -2  # stand for an offset: the question must be asked again; it was asked in this run
_NAMES = ("key", "puzzle", "verdict")  # members of every record of a batch

# settings of journals of batches
KIND = JournalKind(
    "a record of a batch",
    b'{"key": "',
    lambda record: all(isinstance(record.get(name), str) for name in _NAMES),
    KEYED,
)


def lines(path: str, file: BinaryIO) -> Iterator[JournalLine]:
    """Yields the lines of an open journal, without a torn last one; raises `InputError` for another file."""
    return journal_files.lines(path, file, KIND)


def records(path: str) -> Iterator[Record]:
    """Yields the last record for each puzzle and question; raises `InputError` if the file is no journal."""
    require_rereadable(path)
    try:
        with open(path, "rb") as file:
            last = Places()
            for line in lines(path, file):
                last.put(line.record["puzzle"], str(line.record.get("ask", "")), line.place)
            file.seek(0)
            for line in lines(path, file):
                if last.get(line.record["puzzle"], str(line.record.get("ask", ""))) == line.place:
                    yield line.record
            last.close()
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None


class Journal(JournalFile):
    """An open journal; mutable. Lines with a verdict of `retry` do not count as answers."""

    def __init__(self, path: str, retry: Collection[str] = ()) -> None:
        """Opens a file, or creates it; raises what `JournalFile` does."""
        self._places = Places()
        self._stale = False  # true if newer lines have replaced some

        def take(line: JournalLine) -> None:
            place = _AGAIN if line.record["verdict"] in retry else line.place
            if self._places.put(line.record["key"], line.record["puzzle"], place) is not None:
                self._stale = True

        try:
            super().__init__(path, KIND, take)
        except BaseException:
            self._places.close()
            raise
        self._had = self._end

    def ask(self, key: str, name: str) -> bytes | None:
        """Returns the line about a puzzle, under any name; None if it must be asked, b"" if this run has asked it."""
        if self._places.add(key, name, _ASKED):
            place = self._places.any_of(key) if self._had else None
        else:
            place = self._places.get(key, name)
        if place == _ASKED:
            return b""
        if place == _AGAIN:
            self._stale = True
            self._places.put(key, name, _ASKED)
            return None
        return None if place is None else self._line(place)

    def _line(self, place: int) -> bytes:
        with open(self.path, "rb") as file:
            file.seek(place)
            return file.readline()

    def close(self) -> None:
        """Removes replaced lines, and closes the file."""
        try:
            if self._stale:
                self._rewrite()
        except OSError as error:
            raise OutputError(f"{self.path}: cannot write: {error.strerror}") from None
        finally:
            super().close()
            self._places.close()

    def _rewrite(self) -> None:
        """Keeps only the last line for each key and name."""
        last = Places()
        with open(self.path, "rb") as file, writing(self.path, own=True) as new:
            for line in lines(self.path, file):
                last.put(line.record["key"], line.record["puzzle"], line.place)
            file.seek(0)
            for line in lines(self.path, file):
                if last.get(line.record["key"], line.record["puzzle"]) == line.place:
                    new.write(line.text)
        last.close()


class Stream:
    """A write-only journal: standard output, a pipe or a device."""

    torn = 0

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def ask(self, key: str, name: str) -> bytes | None:  # noqa: ARG002
        return None

    def add(self, text: bytes) -> None:
        self._file.write(text)
        self._file.flush()


@contextmanager
def journal_at(path: str, retry: Collection[str] = ()) -> Iterator[Journal | Stream]:
    """Opens the journal in a file, or a stream for anything else."""
    if not is_regular(path):
        with writing(path) as file:
            yield Stream(file)
        return
    journal = Journal(path, retry)
    try:
        yield journal
    finally:
        journal.close()
