"""The pages to scan: pictures of every kind that Pillow reads, upright as the camera was held, and pages of a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from nonosat.foundation.errors import InputError
from nonosat.imaging.reading import opaque_of, opened, upright
from nonosat.scanning.page import Page
from nonosat.scanning.rectified import Image

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

KINDS = "jpeg", "png", "gif", "bmp", "webp", "tiff", "ppm"

MAX_PIXELS = 60_000_000  # maximum size of a picture: phones with 50 megapixels take a little more
MOST_PIXELS_A_SIDE = 4000  # longer sides are reduced to this: cells are read best at about 50 pixels
_REDUCIBLE = ("L", "LA", "RGB", "RGBA", "CMYK", "YCbCr")  # Pillow modes that can be averaged

_HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


def pages_of(data: bytes) -> Iterator[Page]:
    """Yields the pages of a file: one picture, or the pages of a PDF.

    Raises `InputError` for other, too large or damaged files, and animations.
    """
    if data.startswith(b"%PDF-"):
        from nonosat.scanning.pdf import pages_of_pdf

        yield from pages_of_pdf(data)
        return
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        reason = (
            "HEIC pictures are not read: convert it first, such as by `heif-convert photo.heic photo.jpg`"
        )
        raise InputError(reason)
    yield opened(data, KINDS, _require_pixels, _upright)


def page_of_file(data: bytes, number: int) -> tuple[Page, int]:
    """Returns a page of a file (from 1) and the number of pages; raises `InputError` like `pages_of`."""
    count = 1
    if data.startswith(b"%PDF-"):
        from nonosat.scanning.pdf import count_of_pdf, pages_of_pdf

        count = count_of_pdf(data)
        pages = pages_of_pdf(data, number - 1)
    else:
        pages = pages_of(data)
    if number > count:
        raise InputError(f"there is no page {number}; the file has {count}")
    return next(pages), count


def is_picture(thing: object) -> bool:
    """Returns whether `thing` is a Pillow image."""
    from PIL.Image import Image as Picture

    return isinstance(thing, Picture)


def page_of(picture: Picture) -> Page:
    """Converts a Pillow image to a page; raises `InputError` if it is too large."""
    _require_pixels(picture.width, picture.height)
    return _upright(picture)


def _require_pixels(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        most = f"more than the {MAX_PIXELS // 10**6} million pixels that are accepted"
        raise InputError(f"a picture of {width}x{height} has {most}")
    if min(width, height) < 1:
        raise InputError("the picture has no pixels")


def _upright(picture: Picture) -> Page:
    """Converts a picture to a page: upright, and reduced if very large."""
    longest = max(picture.size)
    if longest > MOST_PIXELS_A_SIDE:
        least = [round(side * MOST_PIXELS_A_SIDE / longest / 2) for side in picture.size]
        picture.draft(None, (least[0], least[1]))  # a JPEG can be decoded to a half or a quarter at once
    reduced = picture
    if (by := -(-max(picture.size) // MOST_PIXELS_A_SIDE)) > 1:
        reduced = (picture if picture.mode in _REDUCIBLE else opaque_of(picture)).reduce(by)
    pixels: Image = np.asarray(upright(opaque_of(reduced), picture))
    return Page(pixels, scale=longest / max(pixels.shape[:2]))
