"""`line`: deduces what follows in one line."""

from __future__ import annotations

import json

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.counting.one_line import line
from nonosat.search.outcome import Verdict
from nonosat.support.limits import Limit


@cli.command(
    "line",
    epilog=cli.examples("line '3 1' '????#????'", "line '8' 10", "line '2r ?b' '???b?'", "line '* 2' '??#?'"),
)
@click.argument("clue", metavar="CLUE")
@click.argument("cells", metavar="CELLS")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@cli.limit_options("on the line")
def line_command(clue: str, cells: str, as_json: bool, limit: Limit) -> int:
    """Deduce what one line says by itself.

    CLUE is the numbers of the line, `?` for an unknown one, with a letter for each ink if there are several, and `*` for any
    number of blocks. CELLS has one character per cell: `.` background, `#` ink (or the letters of the clue), `?` unknown; or
    is the number of cells if all are unknown. Prints the deduced cells, the leftmost and rightmost fillings (not for `*`), and
    the number of fillings. Exit codes: 0 there is a filling; 2 there is none; 3 a limit came first.
    """
    settled = line(clue, int(cells) if cells.isascii() and cells.isdigit() else cells, limit=limit)
    click.echo(json.dumps(settled.to_json()) if as_json else str(settled))
    if settled.fillings is None:
        return cli.EXIT_CODES[Verdict.UNKNOWN]
    return 0 if settled.fillings else cli.EXIT_CODES[Verdict.UNSOLVABLE]
