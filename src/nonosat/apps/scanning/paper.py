"""The paper of a gutter: its start in each strip, its colour at each pixel, and differences from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_EDGE = 32.0  # maximum colour difference within one sheet, of 256
_OUTER_EDGE, _MOST_STRIPS = 12.0, 0.4  # the same at the end of the picture; minimum share of such strips
_BLURRED = 2  # width of that blurred edge in pixels
_LIGHT = np.array([0.299, 0.587, 0.114], np.float32)  # luminance as in JPEG, whose colours are coarser
_LOUD = 70, 2.0  # percentile of colour noise (pixels without ink), and its multiple that is subtracted
_STRIDE, _NOISY = 4, 3.5  # pixels, and median change of luminance over them above which a page is noisy
_ENOUGH = 1.0  # multiple of nearby ink's luminance that is subtracted from its colour


def difference_of(off: Floats, cell: int) -> Floats:
    """Returns the difference of pixels from the paper, in luminance; on noisy pages only on the side of nearby ink.

    Colour counts in addition only where ink differs little in luminance: its noise is coarse and blurs edges.
    """
    cv = opencv()
    signed = off @ _LIGHT
    light = np.abs(signed)
    colour = np.maximum(np.abs(off).max(2) - light, 0)
    steps = np.abs(np.diff(signed[:, ::_STRIDE]))
    if steps.size and float(np.median(steps)) > _NOISY:
        size = cell | 1
        darker, lighter = (cv.blur(np.maximum(sign * signed, 0) ** 2, (size, size)) for sign in (-1, 1))
        light = np.maximum(np.where(darker >= lighter, -signed, signed), 0)
    per_cent, times = _LOUD
    noise = times * float(np.percentile(colour[::2, ::2], per_cent)) if colour.size else 0.0
    near = np.ones((cell // 2 | 1, cell // 2 | 1), np.uint8)
    more = np.maximum(colour - noise - _ENOUGH * cv.dilate(light, near), 0)
    difference: Floats = (light + more).astype(np.float32)
    return difference


def starts_of(image: Image, cell: int, covered: Mask) -> list[int]:
    """Returns the start of each strip's paper: its colour changes there, seen from the body, and does not change back.

    That is the edge of the page or of a shaded gutter.
    """
    half, edge = cell // 2, cell // 12
    inner, outer = list[int](), list[int]()
    for top in range(0, image.shape[0], cell):
        strip = image[top + edge : top + cell - edge]
        profile = np.median(strip, axis=0)
        hidden = covered[top + edge : top + cell - edge].mean(0) > 0.3
        begin, colours = 0, list[Floats]()
        for right in range(image.shape[1], half - 1, -half):
            part = profile[right - half : right][~hidden[right - half : right]]
            if len(part) < half // 3:
                continue
            colour = np.median(part, axis=0)
            if len(colours) > 2 and np.abs(colour - np.median(colours, axis=0)).max() > _EDGE:
                farther = profile[: max(1, right - half)]
                if np.abs(np.median(farther, axis=0) - np.median(colours, axis=0)).max() > _EDGE:
                    steps = np.abs(np.diff(profile[right - half : right + half // 2], axis=0)).max(1)
                    begin = right - half + int(np.argmax(steps)) + 1
                break
            colours.append(colour)
        inner.append(begin)
        outer.append(_outer_edge(profile, hidden, half))
    # the edge of the paper is in most strips, or in every other (shaded) one; noise is in few
    if sum(map(bool, outer)) < _MOST_STRIPS * len(outer):
        return inner
    return [begin or _median_of_some(outer[max(0, at - 3) : at + 4]) for at, begin in enumerate(inner)]


def _median_of_some(edges: Sequence[int]) -> int:
    """Returns the median of the nonzero values."""
    some = [edge for edge in edges if edge]
    return int(np.median(some)) + _BLURRED if some else 0


def _outer_edge(profile: Floats, hidden: Mask, half: int) -> int:
    """Returns the start of a strip's paper if it is within a cell of the picture's end."""
    outer, inner = slice(0, 2 * half), slice(2 * half, 5 * half)
    smooth = opencv().blur(profile[:, None].astype(np.float32), (1, 5))[:, 0]
    paper = smooth[inner][~hidden[inner]]
    if len(paper) < half:
        return 0
    usual = np.median(paper, axis=0)
    noise = float(np.median(np.abs(paper - usual).max(1)))
    off = np.abs(smooth[outer] - usual).max(1)
    alike = np.flatnonzero((off < max(_OUTER_EDGE, 4 * noise)) | hidden[outer])
    return int(alike[0]) if len(alike) else 0


def paper_of(image: Image, cell: int, covered: Mask) -> Floats:
    """Returns the paper's colour at each pixel: the median of a strip over 1.5 cells."""
    height, width = image.shape[:2]
    edge = cell // 6
    half = cell // 2
    strips = image.reshape(height // cell, cell, width, 3)[:, edge : cell - edge : 2, ::2]
    number = max(1, width // half)
    colours = np.zeros((height // cell, number, 3), np.float32)
    hidden = covered.reshape(height // cell, cell, width)[:, edge : cell - edge : 2, ::2]
    some = hidden.any()
    for at in range(number):
        start, end = max(0, (at - 1) * half // 2), min(width // 2, (at + 2) * half // 2)
        part = strips[:, :, start:end].reshape(len(strips), -1, 3)
        if some:
            part = np.where(
                hidden[:, :, start:end].reshape(len(strips), -1, 1), np.nan, part.astype(np.float32)
            )
            free = ~np.isnan(part[..., 0]).all(1)
            colours[free, at] = np.nanmedian(part[free], axis=1)
            colours[~free, at] = np.nan
        else:
            colours[:, at] = np.median(part, axis=1)
    if some:
        colours = _filled(colours)
    across = (np.arange(width) + 0.5) / half - 0.5
    low = np.clip(np.floor(across).astype(int), 0, number - 1)
    high = np.minimum(low + 1, number - 1)
    share = np.clip(across - low, 0, 1)[None, :, None]
    between = colours[:, low] * (1 - share) + colours[:, high] * share
    return np.repeat(between, cell, axis=0).astype(np.float32)


def _filled(colours: Floats) -> Floats:
    """Fills missing colours with that of the strip, or of all."""
    filled = colours.copy()
    usual = np.nanmedian(colours.reshape(-1, 3), axis=0) if np.isfinite(colours).any() else np.full(3, 255.0)
    for strip in filled:
        missing = np.isnan(strip[:, 0])
        strip[missing] = np.median(strip[~missing], axis=0) if (~missing).any() else usual
    return filled
