"""Questions about what is wrong with a puzzle: what contradicts itself, the smallest change that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.foundation.results import plain
from nonosat.questions.repairs.result import Repair
from nonosat.studio.declared import Each, Field, Flag, Record, Text, Whole, maybe
from nonosat.studio.question import DETAIL, SECONDS, STOPPED, Asked, Bounds, Question
from nonosat.studio.shapes import (
    CELL,
    CHANGE,
    COLOURED,
    EITHER,
    LINE,
    PUZZLE,
    ROWS,
    SUBJECT,
    VERDICT,
    change_json,
    picture_rows,
)

if TYPE_CHECKING:
    from nonosat.model.puzzle import Puzzle
    from nonosat.questions.conflicts.mus import Conflict

_LINE_SOLVABLE = Field(
    "line_solvable", maybe(Flag()), "Whether lines alone settle it then; null if not known."
)
_CHANGES = Field("changes", Each(CHANGE), "The changes; none where there is nothing to mend.")
_EDITS = Field("edits", Each(Text()), "Of clues: what was probably typed wrong.")
_MENDED = Field("puzzle", maybe(PUZZLE), "The mended puzzle; null if none was found.")
_AFTER = Field("verdict", VERDICT, "On the mended puzzle; where none was found, on the one that was sent.")

_ANSWER = (
    Field("found", Flag(), "Whether there is a repair."),
    _MENDED,
    _CHANGES,
    _EDITS,
    _AFTER,
    _LINE_SOLVABLE,
    Field("solution", maybe(ROWS), "A solution of the mended puzzle."),
    Field("cost", Whole(), "How many cells or edits, or their weights together."),
    Field("bound", Whole(), "No repair of this kind costs less, as far as it is proved."),
    Field("optimal", Flag(), "Whether that is proved to be the same number."),
    Field("complete", Flag(), "Whether everything that is allowed was considered."),
    Field(
        "others",
        Each(Record("OtherRepair", (_MENDED, _CHANGES, _EDITS, _AFTER, _LINE_SOLVABLE))),
        "Of clues: further repairs, the likelier first.",
    ),
    STOPPED,
    DETAIL,
    SECONDS,
)

_PROTECT = Each(CELL, 250_000)


def _repair_pixels(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.repairs.pixels import repair_pixels

    found = repair_pixels(
        asked.puzzle,
        line_solvable=asked["line_solvable"],
        protect=[(row, column) for row, column in asked["protect"]],
        limit=asked.limit,
        observer=lambda progress: asked.tell("search", **progress.to_json()),
    )
    return _repair(found)


def _repair_givens(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.repairs.givens import repair_givens

    puzzle = asked.puzzle
    cells = sum(puzzle.row_lengths)
    found = repair_givens(
        puzzle,
        goal="any" if asked["goal"] == "any" else None,
        weights=dict.fromkeys(map(tuple, asked["protect"]), 1 + cells),
        filled=asked["filled"],
        limit=asked.limit,
    )
    return _repair(found)


def _repair_clue(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.repairs.clues import repair_clue

    return _repair(repair_clue(asked.puzzle, edits=asked["edits"], limit=asked.limit))


def _repair(found: Repair) -> dict[str, Any]:
    solution = picture_rows(found.grid, found.puzzle) if found.grid and found.puzzle else None
    return {
        "found": found.found,
        **_mended(found),
        "solution": solution,
        "cost": found.cost,
        "bound": found.bound,
        "optimal": found.optimal,
        "complete": found.complete,
        "others": [_mended(each) for each in found.others],
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _mended(found: Repair) -> dict[str, Any]:
    return {
        "puzzle": found.puzzle and found.puzzle.to_json(),
        "changes": [change_json(change) for change in found.changes],
        "edits": list(map(str, found.edits)),
        "verdict": str(found.verdict),
        "line_solvable": found.line_solvable,
    }


def _conflict(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.conflicts.mus import conflict

    puzzle = asked.puzzle
    found = conflict(puzzle, smallest=asked["smallest"], limit=asked.limit)
    return {
        "solvable": True if found.solution else False if found.size else None,
        "solution": picture_rows(found.solution, puzzle) if found.solution else None,
        "lines": [plain(line._asdict()) for line in found.lines],
        "givens": [given._asdict() for given in found.givens],
        "minimal": found.minimal,
        "smallest": found.smallest,
        "least": found.least,
        "steps": _derived(found, puzzle),
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _derived(found: Conflict, puzzle: Puzzle) -> list[dict[str, Any]]:
    """How lines alone lead to the contradiction, where they do: each line with what it says."""
    if not found.derivation:
        return []
    from nonosat.questions.explanation.wording import Wording
    from nonosat.solving.lines.board import Board

    wording, names = Wording(Board(puzzle)), puzzle.geometry.lines
    steps = [(each.line, wording.deduction(each)) for each in found.derivation.deductions]
    last = found.derivation.contradiction.line
    steps.append((last, wording.contradiction(last)))
    return [plain(names[line]._asdict()) | {"text": text} for line, text in steps]


MENDING = (
    Question(
        name="repair-pixels",
        summary="The fewest cells of a picture to repaint so that its clues have exactly one solution.",
        fields=(
            *SUBJECT,
            Field("line_solvable", Flag(), "Whether lines alone must settle the new picture.", False),
            Field("protect", _PROTECT, "Cells that keep their colour.", []),
        ),
        either=EITHER,
        answer=_ANSWER,
        stages=(
            ("search", "`pictures` looked at, `cost` of the best repair or null, and the proved `bound`"),
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
            Field("protect", _PROTECT, "Cells that are revealed only where no others suffice.", []),
        ),
        either=EITHER,
        answer=_ANSWER,
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
        answer=_ANSWER,
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
        answer=(
            Field("solvable", maybe(Flag()), "True where there is a solution, and so no conflict."),
            Field("solution", maybe(ROWS), "That solution."),
            Field("lines", Each(LINE), "The lines whose clues are in the conflict."),
            Field("givens", Each(COLOURED), "The given cells in it."),
            Field("minimal", Flag(), "Whether none can be spared."),
            Field("smallest", Flag(), "Whether no conflict has fewer."),
            Field("least", Whole(), "No conflict has fewer than so many."),
            Field(
                "steps",
                Each(Record("Deduction", (*LINE.fields, Field("text", Text(), "In words.")))),
                "How lines alone lead to the contradiction, if they do.",
            ),
            STOPPED,
            DETAIL,
            SECONDS,
        ),
        bounds=Bounds(seconds=20, most_seconds=600, cells=40_000),
        work=_conflict,
        example={"puzzle": {"rows": [[2], [1]], "columns": [[1], [1]]}},
    ),
)
"""The questions of this module."""
