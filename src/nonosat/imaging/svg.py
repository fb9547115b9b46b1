"""SVG drawings as PNG, by CairoSVG."""

from __future__ import annotations

from nonosat.support.errors import InputError, MissingExtraError

_HEAD_BYTES = 1000  # length of the beginning in which `<svg` is searched for
_PIXELS = 800  # width of the picture; the height follows


def is_svg(data: bytes) -> bool:
    """Returns whether a file seems to be SVG."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<svg" in data[:_HEAD_BYTES]


def pixels_of(data: bytes) -> bytes:
    """Returns a picture file as Pillow reads it: an SVG drawing as PNG, any other file as it is."""
    return png_of_svg(data) if is_svg(data) else data


def png_of_svg(data: bytes) -> bytes:
    """Draws an SVG file; CairoSVG fetches nothing that it refers to. Raises `InputError` and `MissingExtraError`."""
    try:
        import cairosvg
    except (ImportError, OSError):  # the package or its C library is missing
        raise MissingExtraError("SVG pictures need CairoSVG: pip install 'nonosat[svg]'") from None
    try:
        png: bytes = cairosvg.svg2png(bytestring=data, output_width=_PIXELS)
    except Exception as error:  # CairoSVG raises errors of every kind for damaged files
        raise InputError(f"not an SVG picture: {' '.join(str(error).split())[:80]}") from None
    return png
