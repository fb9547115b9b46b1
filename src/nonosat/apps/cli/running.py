"""Runs a command and returns its exit code, or prints an error on one line and returns that of the error."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from nonosat.apps.cli.commands import Debugging
from nonosat.apps.cli.shell.streams import silence
from nonosat.support.errors import (
    EXIT_BROKEN_PIPE,
    EXIT_OUTPUT,
    EXIT_SOFTWARE,
    EXIT_USAGE,
    MissingExtraError,
    NonosatError,
    OutputError,
    refusal_text,
)

# packages of modules with another name, for installations without all dependencies
_PACKAGES = {"pysat": "python-sat", "pysolvers": "python-sat", "PIL": "pillow"}

# extra with all packages of a command
_EXTRAS = {"book": "book", "mcp": "mcp", "scan": "scan", "studio": "studio"}


def run_command(arguments: Sequence[str] | None) -> int:
    """Runs a command and returns the exit code; raises only `KeyboardInterrupt` and `Interrupted`."""
    debugging = Debugging()
    try:
        try:
            code = _run(arguments, debugging)
        finally:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click exits if the pipe is closed
        silence()
        return EXIT_BROKEN_PIPE
    except (OSError, OutputError) as error:
        silence()
        text = refusal_text(error) if isinstance(error, OSError) else str(error)
        click.echo(f"nonosat: {' '.join(text.split())}", err=True)
        return EXIT_OUTPUT
    return code


def _run(arguments: Sequence[str] | None, debugging: Debugging) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    try:
        return _by_click(arguments, debugging) or 0
    except NonosatError as error:
        if error.exit_code == EXIT_SOFTWARE:
            _trace(debugging)
        elif error.exit_code == EXIT_OUTPUT:
            silence()
        from nonosat.apps.cli.shell.sentences import error_text  # only errors need it

        click.echo(f"nonosat: {error_text(error)}", err=True)
        return error.exit_code
    except MemoryError:
        _trace(debugging)
        click.echo("nonosat: out of memory", err=True)
        return EXIT_SOFTWARE
    except OSError:  # no fault of this package: a closed pipe, too many open files
        _trace(debugging)
        raise
    except ImportError as error:
        _trace(debugging)
        return _not_loaded(error, words)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # the interpreter wraps some
            raise error.__cause__ from None
        return _failed(error, debugging)


def _not_loaded(error: ImportError, words: Sequence[str]) -> int:
    """Reports a module that is not installed, or that the system refused to read."""
    while isinstance(error.__cause__, ImportError):  # what a package says of its own parts is long
        error = error.__cause__
    name = error.name or ""
    may_be_there = isinstance(error, ModuleNotFoundError) or str(error.path).endswith((".so", ".pyd"))
    if may_be_there and _is_installed(name):
        raise OSError(f"cannot load {name}")
    package = name.partition(".")[0]
    if package in ("", "nonosat") or not isinstance(error, ModuleNotFoundError):
        return _internal(error)
    extra = _EXTRAS.get(words[0] if words else "")
    if extra:
        need, install = f"{words[0]} needs the extra {extra}", f"'nonosat[{extra}]'"
    else:
        need, install = f"this needs {package}", _PACKAGES.get(package, package)
    click.echo(f"nonosat: {need}: pip install {install}", err=True)
    return MissingExtraError.exit_code


def _is_installed(module: str) -> bool:
    import importlib.util

    importlib.invalidate_caches()
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):  # it, or the package that it belongs to
        return False


def _failed(error: Exception, debugging: Debugging) -> int:
    _trace(debugging)
    return _internal(error)


def _internal(error: Exception) -> int:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    click.echo(f"nonosat: internal error: {what} (--debug shows where)", err=True)
    return EXIT_SOFTWARE


def _by_click(arguments: Sequence[str] | None, debugging: Debugging) -> int | None:
    from nonosat.apps.cli.program import program

    try:
        code: int | None = program.main(arguments, prog_name="nonosat", standalone_mode=False, obj=debugging)
    except (
        click.Abort
    ) as abort:  # the end of input where one is asked for, or a signal before the command began
        cause = abort.__cause__
        raise cause if isinstance(cause, KeyboardInterrupt) else KeyboardInterrupt from None
    except click.ClickException as error:
        from nonosat.apps.cli.shell.misuse import misuse_text

        click.echo(misuse_text(error), err=True)
        return EXIT_USAGE
    return code


def _trace(debugging: Debugging) -> None:
    if debugging.wanted:
        import traceback

        traceback.print_exc()
