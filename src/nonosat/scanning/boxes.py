"""Pixel rectangles."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle of pixels: left and top inclusive, right and bottom exclusive."""

    left: int
    top: int
    right: int
    low: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.low - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """Centre as (x, y)."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def joined(self, other: Box) -> Box:
        """Returns the bounding box of both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.low, other.low),
        )
