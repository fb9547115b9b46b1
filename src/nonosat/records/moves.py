"""The record of judged moves."""

from typing import Annotated, NotRequired, TypedDict

from nonosat.records.answers import Ending, OfLine
from nonosat.records.shared_types import ColouredCell, VerdictName


class JudgedCell(ColouredCell, OfLine):
    """A cell of a move, judged by the state before the move."""

    kind: Annotated[
        str,
        "`line` (one line implies it), `whole` (only all lines together do), `guess` (solutions differ "
        "there), `contradiction` (no solution has it), `illegal` (it was set already) or `unknown` (a "
        "limit came first).",
    ]
    technique: Annotated[NotRequired[str], "Simplest technique with which that line implies it."]
    kept: Annotated[bool, "True if later moves are judged with this cell set."]


class JudgedMove(TypedDict):
    """A move, judged by the state before it."""

    cells: Annotated[list[JudgedCell], "Cells of the move."]
    line: Annotated[NotRequired[int], "Moves in a text: line of the text, from 1."]


class JudgedMoves(Ending):
    """Answer to `judge_moves`: the moves, each with its justification."""

    verdict: Annotated[VerdictName, "Verdict on the puzzle, independent of the moves."]
    followed: Annotated[
        bool | None,
        "True if every cell follows from one line or from the whole puzzle; null if unknown.",
    ]
    kinds: Annotated[dict[str, int], "Number of cells of each kind."]
    moves: Annotated[list[JudgedMove], "Moves in order."]
