"""`merge`: joins the results of several batches."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell.groups import command, examples
from nonosat.apps.cli.shell.options import output_option
from nonosat.apps.cli.shell.paths import InFile
from nonosat.apps.many.merge import merge
from nonosat.support.files import STANDARD_OUTPUT, require_writable, writing
from nonosat.support.sentences import number_text


@command("merge", epilog=examples("merge results.jsonl results.jsonl -o all.jsonl"))
@click.argument("paths", type=InFile(), metavar="RESULTS...", nargs=-1, required=True)
@output_option("Where to write them.", default=STANDARD_OUTPUT)
def merge_command(paths: tuple[str, ...], output: str) -> int:
    """Join the results of several batches.

    One record is kept for each puzzle and question: verdicts before `unknown`, `unknown` before errors; among equals the
    last. `batch` can continue the file that is written.
    """
    require_writable(output)
    with writing(output) as out:
        verdicts = merge(paths, out)
    if output != STANDARD_OUTPUT:
        counts = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(verdicts.items()))
        click.echo(f"{output}: {number_text(verdicts.total(), 'answer')}: {counts or 'none'}", err=True)
    return 0
