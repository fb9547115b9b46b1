"""From the PUZZLE arguments of a command to sound puzzles, with the options that commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonosat.backends import SOLVERS
from nonosat.engine import Observer, Searching
from nonosat.errors import InputError
from nonosat.formats import FORMATS, load_all, puzzle_files
from nonosat.propagate import Contradiction, Deduction
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.status import Status

_NUMBERED = re.compile(r"(.+)#([0-9]{1,6})")

QUIET_SECONDS = 0.5
"""How long a puzzle may take before its progress is shown."""

Command = TypeVar("Command", bound=Callable[..., Any])

puzzles_argument = click.argument("paths", metavar="PUZZLE...", nargs=-1, required=True)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object per puzzle and line.")
from_option = click.option(
    "--from", "source", type=click.Choice(list(FORMATS)), help="The format to read, instead of finding out."
)


def solver_options(command: Command) -> Command:
    """`--time-limit` and `--solver`."""
    for option in (
        click.option(
            "--solver",
            type=click.Choice(SOLVERS),
            default=SOLVERS[0],
            show_default=True,
            help="The SAT solver that finishes what lines leave open.",
        ),
        click.option(
            "--time-limit",
            type=click.FloatRange(min=0),
            metavar="SECONDS",
            help="Give up on a puzzle after that long; its verdict is then unknown.",
        ),
    ):
        command = option(command)
    return command


def files(paths: tuple[str, ...]) -> list[str]:
    """The files that the arguments name, folders replaced by the puzzles in them."""
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            inside = list(puzzle_files(path))
            if not inside:
                raise InputError("the folder has no puzzles in it", path=path)
            found.extend(inside)
        else:
            found.append(path)
    return found


def read(path: str, source: str | None) -> list[tuple[str, Puzzle]]:
    """The puzzles in a file with the names to call them by; raises `InputError` unless it reads well.

    Where a file holds several they are called FILE#1, FILE#2 ..., and by that name one can be asked for.
    """
    whole, number = path, None
    if not os.path.exists(path) and (match := _NUMBERED.fullmatch(path)):
        whole, number = match[1], int(match[2])
    puzzles = load_all(whole, source)
    if number is None:
        return [(path if len(puzzles) == 1 else f"{path}#{at}", each) for at, each in enumerate(puzzles, 1)]
    if not 1 <= number <= len(puzzles):
        raise InputError(f"there is no puzzle {number} of {len(puzzles)}", path=whole)
    return [(path, puzzles[number - 1])]


@contextmanager
def progress_of(path: str, alone: bool) -> Iterator[Observer | None]:
    """An observer that shows on standard error how the search in a long-running puzzle goes.

    None where nobody looks, that is when standard error is no terminal, or `with_progress` shows more.
    """
    if not alone or not sys.stderr.isatty():
        yield None
        return
    began = monotonic()
    status: Status | None = None

    def observe(event: Deduction | Contradiction | Searching) -> None:
        nonlocal status
        if status is None and monotonic() - began > QUIET_SECONDS:
            from rich.console import Console

            status = Console(stderr=True).status(path)
            status.start()
        if status is not None and isinstance(event, Searching):
            status.update(f"{path}: {event.conflicts:,} conflicts, {event.found:,} solutions")

    try:
        yield observe
    finally:
        if status is not None:
            status.stop()


def with_progress(paths: list[str]) -> Iterator[str]:
    """The paths one by one, with a progress bar on standard error while only that is a terminal."""
    if len(paths) < 2 or sys.stdout.isatty() or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, "puzzles", console=Console(stderr=True), transient=True)
