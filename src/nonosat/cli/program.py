"""The command line's table of commands; a command's module is loaded when it is needed."""

from __future__ import annotations

from importlib import import_module

import click

from nonosat import __version__
from nonosat.cli.help import Group, examples
from nonosat.cli.options import PUZZLES, debug_option, example_option, examples_named

COMMANDS = {
    "check": "check",
    "solve": "solve",
    "show": "show",
    "render": "render",
    "count": "count",
    "ambiguity": "ambiguity",
    "sample": "sample",
    "nearest": "nearest",
    "judge": "judge",
    "prompt": "prompt",
    "explain": "explain",
    "hint": "hint",
    "rate": "rate",
    "conflict": "conflict",
    "repair": "repair",
    "book": "book",
    "from-image": "from_image",
    "generate": "generate",
    "certify": "certify",
    "verify": "verify",
    "studio": "studio",
    "batch": "batch",
    "report": "report",
    "merge": "merge",
    "convert": "convert",
    "encode": "encode",
    "decode": "encode",
    "formats": "lists",
    "backends": "lists",
    "examples": "lists",
}
"""The commands in the order of the help, and the module of each."""


class _Commands(Group):
    """Finds commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"nonosat.cli.{COMMANDS[cmd_name]}")
        found: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return _with_shared(found)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command, examples_named(rest)


def _with_shared(command: click.Command) -> click.Command:
    """The command, and all that are below it, with --debug and, where it takes a puzzle, --example."""
    takes_puzzle = any(
        isinstance(each, click.Argument) and each.metavar in PUZZLES for each in command.params
    )
    for option in (example_option, debug_option) if takes_puzzle else (debug_option,):
        if option not in command.params:
            command.params.append(option)
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _with_shared(each)
    return command


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from nonosat.lines.solver import KERNEL_IN_USE  # not for the other commands' sake

        click.echo(f"nonosat, version {__version__} ({KERNEL_IN_USE} kernel)")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("check puzzle.non", "solve puzzle.non", "repair givens several.non -o mended.non")
    + "\n\nA PUZZLE is a file, a folder, - for standard input, or --example NAME for one of those that "
    "`nonosat examples` lists. Exit codes: 0 yes (check: unique), "
    "1 multiple, 2 unsolvable, 3 unknown (a limit), 64 usage, 65 bad input, "
    "70 an internal error, 74 output that could not be written; of several puzzles the highest.\n\n"
    "\b\nThe Tab key completes commands and options after this line, in your shell's start-up file:\n"
    '  bash  eval "$(_NONOSAT_COMPLETE=bash_source nonosat)"\n'
    '  zsh   eval "$(_NONOSAT_COMPLETE=zsh_source nonosat)"\n'
    "  fish  _NONOSAT_COMPLETE=fish_source nonosat | source",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and whether lines are solved by the compiled kernel or in Python.",
)
def program() -> None:
    """Solve and examine nonograms: uniqueness, all solutions, reasons and repairs, with proof."""


_with_shared(program)
