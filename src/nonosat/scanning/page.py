"""A page to scan: its pixels, and the text that a PDF has."""

from __future__ import annotations

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.scanning.rectified import Image


@dataclass(frozen=True, slots=True)
class Word:
    """A character of a PDF's text, with its centre in page pixels."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its pixels, and its text if there is any."""

    image: Image
    words: tuple[Word, ...] = ()
    scale: float = 1.0  # picture pixels per page pixel: very large pictures are reduced
