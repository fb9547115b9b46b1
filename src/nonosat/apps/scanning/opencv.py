"""Lazy import of OpenCV."""

from __future__ import annotations

from types import ModuleType

from nonosat.support.errors import MissingExtraError


def opencv() -> ModuleType:
    """Returns the module `cv2`; raises `MissingExtraError` if it is not installed."""
    try:
        import cv2
    except ModuleNotFoundError:  # other import errors can come from lack of memory
        raise MissingExtraError("scanning needs OpenCV: pip install 'nonosat[scan]'") from None
    return cv2
