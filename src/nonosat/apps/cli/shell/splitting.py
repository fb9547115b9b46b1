"""Options of `check`, `count` and `certify` that cut a puzzle into cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from nonosat.apps.cli.shell.options import Command, declared
from nonosat.apps.cli.shell.progress import waiting
from nonosat.support.errors import UsageError
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.proofs.cubes.conquer import Progress

_OPTIONS = (
    click.option(
        "--split",
        "cubes",
        type=click.IntRange(min=1, max=100_000),
        metavar="N",
        help="Cut a hard puzzle into N parts at first, and those that stay hard again; with --workers.",
    ),
    click.option(
        "--journal",
        metavar="JOURNAL",
        help="Keep what is known of the parts in JOURNAL; the same command continues from there.",
    ),
    click.option(
        "--executor",
        metavar="NAME",
        help="Work on the parts elsewhere: dask, dask://HOST:PORT or mpi.",
    ),
)
_WORKERS = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes that work on the parts."
)


def split_options(*, workers: bool) -> Callable[[Command], Command]:
    """Adds how to cut a puzzle, which the command gets as `split`, a `Split` or None.

    With `workers` adds --workers, too; other commands have it among their search options.
    """

    def decorated(command: Command) -> Command:
        @wraps(command)
        def collected(
            asked: Any, *, cubes: int | None, journal: str | None, executor: str | None, **others: Any
        ) -> int:
            number = others.pop("workers", None) if workers else others["options"].workers
            if cubes is None:
                given = {
                    "--journal": journal,
                    "--executor": executor,
                    "--workers": number if workers else None,
                }
                for name, value in given.items():
                    if value is not None:
                        raise UsageError(f"{name} is about the parts of a puzzle, and goes with --split")
                return command(asked, split=None, **others)
            from nonosat.proofs.cubes.combining import Split
            from nonosat.support.mapping.executors import require_executor

            if executor is not None:
                require_executor(executor)
            split = Split(cubes=cubes, journal=journal, executor=executor, workers=number)
            return command(asked, split=split, **others)

        return declared((*_OPTIONS, _WORKERS) if workers else _OPTIONS, collected)

    return decorated


@contextmanager
def splitting(name: str) -> Iterator[Callable[[Progress], None]]:
    """Shows the progress of a puzzle that is cut."""
    with waiting(f"{name}: cutting") as say:
        yield lambda event: say(
            f"{name}: about {event.share:.1%}, {number_text(event.answered, 'part')} answered, {event.open:,} open"
        )
