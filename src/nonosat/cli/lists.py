"""`formats` and `backends`: lists of what there is."""

from __future__ import annotations

import click

from nonosat.engine.questions import AUTO, PORTFOLIO, RACERS
from nonosat.formats import FORMATS, extensions_of
from nonosat.formats.base import Feature
from nonosat.sat.backends import BACKENDS, Capability


@click.command("formats")
def formats_command() -> None:
    """List the file formats and what each can hold."""
    for row in FORMATS.values():
        kind = "" if row.format else ", read only"
        click.echo(f"{row.name:<12} {' '.join(extensions_of(row.name)):<20} {row.summary}{kind}")
        click.echo(f"{'':<12} holds {', '.join(feature for feature in Feature if feature in row.features)}")


@click.command("backends")
def backends_command() -> None:
    """List the solvers and what each can do."""
    click.echo(f"{AUTO:<12} {RACERS[0]}, joined by the portfolio when a puzzle is hard; the default")
    click.echo(f"{PORTFOLIO:<12} several at once, each in a process: {', '.join(map(str, RACERS))}")
    for row in BACKENDS.values():
        click.echo(f"{row.name:<12} {row.summary} ({row.package})")
        able = ", ".join(capability for capability in Capability if capability in row.capabilities)
        click.echo(f"{'':<12} {able}")
