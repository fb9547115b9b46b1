"""Commands, whose help has their own options first and names those that many share; groups that suggest the nearest name.

And the examples at the end of a help.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import click


def _show_help(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class SharedOption(click.Option):
    """An option of many commands: `--help` names it under a heading, `nonosat help options` explains it."""

    def __init__(self, *names: Any, section: str, whose: str = "", **declaration: Any) -> None:
        """`section` is one of `SECTIONS`; `whose` says what a limit is for, such as "on each puzzle"."""
        super().__init__(*names, **declaration)
        self.section = section
        self.whose = whose

    def usage(self) -> str:
        """Returns the option with its value, such as "--time-limit SECONDS"."""
        name = max(self.opts, key=len)
        return f"{name} {self.metavar}" if self.metavar else name


SECTIONS = ("Reading", "Processes", "Solver", "Limits", "Output", "Help")
"""Headings of the shared options, in the order of the help."""


# click's own option asks gettext for its help at every start of a command, which loads `locale`: 1 ms
help_option = SharedOption(
    ["-h", "--help"],
    section="Help",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)


class Command(click.Command):
    """A command with the shared option for its help, which explains the own options and names the shared ones."""

    def get_help_option(self, ctx: click.Context) -> click.Option:  # noqa: ARG002
        return help_option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        shared = [option for option in options if isinstance(option, SharedOption)]
        records = [option.get_help_record(ctx) for option in options if option not in shared]
        if own := [record for record in records if record is not None]:
            with formatter.section("Options"):
                formatter.write_dl(own)
        with formatter.section("Shared options (see `nonosat help options`)"):
            formatter.write_dl(_folded(shared))


def _folded(options: Sequence[SharedOption]) -> list[tuple[str, str]]:
    """Returns a row for each section, with its options."""
    rows = []
    for section in SECTIONS:
        if members := [option for option in options if option.section == section]:
            heading = f"{section} {members[0].whose}".rstrip()
            rows.append((heading, ", ".join(option.usage() for option in members)))
    return rows


def command(name: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Returns the decorator that makes a command of a function: `click.command` for `Command`."""
    return click.command(name, cls=Command, **settings)


class Group(Command, click.Group):
    """Commands in the order of the source; the error about an unknown one suggests the nearest."""

    command_class = Command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

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
            if ctx.parent is None and _is_path(args[0]):
                raise click.UsageError(f"no command and no file is called {args[0]!r}", ctx)
            near = get_close_matches(args[0], commands, cutoff=0.7)
            meant = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(commands)}"
            raise click.UsageError(f"no command is called {args[0]!r}{meant}", ctx)
        return super().resolve_command(ctx, args)


def _is_path(word: str) -> bool:
    return os.path.basename(word) != word or bool(os.path.splitext(word)[1])


def examples(*commands: str) -> str:
    """Returns the examples at the end of a command's help; `tests/apps/cli/shell/test_help.py` runs every line."""
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)
