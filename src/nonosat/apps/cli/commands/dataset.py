"""`dataset`: makes many requested puzzles with labels."""

from __future__ import annotations

from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.making import wish_options
from nonosat.apps.generation.datasets.making import Dataset, DatasetProgress, dataset
from nonosat.apps.generation.wish import Wish
from nonosat.apps.many.engines import executor_named
from nonosat.support.children.own_limits import unbounded
from nonosat.support.limits import Limit
from nonosat.support.sentences import number_text


@cli.command(
    "dataset",
    epilog=cli.examples(
        "dataset --size 5x5 --grade easy --count 10 -o easy.jsonl",
        "dataset --size 6x6 --inks 2 --count 10 -o a.jsonl",
    ),
)
@click.option("--count", type=click.IntRange(1), required=True, metavar="N", help="Number of puzzles.")
@asked_option(dataset, "seed")
@click.option(
    "-o",
    "--output",
    required=True,
    type=cli.OutFile(continued=True),
    metavar="FILE",
    help="A name that ends with .jsonl; an incomplete FILE is continued.",
)
@click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes.  [default: one for each processor]"
)
@cli.executor_option
@cli.limit_options
@wish_options
@unbounded()
def dataset_command(
    wish: Wish,
    count: int,
    output: str,
    executor: str | None,
    limit: Limit,
    **options: Any,
) -> int:
    """Make many puzzles on request, no two alike, with labels.

    FILE gets a record for each puzzle, with clues, solution, verdict and difficulty. The same command gives
    the same FILE, whatever the number of workers. However it ends, the same command continues from there.
    Exit codes: 0 the data set is complete; 3 a limit came first, or there are too few such puzzles.
    """
    with executor_named(executor) as workers, cli.waiting(output) as say:

        def observe(progress: DatasetProgress) -> None:
            say(f"{output}: {progress.made:,} of {progress.wanted:,} puzzles, {progress.tried:,} tried")

        made = dataset(
            output,
            wish,
            count=count,
            limit=limit,
            executor=workers,
            observer=observe,
            **cli.given(**options),
        )
    click.echo(_text(made, count))
    return 0 if made.count == count else cli.EXIT_UNKNOWN


def _text(made: Dataset, count: int) -> str:
    puzzles = number_text(made.count, "puzzle")
    if made.stopped:
        reason = made.stopped.describe(made.detail)
        return f"{made.path}: {puzzles} of {count:,}: {reason}; the same command continues"
    few = f" of {count:,}: there seem to be no more" if made.count < count else ""
    return f"{made.path}: {puzzles}{few}\nsha256 {made.sha256}"
