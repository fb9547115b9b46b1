"""Reads marks in the cells of a page: filled and crossed-out cells."""

from __future__ import annotations

import numpy as np

from nonosat.apps.scanning.rectified import Rectified
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.palette import Palette

_FILLED = 60.0  # minimum colour distance between filled and blank cells, of 441
_SOLID = 0.7  # minimum filled share of a filled cell's middle; a thick cross has about half
_CONTRAST = 0.25  # minimum relative contrast of a mark to its cell
_MARK = 0.03, 0.5  # minimum and maximum share of a cell that a cross or dot covers


def marks_of(rectified: Rectified, palette: Palette) -> PartialGrid | None:
    """Returns the state of a partly filled page: ink for filled cells, background for crossed ones; None if there is none."""
    cell, inset = rectified.cell, rectified.cell // 5
    shape = rectified.rows, cell, rectified.columns, cell, 3
    middle = slice(inset, -inset)
    cells = rectified.body.reshape(shape)[:, middle, :, middle].astype(np.float32)
    pixels = cells.transpose(0, 2, 1, 3, 4).reshape(rectified.rows, rectified.columns, -1, 3)
    colours = np.median(pixels, 2)
    blank = _blank(colours.reshape(-1, 3), _paper(rectified))
    unlike = np.sqrt(((pixels - blank) ** 2).sum(3)) > _FILLED
    filled = unlike.mean(2) > _SOLID
    grey = pixels.mean(3)
    ground = np.median(grey, 2, keepdims=True)
    marked = (np.abs(grey - ground) / (np.maximum(grey, ground) + 12) > _CONTRAST).mean(2)
    crossed = ~filled & (marked > _MARK[0]) & (marked < _MARK[1])
    if not (filled | crossed).any():
        return None
    inks = np.array([[int(colour.rgb[at : at + 2], 16) for at in (0, 2, 4)] for colour in palette[1:]], float)
    nearest = ((colours[:, :, None] - inks) ** 2).sum(3).argmin(2) + 1
    states = np.where(filled, nearest, np.where(crossed, 0, -1))
    return PartialGrid([[None if state < 0 else int(state) for state in row] for row in states], palette)


def _blank(colours: np.ndarray, paper: np.ndarray) -> np.ndarray:
    """Returns the colour of blank cells: that of the group of cells nearer to the paper around the grid."""
    centre = np.median(colours, 0)
    far = np.sqrt(((colours - centre) ** 2).sum(1)) > _FILLED
    groups = [np.median(colours[which], 0) for which in (~far, far) if which.any()]
    return np.asarray(min(groups, key=lambda colour: float(((colour - paper) ** 2).sum())))


def _paper(rectified: Rectified) -> np.ndarray:
    """Returns the median colour of the gutters."""
    pixels = [image.reshape(-1, 3)[::7] for image in (rectified.left, rectified.top)]
    return np.asarray(np.median(np.concatenate(pixels), 0))
