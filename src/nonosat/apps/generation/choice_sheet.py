"""A sheet for choosing: each picture beside its numbered puzzles, as HTML, PNG or PDF."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from nonosat.apps.generation.choice_figures import FIGURE_STYLE, LEGEND, PICTURE_STYLE, painted
from nonosat.apps.generation.image_choices import ImageChoice, ImageChoices
from nonosat.imaging.opening import opaque_of, opened, pillow_for, upright
from nonosat.imaging.photo import KINDS
from nonosat.imaging.svg import pixels_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

SHEETS = ".html", ".png", ".pdf"
_TILE, _GAP, _LINE = 150, 12, 14  # pixels
_LETTERS = 26  # maximum letters of a line below a tile
_ROWS_PER_PAGE = 5
_PAPER = "#ffffff"


class SheetRow(NamedTuple):
    """A picture and its puzzles."""

    name: str
    picture: bytes
    choices: ImageChoices


def html_sheet(rows: Sequence[SheetRow]) -> str:
    """Returns a page with all rows, complete in one file."""
    body = "".join(f"<section>{_html_original(row)}{row.choices.figures()}</section>" for row in rows)
    style = (
        "body{font:14px system-ui,sans-serif;margin:24px}section{display:flex;flex-wrap:wrap;gap:16px;"
        "margin-bottom:28px}figcaption{margin-top:4px}"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Choices</title><style>{style}</style>'
        f"<body><p>{LEGEND}</p>{body}</body></html>\n"
    )


def _html_original(row: SheetRow) -> str:
    image = base64.b64encode(_png(_original(row.picture))).decode()
    source = f'src="data:image/png;base64,{image}"'
    return (
        f'<figure style="{FIGURE_STYLE}"><img alt="The picture {escape(row.name)}" {source} style="{PICTURE_STYLE}">'
        f"<figcaption>{escape(row.name)}</figcaption></figure>"
    )


def raster_sheet(rows: Sequence[SheetRow], kind: str) -> bytes:
    """Returns a PNG with all rows below each other, or a PDF of several pages."""
    pages = (
        [rows]
        if kind == "png"
        else [rows[at : at + _ROWS_PER_PAGE] for at in range(0, len(rows), _ROWS_PER_PAGE)]
    )
    images = [_page(page) for page in pages]
    if kind == "png":
        return _png(images[0])
    file = io.BytesIO()
    images[0].save(file, "PDF", resolution=110, save_all=True, append_images=images[1:])
    return file.getvalue()


def _page(rows: Sequence[SheetRow]) -> Image:
    pillow = pillow_for("such")
    from PIL.ImageDraw import Draw

    columns = 1 + max(len(row.choices.choices) for row in rows)
    captions = [
        [row.name, *(f"{at}. {choice.text}" for at, choice in enumerate(row.choices.choices, 1))]
        for row in rows
    ]
    heights = [max(len(wrap(text, _LETTERS)) for text in texts) * _LINE for texts in captions]
    size = columns * (_TILE + _GAP) + _GAP, len(rows) * (_TILE + _GAP) + sum(heights) + 3 * _GAP + _LINE
    page: Image = pillow.new("RGB", size, "#f2f2f2")
    pen = Draw(page)
    top = _GAP
    for row, texts, height in zip(rows, captions, heights, strict=True):
        page.paste(_original(row.picture), (_GAP, top))
        for at, choice in enumerate(row.choices.choices, 1):
            _tile(pen, _GAP + at * (_TILE + _GAP), top, choice)
        for at, text in enumerate(texts):
            _write(pen, _GAP + at * (_TILE + _GAP), top + _TILE, text)
        top += _TILE + height + _GAP
    _write(pen, _GAP, top + _GAP, LEGEND, width=200)
    return page


def _tile(pen: ImageDraw, left: int, top: int, choice: ImageChoice) -> None:
    """Draws the picture of a puzzle into a square."""
    width, height = choice.puzzle.width, choice.puzzle.height
    side = max(1, _TILE // max(width, height))
    left, top = left + (_TILE - side * width) // 2, top + (_TILE - side * height) // 2
    ground = f"#{choice.puzzle.palette[0].rgb}"
    pen.rectangle((left, top, left + side * width - 1, top + side * height - 1), fill=ground)
    for row, column, colour in painted(choice.puzzle, choice.changes):
        x, y = left + side * column, top + side * row
        pen.rectangle((x, y, x + side - 1, y + side - 1), fill=colour)


def _write(pen: ImageDraw, left: int, top: int, text: str, width: int = _LETTERS) -> None:
    """Writes a text in lines of at most `width` letters."""
    for number, line in enumerate(wrap(text, width)):
        pen.text((left, top + 2 + number * _LINE), line, fill="#000000", font_size=11)


def _original(data: bytes) -> Image:
    """Returns a picture scaled into a square tile."""
    pillow = pillow_for("such")

    def scaled(image: Image) -> Image:
        if max(image.size) > 4 * _TILE:
            image.draft(None, (2 * _TILE, 2 * _TILE))
        picture = upright(opaque_of(image), image)
        picture.thumbnail((_TILE, _TILE))
        return picture

    small = opened(pixels_of(data), KINDS, lambda *_: None, scaled)
    tile: Image = pillow.new("RGB", (_TILE, _TILE), _PAPER)
    tile.paste(small, ((_TILE - small.width) // 2, (_TILE - small.height) // 2))
    return tile


def _png(image: Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
