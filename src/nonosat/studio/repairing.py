"""Questions about what is wrong with a puzzle: what contradicts itself, the smallest change that repairs it."""

from __future__ import annotations

from nonosat.records import answers as records
from nonosat.records.declared import Each, Field, Flag, Text, Whole
from nonosat.records.derived import fields_of
from nonosat.records.values import CELL
from nonosat.studio.question import Bounds, Question, Request
from nonosat.studio.shapes import EITHER, SUBJECT

_PROTECT = Each(CELL, 250_000)


def _repair_pixels(request: Request) -> records.Repair:
    from nonosat.questions.repairs.pixels import repair_pixels

    found = repair_pixels(
        request.puzzle,
        line_solvable=request["line_solvable"],
        protect=[(row, column) for row, column in request["protect"]],
        limit=request.limit,
        observer=lambda progress: request.tell("search", **progress.to_json()),
    )
    return found.to_json()


def _repair_givens(request: Request) -> records.Repair:
    from nonosat.questions.repairs.givens import repair_givens

    puzzle = request.puzzle
    cells = sum(puzzle.row_lengths)
    found = repair_givens(
        puzzle,
        goal="any" if request["goal"] == "any" else None,
        weights=dict.fromkeys(map(tuple, request["protect"]), 1 + cells),
        filled=request["filled"],
        limit=request.limit,
    )
    return found.to_json()


def _repair_clue(request: Request) -> records.Repair:
    from nonosat.questions.repairs.clues import repair_clue

    return repair_clue(request.puzzle, edits=request["edits"], limit=request.limit).to_json()


def _conflict(request: Request) -> records.Conflict:
    from nonosat.questions.conflicts.mus import conflict

    return conflict(request.puzzle, smallest=request["smallest"], limit=request.limit).to_json()


REPAIRING = (
    Question(
        name="repair-pixels",
        summary="The fewest cells of a picture to repaint so that its clues have exactly one solution.",
        fields=(
            *SUBJECT,
            Field("line_solvable", Flag(), "Whether lines alone must settle the new picture.", False),
            Field("protect", _PROTECT, "Cells that keep their colour.", []),
        ),
        either=EITHER,
        answer=fields_of(records.Repair),
        stages=(
            ("search", "`pictures` looked at, `cost` of the best repair or null, its `changes`, the `bound`"),
        ),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_repair_pixels,
        example={"picture": {"rows": ["10", "01"]}},
    ),
    Question(
        name="repair-givens",
        summary="The fewest cells to reveal so that one solution is left.",
        fields=(
            *SUBJECT,
            Field(
                "goal",
                Text(words=("drawn", "any")),
                "Which solution is left: the goal, if the puzzle has one, or any.",
                "drawn",
            ),
            Field("filled", Flag(), "Whether only cells that have ink may be revealed.", False),
            Field("protect", _PROTECT, "Cells that are revealed only if no others suffice.", []),
        ),
        either=EITHER,
        answer=fields_of(records.Repair),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_repair_givens,
        example={"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}},
    ),
    Question(
        name="repair-clue",
        summary="The typing error in a puzzle that has no solution, and the clue as it probably was.",
        fields=(
            *SUBJECT,
            Field("edits", Whole(1, 2), "The most typing errors to look for.", 1),
        ),
        either=EITHER,
        answer=fields_of(records.Repair),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_repair_clue,
        example={"puzzle": {"rows": [[1, 1], [3], [2]], "columns": [[2], [2], [2]]}},
    ),
    Question(
        name="conflict",
        summary="Why a puzzle has no solution: a minimal set of clues and givens that contradict each other.",
        fields=(
            *SUBJECT,
            Field("smallest", Flag(), "Whether it must be one of the fewest, with proof.", False),
        ),
        either=EITHER,
        answer=fields_of(records.Conflict),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_conflict,
        example={"puzzle": {"rows": [[2], [1]], "columns": [[1], [1]]}},
    ),
)
"""The questions of this module."""
