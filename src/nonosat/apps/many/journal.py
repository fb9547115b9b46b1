"""The journal of a batch: a file with a line of JSON per answered puzzle, to which each run adds.

See `nonosat.apps.many.journal_files` for all journals. A line is identified by `key`, a hash of puzzle, question,
options and version, and by `puzzle`, the name. Limits are not in the key, since a proved verdict does not depend on
them.

The last line for a question counts; replaced lines are removed when the run ends. So is an error if a later line
answers the same question about the puzzle of that name.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, BinaryIO, Self, Unpack

from nonosat.apps.many import journal_files
from nonosat.apps.many.asking import Ask, AskOptions, asked_of
from nonosat.apps.many.disk_index import DiskIndex
from nonosat.apps.many.given import Given, GivenPuzzles
from nonosat.apps.many.journal_files import (
    JournalFile,
    JournalKind,
    JournalLine,
    Record,
    require_rereadable,
    written,
)
from nonosat.apps.many.keys import KEYED
from nonosat.apps.many.lines import ERROR
from nonosat.model.puzzle import Puzzle
from nonosat.support.arguments import method
from nonosat.support.errors import InputError, OutputError, UsageError
from nonosat.support.files import is_regular, writing

_AGAIN, _ASKED, _ERROR = (
    -1,
    -2,
    -3,
)  # sentinel offsets: ask again; asked in this run; an error is registered for that name
_NAMES = ("key", "puzzle", "verdict")  # members of every record of a batch

# settings of journals of batches
KIND = JournalKind(
    "a record of a batch",
    b'{"key": "',
    lambda record: all(isinstance(record.get(name), str) for name in _NAMES),
    KEYED,
)

# `report` also takes the records of a data set, but only `dataset` adds to them
_OWN_KIND = replace(KIND, accepts=lambda record: KIND.accepts(record) and "recipe" not in record)


def lines(path: str, file: BinaryIO) -> Iterator[JournalLine]:
    """Yields the lines of an open journal, without a torn last one; raises `InputError` for another file."""
    return journal_files.lines(path, file, KIND)


def records(path: str) -> Iterator[Record]:
    """Yields the last record for each puzzle and question; raises `InputError` if the file is no journal."""
    require_rereadable(path)
    try:
        with open(path, "rb") as file:
            last = DiskIndex()
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
    """An open journal of answers, a context manager; mutable. Lines with a verdict of `retry` do not count as answers.

    `batch` manages its journal itself. For schedulers of your own: `missing` yields the puzzles to ask about,
    `nonosat.record` asks, `append` stores the record at once. Iteration yields the last record of each puzzle and
    question.

    >>> import os, tempfile
    >>> import nonosat as ns
    >>> path = os.path.join(tempfile.mkdtemp(), "results.jsonl")
    >>> puzzles = {"first": ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])}
    >>> with ns.Journal(path) as journal:
    ...     for named in journal.missing(puzzles.items()):
    ...         journal.append(ns.record(named))
    ...     [*journal.missing(puzzles.items())], [answer["verdict"] for answer in journal]
    ([], ['unique'])
    """

    def __init__(self, path: str | os.PathLike[str], retry: Collection[str] = ()) -> None:
        """Opens a file, or creates it.

        Raises `InputError` for a file of another kind; `OutputError` if it is not a regular file, cannot be written
        or is locked by another run.
        """
        self._index = DiskIndex()
        self._stale = False  # True if newer lines have replaced some
        self._has_errors = False

        def take(line: JournalLine) -> None:
            place = _AGAIN if line.record["verdict"] in retry else line.place
            if self._index.put(line.record["key"], line.record["puzzle"], place) is not None:
                self._stale = True
            self._register(line.record["puzzle"], str(line.record.get("ask", "")), line.record["verdict"])

        try:
            super().__init__(os.fspath(path), _OWN_KIND, take)
        except BaseException:
            self._index.close()
            raise
        self.is_new = not self._end
        """True if no earlier run has written to it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Record]:
        """Yields the last record of each puzzle and question."""
        return records(self.path)

    @method
    def missing(
        self, puzzles: Iterable[Given], ask: Ask = "check", **options: Unpack[AskOptions]
    ) -> Iterator[tuple[str, Puzzle]]:
        """Yields (name, puzzle) for each puzzle without a record; `puzzles` and `options` are those of `batch`.

        Raises the error of a file that cannot be read.
        """
        asked = asked_of(ask, options)
        for item in GivenPuzzles(puzzles, asked.limit).items():
            if item.puzzle is None:
                raise item.error or InputError("there is no puzzle", path=item.path)
            if self._index.any_of(asked.key(item.puzzle)) is None:
                yield item.name, item.puzzle

    @method
    def append(self, record: Mapping[str, Any]) -> None:
        """Adds a record of `nonosat.record`; raises `UsageError` for anything else."""
        if not _OWN_KIND.accepts(dict(record)):
            raise UsageError("a journal takes records of nonosat.record, with `key`, `puzzle` and `verdict`")
        key, name, place = record["key"], record["puzzle"], self._end
        ordered = {"key": key, "puzzle": name, **record}
        self._add_line(written(ordered), name, str(record.get("ask", "")), record["verdict"])
        if self._index.put(key, name, place) is not None:
            self._stale = True

    def _add_line(self, text: bytes, name: str, ask: str, verdict: str) -> None:
        """Adds a line about a puzzle, whose key `ask` or `claim` has registered."""
        self._add(text)
        self._register(name, ask, verdict)

    def _claim(self, key: str, name: str) -> bool:
        """Registers a key and name as asked in this run; returns False if they are registered."""
        return self._index.add(key, name, _ASKED)

    def _register(self, name: str, ask: str, verdict: str) -> None:
        """Registers an error, or an answer that replaces one."""
        group = f"error of {ask}"
        if verdict == ERROR:
            self._has_errors = True
            self._index.put(group, name, _ERROR)
        elif self._has_errors and self._index.get(group, name) is not None:
            self._stale = True

    def _ask(self, key: str, name: str) -> bytes | None:
        """Registers a question as asked in this run.

        Returns the line about a puzzle, under any name; None if the question must be asked, b"" if this run has asked
        it.
        """
        if self._index.add(key, name, _ASKED):
            place = self._index.any_of(key) if not self.is_new else None
        else:
            place = self._index.get(key, name)
        if place == _ASKED:
            return b""
        if place == _AGAIN:
            self._stale = True
            self._index.put(key, name, _ASKED)
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
            self._index.close()

    def _rewrite(self) -> None:
        """Keeps only the last line for each key and name, and errors that are the last line for a name and question."""
        last = DiskIndex()
        with open(self.path, "rb") as file, writing(self.path, own=True) as new:
            for line in lines(self.path, file):
                last.put(line.record["key"], line.record["puzzle"], line.place)
                last.put(f"last of {line.record.get('ask', '')}", line.record["puzzle"], line.place)
            file.seek(0)
            for line in lines(self.path, file):
                group = (
                    f"last of {line.record.get('ask', '')}"
                    if line.record["verdict"] == ERROR
                    else line.record["key"]
                )
                if last.get(group, line.record["puzzle"]) == line.place:
                    new.write(line.text)
        last.close()


class Stream:
    """A write-only journal: standard output, a pipe or a device."""

    torn = 0
    is_new = True

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def _ask(self, key: str, name: str) -> bytes | None:  # noqa: ARG002
        return None

    def _claim(self, key: str, name: str) -> bool:  # noqa: ARG002
        return True

    def _add_line(self, text: bytes, name: str, ask: str, verdict: str) -> None:  # noqa: ARG002
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
