"""Reads pictures with Pillow, in RGB and upright; transparent pixels become white.

Use `opened` to read a photograph and `upright` to turn the result: phones store pictures in the orientation of the
sensor, with a tag.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from nonosat.imaging.pixels import Box
from nonosat.support.errors import InputError, MissingExtraError, UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

Made = TypeVar("Made")

_ORIENTATION = 0x0112
# the `Transpose` of Pillow that turns a picture upright, by orientation
_UPRIGHT = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}


def opened(
    data: bytes,
    kinds: Sequence[str],
    require_size: Callable[[int, int], None],
    made: Callable[[Image], Made],
) -> Made:
    """Opens a picture of one of these kinds and returns `made(image)`.

    `require_size` gets width and height first and can raise. Nothing is decoded before `made`. Raises `InputError` for
    other files and animations.
    """
    pillow = pillow_for(kinds[0] if len(kinds) == 1 else "such")
    _silence_python()
    if data.startswith((b"II", b"MM")):
        _silence_libtiff()
    what = f"a {kinds[0].upper()} picture" if len(kinds) == 1 else "a picture"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with pillow.open(io.BytesIO(data), formats=[kind.upper() for kind in kinds]) as image:
                require_size(image.width, image.height)
                # such files have a photograph first
                if getattr(image, "is_animated", False) and image.format != "MPO":
                    raise InputError("an animation is not one picture")
                return made(image)
    except (InputError, UsageError, MemoryError):  # a memory limit is no damage
        raise
    except pillow.DecompressionBombError as error:  # raised before `require_size` is asked
        pixels = int("".join(filter(str.isdigit, str(error).partition("exceeds")[0])))
        raise InputError(f"a picture of {pixels:,} pixels is too large") from None
    except Exception as error:  # Pillow raises errors of every kind for damaged files
        reason = " ".join(str(error).split()) if isinstance(error, OSError | ValueError) else "damaged"
        if isinstance(error, pillow.UnidentifiedImageError):
            reason = "its beginning is damaged, or it is of another kind"
        raise InputError(f"not {what}: {reason[:80]}") from None


def image_of(thing: object) -> Image | None:
    """Returns a Pillow image, or an array of pixels as one; None for anything else.

    An array holds greys, RGB or RGBA in bytes, or truth values: False is black, as in Pillow. Raises `InputError` for others.
    """
    pillow = pillow_for("such")
    made: Image
    if isinstance(thing, pillow.Image):
        made = thing
        return made
    interface = getattr(thing, "__array_interface__", None)
    if not isinstance(interface, dict):
        return None
    shape, kind = interface["shape"], interface["typestr"]
    channels = shape[2] if len(shape) == 3 and kind == "|u1" else 1
    if kind not in ("|u1", "|b1") or len(shape) not in (2, 3) or (len(shape) == 3 and channels not in (3, 4)):
        size = "x".join(map(str, shape))
        wanted = "a picture is an array of uint8 or bool, height by width, or by 3 or 4 channels of uint8"
        raise InputError(f"{wanted}; this one is {size or 'one number'} of {kind}")
    require_pixels(shape[1], shape[0], shape[0] * shape[1])
    made = pillow.fromarray(thing)
    return made


def png_of(image: Image) -> bytes:
    """Returns a picture as the content of a PNG file, upright and on white."""
    require_pixels(image.width, image.height, image.width * image.height)
    file = io.BytesIO()
    upright(opaque_of(image), image).save(file, "PNG", compress_level=1)
    return file.getvalue()


@cache
def _silence_python() -> None:
    """Keeps Pillow's remarks about damaged files off standard error; they still go to a program's log."""
    logging.getLogger("PIL").addHandler(logging.NullHandler())


@cache
def _silence_libtiff() -> None:
    """Keeps libtiff's messages about damaged files off standard error, since our error says the same."""
    from ctypes import CDLL, c_void_p  # imported late: only TIFF needs it

    from PIL import _imaging

    try:
        library = CDLL(_imaging.__file__)  # it and the libraries that it is linked with
        for name in ("TIFFSetErrorHandler", "TIFFSetWarningHandler"):
            handler = getattr(library, name)
            handler.argtypes, handler.restype = [c_void_p], c_void_p
            handler(None)
    except (OSError, AttributeError):  # linked in a way that hides it, as on Windows
        return


def require_pixels(width: int, height: int, most: int) -> None:
    """Raises `InputError` for a picture of more pixels, or none."""
    if width * height > most:
        bound = f"more than the {most // 10**6} million pixels that are accepted"
        raise InputError(f"a picture of {width}x{height} has {bound}")
    if min(width, height) < 1:
        raise InputError("the picture has no pixels")


def opaque_of(image: Image) -> Image:
    """Converts a picture to RGB on white."""
    if image.mode.startswith("I;16"):
        image = image.convert("I")
    if image.mode == "I":  # grey values of 16 bits
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" not in image.info and "A" not in image.getbands():
        return image.convert("RGB")
    image = image.convert("RGBA")
    white = image.copy()
    white.paste((255, 255, 255, 255), (0, 0, *image.size))
    white.alpha_composite(image)
    return white.convert("RGB")


def orientation(image: Image) -> int:
    """Returns the EXIF orientation (JEITA CP-3451, tag 0x0112): 1 to 8; 1 if unknown, and for TIFF, which Pillow turns itself.

    From 5 on, width and height are exchanged.
    """
    if image.format == "TIFF":
        return 1
    try:
        value = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # Pillow raises errors of every kind for damaged metadata; the pixels can be fine
        return 1
    return value if value in _UPRIGHT or value == 1 else 1


def upright_size(image: Image) -> tuple[int, int]:
    """Returns the width and height of the upright picture."""
    return (image.height, image.width) if orientation(image) > 4 else image.size


def size_by_header(image: Image) -> tuple[int, int]:
    """Like `upright_size`, but ignores an orientation stored after the pixels of a PNG, since Pillow would decode them."""
    silent = image.format == "PNG" and "exif" not in image.info
    return image.size if silent else upright_size(image)


def as_stored(box: Box, image: Image) -> Box:
    """Converts a part of the upright picture to the part of the stored pixels."""
    held = orientation(image)
    left, top, right, bottom = box
    if held in (2, 3, 6, 7):
        left, right = 1 - right, 1 - left
    if held in (3, 4, 7, 8):
        top, bottom = 1 - bottom, 1 - top
    return (top, left, bottom, right) if held > 4 else (left, top, right, bottom)


def upright(made: Image, image: Image) -> Image:
    """Turns a picture made from the stored pixels of `image` upright."""
    turned = _UPRIGHT.get(orientation(image))
    return made if turned is None else made.transpose(turned)  # type: ignore[arg-type]


def pillow_for(kind: str) -> ModuleType:
    """Imports Pillow's module `Image`; raises `MissingExtraError`."""
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise MissingExtraError(f"{kind} pictures need Pillow: pip install pillow") from None
    return Image
