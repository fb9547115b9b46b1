"""Shared by the commands that make puzzles: the wishes, and the verdict on a new puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from nonosat.apps.cli.shell.asked_options import asked_flag, asked_option
from nonosat.apps.cli.shell.options import declared, given
from nonosat.apps.cli.shell.paths import InFile
from nonosat.apps.cli.shell.progress import waiting
from nonosat.apps.cli.shell.types import parsed
from nonosat.apps.generation.wish import Range, Wish, wish_of
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.parameters import declaration_of
from nonosat.search.options import SearchOptions
from nonosat.search.questions import Report, check
from nonosat.support.children.processes import confined
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

_CONFLICTS = 20_000  # limit of conflicts of the solver for the verdict of a new puzzle
_SECONDS = 10.0  # limit for the verdict of a new puzzle if none is given; nobody asked for the verdict

_SIDE = next(parameter.default for parameter in declaration_of(Wish).parameters if parameter.name == "width")

_WISHES = (
    click.option(
        "--size",
        type=parsed("size"),
        help=f"Width and height in cells.  [default: {_SIDE}x{_SIDE}]",
    ),
    asked_option(Wish, "shape", metavar="SHAPE"),
    asked_option(Wish, "inks"),
    asked_option(Wish, "density"),
    asked_option(Wish, "symmetry", metavar=None),
    asked_option(Wish, "kind", metavar=None),
    click.option(
        "--picture", type=InFile(), metavar="IMAGE", help="Begin with this picture, scaled to the size."
    ),
    click.option("--mask", type=InFile(), metavar="IMAGE", help="Ink only where this picture has ink."),
    click.option("--unique", is_flag=True, help="Exactly one solution, which is the default."),
    click.option(
        "--solution-count",
        type=parsed("solutions"),
        default=1,
        show_default=True,
        metavar="N",
        help="Number of solutions, or `any`; 0 for a typing error: two neighbouring numbers of a clue are exchanged, or "
        "one cell moves between them.",
    ),
    click.option(
        "--line-solvable/--not-line-solvable",
        default=None,
        help="Whether lines alone must solve it, or must not.  [default: either]",
    ),
    asked_flag(Wish, "no_empty_lines"),
    asked_option(Wish, "grade", metavar=None),
    click.option(
        "--minutes",
        type=parsed("range"),
        metavar="LEAST..MOST",
        help="Minutes that people need, as `nonosat rate` predicts them: 10 (about), 10..15, 10.. or ..15.",
    ),
    click.option(
        "--stars",
        type=parsed("range"),
        metavar="LEAST..MOST",
        help="Difficulty for people, 1 to 5, as `nonosat rate` predicts it; 2 is about two.",
    ),
    click.option(
        "--figure",
        "figures",
        type=parsed("figure"),
        multiple=True,
        metavar="NAME=LEAST..MOST",
        help="The range of a figure of `nonosat rate`, such as sweeps=5..9; can be repeated.",
    ),
)


def verdict_of(puzzle: Puzzle, limit: Limit) -> Report:
    """Checks a new puzzle within a small limit."""
    limit = replace(limit, conflicts=_CONFLICTS)
    options = SearchOptions(portfolio=1)
    with waiting("checking"):
        if limit.seconds is not None or limit.memory is not None:
            return check(puzzle, limit=limit, options=options)
        with confined():  # starts no other process
            return check(puzzle, limit=replace(limit, seconds=_SECONDS), options=options)


def wish_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the wishes about a puzzle, which the command gets as `wish`, a `Wish`."""

    @wraps(command)
    def collected(
        *,
        size: tuple[int, int] | None,
        figures: tuple[tuple[str, Range | float], ...],
        unique: bool,
        solution_count: int | None,
        picture: str | None,
        mask: str | None,
        **others: Any,
    ) -> Any:
        if unique and solution_count != 1:
            raise UsageError("--unique asks for one solution, and --solution-count for another number")
        names = (
            "shape",
            "inks",
            "density",
            "symmetry",
            "kind",
            "line_solvable",
            "no_empty_lines",
            "grade",
            "minutes",
            "stars",
        )
        wishes = given(**{name: others.pop(name) for name in names}) | {"figures": dict(figures)}
        shape = wishes.get("shape")
        if size is None and shape is None:
            size = _SIDE, _SIDE
        for name, path, inks in (("picture", picture, wishes.get("inks", 1)), ("mask", mask, 1)):
            wishes[name] = path and _picture(path, size, shape, inks)
        return command(wish=wish_of(size=size, solution_count=solution_count, **wishes), **others)

    return declared(_WISHES, collected)


def _picture(path: str, size: tuple[int, int] | None, shape: str | None, inks: int) -> Grid | None:
    """Returns the picture in a file, scaled to a size or shape and reduced to some inks."""
    from nonosat.apps.generation.from_image import from_image

    if shape is not None:
        return from_image(path, shape=shape, inks=inks).goal
    width, height = size or (None, None)
    return from_image(path, width=width, height=height, inks=inks, trim=False).goal
