"""The command line: `main` runs a command and turns whatever ends it into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from nonosat.cli.ambiguity import ambiguity_command, count_command, nearest_command, sample_command
from nonosat.cli.certificates import certify_command, verify_command
from nonosat.cli.commands import commands
from nonosat.cli.drawing import from_image_command, generate_command
from nonosat.cli.explaining import explain_command, hint_command, rate_command
from nonosat.errors import EXIT_SOFTWARE, EXIT_USAGE, NonosatError

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141

for command in (
    count_command,
    ambiguity_command,
    sample_command,
    nearest_command,
    certify_command,
    verify_command,
    explain_command,
    hint_command,
    rate_command,
    from_image_command,
    generate_command,
):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits: see `nonosat --help` for the exit codes."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; no exception is meant to leave it."""
    try:
        code = commands.main(arguments, prog_name="nonosat", standalone_mode=False)
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
    except (BrokenPipeError, SystemExit):  # click's own way to say that the pipe is closed is to exit
        # the reader has had enough; keep the interpreter from flushing into the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except MemoryError:
        click.echo("nonosat: out of memory", err=True)
        return EXIT_SOFTWARE
