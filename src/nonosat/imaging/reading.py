"""Pictures of every kind that Pillow reads, in red, green and blue, upright as the camera was held.

What is transparent is white. Whoever reads a photograph reads it by `opened` and turns what was made of it by
`upright`: telephones store pictures as the sensor lies, and say in a tag how they were held.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from nonosat.foundation.errors import InputError, MissingExtraError, UsageError
from nonosat.imaging.pixels import Box, Pixel

if TYPE_CHECKING:
    from PIL.Image import Image

Made = TypeVar("Made")

_ORIENTATION = 0x0112
# What turns a picture upright, as Pillow's `Transpose` counts: flips, turns by 90 degrees, transpositions.
_UPRIGHT = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}


def opened(
    data: bytes,
    kinds: Sequence[str],
    require_size: Callable[[int, int], None],
    made: Callable[[Image], Made],
) -> Made:
    """What is made of the picture in a file of one of these kinds.

    `require_size` is given width and height, and may raise; then `made` is given the picture, of which
    nothing is decoded yet. Raises `InputError` for whatever is no picture, or an animation.
    """
    pillow = pillow_for("/".join(kinds))
    what = f"a {kinds[0].upper()} picture" if len(kinds) == 1 else "a picture"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with pillow.open(io.BytesIO(data), formats=[kind.upper() for kind in kinds]) as image:
                require_size(image.width, image.height)
                if getattr(image, "is_animated", False) and image.format != "MPO":  # a photograph and more
                    raise InputError("an animation is not one picture")
                return made(image)
    except (InputError, UsageError, MemoryError):  # a limit of memory is no damage
        raise
    except pillow.DecompressionBombError as error:  # raised before `require_size` is asked
        pixels = int("".join(filter(str.isdigit, str(error).partition("exceeds")[0])))
        raise InputError(f"a picture of {pixels:,} pixels is too large") from None
    except Exception as error:  # of damaged files, Pillow's readers raise errors of every kind
        reason = " ".join(str(error).split()) if isinstance(error, OSError | ValueError) else "damaged"
        if isinstance(error, pillow.UnidentifiedImageError):
            reason = "its beginning is damaged, or it is of another kind"
        raise InputError(f"not {what}: {reason[:80]}") from None


def opaque_of(image: Image) -> Image:
    """The picture in red, green and blue, on white where it is transparent."""
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
    """How a camera was held, by the tag of EXIF (JEITA CP-3451, tag 0x0112): 1 to 8, and 1 if unknown.

    From 5 on the picture is stored lying on its side: its width is stored as its height. Of a TIFF it is
    always 1, because Pillow turns these itself.
    """
    if image.format == "TIFF":
        return 1
    try:
        found = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # of damaged metadata Pillow raises errors of every kind; the pixels may be fine
        return 1
    return found if found in _UPRIGHT or found == 1 else 1


def upright_size(image: Image) -> tuple[int, int]:
    """The width and height of a picture as the camera was held."""
    return (image.height, image.width) if orientation(image) > 4 else image.size


def size_by_header(image: Image) -> tuple[int, int]:
    """`upright_size`, but for a PNG that says only behind its pixels how it was held: Pillow decodes these to know."""
    silent = image.format == "PNG" and "exif" not in image.info
    return image.size if silent else upright_size(image)


def as_stored(box: Box, image: Image) -> Box:
    """A part of the upright picture as the part of the stored pixels that shows it."""
    held = orientation(image)
    left, top, right, bottom = box
    if held in (2, 3, 6, 7):
        left, right = 1 - right, 1 - left
    if held in (3, 4, 7, 8):
        top, bottom = 1 - bottom, 1 - top
    return (top, left, bottom, right) if held > 4 else (left, top, right, bottom)


def upright(made: Image, image: Image) -> Image:
    """What was made of a picture's pixels as they are stored, turned as the camera was held."""
    turned = _UPRIGHT.get(orientation(image))
    return made if turned is None else made.transpose(turned)  # type: ignore[arg-type]


def rows_of(image: Image) -> Iterator[list[Pixel]]:
    """The pixels of a picture in red, green and blue, row by row."""
    size = 3 * image.width
    samples = image.tobytes()
    for at in range(0, len(samples), size):
        row = samples[at : at + size]
        yield list(zip(row[::3], row[1::3], row[2::3], strict=True))


def pillow_for(kind: str) -> ModuleType:
    """Pillow's module `Image`, imported only when a picture is read or written."""
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtraError(f"{kind} pictures need Pillow: pip install pillow") from None
    return Image
