"""Questions about what somebody else did: an answer to a puzzle, or the moves on the way."""

from __future__ import annotations

from nonosat.records import answers as records
from nonosat.records import moves
from nonosat.records.declared import Field, Text
from nonosat.records.derived import fields_of
from nonosat.records.values import KNOWN_ROWS
from nonosat.studio.question import Question, Request
from nonosat.studio.shapes import EITHER, SUBJECT, as_state

_MOST_TEXT = 1_000_000


def _judge(request: Request) -> records.Judgement:
    from nonosat.evaluation.judging.judge import judge

    return judge(request.puzzle, request["text"], limit=request.limit).to_json()


def _judge_moves(request: Request) -> moves.JudgedMoves:
    from nonosat.evaluation.learn.moves import judge_moves
    from nonosat.evaluation.learn.transcript import read_moves

    puzzle = request.puzzle
    written = read_moves(request["text"], puzzle)
    state = as_state(request["state"]) if "state" in request else None
    found = judge_moves(puzzle, [move.cells for move in written], state, limit=request.limit).to_json()
    for read, move in zip(written, found["moves"], strict=True):
        move["line"] = read.line
    return found


_PUZZLE_EXAMPLE = {"rows": [[1], [2]], "columns": [[2], [1]]}

JUDGING = (
    Question(
        name="judge",
        summary="Whether a text holds a solution of a puzzle, and where it is wrong.",
        fields=(*SUBJECT, Field("text", Text(_MOST_TEXT), "What somebody answered.")),
        either=EITHER,
        answer=fields_of(records.Judgement),
        work=_judge,
        example={"puzzle": _PUZZLE_EXAMPLE, "text": "#.\n##"},
    ),
    Question(
        name="judge-moves",
        summary="Whether moves followed from what stood before them, in which way, or were wrong.",
        fields=(
            *SUBJECT,
            Field("text", Text(_MOST_TEXT), "The moves, a line for each, such as `r5c7=black r5c8=black`."),
            Field("state", KNOWN_ROWS, "What stands before the first: a digit a cell, `?` if unknown.", None),
        ),
        either=EITHER,
        answer=fields_of(moves.JudgedMoves),
        work=_judge_moves,
        example={"puzzle": _PUZZLE_EXAMPLE, "text": "r2c1=black r2c2=black"},
    ),
)
"""The questions of this module."""
