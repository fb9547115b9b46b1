"""PNG and other images: the same scene as in SVG, drawn by Pillow.

Text is in Pillow's own font (Aileron), so that a picture is the same on every machine. It has only ASCII; other text is
in a font of the system. Round and slanted edges are antialiased: drawn larger, as a mask, and reduced.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from math import ceil, floor, hypot

from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.layout import laid_out
from nonosat.apps.drawing.scene import Discs, Item, Point, Polygons, Scene, Strokes, Texts, Tiles
from nonosat.apps.drawing.themes import Paint, Theme, theme_named
from nonosat.model.palette import Palette
from nonosat.support.errors import UsageError
from nonosat.support.limits import check_limits

MAX_PIXELS = 64_000_000

_STRIP = 100  # number of rows of cells enlarged at a time
_SMOOTH = 4  # supersampling factor of small shapes
# fonts with many letters on Linux, macOS and Windows
_OTHER_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "arialuni.ttf", "arial.ttf")

_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def write(drawing: Drawing, *, theme: str = AUTO, cell: int | None = None) -> bytes:
    """Returns the content of a PNG file with title and description."""
    words = PngImagePlugin.PngInfo()
    for name, text in (("Title", drawing.title), ("Description", drawing.description)):
        if text:
            words.add_itxt(name, text)
    data = BytesIO()
    image(drawing, theme=theme, cell=cell).save(data, "PNG", pnginfo=words)
    return data.getvalue()


def image(drawing: Drawing, *, theme: str = AUTO, cell: int | None = None) -> Image.Image:
    """Renders a drawing in RGB; raises `UsageError` beyond `MAX_PIXELS`."""
    style = theme_named(theme)
    scene = laid_out(drawing, cell=cell, marks=style.marks)
    if scene.width * scene.height > MAX_PIXELS:
        size = f"{scene.width:,} x {scene.height:,} pixels"
        raise UsageError(f"the picture would have {size}; smaller cells, or SVG, are possible")
    return painted(scene, style, drawing.palette)


def painted(scene: Scene, style: Theme, palette: Palette) -> Image.Image:
    """Renders a scene in RGB."""
    canvas = _Canvas(scene, style, palette)
    for item in scene.items:
        check_limits()
        canvas.add(item)
    return canvas.image


class _Canvas:
    """A scene being drawn; mutable."""

    def __init__(self, scene: Scene, style: Theme, palette: Palette) -> None:
        self._style, self._palette = style, palette
        self.image = Image.new("RGB", (scene.width, scene.height), self._paint("page").colour)

    def _paint(self, role: str) -> Paint:
        return self._style.paint(role, self._palette)

    def add(self, item: Item) -> None:
        if isinstance(item, Tiles):
            self._tiles(item)
            return
        paint = self._paint(item.role)
        if isinstance(item, Texts):
            for x, y, text in item.texts:
                check_limits()
                left, top = floor(x), floor(y)
                part = round(x - left, 1), round(y - top, 1)
                dx, dy, mask = _text_mask(text, item.size, _ANCHORS[item.anchor], *part, paint.opacity)
                self.image.paste(paint.colour, (left + dx, top + dy), mask)
        elif isinstance(item, Polygons):
            self._areas(paint, item.outlines)
        elif isinstance(item, Strokes):
            self._strokes(paint, item)
        elif isinstance(item, Discs):
            side = 2 * item.radius
            for x, y in item.centres:
                check_limits()
                self._box(paint, item.radius, x - item.radius, y - item.radius, side, side)
        else:
            for box in item.boxes:
                check_limits()
                self._box(paint, item.radius, *box)

    def _tiles(self, item: Tiles) -> None:
        """Paints one pixel per cell, enlarged."""
        if not item.rows or not item.rows[0]:
            return
        size = len(item.rows[0]), len(item.rows)
        cells = Image.frombytes("P", size, b"".join(item.rows))
        colours = [self._paint(role).colour for role in item.roles]
        cells.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in colours))
        cells = cells.convert("RGB")
        for top in range(0, size[1], _STRIP):  # in parts, to save memory
            check_limits()
            strip = cells.crop((0, top, size[0], min(top + _STRIP, size[1])))
            large = strip.resize((size[0] * item.cell, strip.height * item.cell), Image.Resampling.NEAREST)
            self.image.paste(large, (round(item.x), round(item.y) + top * item.cell))

    def _areas(self, paint: Paint, outlines: Iterable[Iterable[Point]]) -> None:
        """Paints antialiased areas of one colour, without seams between touching ones."""
        outlines = [list(outline) for outline in outlines]
        corners = [corner for outline in outlines for corner in outline]
        if not corners:
            return
        left, top = (floor(min(corner[axis] for corner in corners)) for axis in (0, 1))
        right, bottom = (ceil(max(corner[axis] for corner in corners)) + 1 for axis in (0, 1))
        pixels = (right - left) * (bottom - top)
        times = next((times for times in (_SMOOTH, 2) if pixels * times**2 <= MAX_PIXELS), 1)
        mask = Image.new("L", ((right - left) * times, (bottom - top) * times))
        draw = ImageDraw.Draw(mask)
        for outline in outlines:
            points = [((x - left) * times - 0.5, (y - top) * times - 0.5) for x, y in outline]
            draw.polygon(points, fill=round(255 * paint.opacity))
        self.image.paste(paint.colour, (left, top), mask.reduce(times) if times > 1 else mask)

    def _strokes(self, paint: Paint, item: Strokes) -> None:
        """Paints axis-parallel lines sharp, others antialiased."""
        level: list[tuple[int, int, int, int]] = []
        slanted: list[list[Point]] = []
        half = item.width / 2
        for path in item.paths:
            points = [*path, path[0]] if item.closed else path
            for (x1, y1), (x2, y2) in pairwise(points):
                if x1 == x2 or y1 == y2:
                    cap = half if item.closed else 0.0
                    across, down = (half, cap) if x1 == x2 else (cap, half)
                    place = min(x1, x2) - across, min(y1, y2) - down, max(x1, x2) + across, max(y1, y2) + down
                    level.append(tuple(floor(edge + 0.5) for edge in place))  # type: ignore[arg-type]
                else:
                    slanted.append(_thick(x1, y1, x2, y2, half))
        if level:
            left, top = (min(place[at] for place in level) for at in (0, 1))
            right, bottom = (max(place[at] for place in level) for at in (2, 3))
            mask = Image.new("L", (right - left, bottom - top))
            draw = ImageDraw.Draw(mask)
            for x1, y1, x2, y2 in level:
                draw.rectangle(
                    (x1 - left, y1 - top, x2 - left - 1, y2 - top - 1), fill=round(255 * paint.opacity)
                )
            self.image.paste(paint.colour, (left, top), mask)
        self._areas(paint, slanted)

    def _box(self, paint: Paint, radius: float, x: float, y: float, width: float, height: float) -> None:
        left, top = floor(x), floor(y)
        mask = _box_mask(round(x - left, 2), round(y - top, 2), width, height, radius, paint.opacity)
        self.image.paste(paint.colour, (left, top), mask)


def _thick(x1: float, y1: float, x2: float, y2: float, half: float) -> list[Point]:
    long = hypot(x2 - x1, y2 - y1)
    dx, dy = (y1 - y2) / long * half, (x2 - x1) / long * half
    return [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)]


@lru_cache(maxsize=256)
def _box_mask(x: float, y: float, width: float, height: float, radius: float, opacity: float) -> Image.Image:
    """Returns a cached mask of a rounded rectangle."""
    size = ceil(x + width) + 1, ceil(y + height) + 1
    mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
    box = [part * _SMOOTH for part in (x, y, x + width, y + height)]
    ImageDraw.Draw(mask).rounded_rectangle(
        (box[0], box[1], box[2] - 1, box[3] - 1), radius * _SMOOTH, fill=round(255 * opacity)
    )
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=2048)
def _text_mask(
    text: str, size: float, anchor: str, x: float, y: float, opacity: float
) -> tuple[int, int, Image.Image]:
    font = _font(size, text.isascii())
    left, top, right, bottom = font.getbbox(text, anchor=anchor)
    dx, dy = floor(left) - 1, floor(top) - 1
    mask = Image.new("L", (max(1, ceil(right) + 2 - dx), max(1, ceil(bottom) + 2 - dy)))
    ImageDraw.Draw(mask).text((x - dx, y - dy), text, fill=round(255 * opacity), font=font, anchor=anchor)
    return dx, dy, mask


def _font_of_reportlab() -> list[str]:
    """Returns Bitstream Vera (western and central European letters) if the extra `book` is installed."""
    spec = find_spec("reportlab")
    return [f"{folder}/fonts/Vera.ttf" for folder in (spec and spec.submodule_search_locations) or ()]


@lru_cache(maxsize=16)
def _font(size: float, ascii_only: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for path in () if ascii_only else (*_OTHER_FONTS, *_font_of_reportlab()):
        with suppress(OSError):
            return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)
