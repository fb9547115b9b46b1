"""The record of each answer, as in `to_json()`, in the lines of `--json` and in the HTTP API.

Rows and columns count from 0. A cell is [row, column], or with a colour an object. The rows of a grid are strings
with a digit a cell, 0 for the background and 1 for the first ink, or lists of numbers where a colour is 10 or
more. Numbers of solutions are strings of digits, of any length.
"""

from typing import Annotated, NotRequired, TypedDict

from nonosat.records.shared_types import (
    Axis,
    StoppedName,
    VerdictName,
)


class Line(TypedDict):
    """A line of a puzzle."""

    axis: Annotated[Axis, "Direction of the line."]
    index: Annotated[int, "From 0."]


class Ending(TypedDict):
    """Members of every answer about its work."""

    stopped: Annotated[StoppedName | None, "Why the work ended before everything was known, or null."]
    detail: Annotated[str, "Details of `stopped` in words; often empty."]
    seconds: Annotated[NotRequired[float], "Wall-clock time."]


class Proved(Ending):
    """`Ending` with a verdict."""

    verdict: Annotated[VerdictName, "Verdict on the number of solutions; `unknown` if not proved."]


class OfLine(TypedDict, total=False):
    """The line concerned, if any."""

    axis: Annotated[Axis, "Axis of the line."]
    index: Annotated[int, "Number of the line, from 0."]


class OfCell(TypedDict, total=False):
    """The cell concerned, if any."""

    row: Annotated[int, "Row of the cell, from 0."]
    column: Annotated[int, "Column of the cell, from 0."]
    colour: Annotated[int, "Colour of the cell."]


class Answer(Proved):
    """Common members of answers about the solutions of a puzzle."""

    line_solvable: Annotated[bool | None, "True if line solving settles every cell; null if unknown."]
