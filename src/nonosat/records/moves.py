"""The record of judged moves."""

from typing import NotRequired, TypedDict

from nonosat.records.answers import ColouredCell, Ending
from nonosat.records.values import Axis, VerdictName


class JudgedCell(ColouredCell):
    """A cell that a move set, and whether it followed from what stood before the move."""

    kind: str
    """`line` (one line implies it), `whole` (only all lines together do), `guess` (solutions differ there),
    `contradiction` (no solution has it), `illegal` (it stood already) or `unknown` (a limit came first)."""
    axis: NotRequired[Axis]
    """Of the line that implies it."""
    index: NotRequired[int]
    """The number of that line, from 0."""
    technique: NotRequired[str]
    """The simplest technique by which that line says so."""
    kept: bool
    """Whether it stands for the moves after it."""


class JudgedMove(TypedDict):
    """A move, judged by what stood before it."""

    cells: list[JudgedCell]
    """The cells that it set."""
    line: NotRequired[int]
    """Of a transcript: the line of the text, from 1."""


class JudgedMoves(Ending):
    """The answer to `judge --move` and `judge --transcript`: whether each move followed."""

    verdict: VerdictName
    """How many solutions the puzzle has, whatever stands."""
    followed: bool | None
    """Whether every cell followed from a line or from the whole puzzle; null if that is not known."""
    kinds: dict[str, int]
    """How many cells there are of each kind."""
    moves: list[JudgedMove]
    """The moves, in order."""
