"""`generate`: makes puzzles by request."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.answers import limit_answer
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.making import verdict_of, wish_options
from nonosat.apps.cli.shell.paths import NUMBER
from nonosat.apps.cli.shell.targets import require_capacity
from nonosat.apps.drawing.terminal import drawing
from nonosat.apps.generation.generate import Generated, generate, stream
from nonosat.apps.generation.wish import Wish
from nonosat.formats import contents_of, dump, written_as
from nonosat.formats.table import FORMATS
from nonosat.model.puzzle import Puzzle
from nonosat.support.children.own_limits import unbounded
from nonosat.support.end import OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable
from nonosat.support.limits import Clock, Limit
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.apps.generation.datasets.making import Dataset, DatasetProgress


@cli.command(
    "generate",
    epilog=cli.examples(
        "generate --size 15x10 --grade easy --seed 1 -o new.non",
        "generate -n 5 --size 10x10 --figure sweeps=5.. -o 'new-{number}.non'",
        "generate -n 3 --size 5x5 --inks 2 -o new.non",
        "generate --shape hexagon:6 --kind blobs --seed 1 -o new.json",
        "generate --dataset easy.jsonl -n 10 --size 5x5 --grade easy",
    ),
)
@click.option(
    "-n",
    "--number",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Number of puzzles.  [default: 1]",
)
@asked_option(generate, "seed", default=0)
@click.option("--nearest", is_flag=True, help="If no puzzle meets the request, write the closest.")
@cli.output_option(
    "Where to write; {number} in the name stands for the number of the puzzle.", default=STANDARD_OUTPUT
)
@cli.to_option
@click.option("--draw", "show", is_flag=True, help="Draw them.")
@click.option(
    "--dataset",
    "dataset_path",
    type=cli.OutFile(continued=True),
    metavar="FILE",
    help="Write N puzzles, no two alike, with labels, to a .jsonl file; an incomplete FILE is continued.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="With --dataset: processes.  [default: one for each processor]",
)
@cli.executor_option
@cli.limit_options("on all puzzles together")
@cli.json_and_solutions_option
@wish_options
def generate_command(
    wish: Wish,
    *,
    number: int | None,
    seed: int,
    dataset_path: str | None,
    workers: int | None,
    executor: str | None,
    **options: Any,
) -> int:
    """Make puzzles by request, with one solution by default.

    The same arguments give the same puzzles on every machine. With --grade, leave out --density: a suitable one is
    chosen. Exit codes: 0 all meet the request; 3 one does not, because a
    limit or the number of tries was reached.

    With --dataset, FILE gets a line of JSON for each puzzle, with clues, solution, verdict and difficulty, whatever the number
    of workers. However the command ends, the same command continues.
    """
    if dataset_path is not None:
        return _dataset(wish, dataset_path, number, seed, workers, executor, options)
    if workers is not None or executor is not None:
        raise UsageError("--workers and --executor go with --dataset")
    return _generate(wish, number or 1, seed, **options)


def _generate(
    wish: Wish,
    count: int,
    seed: int,
    *,
    nearest: bool,
    output: str,
    target: str | None,
    show: bool,
    limit: Limit,
    as_json: cli.Json,
) -> int:
    """Makes puzzles, writes and describes each."""
    written, clock = _Output(output, target, count), Clock(limit.of_seconds)
    answers: list[cli.Answer] = []
    try:
        for number in range(count):
            name, began = written.name(number), monotonic()
            what = f"{name}: puzzle {number + 1} of {count}"
            try:
                made = _made(wish, seed, number, what, replace(limit, seconds=clock.left))
            except OutOfReach as reason:
                answer = limit_answer(name, None, reason, written=True)
            else:
                answer = _answer(name, made, replace(limit, seconds=clock.left), nearest)
                if made.found or nearest:
                    written.add(made.puzzle, number)
                    if show:
                        click.echo(drawing(made.puzzle, made.puzzle.goal), err=output == STANDARD_OUTPUT)
            answer.seconds = monotonic() - began
            answers.append(answer)
            if written.one_file_each:
                cli.print_answer(answer, as_json)
            if clock.over:
                break
    finally:
        written.close()
    for answer in answers if not written.one_file_each else ():
        cli.print_answer(answer, as_json, err=output == STANDARD_OUTPUT)
    return max(answer.exit_code for answer in answers)


class _Output:
    """Writes each puzzle to its own file at once, or all to one at the end; mutable."""

    def __init__(self, path: str, target: str | None, count: int) -> None:
        self.one_file_each = NUMBER in os.path.basename(path)
        if NUMBER in os.path.dirname(path):
            raise UsageError(f"{path}: {NUMBER} stands for a number in the name of a file, not of a folder")
        self._path = path
        self._target = target or ("non" if path == STANDARD_OUTPUT else written_as(path))
        self._made: list[Puzzle] = []
        if self._target not in FORMATS or FORMATS[self._target].format is None:
            raise UsageError(f"{self._target}: files of this format are read, not written")
        if not self.one_file_each:
            require_capacity(self._target, count)
        for number in range(count if self.one_file_each else 1):
            require_writable(self.name(number))

    def name(self, number: int) -> str:
        """Returns the file of the puzzle with a number."""
        return self._path.replace(NUMBER, str(number)) if self.one_file_each else self._path

    def add(self, puzzle: Puzzle, number: int) -> None:
        """Writes a puzzle, or keeps it for `close`; raises `UsageError` if the format cannot hold it."""
        if self.one_file_each:
            dump(puzzle, self.name(number), self._target)
        else:
            contents_of(puzzle, self._target)
            self._made.append(puzzle)

    def close(self) -> None:
        """Writes the puzzles that were kept."""
        if self._made:
            dump(self._made, self._path, self._target)


def _made(wish: Wish, seed: int, number: int, what: str, limit: Limit) -> Generated:
    """Generates the puzzle with a number, and shows progress."""
    with cli.waiting(what) as say:
        puzzles = stream(
            wish, seed=seed, start=number, limit=limit, observer=lambda tries: say(f"{what}, try {tries}")
        )
        return next(puzzles)


def _answer(name: str, made: Generated, limit: Limit, nearest: bool) -> cli.Answer:
    puzzle = made.puzzle
    report = made.report()
    if report is None:
        report = verdict_of(puzzle, limit)
    answer = cli.Answer.of(name, puzzle, {**made.to_json(), **report.to_json()})
    answer.line = f"{name}: {cli.report_text(report)}"
    if made.rating is not None and made.rating.grade:
        people = made.rating.estimate.minutes_text if made.rating.estimate else ""
        hardest = made.rating.hardest and f", hardest step: {made.rating.hardest}"
        answer.line = f"{answer.line[:-1]}{people and f', {people}'}{hardest or ''})"
    if not made.found:
        reason = cli.end_text(made.stopped, made.detail) if made.stopped else made.detail
        what = "nearest" if nearest else "not written, the nearest"
        answer.line = f"{name}: {what}: {'; '.join(made.missed)} ({reason})"
        answer.end, answer.exit_code = made.end, cli.EXIT_UNKNOWN
    return answer


def _dataset(
    wish: Wish,
    path: str,
    number: int | None,
    seed: int,
    workers: int | None,
    executor: str | None,
    options: Mapping[str, Any],
) -> int:
    """Makes a data set."""
    if number is None:
        raise UsageError("say how many puzzles the data set has: -n N")
    others = {"--nearest": "nearest", "--to": "target", "--draw": "show", "--json": "as_json"}
    wrong = [name for name, key in others.items() if options[key]]
    if options["output"] != STANDARD_OUTPUT:
        wrong.append("-o")
    if wrong:
        raise UsageError(f"--dataset writes its own file: leave out {' and '.join(wrong)}")
    from nonosat.apps.generation.datasets.making import dataset
    from nonosat.apps.many.engines import executor_named

    with unbounded(), executor_named(executor) as engine, cli.waiting(path) as say:

        def observe(progress: DatasetProgress) -> None:
            say(f"{path}: {progress.made:,} of {progress.wanted:,} puzzles, {progress.tried:,} tried")

        made = dataset(
            path,
            wish,
            count=number,
            seed=seed,
            workers=workers,
            limit=options["limit"],
            executor=engine,
            observer=observe,
        )
    click.echo(_dataset_text(made, number))
    return 0 if made.count == number else cli.EXIT_UNKNOWN


def _dataset_text(made: Dataset, number: int) -> str:
    puzzles = number_text(made.count, "puzzle")
    if made.stopped:
        reason = cli.end_text(made.stopped, made.detail)
        return f"{made.path}: {puzzles} of {number:,}: {reason}; the same command continues"
    few = f" of {number:,}: there seem to be no more" if made.count < number else ""
    return f"{made.path}: {puzzles}{few}\nsha256 {made.sha256}"
