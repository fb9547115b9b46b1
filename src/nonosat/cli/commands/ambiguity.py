"""`ambiguity`: which cells differ between the solutions, in which independent regions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.limits import Limit
from nonosat.foundation.sentences import count_text, forced_text
from nonosat.model.puzzle import Puzzle
from nonosat.pictures.drawing.terminal import drawing
from nonosat.solving.engine.outcome import Observer, Verdict

if TYPE_CHECKING:
    from nonosat.questions.solution_space.ambiguity import Ambiguity


@click.command("ambiguity", epilog=cli.examples("ambiguity several.non"))
@cli.puzzles_argument
@cli.json_option
@cli.limit_options
@cli.ascii_option
def ambiguity_command(inputs: cli.Inputs, as_json: cli.Json, limit: Limit, plain: bool) -> int:
    """Show where the solutions of a puzzle differ.

    The picture shows the cells that are equal in all solutions, and a letter for each independent region of
    others; `?` is a cell that was not decided before a limit came.
    """
    one = partial(compared, limit=limit, plain=plain, several=inputs.several)
    return cli.answer_all(inputs, as_json, one, limit=limit, groups=list(Verdict), apart=True)


def compared(
    path: str,
    puzzle: Puzzle,
    _: Observer | None = None,
    *,
    limit: Limit,
    plain: bool = False,
    several: bool = True,
) -> cli.Answer:
    """The answer about one puzzle, of `several`."""
    from nonosat.questions.solution_space.ambiguity import ambiguity

    with cli.waiting(f"{path}: finding what differs", several):
        found = ambiguity(puzzle, limit=limit)
    return cli.Answer.of(
        path,
        puzzle,
        found.to_json(),
        exit_code=cli.EXIT_CODES[found.verdict],
        line=_text(path, found, plain),
    )


def _text(path: str, found: Ambiguity, plain: bool) -> str:
    """The report for people."""
    from nonosat.pictures.drawing.regions import letter, mapped

    backbone = found.backbone
    cells = forced_text(len(backbone.cells), len(backbone.open), len(backbone.undecided))
    head = f"{path}: {found.verdict}, {count_text(found.count.count, found.count.exact)}; {cells}"
    if found.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        return head
    drawn = mapped(found.rows(), found.region_rows())
    regions = [f"{letter(at)}: {found.describe(region)}" for at, region in enumerate(found.regions)]
    return "\n".join([head, drawing(found.puzzle, drawn, plain=plain), *regions])
