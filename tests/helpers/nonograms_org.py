"""Writes pages in the code of nonograms.org, for which the package has only a reader."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import nonosat as ns

VALUES = ("000000", "ff0000", "00b0f0")


def numbers(grid: ns.Grid, values: tuple[str, ...], random: Random) -> list[list[int]]:
    """Returns the numbers that encode a picture, with random keys."""

    def sized(wanted: int) -> list[int]:
        modulus = random.randint(wanted + 1, wanted + 300)
        less = random.randrange(modulus - wanted)
        parts = (wanted, less, less)
        return [part + modulus * random.randrange(3) for part in parts] + [modulus]

    def counted(wanted: int) -> list[int]:
        parts = (
            int(wanted**0.5),
            (wanted - int(wanted**0.5) ** 2) // 2,
            (wanted - int(wanted**0.5) ** 2) % 2,
        )
        modulus = max(parts) + random.randint(1, 90)
        return [part + modulus * random.randrange(3) for part in parts] + [modulus]

    red, green, unknown, blue = key = [random.randrange(900) for _ in range(4)]
    colours = []
    for value in values:
        r, g, b = bytes.fromhex(value)
        colours.append([r + green, g + red, b + blue, unknown + r])
    start = [random.randrange(900) for _ in range(4)]
    runs = [
        [column + 1 + start[0], length + start[1], ink + start[2], row + 1 + start[3]]
        for row, cells in enumerate(grid)
        for column, length, ink in runs_of(cells)
    ]
    random.shuffle(runs)
    head = [[0, 0, 0, 0], sized(grid.width), sized(grid.height), sized(len(values)), key]
    return [*head, *colours, counted(len(runs)), start, *runs]


def runs_of(cells: bytes) -> Iterator[tuple[int, int, int]]:
    """Yields the start, length and ink of each run of a row."""
    at = 0
    while at < len(cells):
        end = at
        while end < len(cells) and cells[end] == cells[at]:
            end += 1
        if cells[at]:
            yield at, end - at, cells[at]
        at = end


def page(d: list[list[int]]) -> str:
    """Returns an invented page around some numbers."""
    return (
        "<!DOCTYPE html>\n<!-- saved from url=(0041)https://www.nonograms.org/nonograms2/i/4711 -->\n"
        "<html><head><title>Nonogram &laquo;A\n cup&raquo;</title>\n<script>\n"
        f"var d={str(d).replace(' ', '')};\n</script></head><body></body></html>\n"
    )
