"""Journals: files of JSON lines that a run appends to and a later run continues.

Each line is written by one system call as soon as it is known. However a run ends, only the last line can be
torn; the next run truncates it. Files of any other kind are refused and left unchanged. Only one run at a time
writes to a journal: it holds a lock where the system has locks.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from nonosat.support.errors import InputError, OutputError
from nonosat.support.files import STANDARD_OUTPUT, is_regular, require_writable

Record = dict[str, Any]

_MIN_TORN_BYTES = 20  # bytes of a torn first line that must match the head, so that it counts as ours

# Bytes of the longest line that is read, 8 times the two largest grids: a device can send bytes without a line end for
# ever.
MAX_LINE_BYTES = 1 << 28


@dataclass(frozen=True, slots=True)
class JournalKind:
    """The syntax of a journal's lines."""

    name: str  # name of a line in messages, such as "a record of a batch"
    beginning: bytes  # first bytes of every line except the head
    accepts: Callable[[Record], bool]  # returns True if a record can be a line (other than the head)
    identity: bytes = b""
    """Regex of the text after `beginning` in every line of ours and in no other file, for journals without a head.

    A torn first line is truncated only if it matches completely.
    """
    head: Record | None = None
    """First line, for a journal about one puzzle and question; its `format` names the kind of file."""

    def is_torn(self, number: int, text: bytes) -> bool:
        """Returns whether `text`, which has no line end, is a torn line of such a journal."""
        if number > 1:
            return text.startswith(self.beginning) or self.beginning.startswith(text)
        if self.head is not None:
            return len(text) >= _MIN_TORN_BYTES and written(self.head).startswith(text)
        ours = re.match(re.escape(self.beginning) + self.identity, text) is not None
        return ours and (_record(text) is None or self.fits(number, text))

    def fits(self, number: int, text: bytes) -> bool:
        """Returns whether `text` is a line of such a journal; raises `InputError` for another journal's head."""
        record = _record(text)
        if record is None or number > 1 or self.head is None:
            return record is not None and self.accepts(record)
        if record != _record(written(self.head)) and record.get("format") == self.head["format"]:
            raise InputError("about another puzzle or question")
        return record == _record(written(self.head))


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of a journal."""

    place: int  # offset in the file, in bytes
    text: bytes  # the line, line end included
    record: Record
    number: int  # from 1


def written(record: Record) -> bytes:
    """Serialises a record as a line."""
    return json.dumps(record).encode() + b"\n"


def _record(text: bytes) -> Record | None:
    """Parses a line; None if it is no JSON object."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def require_rereadable(path: str) -> None:
    """Raises `InputError` for standard input, a pipe or a device, which can be read only once."""
    if path == STANDARD_OUTPUT or (
        os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))
    ):
        raise InputError("it is read more than once: write it to a file first", path=path)


def lines(
    path: str, file: BinaryIO, kind: JournalKind, max_line_bytes: int = MAX_LINE_BYTES
) -> Iterator[JournalLine]:
    """Yields the lines of an open journal, except a torn last one.

    Raises `InputError` if the file is not a journal of that kind.
    """
    place = 0
    for number, text in enumerate(iter(lambda: file.readline(max_line_bytes), b""), 1):
        if len(text) == max_line_bytes:
            raise InputError(f"expected {kind.name}, got a line without an end", path=path, line=number)
        whole = text.endswith(b"\n")
        if not whole and kind.is_torn(number, text):
            return
        try:
            accepted = whole and kind.fits(number, text)
        except InputError as error:
            raise InputError(error.reason, path=path) from None
        if not accepted:
            shown = text[:40].decode(errors="replace")
            raise InputError(f"expected {kind.name}, got {shown!r}", path=path, line=number)
        yield JournalLine(place, text, _record(text) or {}, number)
        place += len(text)


class JournalFile:
    """A journal open and locked for writing; mutable."""

    def __init__(self, path: str, kind: JournalKind, take: Callable[[JournalLine], object]) -> None:
        """Opens or creates a file, calls `take` with each line, and truncates a torn last line.

        Raises `InputError` for a file of another kind; `OutputError` if it is not a regular file, cannot be written
        or is locked by another run.
        """
        require_writable(path, own=True)
        if not is_regular(path):
            raise OutputError(f"{path}: cannot write: a journal must be a regular file")
        self.path = path
        self.torn = 0  # bytes that were truncated
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

    def _read(self, kind: JournalKind, take: Callable[[JournalLine], object]) -> None:
        with open(self.file, "rb", closefd=False) as file:
            for line in lines(self.path, file, kind):
                self._end = line.place + len(line.text)
                take(line)
        self.torn = os.fstat(self.file).st_size - self._end
        if self.torn:
            os.ftruncate(self.file, self._end)
        if kind.head is not None and not self._end:
            self._add(written(kind.head))

    def _add(self, text: bytes) -> None:
        """Appends whole lines; if that fails, removes them again and raises `OutputError`."""
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
        """Flushes the file to the disk and closes it."""
        try:
            os.fsync(self.file)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        finally:
            os.close(self.file)


def _cannot_write(path: str, error: OSError) -> OutputError:
    return OutputError(f"{path}: cannot write: {error.strerror}")


def _locked(path: str) -> int:
    """Opens a file, locks it where the system has locks, and returns its descriptor."""
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
        os.close(file)  # another run replaced the file before it released the lock


def _is_at(file: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False
