"""Puzzles from photographs and drawings: scaled to some cells, reduced to a few inks, through Pillow.

For one ink a cell is dark or light, and there are four ways to say which: by a fixed level of grey; by the
level that parts the picture's own greys best (N. Otsu, "A threshold selection method from gray-level
histograms", IEEE Transactions on Systems, Man, and Cybernetics 9, 1979); by dots, the denser the darker
(R. W. Floyd and L. Steinberg 1976); and by edges alone. For more inks the colours are those of a median cut
(P. Heckbert 1982), which Pillow has.

Few such pictures have clues with one solution; `nonosat.repairs.pixels` changes some cells so that they do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from nonosat.errors import InputError, UsageError
from nonosat.formats import read_bytes
from nonosat.formats.colours import rgb_of
from nonosat.formats.image import opened, rows_of
from nonosat.formats.pixels import pixel_of, plain_puzzle, puzzle_of
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import MAX_COLOURS
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = "png", "jpeg", "gif", "bmp", "webp", "ppm"

MAX_PIXELS = 50_000_000
"""The largest picture accepted: as much as telephones take, and 150 MB once it is decoded."""

LONGER_SIDE = 40
"""Cells of the longer side of what is made, unless told."""


_SAMPLED = 400
"""Pixels a side from which the colours are taken."""


class Method(StrEnum):
    """Which cells are inked."""

    THRESHOLD = "threshold"
    """Those darker than a level."""
    OTSU = "otsu"
    """The same, with the level that parts the picture's greys best."""
    DITHER = "dither"
    """Dots, the more the darker it is; with several inks, dots of these."""
    EDGES = "edges"
    """Where the grey changes more than elsewhere, or than a level."""


def from_image(
    path: str | os.PathLike[str],
    *,
    width: int | None = None,
    height: int | None = None,
    inks: int = 1,
    method: Method | str | None = None,
    level: int | None = None,
    background: str | None = None,
    invert: bool = False,
) -> Puzzle:
    """The puzzle of a picture file, scaled to so many cells, with the picture made of it as its goal.

    Where only one of `width` and `height` is given, the other follows from the picture's shape; without both
    the longer side has `LONGER_SIDE` cells, or fewer if the picture has. `-` is standard input.

    With one ink the method is `otsu` unless told, and dark is ink unless `invert`; the `level` of grey, from
    0 to 255, is for `threshold` (128 unless told) and `edges`. With several `inks` the picture, or with
    `invert` its negative, is reduced to these and a background: the colour next to `background`, a name or
    six hex digits; unless told white, or the most frequent colour. With one ink a dark `background` is the
    same as `invert`.

    Raises `InputError` for what is no picture, or too large a one, `UsageError` for options that make no
    sense, `MissingExtraError` where Pillow is not installed.
    """
    wanted = _wanted(inks, method, level, background)
    size = _sides(width, height)
    name = os.fspath(path)
    image = opened(read_bytes(name), name, KINDS, _require_pixels)
    small = _scaled(image, *size)
    return (
        _coloured(image, small, name, inks, wanted, background, invert)
        if inks > 1
        else _plain(small, name, wanted or Method.OTSU, level, invert != _is_dark(background))
    )


def otsu(histogram: Sequence[int]) -> int:
    """The level that parts the values in a histogram best: the variance between the two classes is greatest.

    Values below it are one class. One value alone is not below it.

    >>> otsu([0, 5, 5, 0, 0, 0, 7, 1])
    4
    """
    counts = list(accumulate(histogram, initial=0))
    sums = list(accumulate((value * count for value, count in enumerate(histogram)), initial=0))
    total, whole = counts[-1], sums[-1]

    def variance(level: int) -> float:
        below, above = counts[level], total - counts[level]
        if not below or not above:
            return 0.0
        return below * above * (sums[level] / below - (whole - sums[level]) / above) ** 2

    variances = [variance(level) for level in range(len(histogram))]
    best = [level for level, value in enumerate(variances) if value == max(variances)]
    return (best[0] + best[-1]) // 2 if max(variances) else 0


def _wanted(
    inks: int, method: Method | str | None, level: int | None, background: str | None
) -> Method | None:
    """The method; raises `UsageError` for options that do not go together."""
    if not 1 <= inks < MAX_COLOURS:
        raise UsageError(f"a puzzle must have 1 to {MAX_COLOURS - 1} inks, not {inks}")
    if method is not None and method not in list(Method):
        raise UsageError(f"no method is called {method!r}; there are {', '.join(Method)}")
    if inks > 1 and method not in (None, Method.DITHER):
        raise UsageError(f"with {inks} inks the only method is {Method.DITHER}")
    if level is not None and method not in (Method.THRESHOLD, Method.EDGES):
        raise UsageError(f"a level is for the methods {Method.THRESHOLD} and {Method.EDGES}")
    if level is not None and not 0 <= level <= 255:
        raise UsageError(f"a level of grey must be between 0 and 255, not {level}")
    if background is not None and rgb_of(background) is None:
        raise UsageError(f"{background!r} is no colour: it must be a name, or six hex digits")
    return None if method is None else Method(method)


def _sides(width: int | None, height: int | None) -> tuple[int | None, int | None]:
    for side in (width, height):
        if side is not None and not 1 <= side <= MAX_SIDE:
            raise UsageError(f"a puzzle must have 1 to {MAX_SIDE} cells a side, not {side}")
    return width, height


def _require_pixels(width: int, height: int, path: str) -> None:
    if width * height > MAX_PIXELS:
        bound = f"more than the {MAX_PIXELS // 10**6} million pixels that are accepted"
        raise InputError(f"a picture of {width}x{height} has {bound}", path=path or None)


def _scaled(image: Image, width: int | None, height: int | None) -> Image:
    """The picture with a pixel a cell."""
    from PIL.Image import Resampling

    if width is None and height is None:
        ratio = min(1.0, LONGER_SIDE / max(image.size))
    elif width is not None and height is not None:
        ratio = 1.0
    else:
        ratio = width / image.width if width is not None else (height or 1) / image.height
    size = width or max(1, round(image.width * ratio)), height or max(1, round(image.height * ratio))
    if max(size) > MAX_SIDE:
        raise UsageError(f"that makes {size[0]}x{size[1]} cells, {MAX_SIDE} a side are accepted")
    if size == image.size:
        return image
    smaller = size[0] < image.width or size[1] < image.height
    return image.resize(size, Resampling.LANCZOS if smaller else Resampling.NEAREST)


def _plain(image: Image, path: str, method: Method, level: int | None, invert: bool) -> Puzzle:
    grey = image.convert("L")
    if method is Method.EDGES:
        grey = _edges(grey)
    if method is Method.DITHER:
        values, at = grey.convert("1").convert("L").tobytes(), 128
    else:
        values = grey.tobytes()
        at = (128 if method is Method.THRESHOLD else otsu(grey.histogram())) if level is None else level
    if method is Method.EDGES:
        at = max(at, 1)  # no change at all is no edge
    inked = bytes((value < at) != (invert != (method is Method.EDGES)) for value in range(256))
    cells = values.translate(inked)
    return plain_puzzle((cells[at : at + grey.width] for at in range(0, len(cells), grey.width)), path)


def _edges(grey: Image) -> Image:
    """How much the grey changes at each pixel; at the border nobody knows, and it is 0."""
    from PIL import ImageFilter, ImageOps

    width, height = grey.size
    if min(width, height) < 3:
        return grey.point(lambda _: 0)
    inner = grey.filter(ImageFilter.FIND_EDGES).crop((1, 1, width - 1, height - 1))
    return ImageOps.expand(inner, border=1, fill=0)


def _coloured(
    source: Image,
    image: Image,
    path: str,
    inks: int,
    method: Method | None,
    background: str | None,
    invert: bool,
) -> Puzzle:
    """The puzzle of an image, the scaled one, with the colours of its source: scaling makes others."""
    from PIL import ImageOps
    from PIL.Image import Dither, Quantize, Resampling

    if invert:
        source, image = ImageOps.invert(source), ImageOps.invert(image)
    if not image.getcolors(inks + 1):
        width, height = (min(side, _SAMPLED) for side in source.size)
        sample = source.resize((width, height), Resampling.NEAREST)
        few = sample.quantize(inks + 1, Quantize.MEDIANCUT, kmeans=2)
        dither = Dither.FLOYDSTEINBERG if method is Method.DITHER else Dither.NONE
        image = image.quantize(palette=few, dither=dither).convert("RGB")
    colours = list(dict.fromkeys(pixel for row in rows_of(image) for pixel in row))
    if len(colours) == 1:
        raise InputError("the picture has one colour only", path=path or None)
    if background is not None:
        red, green, blue = pixel_of(rgb_of(background) or "")
        nearest = min(colours, key=lambda c: (c[0] - red) ** 2 + (c[1] - green) ** 2 + (c[2] - blue) ** 2)
        background = "{:02x}{:02x}{:02x}".format(*nearest)
    return puzzle_of(rows_of(image), path, background)


def _is_dark(background: str | None) -> bool:
    """Whether a colour is darker than middling grey, as people see it."""
    red, green, blue = pixel_of(rgb_of(background or "white") or "")
    return 299 * red + 587 * green + 114 * blue < 128_000
