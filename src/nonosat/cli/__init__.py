"""The command line: `main` runs a command and turns whatever ends it into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from nonosat.cli.exit_codes import EXIT_BROKEN_PIPE, EXIT_INTERRUPTED, EXIT_SOFTWARE, EXIT_USAGE
from nonosat.cli.program import program
from nonosat.errors import NonosatError


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
