"""Animated GIF: in each frame only what has changed, the rest is transparent."""

from __future__ import annotations

from io import BytesIO

from nonosat.pictures.drawing.animation import Animation, Progress
from nonosat.pictures.drawing.apng import flat_images, milliseconds
from nonosat.pictures.drawing.drawing import AUTO

_STAYS = 1
"""What is done with a frame when its time is over."""


def write(
    animation: Animation, *, theme: str = AUTO, cell: int | None = None, progress: Progress | None = None
) -> bytes:
    """The animation as the contents of a file, which begins again after its end."""
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
