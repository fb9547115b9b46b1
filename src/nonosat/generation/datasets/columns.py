"""Data sets as Parquet, by way of pyarrow: a column for each field, lists and objects as JSON in text.

The same records give the same bytes with the same pyarrow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

from nonosat.foundation.errors import InputError, MissingExtraError
from nonosat.foundation.journals import Record
from nonosat.records.columns import column_types, line_of

_RECIPE = b"nonosat_recipe"
_AT_ONCE = 10_000
"""Rows of a group."""


def write_columns(records: Iterator[Record], recipe: str, out: BinaryIO) -> None:
    """Writes records as Parquet, with the key of their recipe beside them."""
    pa, parquet = _pyarrow()
    kinds = column_types(line_of("dataset"))
    fields = [(name, getattr(pa, kind)()) for name, kind in kinds.items()]
    schema = pa.schema(fields, metadata={_RECIPE: recipe.encode()})
    with parquet.ParquetWriter(out, schema) as writer:
        while piece := list(islice(records, _AT_ONCE)):
            rows = [
                {name: _value(kind, record.get(name)) for name, kind in kinds.items()} for record in piece
            ]
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


def recipe_in(path: str) -> tuple[str, int]:
    """The key of the recipe of a data set in Parquet, empty if it has none, and the number of its rows.

    Raises `InputError` for a file of another kind.
    """
    pa, parquet = _pyarrow()
    try:
        found = parquet.read_metadata(path)
    except (OSError, pa.ArrowException):
        raise InputError("expected a data set in Parquet", path=path) from None
    return (found.metadata or {}).get(_RECIPE, b"").decode(errors="replace"), found.num_rows


def _value(kind: str, value: Any) -> Any:
    as_text = kind == "string" and value is not None and not isinstance(value, str)
    return json.dumps(value) if as_text else value


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("parquet needs an extra package: pip install 'nonosat[data]'") from None
    return pa, parquet
