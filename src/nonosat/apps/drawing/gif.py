"""Animated GIFs with few colours: each frame has the changed pixels only, all others are transparent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from itertools import chain
from typing import Any

from PIL import Image

from nonosat.apps.drawing.animation import Animation, Progress
from nonosat.apps.drawing.drawing import AUTO
from nonosat.apps.drawing.layout import cell_size, laid_out
from nonosat.apps.drawing.panels import LEGIBLE
from nonosat.apps.drawing.png import painted
from nonosat.apps.drawing.scene import Scene, Tiles
from nonosat.apps.drawing.themes import Theme, theme_named
from nonosat.model.palette import Palette
from nonosat.support.errors import UsageError

COLOURS = 63  # palette size, antialiased edges included; one more colour is reserved for unchanged pixels
_MOST_COLOURS = 255

_SIDE = 480  # approximate longer side in pixels, if no cell size is given
_MAX_PIXELS = 200_000_000  # maximum pixels of all frames together
_COUNTED = 1 << 16  # maximum number of distinct colours counted per image
_SAMPLES = 5  # number of frames sampled for colours
_STAYS = 1  # GIF disposal method: keep the frame


def write(
    animation: Animation, *, theme: str = AUTO, cell: int | None = None, progress: Progress | None = None
) -> bytes:
    """Returns the content of a looping file. Raises `UsageError` beyond `_MAX_PIXELS`."""
    style = theme_named(theme)
    cell = _cell(animation) if cell is None else cell
    _require_few_pixels(animation, cell)
    scenes = [laid_out(frame.drawing, cell=cell, marks=style.marks) for frame in animation.frames]
    size = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    inks = animation.frames[0].drawing.palette
    colours = _colours(scenes, style, inks)
    table = Image.new("P", (1, 1))
    table.putpalette([*chain.from_iterable(colours), *colours[0] * (256 - len(colours))])

    def image(number: int, scene: Scene) -> Image.Image:
        if progress:
            progress(f"frame {number} of {len(scenes)} is painted")
        whole = Image.new("RGB", size, style.paint("page", inks).colour)
        whole.paste(painted(scene, style, inks))
        return whole.quantize(palette=table, dither=Image.Dither.NONE)

    images = (image(number, scene) for number, scene in enumerate(scenes, 1))
    first, data = next(images), BytesIO()
    first.save(
        data,
        "GIF",
        save_all=True,
        append_images=images,
        palette=bytes([*chain.from_iterable(colours), *colours[0]]),
        transparency=len(colours),
        duration=[round(frame.seconds * 100) * 10 for frame in animation.frames],
        loop=0,
        disposal=_STAYS,
        interlace=False,
        optimize=True,
    )
    return data.getvalue()


def _require_few_pixels(animation: Animation, cell: int) -> None:
    scene, count = laid_out(animation.frames[-1].drawing, cell=cell), len(animation.frames)
    if (pixels := scene.width * scene.height * count) > _MAX_PIXELS:
        raise UsageError(
            f"{count} frames of {scene.width:,} x {scene.height:,} pixels are {pixels:,}, and at most "
            f"{_MAX_PIXELS:,} are possible: with smaller cells, or fewer frames"
        )


def _cell(animation: Animation) -> int:
    """Chooses a cell size for a small picture; drops clues if necessary."""
    drawing = animation.frames[-1].drawing
    size = cell_size(drawing)
    scene = laid_out(drawing, cell=size)
    smaller = size * _SIDE // max(scene.width, scene.height)
    if smaller < LEGIBLE:
        smaller = max(1, _SIDE // max(max(panel.geometry.counts) for panel in drawing.panels))
    return min(size, smaller)


def _colours(scenes: Sequence[Scene], style: Theme, inks: Palette) -> list[tuple[int, ...]]:
    """Returns the palette: flat colours first, then the most frequent others."""
    roles = {"page"}
    for scene in scenes:
        for item in scene.items:
            roles.update(item.roles if isinstance(item, Tiles) else (item.role,))
    paints = {style.paint(role, inks).colour for role in sorted(roles)}
    flat = [tuple(bytes.fromhex(colour[1:])) for colour in sorted(paints)]
    seen: Counter[Any] = Counter()
    for at in range(_SAMPLES):
        image = painted(scenes[at * (len(scenes) - 1) // (_SAMPLES - 1)], style, inks)
        seen.update({colour: count for count, colour in image.getcolors(_COUNTED) or ()})
    most = COLOURS if 2 * len(flat) < COLOURS else _MOST_COLOURS
    return list(dict.fromkeys((*flat, *(colour for colour, _ in seen.most_common()))))[:most]
