"""Questions about a faulty puzzle: its conflict, and the smallest repairs."""

from __future__ import annotations

from nonosat.records import answers as records
from nonosat.records.declared import Each, Field, Text
from nonosat.records.values import CELL
from nonosat.studio.question import Asked, Bounds, Request

_BOUNDS = Bounds(seconds=20, most_seconds=600, cells=40_000)
_TWO = {"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}}


def _repair_pixels(request: Request) -> records.Repair:
    from nonosat.questions.repairs.pixels import repair_pixels

    found = repair_pixels(
        request.puzzle,
        line_solvable=request["line_solvable"],
        protect=request["protect"],
        limit=request.limit,
        observer=lambda progress: request.tell("search", **progress.to_json()),
    )
    return found.to_json()


def _repair_givens(request: Request) -> records.Repair:
    from nonosat.questions.repairs.givens import repair_givens

    puzzle = request.puzzle
    found = repair_givens(
        puzzle,
        goal="any" if request["goal"] == "any" else None,
        weights=dict.fromkeys(map(tuple, request["protect"]), 1 + sum(puzzle.row_lengths)),
        filled=request["filled"],
        limit=request.limit,
    )
    return found.to_json()


REPAIRING = (
    Asked(
        "repair_pixels",
        stages=(
            ("search", "`pictures` looked at, `cost` of the best repair or null, its `changes`, the `bound`"),
        ),
        bounds=_BOUNDS,
        work=_repair_pixels,
        example={"picture": {"rows": ["10", "01"]}},
    ),
    Asked(
        "repair_givens",
        more=(
            Field(
                "goal",
                Text(words=("drawn", "any")),
                "Which solution is left: the goal, if the puzzle has one, or any.",
                "drawn",
            ),
            Field("protect", Each(CELL, 250_000), "Cells that are revealed only if no others suffice.", []),
        ),
        bounds=_BOUNDS,
        work=_repair_givens,
        example=_TWO,
    ),
    Asked(
        "repair_clue",
        bounds=_BOUNDS,
        example={"puzzle": {"rows": [[1, 1], [3], [2]], "columns": [[2], [2], [2]]}},
    ),
    Asked("conflict", bounds=_BOUNDS, example={"puzzle": {"rows": [[2], [1]], "columns": [[1], [1]]}}),
)
