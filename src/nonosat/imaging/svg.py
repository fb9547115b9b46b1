"""SVG drawings as PNG, by CairoSVG in a child process: a short file can ask for any amount of work."""

from __future__ import annotations

from nonosat.support.children.processes import can_limit_memory, run_limited
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, MissingExtraError
from nonosat.support.limits import Clock, Limit

_HEAD_BYTES = 1000  # length of the beginning in which `<svg` is searched for
_PIXELS = 800  # width of the picture; the height follows
_SECONDS = 10.0  # most time for a drawing; usual ones take less than a second
_MEMORY = 1_000_000_000  # most bytes for a drawing; usual ones take 100 MB


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
    seconds = _SECONDS if clock is None or clock.left is None else min(_SECONDS, clock.left)
    is_bounded = memory is not None and memory < _MEMORY
    limit = Limit(seconds=seconds, memory=memory if is_bounded else _MEMORY if can_limit_memory() else None)
    try:
        return run_limited(png_of_svg, data, limit=limit, in_child=True)
    except OutOfReach as reason:
        if clock is not None:
            clock.tick()
        if is_bounded and reason.stopped is Stopped.MEMORY:
            raise
        what = "1 GB of memory" if reason.stopped is Stopped.MEMORY else f"{_SECONDS:g} seconds"
        raise InputError(f"the SVG drawing needs more than {what}") from None


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
