"""Subjects of pictures that show what is wrong with a puzzle: ambiguity, conflict, repair."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any

from nonosat.apps.illustration.answers import ambiguity_drawing, conflict_drawing, repair_drawing
from nonosat.apps.illustration.base import Illustration, RenderRequest
from nonosat.apps.illustration.subjects import without
from nonosat.conflicts.mus import conflict
from nonosat.counting.ambiguity import ambiguity
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.means import By
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.repair_pixels import repair_pixels
from nonosat.repairs.result import Repair
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.limits import Limit


def draw_ambiguity(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws the forced cells and the independent regions of the others."""
    answer = ambiguity(puzzle, limit=request.limit)
    if answer.verdict is Verdict.UNSOLVABLE:
        return without(puzzle, answer.verdict, "there is no solution")
    unknown = Verdict.UNKNOWN if answer.verdict is Verdict.UNKNOWN else None
    return Illustration(ambiguity_drawing(answer), unknown)


def draw_conflict(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws clues and givens that contradict each other, the others dimmed."""
    answer = conflict(puzzle, limit=request.limit)
    if not answer.size:
        return without(puzzle, answer.verdict, "nothing contradicts itself")
    return Illustration(conflict_drawing(answer))


def draw_repair(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws a puzzle before and after its repair."""
    repair = _repaired(puzzle, request)
    if (
        not repair.found
        or repair.repaired is None
        or (not repair.changes and repair.verdict is not Verdict.UNIQUE)
    ):
        verdict = repair.verdict
        if not repair.complete or repair.stopped:
            verdict = Verdict.UNKNOWN
        elif verdict is Verdict.UNKNOWN:  # no tried clue changes it
            verdict = Verdict.UNSOLVABLE
        return without(puzzle, verdict, f"no repair by {repair.by} was found")
    if not repair.changes:
        return without(puzzle, repair.verdict, "there is nothing to repair")
    return Illustration(repair_drawing(repair, puzzle))


def _repaired(puzzle: Puzzle, request: RenderRequest) -> Repair[Any]:
    """Repairs by the requested means, by default the fitting one: clues, the pixels of a goal, or givens."""
    by, limit = request.by, request.limit
    if by is None:
        if puzzle.contradictions():
            return repair_clue(puzzle, limit=limit)
        began = monotonic()
        verdict = check(puzzle, limit=limit).verdict
        limit = _less(limit, monotonic() - began)
        by = By.CLUE if verdict is Verdict.UNSOLVABLE else By.PIXELS if puzzle.goal else By.GIVENS
    if by == By.CLUE:
        return repair_clue(puzzle, limit=limit)
    if by == By.PIXELS:
        return repair_pixels(puzzle, limit=limit)
    return repair_givens(puzzle, limit=limit)


def _less(limit: Limit, seconds: float) -> Limit:
    """Returns the rest of a limit after some seconds."""
    return limit if limit.seconds is None else replace(limit, seconds=max(0.0, limit.seconds - seconds))
