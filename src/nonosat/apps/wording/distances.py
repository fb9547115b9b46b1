"""The nearest solution in words, and drawn."""

from __future__ import annotations

from functools import partial

from nonosat.apps.drawing.terminal import in_time, picture_text
from nonosat.counting.distance import Nearest
from nonosat.support.sentences import number_text


def nearest_text(name: str, near: Nearest) -> str:
    """Returns the picture of an answer, and how far it is."""
    if near.grid is None:
        return f"{name}: {near.verdict}"
    least = "" if near.optimal else f", maybe as few as {near.bound}"
    distance = f"{name}: differs in {number_text(near.distance or 0, 'cell')}{least}"
    picture = in_time(partial(picture_text, near.grid, near.puzzle), near.puzzle)
    return f"{picture}\n{distance}"
