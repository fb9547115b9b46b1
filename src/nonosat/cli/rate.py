"""`rate`: how difficult, as several figures."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import click

from nonosat.cli.answers import Answer, answer_all
from nonosat.cli.exit_codes import EXIT_CODES
from nonosat.cli.options import depth_option, from_option, json_option, limit_options, puzzles_argument
from nonosat.engine.outcome import Observer
from nonosat.limits import Limit
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explanation.rate import Rating


@click.command("rate")
@puzzles_argument
@depth_option
@json_option
@from_option
@limit_options
def rate_command(
    paths: tuple[str, ...], depth: int | None, as_json: bool, source: str | None, limit: Limit
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
        rating = rate(puzzle, depth=DEPTH if depth is None else depth, limit=limit)
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
