"""Results as an Arrow table in memory.

Scalars of a record are columns, also those in `stats` and `limits` (`stats_conflicts`). Lists are dropped; other objects
are JSON in one column.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.apps.many.asking import RECORDS
from nonosat.apps.many.journal_files import Record
from nonosat.records.jsonl import PuzzleLine
from nonosat.records.schema_of import column_types, fields_of
from nonosat.support.arguments import question
from nonosat.support.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    import pyarrow


def flat(record: Record) -> dict[str, Any]:
    """Returns a record as a row.

    >>> flat({"a": 1, "stats": {"b": 2}, "steps": {"full": 3}, "c": [4]})
    {'a': 1, 'stats_b': 2, 'steps': '{"full": 3}'}
    """
    row: dict[str, Any] = {}
    for name, value in record.items():
        if name in ("stats", "limits") and isinstance(value, dict):
            row |= {f"{name}_{member}": inner for member, inner in value.items()}
        elif isinstance(value, dict):
            row[name] = json.dumps(value)
        elif not isinstance(value, list):
            row[name] = value
    return {_encodable(name): _encodable(value) for name, value in row.items()}


def _encodable(value: Any) -> Any:
    """Escapes bytes that are not UTF-8, as in file names, as JSON does."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


class HasRecord(Protocol):
    """A result of a question."""

    def to_json(self) -> Any: ...


@question
def table(results: Iterable[HasRecord | Mapping[str, Any]]) -> pyarrow.Table:
    """Returns results, or records of a journal, as an Arrow table with one row each.

    pandas, polars and DuckDB take it: `ns.table(results).to_pandas()`, `polars.from_arrow(ns.table(results))`.
    Scalars are columns, those in `stats` as `stats_conflicts` and so on; lists, such as solutions, are dropped. Raises
    `MissingExtraError` without the extra `data`, and `UsageError` for anything but results and records.

    >>> import nonosat as ns
    >>> table = ns.table(map(ns.rate, map(ns.example, ["cup", "gchq"])))
    >>> table.select(["verdict", "grade", "cells"]).to_pylist()[1]
    {'verdict': 'unique', 'grade': 'easy', 'cells': 625}
    """
    rows = [flat(_record(result)) for result in results]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    types = _types(rows, columns)
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise MissingExtraError("this table needs pyarrow: pip install 'nonosat[data]'") from None
    schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in types.items()])
    made = [{name: _as(kind, row.get(name)) for name, kind in types.items()} for row in rows]
    return pa.Table.from_pylist(made, schema=schema)


def _record(result: HasRecord | Mapping[str, Any]) -> Record:
    made = result if isinstance(result, Mapping) else result.to_json() if hasattr(result, "to_json") else None
    if not isinstance(made, Mapping):
        raise UsageError(f"a table takes results and records, got {type(result).__name__}")
    return dict(made)


def _types(rows: list[dict[str, Any]], columns: Iterable[str]) -> dict[str, str]:
    """Returns column types: those declared for the questions of these rows, otherwise inferred from the values."""
    declared = _declared({str(row.get("ask")) for row in rows})
    return {name: declared.get(name) or _type(row.get(name) for row in rows) for name in columns}


def _declared(asked: set[str]) -> dict[str, str]:
    """Returns the declared column types of some questions; text if they differ."""
    types: dict[str, str] = {}
    for name in sorted(asked & RECORDS.keys()):
        for column, kind in column_types(fields_of(*RECORDS[name], PuzzleLine)).items():
            types[column] = kind if types.get(column, kind) == kind else "string"
    return types


def _type(values: Iterator[Any]) -> str:
    """Returns the type of all values, or text if they differ."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return "bool_"
    if kinds == {int}:
        return "int64"
    return "float64" if kinds and kinds <= {int, float} else "string"


def _as(kind: str, value: Any) -> Any:
    """Returns a value for a column of that type; None if it does not fit."""
    if value is None or kind == "string":
        return None if value is None else value if isinstance(value, str) else json.dumps(value)
    wanted = {"bool_": (bool,), "int64": (int,), "float64": (int, float)}[kind]
    fits = isinstance(value, wanted) and (kind == "bool_" or not isinstance(value, bool))
    if kind == "int64" and fits and not -(2**63) <= value < 2**63:
        return None
    return value if fits else None
