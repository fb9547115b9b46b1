"""`generate`: puzzles by wish and by formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.shell.groups import Group
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.making import makes_puzzle
from nonosat.cli.shell.options import json_option, limit_options, to_option
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.wishes import size_option, wish_options
from nonosat.foundation.limits import Limit
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from nonosat.generation.wish import Wish


side_argument = click.argument("side", type=click.IntRange(1, MAX_SIDE))
negative_option = click.option("--negative", is_flag=True, help="Exchange black and white.")


class _Kinds(Group):
    """Without a kind, `generate --size 10x10` means `generate random --size 10x10`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--debug", *ctx.help_option_names}
        if args and args[0].startswith("-") and args[0] not in own:
            args = ["random", *args]
        return super().parse_args(ctx, args)


@click.group(
    "generate",
    cls=_Kinds,
    epilog=examples(
        "generate --size 15x10 --grade easy --seed 1 -o new.non",
        "generate -n 5 --size 10x10 -o 'new-{number}.non'",
        "generate dom 5 -o new.non",
    ),
)
def generate_command() -> None:
    """Make puzzles by wish or by formula.

    The same arguments give the same puzzles anywhere. Without a kind, they are by wish: `random`.
    """


@generate_command.command(
    "random",
    epilog=examples(
        "generate random --size 15x10 --grade easy --seed 1 -o new.non",
        "generate random -n 5 --size 10x10 --figure sweeps=5.. -o 'new-{number}.non'",
        "generate random -n 3 --size 5x5 --inks 2 -o new.non",
    ),
)
@click.option(
    "-n", "--count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Gives other puzzles."
)
@click.option(
    "--start",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="The number of the first: the others can be made elsewhere.",
)
@click.option("--nearest", is_flag=True, help="Where none as wished is found, write the nearest.")
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="FILE",
    help="Where to write; {number} in the name stands for that of each puzzle.  [default: standard output]",
)
@to_option
@click.option("--show", is_flag=True, help="Draw them.")
@limit_options
@json_option
@wish_options
def random_command(wish: Wish, **options: Any) -> int:
    """Puzzles by wish, each with one solution unless told.

    With --grade, leave --density open: one is chosen that suits it. The time limit is that of all together.
    Exit codes: 0 all are as wished; 3 one is not, as it was not found in many tries, or a limit came.
    """
    from nonosat.cli.shell.wished import write_wished

    return write_wished(wish, **options)


@generate_command.command("dom", epilog=examples("generate dom 5 -o new.non"))
@click.argument("n", type=click.IntRange(1, (MAX_SIDE - 1) // 2))
@makes_puzzle(mending=True)
def dom_command(n: int, limit: Limit) -> Puzzle:  # noqa: ARG001 (it takes no time)
    """The n-Dom puzzle: a staircase, and from n = 3 on hard."""
    from nonosat.generation import n_dom

    return n_dom(n)


@generate_command.command(
    "checkerboard", epilog=examples("generate checkerboard --size 20x20 --step 3 -o new.non")
)
@size_option
@click.option("--step", type=click.IntRange(1, MAX_SIDE), default=2, show_default=True, help="Cells.")
@negative_option
@makes_puzzle(mending=True)
def checkerboard_command(size: tuple[int, int], step: int, negative: bool, limit: Limit) -> Puzzle:
    """Every second cell of each row, or every third, and so on."""
    from nonosat.generation import checkerboard

    return _pictured(partial(checkerboard, size[1], size[0], step, limit=limit), negative)


@generate_command.command("rings", epilog=examples("generate rings 15 -o new.non"))
@side_argument
@click.option("--thickness", type=click.IntRange(1, MAX_SIDE), metavar="N", help="Of each ring, in cells.")
@negative_option
@makes_puzzle(mending=True)
def rings_command(side: int, thickness: int | None, negative: bool, limit: Limit) -> Puzzle:
    """Concentric rings around a disc."""
    from nonosat.generation import rings

    return _pictured(partial(rings, side, thickness, limit=limit), negative)


@generate_command.command("julia", epilog=examples("generate julia 20 -o new.non"))
@side_argument
@click.option("--c", type=(float, float), default=(-0.8, 0.156), show_default=True, help="Of z -> z^2 + c.")
@negative_option
@makes_puzzle(mending=True)
def julia_command(side: int, c: tuple[float, float], negative: bool, limit: Limit) -> Puzzle:
    """A filled Julia set."""
    from nonosat.generation import julia

    return _pictured(partial(julia, side, c, limit=limit), negative)


@generate_command.command("poster", epilog=examples("generate poster HI/YOU 20 --unique -o new.non"))
@click.argument("text", metavar="TEXT")
@side_argument
@negative_option
@makes_puzzle(mending=True)
def poster_command(text: str, side: int, negative: bool, limit: Limit) -> Puzzle:  # noqa: ARG001 (the same)
    """A text as large as fits; / separates its lines."""
    from nonosat.generation import poster

    return _pictured(partial(poster, text.replace("/", "\n"), side), negative)


def _pictured(draw: Callable[[], Grid], negative: bool) -> Puzzle:
    """The puzzle of a picture, or of its negative."""
    from nonosat.generation import negative as exchanged

    with waiting("drawing"):
        goal = exchanged(draw()) if negative else draw()
        return goal.puzzle(goal=goal)
