"""`list`: the formats, the solvers and the examples."""

from __future__ import annotations

import json

import click

from nonosat.apps.cli.shell.groups import Group, examples
from nonosat.formats import example
from nonosat.formats.base import Feature
from nonosat.formats.described import format_records
from nonosat.formats.table import FORMATS, extensions_of
from nonosat.sat.backends import BACKENDS
from nonosat.sat.oracle import missing
from nonosat.search.options import AUTO, members
from nonosat.support.bundled import EXAMPLES

_json_option = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each.")


@click.group("list", cls=Group, epilog=examples("list formats", "list examples --json"))
def list_command() -> None:
    """List file formats, solvers or bundled puzzles."""


@list_command.command("formats", epilog=examples("list formats", "list formats --json"))
@_json_option
def formats_command(as_json: bool) -> None:
    """List the file formats and what each can hold."""
    if as_json:
        for record in format_records():
            click.echo(json.dumps(record))
        return
    for row in sorted(FORMATS.values(), key=lambda row: row.format is None):
        kind = "" if row.format else ", read only"
        click.echo(f"{row.name:<12} {' '.join(extensions_of(row.name)):<20} {row.summary}{kind}")
        click.echo(f"{'':<12} holds {', '.join(feature for feature in Feature if feature in row.features)}")


@list_command.command("backends", epilog=examples("list backends"))
@_json_option
def backends_command(as_json: bool) -> None:
    """List the solvers, and why one cannot run here."""
    if as_json:
        for row in BACKENDS.values():
            record = {"backend": row.name, "package": row.package, "summary": row.summary}
            click.echo(json.dumps({**record, "missing": missing(row.name)}))
        return
    first, *others = members()
    click.echo(
        f"{AUTO:<12} {first}, joined by others when a puzzle is hard: {', '.join(map(str, others))}; the default"
    )
    for row in BACKENDS.values():
        reason = missing(row.name)
        click.echo(f"{row.name:<12} {row.summary} ({row.package}){f'; missing: {reason}' if reason else ''}")


@list_command.command("examples", epilog=examples("list examples", "list examples --json"))
@_json_option
def examples_command(as_json: bool) -> None:
    """List the puzzles that come with nonosat.

    `example:NAME` stands for one of them wherever a command takes a PUZZLE: `nonosat check example:gchq`.
    """
    for name, summary in EXAMPLES.items():
        puzzle = example(name)
        if as_json:
            record = {"example": name, "title": puzzle.metadata.title, "summary": summary}
            size = {"width": puzzle.width, "height": puzzle.height, "inks": len(puzzle.palette) - 1}
            click.echo(json.dumps({**record, **size}))
        else:
            click.echo(f"{name:<20} {f'{puzzle.width}x{puzzle.height}':<6} {summary}")
