"""Pages made straight by the truth instead of by geometry, to measure reading and logic alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from pages import Page

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import CELL, Facts, Rectified


def straight(page: Page, room: int = 1, **facts: Any) -> Rectified:
    """The grid of a page; the gutters have `room` more cells than the longest clue has numbers."""
    puzzle = page.puzzle
    wide, high = (max(len(clue or ()) for clue in family) + room for family in (puzzle.rows, puzzle.columns))

    def part(left: int, top: int, right: int, bottom: int) -> Any:
        across = left + (np.arange((right - left) * CELL) + 0.5) / CELL
        down = top + (np.arange((bottom - top) * CELL) + 0.5) / CELL
        xs, ys = np.meshgrid(across, down)
        places = page.warp(np.column_stack([xs.ravel(), ys.ravel()])).astype(np.float32) - 0.5
        places = places.reshape(len(down), len(across), 2)
        cv2 = opencv()
        return cv2.remap(
            np.asarray(page.image), places, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )

    known = {
        "coverage": 1.0,
        "closed": True,
    }
    return Rectified(
        rows=puzzle.height,
        columns=puzzle.width,
        left=part(-wide, 0, 0, puzzle.height),
        top=part(0, -high, puzzle.width, 0),
        body=part(0, 0, puzzle.width, puzzle.height),
        warp=page.warp,
        facts=Facts(**{**known, "pixels": page.cell, **facts}),
    )
