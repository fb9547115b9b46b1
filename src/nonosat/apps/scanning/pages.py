"""Pages to scan: pictures that Pillow reads, upright, and pages of PDF files, drawn by PDFium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.apps.scanning.rectified import Image
from nonosat.imaging.foreign import decoded
from nonosat.imaging.opening import opaque_of, opened, require_pixels, upright
from nonosat.support.errors import InputError, MissingExtraError
from nonosat.support.limits import Clock

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

KINDS = "jpeg", "png", "gif", "bmp", "webp", "tiff", "ppm"

MAX_PIXELS = 60_000_000  # maximum size of a picture: phones with 50 megapixels take a little more
MOST_PIXELS_A_SIDE = 4000  # longer sides are reduced to this: cells are read best at about 50 pixels
_REDUCIBLE = ("L", "LA", "RGB", "RGBA", "CMYK", "YCbCr")  # Pillow modes that can be averaged

_HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
_POINTS, _DOTS = 72, 200  # PDF units per inch, and rendered pixels per inch
_LONGEST = 3600  # maximum longer side of a page in pixels
MOST_PAGES = 100  # maximum number of pages read from a file


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its pixels, upright."""

    image: Image
    scale: float = 1.0  # picture pixels per page pixel: very large pictures are reduced
    count: int = 1  # number of pages of its file


def pages_of(data: bytes, first: int = 1, clock: Clock | None = None) -> Iterator[Page]:
    """Yields the pages of a file from number `first` on: one picture, or the pages of a PDF.

    Where the clock does not end this process, pages of a PDF are drawn in a child (`nonosat.imaging.foreign`). Raises
    `InputError` for other, too large or damaged files, animations, and if there is no such page.
    """
    if data.startswith(b"%PDF-"):
        yield from _pages_of_pdf(data, first, clock)
        return
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        advice = "convert it first, such as by `heif-convert photo.heic photo.jpg`"
        raise InputError(f"HEIC pictures are not read: {advice}")
    _require_page(first, 1)
    yield opened(data, KINDS, partial(require_pixels, most=MAX_PIXELS), _upright)


def _require_page(number: int, count: int) -> None:
    if number > count:
        raise InputError(f"there is no page {number}; the file has {count}")


def page_of(picture: Picture) -> Page:
    """Converts a Pillow image to a page; raises `InputError` if it is too large."""
    require_pixels(picture.width, picture.height, MAX_PIXELS)
    return _upright(picture)


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


def _pages_of_pdf(data: bytes, first: int, clock: Clock | None) -> Iterator[Page]:
    """Yields the pages of a PDF file; raises `InputError` if it is damaged, locked or too long."""
    number = count = first
    while number <= count:
        if clock is None or clock.left is None:  # nothing else ends it
            page = decoded(f"page {number}", _page_of_pdf, data, number, clock=clock)
        else:
            page = _page_of_pdf(data, number, clock=clock)
        yield page
        number, count = number + 1, page.count


def _page_of_pdf(data: bytes, number: int, *, clock: Clock) -> Page:
    """Draws a page of a PDF file; raises `InputError` as `_pages_of_pdf` does."""
    clock.tick()
    document = _document(data)
    import pypdfium2

    try:
        count = len(document)
        _require_page(number, count)
        return _drawn(document[number - 1], count)
    except pypdfium2.PdfiumError as error:
        raise InputError(f"page {number} cannot be drawn: {str(error)[:80]}") from None
    finally:
        document.close()


def _document(data: bytes) -> Any:
    """Opens a PDFium document; the caller closes it."""
    try:
        import pypdfium2
    except ModuleNotFoundError:
        raise MissingExtraError("PDF pages need pypdfium2: pip install 'nonosat[scan]'") from None
    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        raise InputError(f"not a PDF file that can be read: {str(error)[:80]}") from None
    if count > MOST_PAGES:
        document.close()
        raise InputError(f"{count} pages, more than the {MOST_PAGES} that are accepted")
    return document


def _drawn(page: Any, count: int) -> Page:
    width, height = page.get_size()
    scale = min(_DOTS / _POINTS, _LONGEST / max(width, height, 1))
    image = page.render(scale=scale).to_pil().convert("RGB")
    return Page(np.asarray(image), count=count)
