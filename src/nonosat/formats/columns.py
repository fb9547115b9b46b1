"""Tables with a puzzle in each row, as data sets are published: Parquet, and CSV whose first line names the columns.

A row is read as the JSON object of its columns: `rows` and `columns` or other names for them, `puzzle`, `question`, `path`.
A cell can hold a text of JSON. Columns of pictures, sounds and other bytes are left out.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

from nonosat.formats.evidence import has_names
from nonosat.support.errors import InputError, MissingExtraError

_PARQUET = ".parquet"
_TEXTS = {".csv": ",", ".tsv": "\t"}  # and what separates columns, unless the first line says otherwise
_NAME = re.compile(r"\s*[A-Za-z_][\w .-]{1,60}\s*")
_WHOLE = {"puzzle", "question", "problem", "input", "prompt", "path"}
"""Columns that can hold a puzzle each; else there must be names of rows and of columns."""
_ROWS_AT_ONCE = 1000
_LONGEST_HEAD = 10_000


def is_table(path: str) -> bool:
    """Returns True for a file of Parquet, or of CSV with names of columns that hold puzzles; false for other CSV."""
    if path.endswith(_PARQUET):
        return True
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return bool(_names(file.readline(_LONGEST_HEAD), path))
    except (OSError, ValueError):
        return False


def rows_of(path: str) -> Iterator[bytes]:
    """Yields the rows of a table as lines of JSON; raises `InputError`, and `MissingExtraError` without pyarrow."""
    read = _parquet if path.endswith(_PARQUET) else _csv
    for row in read(path):
        known = {name: _plain(value) for name, value in row.items() if value not in (None, "")}
        yield json.dumps(known, default=lambda _: None).encode()


def _names(head: str, path: str) -> list[str]:
    """Returns the names of the columns in the first line of a CSV file; empty if it has others, such as numbers."""
    names = next(csv.reader([head], delimiter=_between(head, path)), [])
    if len(names) < 2 or not all(map(_NAME.fullmatch, names)):
        return []
    plain = {name.strip().lower() for name in names}
    return names if plain & _WHOLE or has_names(" ".join(plain)) else []


def _between(head: str, path: str) -> str:
    usual = next(sign for ending, sign in _TEXTS.items() if path.endswith(ending))
    return usual if usual in head or ";" not in head else ";"


def _csv(path: str) -> Iterator[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            head = file.readline(_LONGEST_HEAD)
            names = [name.strip() for name in _names(head, path)]
            yield from csv.DictReader(file, names, restkey="", delimiter=_between(head, path))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"not a table of CSV: {str(error)[:80]}", path=path) from None


def _parquet(path: str) -> Iterator[dict[str, Any]]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtraError("Parquet files need pyarrow: pip install 'nonosat[data]'") from None
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(_ROWS_AT_ONCE):
                yield from batch.to_pylist()
    except pa.ArrowException as error:
        raise InputError(f"not a Parquet file: {str(error)[:80]}", path=path) from None


def _plain(value: Any) -> Any:
    """Returns what a cell holds: the value of a text of JSON, and any other value as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
