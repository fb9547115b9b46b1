"""Data sets as Parquet: a column per field, lists and objects as JSON text.

The same records give the same bytes with the same pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from nonosat.apps.batch.table import require_pyarrow, write_parquet
from nonosat.records.tables import column_types, line_of
from nonosat.support.errors import InputError
from nonosat.support.journals import Record

_RECIPE = b"nonosat_recipe"


def write_columns(records: Iterator[Record], recipe: str, out: BinaryIO) -> None:
    """Writes records as Parquet, with the key of their recipe in the metadata."""
    write_parquet(records, column_types(line_of("dataset")), out, {_RECIPE: recipe.encode()})


def recipe_in(path: str) -> tuple[str, int]:
    """Returns the recipe key (empty if there is none) and the number of rows of a data set in Parquet.

    Raises `InputError` for a file of another kind.
    """
    pa = require_pyarrow()
    from pyarrow import parquet

    try:
        found = parquet.read_metadata(path)
    except (OSError, pa.ArrowException):
        raise InputError("expected a data set in Parquet", path=path) from None
    return (found.metadata or {}).get(_RECIPE, b"").decode(errors="replace"), found.num_rows
