"""`check`: is the solution unique?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.splitting import split_options, splitting
from nonosat.foundation.limits import Limit
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Observer, Verdict
from nonosat.solving.engine.questions import check

if TYPE_CHECKING:
    from nonosat.proofs.cubes.answers import Split


@cli.puzzles_command(
    "check",
    "check puzzle.non",
    "check puzzles --require unique",
    "check puzzles --json --no-solutions --time-limit 60",
    "check puzzle.non --split 64",
    search=True,
)
@click.option(
    "--require",
    type=click.Choice(["unique", "line-solvable"]),
    help="Exit with 0 if every puzzle is that, else with 1.",
)
@split_options(workers=False)
def check_command(
    asked: cli.ManyPuzzles, require: str | None, options: SearchOptions, split: Split | None
) -> int:
    """Tell whether each puzzle's solution is unique.

    Exit codes: 0 unique, 1 multiple, 2 unsolvable, 3 unknown; of several puzzles the highest. With
    --require there is one code for the whole: 0 or 1, or 65 if something cannot be read.
    """
    one = partial(
        checked,
        limit=asked.limit,
        options=options,
        require=require,
        as_json=asked.as_json,
        split=split,
    )
    apart = options.workers != 1 and not split
    return asked.answer_all(one, groups=list(Verdict), gate=bool(require), apart=apart)


def checked(
    path: str,
    puzzle: Puzzle,
    observer: Observer | None,
    *,
    limit: Limit,
    options: SearchOptions,
    require: str | None = None,
    as_json: cli.Json = cli.Json.NO,
    split: Split | None = None,
) -> cli.Answer:
    """Answers about one puzzle; JSON has the solutions unless it is brief, and the quick model's minutes and stars."""
    if split:
        from nonosat.proofs.cubes.answers import check_split

        with splitting(path) as seen:
            report = check_split(puzzle, split=split, limit=limit, options=options, observer=seen)
    else:
        report = check(puzzle, limit=limit, options=options, observer=observer)
    goal = puzzle.goal
    met = report.verdict is Verdict.UNIQUE and (require != "line-solvable" or report.line_solvable)
    fits = goal is None or goal in report.solutions or goal.satisfies(puzzle)
    record = report.to_json()
    if as_json is not cli.Json.FULL:
        record["solutions"] = []
    more: dict[str, object] = {"required": require, "met": met} if require else {}
    if as_json and report.verdict is Verdict.UNIQUE:
        from nonosat.questions.explanation.people import estimate_record, quick_estimate

        people = estimate_record(quick_estimate(puzzle, report.solutions[0]))
        more |= {"minutes": people["minutes"], "stars": people["stars"]}
    return cli.Answer.of(
        path,
        puzzle,
        record,
        exit_code=(cli.EXIT_PASSED if met else cli.EXIT_FAILED)
        if require
        else cli.EXIT_CODES[report.verdict],
        line=f"{path}: {cli.report_text(report)}",
        more=more,
        notes=[] if fits else [f"nonosat: {path}: the goal picture is not a solution"],
    )
