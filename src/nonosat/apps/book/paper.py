"""The paper of a book: its size after trimming, and the margins of left-hand and right-hand pages.

Lengths are read as text with a unit, `12mm`, and kept in points (72 per inch). Page 1 is a right-hand page, as in
every bound book: its gutter, the part lost in the binding, is at its left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.support.arguments import method
from nonosat.support.errors import UsageError

POINTS = {"pt": 1.0, "mm": 72 / 25.4, "cm": 720 / 25.4, "in": 72.0}  # the points of each unit
# named page sizes, from the smallest to the largest
PAGES = {
    "a5": "148x210mm",
    "6x9": "6x9in",
    "letter": "8.5x11in",
    "a4": "210x297mm",
    "legal": "8.5x14in",
    "a3": "297x420mm",
}
SHORTEST_SIDE, LONGEST_SIDE = 144.0, 14_400.0  # points: two inches, and the limit of PDF, 200 inches

_NUMBER = r"(\d{1,6}(?:\.\d{1,6})?)"
_UNIT = rf"({'|'.join(POINTS)})"
_LENGTH = re.compile(rf"{_NUMBER} ?{_UNIT}")
_SIZE = re.compile(rf"{_NUMBER} ?x ?{_NUMBER} ?{_UNIT}?")
_LONGEST_INCHES = 24  # longest side of a size without a unit; longer ones are probably millimetres


class Box(NamedTuple):
    """A part of a page, in points from its lower left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Paper:
    """The pages of a book, in points. Raises `UsageError` if the margins leave no printable area."""

    width: float
    height: float
    margin: float  # outside, top and bottom
    gutter: float  # inside, beyond the margin

    def __post_init__(self) -> None:
        if not all(SHORTEST_SIDE <= side <= LONGEST_SIDE for side in (self.width, self.height)):
            least, most = (f"{side / POINTS['mm']:.0f}" for side in (SHORTEST_SIDE, LONGEST_SIDE))
            raise UsageError(f"a page must have sides of {least} to {most} mm, not {self}")
        box = self.area(1)
        if min(box.width, box.height) < SHORTEST_SIDE / 2:
            raise UsageError(f"the margins and the gutter leave no room on a page of {self}")

    @method
    def area(self, page: int) -> Box:
        """Returns the printable area of a page (numbered from 1); raises `UsageError` for another number."""
        if page < 1:
            raise UsageError(f"pages are numbered from 1, got {page}")
        inside, outside = self.margin + self.gutter, self.margin
        left = inside if page % 2 else outside
        return Box(left, self.margin, self.width - inside - outside, self.height - 2 * self.margin)

    @method
    def named(self, name: str) -> Paper:
        """Returns the paper of another size of `PAGES` with the same margins."""
        return replace(paper_of(name, "0mm", "0mm"), margin=self.margin, gutter=self.gutter)

    def __str__(self) -> str:
        return f"{self.width / POINTS['mm']:.0f}x{self.height / POINTS['mm']:.0f} mm"


def paper_of(page: str, margin: str, gutter: str) -> Paper:
    """Returns the paper of a size: one of `PAGES`, or a text such as `150x200mm` or `8.5x14` (inches).

    >>> print(paper_of("A5", "12mm", "6mm"))
    148x210 mm
    """
    text = page.lower()
    match = _SIZE.fullmatch(PAGES.get(text, text))
    if not match:
        raise UsageError(f"no page size is called {page!r}: {', '.join(PAGES)}, or one such as 150x200mm")
    width, height, unit = match.groups()
    if unit is None and max(float(width), float(height)) > _LONGEST_INCHES:
        raise UsageError(f"a page of {page} inches is too large: name another unit, as in {page}mm")
    points = POINTS[unit or "in"]
    return Paper(float(width) * points, float(height) * points, points_of(margin), points_of(gutter))


def points_of(length: str) -> float:
    """Returns a length in points.

    >>> points_of("1in"), round(points_of("10 mm"), 2)
    (72.0, 28.35)
    """
    match = _LENGTH.fullmatch(length.lower())
    if not match:
        raise UsageError(
            f"a length must be a number and one of {', '.join(POINTS)}, such as 12mm, not {length!r}"
        )
    return float(match[1]) * POINTS[match[2]]
