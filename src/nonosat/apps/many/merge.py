"""Merges journals, such as those of machines that each worked on a part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from nonosat.apps.many.disk_index import DiskIndex
from nonosat.apps.many.journal import lines
from nonosat.apps.many.journal_files import JournalLine, Record, require_rereadable
from nonosat.support.errors import InputError

# ranks of verdicts that are not proved: the record of the highest rank is kept, the last one of equal ranks
_RANKS = {"error": 0, "unknown": 1}

_MOST_FILES = 1 << 14


def merge(paths: Sequence[str], out: BinaryIO) -> Counter[str]:
    """Writes the lines of all files, one for each key and name, and counts the verdicts.

    Raises `InputError` for a file that is not a journal; leaves out a torn last line.
    """
    if len(paths) > _MOST_FILES:
        raise InputError(f"at most {_MOST_FILES:,} files can be merged, got {len(paths):,}")
    for path in paths:
        require_rereadable(path)
    best, verdicts = DiskIndex(), Counter[str]()
    for line, place in _placed(paths):
        key, name = line.record["key"], line.record["puzzle"]
        if (best.get(key, name) or -1) < place:
            best.put(key, name, place)
    for line, place in _placed(paths):
        if best.get(line.record["key"], line.record["puzzle"]) == place:
            out.write(line.text)
            verdicts[line.record["verdict"]] += 1
    best.close()
    return verdicts


def _placed(paths: Sequence[str]) -> Iterator[tuple[JournalLine, int]]:
    """Yields all lines with distinct numbers; the highest of a question is kept."""
    for at, path in enumerate(paths, 1):
        try:
            with open(path, "rb") as file:
                for line in lines(path, file):
                    yield line, (rank(line.record) << 60) + (at << 45) + line.place
        except OSError as error:
            raise InputError(f"cannot read: {error.strerror}", path=path) from None


def rank(record: Record) -> int:
    """Returns the rank of a record's verdict."""
    return _RANKS.get(record["verdict"], 2)
