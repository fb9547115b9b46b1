"""The formats as data, for lists of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.formats.base import Feature
from nonosat.formats.table import FORMATS, extensions_of

if TYPE_CHECKING:
    from nonosat.records import jsonl as records


def format_records() -> list[records.Format]:
    """Returns the description of each format as data."""
    return [
        {
            "format": row.name,
            "extensions": list(extensions_of(row.name)),
            "summary": row.summary,
            "holds": [str(feature) for feature in Feature if feature in row.features],
            "written": row.format is not None,
            "binary": row.binary,
        }
        for row in FORMATS.values()
    ]
