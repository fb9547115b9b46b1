"""`generate`: puzzles at random and by formula."""

from __future__ import annotations

import re
from typing import Any

import click

from nonosat.cli.help import Group, examples
from nonosat.cli.making import makes_puzzle
from nonosat.cli.progress import waiting
from nonosat.limits import Limit
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Grid, Puzzle


class _Size(click.ParamType[tuple[int, int]]):
    """Width and height, such as 20x15."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", str(value))
        if not match:
            self.fail(f"{value!r} is no size such as 20x15", param, ctx)
        return int(match[1]), int(match[2])


side_argument = click.argument("side", type=click.IntRange(1, MAX_SIDE))
negative_option = click.option("--negative", is_flag=True, help="Exchange black and white.")


@click.group(
    "generate",
    cls=Group,
    epilog=examples(
        "generate random --size 15x10 --rating easy --seed 1 -o new.non", "generate dom 5 -o new.non"
    ),
)
def generate_command() -> None:
    """Make a puzzle at random or by formula. The same arguments give the same puzzle anywhere."""


@generate_command.command(
    "random", epilog=examples("generate random --size 15x10 --rating easy --seed 1 -o new.non")
)
@click.option("--size", type=_Size(), default="20x20", show_default=True, help="Width and height in cells.")
@click.option("--density", type=float, help="The share of inked cells, about.  [default: 0.55]")
@click.option("--inks", type=int, default=1, show_default=True, metavar="N", help="How many.")
@click.option(
    "--symmetry",
    type=click.Choice(["none", "lr", "tb", "both", "rotation"]),
    default="none",
    help="Left and right alike, top and bottom, both, or the same after half a turn.",
)
@click.option(
    "--rating",
    type=click.Choice(["trivial", "easy", "medium", "hard", "needs probing", "needs search"]),
    help="The grade; `nonosat rate --help` explains the grades.",
)
@click.option("--unique/--any", default=True, help="Whether there must be one solution.  [default: unique]")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Gives another puzzle.")
@click.option("--line-solvable", is_flag=True, help="Require that lines alone solve it.")
@makes_puzzle(mending=False)
def random_command(size: tuple[int, int], **options: Any) -> Puzzle:
    """A random puzzle with one solution.

    With --rating, leave --density open: one is chosen that suits it, and others may have no such puzzle.
    """
    from nonosat.generation.random_pictures import random_puzzle

    width, height = size
    with waiting("drawing") as tell:
        return random_puzzle(
            width=width,
            height=height,
            observer=lambda number: tell(f"drawing: try {number}"),
            **options,
        )


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
@click.option("--size", type=_Size(), default="20x20", show_default=True, help="Width and height in cells.")
@click.option("--step", type=click.IntRange(1, MAX_SIDE), default=2, show_default=True, help="Cells.")
@negative_option
@makes_puzzle(mending=True)
def checkerboard_command(size: tuple[int, int], step: int, negative: bool, limit: Limit) -> Puzzle:
    """Every second cell of each row, or every third, and so on."""
    from nonosat.generation import checkerboard

    return _pictured(checkerboard(size[1], size[0], step, limit=limit), negative)


@generate_command.command("rings", epilog=examples("generate rings 15 -o new.non"))
@side_argument
@click.option("--thickness", type=click.IntRange(1, MAX_SIDE), metavar="N", help="Of each ring, in cells.")
@negative_option
@makes_puzzle(mending=True)
def rings_command(side: int, thickness: int | None, negative: bool, limit: Limit) -> Puzzle:
    """Concentric rings around a disc."""
    from nonosat.generation import rings

    return _pictured(rings(side, thickness, limit=limit), negative)


@generate_command.command("julia", epilog=examples("generate julia 20 -o new.non"))
@side_argument
@click.option("--c", type=(float, float), default=(-0.8, 0.156), show_default=True, help="Of z -> z^2 + c.")
@negative_option
@makes_puzzle(mending=True)
def julia_command(side: int, c: tuple[float, float], negative: bool, limit: Limit) -> Puzzle:
    """A filled Julia set."""
    from nonosat.generation import julia

    return _pictured(julia(side, c, limit=limit), negative)


@generate_command.command("poster", epilog=examples("generate poster HI/YOU 20 --unique -o new.non"))
@click.argument("text")
@side_argument
@negative_option
@makes_puzzle(mending=True)
def poster_command(text: str, side: int, negative: bool, limit: Limit) -> Puzzle:  # noqa: ARG001 (the same)
    """A text as large as fits; / separates its lines."""
    from nonosat.generation import poster

    return _pictured(poster(text.replace("/", "\n"), side), negative)


def _pictured(goal: Grid, negative: bool) -> Puzzle:
    """The puzzle of a picture, or of its negative."""
    from nonosat.generation import negative as exchanged

    goal = exchanged(goal) if negative else goal
    return goal.puzzle(goal=goal)
