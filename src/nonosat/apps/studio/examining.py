"""Questions about a puzzle, its repair and people's answers; `examine` combines those of each stroke."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonosat.apps.studio.question import Asked, Bounds, Json, Question, Request
from nonosat.apps.studio.shapes import EITHER, SUBJECT
from nonosat.counting.ambiguity import Ambiguity, ambiguity
from nonosat.counting.count import count
from nonosat.explaining.grading.rate import Rating, rate
from nonosat.explaining.steps.explain import explain
from nonosat.explaining.words.glossary import NAMES, Entry, entries
from nonosat.records.cells import partial_rows
from nonosat.records.json_types import Each, Field, Flag, Text, Whole, maybe
from nonosat.records.parameters import declaration_of
from nonosat.records.schema_of import fields_of, record_of
from nonosat.records.shared_types import CELL, PUZZLE
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check

_EXAMPLE = {"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}}
_UNIQUE = {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}}

_REPAIRING = Bounds(seconds=20, most_seconds=600, cells=40_000)
_MOST_TEXT = 1_000_000

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


def _ambiguous(request: Request) -> Json:
    """Returns the members of the record of `ambiguity`; tells it as more and more is known, the counts of regions last."""

    def show(differences: Ambiguity) -> None:
        request.tell("open_cells", **differences.to_json())

    return {
        **ambiguity(
            request.puzzle, fillings=request["fillings"], limit=request.limit, observer=show
        ).to_json()
    }


def _counted(request: Request) -> Mapping[str, Any]:
    """Counts, and tells bounds as they rise."""
    return count(
        request.puzzle,
        exact=request["exact"],
        limit=request.limit,
        observer=lambda known: request.tell("bound", **known.to_json()),
    ).to_json()


def _examine(request: Request) -> Json:
    puzzle = request.puzzle
    puzzle.require_readable()
    record: Json = {"puzzle": puzzle.to_json()}
    request.tell("clues", **record)
    report = check(puzzle, limit=request.limit)
    verdict = report.to_json()
    request.tell("verdict", **verdict)
    settled = report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE)
    differing = _without_ambiguity(report) if settled else _ambiguous(request)
    record |= {**verdict, **differing}
    request.tell("ambiguity", **differing)
    record["rating"] = None
    if request["rating"] and record["verdict"] != Verdict.UNSOLVABLE:
        record["rating"] = rate(puzzle, limit=request.limit).to_json()
        request.tell("rating", rating=record["rating"])
    return record


def _explain(request: Request) -> Mapping[str, Any]:
    explanation = explain(request.puzzle, depth=request["depth"], limit=request.limit)
    steps = []
    for step in explanation:
        steps.append(step.to_json())
        request.tell("step", steps=len(steps), open_cells=explanation.open_cells)
        if len(steps) == request["steps"]:
            break
    return explanation._record_of(steps)


def _repair_pixels(request: Request) -> Mapping[str, Any]:
    from nonosat.repairs.repair_pixels import repair_pixels

    options = {field.name: request[field.name] for field in declaration_of(repair_pixels).parameters}
    return repair_pixels(
        request.puzzle,
        **options,
        limit=request.limit,
        observer=lambda progress: request.tell("search", **progress.to_json()),
    ).to_json()


def _repair_givens(request: Request) -> Mapping[str, Any]:
    from nonosat.repairs.repair_givens import repair_givens

    puzzle = request.puzzle
    repair = repair_givens(
        puzzle,
        goal="any" if request["goal"] == "any" else None,
        weights=dict.fromkeys(map(tuple, request["protect"]), 1 + sum(puzzle.row_lengths)),
        filled=request["filled"],
        limit=request.limit,
    )
    return repair.to_json()


def _judge(request: Request) -> Mapping[str, Any]:
    from nonosat.apps.evaluation.judging.judge import judge

    return judge(request.puzzle, request["text"], limit=request.limit).to_json()


def _judge_moves(request: Request) -> Mapping[str, Any]:
    from nonosat.apps.evaluation.learn.moves import judge_moves
    from nonosat.apps.evaluation.learn.transcript import read_moves

    puzzle = request.puzzle
    written = read_moves(request["text"], puzzle)
    judged = judge_moves(
        puzzle, [move.cells for move in written], request["state"], limit=request.limit
    ).to_json()
    for read, move in zip(written, judged["moves"], strict=True):
        move["line"] = read.line
    return judged


def _technique(request: Request) -> Json:
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
            *fields_of(Report, Ambiguity),
            Field("rating", maybe(record_of(Rating)), "The difficulty."),
        ),
        stages=(
            ("clues", "`puzzle`"),
            ("verdict", "the members of `check`'s answer"),
            (
                "open_cells",
                "`backbone`, `open_cells` and what else `backbone` answers, if there are several solutions",
            ),
            ("ambiguity", "`count`, `exact`, `backbone`, `regions`, and what else `ambiguity` answers"),
            ("rating", "`rating`"),
        ),
        work=_examine,
        example={"picture": {"rows": ["10", "01"]}},
    ),
    Asked("check", bounds=Bounds(seconds=10, most_seconds=3600, cells=1_000_000), example=_EXAMPLE),
    Asked(
        "count",
        stages=(("bound", "what `count` answers, as far as it is known, once a second at most"),),
        work=_counted,
        example=_EXAMPLE,
    ),
    Asked(
        "ambiguity",
        more=(_FILLINGS,),
        stages=(("open_cells", "what `ambiguity` answers, as far as it is known"),),
        work=_ambiguous,
        example=_EXAMPLE,
    ),
    Asked(
        "explain",
        more=(Field("steps", Whole(1, 100_000), "Maximum number of steps.", 100_000),),
        stages=(("step", "`steps`: the number found so far, and `open_cells`: the number left"),),
        work=_explain,
        example=_UNIQUE,
    ),
    Asked("hint", example={**_UNIQUE, "state": ["??", "1?"]}),
    Question(
        name="technique",
        summary="Describes a technique.",
        fields=(Field("technique", Text(words=NAMES), "Its name, or its name in guides."),),
        answer=(Field("techniques", Each(record_of(Entry)), "The techniques of that name."),),
        work=_technique,
        example={"technique": "overlap"},
    ),
    Asked("rate", example=_EXAMPLE),
    Asked(
        "repair_pixels",
        stages=(
            ("search", "`pictures` looked at, `cost` of the best repair or null, its `changes`, the `bound`"),
        ),
        bounds=_REPAIRING,
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
        bounds=_REPAIRING,
        work=_repair_givens,
        example=_EXAMPLE,
    ),
    Asked(
        "repair_clue",
        bounds=_REPAIRING,
        example={"puzzle": {"rows": [[1, 1], [3], [2]], "columns": [[2], [2], [2]]}},
    ),
    Asked(
        "repair_auto",
        bounds=_REPAIRING,
        example={"puzzle": {"rows": [[1], [1]], "columns": [[1], [1]]}},
    ),
    Asked("conflict", bounds=_REPAIRING, example={"puzzle": {"rows": [[2], [1]], "columns": [[1], [1]]}}),
    Asked(
        "judge",
        more=(Field("text", Text(_MOST_TEXT), "The answer, in any notation."),),
        work=_judge,
        example={**_UNIQUE, "text": "#.\n##"},
    ),
    Asked(
        "judge_moves",
        more=(
            Field("text", Text(_MOST_TEXT), "The moves, a line for each, such as `r5c7=black r5c8=black`."),
        ),
        work=_judge_moves,
        example={**_UNIQUE, "text": "r2c1=black r2c2=black"},
    ),
)
