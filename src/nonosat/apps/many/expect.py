"""Expected verdicts of a batch.

They come from a JSON object with the puzzles' names as keys, such as `puzzles/expected.json`, with `verdict` and
optionally `line_solvable`, or from the results of an earlier run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from nonosat.apps.many.disk_index import DiskIndex
from nonosat.apps.many.journal import records
from nonosat.apps.many.journal_files import Record
from nonosat.search.outcome import Verdict
from nonosat.support.errors import InputError
from nonosat.support.files import read_bytes

_VERDICTS = ("error", *Verdict)
_LINES = (None, False, True)

Wanted = tuple[str, bool | None]  # a verdict, and whether the puzzle is line-solvable if that matters


class Expected:
    """Expected verdicts by name, stored on disk; mutable only while they are read."""

    def __init__(self, path: str) -> None:
        """Reads a file; raises `InputError`."""
        self._index = DiskIndex()
        for name, (verdict, line_solvable) in _read(path):
            code = _VERDICTS.index(verdict) * len(_LINES) + _LINES.index(line_solvable)
            self._index.put(name, "", code)

    def of(self, name: str) -> Wanted | None:
        """Returns the expectation for a puzzle, whose name can have more leading folders than in the file."""
        while True:
            code = self._index.get(name, "")
            if code is not None:
                verdict, line_solvable = divmod(code, len(_LINES))
                return _VERDICTS[verdict], _LINES[line_solvable]
            _, slash, name = name.partition("/")
            if not slash:
                return None


def difference(answer: Wanted, wanted: Wanted) -> str | None:
    """Describes how an answer differs from the expected one; None if it does not.

    >>> difference(("multiple", False), ("unique", True))
    'multiple, not unique'
    >>> difference(("unique", False), ("unique", True))
    'not solvable line by line'
    >>> difference(("unique", False), ("unique", None))
    """
    if answer[0] != wanted[0]:
        return f"{answer[0]}, not {wanted[0]}"
    if wanted[1] is None or answer[1] == wanted[1]:
        return None
    return f"{'' if answer[1] else 'not '}solvable line by line"


def _read(path: str) -> Iterator[tuple[str, Wanted]]:
    """Yields the names in a file with their expected verdicts."""
    if path.endswith(".jsonl"):
        for record in records(path):
            yield record["puzzle"], _wanted(record, record["puzzle"], path)
        return
    text = read_bytes(path).decode(errors="surrogateescape")  # names of files are decoded in the same way
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InputError("expected a JSON object with a verdict for each name", path=path)
    for name, stated in data.items():
        yield name, _wanted(stated, name, path)


def _wanted(stated: Record, name: str, path: str) -> Wanted:
    verdict: Any = stated.get("verdict") if isinstance(stated, dict) else None
    lines: Any = stated.get("line_solvable") if isinstance(stated, dict) else None
    if verdict not in _VERDICTS or lines not in _LINES:
        raise InputError(f"{name[:40]!r}: expected `verdict`, one of {', '.join(_VERDICTS)}", path=path)
    return verdict, lines
