"""`ambiguity`: cells that differ between solutions, by independent region."""

from __future__ import annotations

from functools import partial

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.wording.ambiguities import ambiguity_text
from nonosat.counting.ambiguity import Ambiguity, ambiguity
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import number_text


@cli.puzzles_command("ambiguity", "ambiguity several.non", parallel=True)
@cli.ascii_option
@click.option(
    "--no-count", is_flag=True, help="End when the cells that differ are known: counts can take far longer."
)
def ambiguity_command(asked: cli.ManyPuzzles, plain: bool, no_count: bool) -> int:
    """Show where the solutions of a puzzle differ.

    The picture shows the forced cells, and a letter for each independent region of others; `?` is a cell that was
    not decided before a limit.
    """
    one = partial(compared, plain=plain, count=not no_count)
    return asked.answer_all(one, groups=list(Verdict))


def compared(asked: cli.OnePuzzle, *, plain: bool = False, count: bool = True) -> cli.Answer:
    """Answers about one puzzle."""
    with asked.waiting("finding what differs") as say:

        def show(differences: Ambiguity) -> None:
            say(f"{number_text(differences.backbone.sizes[1], 'cell')} differ so far")

        analysis = ambiguity(asked.puzzle, count=count, limit=asked.limit, observer=show)
    code = cli.EXIT_CODES[analysis.verdict]
    return asked.answer(analysis, exit_code=code, line=lambda: ambiguity_text(asked.name, analysis, plain))
