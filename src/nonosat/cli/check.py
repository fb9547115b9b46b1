"""`check`: is the solution unique?"""

from __future__ import annotations

import click

from nonosat.cli.answers import Answer, Json, answer_all
from nonosat.cli.exit_codes import EXIT_CODES
from nonosat.cli.inputs import Inputs
from nonosat.cli.options import json_option, puzzles_argument, search_options
from nonosat.cli.screen import picture_rows
from nonosat.cli.sentences import report_text
from nonosat.engine.outcome import Observer
from nonosat.engine.questions import Options, check
from nonosat.model.puzzle import Puzzle


@click.command("check")
@puzzles_argument
@json_option
@search_options
def check_command(inputs: Inputs, as_json: Json, search: Options) -> int:
    """Tell whether each puzzle's solution is unique."""

    def one(path: str, puzzle: Puzzle, observer: Observer | None) -> Answer:
        search["observer"] = observer
        report = check(puzzle, **search)
        goal = puzzle.goal
        fits = goal is None or goal in report.solutions or goal.satisfies(puzzle)
        return Answer(
            path,
            puzzle,
            report.verdict,
            report.line_solvable,
            [picture_rows(grid, puzzle) for grid in report.solutions] if as_json else [],
            report.seconds,
            report.stats,
            report.stopped,
            EXIT_CODES[report.verdict],
            line=f"{path}: {report_text(report)}",
            detail=report.detail,
            notes=[] if fits else [f"nonosat: {path}: the goal picture is not a solution"],
        )

    return answer_all(inputs, as_json, one, summary=True)
