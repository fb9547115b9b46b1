"""Many interpretations of a picture in one ink or a few, each as cells with the coverage that decided them.

Thresholds (Otsu's, and Otsu's again above and below it), five clusters of colours merged in all groups, the silhouette before
an even background with its light parts as holes, its outlines, its fill without its lines, and local contrast. No
method is often the best, so all are tried at several sizes, and `nonosat.imaging.likeness` ranks them. With several
inks there is one method: the colours of `nonosat.imaging.inks`, by majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nonosat.imaging.inks import few_colours
from nonosat.imaging.likeness import Areas, blurred, lab_of, scaled
from nonosat.imaging.native_grid import native_grid
from nonosat.imaging.opening import opaque_of, opened, require_pixels, upright
from nonosat.imaging.photo import KINDS, MAX_PIXELS, otsu
from nonosat.imaging.pixels import Pixel, plain_puzzle, puzzle_of
from nonosat.model.puzzle import Puzzle
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    Plane = NDArray[Any]

_KEPT = 1500  # pixels of the longer side of the picture that is searched for enlarged cells
_WORKED = 240  # pixels of the longer side of the picture that decides cells
_CLUSTERS, _SAMPLE = 5, 96
_SHARE = 0.004  # minimum share of the picture in a cluster
_EVEN = 24  # maximum difference of a channel within an even background
_LEAST_INK, _MOST_INK = 0.04, 0.96  # minimum and maximum share of ink in a candidate


class Candidate(NamedTuple):
    """A picture of cells."""

    method: str
    cells: Plane
    """0 is the background."""
    contrast: Plane
    """Certainty of each cell, 0 to 1."""
    colours: tuple[Pixel, ...] = ()
    """Background and inks; empty for black on white."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with this picture as its goal."""
        rows = [bytes(row) for row in self.cells.astype("u1")]
        if not self.colours:
            return plain_puzzle(rows)
        background = "{:02x}{:02x}{:02x}".format(*self.colours[0])
        return puzzle_of([[self.colours[cell] for cell in row] for row in rows], background)


class Subject(NamedTuple):
    """A picture, usually without its even margin."""

    rgb: Plane
    """The pixels as they are, at most `_KEPT` a side."""
    worked: Plane
    """The pixels of the picture, at most `_WORKED` a side."""
    lab: Plane
    """L*a*b* values of `worked`."""
    background: Plane | None
    """L*a*b* of the border, if most of it has one colour."""
    native: tuple[int, int] | None = None
    """Width and height in cells of enlarged pixel art."""


def subject_of(data: bytes, *, whole: bool = False) -> Subject:
    """Reads a picture, with its margin if `whole`; raises `InputError` like `from_image`."""
    made = partial(_subject_of_image, whole=whole)
    return opened(data, KINDS, partial(require_pixels, most=MAX_PIXELS), made)


def _subject_of_image(image: Image, whole: bool) -> Subject:
    small = image.copy() if max(image.size) <= _KEPT else image
    if max(image.size) > _KEPT:
        image.draft(None, (_KEPT, _KEPT))
        small = opaque_of(image)
        small.thumbnail((_KEPT, _KEPT))
    return _subject(np.asarray(upright(opaque_of(small), image)), whole)


def _subject(rgb: Plane, whole: bool) -> Subject:
    background = _border_colour(rgb)
    box = 0, 0, rgb.shape[1], rgb.shape[0]
    if background is not None and not whole:
        figure = ~_near(rgb, background)
        rows, columns = np.flatnonzero(figure.any(1)), np.flatnonzero(figure.any(0))
        if len(rows):
            box = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    part = rgb[box[1] : box[3], box[0] : box[2]]
    height, width = part.shape[:2]
    worked = part
    if max(height, width) > _WORKED:
        scale = _WORKED / max(height, width)
        sides = max(1, round(height * scale)), max(1, round(width * scale))
        worked = np.stack([scaled(part[..., at], *sides) for at in range(3)], axis=2)
    return Subject(
        part, worked, lab_of(worked), None if background is None else lab_of(background), native_grid(part)
    )


def _near(rgb: Plane, colour: Plane) -> Plane:
    """Marks the pixels whose channels are all near those of a colour."""
    low, high = np.clip(colour - _EVEN, 0, 255), np.clip(colour + _EVEN, 0, 255)
    within = [(rgb[..., at] >= low[at]) & (rgb[..., at] <= high[at]) for at in range(3)]
    return np.asarray(within[0] & within[1] & within[2])


def _distance(lab: Plane, colour: Plane) -> Plane:
    return np.asarray(np.sqrt(sum((lab[..., at] - colour[at]) ** 2 for at in range(3))))


def _border_colour(rgb: Plane) -> Plane | None:
    """Returns the colour that four fifths of the border have."""
    border = np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]])
    middle = np.median(border, axis=0)
    return middle if _near(border, middle).mean() > 0.8 else None


def sides_of(subject: Subject, longer: int) -> tuple[int, int]:
    """Returns (width, height) in cells for a longer side."""
    height, width = subject.rgb.shape[:2]
    scale = longer / max(height, width)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _levels(grey: Plane) -> tuple[float, float, float]:
    """Returns Otsu's thresholds of the whole, of the darker part and of the lighter part."""
    values = np.clip(grey.ravel() * 2.55, 0, 255).astype(np.uint8)
    counts = np.bincount(values, minlength=256)
    middle = otsu(counts.tolist())
    darker, lighter = counts.copy(), counts.copy()
    darker[middle:], lighter[:middle] = 0, 0
    levels = [otsu(part.tolist()) or middle for part in (darker, lighter)]
    return middle / 2.55, levels[0] / 2.55, levels[1] / 2.55


def _outside(figure: Plane) -> Plane:
    """Returns the pixels of the background that are connected to the border."""
    free = np.pad(~figure, 1, constant_values=True)
    reached = np.zeros_like(free)
    reached[0] = reached[-1] = reached[:, 0] = reached[:, -1] = True
    count = 0
    while count < (count := int(reached.sum())):
        for _ in range(8):
            reached[1:] |= reached[:-1]
            reached[:-1] |= reached[1:]
            reached[:, 1:] |= reached[:, :-1]
            reached[:, :-1] |= reached[:, 1:]
            reached &= free
    return reached[1:-1, 1:-1]


class Candidates:
    """The candidates of one picture."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._grey = subject.lab[..., 0]
        colours, self._own = self._coloured(_CLUSTERS - 1)
        self._centres = lab_of(np.array(colours))
        background = subject.background
        self._figure = None if background is None else _distance(subject.lab, background) > 12
        self._levels = _levels(self._grey)
        self._masks = list(self._all_masks())
        self._coverage = Areas(np.stack([mask for _, mask, _ in self._masks]))
        self._greys = Areas(self._grey)
        self._parts = Areas(self._own == np.arange(len(self._centres))[:, None, None])
        if self._figure is not None:
            self._figures = Areas(self._figure)

    def of_size(self, width: int, height: int) -> Iterator[Candidate]:
        """Yields different candidates of a size in cells, except nearly blank and nearly full ones."""
        seen = set()
        for method, cells, coverage, level in self._all(width, height):
            if _LEAST_INK < cells.mean() < _MOST_INK and (key := cells.tobytes()) not in seen:
                seen.add(key)
                distance = np.abs(coverage - level) / np.where(coverage >= level, 1 - level, level)
                yield Candidate(method, cells, np.clip(distance, 0, 1))

    def in_colours(self, inks: int, width: int, height: int) -> Candidate | None:
        """Returns the picture in several inks; None if it has fewer."""
        colours, own = self._coloured(inks)
        shares = Areas(own == np.arange(len(colours))[:, None, None]).scaled(height, width)
        cells = shares.argmax(0)
        if len(np.unique(cells)) <= inks:
            return None
        return Candidate(number_text(inks, "ink"), cells, np.clip(2 * shares.max(0) - 1, 0, 1), colours)

    @cache  # noqa: B019 (a picture has few numbers of inks)
    def _coloured(self, inks: int) -> tuple[tuple[Pixel, ...], Plane]:
        """Returns the background with some inks, and the number of the nearest one for each pixel."""
        pixels = self._subject.worked.astype(np.uint8)
        step = max(1, max(pixels.shape[:2]) // _SAMPLE)
        sample = pixels[::step, ::step].reshape(-1, 3).tolist()
        counts = Counter[Pixel]((red, green, blue) for red, green, blue in sample)
        background = self._subject.background
        colours = few_colours(counts, inks + 1)
        labs = lab_of(np.array(colours))
        contrast = -labs[:, 0] if background is None else _distance(labs, background)
        first = int(contrast.argmin())
        order = [first, *(at for at in range(len(colours)) if at != first)]
        own = np.argmin([_distance(self._subject.lab, labs[at]) for at in order], axis=0)
        return tuple(colours[at] for at in order), own

    def _all(self, width: int, height: int) -> Iterator[tuple[str, Plane, Plane, float]]:
        """Yields methods with their cells, and the coverage and its level that decided."""
        stack = self._coverage.scaled(height, width)
        for (method, _, level), coverage in zip(self._masks, stack, strict=True):
            yield method, coverage >= level, coverage, level
        for method, cells, coverage in self._by_cells(width, height):
            yield method, cells, coverage, 0.5

    def _all_masks(self) -> Iterator[tuple[str, Plane, float]]:
        """Yields methods with their pixels of ink, and the share of a cell that makes it ink."""
        grey, figure = self._grey, self._figure
        middle, dark, light = self._levels
        yield "otsu", grey < middle, 0.5
        yield "dark parts", grey < dark, 0.4
        yield "all but light", grey < light, 0.5
        yield "otsu, thin lines", grey < middle, 0.35
        shares = np.bincount(self._own.ravel(), minlength=len(self._centres)) / self._own.size
        if self._subject.background is None or figure is None:
            yield "light parts", grey >= middle, 0.5
            ground = int(self._centres[:, 0].argmax())
        else:
            yield "silhouette", figure, 0.5
            filled = ~_outside(figure)
            if (filled & ~figure).mean() > _SHARE:
                yield "filled outlines", filled, 0.5
                yield "inside of outlines", filled & ~figure, 0.5
            middle, _, light = _levels(grey[figure]) if figure.any() else self._levels
            yield "dark on figure", figure & (grey < middle), 0.4
            yield "light holes", figure & (grey < light), 0.5
            distances = _distance(self._centres, self._subject.background)
            ground = int(distances.argmin()) if distances.min() < 14 else -1
        others = [at for at in range(len(self._centres)) if at != ground and shares[at] > _SHARE]
        for number in range(1, len(others) + 1):
            for chosen in combinations(others, number):
                yield f"{number} of the colours", np.isin(self._own, chosen), 0.5 if number > 1 else 0.42

    def _by_cells(self, width: int, height: int) -> Iterator[tuple[str, Plane, Plane]]:
        """Yields methods that work at the scale of cells, with their cells and coverage."""
        most = self._parts.scaled(height, width).argmax(0)
        around = np.pad(most, 1, mode="edge")
        line = (most != around[1:-1, 2:]) | (most != around[2:, 1:-1])
        if self._figure is None:
            yield "outlines", line, line.astype(np.float64)
        else:
            coverage = self._figures.scaled(height, width)
            inside = coverage >= 0.5
            edge = np.pad(inside, 1)
            border = inside & ~(edge[1:-1, 2:] & edge[1:-1, :-2] & edge[2:, 1:-1] & edge[:-2, 1:-1])
            yield "fill without lines", inside & ~(line & ~border), coverage
            outlines = line & (coverage > 0.3) | border
            yield "outlines", outlines, outlines.astype(np.float64)
        fine = self._greys.scaled(2 * height, 2 * width)
        local = scaled(fine < blurred(fine, 2 * max(width, height) / 7) - 4, height, width)
        yield "local contrast", local >= 0.5, local
        lines = scaled(blurred(fine, 1.5) - 0.985 * blurred(fine, 2.5) < -1.2, height, width)
        yield "dark lines", lines >= 0.4, lines
