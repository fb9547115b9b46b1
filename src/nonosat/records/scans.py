"""The record of a scanned puzzle."""

from nonosat.records.answers import Answer, Line
from nonosat.records.values import PartialRows


class ScannedNumber(Line):
    """A doubtful number on a page."""

    position: int
    """In its clue, from 0."""
    value: int | None
    """Reading; null if it is probably no number."""
    values: list[int]
    """Possible readings, likeliest first."""
    probability: float
    """Of the likeliest."""
    box: list[int]
    """Left, top, right and bottom in pixels of the page."""


class Scan(Answer):
    """Answer to `scan`: a puzzle on a page, and whether it is sure."""

    sure: bool
    """Whether there is no doubt."""
    reasons: list[str]
    """Reasons for doubt, in words."""
    doubtful: list[ScannedNumber]
    """Doubtful numbers."""
    corrected: int
    """Numbers that logic took for something else than their likeliest reading."""
    misprints: list[str]
    """Clues that were read clearly and leave no solution, with what may have been meant."""
    state: PartialRows | None
    """What is filled and crossed out on the page already; null if nothing is."""
    page: int
    """Of the file, from 1."""
    corners: list[list[int]]
    """Of the grid in pixels of the page, clockwise from its upper left corner."""
    cell: float
    """The side of a cell in pixels of the page."""
