"""A sheet for choosing: each picture beside its numbered puzzles, as HTML."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from nonosat.apps.generation.image_choices import ImageChoice, ImageChoices
from nonosat.imaging.opening import opaque_of, opened, upright
from nonosat.imaging.photo import KINDS
from nonosat.imaging.svg import pixels_of

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 150  # longest side of a picture in pixels
_ADDED, _REMOVED = "#0072b2", "#e69f00"  # blue and orange, which colour-blind readers can distinguish
_LEGEND = "Repairs: blue is added ink, orange is ink that was removed."


class SheetRow(NamedTuple):
    """A picture and its puzzles."""

    name: str
    picture: bytes
    choices: ImageChoices


def html_sheet(rows: Sequence[SheetRow]) -> str:
    """Returns a page with all rows, complete in one file."""
    body = "".join(_html_row(row) for row in rows)
    style = (
        "body{font:14px system-ui,sans-serif;margin:24px}section{display:flex;flex-wrap:wrap;gap:16px;"
        "margin-bottom:28px}figure{margin:0;width:170px}figcaption{margin-top:4px}"
        "img,svg{width:170px;height:170px;object-fit:contain;border:1px solid #ccc}"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Choices</title><style>{style}</style>'
        f"<body><p>{_LEGEND}</p>{body}</body></html>\n"
    )


def _html_row(row: SheetRow) -> str:
    image = base64.b64encode(_thumbnail(row.picture)).decode()
    first = (
        f'<figure><img alt="The picture {escape(row.name)}" src="data:image/png;base64,{image}">'
        f"<figcaption>{escape(row.name)}</figcaption></figure>"
    )
    others = (
        f"<figure>{_svg(choice)}<figcaption>{number}. {escape(choice.text)}</figcaption></figure>"
        for number, choice in enumerate(row.choices.choices, 1)
    )
    return f"<section>{first}{''.join(others)}</section>"


def _svg(choice: ImageChoice) -> str:
    """Draws the picture of a puzzle; a changed cell has the colour of its change."""
    changed = {
        (change.row, change.column): _ADDED if change.colour else _REMOVED for change in choice.changes
    }
    goal, palette = choice.puzzle.goal, choice.puzzle.palette
    assert goal
    cells = "".join(
        f'<rect x="{column}" y="{row}" width="1" height="1" '
        f'fill="{changed.get((row, column), f"#{palette[cell].rgb}")}"/>'
        for row, line in enumerate(goal.rows)
        for column, cell in enumerate(line)
        if cell or (row, column) in changed
    )
    box = f"0 0 {choice.puzzle.width} {choice.puzzle.height}"
    ground = f'<rect width="100%" height="100%" fill="#{palette[0].rgb}"/>'
    look = f'role="img" aria-label="{escape(choice.text)}" shape-rendering="crispEdges"'
    return f'<svg viewBox="{box}" {look}>{ground}{cells}</svg>'


def _thumbnail(data: bytes) -> bytes:
    """Returns a picture as a small PNG."""

    def scaled(image: Image) -> Image:
        if max(image.size) > 4 * _SIDE:
            image.draft(None, (2 * _SIDE, 2 * _SIDE))
        picture = upright(opaque_of(image), image)
        picture.thumbnail((_SIDE, _SIDE))
        return picture

    file = io.BytesIO()
    opened(pixels_of(data), KINDS, lambda *_: None, scaled).save(file, "PNG")
    return file.getvalue()
