"""Questions about somebody's answer to a puzzle, or moves."""

from __future__ import annotations

from nonosat.records import answers as records
from nonosat.records import moves
from nonosat.records.declared import Field, Text
from nonosat.studio.question import Asked, Request

_MOST_TEXT = 1_000_000


def _judge(request: Request) -> records.Judgement:
    from nonosat.evaluation.judging.judge import judge

    return judge(request.puzzle, request["text"], limit=request.limit).to_json()


def _judge_moves(request: Request) -> moves.JudgedMoves:
    from nonosat.evaluation.learn.moves import judge_moves
    from nonosat.evaluation.learn.transcript import read_moves

    puzzle = request.puzzle
    written = read_moves(request["text"], puzzle)
    found = judge_moves(
        puzzle, [move.cells for move in written], request["state"], limit=request.limit
    ).to_json()
    for read, move in zip(written, found["moves"], strict=True):
        move["line"] = read.line
    return found


_PUZZLE = {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}

JUDGING = (
    Asked(
        "judge",
        more=(Field("text", Text(_MOST_TEXT), "The answer, in any notation."),),
        work=_judge,
        example={**_PUZZLE, "text": "#.\n##"},
    ),
    Asked(
        "judge_moves",
        more=(
            Field("text", Text(_MOST_TEXT), "The moves, a line for each, such as `r5c7=black r5c8=black`."),
        ),
        work=_judge_moves,
        example={**_PUZZLE, "text": "r2c1=black r2c2=black"},
    ),
)
