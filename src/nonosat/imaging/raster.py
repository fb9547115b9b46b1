"""A picture in RGB in plain Python: scaling, greys, edges, dithering.

For small pictures of a few hundred pixels a side; Pillow scales large ones if it is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, floor, pi, sin
from operator import mul
from typing import Self

from nonosat.imaging.pixels import Pixel, squared_distance

_LOBES = 3  # lobes of the Lanczos window

_INVERTED = bytes(range(255, -1, -1))


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture, with a byte each for red, green and blue of every pixel, row by row."""

    width: int
    height: int
    samples: bytes

    @classmethod
    def of(cls, rows: Iterable[Sequence[Pixel]]) -> Self:
        """Returns the picture with these rows of pixels, at least one."""
        rows = list(rows)
        return cls(len(rows[0]), len(rows), bytes(chain.from_iterable(chain.from_iterable(rows))))

    def rows(self) -> Iterator[list[Pixel]]:
        """Yields the rows of pixels."""
        for at in range(0, len(self.samples), 3 * self.width):
            row = self.samples[at : at + 3 * self.width]
            yield list(zip(row[::3], row[1::3], row[2::3], strict=True))

    def cropped(self, left: int, top: int, right: int, bottom: int) -> Raster:
        """Returns a part; `right` and `bottom` are exclusive."""
        return Raster.of(row[left:right] for row in list(self.rows())[top:bottom])

    def inverted(self) -> Raster:
        """Returns the negative."""
        return Raster(self.width, self.height, self.samples.translate(_INVERTED))

    def nearest(self, width: int, height: int) -> Raster:
        """Scales to another size by copying pixels."""
        columns = [(2 * x + 1) * self.width // (2 * width) for x in range(width)]
        rows = list(self.rows())
        chosen = (rows[(2 * y + 1) * self.height // (2 * height)] for y in range(height))
        return Raster.of([row[x] for x in columns] for row in chosen)

    def smooth(self, width: int, height: int) -> Raster:
        """Scales to another size: with a Lanczos window, as in Pillow, if a side shrinks; else like `nearest`."""
        if width >= self.width and height >= self.height:
            return self.nearest(width, height)
        planes = []
        for channel in range(3):
            turned = _scaled_and_turned(self.samples[channel::3], self.width, width)
            planes.append(_scaled_and_turned(turned, self.height, height))
        return Raster(width, height, bytes(chain.from_iterable(zip(*planes, strict=True))))

    def grey(self) -> bytes:
        """Returns the luminance of each pixel, 0 to 255 (ITU-R BT.601, rounded like Pillow)."""
        reds, greens, blues = (self.samples[channel::3] for channel in range(3))
        return bytes(
            (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
            for red, green, blue in zip(reds, greens, blues, strict=True)
        )

    def dithered(self, colours: Sequence[Pixel]) -> list[list[Pixel]]:
        """Dithers the picture to some colours (Floyd and Steinberg)."""
        dithered: list[list[Pixel]] = []
        below = [[0.0] * 3 for _ in range(self.width + 2)]
        for row in self.rows():
            errors, below = below, [[0.0] * 3 for _ in range(self.width + 2)]
            dots = []
            for x, pixel in enumerate(row, 1):
                wanted = [
                    min(255.0, max(0.0, part + lost)) for part, lost in zip(pixel, errors[x], strict=True)
                ]
                dot = min(colours, key=lambda colour: squared_distance(colour, wanted))
                for channel in range(3):
                    lost = wanted[channel] - dot[channel]
                    errors[x + 1][channel] += lost * 7 / 16
                    below[x - 1][channel] += lost * 3 / 16
                    below[x][channel] += lost * 5 / 16
                    below[x + 1][channel] += lost / 16
                dots.append(dot)
            dithered.append(dots)
        return dithered


def edges(grey: bytes, width: int) -> bytes:
    """Returns how much a grey picture changes at each pixel; 0 at the border."""
    height = len(grey) // width
    if min(width, height) < 3:
        return bytes(len(grey))
    rows = [grey[at : at + width] for at in range(0, len(grey), width)]
    changed = bytearray(width)
    for above, row, below in zip(rows, rows[1:], rows[2:], strict=False):
        # sums of three pixels above each other; three of these make the sum of nine
        sums = list(map(sum, zip(above, row, below, strict=True)))
        around = map(sum, zip(sums, sums[1:], sums[2:], strict=False))
        changes = (9 * middle - nine for middle, nine in zip(row[1:-1], around, strict=True))
        changed += bytes((0, *(min(255, max(0, change)) for change in changes), 0))
    return bytes(changed + bytes(width))


def _scaled_and_turned(plane: bytes, width: int, wanted: int) -> bytes:
    """Scales the rows of a plane to another width, then exchanges rows and columns."""
    scaled = bytearray()
    for start, weights in _windows(width, wanted):
        end = start + len(weights)
        sums = (sum(map(mul, weights, plane[at + start : at + end])) for at in range(0, len(plane), width))
        scaled += bytes(min(255, max(0, floor(value + 0.5))) for value in sums)
    return bytes(scaled)


def _windows(width: int, wanted: int) -> Iterator[tuple[int, list[float]]]:
    """Yields, for each pixel of a scaled row, the first source pixel and the weights of the source pixels."""
    scale = width / wanted
    spread = max(1.0, scale)
    for x in range(wanted):
        centre = (x + 0.5) * scale
        start = max(0, floor(centre - _LOBES * spread + 0.5))
        end = min(width, ceil(centre + _LOBES * spread - 0.5))
        weights = [_lanczos((pixel + 0.5 - centre) / spread) for pixel in range(start, end)]
        total = sum(weights)
        yield start, [weight / total for weight in weights]


def _lanczos(x: float) -> float:
    if x == 0:
        return 1.0
    return _LOBES * sin(pi * x) * sin(pi * x / _LOBES) / (pi * x) ** 2 if abs(x) < _LOBES else 0.0
