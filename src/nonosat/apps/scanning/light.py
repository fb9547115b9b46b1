"""Brightens pages taken in bad light and removes shadows."""

from __future__ import annotations

import numpy as np

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import CELL, Image

DIM = 1.3  # gain beyond which light counts as bad
# Target level of the page's brightest pixels, their percentile, and maximum gain.
_BRIGHT, _BRIGHTEST, _MOST_GAIN = 225.0, 99, 5.0
_EVEN = 0.5  # minimum share of pixels equal to their neighbours in a picture not taken by a camera
_SHADOW = 1.3  # minimum width of a shadow in cells: chips and shaded strips are narrower
_SHADE = 0.4, 0.95  # light in a shadow, relative to the paper's
_STEP = 0.15  # minimum change of that within a cell at the edge of a shadow
_LIGHT_PAPER = 80  # minimum median grey level of light paper, of 255


def gain_of(*parts: Image) -> float:
    """Returns the gain for parts of a page in bad light; 1 for drawings and screenshots."""
    if is_drawn(*parts):
        return 1.0
    pixels = [part[::3, ::3].reshape(-1, 3).max(1) for part in parts if part.size]
    brightest = float(np.percentile(np.concatenate(pixels), _BRIGHTEST))
    return min(max(1.0, _BRIGHT / max(brightest, 1.0)), _MOST_GAIN)


def brighter(image: Image, gain: float) -> Image:
    """Applies a gain to an image."""
    if gain <= 1.0:
        return image
    bright: Image = np.minimum(image * np.float32(gain), 255).astype(np.uint8)
    return bright


def is_drawn(*parts: Image) -> bool:
    """Returns whether a picture was drawn, as screenshots are, rather than photographed."""
    even = [(part[:, 1:] == part[:, :-1]).all(2).mean() for part in parts if part.shape[1] > 1]
    return max(even, default=1) > _EVEN


def without_shadows(view: Image, body: tuple[slice, slice]) -> Image:
    """Evens out the hard shadows on light paper in a rectified picture; `body` is the part with the cells.

    A morphological closing fills all that is narrower than a shadow and keeps the edges of shadows where they are.
    Unlike areas of filled cells, shadows continue beyond the body.
    """
    down, across = body
    parts = view[down, : across.start], view[: down.start, across], view[body]
    if is_drawn(*parts) or gain_of(*parts) > DIM or np.median(view) < _LIGHT_PAPER:
        return view
    cv = opencv()
    cell, side = (np.ones((size, size), np.uint8) for size in (CELL | 1, int(_SHADOW * CELL) | 1))
    paper = cv.morphologyEx(cv.GaussianBlur(view, (0, 0), 1), cv.MORPH_CLOSE, side).astype(np.float32)
    usual = np.percentile(paper.reshape(-1, 3)[::7], 90, axis=0).astype(np.float32)
    share = (paper / np.maximum(usual, 1)).max(2)  # coloured print is bright in one of red, green and blue
    step = cv.morphologyEx(share, cv.MORPH_GRADIENT, cell) > _STEP * share
    if (step & (share > _SHADE[0])).sum() < CELL**2:
        return view
    _, labels = cv.connectedComponents((share < _SHADE[1]).astype(np.uint8))
    inside = np.bincount(labels[body].reshape(-1), minlength=labels.max() + 1)
    is_print = (np.bincount(labels.reshape(-1)) == inside)[labels] | (share < _SHADE[0])
    even: Image = np.minimum(view / np.where(is_print, 1, share)[..., None], 255).astype(np.uint8)
    return even
