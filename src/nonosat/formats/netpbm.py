"""Netpbm pictures (PBM, PGM, PPM), a pixel a cell; see `nonosat.imaging.pnm`. Writes raw PBM, or raw PPM for colours."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import PICTURE, Format, one_puzzle
from nonosat.imaging.pixels import pixels
from nonosat.imaging.pnm import puzzle, sniff
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.model.puzzle import Puzzle


def parse(data: bytes) -> list[Puzzle]:
    return [puzzle(data)]


def format(puzzles: Sequence[Puzzle]) -> bytes:
    goal, palette = pixels(one_puzzle(puzzles), "netpbm")
    size = f"{goal.width} {goal.height}\n"
    plain = [colour.rgb for colour in BLACK_AND_WHITE]
    if [bytes(pixel).hex() for pixel in palette] == plain:
        return f"P4\n{size}".encode() + b"".join(map(_packed, goal))
    samples = [bytes(pixel) for pixel in palette]
    return f"P6\n{size}255\n".encode() + b"".join(samples[cell] for row in goal for cell in row)


def _packed(row: bytes) -> bytes:
    """Packs eight pixels into a byte; the last byte is padded with 0."""
    digits = row.translate(bytes((48, 49)).ljust(256, b"1")).ljust(-(-len(row) // 8) * 8, b"0")
    return int(digits, 2).to_bytes(len(digits) // 8, "big")


FORMAT = Format(
    name="netpbm",
    summary="a PBM, PGM or PPM picture, a pixel a cell; writes PBM, or PPM for colours",
    features=PICTURE,
    sniff=sniff,
    parse=parse,
    format=format,
    binary=True,
)
