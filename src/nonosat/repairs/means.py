"""Means of repair."""

from __future__ import annotations

from enum import StrEnum


class By(StrEnum):
    """Kind of change."""

    CLUE = "clue"
    GIVENS = "givens"
    PIXELS = "pixels"
