"""Pictures of a known puzzle in files of other formats: images, .non and text."""

from __future__ import annotations

import re
from contextlib import suppress

from nonosat.formats import format_in, loads
from nonosat.imaging.inks import nearest
from nonosat.imaging.pixels import pixel_of
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Grid
from nonosat.support.errors import InputError

_IMAGES = ("netpbm", "png", "gif", "bmp", "tiff", "webp", "jpeg")
# Any others are no image, which is known without the modules of images: loading them takes 10 ms
_BEGINNINGS = (
    b"P1",
    b"P2",
    b"P3",
    b"P4",
    b"P5",
    b"P6",
    b"\x89PNG",
    b"GIF8",
    b"BM",
    b"II",
    b"MM",
    b"RIFF",
    b"\xff\xd8",
)
# what tells that a text is of a format, whose reader then decides
_SIGNS = {
    "non": re.compile(r'^goal\s+"', re.MULTILINE),
    "picture": re.compile(r"^\S\s+#[0-9a-f]{6}\b", re.MULTILINE | re.IGNORECASE),  # the colour of a letter
}


def image_in(data: bytes) -> Grid | None:
    """Returns the picture of an image with a pixel for each cell, or None."""
    if not data.startswith(_BEGINNINGS):
        return None
    with suppress(InputError):
        name = format_in(data)
        return loads(data, name).goal if name in _IMAGES else None
    return None


def goal_in(text: str) -> Grid | None:
    """Returns the goal of a puzzle in .non, or of a text picture with its colours; None for other texts.

    >>> print(goal_in('rows\\n1\\n1\\ncolumns\\n2\\n0\\n\\ngoal "1010"'))
    #.
    #.
    """
    for name, sign in _SIGNS.items():
        if sign.search(text):
            with suppress(InputError):
                return loads(text, name).goal
    return None


def recoloured(picture: Grid, palette: Palette) -> Grid:
    """Returns a picture in the colours of a palette that look most like its own; one ink is any other."""
    cells: list[bytes] = [*picture]
    if len(picture.palette) > 2 or len(palette) > 2:
        theirs, ours = ([pixel_of(colour.rgb) for colour in each] for each in (picture.palette, palette))
        alike = nearest(theirs, ours)
        table = bytes(ours.index(alike[pixel]) for pixel in theirs).ljust(256, b"\0")
        cells = [row.translate(table) for row in cells]
    return Grid(cells, palette=palette, ragged=True)
