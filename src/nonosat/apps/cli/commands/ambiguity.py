"""`ambiguity`: cells that differ between solutions, by independent region."""

from __future__ import annotations

from functools import partial

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.drawing.cells import letter, mapped
from nonosat.apps.drawing.terminal import drawing, in_time
from nonosat.counting.ambiguity import Ambiguity, ambiguity
from nonosat.search.outcome import Verdict
from nonosat.support.limits import check_limits
from nonosat.support.sentences import count_text, forced_text, number_text


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
    return asked.answer(analysis, exit_code=code, line=lambda: text(asked.name, analysis, plain))


def text(path: str, analysis: Ambiguity, plain: bool = False) -> str:
    """Returns an answer in words and as a map."""
    cells = forced_text(*analysis.backbone.sizes)
    head = f"{path}: {analysis.verdict}, {count_text(analysis.count.count, analysis.count.exact)}; {cells}"
    if analysis.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        return head

    def drawn() -> str:
        rows = analysis.rows()
        check_limits()
        cells = mapped(rows, analysis.region_rows())
        return drawing(analysis.puzzle, cells, plain=plain)

    regions = [f"{letter(at)}: {analysis.describe(region)}" for at, region in enumerate(analysis.regions)]
    return "\n".join([head, in_time(drawn, analysis.puzzle), *regions])
