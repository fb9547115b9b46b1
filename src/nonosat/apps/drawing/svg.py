"""SVG: small, readable, and restyled by the classes of its elements.

Colours are attributes, which every program understands and every style sheet overrides. Each group has the class of its
role, such as `ink1`, `rule5` or `number-done`, and the root has the class `nonosat`. The theme `auto` adds a style
sheet with dark colours for readers who prefer them. Fonts are generic.

To be small, a file has one path per role of cells, in which equal neighbours are merged into rectangles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import Annotated

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.layout import MAX_CELL, laid_out
from nonosat.apps.drawing.scene import Boxes, Discs, Item, Polygons, Scene, Strokes, Tiles
from nonosat.apps.drawing.themes import NAMES, THEMES, Theme, theme_named
from nonosat.model.palette import Palette, is_mono
from nonosat.records.json_types import Text, Whole, maybe
from nonosat.support.limits import check_limits

FONT = "ui-sans-serif,system-ui,sans-serif"

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _classes(theme: str, palette: Palette) -> str:
    return f"nonosat nonosat-{theme}{' nonosat-mono' if is_mono(palette) else ''}"


def part_of_page(scene: Scene, palette: Palette, label: str, box: tuple[float, float, float, float]) -> str:
    """Returns a scene, cut to a box (left, top, right, bottom), as part of an HTML page.

    The page has the `dark_style` of all of its scenes; the label is for screen readers.
    """
    left, top, right, bottom = box
    view = " ".join(map(_number, (left, top, right - left, bottom - top)))
    body = "".join(element(item, THEMES["light"], palette) for item in scene.items)
    start = (
        f'class="{_classes(AUTO, palette)}" viewBox="{view}" role="img" aria-label={_quoted(_clean(label))}'
    )
    return f"<svg {start}>{body}</svg>"


def write(
    drawing: Drawing,
    *,
    theme: Annotated[str, Text(words=NAMES), "How it looks; `print` has no colours."] = AUTO,
    cell: Annotated[
        int | None, maybe(Whole(1, MAX_CELL)), "Pixels of a cell; by default it depends on the size."
    ] = None,
) -> bytes:
    """Returns the content of a file."""
    colours = theme_named(theme)
    scene = laid_out(drawing, cell=cell, marks=colours.marks)
    palette = drawing.palette
    title = _clean(drawing.title or "Nonogram")
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_classes(theme, palette)}" width="{scene.width}" '
        f'height="{scene.height}" viewBox="0 0 {scene.width} {scene.height}" role="img" '
        f'aria-label={_quoted(title)} font-family="{FONT}">',
        f"<title>{escape(title, quote=False)}</title>",
        f"<desc>{escape(_clean(drawing.description), quote=False)}</desc>",
    ]
    if theme == AUTO:
        head.append(f"<style>{dark_style(scene, palette)}</style>")
    page = f'<rect class="page" width="100%" height="100%" {_fill(colours, "page", palette)}/>'
    body = (element(item, colours, palette) for item in scene.items)
    return "\n".join([*head, page, *body, "</svg>\n"]).encode()


def _clean(text: str) -> str:
    """Removes characters that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", text)


def _quoted(text: str) -> str:
    """Escapes a text as an attribute value, keeping line breaks."""
    return f'"{escape(text)}"'.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")


def _number(value: float) -> str:
    """Formats a number in as few characters as possible.

    >>> _number(2.0), _number(0.5), _number(12.346)
    ('2', '.5', '12.35')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text


def _fill(theme: Theme, role: str, palette: Palette, attribute: str = "fill") -> str:
    colour, opacity = theme.paint(role, palette)
    return f'{attribute}="{colour}"' + (f' {attribute}-opacity="{_number(opacity)}"' if opacity < 1 else "")


def dark_style(scene: Scene, palette: Palette) -> str:
    """Returns the CSS of dark colours that differ from the light theme."""
    light, dark = THEMES["light"], THEMES["dark"]
    # a page can have other drawings with other colours
    root = ".nonosat-auto.nonosat-mono" if is_mono(palette) else ".nonosat-auto"
    used = {"page": "fill"}
    for item in scene.items:
        roles = item.roles if isinstance(item, Tiles) else (item.role,)
        used |= dict.fromkeys(roles, "stroke" if isinstance(item, Strokes) else "fill")
    rules = []
    for role, attribute in used.items():
        colour, opacity = dark.paint(role, palette)
        if (colour, opacity) != light.paint(role, palette):
            more = f";{attribute}-opacity:{_number(opacity)}" if opacity < 1 else ""
            rules.append(f"{root} .{role}{{{attribute}:{colour}{more}}}")
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def element(item: Item, theme: Theme, palette: Palette) -> str:
    """Returns the SVG of an item."""
    if isinstance(item, Tiles):
        return "\n".join(_tiles(item, theme, palette))
    attribute = "stroke" if isinstance(item, Strokes) else "fill"
    start = f'class="{item.role}" {_fill(theme, item.role, palette, attribute)}'
    if isinstance(item, Polygons):
        return f'<path {start} d="{"".join(_path(outline) + "z" for outline in item.outlines)}"/>'
    if isinstance(item, Strokes):
        end = "z" if item.closed else ""
        path = "".join(_path(path) + end for path in item.paths)
        sharp = ' shape-rendering="crispEdges"' if all(map(_is_level, item.paths)) else ""
        return f'<path {start} fill="none"{sharp} stroke-width="{_number(item.width)}" d="{path}"/>'
    if isinstance(item, Discs):
        radius = _number(item.radius)
        parts = (f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius}"/>' for x, y in item.centres)
    elif isinstance(item, Boxes):
        parts = (_box(item.radius, *box) for box in item.boxes)
    else:
        start += f' font-size="{_number(item.size)}" text-anchor="{item.anchor}"'
        parts = (
            f'<text x="{_number(x)}" y="{_number(y)}">{escape(_clean(text), quote=False)}</text>'
            for x, y, text in item.texts
        )
    return f"<g {start}>{''.join(parts)}</g>"


def _is_level(points: Sequence[tuple[float, float]]) -> bool:
    """Returns whether a path is axis-parallel."""
    return all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in pairwise(points))


def _path(points: Iterable[tuple[float, float]]) -> str:
    """Returns the path data of straight lines between points.

    >>> _path([(1, 2), (5, 2), (5, 3.5), (2, 2)])
    'M1 2H5V3.5L2 2'
    """
    text, before = "", None
    for x, y in points:
        if before is None:
            text += f"M{_number(x)} {_number(y)}"
        elif y == before[1]:
            text += f"H{_number(x)}"
        elif x == before[0]:
            text += f"V{_number(y)}"
        else:
            text += f"L{_number(x)} {_number(y)}"
        before = x, y
    return text


def _box(radius: float, x: float, y: float, width: float, height: float) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
    return f'<rect {place} rx="{_number(min(radius, width / 2, height / 2))}"/>'


def _tiles(item: Tiles, theme: Theme, palette: Palette) -> Iterator[str]:
    """Yields one path per role, in units of cells."""
    paths: list[list[str]] = [[] for _ in item.roles]
    for x, y, width, height, index in rectangles(item.rows):
        paths[index].append(f"M{x} {y}h{width}v{height}h-{width}z")
    place = f"translate({_number(item.x)} {_number(item.y)}) scale({item.cell})"
    yield f'<g transform="{place}" shape-rendering="crispEdges">'
    for role, path in zip(item.roles, paths, strict=True):
        yield f'<path class="{role}" {_fill(theme, role, palette)} d="{"".join(path)}"/>'
    yield "</g>"


def rectangles(rows: Iterable[bytes]) -> Iterator[tuple[int, int, int, int, int]]:
    """Yields equal cells as rectangles (x, y, width, height, value): runs of rows, merged with equal runs below.

    >>> sorted(rectangles([b"aab", b"aac"]))
    [(0, 0, 2, 2, 97), (2, 0, 1, 1, 98), (2, 1, 1, 1, 99)]
    """
    open_runs: dict[tuple[int, int, int], int] = {}
    y = 0
    for y, row in enumerate(rows):
        check_limits()
        runs, x = {}, 0
        for value, cells in groupby(row):
            width = sum(1 for _ in cells)
            run = x, width, value
            runs[run] = open_runs.pop(run, y)
            x += width
        for (left, width, value), top in open_runs.items():
            yield left, top, width, y - top, value
        open_runs = runs
    for (left, width, value), top in open_runs.items():
        yield left, top, width, y + 1 - top, value
