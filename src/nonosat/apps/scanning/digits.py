"""A small neural net that reads numbers of one and two digits, in numpy.

Input: the image at 24 pixels of height, histograms of oriented gradients (N. Dalal, B. Triggs, CVPR 2005), aspect ratio
and size. One hidden layer; three outputs with probabilities: two digits, one, or junk; the first of two digits; the last
digit. Two digits are read as a whole, since they often touch.

`python -m benchmarks.digits` trains it with freely licensed fonts and writes `digits.npz`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.opencv import opencv

Floats = npt.NDArray[np.float32]

HIGH, WIDE = 24, 32  # input size of the net in pixels

WEIGHTS = Path(__file__).with_name("digits.npz")

JUNK, ONE, TWO = range(3)  # classes of the first output

_DIRECTIONS = 8
_BLOCK = 8
_SHAPE = 4

_SHARPER = 1.25  # factor on logits that calibrates probabilities: training targets are smoothed

FEATURES = (HIGH // 2) * (WIDE // 2) + (HIGH // _BLOCK * 2 - 1) * (WIDE // _BLOCK) * _DIRECTIONS + _SHAPE


def seen(crop: Floats) -> Floats:
    """Scales a crop (0 background, 1 ink) to the net's input size."""
    height, width = crop.shape
    across = max(1, min(WIDE, round(width * HIGH / height)))
    cv2 = opencv()
    method = cv2.INTER_AREA if height > HIGH else cv2.INTER_LINEAR
    small = cv2.resize(crop, (across, HIGH), interpolation=method)
    padded = np.zeros((HIGH, WIDE), np.float32)
    left = (WIDE - across) // 2
    padded[:, left : left + across] = small
    return padded


def features(crops: Sequence[Floats], sides: Sequence[float]) -> Floats:
    """Returns one feature row per crop; `sides` are heights relative to a cell."""
    pictures = np.stack([seen(crop) for crop in crops])
    number = len(pictures)
    small = pictures.reshape(number, HIGH // 2, 2, WIDE // 2, 2).mean((2, 4))
    down, across = np.gradient(pictures, axis=(1, 2))
    strength = np.hypot(down, across)
    angle = np.arctan2(down, across) * (_DIRECTIONS / (2 * np.pi)) % _DIRECTIONS
    low = np.floor(angle)
    part = angle - low
    low = low.astype(np.int8) % _DIRECTIONS
    votes = np.zeros((_DIRECTIONS, *pictures.shape), np.float32)
    for direction in range(_DIRECTIONS):
        votes[direction] = strength * (
            (low == direction) * (1 - part) + (low == (direction - 1) % _DIRECTIONS) * part
        )
    half = _BLOCK // 2
    halves = votes.reshape(_DIRECTIONS, number, HIGH // half, half, WIDE // _BLOCK, _BLOCK).sum((3, 5))
    blocks = (halves[:, :, :-1] + halves[:, :, 1:]).transpose(1, 2, 3, 0)
    blocks = np.sqrt(
        blocks / (np.linalg.norm(blocks, axis=-1, keepdims=True).mean((1, 2), keepdims=True) + 1e-3)
    )
    shape = np.array(
        [
            (
                crop.shape[1] / crop.shape[0],
                min(2.0, crop.shape[1] / crop.shape[0]) ** 2,
                2 * side,
                picture.mean(),
            )
            for crop, side, picture in zip(crops, sides, pictures, strict=True)
        ],
        np.float32,
    )
    joined = np.concatenate([small.reshape(number, -1) * 2, blocks.reshape(number, -1), shape], axis=1)
    return joined.astype(np.float32)


class Net:
    """A net with one hidden layer and three outputs."""

    def __init__(self, inner: Floats, bias: Floats, outer: Floats, last: Floats) -> None:
        self._inner, self._bias, self._outer, self._last = inner, bias, outer, last

    def answers(self, rows: Floats) -> tuple[Floats, Floats, Floats]:
        """Returns, per feature row, probabilities of (junk, one, two), of the first digit, of the last digit."""
        hidden = np.maximum(rows @ self._inner + self._bias, 0)
        scores = (hidden @ self._outer + self._last) * _SHARPER
        return _softmax(scores[:, :3]), _softmax(scores[:, 3:13]), _softmax(scores[:, 13:])

    def read(self, crops: Sequence[Floats], sides: Sequence[float]) -> list[dict[int | None, float]]:
        """Returns probabilities of numbers for each crop; key None means "no number"."""
        if not crops:
            return []
        answers = []
        for kind, first, last in zip(*self.answers(features(crops, sides)), strict=True):
            numbers: dict[int | None, float] = {None: float(kind[JUNK])}
            for digit in range(10):
                numbers[digit] = float(kind[ONE] * last[digit])
            for ten in range(1, 10):
                if first[ten] > 1e-3:
                    for digit in range(10):
                        numbers[10 * ten + digit] = float(kind[TWO] * first[ten] * last[digit])
            answers.append(numbers)
        return answers


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


@cache
def net() -> Net:
    """Loads the net that ships with the package."""
    with np.load(WEIGHTS) as stored:
        return Net(*(stored[name].astype(np.float32) for name in ("inner", "bias", "outer", "last")))
