"""Means of repair."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

ByName = Literal["clue", "givens", "pixels"]


class By(StrEnum):
    """Kind of change."""

    CLUE = "clue"
    GIVENS = "givens"
    PIXELS = "pixels"
