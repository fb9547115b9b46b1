"""Animations of small puzzles, and the expected colour of each cell in a frame."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import nonosat as ns
from nonosat.apps.drawing.layout import laid_out
from nonosat.apps.drawing.scene import Polygons, Tiles
from nonosat.apps.drawing.themes import THEMES
from nonosat.apps.illustration.animate import animate
from nonosat.model.palette import is_mono

CELL = 12

PALETTE = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))
BOAT = ns.Grid(["..#..", ".##..", "#.###", "####.", ".##.."])

PUZZLES = {
    "plain": BOAT.puzzle(givens=[(0, 0, 0)]),
    "colours": ns.Grid([[0, 2, 2], [1, 1, 2], [2, 0, 1]]).puzzle(PALETTE),
    "blotted": ns.Puzzle([[None], [2], [1, None]], [[2], [None, 1], [1]]),
    "triddler": ns.Grid(["#..", "##."], ragged=True).triddler(2, 2, -1),
    "several": ns.Puzzle([[1], [1], [1]], [[1], [1], [1]]),
    "unsolvable": ns.Puzzle([[3], [], [3]], [[2], [2], [2]]),
    "of lines only": ns.Puzzle([[1, 1]], [[1], None, [1]]),
}


@lru_cache
def film(name, every="line"):
    return animate(PUZZLES[name], every=every)


def spots(animation):
    """Returns a point in each cell, row by row: near its middle, beside a possible dot."""
    geometry = animation.frames[0].drawing.panels[0].geometry
    fills = [
        each
        for each in laid_out(animation.frames[0].drawing, cell=CELL).items
        if isinstance(each, (Tiles, Polygons))
    ]
    tiles = next((each for each in fills if isinstance(each, Tiles)), None)
    cells = [(row, at) for row, length in enumerate(geometry.row_lengths) for at in range(length)]
    if tiles:
        return [(tiles.x + (at + 0.7) * CELL, tiles.y + (row + 0.6) * CELL) for row, at in cells]
    corners = [corner for each in fills for outline in each.outlines for corner in outline]
    outlines = [geometry.outline(*cell) for cell in cells]
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    low = [min(corner[axis] for outline in outlines for corner in outline) for axis in (0, 1)]
    wide = max(x for x, _ in corners) - left
    unit = wide / (max(x for outline in outlines for x, _ in outline) - low[0])
    return [
        (
            left + (sum(x for x, _ in outline) / 3 - low[0]) * unit + 0.15 * CELL,
            top + (sum(y for _, y in outline) / 3 - low[1]) * CELL,
        )
        for outline in outlines
    ]


def inks(animation):
    """Returns the ink of each colour in a light picture; other colours are missing."""
    palette, look = animation.frames[0].drawing.palette, THEMES["light"]
    found = {look.paint(f"ink{ink}", palette).colour: ink for ink in range(1, len(palette))}
    return {**found, look.paint("ink-new").colour: 1} if is_mono(palette) else found


def shown(drawing):
    """Returns the inks of a drawing, cell by cell, or None."""
    return [cell.colour or None for row in drawing.panels[0].cells for cell in row]


def require_film(animation, seen):
    """Requires that the frames `seen` show the expected cells: first the givens; known cells stay known."""
    expected = [shown(frame.drawing) for frame in animation.frames]
    assert seen == expected
    for before, after in pairwise(seen):
        assert all(new == old for old, new in zip(before, after, strict=True) if old is not None)
