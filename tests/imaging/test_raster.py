"""Pictures in plain Python are scaled, made grey and reduced as Pillow does it."""

from random import Random

import pytest
from PIL import Image, ImageFilter, ImageOps
from PIL.Image import Resampling

from nonosat.imaging.raster import Raster, edges

SIZES = [(1, 1), (2, 3), (7, 5), (16, 16), (33, 20)]


def picture(width, height):
    """A noisy one, with some large areas."""
    random = Random(width * 100 + height)
    samples = bytes(
        random.choice((0, 255, random.randrange(256))) if x % 3 else 7 * y % 256
        for y in range(height)
        for x in range(3 * width)
    )
    return Raster(width, height, samples), Image.frombytes("RGB", (width, height), samples)


def between(at, size, wanted):
    return (2 * at + 1) * size % (2 * wanted) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("wanted", [(1, 1), (5, 4), (12, 30), (40, 40)])
def test_scaled_as_by_pillow(size, wanted):
    raster, image = picture(*size)
    chosen = Raster(*wanted, image.resize(wanted, Resampling.NEAREST).tobytes())
    for y, rows in enumerate(zip(raster.nearest(*wanted).rows(), chosen.rows(), strict=True)):
        for x, (one, other) in enumerate(zip(*rows, strict=True)):
            # a pixel between two colours can take either
            assert one == other or between(x, size[0], wanted[0]) or between(y, size[1], wanted[1])
    smaller = wanted[0] < size[0] or wanted[1] < size[1]
    expected = (
        image.resize(wanted, Resampling.LANCZOS).tobytes() if smaller else raster.nearest(*wanted).samples
    )
    found = raster.smooth(*wanted)
    assert (found.width, found.height) == wanted
    assert max(abs(one - other) for one, other in zip(found.samples, expected, strict=True)) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_grey_edges_and_negative_as_by_pillow(size):
    raster, image = picture(*size)
    grey = image.convert("L")
    assert raster.grey() == grey.tobytes()
    assert raster.inverted().samples == ImageOps.invert(image).tobytes()
    width, height = size
    if min(size) < 3:
        expected = bytes(width * height)
    else:
        inner = grey.filter(ImageFilter.FIND_EDGES).crop((1, 1, width - 1, height - 1))
        expected = ImageOps.expand(inner, border=1, fill=0).tobytes()
    assert edges(raster.grey(), width) == expected


def test_dots_are_as_dark_as_what_they_stand_for():
    for value in (0, 40, 128, 200, 255):
        raster = Raster(40, 40, bytes([value] * 4800))
        dots = raster.dithered([(0, 0, 0), (255, 255, 255)])
        light = sum(pixel == (255, 255, 255) for row in dots for pixel in row)
        assert abs(light / 1600 - value / 255) < 0.03
    colours = [(200, 0, 0), (0, 0, 200)]
    assert {pixel for row in raster.dithered(colours) for pixel in row} <= set(colours)


def test_rows_and_pixels():
    raster = Raster.of([[(1, 2, 3), (4, 5, 6)]])
    assert raster == Raster(2, 1, bytes(range(1, 7)))
    assert list(raster.rows()) == [[(1, 2, 3), (4, 5, 6)]]
