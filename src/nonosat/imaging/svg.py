"""SVG drawings as PNG, by CairoSVG (see `nonosat.imaging.foreign`)."""

from __future__ import annotations

from nonosat.imaging.foreign import decoded
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, MissingExtraError
from nonosat.support.limits import Clock

_HEAD_BYTES = 1000  # length of the beginning in which `<svg` is searched for
_PIXELS = 800  # width of the picture; the height follows


def is_svg(data: bytes) -> bool:
    """Returns whether a file seems to be SVG."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<svg" in data[:_HEAD_BYTES]


def pixels_of(data: bytes, clock: Clock | None = None, memory: int | None = None) -> bytes:
    """Returns a picture file as Pillow reads it: an SVG drawing as PNG, any other file as it is.

    Raises `OutOfReach` at the limit of the clock, or of `memory` in bytes, and `InputError` if a drawing takes more than
    anyone would draw.
    """
    if not is_svg(data):
        return data
    return decoded("the SVG drawing", png_of_svg, data, clock=clock, memory=memory)


def png_of_svg(data: bytes, *, clock: Clock) -> bytes:
    """Draws an SVG file; CairoSVG fetches nothing that it refers to. Raises `InputError` and `MissingExtraError`."""
    clock.tick()
    try:
        import cairosvg
    except (ImportError, OSError):  # the package or its C library is missing
        raise MissingExtraError("SVG pictures need CairoSVG: pip install 'nonosat[svg]'") from None
    try:
        png: bytes = cairosvg.svg2png(bytestring=data, output_width=_PIXELS)
    except MemoryError:
        raise OutOfReach(Stopped.MEMORY) from None
    except Exception as error:  # CairoSVG raises errors of every kind for damaged files
        raise InputError(f"not an SVG picture: {' '.join(str(error).split())[:80]}") from None
    return png
