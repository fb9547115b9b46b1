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

import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from nonosat.batch.places import Places
from nonosat.foundation.errors import InputError, OutputError
from nonosat.foundation.files import is_regular, require_writable, writing

_BEGINNING = b'{"key": "'
"""How each line begins, also one that is torn; nothing else is cut off."""

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)

_AGAIN, _ASKED = -1, -2
"""In place of that of a line: the puzzle is to be asked again; it was asked in this run."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a journal."""

    place: int
    """In bytes from the beginning of the file."""
    text: bytes
    """With its end."""
    record: Record


def lines(path: str, file: BinaryIO) -> Iterator[Line]:
    """The lines of an open journal from its beginning, without one that is torn at the end.

    Raises `InputError` for anything else that is not of a journal.
    """
    place = 0
    for number, text in enumerate(file, 1):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            record = None
        is_torn = not text.endswith(b"\n")
        if is_torn and (text.startswith(_BEGINNING) or _BEGINNING.startswith(text)):
            return
        is_whole = isinstance(record, dict) and all(isinstance(record.get(name), str) for name in _NAMES)
        if is_torn or not is_whole:
            shown = text[:40].decode(errors="replace")
            raise InputError(f"expected a record of a batch, read {shown!r}", path=path, line=number)
        yield Line(place, text, record)
        place += len(text)


_NAMES = ("key", "puzzle", "verdict")
"""What makes a record one of a batch."""


def records(path: str) -> Iterator[Record]:
    """The records of a file; of those about the same puzzle with the same question the last counts only.

    Raises `InputError` for a file that is not a journal.
    """
    try:
        with open(path, "rb") as file:
            last = Places()
            for line in lines(path, file):
                last.put(line.record["puzzle"], line.record.get("ask", ""), line.place)
            file.seek(0)
            for line in lines(path, file):
                if last.get(line.record["puzzle"], line.record.get("ask", "")) == line.place:
                    yield line.record
            last.close()
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None


class Journal:
    """An open journal; mutable. Lines with a verdict of `retry` are not taken for an answer."""

    def __init__(self, path: str, retry: Collection[str] = ()) -> None:
        """Opens a file, or makes it.

        Raises `InputError` for a file of another kind, `OutputError` for one that cannot be written, or that
        another run writes to.
        """
        require_writable(path)
        self._path = path
        self.torn = 0
        """Bytes that were cut off."""
        self._places = Places()
        self._stale = False
        """Whether there are lines that others have replaced."""
        try:
            self._file = os.open(
                path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666
            )
            try:
                _lock(self._file, path)
                self._end = self._had = self._read(retry)
            except BaseException:
                os.close(self._file)
                raise
        except OSError as error:
            raise OutputError(f"{path}: cannot write: {error.strerror}") from None

    def _read(self, retry: Collection[str]) -> int:
        """Finds the answers, cuts off a torn line, and returns where the next one goes."""
        end = 0
        with open(self._file, "rb", closefd=False) as file:
            for line in lines(self._path, file):
                end = line.place + len(line.text)
                place = _AGAIN if line.record["verdict"] in retry else line.place
                if self._places.put(line.record["key"], line.record["puzzle"], place) is not None:
                    self._stale = True
        self.torn = os.fstat(self._file).st_size - end
        if self.torn:
            os.ftruncate(self._file, end)
        return end

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
        with open(self._path, "rb") as file:
            file.seek(place)
            return file.readline()

    def add(self, text: bytes) -> None:
        """Adds lines, each with its end; raises `OutputError`, and leaves none of them, if that fails."""
        try:
            rest = memoryview(text)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise OutputError(f"{self._path}: cannot write: {error.strerror}") from None
        self._end += len(text)

    def close(self) -> None:
        """Leaves out what was replaced, and ends."""
        try:
            if self._stale:
                self._rewrite()
            os.fsync(self._file)
        except OSError as error:
            raise OutputError(f"{self._path}: cannot write: {error.strerror}") from None
        finally:
            os.close(self._file)
            self._places.close()

    def _rewrite(self) -> None:
        """Keeps the last line of each key and name only."""
        last = Places()
        with open(self._path, "rb") as file, writing(self._path) as new:
            for line in lines(self._path, file):
                last.put(line.record["key"], line.record["puzzle"], line.place)
            file.seek(0)
            for line in lines(self._path, file):
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


def _lock(file: int, path: str) -> None:
    """Takes the file for this process alone, where the system can do that."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise OutputError(f"{path}: cannot write: another run writes to it") from None
