"""Puzzles from photographs and drawings: scaled to cells, reduced to a few inks.

Methods for one ink: a fixed threshold; Otsu's threshold (N. Otsu, "A threshold selection method from gray-level
histograms", IEEE Transactions on Systems, Man, and Cybernetics 9, 1979); dithering (R. W. Floyd and L. Steinberg 1976);
edges. For more inks see `nonosat.imaging.inks`.

Pillow reads and scales pictures; without it only Netpbm files are read. Large pictures are first reduced in strips to the
mean of pixels, so that memory holds little more than Pillow decodes, 4 bytes per pixel at most.

Few such pictures have unique clues; `nonosat.repairs.repair_pixels` changes cells to make them unique.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from itertools import accumulate, chain
from math import gcd
from typing import TYPE_CHECKING, Literal, NamedTuple

from nonosat.imaging import pnm
from nonosat.imaging.colours import rgb_of
from nonosat.imaging.inks import few_colours, nearest
from nonosat.imaging.opening import (
    as_stored,
    opaque_of,
    opened,
    orientation,
    require_pixels,
    size_by_header,
    upright,
    upright_size,
)
from nonosat.imaging.pixels import WHOLE, Box, Pixel, in_pixels, pixel_of, plain_puzzle, puzzle_of
from nonosat.imaging.raster import Raster, edges
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, MissingExtraError, UsageError
from nonosat.support.limits import Clock
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = "png", "jpeg", "gif", "bmp", "webp", "tiff", "ppm"
_PICTURE = r"(?i).+\.(png|jpe?g|gif|bmp|webp|tiff?|p[bgpn]m|svg)"

# maximum size, as phones make them: 250 MB in memory as PNG or TIFF, 30 MB as JPEG
MAX_PIXELS = 50_000_000
MAX_PIXELS_OF_WEBP = 15_000_000  # the decoder of WebP takes 16 bytes per pixel
_WHOLE = 4_000_000  # larger pictures are reduced first, in pixels
_STRIP = 256  # approximate rows per strip
_PROBED = 160  # cells of the longer side when margins are searched for: coarse cells hide them
_MORE = 8  # number of extra colours tried
_PIXELS_PER_CELL = 4  # pixels per side of a cell that are left for the scaling proper
LONGER_SIDE = 40  # default number of cells of the longer side
_LEAST_SIDE = 3  # minimum pixels per side of a cell in an enlarged picture
_DRAWN_PIXELS = 8  # pixels per side of a cell below which a drawing's pixels were probably set one by one
_FEWEST, _MOST = 5, 100  # cells of the longer side of an enlarged picture
_MOST_CUTS = 4  # maximum number of redrawings if outermost cells turn out empty

Sides = tuple[int | None, int | None, int | None]  # requested width, height and longer side in cells

_SAMPLED = 320  # pixels of the longer side of the sample for colours, unless there are more cells


InkRuleName = Literal["threshold", "otsu", "dither", "edges"]


class InkRule(StrEnum):
    """Rule that decides which cells are ink."""

    THRESHOLD = "threshold"  # cells darker than a level
    OTSU = "otsu"  # the threshold that separates the greys best
    DITHER = "dither"  # more dots for darker areas; with several inks, dots in these
    EDGES = "edges"  # cells where the grey changes more than elsewhere, or than a level


class Reduction(NamedTuple):
    """The options for making a puzzle of a picture."""

    width: int | None
    height: int | None
    side: int | None
    inks: int
    method: InkRule | None
    level: int | None
    background: str | None
    invert: bool
    trim: bool | None

    def require_sense(self) -> None:
        """Raises `UsageError` for incompatible options."""
        if self.side and (self.width or self.height):
            raise UsageError("a longer side excludes width and height")
        if self.inks > 1 and self.method not in (None, InkRule.DITHER):
            raise UsageError(f"with {number_text(self.inks, 'ink')} the only method is {InkRule.DITHER}")
        if self.level is not None and self.method not in (InkRule.THRESHOLD, InkRule.EDGES):
            raise UsageError(f"a level is for the methods {InkRule.THRESHOLD} and {InkRule.EDGES}")
        if self.background is not None and rgb_of(self.background) is None:
            raise UsageError(f"{self.background!r} is no colour: it must be a name, or six hex digits")


def puzzle_of_picture(data: bytes, how: Reduction, *, clock: Clock) -> Puzzle:
    """Makes one puzzle from a file that Pillow reads; its origin says how the picture was fitted to the cells.

    Raises errors like `from_image`.
    """
    clock.tick()
    puzzle, part = _fitted(data, how, clock)
    note = _fit_text(_size_of(data), part, (puzzle.width, puzzle.height))
    if how.width is None and how.height is None and how.side is None:
        note = "; ".join(filter(None, (_own_size_text(data, part, puzzle), note)))
    return puzzle.replace(origin=Origin(read_as=note)) if note else puzzle


def _fitted(data: bytes, how: Reduction, clock: Clock) -> tuple[Puzzle, Box]:
    """Returns a puzzle and the part of the picture that it shows."""
    size, background = (how.width, how.height, how.side), how.background

    def drawn(box: Box, sides: Sides, longer: int = LONGER_SIDE) -> Puzzle:
        clock.tick()
        small, sample = _scaled(data, sides, box, longer)
        if how.inks > 1:
            return _coloured(sample, small, how, background)
        return _plain(small, how)

    if not any(size) and how.method is not InkRule.EDGES and (own := own_size(data)):
        puzzle = drawn(WHOLE, (*own, None))
        part = WHOLE if how.trim is False else _inside_margins(puzzle, how.trim is True)
        puzzle = _cropped(puzzle, part)
        if max(puzzle.width, puzzle.height) >= _FEWEST:
            return puzzle, part
    if how.trim is False or (how.trim is None and ((how.width and how.height) or is_own_size(data, size))):
        return drawn(WHOLE, size), WHOLE
    probe = drawn(WHOLE, (None, None, None), _PROBED)
    inner = _inside_margins(probe, how.trim is True)
    if inner == WHOLE:
        return drawn(WHOLE, size), WHOLE
    if how.inks > 1:
        # taken with the margins: inside them another colour can be more frequent
        background = probe.palette[0].rgb
    for _ in range(_MOST_CUTS):
        box, cells, kept = _cut(inner, _size_of(data), size)
        puzzle = _without_border(drawn(box, (*cells, None)), kept)
        part = _without_cells(box, cells, kept)
        empty = _inside_margins(puzzle, always=True)
        if empty == WHOLE:
            break
        inner = _within(part, empty)  # a fine tip can leave its cell empty
    return puzzle, part


def _fit_text(pixels: tuple[int, int], part: Box, cells: tuple[int, int]) -> str:
    """Says which margins were cut off, and that cells of few pixels are not whole pixels; empty if neither is so."""
    left, top, right, bottom = in_pixels(part, *pixels)
    width, height = right - left, bottom - top
    notes = []
    if (width, height) != pixels:
        notes.append(
            f"an empty margin was cut off, {width}x{height} of {pixels[0]}x{pixels[1]} pixels are left"
        )
    is_whole = all(max(sides) % min(sides) == 0 for sides in zip((width, height), cells, strict=True))
    if not is_whole and min(width / cells[0], height / cells[1]) < _DRAWN_PIXELS:
        scale = f"{width / cells[0]:.2f} pixels a cell"
        notes.append(f"scaled to {cells[0]}x{cells[1]} cells, {scale}: no whole number, so shapes can change")
    return "; ".join(notes)


def _own_size_text(data: bytes, part: Box, puzzle: Puzzle) -> str:
    """Says that enlarged pixel art has its own size; empty for other pictures."""
    own, (left, top, right, bottom) = own_size(data), part
    if own and (round((right - left) * own[0]), round((bottom - top) * own[1])) == (
        puzzle.width,
        puzzle.height,
    ):
        return f"enlarged pixel art, so it has its own size, {own[0]}x{own[1]} cells"
    return ""


def is_own_size(data: bytes, sides: Sides) -> bool:
    """Returns whether a requested size is that of the picture: one cell per pixel, or per square of enlarged pixel art."""
    pixels = _size_of(data)
    return any(sides) and cells_of(pixels, *sides) in (pixels, own_size(data))


def own_size(data: bytes) -> tuple[int, int] | None:
    """Returns the size in cells of a picture in which each cell is a square of equal pixels; None for other pictures.

    All rows and columns that differ from the one before then lie at multiples of the square's side.
    """
    try:
        return opened(data, KINDS, partial(require_pixels, most=MAX_PIXELS), _own_size_of_image)
    except MissingExtraError:
        return None


def _own_size_of_image(image: Image) -> tuple[int, int] | None:
    if image.width * image.height > _WHOLE:
        return None
    from PIL.Image import Transpose

    whole = upright(opaque_of(image), image)
    side = 0
    for across in (whole, whole.transpose(Transpose.TRANSPOSE)):
        row = len(across.getbands()) * across.width
        data = across.tobytes()
        rows = [data[at : at + row] for at in range(0, len(data), row)]
        changes = (at for at in range(1, len(rows)) if rows[at] != rows[at - 1])
        side = gcd(side, len(rows), *changes)
    cells = whole.width // side, whole.height // side
    return cells if side >= _LEAST_SIDE and _FEWEST <= max(cells) <= _MOST else None


def _cropped(puzzle: Puzzle, part: Box) -> Puzzle:
    """Returns a part of a puzzle's goal as a puzzle."""
    left, top, right, bottom = part
    assert puzzle.goal is not None
    rows = puzzle.goal.rows[round(top * puzzle.height) : round(bottom * puzzle.height)]
    goal = Grid(row[round(left * puzzle.width) : round(right * puzzle.width)] for row in rows)
    return goal.puzzle(puzzle.palette, goal=goal)


def _within(outer: Box, part: Box) -> Box:
    """Returns a part of a box, given in shares of the box, in shares of the picture."""
    left, top, right, bottom = outer
    width, height = right - left, bottom - top
    return left + part[0] * width, top + part[1] * height, left + part[2] * width, top + part[3] * height


def _without_cells(box: Box, cells: tuple[int, int], cut: tuple[bool, bool, bool, bool]) -> Box:
    """Returns a box of that many cells without its outermost columns and rows, as far as `cut`."""
    width, height = cells
    left, top, right, bottom = cut
    return _within(box, (left / width, top / height, 1 - right / width, 1 - bottom / height))


def _inside_margins(puzzle: Puzzle, always: bool) -> Box:
    """Returns the part without empty margins; the whole picture unless its border is empty, or `always`."""
    rows = [at for at, clue in enumerate(puzzle.rows) if clue]
    columns = [at for at, clue in enumerate(puzzle.columns) if clue]
    if not rows:
        return WHOLE
    width, height = puzzle.width, puzzle.height
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    if always or (left and top and right < width and bottom < height):
        return left / width, top / height, right / width, bottom / height
    return WHOLE


def _cut(
    inner: Box, pixels: tuple[int, int], sides: Sides
) -> tuple[Box, tuple[int, int], tuple[bool, bool, bool, bool]]:
    """Returns the part of a picture to draw, its size in cells, and the sides on which the outermost cells are margin.

    One cell of margin is kept while drawing, to know the background. A margin narrower than a cell is not cut off.
    """
    kept = (True, True, True, True)
    for _ in range(1 + len(kept)):  # cells grow with each margin that is kept
        left, top, right, bottom = (
            edge if cut else end for edge, cut, end in zip(inner, kept, WHOLE, strict=True)
        )
        cells = cells_of((round((right - left) * pixels[0]), round((bottom - top) * pixels[1])), *sides)
        width, height = (right - left) / cells[0], (bottom - top) / cells[1]
        margins = left / width, top / height, (1 - right) / width, (1 - bottom) / height
        wide = [margin > 1 - 1e-9 for margin in margins]
        kept = kept[0] and wide[0], kept[1] and wide[1], kept[2] and wide[2], kept[3] and wide[3]
    box = left - kept[0] * width, top - kept[1] * height, right + kept[2] * width, bottom + kept[3] * height
    return box, (cells[0] + kept[0] + kept[2], cells[1] + kept[1] + kept[3]), kept


def _without_border(puzzle: Puzzle, cut: tuple[bool, bool, bool, bool]) -> Puzzle:
    """Returns the puzzle without the first column, first row, last column and last row of its goal, as far as `cut`."""
    assert puzzle.goal is not None
    left, top, right, bottom = cut
    rows = puzzle.goal.rows[top : puzzle.height - bottom]
    goal = Grid(row[left : puzzle.width - right] for row in rows)
    return goal.puzzle(puzzle.palette, goal=goal)


def pictures_in(folder: str) -> list[str]:
    """Returns the pictures in a folder, by their extensions; raises `InputError` if there are none."""
    paths = sorted(entry.path for entry in os.scandir(folder) if re.fullmatch(_PICTURE, entry.name))
    if not paths:
        raise InputError("the folder has no pictures in it", path=folder)
    return paths


def size_by_header_of(data: bytes) -> tuple[int, int]:
    """Returns the width and height of a picture in pixels without decoding it; raises `InputError` like `from_image`."""
    return _size_of(data, size_by_header)


def _size_of(data: bytes, size: Callable[[Image], tuple[int, int]] = upright_size) -> tuple[int, int]:
    """Returns the width and height of a picture in pixels."""
    try:
        return opened(data, KINDS, partial(require_pixels, most=MAX_PIXELS), size)
    except MissingExtraError:
        if not pnm.sniff(data):
            raise
        image = pnm.raster(data)
        return image.width, image.height


def otsu(histogram: Sequence[int]) -> int:
    """Returns Otsu's threshold of a histogram, with the greatest variance between the two classes.

    Values below it are one class.

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


def _scaled(data: bytes, sides: Sides, box: Box, longer: int) -> tuple[Raster, Raster]:
    """Returns a part of the picture at one pixel per cell, and a sample with some pixels per cell."""
    try:
        made = partial(_scaled_by_pillow, sides=sides, box=box, longer=longer)
        return opened(data, KINDS, partial(require_pixels, most=MAX_PIXELS), made)
    except MissingExtraError:
        if not pnm.sniff(data):
            raise
    image = pnm.raster(data)
    image = image.cropped(*in_pixels(box, image.width, image.height))
    size, sampled = _sizes(image.width, image.height, sides, longer)
    return image.smooth(*size), image.nearest(*sampled)


def _scaled_by_pillow(image: Image, sides: Sides, box: Box, longer: int) -> tuple[Raster, Raster]:
    from PIL.Image import Resampling

    if image.format == "WEBP":
        require_pixels(image.width, image.height, MAX_PIXELS_OF_WEBP)
    box = as_stored(box, image)
    left, top, right, bottom = in_pixels(box, image.width, image.height)
    if orientation(image) > 4:
        width, height, side = sides
        sides = height, width, side
    size, sampled = _sizes(right - left, bottom - top, sides, longer)
    large = image.width * image.height > _WHOLE
    if large:
        pixels = [max(_PIXELS_PER_CELL * cells, least) for cells, least in zip(size, sampled, strict=True)]
        least = round(pixels[0] / (box[2] - box[0])), round(pixels[1] / (box[3] - box[1]))
        image.draft(None, least)  # a JPEG can be decoded to a half, a quarter or an eighth at once
    part = in_pixels(box, image.width, image.height)
    sample = opaque_of(image.resize(sampled, Resampling.NEAREST, part))
    whole = _reduced(image, size, part) if large else opaque_of(image.crop(part))
    if size != whole.size:
        smaller = size[0] < whole.width or size[1] < whole.height
        whole = whole.resize(size, Resampling.LANCZOS if smaller else Resampling.NEAREST)
    return _raster(upright(whole, image)), _raster(upright(sample, image))


def _raster(image: Image) -> Raster:
    return Raster(image.width, image.height, image.tobytes())


def _sizes(width: int, height: int, sides: Sides, longer: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns the size in cells for a picture, and the size of its sample in pixels."""
    size = cells_of((width, height), *sides, longer)
    pixels = max(1, min(_SAMPLED // max(size), width // size[0], height // size[1]))
    return size, (pixels * size[0], pixels * size[1])


def cells_of(
    size: tuple[int, int],
    width: int | None,
    height: int | None,
    side: int | None = None,
    longer: int = LONGER_SIDE,
) -> tuple[int, int]:
    """Returns the size in cells for a picture; raises `UsageError` if a side is too long.

    `side` is the longer one; `longer` is its default, at which small pictures are not enlarged.
    """
    if side is not None:
        width, height = (side, None) if size[0] >= size[1] else (None, side)
    if width is None and height is None:
        ratio = min(1.0, longer / max(size))
    elif width is not None and height is not None:
        ratio = 1.0
    else:
        ratio = width / size[0] if width is not None else (height or 1) / size[1]
    cells = width or max(1, round(size[0] * ratio)), height or max(1, round(size[1] * ratio))
    if max(cells) > MAX_SIDE:
        raise UsageError(f"that makes {cells[0]}x{cells[1]} cells, {MAX_SIDE} a side are accepted")
    return cells


def _reduced(image: Image, size: tuple[int, int], part: tuple[int, int, int, int]) -> Image:
    """Returns a part of a large picture in RGB, with a few pixels per cell."""
    from PIL import Image as pillow

    left, top, right, bottom = part
    least = min((right - left) // size[0], (bottom - top) // size[1])
    factor = max(1, least // _PIXELS_PER_CELL)
    reduced = pillow.new("RGB", (-(-(right - left) // factor), -(-(bottom - top) // factor)))
    step = factor * max(1, _STRIP // factor)
    for at in range(top, bottom, step):
        strip = image.crop((left, at, right, min(at + step, bottom)))
        reduced.paste(opaque_of(strip).reduce(factor), (0, (at - top) // factor))
    return reduced


def _plain(image: Raster, how: Reduction) -> Puzzle:
    method, values, at = how.method or InkRule.OTSU, image.grey(), 128
    if method is InkRule.DITHER:
        grey = Raster(image.width, image.height, bytes(sample for value in values for sample in (value,) * 3))
        dots = grey.dithered([(0, 0, 0), (255, 255, 255)])
        values = bytes(value for row in dots for value, _, _ in row)
    else:
        values = edges(values, image.width) if method is InkRule.EDGES else values
        if how.level is not None:
            at = how.level
        elif method is not InkRule.THRESHOLD:
            at = otsu([values.count(value) for value in range(256)])
    if method is InkRule.EDGES:
        at = max(at, 1)  # without any change of grey there is no edge
    is_inverted = how.invert != _is_dark(how.background)
    inked = bytes((value < at) != (is_inverted != (method is InkRule.EDGES)) for value in range(256))
    cells = values.translate(inked)
    return plain_puzzle(cells[at : at + image.width] for at in range(0, len(cells), image.width))


def _coloured(sample: Raster, image: Raster, how: Reduction, background: str | None) -> Puzzle:
    """Returns the puzzle of an image in colours of the unscaled sample: scaling makes others.

    A cell gets the colour of most of its pixels in the sample.
    """
    inks = how.inks
    if how.invert:
        sample, image = sample.inverted(), image.inverted()
    counts = Counter(chain.from_iterable(sample.rows()))
    rows = _in_few_colours(sample, counts, image, inks + 1)
    if how.method is InkRule.DITHER and len(counts) > inks + 1:
        rows = image.dithered(sorted(set(chain.from_iterable(rows))))
    colours = list(dict.fromkeys(chain.from_iterable(rows)))
    if len(colours) == 1:
        raise InputError("the picture has one colour only")
    if background is not None:
        wanted = pixel_of(rgb_of(background) or "")
        background = "{:02x}{:02x}{:02x}".format(*nearest([wanted], colours)[wanted])
    return puzzle_of(rows, background)


def _in_few_colours(sample: Raster, counts: Counter[Pixel], image: Raster, number: int) -> list[list[Pixel]]:
    """Returns the cells in `number` colours, or fewer if the sample has fewer.

    A colour that no cell gets is replaced by another, if necessary by one that scaling made.
    """
    for more in range(_MORE):
        few = few_colours(counts, number + more)
        rows = _voted(sample, few, image.width)
        used = Counter(chain.from_iterable(rows))
        if len(used) > number:
            rows = _voted(sample, [colour for colour, _ in used.most_common(number)], image.width)
        if len(used) >= min(number, len(counts)):
            return rows
    return _voted(image, few_colours(Counter(chain.from_iterable(image.rows())), number), image.width)


def _voted(sample: Raster, colours: Sequence[Pixel], width: int) -> list[list[Pixel]]:
    """Returns rows of cells, each in the colour nearest to most of its pixels."""
    rows = list(sample.rows())
    table = nearest(set(chain.from_iterable(rows)), colours)
    side = sample.width // width
    cells = []
    for top in range(0, len(rows), side):
        band = [list(map(table.__getitem__, row)) for row in rows[top : top + side]]
        votes = (
            chain.from_iterable(row[at : at + side] for row in band) for at in range(0, len(band[0]), side)
        )
        cells.append([Counter(vote).most_common(1)[0][0] for vote in votes])
    return cells


def _is_dark(background: str | None) -> bool:
    """Returns whether a colour is darker than medium grey."""
    red, green, blue = pixel_of(rgb_of(background or "white") or "")
    return 299 * red + 587 * green + 114 * blue < 128_000
