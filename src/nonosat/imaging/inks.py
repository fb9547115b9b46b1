"""Reduces a picture of many colours to a few that look different.

k-means (S. Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory 28, 1982) in OKLab, where
distances are close to perceived ones (B. Ottosson, "A perceptual color space for image processing", 2020). The first
centre is the most frequent colour; each further one is frequent and far from all before it (farthest points with weights:
T. Gonzalez 1985). So brown and red, which a median cut in RGB merges, get a colour each. Shades that look alike, such as
those of a gradient, make room for other colours. For speed, colours with the same first bits of red, green and blue count
as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from nonosat.imaging.colours import LINEAR_LIGHT
from nonosat.imaging.pixels import Pixel, pixel_of, squared_distance
from nonosat.model.palette import Colour

_ROUNDS = 20  # maximum rounds of k-means; far fewer are usual
_APART = 0.15  # distance in OKLab from which people distinguish two inks easily
_MORE = 6  # extra clusters tried to replace those that look alike

Lab = tuple[float, float, float]
"""Lightness, green to red, blue to yellow."""


@dataclass(slots=True)
class _Bin:
    """Nearly equal colours."""

    weight: int = 0
    commonest: Pixel = (0, 0, 0)
    most: int = 0
    lab: Lab = (0.0, 0.0, 0.0)


def few_colours(counts: Mapping[Pixel, int], number: int) -> list[Pixel]:
    """Returns `number` colours that represent the counted ones; all of them if there are fewer.

    They look different if the picture has enough such colours: the shades of a gradient count as one.

    >>> few_colours({(255, 255, 255): 90, (255, 0, 0): 5, (250, 0, 0): 1, (165, 42, 42): 4}, 3)
    [(255, 255, 255), (165, 42, 42), (255, 0, 0)]
    """
    bins = next(bins for bits in (4, 5, 6, 8) if len(bins := _bins(counts, bits)) >= number or bits == 8)
    plain = _k_means(bins, number)
    tries = chain([plain], (_k_means(bins, number + more) for more in range(1, _MORE)))
    return next(
        (distinct[:number] for clusters in tries if len(distinct := _apart(clusters)) >= number), plain
    )


def alike(one: Pixel, other: Pixel) -> bool:
    """Returns True if two colours are hard to distinguish in a puzzle."""
    return squared_distance(oklab(one), oklab(other)) < _APART**2


def alike_inks(palette: Sequence[Colour]) -> list[tuple[str, str]]:
    """Returns the pairs of inks that are hard to distinguish, as values such as `#d62828`."""
    values = [colour.rgb for colour in palette[1:]]
    return [
        (f"#{one}", f"#{other}")
        for one, other in combinations(values, 2)
        if alike(pixel_of(one), pixel_of(other))
    ]


def _apart(colours: Sequence[Pixel]) -> list[Pixel]:
    """Drops colours that look like an earlier one."""
    kept: list[Pixel] = []
    for colour in colours:
        if not any(alike(colour, other) for other in kept):
            kept.append(colour)
    return kept


def _k_means(bins: Sequence[_Bin], number: int) -> list[Pixel]:
    """Returns the colours of up to `number` clusters."""
    centres = _first(bins, number)
    groups: list[list[_Bin]] = []
    for _ in range(_ROUNDS):
        groups = [[] for _ in centres]
        for shade in bins:
            groups[_nearest(shade.lab, centres)].append(shade)
        groups = [group for group in groups if group]
        before, centres = centres, [_mean(group) for group in groups]
        if before == centres:
            break
    return [_shown(group, centre) for group, centre in zip(groups, centres, strict=True)]


def nearest(pixels: Iterable[Pixel], colours: Sequence[Pixel]) -> dict[Pixel, Pixel]:
    """Maps each pixel to the colour that looks most like it."""
    labs = [oklab(colour) for colour in colours]
    return {pixel: colours[_nearest(oklab(pixel), labs)] for pixel in pixels}


def oklab(pixel: Pixel) -> Lab:
    """Converts a colour to OKLab.

    >>> [round(part, 3) for part in oklab((255, 0, 0))]
    [0.628, 0.225, 0.126]
    """
    red, green, blue = (LINEAR_LIGHT[part] for part in pixel)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _bins(counts: Mapping[Pixel, int], bits: int) -> list[_Bin]:
    """Groups colours by the first bits of each channel."""
    bins: dict[tuple[int, int, int], _Bin] = {}
    shift = 8 - bits
    for pixel, count in counts.items():
        red, green, blue = pixel
        shade = bins.setdefault((red >> shift, green >> shift, blue >> shift), _Bin())
        shade.weight += count
        if count > shade.most:
            shade.commonest, shade.most = pixel, count
    for shade in bins.values():
        shade.lab = oklab(shade.commonest)
    return list(bins.values())


def _first(bins: Sequence[_Bin], number: int) -> list[Lab]:
    """Returns the initial centres of k-means."""
    chosen = max(bins, key=lambda shade: shade.weight)
    centres = [chosen.lab]
    distances = [squared_distance(shade.lab, chosen.lab) for shade in bins]
    while len(centres) < number and any(distances):
        # as far as possible and as frequent: noise is far, but rare
        at = max(range(len(bins)), key=lambda shade: distances[shade] * bins[shade].weight ** 0.5)
        centres.append(bins[at].lab)
        distances = [
            min(old, squared_distance(shade.lab, bins[at].lab))
            for old, shade in zip(distances, bins, strict=True)
        ]
    return centres


def _nearest(lab: Lab, centres: Sequence[Lab]) -> int:
    return min(range(len(centres)), key=lambda at: squared_distance(lab, centres[at]))


def _mean(group: Sequence[_Bin]) -> Lab:
    weight = sum(shade.weight for shade in group)
    lightness, a, b = (sum(shade.lab[part] * shade.weight for shade in group) / weight for part in range(3))
    return lightness, a, b


def _shown(group: Sequence[_Bin], centre: Lab) -> Pixel:
    """Returns the colour that represents a group: its commonest if frequent, else the one nearest to its centre."""
    commonest = max(group, key=lambda shade: shade.most)
    if 2 * commonest.most >= sum(shade.weight for shade in group):
        return commonest.commonest
    return min(group, key=lambda shade: squared_distance(shade.lab, centre)).commonest
