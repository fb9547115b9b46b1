"""Progress of a question in words, for notifications."""

from __future__ import annotations

from decimal import Decimal  # a number of solutions can be too long for `int`
from typing import Any

from nonosat.support.sentences import box_text, count_text, number_text

_LONGEST = 200  # maximum characters of a text from plain members
_MOST_REGIONS = 20  # maximum regions in a text


def progress_text(event: dict[str, Any]) -> str:
    """Returns the progress of a question, an object with `stage`, in words.

    >>> progress_text({"stage": "step", "steps": 3, "open_cells": 12})
    'stage step, steps 3, open_cells 12'
    >>> progress_text({"stage": "bound", "count": "12", "exact": False})
    'at least 12 solutions'
    """
    if "regions" in event:
        return _differences_text(event)
    if "count" in event:
        return count_text(Decimal(event["count"]), event["exact"])
    plain = (f"{name} {value}" for name, value in event.items() if isinstance(value, (int, float, str)))
    return ", ".join(plain)[:_LONGEST]


def _differences_text(event: dict[str, Any]) -> str:
    """Says where solutions differ: the number of cells, and each region with its number of ways so far."""
    cells, regions = event["open_cells"], event["regions"]
    head = f"{number_text(cells, 'cell differs', 'cells differ')}, {number_text(event['undecided_cells'], 'is', 'are')} undecided"
    parts = [
        f"{box_text(box['top'], box['bottom'], box['left'], box['right'])}: "
        f"{'' if region['exact'] else 'at least '}{number_text(Decimal(region['count']), 'way')}"
        for region in regions[:_MOST_REGIONS]
        for box in (region["box"],)
    ]
    more = [number_text(len(regions) - _MOST_REGIONS, "more region")] if len(regions) > _MOST_REGIONS else []
    return "; ".join((head, *parts, *more))
