"""A laid-out picture: items from back to front.

Lengths are pixels, y grows downwards. An item has a role, which a theme turns into a colour and an SVG into a
class. Writers draw `Scene.items` in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]

Anchor = Literal["start", "middle", "end"]

MAX_ROLES = 256  # maximum number of roles of tiles


@dataclass(frozen=True, slots=True)
class Tiles:
    """Squares that fill a rectangle: one byte each, an index into `roles`."""

    x: float
    y: float
    cell: int
    rows: tuple[bytes, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Polygons:
    """Filled areas."""

    role: str
    outlines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Filled rectangles (x, y, width, height) with round corners."""

    role: str
    radius: float
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Discs:
    """Filled circles."""

    role: str
    radius: float
    centres: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Strokes:
    """Polylines of that width; `closed` ones return to their start."""

    role: str
    width: float
    paths: tuple[tuple[Point, ...], ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts of one size as (x, y, text): y is the baseline, x the `anchor`."""

    role: str
    size: float
    anchor: Anchor
    texts: tuple[tuple[float, float, str], ...]


Item = Tiles | Polygons | Boxes | Discs | Strokes | Texts


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of that width and height."""

    width: int
    height: int
    items: tuple[Item, ...]
