"""From the PUZZLE arguments of a command to sound puzzles, with the options that commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.engine.outcome import Observer, Searching
from nonosat.engine.questions import AUTO, PORTFOLIO, Options
from nonosat.errors import InputError, UsageError
from nonosat.formats import FORMATS, load_all, puzzle_files
from nonosat.limits import Limit
from nonosat.lines.propagate import Contradiction, Deduction
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import BACKENDS, DEFAULT, PHASES
from nonosat.sat.encodings import ENCODINGS

if TYPE_CHECKING:
    from rich.status import Status

_NUMBERED = re.compile(r"(.+)#([0-9]{1,6})")

QUIET_SECONDS = 0.5
"""How long a puzzle may take before its progress is shown."""

puzzles_argument = click.argument("paths", metavar="PUZZLE...", nargs=-1, required=True)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object per puzzle and line.")
from_option = click.option(
    "--from",
    "source",
    type=click.Choice(list(FORMATS)),
    metavar="FORMAT",
    help="The format to read, instead of finding out; see `nonosat formats`.",
)


_SIZES = {"K": 10**3, "M": 10**6, "G": 10**9}


class _Bytes(click.ParamType[int]):
    """A number of bytes, such as 300M."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"([0-9]{1,12})([KMG]?)B?", str(value).upper())
        if not match:
            self.fail(f"{value!r} is no size such as 300M or 2G", param, ctx)
        return int(match[1]) * _SIZES.get(match[2], 1)


_SEARCH_OPTIONS = (
    click.option(
        "--backend",
        type=click.Choice([AUTO, PORTFOLIO, *BACKENDS]),
        default=AUTO,
        show_default=True,
        metavar="NAME",
        help=f"What finishes what lines leave open: {AUTO} ({DEFAULT}, joined by the portfolio when a puzzle "
        f"is hard), {PORTFOLIO} (several at once), or one of `nonosat backends`.",
    ),
    click.option(
        "--encoding",
        type=click.Choice(list(ENCODINGS)),
        default=next(iter(ENCODINGS)),
        show_default=True,
        help="How lines become clauses.",
    ),
    click.option(
        "--phases",
        type=click.Choice(PHASES),
        help="Which values are tried first: the solver's own choice, or what belief propagation between the "
        "lines makes likely. The portfolio does both, unless told.",
    ),
    click.option("--seed", type=int, default=0, metavar="N", help="Vary the solver's course."),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="Processes of the portfolio, threads of cp-sat. With 1, answers and figures can be repeated.",
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="Give up on a puzzle after that long; its verdict is then unknown.",
    ),
    click.option(
        "--memory-limit",
        type=_Bytes(),
        metavar="SIZE",
        help="Give up on a puzzle whose search holds more than that, such as 300M or 2G.",
    ),
    click.option(
        "--conflict-limit",
        type=click.IntRange(min=0),
        metavar="N",
        help="Give up on a puzzle after about so many conflicts of the solver.",
    ),
)


def search_options(command: Callable[..., int]) -> Callable[..., int]:
    """How to search and when to stop; the command gets it all as `search`, an `Options`."""

    @wraps(command)
    def collected(
        *,
        backend: str,
        encoding: str,
        phases: str | None,
        seed: int,
        workers: int | None,
        time_limit: float | None,
        memory_limit: int | None,
        conflict_limit: int | None,
        **others: Any,
    ) -> int:
        search = Options(
            limit=Limit(seconds=time_limit, memory=memory_limit, conflicts=conflict_limit),
            backend=backend,
            encoding=encoding,
            phases=phases,
            seed=seed,
            workers=workers,
        )
        return command(search=search, **others)

    for option in reversed(_SEARCH_OPTIONS):
        collected = option(collected)
    return collected


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


def only(path: str, source: str | None) -> tuple[str, Puzzle]:
    """The one puzzle in a file and the name to call it by."""
    puzzles = read(path, source)
    if len(puzzles) != 1:
        raise UsageError(f"{path} holds {len(puzzles)} puzzles; say which one, as {path}#1")
    return puzzles[0]


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


@contextmanager
def waiting(what: str, paths: tuple[str, ...] = ()) -> Iterator[Callable[[str], None]]:
    """Shows on standard error, if that is a terminal, what a long answer is about and the time it takes.

    Not while several `paths` are worked on, see `with_progress`. What it gives can be told how far it is.
    """
    if len(paths) > 1 or any(map(os.path.isdir, paths)) or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(what, total=None)
    timer = Timer(QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda text: progress.update(task, description=text)
    finally:
        timer.cancel()
        timer.join()
        progress.stop()


def with_progress(paths: list[str]) -> Iterator[str]:
    """The paths one by one, with a progress bar on standard error while only that is a terminal."""
    if len(paths) < 2 or sys.stdout.isatty() or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, "puzzles", console=Console(stderr=True), transient=True)
