"""PDF documents with embedded fonts, bookmarks and links, written by reportlab (the extra `book`).

Equal pages give equal bytes: the file has no date. The font is Bitstream Vera, which reportlab ships and whose licence
permits embedding, or the user's TrueType file. Only used glyphs are embedded.

Lengths are in points (72 per inch); y grows upwards from the lower edge, as in PDF.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import category, combining, normalize

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.layout import laid_out, text_width
from nonosat.apps.drawing.scene import Anchor, Boxes, Discs, Polygons, Scene, Strokes, Texts, Tiles
from nonosat.apps.drawing.svg import rectangles
from nonosat.apps.drawing.themes import Paint, Theme, theme_named
from nonosat.model.palette import Palette
from nonosat.support.errors import InputError, MissingExtraError

LANGUAGE = "en"

_REGULAR, _BOLD = "Vera.ttf", "VeraBd.ttf"
_NARROW = 0.91  # horizontal scale of digits: Vera's are wider than scenes assume
_PIXEL = 0.75  # points per pixel if no size is given: the CSS pixel

# share of a text's width that lies before its anchor
SHARES: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
_INSTEAD = "?"  # replaces characters that the font lacks


def write(drawing: Drawing, *, theme: str = AUTO, cell: int | None = None) -> bytes:
    """Returns a drawing on a page of its own size."""
    colours = theme_named(theme)
    scene = laid_out(drawing, cell=cell, marks=colours.marks)
    document = Document(drawing.title)
    width, height = scene.width * _PIXEL, scene.height * _PIXEL
    document.page(width, height)
    page = Boxes("page", 0, ((0, 0, scene.width, scene.height),))
    scene = replace(scene, items=(page, *scene.items))
    document.scene(scene, colours, drawing.palette, 0, height, _PIXEL)
    return document.data()


class Document:
    """A PDF under construction; mutable. Start with `page`, end with `data`.

    Raises `MissingExtraError` if reportlab is not installed, and `InputError` for a file that is no font.
    """

    def __init__(
        self,
        title: str = "",
        author: str = "",
        font: str | None = None,
        *,
        language: str = LANGUAGE,
    ) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ModuleNotFoundError:
            raise MissingExtraError("PDF needs reportlab: pip install 'nonosat[book]'") from None
        self._file = BytesIO()
        self._fonts = [_font(font or _REGULAR, font), _font(font or _BOLD, font)]
        self._canvas = Canvas(
            self._file,
            pageCompression=1,
            invariant=1,
            pdfVersion=(1, 5),
            lang=language,
            initialFontName=self._fonts[False].fontName,
        )
        self._canvas.setTitle(_plain(title))
        self._canvas.setAuthor(_plain(author))
        self._canvas.setCreator("nonosat")
        self._canvas.setSubject("nonogram")
        self._writers = {
            "start": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "end": self._canvas.drawRightString,
        }
        self.missing: set[str] = set()  # characters so far that the font lacks, even in decomposed form
        self._pages = 0

    def page(self, width: float, height: float) -> int:
        """Begins the next page; returns its number, from 1."""
        if self._pages:
            self._canvas.showPage()
        self._pages += 1
        self._canvas.setPageSize((width, height))
        return self._pages

    def data(self) -> bytes:
        """Returns the complete file; nothing can be added afterwards."""
        self._canvas.save()
        return self._file.getvalue()

    # --- text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        colour: str = "#000000",
    ) -> None:
        """Paints one line of text; (x, y) is the `anchor` on the baseline."""
        shown = self._legible(text)
        self._take(Paint(colour))
        self._canvas.setFont(self._fonts[bold].fontName, size)
        self._writers[anchor](x, y, shown)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Returns the width of a line of text."""
        width: float = self._fonts[bold].stringWidth(self._legible(text), size)
        return width

    def cut(self, text: str, size: float, available: float, *, bold: bool = False) -> str:
        """Returns the text, shortened with three dots to fit the width."""
        if self.width(text, size, bold=bold) <= available:
            return text
        while text and self.width(f"{text}…", size, bold=bold) > available:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def lines(self, text: str, size: float, available: float, *, bold: bool = False) -> list[str]:
        """Breaks a paragraph into lines of at most that width."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size, bold=bold) > available:
                lines.append(word)
            else:
                lines[-1] = longer
        return [self.cut(line, size, available, bold=bold) for line in lines]

    def _legible(self, text: str) -> str:
        """Replaces characters that the font lacks: drops accents if that helps, else uses `?`."""
        glyphs = self._fonts[False].face.charToGlyph
        if all(ord(character) in glyphs and character.isprintable() for character in text):
            return text
        shown = []
        for character in normalize("NFC", _plain(text)):
            if ord(character) in glyphs:
                shown.append(character)
                continue
            simpler = [piece for piece in normalize("NFKD", character) if not combining(piece)]
            if simpler and all(ord(piece) in glyphs for piece in simpler):
                shown += simpler
            else:
                self.missing.add(character)
                shown.append(_INSTEAD)
        return "".join(shown)

    # --- shapes

    def square(self, x: float, y: float, side: float, *, filled: bool) -> None:
        """Paints a black square, or its outline, with its lower left corner at (x, y)."""
        self._take(Paint("#000000"))
        self._canvas.setLineWidth(side / 12)
        self._canvas.rect(x, y, side, side, fill=int(filled), stroke=1)

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """Rotates the block by 90 degrees around (x, y): x grows upwards, y to the left."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(90)
        yield
        self._canvas.restoreState()

    def scene(self, scene: Scene, theme: Theme, palette: Palette, x: float, y: float, points: float) -> None:
        """Paints a scene with its upper left corner at (x, y), at `points` points per pixel."""
        canvas = self._canvas
        canvas.saveState()
        # from here on coordinates are those of the scene, y downwards
        canvas.transform(points, 0, 0, -points, x, y)
        for item in scene.items:
            if isinstance(item, Tiles):
                self._tiles(item, theme, palette)
                continue
            self._take(theme.paint(item.role, palette))
            if isinstance(item, Texts):
                self._words(item)
                continue
            strokes = isinstance(item, Strokes)
            if isinstance(item, Strokes):
                canvas.setLineWidth(item.width)
            canvas.drawPath(_traced(canvas.beginPath(), item), fill=int(not strokes), stroke=int(strokes))
        canvas.restoreState()

    def _take(self, paint: Paint) -> None:
        self._canvas.setFillColor(paint.colour, alpha=paint.opacity)
        self._canvas.setStrokeColor(paint.colour, alpha=paint.opacity)

    def _tiles(self, tiles: Tiles, theme: Theme, palette: Palette) -> None:
        """Paints all cells of a role as one path, so that touching cells show no seam."""
        paths = [self._canvas.beginPath() for _ in tiles.roles]
        size = tiles.cell
        for x, y, width, height, index in rectangles(tiles.rows):
            paths[index].rect(tiles.x + x * size, tiles.y + y * size, width * size, height * size)
        for role, path in zip(tiles.roles, paths, strict=True):
            self._take(theme.paint(role, palette))
            self._canvas.drawPath(path, fill=1, stroke=0)

    def _words(self, texts: Texts) -> None:
        """Paints text of a scene upright, no wider than the scene assumes."""
        canvas, font = self._canvas, self._fonts[False]
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, 0, 0)
        written = canvas.beginText()
        written.setFont(font.fontName, texts.size)
        for x, y, text in texts.texts:
            shown = self._legible(text)
            width = font.stringWidth(shown, texts.size)
            narrow = min(_NARROW, text_width(text, texts.size) / max(width, 1e-9))
            written.setHorizScale(100 * narrow)
            written.setTextOrigin(x - SHARES[texts.anchor] * narrow * width, -y)
            written.textOut(shown)
        canvas.drawText(written)
        canvas.restoreState()

    # --- ways through it

    def target(self, name: str) -> None:
        """Names the current page for links and bookmarks."""
        self._canvas.bookmarkPage(name)

    def bookmark(self, title: str, name: str, level: int = 0) -> None:
        """Adds an outline entry that leads to a named page."""
        self._canvas.addOutlineEntry(_plain(title), name, level, closed=level > 0)

    def link(self, x: float, y: float, width: float, height: float, name: str) -> None:
        """Links a rectangle to a named page, even a later one."""
        self._canvas.linkRect("", name, (x, y, x + width, y + height), relative=1, Border="[0 0 0]")


def _traced(path: Any, item: Polygons | Boxes | Discs | Strokes) -> Any:
    """Adds the outlines of an item to a path."""
    if isinstance(item, Boxes):
        for x, y, width, height in item.boxes:
            path.roundRect(x, y, width, height, min(item.radius, width / 2, height / 2))
        return path
    if isinstance(item, Discs):
        for x, y in item.centres:
            path.circle(x, y, item.radius)
        return path
    lines, closed = (item.paths, item.closed) if isinstance(item, Strokes) else (item.outlines, True)
    for first, *others in lines:
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
        if closed:
            path.close()
    return path


def _plain(text: str) -> str:
    """Removes line ends and control characters."""
    return " ".join("".join(" " if category(char)[0] in "CZ" else char for char in text).split())


def _font(source: str, given: str | None) -> Any:
    """Loads a font from the file `given`, or one shipped with reportlab."""
    from reportlab import __file__ as package
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    path = Path(source) if given else Path(package).with_name("fonts") / source
    try:
        font = TTFont(f"nonosat {path}", BytesIO(path.read_bytes()))
    except OSError as error:
        raise InputError(f"cannot read the font: {error.strerror}", path=str(path)) from None
    except Exception as error:  # reportlab raises any exception for a damaged font
        raise InputError(f"no TrueType font that can be embedded: {error}", path=str(path)) from None
    pdfmetrics.registerFont(font)
    return font
