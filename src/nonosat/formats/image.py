"""Pictures as PNG, GIF, BMP, TIFF, WebP and JPEG, read and written by Pillow: a pixel is a cell.

Nothing is scaled and no colour changed; see `nonosat.imaging.photo` for photographs. JPEG is only read, since writing it
changes colours.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from nonosat.formats.base import PICTURE, Format, one_puzzle
from nonosat.imaging.opening import opaque_of, opened, pillow_for, upright
from nonosat.imaging.pixels import pixels, puzzle_of, require_size, too_many_colours
from nonosat.imaging.raster import Raster
from nonosat.model.palette import MAX_COLOURS
from nonosat.model.puzzle import Puzzle

_COUNTED = 1 << 16
_BEGINNINGS = {
    "png": rb"\x89PNG\r\n\x1a\n",
    "gif": rb"GIF8",
    "bmp": rb"BM....\0\0\0\0",  # text may begin with BM, but has no zeros in what is reserved there
    "tiff": rb"II\*\0|MM\0\*",
    "webp": rb"RIFF....WEBP",
    "jpeg": rb"\xff\xd8\xff",
}
# Pillow's options for writing.
_OPTIONS: dict[str, dict[str, Any]] = {"webp": {"lossless": True}, "tiff": {"compression": "tiff_deflate"}}


def sniff(data: bytes, kind: str) -> bool:
    """Returns whether the data begins like files of that kind."""
    return bool(re.match(_BEGINNINGS[kind], data, re.DOTALL))


def parse(data: bytes, kind: str) -> list[Puzzle]:
    opaque = opened(data, [kind], require_size, lambda image: upright(opaque_of(image), image))
    if not opaque.getcolors(MAX_COLOURS):
        counted = opaque.getcolors(_COUNTED)
        raise too_many_colours(f"{len(counted)}" if counted else f"over {_COUNTED}")
    return [puzzle_of(Raster(opaque.width, opaque.height, opaque.tobytes()).rows())]


def format(puzzles: Sequence[Puzzle], kind: str) -> bytes:
    """Writes black and white at one bit a pixel, or the goal with the puzzle's palette."""
    pillow = pillow_for(kind)
    goal, palette = pixels(one_puzzle(puzzles), kind)
    size = goal.width, goal.height
    cells = b"".join(goal)
    if palette == [(255, 255, 255), (0, 0, 0)]:
        image = pillow.frombytes("L", size, cells.translate(b"\xff\0".ljust(256))).convert("1")
    else:
        image = pillow.frombytes("P", size, cells)
        image.putpalette([part for pixel in palette for part in pixel])
    file = io.BytesIO()
    image.save(file, format=kind, **_OPTIONS.get(kind, {}))
    return file.getvalue()


def _format(kind: str, *, written: bool = True) -> Format:
    return Format(
        name=kind,
        summary=f"a {kind.upper()} picture, a pixel a cell",
        features=PICTURE,
        sniff=partial(sniff, kind=kind),
        parse=partial(parse, kind=kind),
        format=partial(format, kind=kind) if written else None,
        binary=True,
    )


FORMATS = (*map(_format, ("png", "gif", "bmp", "tiff", "webp")), _format("jpeg", written=False))
