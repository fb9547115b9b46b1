"""`generate`: makes puzzles by request and by formula."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from time import monotonic

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.answers import unanswered
from nonosat.apps.cli.shell.groups import Group
from nonosat.apps.cli.shell.making import makes_puzzle, verdict_of, wish_options
from nonosat.apps.cli.shell.targets import NUMBER
from nonosat.apps.cli.shell.types import parsed
from nonosat.apps.drawing.terminal import drawing
from nonosat.apps.generation import checkerboard, julia, n_dom, poster, rings
from nonosat.apps.generation import negative as exchanged
from nonosat.apps.generation.generate import Generated, generate, stream
from nonosat.apps.generation.wish import Wish
from nonosat.formats import FORMATS, dump, dumps, format_named, written_as
from nonosat.formats.base import Feature
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable
from nonosat.support.lazy_dataclasses import replace
from nonosat.support.limits import Clock, Limit, OutOfReach

side_argument = click.argument("side", type=click.IntRange(1, MAX_SIDE))
negative_option = click.option("--negative", is_flag=True, help="Exchange black and white.")


class _Kinds(Group):
    """Without a kind, `generate --size 10x10` means `generate random --size 10x10`."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options of `random` as well, which is meant without a kind."""
        super().format_options(ctx, formatter)
        own = (option.get_help_record(ctx) for option in self.commands["random"].params)
        with formatter.section("Options without a kind"):
            formatter.write_dl([record for record in own if record and record[0] != "--debug"])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--debug", *ctx.help_option_names}
        if args and args[0].startswith("-") and args[0] not in own:
            args = ["random", *args]
        return super().parse_args(ctx, args)


@click.group(
    "generate",
    cls=_Kinds,
    epilog=cli.examples(
        "generate --size 15x10 --grade easy --seed 1 -o new.non",
        "generate -n 5 --size 10x10 -o 'new-{number}.non'",
        "generate dom 5 -o new.non",
    ),
)
def generate_command() -> None:
    """Make puzzles by request or by formula.

    The same arguments give the same puzzles on every machine. Without a kind, `random` is meant.
    """


@generate_command.command(
    "random",
    epilog=cli.examples(
        "generate random --size 15x10 --grade easy --seed 1 -o new.non",
        "generate random -n 5 --size 10x10 --figure sweeps=5.. -o 'new-{number}.non'",
        "generate random -n 3 --size 5x5 --inks 2 -o new.non",
        "generate random --shape hexagon:6 --kind blobs --seed 1 -o new.json",
    ),
)
@click.option(
    "-n",
    "--count",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of puzzles.",
)
@cli.asked_option(generate, "seed", default=0)
@click.option(
    "--start",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="The number of the first puzzle; others can be made elsewhere.",
)
@click.option("--nearest", is_flag=True, help="If no puzzle meets the request, write the closest.")
@cli.output_option(
    "Where to write; {number} in the name stands for the number of the puzzle.", default=STANDARD_OUTPUT
)
@cli.to_option
@click.option("--show", is_flag=True, help="Draw them.")
@cli.limit_options
@cli.json_option
@wish_options
def random_command(
    wish: Wish,
    *,
    count: int,
    seed: int,
    start: int,
    nearest: bool,
    output: str,
    target: str | None,
    show: bool,
    limit: Limit,
    as_json: cli.Json,
) -> int:
    """Puzzles as requested, with one solution by default.

    With --grade, leave out --density: a suitable one is chosen. The time limit is for all puzzles together.
    Exit codes: 0 all meet the request; 3 one does not, because a limit or the number of tries was reached.
    """
    numbers = range(start, start + count)
    written, clock = _Output(output, target, numbers), Clock(limit.of_seconds)
    answers: list[cli.Answer] = []
    try:
        for number in numbers:
            name, began = written.name(number), monotonic()
            what = f"{name}: puzzle {number - start + 1} of {count}"
            try:
                made = _made(wish, seed, number, what, replace(limit, seconds=clock.left))
            except OutOfReach as reason:
                answer = unanswered(name, None, reason, written=True)
            else:
                answer = _answer(name, made, replace(limit, seconds=clock.left), nearest)
                if made.found or nearest:
                    written.add(made.puzzle, number)
                    if show:
                        click.echo(drawing(made.puzzle, made.puzzle.goal), err=output == STANDARD_OUTPUT)
            answer.seconds = monotonic() - began
            answers.append(answer)
            if written.each:
                cli.print_answer(answer, as_json)
            if clock.over:
                break
    finally:
        written.close()
    for answer in answers if not written.each else ():
        cli.print_answer(answer, as_json, err=output == STANDARD_OUTPUT)
    return max(answer.exit_code for answer in answers)


@generate_command.command("dom", epilog=cli.examples("generate dom 5 -o new.non"))
@click.argument("n", type=click.IntRange(1, (MAX_SIDE - 1) // 2))
@makes_puzzle()
def dom_command(n: int, limit: Limit) -> Puzzle:  # noqa: ARG001 (it takes no time)
    """The n-Dom puzzle: a staircase, and from n = 3 on hard."""
    return n_dom(n)


@generate_command.command(
    "checkerboard",
    epilog=cli.examples(
        "generate checkerboard 20 --step 3 -o new.non", "generate checkerboard 30x20 -o new.non"
    ),
)
@click.argument("size", type=parsed("size"))
@click.option(
    "--step",
    type=click.IntRange(1, MAX_SIDE),
    default=2,
    show_default=True,
    help="Cells from one to the next.",
)
@negative_option
@makes_puzzle()
def checkerboard_command(size: tuple[int, int], step: int, negative: bool, limit: Limit) -> Puzzle:
    """Every second cell of each row, or every third, and so on."""
    return _pictured(partial(checkerboard, size[1], size[0], step, limit=limit), negative)


@generate_command.command("rings", epilog=cli.examples("generate rings 15 -o new.non"))
@side_argument
@click.option(
    "--thickness", type=click.IntRange(1, MAX_SIDE), metavar="N", help="Thickness of each ring in cells."
)
@negative_option
@makes_puzzle()
def rings_command(side: int, thickness: int | None, negative: bool, limit: Limit) -> Puzzle:
    """Concentric rings around a disc."""
    return _pictured(partial(rings, side, thickness, limit=limit), negative)


@generate_command.command("julia", epilog=cli.examples("generate julia 20 -o new.non"))
@side_argument
@click.option(
    "--c", type=(float, float), default=(-0.8, 0.156), show_default=True, help="The constant in z -> z^2 + c."
)
@negative_option
@makes_puzzle()
def julia_command(side: int, c: tuple[float, float], negative: bool, limit: Limit) -> Puzzle:
    """A filled Julia set."""
    return _pictured(partial(julia, side, c, limit=limit), negative)


@generate_command.command("poster", epilog=cli.examples("generate poster HI/YOU 20 --unique -o new.non"))
@click.argument("text", metavar="TEXT")
@side_argument
@negative_option
@makes_puzzle()
def poster_command(text: str, side: int, negative: bool, limit: Limit) -> Puzzle:  # noqa: ARG001 (the same)
    """A text as large as fits; / separates its lines."""
    return _pictured(partial(poster, text.replace("/", "\n"), side), negative)


def _pictured(draw: Callable[[], Grid], negative: bool) -> Puzzle:
    """Returns the puzzle of a picture, or of its negative."""
    with cli.waiting("drawing"):
        goal = exchanged(draw()) if negative else draw()
        return goal.puzzle(goal=goal)


class _Output:
    """Writes each puzzle to its own file at once, or all to one at the end; mutable."""

    def __init__(self, path: str, target: str | None, numbers: range) -> None:
        self.each = NUMBER in os.path.basename(path)
        if NUMBER in os.path.dirname(path):
            raise UsageError(f"{path}: {NUMBER} stands for a number in the name of a file, not of a folder")
        self._path = path
        self._target = target or ("non" if path == STANDARD_OUTPUT else written_as(path))
        self._made: list[Puzzle] = []
        if self._target not in FORMATS or FORMATS[self._target].format is None:
            raise UsageError(f"{self._target}: files of this format are read, not written")
        count = numbers.stop - numbers.start  # `len` fails for very large ones
        if count > 1 and not self.each and Feature.SEVERAL not in format_named(self._target).features:
            several = ", ".join(name for name in FORMATS if Feature.SEVERAL in FORMATS[name].features)
            raise UsageError(
                f"{self._target}: a file holds one puzzle, not {count}: have {NUMBER} in the name of the "
                f"file, as in {NUMBER}.non, or choose one of {several}"
            )
        for number in numbers if self.each else numbers[:1]:
            require_writable(self.name(number))

    def name(self, number: int) -> str:
        """Returns the file of the puzzle with a number."""
        return self._path.replace(NUMBER, str(number)) if self.each else self._path

    def add(self, puzzle: Puzzle, number: int) -> None:
        """Writes a puzzle, or keeps it for `close`; raises `UsageError` if the format cannot hold it."""
        if self.each:
            dump(puzzle, self.name(number), self._target)
        else:
            dumps(puzzle, self._target)
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
    if made.rating and made.rating.grade:
        people = made.rating.estimate.minutes_text if made.rating.estimate else ""
        answer.line = f"{answer.line[:-1]}, {made.rating.grade}{people and f', {people}'})"
    if not made.found:
        reason = made.stopped.describe(made.detail) if made.stopped else made.detail
        what = "nearest" if nearest else "not written, the nearest"
        answer.line = f"{name}: {what}: {'; '.join(made.missed)} ({reason})"
        answer.stopped, answer.detail, answer.exit_code = made.stopped, made.detail, cli.EXIT_UNKNOWN
    return answer
