"""The command line: `main` runs a command and exits with its code.

Imports nothing that takes time, so that an interrupt is handled from the first moment on.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from nonosat.support.errors import EXIT_OUTPUT, EXIT_SOFTWARE, refusal_text
from nonosat.support.interrupts import guard


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line as a process of its own and exits: see `nonosat --help` for the exit codes."""
    guard(_last_words)
    gc.disable()  # nothing loaded at the start is garbage, see `nonosat.apps.cli.commands`
    code = _code(arguments, a_process=True)
    if hasattr(
        signal, "pthread_sigmask"
    ):  # the answer is printed; and `exec` leaves an interrupt that would end the interpreter
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    sys.exit(code)


def _last_words() -> None:
    print("nonosat: interrupted", file=sys.stderr)
    from nonosat.support.files import remove_unfinished

    remove_unfinished()


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; no exception leaves it."""
    return _code(arguments, a_process=False)


def _code(arguments: Sequence[str] | None, *, a_process: bool) -> int:
    try:
        if a_process:
            from nonosat.apps.cli.shell.streams import secure

            secure()
        from nonosat.apps.cli.running import run_command

        return run_command(arguments)
    except BaseException as error:
        for interrupt in (error, error.__cause__):  # `Interrupted`, or wrapped by the interpreter
            if isinstance(interrupt, KeyboardInterrupt):
                print("nonosat: interrupted", file=sys.stderr)
                return 128 + next(filter(None, interrupt.args), signal.SIGINT)
        if isinstance(error, OSError):
            print(f"nonosat: {refusal_text(error)}", file=sys.stderr)
            return EXIT_OUTPUT
        print(f"nonosat: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        return EXIT_SOFTWARE
