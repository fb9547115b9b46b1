"""`explain`: the way a person would solve it, step by step."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_CODES
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import only
from nonosat.cli.shell.options import depth_option, from_option, json_option, limit_options, puzzle_argument
from nonosat.cli.shell.screen import picture_rows
from nonosat.foundation.limits import Limit, Stopped
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Observer, Verdict

if TYPE_CHECKING:
    from nonosat.questions.explanation.explain import Explanation, Step


@click.command("explain", epilog=examples("explain puzzle.non", "explain --states --steps 3 puzzle.non"))
@puzzle_argument
@click.option("--steps", "most", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps.")
@click.option("--states", "with_states", is_flag=True, help="Show the picture after each step.")
@depth_option
@json_option
@from_option
@limit_options
def explain_command(
    path: str,
    most: int | None,
    with_states: bool,
    depth: int | None,
    as_json: Json,
    source: str | None,
    limit: Limit,
) -> int:
    """Solve a puzzle as a person would, with reasons.

    Each step has the simplest reason that gives anything new: first single lines, then what follows from
    assuming a colour of a cell, and last what only the solver finds.
    """
    from nonosat.questions.explanation.explain import DEPTH, explain

    name, puzzle = only(path, source)
    began = monotonic()
    found = explain(puzzle, depth=DEPTH if depth is None else depth, limit=limit)
    steps: list[Step] = []
    told = []
    for step in found:
        steps.append(step)
        rows = found.partial_grid.text(puzzle.palette).split("\n") if with_states else []
        told.append({**step.to_json(), "state": rows} if with_states else step.to_json())
        if not as_json:
            click.echo("\n".join([f"{len(steps)}. {step}", *rows]))
        if len(steps) == most:
            break
    cut = len(steps) == most and not found.complete
    answer = _answer(name, puzzle, found, steps, told, monotonic() - began, cut)
    return tell(answer, as_json)


def explained(
    path: str, puzzle: Puzzle, _: Observer | None = None, *, limit: Limit, depth: int | None = None
) -> Answer:
    """The answer about one puzzle, all at once."""
    from nonosat.questions.explanation.explain import DEPTH, explain

    began = monotonic()
    found = explain(puzzle, depth=DEPTH if depth is None else depth, limit=limit)
    steps = list(found)
    return _answer(path, puzzle, found, steps, [step.to_json() for step in steps], monotonic() - began)


def _answer(
    name: str,
    puzzle: Puzzle,
    found: Explanation,
    steps: list[Step],
    told: list[dict[str, Any]],
    seconds: float,
    cut: bool = False,
) -> Answer:
    """The answer that some steps are, which are `told` as JSON; `cut` if these were as many as wanted."""
    solved = found.complete and not found.open_cells and found.verdict is Verdict.UNIQUE
    return Answer(
        name,
        puzzle,
        found.verdict,
        _line_solvable(found, steps),
        [picture_rows(found.partial_grid.grid(), puzzle)] if solved else [],
        seconds,
        stopped=Stopped.STEPS if cut else found.stopped,
        exit_code=0 if cut else EXIT_CODES[found.verdict],
        line=None if cut else f"{name}: {found.conclusion()}",
        more={"steps": told, "complete": found.complete, "open": found.open_cells},
    )


def _line_solvable(found: Explanation, steps: list[Step]) -> bool | None:
    """Whether lines alone settle the puzzle, as far as the steps tell."""
    if any(step.axis is None for step in steps):
        return False
    if not found.complete:
        return None
    return found.verdict is Verdict.UNIQUE
