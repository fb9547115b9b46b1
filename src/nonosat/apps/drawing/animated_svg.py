"""Animated SVG: each cell appears at its time, so the file is hardly larger than a still of the end.

The times are in a style sheet. With reduced motion, and in programs without animation, the last frame is shown.
"""

from __future__ import annotations

from itertools import accumulate
from zlib import crc32

from nonosat.apps.drawing.animation import Animation, Progress
from nonosat.apps.drawing.drawing import AUTO
from nonosat.apps.drawing.scene import Scene
from nonosat.apps.drawing.svg import document, element
from nonosat.apps.drawing.themes import theme_named
from nonosat.apps.drawing.tracks import Track, tracks


def write(
    animation: Animation, *, theme: str = AUTO, cell: int | None = None, progress: Progress | None = None
) -> bytes:
    """Returns the content of a looping file."""
    colours = theme_named(theme)
    scenes = animation.scenes(cell=cell, marks=colours.marks, progress=progress)
    found = list(tracks(scenes))
    last = len(animation.frames)
    whole = Scene(
        max(scene.width for scene in scenes),
        max(scene.height for scene in scenes),
        tuple(track.item for track in found),
    )
    palette = animation.frames[0].drawing.palette
    ends = [0.0, *accumulate(frame.seconds for frame in animation.frames)]
    key = f"{crc32(repr(ends).encode()):x}"
    body = (_group(track, element(track.item, colours, palette), last, key) for track in found)
    return document(animation.frames[-1].drawing, whole, body, theme, _style(ends, found, key)).encode()


def _group(track: Track, text: str, last: int, key: str) -> str:
    """Wraps a track that is visible during a span of frames; stills show it if it is in the last frame.

    All names contain the key, since animations on one page share their namespace.
    """
    start, end = track.seen
    if (start, end) == (0, last):
        return text
    if end == last:
        return f'<g class="f{key}" style="--a:a{key}-{start}">{text}</g>'
    style = f"--a:a{key}-{start};--b:b{key}-{end}"
    return f'<g class="f{key}" style="{style}" visibility="hidden">{text}</g>'


def _style(ends: list[float], found: list[Track], key: str) -> str:
    """Returns the style sheet: `visibility` shows groups, `opacity` hides them."""
    times = [f"{100 * each / ends[-1]:.4g}%" for each in ends]
    starts, stops = (dict.fromkeys(sorted(track.seen[at] for track in found)).keys() for at in (0, 1))
    rules = (
        f".f{key}{{animation:{ends[-1]:g}s step-end infinite;animation-name:var(--a),var(--b,none)}}",
        f"@keyframes a{key}-0{{0%{{visibility:visible}}}}",
        *(
            f"@keyframes a{key}-{at}{{0%{{visibility:hidden}}{times[at]}{{visibility:visible}}}}"
            for at in starts - {0}
        ),
        *(f"@keyframes b{key}-{at}{{{times[at]}{{opacity:0}}}}" for at in stops - {len(ends) - 1}),
    )
    return f"@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}"
