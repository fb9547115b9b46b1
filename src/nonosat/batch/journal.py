"""The journal of a batch: a file with a line of JSON for each answered puzzle, to which each run adds.

A line is written whole, in one call of the system, as soon as the answer is there. However a run ends, the
file holds every answer but those of puzzles then in work; a last line that was torn is cut off by the next
run. What a line is about is said by its `key`, a hash of the puzzle, the question, the options and the
version, together with `puzzle`, the name; limits are not part of it, since a verdict that is known holds
whatever the limit was.

When an answer is sought again, its new line is added, and counts instead of the old one, which is left out of
the file when the run ends. One run at a time writes to a journal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from nonosat.batch.places import Places
from nonosat.foundation import journals
from nonosat.foundation.errors import InputError, OutputError
from nonosat.foundation.files import is_regular, writing
from nonosat.foundation.journals import JournalFile, Kind, Line, Record

_AGAIN, _ASKED = -1, -2
"""In place of that of a line: the puzzle is to be asked again; it was asked in this run."""

_NAMES = ("key", "puzzle", "verdict")
"""What makes a record one of a batch."""

KIND = Kind(
    "a record of a batch",
    b'{"key": "',
    lambda record: all(isinstance(record.get(name), str) for name in _NAMES),
)
"""Of the files that hold records of a batch."""


def lines(path: str, file: BinaryIO) -> Iterator[Line]:
    """The lines of an open journal from its beginning, without one that is torn at the end.

    Raises `InputError` for anything else that is not of a journal.
    """
    return journals.lines(path, file, KIND)


def records(path: str) -> Iterator[Record]:
    """The records of a file; of those about the same puzzle with the same question the last counts only.

    Raises `InputError` for a file that is not a journal.
    """
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
        self._stale = False
        """Whether there are lines that others have replaced."""

        def take(line: Line) -> None:
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
        """Called for each puzzle before it is worked on: its line, if there is one.

        It is empty for one that was asked before in this run. If only the name differs, the line has another.
        """
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
        """Leaves out what was replaced, and closes the file."""
        try:
            if self._stale:
                self._rewrite()
        except OSError as error:
            raise OutputError(f"{self.path}: cannot write: {error.strerror}") from None
        finally:
            super().close()
            self._places.close()

    def _rewrite(self) -> None:
        """Keeps the last line of each key and name only."""
        last = Places()
        with open(self.path, "rb") as file, writing(self.path) as new:
            for line in lines(self.path, file):
                last.put(line.record["key"], line.record["puzzle"], line.place)
            file.seek(0)
            for line in lines(self.path, file):
                if last.get(line.record["key"], line.record["puzzle"]) == line.place:
                    new.write(line.text)
        last.close()


class Stream:
    """In place of a journal, where the output is standard output, a pipe or a device: nothing is read."""

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
    """The journal in a file, or a stream."""
    if not is_regular(path):
        with writing(path) as file:
            yield Stream(file)
        return
    journal = Journal(path, retry)
    try:
        yield journal
    finally:
        journal.close()
