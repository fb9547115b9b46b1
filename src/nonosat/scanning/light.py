"""Brightens pages taken in bad light, so that contrasts are as on others."""

from __future__ import annotations

import numpy as np

from nonosat.scanning.rectified import Image, Rectified

DIM = 1.3
"""Gain beyond which light counts as bad."""
_BRIGHT, _BRIGHTEST, _MOST_GAIN = 225.0, 99, 5.0
"""Target level of the page's brightest pixels, their percentile, and maximum gain."""
_EVEN = 0.5
"""Minimum share of pixels equal to their neighbours in a picture not taken by a camera."""


def gain_of(rectified: Rectified) -> float:
    """Returns the gain for a page in bad light; 1 for drawings and screenshots."""
    parts = (rectified.left, rectified.top, rectified.body)
    even = [(part[:, 1:] == part[:, :-1]).all(2).mean() for part in parts if part.shape[1] > 1]
    if not even or max(even) > _EVEN:
        return 1.0
    pixels = [part[::3, ::3].reshape(-1, 3).max(1) for part in parts if part.size]
    brightest = float(np.percentile(np.concatenate(pixels), _BRIGHTEST))
    return min(max(1.0, _BRIGHT / max(brightest, 1.0)), _MOST_GAIN)


def brighter(image: Image, gain: float) -> Image:
    """Applies a gain to an image."""
    if gain <= 1.0:
        return image
    found: Image = np.minimum(image * np.float32(gain), 255).astype(np.uint8)
    return found
