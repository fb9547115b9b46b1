"""Questions about a puzzle as it is; `examine` asks those that a designer has after each stroke."""

from __future__ import annotations

from nonosat.records import answers as records
from nonosat.records.declared import Field, Flag, Whole, maybe
from nonosat.records.derived import fields_of, record_of
from nonosat.records.parts import partial_rows
from nonosat.records.values import KNOWN_ROWS, PUZZLE
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check
from nonosat.studio.question import Asked, Bounds, Json, Question
from nonosat.studio.shapes import EITHER, SUBJECT, as_state

_PUZZLE_EXAMPLE = {"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}}

_FILLINGS = Field("fillings", Whole(0, 1000), "The most fillings of each region to list.", 20)


def _check(asked: Asked) -> records.Report:
    return check(asked.puzzle, limit=asked.limit).to_json()


def _count(asked: Asked) -> records.Count:
    from nonosat.questions.solution_space.counting import count

    return count(asked.puzzle, limit=asked.limit).to_json()


def _ambiguity(asked: Asked) -> records.Ambiguity:
    from nonosat.questions.solution_space.ambiguity import ambiguity

    return ambiguity(asked.puzzle, fillings=asked["fillings"], limit=asked.limit).to_json()


def _rate(asked: Asked) -> records.Rating:
    from nonosat.questions.explanation.rate import rate

    return rate(asked.puzzle, limit=asked.limit).to_json()


def _without_ambiguity(report: Report) -> Json:
    """What the record of `ambiguity` says of a puzzle that has one solution or none, beside the verdict."""
    puzzle = report.puzzle
    grid = report.solutions[0] if report.solutions else [[None] * length for length in puzzle.row_lengths]
    return {
        "count": str(len(report.solutions)),
        "exact": True,
        "backbone": partial_rows(list(grid)),
        "open_cells": 0,
        "undecided_cells": 0,
        "regions": [],
    }


def _examine(asked: Asked) -> Json:
    from nonosat.questions.explanation.rate import rate
    from nonosat.questions.solution_space.ambiguity import ambiguity

    puzzle = asked.puzzle
    puzzle.require_readable()
    known: Json = {"puzzle": puzzle.to_json()}
    asked.tell("clues", **known)
    report = check(puzzle, limit=asked.limit)
    verdict = report.to_json()
    asked.tell("verdict", **verdict)
    if report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        differing = _without_ambiguity(report)
    else:
        differing = {**ambiguity(puzzle, fillings=asked["fillings"], limit=asked.limit).to_json()}
    known |= {**verdict, **differing}
    asked.tell("ambiguity", **differing)
    known["rating"] = None
    if asked["rating"] and known["verdict"] != Verdict.UNSOLVABLE:
        known["rating"] = rate(puzzle, limit=asked.limit).to_json()
        asked.tell("rating", rating=known["rating"])
    return known


def _explain(asked: Asked) -> records.Explanation:
    from nonosat.questions.explanation.explain import explain
    from nonosat.questions.explanation.record import record_of as explanation_record

    found = explain(asked.puzzle, depth=asked["depth"], limit=asked.limit)
    steps = []
    for step in found:
        steps.append(step)
        asked.tell("step", steps=len(steps), open_cells=found.open_cells)
        if len(steps) == asked["steps"]:
            break
    return explanation_record(found, steps)


def _hint(asked: Asked) -> records.Hint:
    from nonosat.questions.explanation.hint import hint

    found = hint(asked.puzzle, as_state(asked["state"]), depth=asked["depth"], limit=asked.limit)
    return found.to_json()


_DEPTH = Field("depth", Whole(0, 4), "How many suppositions are made on top of each other.", 2)

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
            *fields_of(records.Report, records.Ambiguity),
            Field("rating", maybe(record_of(records.Rating)), "How difficult it is."),
        ),
        stages=(
            ("clues", "`puzzle`"),
            ("verdict", "all that `check` answers"),
            ("ambiguity", "`count`, `exact`, `backbone`, `regions`, and what else `ambiguity` answers"),
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
        answer=fields_of(records.Report),
        bounds=Bounds(seconds=10, most_seconds=3600, cells=1_000_000),
        work=_check,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="count",
        summary="How many solutions a puzzle has, exactly or at least.",
        fields=SUBJECT,
        either=EITHER,
        answer=fields_of(records.Count),
        work=_count,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="ambiguity",
        summary="Where the solutions of a puzzle differ: its independent regions, with their fillings.",
        fields=(*SUBJECT, _FILLINGS),
        either=EITHER,
        answer=fields_of(records.Ambiguity),
        work=_ambiguity,
        example=_PUZZLE_EXAMPLE,
    ),
    Question(
        name="explain",
        summary="How a person would solve a puzzle, step by step.",
        fields=(*SUBJECT, Field("steps", Whole(1, 100_000), "The most steps.", 100_000), _DEPTH),
        either=EITHER,
        answer=fields_of(records.Explanation),
        stages=(("step", "`steps`: how many were found, and `open_cells`: those that are left"),),
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
        answer=fields_of(records.Hint),
        work=_hint,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "state": ["??", "1?"]},
    ),
    Question(
        name="rate",
        summary="How difficult a puzzle is, as several figures.",
        fields=SUBJECT,
        either=EITHER,
        answer=fields_of(records.Rating),
        work=_rate,
        example=_PUZZLE_EXAMPLE,
    ),
)
"""The questions of this module."""
