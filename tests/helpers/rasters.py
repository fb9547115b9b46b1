"""Pixel files, whole and damaged, and puzzles to write to them."""

import io
import struct
import zlib

from hypothesis import strategies as st
from strategies import grids, palettes

import nonosat as ns
from nonosat.model.palette import BLACK_AND_WHITE


def painted(puzzle):
    """Returns the visible colours, cell by cell."""
    return [[puzzle.palette[colour].rgb for colour in row] for row in puzzle.goal]


def refusal(puzzle, name):
    """Returns the reason why a format refuses to write a puzzle, or None."""
    try:
        ns.dump_bytes(puzzle, name)
    except ns.UsageError as error:
        return str(error)
    return ""


@st.composite
def drawings(draw):
    """Draws puzzles with a goal and three inks, half of them on white."""
    palette = draw(palettes(3))
    grid = draw(grids(inks=3))
    background = draw(st.sampled_from([palette[0], BLACK_AND_WHITE[0]]))
    return grid.puzzle((background, *palette[1:]), goal=grid)


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, format=kind, **options)
    return file.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, packed):
    """Returns a PNG file with one bit per pixel; the header states the size, which the data can contradict."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    beginning = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    return beginning + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
