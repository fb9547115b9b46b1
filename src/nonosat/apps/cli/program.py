"""The command line as click's objects: all commands, with their shared options."""

from __future__ import annotations

from typing import Any

import click

from nonosat.apps.cli.commands import (
    COMMANDS,
    DEBUG_VARIABLE,
    GROUPS,
    Debugging,
    command_named,
    print_version,
)
from nonosat.apps.cli.shell.groups import SECTIONS, Group, SharedOption, command, examples, help_option
from nonosat.apps.cli.shell.outputs import force_option, guarding, outputs_of
from nonosat.support.interrupts import Interrupted


def _want_debugging(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and isinstance(ctx.find_root().obj, Debugging):
        ctx.find_root().obj.wanted = True


# option of all commands
_debug = SharedOption(
    ["--debug"],
    section="Help",
    is_flag=True,
    envvar=DEBUG_VARIABLE,
    expose_value=False,
    callback=_want_debugging,
    help="Show where in the program an unexpected error comes from.",
)


@command("help", epilog=examples("help", "help check", "help options"))
@click.argument("words", metavar="[COMMAND]", nargs=-1)
@click.pass_context
def _help_command(ctx: click.Context, words: tuple[str, ...]) -> int:
    """Show the help of a command, of the options that commands share (`help options`), or the list of all commands."""
    if words == ("options",):
        return _print_shared_options(ctx)
    assert ctx.parent
    return int(ctx.parent.command.main([*words, "--help"], prog_name="nonosat", standalone_mode=False) or 0)


def _print_shared_options(ctx: click.Context) -> int:
    """Prints what the shared options do, by section."""
    from nonosat.apps.cli.shell.options import shared_options  # loads more than other helps need

    options = [*shared_options(), force_option, _debug, help_option]
    formatter = ctx.make_formatter()
    formatter.write_text(
        "Options that many commands share; the help of each command names those that it has, and whose limits they are."
    )
    for section in SECTIONS:
        with formatter.section(section):
            records = [option.get_help_record(ctx) for option in options if option.section == section]
            formatter.write_dl([record for record in records if record])
    click.echo(formatter.getvalue().rstrip("\n"))
    return 0


class _Commands(Group):
    """Finds commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*COMMANDS, "help"]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        width = max(map(len, COMMANDS))
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), summary) for name, (_, summary) in group.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name == "help":
            return _with_shared(_help_command)
        if cmd_name not in COMMANDS:
            return None
        return _with_shared(command_named(cmd_name))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Interrupted from error


def _with_shared(command: click.Command) -> click.Command:
    """Adds the shared options and the rule for outputs to a command and its subcommands.

    The options are --debug, and --force if it replaces files.
    """
    if _debug in command.params:
        return command
    if outputs := outputs_of(command):
        assert command.callback
        command.callback = guarding(command.callback)
        if not all(output.continued for output in outputs):
            command.params.append(force_option)
    command.params.append(_debug)
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            _with_shared(subcommand)
    return command


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.exit(print_version())


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("check puzzle.non", "solve puzzle.non", "repair givens several.non -o repaired.non")
    + "\n\n`nonosat help COMMAND` shows the options of a command, `nonosat help options` those that many share. "
    "A PUZZLE is a file, a folder, - for standard input, or example:NAME for one of those that "
    "`nonosat list examples` names. Exit codes: 0 yes (check: unique), "
    "1 multiple, 2 unsolvable, 3 unknown (a limit), 64 usage, 65 bad input, "
    "70 an internal error, 74 output that could not be written, or a refusal of the system; of several puzzles the highest.\n\n"
    "\b\nThe Tab key completes commands once your shell's start-up file has this line:\n"
    '  bash  eval "$(_NONOSAT_COMPLETE=bash_source nonosat)"\n'
    '  zsh   eval "$(_NONOSAT_COMPLETE=zsh_source nonosat)"\n'
    "  fish  _NONOSAT_COMPLETE=fish_source nonosat | source",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, and whether lines are solved by the compiled kernel or in Python.",
)
def program() -> None:
    """Solve and examine nonograms: uniqueness, all solutions, reasons and repairs, with proof."""


_with_shared(program)
