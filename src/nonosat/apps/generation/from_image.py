"""Puzzles from photographs and drawings: one, or several to choose from."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Annotated, Any, TypedDict, Unpack, overload

from nonosat.apps.generation.image_choices import (
    MOST_CHOICES,
    SECONDS,
    ChoiceWish,
    ImageChoices,
    choices_of_picture,
)
from nonosat.apps.generation.wish import SHAPE_HELP, requested_shape
from nonosat.formats.mistaken import told_from_pictures
from nonosat.imaging.opening import image_of, png_of
from nonosat.imaging.photo import InkRule, InkRuleName, Reduction, puzzle_of_picture
from nonosat.imaging.sampling import PIXELS, in_shape, size_around
from nonosat.imaging.svg import pixels_of
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.palette import MAX_COLOURS
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Each, OneOf, Text, Whole, maybe, words_of
from nonosat.support.arguments import question
from nonosat.support.children.processes import clock_of, run_limited
from nonosat.support.errors import ArgumentError, UsageError, naming
from nonosat.support.files import read_bytes
from nonosat.support.limits import Limit, limit_of

_SIDE = maybe(Whole(1, MAX_SIDE))
_NUMBER = Whole(1, MAX_COLOURS - 1)
_INKS = OneOf((_NUMBER, Each(_NUMBER, 2, 2)), f"1 to {MAX_COLOURS - 1}, or the least and the most")


class ImageOptions(TypedDict, total=False):
    """Options of `from_image` for one puzzle and for choices."""

    width: int | None
    height: int | None
    side: int | None
    shape: str | None
    inks: int | tuple[int, int]
    method: InkRule | InkRuleName | None
    level: int | None
    background: str | None
    invert: bool
    trim: bool | None
    line_solvable: bool
    minutes: tuple[float | None, float | None] | None
    limit: Limit | None
    seconds: float | None
    memory: int | None
    observer: Callable[[ImageChoices], None] | None


@overload
def from_image(image: Any, *, choices: None = None, **options: Unpack[ImageOptions]) -> Puzzle: ...


@overload
def from_image(image: Any, *, choices: int, **options: Unpack[ImageOptions]) -> ImageChoices: ...


@question  # the options of both are declared once, below
def from_image(
    image: Any,
    *,
    width: Annotated[int | None, _SIDE, "Cells; the height follows from the picture's shape."] = None,
    height: Annotated[int | None, _SIDE, "Cells; the width follows from the picture's shape."] = None,
    side: Annotated[int | None, _SIDE, "Cells of the longer side, whichever it is."] = None,
    shape: Annotated[str | None, maybe(Text(40)), SHAPE_HELP] = None,
    inks: Annotated[int | tuple[int, int], _INKS, "How many; for choices also a range."] = 1,
    method: Annotated[
        InkRule | InkRuleName | None,
        maybe(words_of(InkRule)),
        "How to separate ink from background; by default otsu.",
    ] = None,
    level: Annotated[int | None, maybe(Whole(0, 255)), "The grey for threshold and edges."] = None,
    background: Annotated[
        str | None, maybe(Text(100)), "The background colour: a name or six hex digits."
    ] = None,
    invert: Annotated[bool, "Invert the picture: what is light becomes ink."] = False,
    trim: bool | None = None,
    choices: Annotated[
        int | None, maybe(Whole(1, MOST_CHOICES)), "How many puzzles to choose from, in several sizes."
    ] = None,
    line_solvable: Annotated[
        bool, "Lines alone must solve each of the choices; otherwise each has one solution."
    ] = True,
    minutes: tuple[float | None, float | None] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[ImageChoices], None] | None = None,
) -> Puzzle | ImageChoices:
    """Makes a puzzle from a picture, scaled to `width` by `height` cells; its goal is the scaled picture.

    `image` is a path (`-` is standard input), the bytes of a file, a Pillow image, or an array of pixels: uint8 greys, RGB or
    RGBA, or truth values, of which False is black. The title is the name of the file.

    If only one of `width` and `height` is given, the other follows from the picture's shape; `side` is the longer one of the
    puzzle, once margins are cut off. Without all three the longer side has `LONGER_SIDE` cells, or fewer if the picture has,
    and a picture made of equal squares, such as enlarged pixel art, has its own size.

    With one ink the default method is `otsu`, and dark pixels are ink unless `invert` is set; the `level` of grey, from
    0 to 255, is for `threshold` (128 by default) and `edges`. With several `inks` the picture, or with
    `invert` its negative, is reduced to these and a background: the colour next to `background`, a name or
    six hex digits; by default white, or the most frequent colour. With one ink a dark `background` is the
    same as `invert`.

    A `shape`, such as hexagon:12, takes the colours of its cells from the picture, which is scaled to just cover the
    shape.

    `trim` cuts off margins that would make empty rows and columns. By default it does so if the whole border would be
    empty, unless both `width` and `height` are given, or the size is the picture's own: then the puzzle is the picture.
    `origin.read_as` of the puzzle says which margin was cut off, and a scale that is no whole number.

    With `choices`, returns `ImageChoices`: several puzzles that lines solve, in several sizes and interpretations of
    the picture, the most similar first. Enlarged pixel art has its own grid as the only size. `inks` can be a range
    such as `(1, 4)`, whose numbers share the choices. `minutes` are the least and most that `rate` should predict; they
    order the choices. This takes `SECONDS` unless limited, and numpy. `observer` gets the choices that need no repair
    before others are repaired.

    Raises `InputError` for other files and too large pictures, `UsageError` for invalid options, `MissingExtraError` if
    Pillow is not installed, and `OutOfReach` if the `limit` is too low for one puzzle.
    """
    name = os.fspath(image) if isinstance(image, str | os.PathLike) else ""
    least, most = (inks, inks) if isinstance(inks, int) else inks
    if not 1 <= least <= most < MAX_COLOURS:
        raise UsageError(f"inks must be 1 to {MAX_COLOURS - 1}, the least first; got {inks}")
    limit = limit_of(limit, seconds, memory)
    if choices is None:
        if least < most:
            raise UsageError("a range of inks is for choices")
        geometry = None if shape is None else requested_shape(shape)
        if geometry is not None:
            if width or height or side or trim:
                raise UsageError("a shape has a size of its own: leave out width, height, side and trim")
            height, width = size_around(geometry, PIXELS)
        how = Reduction(
            width,
            height,
            side,
            least,
            None if method is None else InkRule(method),
            level,
            background,
            invert,
            trim,
        )
        how.require_sense()
        data = _data_of(image)
        with told_from_pictures(data, name), naming(name):
            pixels, limit = _pixels_of(data, limit)
            puzzle = _named(run_limited(puzzle_of_picture, pixels, how, limit=limit, in_child=True), name)
        if geometry is None:
            return puzzle
        return in_shape(puzzle.replace(origin=None), geometry)  # which says how pixels became squares
    if shape is not None:
        raise UsageError("choices are rectangles: leave out shape")
    if method or level is not None or background or invert or trim is not None:
        raise UsageError("choices try all methods: leave out method, level, background, invert and trim")
    wish = ChoiceWish(
        choices=choices, size=(width, height, side), inks=(least, most), line_solvable=line_solvable
    )
    wish = wish if minutes is None else replace(wish, minutes=minutes)
    limit = replace(limit, seconds=SECONDS) if limit.seconds is None else limit
    data = _data_of(image)
    with told_from_pictures(data, name), naming(name):
        pixels, limit = _pixels_of(data, limit)
        made = run_limited(choices_of_picture, pixels, wish, limit=limit, observer=observer, in_child=True)
    named = (replace(choice, puzzle=_named(choice.puzzle, name)) for choice in made.choices)
    return replace(made, choices=tuple(named))


def _pixels_of(data: bytes, limit: Limit) -> tuple[bytes, Limit]:
    """Returns a picture file that Pillow reads, and what is left of the limit."""
    clock = clock_of(replace(limit, memory=None))
    data = pixels_of(data, clock, limit.memory)
    return data, limit if limit.seconds is None else replace(limit, seconds=clock.left)


def _data_of(image: Any) -> bytes:
    """Returns the content of a picture file; raises `ArgumentError` for anything else."""
    if isinstance(image, bytes):
        return image
    if isinstance(image, str | os.PathLike):
        return read_bytes(os.fspath(image))
    picture = image_of(image)
    if picture is None:
        kind = type(image).__name__
        raise ArgumentError(f"from_image: `image` must be a path, bytes, an image or an array, not {kind}")
    return png_of(picture)


def _named(puzzle: Puzzle, name: str) -> Puzzle:
    """Returns the puzzle of the file of that name, with its title."""
    if not name:
        return puzzle
    title = "" if name == "-" else PurePath(name).stem
    read_as = puzzle.origin.read_as if puzzle.origin else ""
    return puzzle.replace(metadata=Metadata(title=title), origin=Origin(path=name, read_as=read_as))
