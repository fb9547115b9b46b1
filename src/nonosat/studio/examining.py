"""Questions about a puzzle as it is; `examine` asks those that a designer has after each stroke."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check
from nonosat.studio.declared import Each, Field, Flag, Number, Record, Table, Text, Whole, maybe
from nonosat.studio.question import (
    DETAIL,
    PROBLEM,
    SECONDS,
    STOPPED,
    Asked,
    Bounds,
    Question,
    problems_json,
)
from nonosat.studio.shapes import (
    CELL,
    COLOURED,
    COLOURS,
    EITHER,
    KNOWN_ROWS,
    PUZZLE,
    ROWS,
    STEP,
    SUBJECT,
    VERDICT,
    as_state,
    colours,
    known_rows,
    picture_rows,
)

if TYPE_CHECKING:
    from nonosat.questions.explanation.rate import Rating
    from nonosat.questions.solution_space.ambiguity import Ambiguity

_PUZZLE_EXAMPLE = {"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}}

_VERDICT = Field("verdict", VERDICT, "How many solutions there are; `unknown` if a limit came first.")
_LINE_SOLVABLE = Field(
    "line_solvable", maybe(Flag()), "Whether lines alone settle every cell; null if not known."
)
_SOLUTIONS = Field("solutions", Each(ROWS), "Up to two solutions: two prove that there are several.")
_CONTRADICTIONS = Field(
    "contradictions", Each(PROBLEM), "What of the statement makes it unsolvable, where that can be seen."
)
_COUNT = Field("count", Text(), "How many solutions there are, or at least are, in decimal digits.")
_EXACT = Field("exact", Flag(), "Whether there are exactly so many.")
_FORCED = Field("forced", KNOWN_ROWS, "The picture as far as all solutions agree, `?` for other cells.")

_REGION = Record(
    "Region",
    (
        Field("cells", Each(CELL), "Its cells, [row, column] from 0."),
        Field("count", Text(), "How many fillings it has, or at least has."),
        Field("exact", Flag(), "Whether there are exactly so many."),
        Field("kind", Text(), "`free`, `switch`, `cycle`, `pair`, `permutation` or `other`."),
        Field("fillings", Each(COLOURS), "The colours of `cells` in some fillings, as many as asked for."),
    ),
    about="Open cells that are filled independently of all others.",
)
_REGIONS = Field("regions", Each(_REGION), "Where solutions differ, in the order of the first cells.")
_FILLINGS = Field("fillings", Whole(0, 1000), "The most fillings of each region to list.", 20)

_RATING_FIELDS = (
    Field("grade", maybe(Text()), "One word; null unless the solution is unique and all is explained."),
    Field("difficulty", Number(), "From 0 to 6, by which puzzles of all grades sort."),
    Field("hardest", maybe(Text()), "The hardest reason that is needed."),
    Field("hard_share", Number(), "The share of steps whose reason is hard, or harder."),
    Field("sweeps", Whole(), "Over all rows or all columns, up to the last that taught anything."),
    Field("stalled_cells", Whole(), "Cells that are open where lines say nothing more."),
    Field("steps", Table(Whole()), "How many steps each reason has."),
    Field("probed_cells", Whole(), "Cells that a probe says something of."),
    Field("probe_depth", Whole(), "The most suppositions on top of each other."),
    Field("search_cells", Whole(), "Cells that are known from the solver only."),
    Field("open_cells", Whole(), "Cells that are left."),
    Field("conflicts", Whole(), "Of the solver."),
    Field("complete", Flag(), "False where time ran out: the figures are lower bounds then."),
)


def _verdict(report: Report) -> dict[str, Any]:
    return {
        "verdict": str(report.verdict),
        "line_solvable": report.line_solvable,
        "solutions": [picture_rows(grid, report.puzzle) for grid in report.solutions],
        "contradictions": problems_json(report.contradictions),
        "stopped": report.stopped,
        "detail": report.detail,
    }


def _check(asked: Asked) -> dict[str, Any]:
    return _verdict(check(asked.puzzle, limit=asked.limit))


def _count(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.solution_space.counting import count

    found = count(asked.puzzle, limit=asked.limit)
    return {
        "verdict": str(found.verdict),
        "line_solvable": found.line_solvable,
        "count": str(found.count),
        "exact": found.exact,
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _ambiguity(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.solution_space.ambiguity import ambiguity

    found = ambiguity(asked.puzzle, fillings=asked["fillings"], limit=asked.limit)
    return _ambiguity_json(found) | {"line_solvable": found.count.line_solvable}


def _ambiguity_json(found: Ambiguity) -> dict[str, Any]:
    puzzle = found.puzzle
    return {
        "verdict": str(found.verdict),
        "count": str(found.count.count),
        "exact": found.count.exact,
        "forced": known_rows(found.rows(), puzzle),
        "regions": [
            {
                "cells": [list(puzzle.coordinates[cell]) for cell in region.cells],
                "count": str(region.count),
                "exact": region.exact,
                "kind": str(region.kind),
                "fillings": [colours(filling, len(puzzle.palette)) for filling in region.fillings],
            }
            for region in found.regions
        ],
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _without_ambiguity(report: Report) -> dict[str, Any]:
    """What `_ambiguity_json` says of a puzzle that has one solution or none."""
    puzzle = report.puzzle
    grid = report.solutions[0] if report.solutions else [[None] * length for length in puzzle.row_lengths]
    return {
        "count": str(len(report.solutions)),
        "exact": True,
        "forced": known_rows(grid, puzzle),
        "regions": [],
    }


def _rate(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.explanation.rate import rate

    found = rate(asked.puzzle, limit=asked.limit)
    return {
        "verdict": str(found.verdict),
        "line_solvable": found.line_solvable,
        **_rating(found),
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _rating(found: Rating) -> dict[str, Any]:
    figures = found.to_json()
    return {each.name: figures[each.name] for each in _RATING_FIELDS}


def _examine(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.explanation.rate import rate
    from nonosat.questions.solution_space.ambiguity import ambiguity

    puzzle = asked.puzzle
    puzzle.require_readable()
    known: dict[str, Any] = {"puzzle": puzzle.to_json()}
    asked.tell("clues", **known)
    report = check(puzzle, limit=asked.limit)
    verdict = _verdict(report)
    asked.tell("verdict", **verdict)
    if report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        differing = _without_ambiguity(report)
    else:
        differing = _ambiguity_json(ambiguity(puzzle, fillings=asked["fillings"], limit=asked.limit))
    known |= verdict | differing
    asked.tell("ambiguity", **differing)
    known["rating"] = None
    if asked["rating"] and known["verdict"] != Verdict.UNSOLVABLE:
        known["rating"] = _rating(rate(puzzle, limit=asked.limit))
        asked.tell("rating", rating=known["rating"])
    return known


def _explain(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.explanation.explain import explain

    puzzle = asked.puzzle
    found = explain(puzzle, depth=asked["depth"], limit=asked.limit)
    steps = []
    for step in found:
        steps.append(step.to_json())
        asked.tell("step", steps=len(steps), open=found.open_cells)
        if len(steps) == asked["steps"]:
            break
    return {
        "verdict": str(found.verdict),
        "steps": steps,
        "complete": found.complete,
        "open": found.open_cells,
        "state": known_rows(found.partial_grid.rows, puzzle),
        "conclusion": found.conclusion(),
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _hint(asked: Asked) -> dict[str, Any]:
    from nonosat.questions.explanation.hint import hint

    found = hint(asked.puzzle, as_state(asked["state"]), depth=asked["depth"], limit=asked.limit)
    mistake = None
    if found.mistake:
        place = found.mistake
        cell = place.cell._asdict() if place.cell else None
        mistake = {"words": place.words, "cell": cell, "axis": place.axis, "index": place.index}
    return {
        "kind": str(found.kind),
        "words": found.words,
        "steps": [step.to_json() for step in found.steps],
        "mistake": mistake,
        "stopped": found.stopped,
        "detail": found.detail,
    }


_DEPTH = Field("depth", Whole(0, 4), "How many suppositions are made on top of each other.", 2)

_MISTAKE = Record(
    "Mistake",
    (
        Field("words", Text(), "What is wrong."),
        Field("cell", maybe(COLOURED), "The cell, with the colour that it has."),
        Field("axis", maybe(Text()), "Or the axis of the line."),
        Field("index", maybe(Whole()), "And its number, from 0."),
    ),
)

EXAMINING = (
    Question(
        name="examine",
        summary="Verdict, count, regions and rating in one, each as soon as it is known.",
        fields=(
            *SUBJECT,
            _FILLINGS,
            Field("rating", Flag(), "Whether the difficulty is wanted too.", True),
        ),
        either=EITHER,
        answer=(
            Field("puzzle", PUZZLE, "The puzzle, with the clues of the picture."),
            _VERDICT,
            _LINE_SOLVABLE,
            _SOLUTIONS,
            _CONTRADICTIONS,
            _COUNT,
            _EXACT,
            _FORCED,
            _REGIONS,
            Field("rating", maybe(Record("Rating", _RATING_FIELDS)), "How difficult it is."),
            STOPPED,
            DETAIL,
            SECONDS,
        ),
        stages=(
            ("clues", "`puzzle`"),
            ("verdict", "what `check` answers"),
            ("ambiguity", "`count`, `exact`, `forced`, `regions`, and what else `ambiguity` answers"),
            ("rating", "`rating`"),
        ),
        work=_examine,
        example={"picture": {"rows": ["10", "01"]}},
    ),
    Question(
        name="check",
        summary="Whether a puzzle has no, one or several solutions.",
        fields=SUBJECT,
        either=EITHER,
        answer=(_VERDICT, _LINE_SOLVABLE, _SOLUTIONS, _CONTRADICTIONS, STOPPED, DETAIL, SECONDS),
        bounds=Bounds(seconds=10, most_seconds=3600, cells=1_000_000),
        work=_check,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="count",
        summary="How many solutions a puzzle has, exactly or at least.",
        fields=SUBJECT,
        either=EITHER,
        answer=(_VERDICT, _LINE_SOLVABLE, _COUNT, _EXACT, STOPPED, DETAIL, SECONDS),
        work=_count,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="ambiguity",
        summary="Where the solutions of a puzzle differ: its independent regions, with their fillings.",
        fields=(*SUBJECT, _FILLINGS),
        either=EITHER,
        answer=(
            _VERDICT,
            _LINE_SOLVABLE,
            _COUNT,
            _EXACT,
            _FORCED,
            _REGIONS,
            STOPPED,
            DETAIL,
            SECONDS,
        ),
        work=_ambiguity,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="explain",
        summary="How a person would solve a puzzle, step by step.",
        fields=(*SUBJECT, Field("steps", Whole(1, 100_000), "The most steps.", 100_000), _DEPTH),
        either=EITHER,
        answer=(
            _VERDICT,
            Field("steps", Each(STEP), "The steps, in order."),
            Field("complete", Flag(), "Whether all is explained that follows from the clues."),
            Field("open", Whole(), "Cells that are left."),
            Field("state", KNOWN_ROWS, "The picture after the last step."),
            Field("conclusion", Text(), "How it ended, in words."),
            STOPPED,
            DETAIL,
            SECONDS,
        ),
        stages=(("step", "`steps`: how many were found, and `open`: the cells that are left"),),
        work=_explain,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}},
    ),
    Question(
        name="hint",
        summary="The next step from a half-solved puzzle, or what is wrong there.",
        fields=(
            *SUBJECT,
            Field("state", KNOWN_ROWS, "The picture so far: a digit a cell, `?` where it is not known."),
            _DEPTH,
        ),
        either=EITHER,
        answer=(
            Field("kind", Text(), "`step`, `solved`, `mistake`, `open`, `unsolvable` or `unknown`."),
            Field("words", Text(), "The hint in words."),
            Field("steps", Each(STEP), "The steps that it consists of; the last makes some cell known."),
            Field("mistake", maybe(_MISTAKE), "What is wrong."),
            STOPPED,
            DETAIL,
            SECONDS,
        ),
        work=_hint,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "state": ["??", "1?"]},
    ),
    Question(
        name="rate",
        summary="How difficult a puzzle is, as several figures.",
        fields=SUBJECT,
        either=EITHER,
        answer=(_VERDICT, _LINE_SOLVABLE, *_RATING_FIELDS, STOPPED, DETAIL, SECONDS),
        work=_rate,
        example=_PUZZLE_EXAMPLE,
    ),
)
"""The questions of this module."""
