"""The inks of a page: the colours of its numbers or chips, clustered over the page and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nonosat.imaging.colours import NAMED, plain
from nonosat.imaging.inks import Lab, oklab
from nonosat.imaging.pixels import Pixel, pixel_of, squared_distance
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette

_APART = 0.13  # minimum distance in OKLab of two inks
_GREY = 0.055  # chroma below which a colour is grey
_LACKS = 0.3  # distance between colours that lack all and none of a primary; noise is a third of that
_FEW, _FEW_DIM = 0.01, 0.03  # minimum share of the numbers per ink
# Names of inks; a black ink comes first.
_NAMES = [
    "red",
    "orange",
    "gold",
    "lime",
    "green",
    "cyan",
    "blue",
    "purple",
    "magenta",
    "pink",
    "brown",
    "gray",
]


class Seen(NamedTuple):
    """The colour of a number."""

    colour: Pixel
    chip: bool  # true if it is the colour of a chip around the number
    lacks: tuple[float, ...] = ()
    """In bad light: missing shares of red, green and blue, relative to the largest."""


def lit(colour: Any, paper: Any) -> Pixel:
    """Converts a colour to even light and white (or black) paper."""
    colour, paper = np.asarray(colour, float), np.asarray(paper, float)
    if paper.max() > colour.max():
        colour = colour * (255 / np.maximum(paper, 30))
    red, green, blue = np.clip(colour, 0, 255).astype(int)
    return int(red), int(green), int(blue)


def clustered(seen: Sequence[Seen], weights: Sequence[bool]) -> tuple[Palette, list[int]]:
    """Returns the palette of a page, and the ink of each number.

    `weights` is nonzero for the numbers that count.

    >>> black, red = Seen((20, 20, 20), False), Seen((230, 10, 10), False)
    >>> palette, which = clustered([black, red, black, red, black], [True] * 5)
    >>> [colour.name for colour in palette], which
    (['white', 'black', 'red'], [1, 2, 1, 2, 1])
    """
    labs = [_place(tint) for tint in seen]
    dim = any(tint.lacks for tint in seen)
    groups = _groups([lab for lab, counts in zip(labs, weights, strict=True) if counts], dim)
    if len(groups) < 2:
        return BLACK_AND_WHITE, [1] * len(seen)
    centres = [np.mean(group, axis=0) for group in groups]
    nearest = [int(np.argmin([_distances(np.array(lab), centre) for centre in centres])) for lab in labs]
    values = []
    for at in range(len(centres)):
        own = [
            tint.colour
            for tint, ink, counts in zip(seen, nearest, weights, strict=True)
            if ink == at and counts
        ]
        red, green, blue = np.median(np.array(own or [(0, 0, 0)]), axis=0).astype(int)
        values.append((int(red), int(green), int(blue)))
    dark = [at for at, value in enumerate(values) if _chroma(oklab(value)) < _GREY]
    order = sorted(range(len(values)), key=lambda at: (at not in dark, -len(groups[at])))
    names = _names([values[at] for at in order])
    inks = [
        Colour(name, NAMED["black"] if name == "black" else "{:02x}{:02x}{:02x}".format(*values[at]), "#")
        for name, at in zip(names, order, strict=True)
    ]
    palette = plain((BLACK_AND_WHITE[0], *inks))
    place = {at: number for number, at in enumerate(order, start=1)}
    return palette, [place[at] for at in nearest]


def _chroma(lab: Lab) -> float:
    return float(np.hypot(lab[1], lab[2]))


def _place(seen: Seen) -> tuple[float, ...]:
    """Returns the coordinates of a colour, flat and as seen; near ones are one ink."""
    if seen.lacks:
        place = tuple(_LACKS * share for share in seen.lacks)
        return (*place, *place)
    lab = oklab(seen.colour)
    return (*_flat(lab, seen.chip), *lab)


def _flat(lab: Lab, chip: bool) -> Lab:
    """Maps grey to black: a grey number is struck out or badly lit. Chips can be grey."""
    lightness, a, b = lab
    if _chroma(lab) < _GREY:
        return (lightness if chip else 0.0, 0.0, 0.0)
    # lightness matters less than hue
    return 0.6 * lightness, a * 1.3, b * 1.3


def _distances(ones: Any, others: Any) -> Any:
    """Returns the distances of flat colours, or twice those of the colours as seen, if these are less."""
    off = ones - others
    flat, whole = (np.sqrt((off[..., part] ** 2).sum(-1)) for part in (slice(3), slice(3, 6)))
    return np.minimum(flat, 2 * whole)


def _groups(labs: Sequence[tuple[float, ...]], dim: bool) -> list[list[tuple[float, ...]]]:
    """Clusters colours (flat and as seen): joins the two nearest while they are near; very small clusters join others."""
    groups: list[list[tuple[float, ...]]] = []
    for lab in labs:
        for group in groups:
            if _distances(np.mean(group, axis=0), np.array(lab)) < _APART / 2:
                group.append(lab)
                break
        else:
            groups.append([lab])
    while len(groups) > 1:
        centres = np.array([np.mean(group, axis=0) for group in groups])
        far = _distances(centres[:, None], centres[None]) + np.eye(len(groups)) * 9
        one, other = divmod(int(far.argmin()), len(groups))
        least = min(range(len(groups)), key=lambda at: len(groups[at]))
        if far[one, other] >= _APART:
            if len(groups[least]) >= max(2, (_FEW_DIM if dim else _FEW) * len(labs)):
                break
            one, other = least, int(far[least].argmin())
        groups[one] += groups[other]
        del groups[other]
    return groups


def _names(values: Sequence[Pixel]) -> list[str]:
    """Returns a different name for each colour: the nearest of a few common ones."""
    names: list[str] = []
    for value in values:
        lab = oklab(value)
        own = ["black"] if _chroma(lab) < _GREY and lab[0] < 0.55 else []
        ordered = sorted(_NAMES, key=lambda name: squared_distance(lab, oklab(pixel_of(NAMED[name]))))
        names.append(next(name for name in (*own, *ordered, *NAMED) if name not in names))
    return names
