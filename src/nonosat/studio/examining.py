"""Questions about a puzzle as it is; `examine` combines those that a designer has after each stroke."""

from __future__ import annotations

from nonosat.questions.explanation.glossary import NAMES
from nonosat.records import answers as records
from nonosat.records import lines
from nonosat.records.declared import Each, Field, Flag, Text, Whole, maybe
from nonosat.records.derived import fields_of, record_of
from nonosat.records.parts import partial_rows
from nonosat.records.values import PUZZLE
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check
from nonosat.studio.question import Asked, Bounds, Json, Question, Request
from nonosat.studio.shapes import EITHER, SUBJECT

_EXAMPLE = {"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}}
_UNIQUE = {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}

_FILLINGS = Field("fillings", Whole(0, 1000), "Maximum number of fillings listed for each region.", 20)


def _without_ambiguity(report: Report) -> Json:
    """Returns the members of the record of `ambiguity` for a puzzle with at most one solution."""
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


def _examine(request: Request) -> Json:
    from nonosat.questions.explanation.rate import rate
    from nonosat.questions.solution_space.ambiguity import ambiguity

    puzzle = request.puzzle
    puzzle.require_readable()
    known: Json = {"puzzle": puzzle.to_json()}
    request.tell("clues", **known)
    report = check(puzzle, limit=request.limit)
    verdict = report.to_json()
    request.tell("verdict", **verdict)
    if report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        differing = _without_ambiguity(report)
    else:
        differing = {**ambiguity(puzzle, fillings=request["fillings"], limit=request.limit).to_json()}
    known |= {**verdict, **differing}
    request.tell("ambiguity", **differing)
    known["rating"] = None
    if request["rating"] and known["verdict"] != Verdict.UNSOLVABLE:
        known["rating"] = rate(puzzle, limit=request.limit).to_json()
        request.tell("rating", rating=known["rating"])
    return known


def _explain(request: Request) -> records.Explanation:
    from nonosat.questions.explanation.explain import explain
    from nonosat.questions.explanation.record import record_of as explanation_record

    found = explain(request.puzzle, depth=request["depth"], limit=request.limit)
    steps = []
    for step in found:
        steps.append(step)
        request.tell("step", steps=len(steps), open_cells=found.open_cells)
        if len(steps) == request["steps"]:
            break
    return explanation_record(found, steps)


def _technique(request: Request) -> Json:
    from nonosat.questions.explanation.glossary import entries

    return {"techniques": [entry.to_json() for entry in entries(request["technique"])]}


EXAMINING = (
    Question(
        name="examine",
        summary="Verdict, count, regions and rating in one, each as soon as it is known.",
        fields=(
            *SUBJECT,
            _FILLINGS,
            Field("rating", Flag(), "Whether to rate the difficulty, too.", True),
        ),
        either=EITHER,
        answer=(
            Field("puzzle", PUZZLE, "The puzzle, with the clues of the picture."),
            *fields_of(records.Report, records.Ambiguity),
            Field("rating", maybe(record_of(records.Rating)), "The difficulty."),
        ),
        stages=(
            ("clues", "`puzzle`"),
            ("verdict", "the members of `check`'s answer"),
            ("ambiguity", "`count`, `exact`, `backbone`, `regions`, and what else `ambiguity` answers"),
            ("rating", "`rating`"),
        ),
        work=_examine,
        example={"picture": {"rows": ["10", "01"]}},
    ),
    Asked("check", bounds=Bounds(seconds=10, most_seconds=3600, cells=1_000_000), example=_EXAMPLE),
    Asked("count", example=_EXAMPLE),
    Asked("ambiguity", more=(_FILLINGS,), example=_EXAMPLE),
    Asked(
        "explain",
        more=(Field("steps", Whole(1, 100_000), "Maximum number of steps.", 100_000),),
        record=records.Explanation,
        stages=(("step", "`steps`: how many were found, and `open_cells`: those that are left"),),
        work=_explain,
        example=_UNIQUE,
    ),
    Asked("hint", example={**_UNIQUE, "state": ["??", "1?"]}),
    Question(
        name="technique",
        summary="Describes a technique.",
        fields=(Field("technique", Text(words=NAMES), "Its name, or its name in guides."),),
        answer=(Field("techniques", Each(record_of(lines.Technique)), "The techniques of that name."),),
        work=_technique,
        example={"technique": "overlap"},
    ),
    Asked("rate", example=_EXAMPLE),
)
