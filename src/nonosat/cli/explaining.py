"""`explain`, `hint` and `rate`: how a person would solve a puzzle, and how hard that is.

What they need is loaded when they run.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.ambiguity import time_option
from nonosat.cli.answers import Answer, answer_all
from nonosat.cli.commands import EXIT_CODES, picture_rows
from nonosat.cli.inputs import from_option, json_option, only, puzzles_argument
from nonosat.engine.outcome import Observer, Verdict
from nonosat.errors import InputError
from nonosat.limits import Limit
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explanation.explain import Explanation, Step
    from nonosat.explanation.rate import Rating

depth_option = click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="Suppositions on top of each other, before the solver is asked; 0 for none.  [default: 2]",
)


@click.command("explain")
@click.argument("path", metavar="PUZZLE")
@click.option("--steps", "most", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps.")
@click.option("--states", "with_states", is_flag=True, help="Show the picture after each step.")
@depth_option
@json_option
@from_option
@time_option
def explain_command(
    path: str,
    most: int | None,
    with_states: bool,
    depth: int | None,
    as_json: bool,
    source: str | None,
    time_limit: float | None,
) -> int:
    """Solve a puzzle the way a person would, and say why, step by step.

    Each step has the simplest reason that says anything new: one line by itself as long as that helps, then
    what follows from supposing that a cell has a colour, and at last what only the solver knows.
    """
    from nonosat.explanation.explain import DEPTH, explain

    name, puzzle = only(path, source)
    began = monotonic()
    found = explain(puzzle, depth=DEPTH if depth is None else depth, limit=Limit(seconds=time_limit))
    steps: list[Step] = []
    told = []
    for step in islice(found, most):
        steps.append(step)
        rows = found.sketch.text(puzzle.palette).splitlines() if with_states else []
        told.append({**step.record(), "state": rows} if with_states else step.record())
        if not as_json:
            click.echo("\n".join([f"{len(steps)}. {step}", *rows]))
    cut = len(steps) == most and not found.complete
    if as_json:
        solved = found.complete and not found.open_cells and found.verdict is Verdict.UNIQUE
        answer = Answer(
            name,
            found.verdict,
            _line_solvable(found, steps),
            [picture_rows(found.sketch.grid(), puzzle)] if solved else [],
            monotonic() - began,
            stopped="steps" if cut else None if found.complete else "seconds",
            more={"steps": told, "complete": found.complete, "open": found.open_cells},
        )
        click.echo(json.dumps(answer.record()))
    elif not cut:
        click.echo(f"{name}: {found.conclusion()}")
    return 0 if cut else EXIT_CODES[found.verdict]


def _line_solvable(found: Explanation, steps: list[Step]) -> bool | None:
    """Whether lines alone settle the puzzle, as far as the steps tell."""
    if any(step.axis is None for step in steps):
        return False
    if not found.complete:
        return None
    return found.verdict is Verdict.UNIQUE


@click.command("hint")
@click.argument("path", metavar="PUZZLE")
@click.argument("state_path", metavar="STATE")
@depth_option
@json_option
@from_option
@time_option
def hint_command(
    path: str, state_path: str, depth: int | None, as_json: bool, source: str | None, time_limit: float | None
) -> int:
    """Say the next step from a half-solved puzzle, or what is wrong in it.

    STATE is a text with the picture as far as it is known: one letter a cell as in the puzzle's palette, or
    # and . where it is black-and-white, and ? for an unknown cell. `nonosat explain --states` writes such
    pictures. Exit codes: 0 a step, or nothing left to do; 1 the cells that are left differ between solutions;
    2 something is wrong; 3 no step was found.
    """
    from nonosat.explanation.explain import DEPTH
    from nonosat.explanation.hint import Kind, hint
    from nonosat.explanation.partial_grid import Sketch

    name, puzzle = only(path, source)
    began = monotonic()
    state = Sketch.read(_text(state_path), puzzle.palette, state_path)
    found = hint(puzzle, state, depth=DEPTH if depth is None else depth, limit=Limit(seconds=time_limit))
    verdict = {
        Kind.OPEN: Verdict.MULTIPLE,
        Kind.MISTAKE: Verdict.UNSOLVABLE,
        Kind.UNSOLVABLE: Verdict.UNSOLVABLE,
        Kind.UNKNOWN: Verdict.UNKNOWN,
    }.get(found.kind)
    if not as_json:
        click.echo(found.words)
    else:
        mistake: dict[str, Any] | None = None
        if found.mistake and found.mistake.cell:
            mistake = found.mistake.cell._asdict()
        elif found.mistake:
            mistake = {"axis": found.mistake.axis, "index": found.mistake.index}
        more = {
            "kind": found.kind,
            "hint": found.words,
            "steps": [step.record() for step in found.steps],
            "mistake": mistake,
        }
        answer = Answer(name, verdict or Verdict.UNKNOWN, seconds=monotonic() - began, more=more)
        click.echo(json.dumps(answer.record()))
    return EXIT_CODES[verdict] if verdict else 0


def _text(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: byte 0x{data[error.start]:02x}", path=path) from None


@click.command("rate")
@puzzles_argument
@depth_option
@json_option
@from_option
@time_option
def rate_command(
    paths: tuple[str, ...], depth: int | None, as_json: bool, source: str | None, time_limit: float | None
) -> int:
    """Say how difficult each puzzle is, in several figures.

    trivial, easy, medium and hard puzzles can be solved line by line, and differ in the arguments that it
    takes; others need trial, or search. The difficulty is the number of sweeps over all rows or all columns
    until every cell is known. None of the figures settles what people find hard.
    """
    from nonosat.explanation.explain import DEPTH
    from nonosat.explanation.rate import rate

    def one(path: str, puzzle: Puzzle, _: Observer | None) -> Answer:
        began = monotonic()
        rating = rate(puzzle, depth=DEPTH if depth is None else depth, limit=Limit(seconds=time_limit))
        return Answer(
            path,
            rating.verdict,
            rating.line_solvable,
            seconds=monotonic() - began,
            exit_code=EXIT_CODES[rating.verdict],
            line=f"{path}: {_figures(rating)}",
            more=rating.record(),
        )

    return answer_all(paths, source, as_json, one, summary=False)


def _figures(rating: Rating) -> str:
    """A rating in words."""
    words = [str(rating.grade or rating.verdict)]
    if rating.difficulty is not None:
        words.append(f"difficulty {rating.difficulty}")
    for number, what in (
        (rating.trial_cells, f"cell# by trials {rating.trial_depth} deep"),
        (rating.search_cells, "cell# by search"),
        (rating.open_cells, "cell# left open"),
        (rating.conflicts, "conflict#"),
    ):
        if number:
            words.append(f"{number} {what.replace('#', '' if number == 1 else 's')}")
    counts = ", ".join(f"{number} {name}" for name, number in rating.steps)
    return f"{', '.join(words)}\n  {counts or 'no steps'}"
