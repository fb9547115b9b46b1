"""How bright a page is: one that was taken in bad light is made brighter, so that contrasts are what they are on others."""

from __future__ import annotations

import numpy as np

from nonosat.scanning.rectified import Image, Rectified

DIM = 1.3
"""Light is bad if a page must be made brighter by more."""
_BRIGHT, _BRIGHTEST, _MOST_GAIN = 225.0, 99, 5.0
"""How bright the brightest per cent of a page are made, and by how many times at most."""
_EVEN = 0.5
"""The share of pixels with the colour of their neighbours in a picture that no camera took, at least."""


def gain_of(rectified: Rectified) -> float:
    """How many times brighter a page should be that was taken in bad light; drawings and screenshots stay as they are."""
    parts = (rectified.left, rectified.top, rectified.body)
    even = [(part[:, 1:] == part[:, :-1]).all(2).mean() for part in parts if part.shape[1] > 1]
    if not even or max(even) > _EVEN:
        return 1.0
    pixels = [part[::3, ::3].reshape(-1, 3).max(1) for part in parts if part.size]
    brightest = float(np.percentile(np.concatenate(pixels), _BRIGHTEST))
    return min(max(1.0, _BRIGHT / max(brightest, 1.0)), _MOST_GAIN)


def brighter(image: Image, gain: float) -> Image:
    """The image with a gain."""
    if gain <= 1.0:
        return image
    found: Image = np.minimum(image * np.float32(gain), 255).astype(np.uint8)
    return found
