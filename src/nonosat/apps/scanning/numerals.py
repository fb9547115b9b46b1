"""Reads a number from its whole image and from the images of its digits.

Unclear numbers are read again in other images: with the faint ink around them, and with their darkest ink only, as noise
joins specks to digits and breaks thin strokes. The geometric mean of the probabilities counts, so that a value that one
image rules out is unlikely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import exp, log

import numpy as np

from nonosat.apps.scanning.digits import net
from nonosat.apps.scanning.ink import FIRM, Inked, Piece, around, levelled
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.paper import Floats
from nonosat.apps.scanning.rectified import Box
from nonosat.apps.scanning.tokens import Token, distances

_CLEAR = 0.995  # probability below which a number is read again
_NEVER = 1e-5  # probability floor of a reading that an image does not show
_FAINT, _AROUND = 0.28, 3  # threshold of ink around a number, relative to its darkest ink; distance in pixels
_FIRM = 0.5, 0.6  # ink thresholds of the other images, relative to the darkest ink
_JUNK_OF_A_HEIGHT = 0.03  # prior probability of marks as tall as a digit, relative to other marks
_WHOLE = 0.6  # distance of middles, in digit heights, below which pieces can be one broken digit

# Maximum aspect ratio of a bar, and minimum probability of 1 given that it is a number.
_BAR, _MOSTLY_ONE = 0.45, 0.9
_SOME = 4  # minimum number of similar bars on a page

Answers = dict[int | None, float]  # probabilities of a number's readings; key None means "no number"

ImageOf = Callable[[Inked, Sequence[Piece]], Floats]


def read_numbers(tokens: Sequence[tuple[Inked, Token]], digit: float, cell: int) -> list[Answers]:
    """Returns the readings of each number; `digit` is the usual height of a digit, in pixels."""
    answers = _read(tokens, digit, cell, Inked.crop)
    again = [at for at, values in enumerate(answers) if max(values.values()) < _CLEAR]
    readings = [_read([tokens[at] for at in again], digit, cell, image_of) for image_of in _OTHER_IMAGES]
    for at, *others in zip(again, *readings, strict=True):
        answers[at] = agreed([answers[at], *others])
    return repeated(answers, [token.box for _, token in tokens], digit)


def repeated(answers: list[Answers], boxes: Sequence[Box], digit: float) -> list[Answers]:
    """Reads bars as 1 rather than marks if there are several similar ones as tall as a digit.

    In some fonts a 1 is a plain bar; a single one would be unclear.
    """
    bars = [
        at
        for at, (values, box) in enumerate(zip(answers, boxes, strict=True))
        if abs(box.height - digit) < 0.2 * digit
        and box.width < _BAR * box.height
        and values.get(1, 0.0) > _MOSTLY_ONE * (1 - values.get(None, 0.0))
    ]
    merged = list(answers)
    for at in bars:
        own = boxes[at]
        alike = [
            other
            for other in bars
            if abs(boxes[other].width - own.width) <= 2 and abs(boxes[other].height - own.height) <= 2
        ]
        if len(alike) >= _SOME:
            merged[at] = likely(answers[at])
    return merged


def agreed(readings: Sequence[Answers]) -> Answers:
    """Returns the normalised geometric mean of the readings of several images.

    >>> {value: round(chance, 2) for value, chance in agreed([{1: 0.5, 7: 0.5}, {1: 0.9, 7: 0.1}]).items()}
    {1: 0.75, 7: 0.25}
    """
    means = {
        value: exp(sum(log(max(answer.get(value, 0.0), _NEVER)) for answer in readings) / len(readings))
        for value in dict.fromkeys(value for answer in readings for value in answer)
    }
    total = sum(means.values())
    return {value: chance / total for value, chance in means.items()}


def _read(tokens: Sequence[tuple[Inked, Token]], digit: float, cell: int, image_of: ImageOf) -> list[Answers]:
    """Returns the readings of each number by one kind of image."""
    crops: list[Floats] = []
    jobs: list[tuple[int, list[tuple[int, int]]]] = []
    for ink, token in tokens:
        whole = image_of(ink, token.parts)
        jobs.append((len(crops), pairs := []))
        crops.append(whole)
        parts = [image_of(ink, group) for group in token.pieces]
        if len(parts) == 2:
            pairs.append((len(crops), len(crops) + 1))
            crops += parts
        elif len(parts) == 3:  # one of two digits is broken
            for cut in (1, 2):
                halves = (token.pieces[:cut], token.pieces[cut:])
                pairs.append((len(crops), len(crops) + 1))
                crops += [image_of(ink, [piece for group in half for piece in group]) for half in halves]
        elif len(parts) == 1 and whole.shape[1] > 0.85 * digit:
            for one, other in cuts(whole):
                pairs.append((len(crops), len(crops) + 1))
                crops += [one, other]
    answers = net().read(crops, [crop.shape[0] / cell for crop in crops])
    readings = []
    for (_, token), (at, pairs) in zip(tokens, jobs, strict=True):
        separate = len(token.pieces) == 2 and distances(token.pieces, digit)[0] > _WHOLE * digit
        values = combined(answers[at], [(answers[a], answers[b]) for a, b in pairs], separate=separate)
        if len(token.pieces) > 3:
            values = {None: 1.0}
        if 0.8 * digit < token.box.height < 1.25 * digit:
            values = likely(values)
        readings.append(values)
    return readings


def _with_faint_ink(ink: Inked, pieces: Sequence[Piece]) -> Floats:
    """Returns the image of pieces including connected fainter ink."""
    box, (height, width) = around(pieces), ink.labels.shape
    wide = Box(
        max(0, box.left - _AROUND),
        max(0, box.top - _AROUND),
        min(width, box.right + _AROUND),
        min(height, box.low + _AROUND),
    )
    inside = slice(wide.top, wide.low), slice(wide.left, wide.right)
    part, own = ink.difference[inside], ink.mask(pieces, wide)
    peak = max(float(np.percentile(part[own], 90)), 1e-3)
    some = own | ((part > _FAINT * peak) & (ink.labels[inside] == 0))
    _, labels = opencv().connectedComponents(some.astype(np.uint8), connectivity=8)
    mask = np.isin(labels, labels[own])
    tight = _tight(mask)
    return levelled(part[tight], mask[tight])


def _firm(share: float) -> ImageOf:
    """Returns an image function that keeps the darkest ink only."""

    def image_of(ink: Inked, pieces: Sequence[Piece]) -> Floats:
        whole = ink.crop(pieces)
        tight = _tight(whole > share)
        trimmed = whole[tight]
        if min(trimmed.shape) < 3:
            return whole
        return np.ascontiguousarray(trimmed * (trimmed > 0.6 * share), np.float32)

    return image_of


def _tight(mask: np.ndarray) -> tuple[slice, slice]:
    """Returns the bounding box of a mask."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return slice(0), slice(0)
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


_OTHER_IMAGES: tuple[ImageOf, ...] = (_with_faint_ink, *map(_firm, _FIRM))


def cuts(crop: Floats) -> list[tuple[Floats, Floats]]:
    """Returns up to three cuts of touching digits, where there is least ink."""
    width = crop.shape[1]
    ink = np.convolve(crop.sum(0), np.ones(3) / 3, "same")
    inner = range(max(2, round(0.22 * width)), min(width - 2, round(0.78 * width)))
    places: list[int] = []
    for at in sorted(inner, key=lambda column: (ink[column], abs(column - width / 2))):
        if all(abs(at - other) > 0.12 * width for other in places):
            places.append(at)
        if len(places) == 3:
            break
    halves = []
    for at in places:
        pair = [np.ascontiguousarray(half[_tight(half > FIRM)]) for half in (crop[:, :at], crop[:, at:])]
        if all(min(half.shape) >= 2 for half in pair):
            halves.append((pair[0], pair[1]))
    return halves


def combined(
    whole: Answers,
    pairs: Sequence[tuple[Answers, Answers]],
    *,
    separate: bool,
) -> Answers:
    """Combines readings of the whole image and of single digits."""
    if not pairs:
        return whole
    best: Answers = {}
    for one, other in pairs:
        for tens, units in product(range(1, 10), range(10)):
            chance = one[tens] * other[units]
            if chance > best.get(10 * tens + units, 0.0):
                best[10 * tens + units] = chance
    trust = 0.75 if separate else 0.4
    left = max(0.0, 1 - sum(best.values()))
    total = max(1.0, sum(best.values()))
    mixed = {value: (1 - trust) * chance for value, chance in whole.items()}
    for value, chance in best.items():
        mixed[value] = mixed.get(value, 0.0) + trust * chance / total
    # the remaining probability goes to the readings of the whole image
    for value, chance in whole.items():
        mixed[value] += trust * left * chance
    return mixed


def likely(values: Answers) -> Answers:
    """Adjusts probabilities for the height of a digit, which marks rarely have.

    >>> {value: round(chance, 2) for value, chance in likely({None: 0.5, 1: 0.5}).items()}
    {None: 0.03, 1: 0.97}
    """
    junk = values.get(None, 0.0) * _JUNK_OF_A_HEIGHT
    total = junk + sum(chance for value, chance in values.items() if value is not None)
    return {value: (junk if value is None else chance) / total for value, chance in values.items()}
