"""Commands, with one option for their help; groups of commands that suggest the nearest name for an unknown one.

And the examples at the end of a help.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click


def _show_help(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


# click's own option asks gettext for its help at every start of a command, which loads `locale`: 1 ms
_help = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)


class Command(click.Command):
    """A command with the shared option for its help."""

    def get_help_option(self, ctx: click.Context) -> click.Option:  # noqa: ARG002
        return _help


def command(name: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Returns the decorator that makes a command of a function: `click.command` for `Command`."""
    return click.command(name, cls=Command, **settings)


class Group(Command, click.Group):
    """Commands in the order of the source; the error about an unknown one suggests the nearest."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        commands = self.list_commands(ctx)
        if args[0] not in commands and not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches  # only errors need it

            from nonosat.apps.cli.shell.renamed import command_text

            if renamed := command_text(args[0]):
                raise click.UsageError(renamed, ctx)
            if ctx.parent is None and os.path.exists(args[0]):
                raise click.UsageError(f"did you mean `nonosat check {args[0]}`?", ctx)
            near = get_close_matches(args[0], commands, cutoff=0.7)
            meant = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(commands)}"
            raise click.UsageError(f"no command is called {args[0]!r}{meant}", ctx)
        return super().resolve_command(ctx, args)


def examples(*commands: str) -> str:
    """Returns the examples at the end of a command's help; `tests/apps/cli/shell/test_help.py` runs every line."""
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)
