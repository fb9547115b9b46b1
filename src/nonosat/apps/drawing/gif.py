"""Animated GIF: each frame has the changed pixels only, the rest is transparent."""

from __future__ import annotations

from io import BytesIO

from nonosat.apps.drawing.animation import Animation, Progress
from nonosat.apps.drawing.apng import flat_images, milliseconds
from nonosat.apps.drawing.drawing import AUTO

_STAYS = 1  # GIF disposal method: keep the frame


def write(
    animation: Animation, *, theme: str = AUTO, cell: int | None = None, progress: Progress | None = None
) -> bytes:
    """Returns the content of a looping file."""
    palette, images = flat_images(animation, theme=theme, cell=cell, progress=progress)
    first, data = next(images), BytesIO()
    first.save(
        data,
        "GIF",
        save_all=True,
        append_images=images,
        palette=bytes(palette),
        transparency=len(palette) // 3 - 1,
        duration=milliseconds(animation),
        loop=0,
        disposal=_STAYS,
        interlace=False,
        optimize=True,
    )
    return data.getvalue()
