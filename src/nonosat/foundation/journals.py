"""Journals: files of JSON lines that a run adds to and a later run continues.

A line is written whole, in one call of the system, as soon as it is known. However a run ends, the file holds
every line but perhaps the last, which may be torn; the next run cuts that off. A file of any other kind is
refused and left as it is. One run at a time writes to a journal: it holds a lock where the system has locks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from nonosat.foundation.errors import InputError, OutputError
from nonosat.foundation.files import STANDARD_OUTPUT, is_regular, require_writable
from nonosat.foundation.lazy_dataclasses import dataclass

Record = dict[str, Any]

_RECOGNISED = 20
"""Bytes of a torn first line that must agree with the head before it is held to be ours."""

_LONGEST = 1 << 28
"""More bytes than a line has: two of the largest pictures take an eighth of them, and a device may never end one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the lines of a journal look like."""

    name: str
    """What a line is called in messages, such as "a record of a batch"."""
    beginning: bytes
    """How each line begins, except a head."""
    accepts: Callable[[Record], bool]
    """Whether a record can be a line, except a head."""
    head: Record | None = None
    """What the first line states, if the journal is about one thing; its `format` names the kind of file."""

    def is_torn(self, number: int, text: bytes) -> bool:
        """Whether text without a line end is a line of this journal that was torn, and nobody else's."""
        if number > 1:
            return text.startswith(self.beginning) or self.beginning.startswith(text)
        if self.head is not None:
            return len(text) >= _RECOGNISED and written(self.head).startswith(text)
        return text.startswith(self.beginning) and (_record(text) is None or self.fits(number, text))

    def fits(self, number: int, text: bytes) -> bool:
        """Whether text is a line of this journal; raises `InputError` for the head of another one."""
        record = _record(text)
        if record is None or number > 1 or self.head is None:
            return record is not None and self.accepts(record)
        if record != _record(written(self.head)) and record.get("format") == self.head["format"]:
            raise InputError("about another puzzle or question")
        return record == _record(written(self.head))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a journal."""

    place: int
    """In bytes from the beginning of the file."""
    text: bytes
    """With its end."""
    record: Record
    number: int
    """From 1."""


def written(record: Record) -> bytes:
    """A record as a line."""
    return json.dumps(record).encode() + b"\n"


def _record(text: bytes) -> Record | None:
    """The object in a line, if it is one."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def require_rereadable(path: str) -> None:
    """Raises `InputError` for standard input, a pipe or a device: what comes from there can be read only once."""
    if path == STANDARD_OUTPUT or (
        os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))
    ):
        raise InputError("it is read more than once: write it to a file first", path=path)


def lines(path: str, file: BinaryIO, kind: Kind) -> Iterator[Line]:
    """The lines of an open journal from its beginning, without one that is torn at the end.

    Raises `InputError` for a file that is not a journal of that kind.
    """
    place = 0
    for number, text in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
        if len(text) == _LONGEST:
            raise InputError(f"expected {kind.name}, read a line without an end", path=path, line=number)
        whole = text.endswith(b"\n")
        if not whole and kind.is_torn(number, text):
            return
        try:
            accepted = whole and kind.fits(number, text)
        except InputError as error:
            raise InputError(error.reason, path=path) from None
        if not accepted:
            shown = text[:40].decode(errors="replace")
            raise InputError(f"expected {kind.name}, read {shown!r}", path=path, line=number)
        yield Line(place, text, _record(text) or {}, number)
        place += len(text)


class JournalFile:
    """A journal open for writing, which no other run can write to meanwhile; mutable."""

    def __init__(self, path: str, kind: Kind, take: Callable[[Line], object]) -> None:
        """Opens or creates a file, calls `take` with each line, and cuts off a torn one.

        Raises `InputError` for a file of another kind, and `OutputError` for what is no regular file, cannot be
        written, or is written to by another run.
        """
        require_writable(path)
        if not is_regular(path):
            raise OutputError(f"{path}: cannot write: a journal must be a regular file")
        self.path = path
        self.torn = 0
        """Bytes that were cut off."""
        self._end = 0
        try:
            self.file = _locked(path)
            try:
                self._read(kind, take)
            except BaseException:
                os.close(self.file)
                raise
        except OSError as error:
            raise _cannot_write(path, error) from None

    def _read(self, kind: Kind, take: Callable[[Line], object]) -> None:
        with open(self.file, "rb", closefd=False) as file:
            for line in lines(self.path, file, kind):
                self._end = line.place + len(line.text)
                take(line)
        self.torn = os.fstat(self.file).st_size - self._end
        if self.torn:
            os.ftruncate(self.file, self._end)
        if kind.head is not None and not self._end:
            self.add(written(kind.head))

    def add(self, text: bytes) -> None:
        """Adds whole lines; raises `OutputError`, and leaves none of them, if that fails."""
        try:
            rest = memoryview(text)
            while rest:
                rest = rest[os.write(self.file, rest) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self.file, self._end)
            raise _cannot_write(self.path, error) from None
        self._end += len(text)

    def close(self) -> None:
        """Has the system write everything to the disk, and closes the file."""
        try:
            os.fsync(self.file)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        finally:
            os.close(self.file)


def _cannot_write(path: str, error: OSError) -> OutputError:
    return OutputError(f"{path}: cannot write: {error.strerror}")


def _locked(path: str) -> int:
    """The descriptor of a file that this process alone may write to, where the system has locks."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    while True:
        file = os.open(path, flags, 0o666)
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock

            flock(file, LOCK_EX | LOCK_NB)
        except ImportError:
            return file
        except BlockingIOError:
            os.close(file)
            raise OutputError(f"{path}: cannot write: another run writes to it") from None
        if _is_at(file, path):
            return file
        os.close(file)  # another run has replaced the file before it gave up the lock


def _is_at(file: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False
