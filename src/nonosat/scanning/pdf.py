"""Pages of PDF files, drawn by PDFium, with the text that they have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from nonosat.foundation.errors import InputError, MissingExtraError
from nonosat.scanning.page import Page, Word

_POINTS, _DOTS = 72, 200  # PDF units per inch, and rendered pixels per inch
_LONGEST = 3600  # maximum longer side of a page in pixels
MOST_PAGES = 100  # maximum number of pages read from a file


def pages_of_pdf(data: bytes, first: int = 0) -> Iterator[Page]:
    """Yields the pages of a PDF file from `first` on; raises `InputError` if it is damaged, locked or too long."""
    document = _document(data)
    import pypdfium2

    try:
        for number in range(first, len(document)):
            try:
                page = document[number]
                yield _page(page)
            except pypdfium2.PdfiumError as error:
                raise InputError(f"page {number + 1} cannot be drawn: {str(error)[:80]}") from None
    finally:
        document.close()


def count_of_pdf(data: bytes) -> int:
    """Returns the number of pages of a PDF file; raises `InputError` like `pages_of_pdf`."""
    document = _document(data)
    try:
        return len(document)
    finally:
        document.close()


def _document(data: bytes) -> Any:
    """Opens a PDFium document; the caller closes it."""
    try:
        import pypdfium2
    except ImportError:
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


def _page(page: Any) -> Page:
    width, height = page.get_size()
    scale = min(_DOTS / _POINTS, _LONGEST / max(width, height, 1))
    image = page.render(scale=scale).to_pil().convert("RGB")
    text = page.get_textpage()
    words = []
    for at in range(text.count_chars()):
        if (character := text.get_text_range(at, 1)).strip():
            left, bottom, right, top = text.get_charbox(at)
            words.append(Word(character, (left + right) / 2 * scale, (height - (bottom + top) / 2) * scale))
    return Page(np.asarray(image), tuple(words))
