"""The options that say what generated puzzles shall be like, shared by all commands that make them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from nonosat.cli.shell.options import declared
from nonosat.model.puzzle import Grid


class Size(click.ParamType[tuple[int, int]]):
    """Width and height, such as 20x15."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", str(value))
        if not match:
            self.fail(f"{value!r} is no size such as 20x15", param, ctx)
        return int(match[1]), int(match[2])


class _Solutions(click.ParamType[int | None]):
    """A number, or any."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value == "any":
            return None
        if not re.fullmatch(r"[0-9]{1,18}", str(value)):
            self.fail(f"{value!r} is neither a number nor `any`", param, ctx)
        return int(value)


class _Figure(click.ParamType[tuple[str, float | None, float | None]]):
    """A figure with its range, such as sweeps=5..9."""

    name = "figure"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float | None, float | None]:
        number = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
        match = re.fullmatch(rf"([a-z_-]+)=({number})?(?:(\.\.)({number})?)?", str(value))
        if not match or not (match[2] or match[4]):
            self.fail(f"{value!r} is no figure with a range such as sweeps=5..9, 5.. or ..9", param, ctx)
        least = float(match[2]) if match[2] else None
        most = least if not match[3] else float(match[4]) if match[4] else None
        return match[1].replace("-", "_"), least, most


size_option = click.option(
    "--size", type=Size(), default="20x20", show_default=True, help="Width and height in cells."
)

_WISHES = (
    size_option,
    click.option("--inks", type=int, default=1, show_default=True, metavar="N", help="How many."),
    click.option("--density", type=float, help="The share of inked cells, about.  [default: what suits]"),
    click.option(
        "--symmetry",
        type=click.Choice(["none", "lr", "tb", "both", "rotation", "diagonal"]),
        default="none",
        help="Left and right alike, top and bottom, both, the same after half a turn, or rows and columns.",
    ),
    click.option(
        "--kind",
        type=click.Choice(["noise", "blobs", "strokes", "maze", "text"]),
        default="noise",
        show_default=True,
        help="What the picture looks like.",
    ),
    click.option("--picture", metavar="IMAGE", help="Begin with this picture, scaled to the size."),
    click.option("--mask", metavar="IMAGE", help="Ink only where this picture has ink."),
    click.option("--outline", is_flag=True, help="Keep the outline of the mask, or else of the picture."),
    click.option(
        "--solutions",
        type=_Solutions(),
        default=1,
        show_default=True,
        metavar="N",
        help="How many there must be; 0 for one wrong number in the clues, or `any`.",
    ),
    click.option(
        "--line-solvable/--not-line-solvable",
        default=None,
        help="Whether lines alone must solve it, or must not.  [default: either]",
    ),
    click.option(
        "--grade",
        type=click.Choice(["trivial", "easy", "medium", "hard", "needs probing", "needs search"]),
        help="The difficulty; `nonosat rate --help` explains the grades.",
    ),
    click.option(
        "--figure",
        "figures",
        type=_Figure(),
        multiple=True,
        metavar="NAME=LEAST..MOST",
        help="The range of a figure of `nonosat rate`, such as sweeps=5..9; can be repeated.",
    ),
)


def wish_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What puzzles shall be like; the command gets it as `wish`, a `Wish`."""

    @wraps(command)
    def collected(
        *,
        size: tuple[int, int],
        figures: tuple[tuple[str, float | None, float | None], ...],
        picture: str | None,
        mask: str | None,
        **others: Any,
    ) -> Any:
        from nonosat.generation.wish import Wish

        names = ("inks", "density", "symmetry", "kind", "outline", "solutions", "line_solvable", "grade")
        wished = {name: others.pop(name) for name in names}
        ranges = {name: (least, most) for name, least, most in figures}
        for name, path, inks in (("picture", picture, wished["inks"]), ("mask", mask, 1)):
            wished[name] = path and _picture(path, size, inks)
        wish = Wish(width=size[0], height=size[1], figures=ranges, **wished)
        return command(wish=wish, **others)

    return declared(_WISHES, collected)


def _picture(path: str, size: tuple[int, int], inks: int) -> Grid | None:
    """The picture in a file, scaled to a size and reduced to some inks."""
    from nonosat.imaging.photo import from_image

    return from_image(path, width=size[0], height=size[1], inks=inks, trim=False).goal
