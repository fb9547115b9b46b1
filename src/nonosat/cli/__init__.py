"""The command line: `main` runs a command and turns whatever ends it into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from nonosat import __version__
from nonosat.errors import EXIT_SOFTWARE, EXIT_USAGE, NonosatError

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141

_COMMANDS = {
    "check": "commands",
    "solve": "commands",
    "show": "commands",
    "count": "ambiguity",
    "ambiguity": "ambiguity",
    "sample": "ambiguity",
    "nearest": "ambiguity",
    "explain": "explaining",
    "hint": "explaining",
    "rate": "explaining",
    "conflict": "mending",
    "repair": "mending",
    "from-image": "drawing",
    "generate": "drawing",
    "certify": "certificates",
    "verify": "certificates",
    "convert": "commands",
    "formats": "commands",
    "backends": "commands",
}
"""The commands in the order of the help, and the module of each, which is loaded when it is needed."""


class _Commands(click.Group):
    """Finds commands in `_COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"{__name__}.{_COMMANDS[cmd_name]}")
        found: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return found


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A PUZZLE is a file, a folder, or - for standard input. Exit codes: 0 yes (check: unique), "
    "1 multiple, 2 unsolvable, 3 unknown (a limit), 64 usage, 65 bad input; of several puzzles the highest.",
)
@click.version_option(__version__, package_name="nonosat", prog_name="nonosat")
def program() -> None:
    """Nonograms: is the solution unique, what are all solutions, with proof."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits: see `nonosat --help` for the exit codes."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; no exception is meant to leave it."""
    try:
        return _run(arguments)
    except (BrokenPipeError, SystemExit):  # click's own way to say that the pipe is closed is to exit
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BrokenPipeError:  # keep the interpreter from trying that again when it exits
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return EXIT_BROKEN_PIPE


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = program.main(arguments, prog_name="nonosat", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except click.Abort:
        click.echo("nonosat: interrupted", err=True)
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        return EXIT_USAGE
    except NonosatError as error:
        click.echo(f"nonosat: {error}", err=True)
        return error.exit_code
    except MemoryError:
        click.echo("nonosat: out of memory", err=True)
        return EXIT_SOFTWARE
