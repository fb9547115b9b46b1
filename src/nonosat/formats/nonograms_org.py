"""Pages of nonograms.org and nonograms.ru as a browser saves them: the picture, in the script `var d=[[...]];`.

`d` is a list of lists of four numbers. Many programs decode it; described after nonogrid's `decipher`
(https://github.com/tsionyx/nonogrid, `src/parser.rs`, from the site's own script). With f(x) = x0 % x3 + x1 % x3 - x2 % x3:

- d[1], d[2], d[3]: f is the width, the height, and the number n of inks;
- d[4]: the key k of the inks; of each x in d[5] .. d[4+n], red is x0 - k1, green x1 - k0, blue x2 - k3;
- d[5+n]: (x0 % x3)^2 + 2 (x1 % x3) + x2 % x3 is the number of runs;
- d[6+n]: the key k of the runs; each x that follows is a run in row x3 - k3 (from 1) that begins in column x0 - k0
  (from 1), has x1 - k1 cells, and is of ink x2 - k2.

Anything after the runs (on few pages) is ignored. The background is white. The clues follow from the picture.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence

from nonosat.formats.base import PICTURE, Feature, Format, resembling
from nonosat.formats.numbers import one_line
from nonosat.imaging.colours import name_of, plain
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError

_SCRIPT = re.compile(r"\bvar\s+d\s*=\s*(\[\[[-0-9,\s\[\]]*\]\])")
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://(?:www\.)?nonograms\.(?:org|ru)/nonograms2?/i/[0-9]+")

_Numbers = Sequence[int]


def sniff(text: str) -> bool:
    """Returns True if a script of the site is in it."""
    return "var d" in text and _SCRIPT.search(text) is not None


def parse(text: str) -> list[Puzzle]:
    script = _SCRIPT.search(text)
    if not script:
        reason = "there is no puzzle in this page: known are saved pages of nonograms.org and nonograms.ru (`var d=[[...`)"
        raise InputError(reason)
    line = text.count("\n", 0, script.start()) + 1
    try:
        grid, values = _decoded(json.loads(script[1]))
    except (ValueError, TypeError, IndexError, ZeroDivisionError):
        raise InputError("the numbers behind `var d=` are no picture of nonograms.org", line=line) from None
    title, address = _TITLE.search(text), _ADDRESS.search(text)
    metadata = Metadata(
        title=one_line(html.unescape(title[1])) if title else "",
        source=address[0] if address else "",
    )
    palette = (BLACK_AND_WHITE[0], *(Colour(name_of(value), value, "") for value in values))
    return [grid.puzzle(plain(palette), goal=grid, metadata=metadata)]


def _decoded(d: Sequence[_Numbers]) -> tuple[Grid, list[str]]:
    """Returns the picture and the RGB values of its inks; raises `ValueError`, `IndexError` and the like."""
    width, height, inks = (a % m + b % m - c % m for a, b, c, m in d[1:4])
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and 0 < inks < MAX_COLOURS):
        raise ValueError
    key = d[4]
    values = [bytes((a - key[1], b - key[0], c - key[3])).hex() for a, b, c, _ in d[5 : 5 + inks]]
    a, b, c, m = d[5 + inks]
    runs = (a % m) ** 2 + b % m * 2 + c % m
    key = d[6 + inks]
    rows = [bytearray(width) for _ in range(height)]
    for run in range(7 + inks, 7 + inks + runs):
        start, length, ink, row = (part - least for part, least in zip(d[run], key, strict=True))
        if not (0 < start <= start + length - 1 <= width and 0 < row <= height and 0 < ink <= inks):
            raise ValueError
        rows[row - 1][start - 1 : start - 1 + length] = bytes([ink]) * length
    return Grid(map(bytes, rows)), values


FORMAT = Format(
    name="nonograms.org",
    summary="a page of nonograms.org or nonograms.ru as a browser saves it",
    features=PICTURE | {Feature.METADATA},
    sniff=sniff,
    resembles=resembling(r"\A\s*<(?i:!doctype html|html)"),
    parse=parse,
    format=None,
)
