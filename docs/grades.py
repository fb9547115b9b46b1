"""Makes the sheets of `grades.md`: twelve puzzles of each grade, `python docs/grades.py`."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path

from PIL import Image

import nonosat as ns
from nonosat.generation.wish import Kind

SHEETS = Path(__file__).parent / "grades"
KINDS = (Kind.NOISE, Kind.STROKES, Kind.BLOBS, Kind.MAZE)
ACROSS, DOWN = len(KINDS), 3
_CELL, _GAP = 13, 16


def puzzles(grade: ns.Grade) -> list[ns.Puzzle]:
    """Three puzzles of each kind of picture, 10x10, the first that are found."""
    columns = []
    for kind in KINDS:
        made = ns.stream(ns.Wish(width=10, height=10, kind=kind, grade=grade), seed=1)
        columns.append(list(islice((each.puzzle for each in made if each.found), DOWN)))
    return [column[row] for row in range(DOWN) for column in columns]


def sheet(grade: ns.Grade) -> bytes:
    """The puzzles of a grade, each solved, as PNG."""
    drawn = []
    for puzzle in puzzles(grade):
        picture = ns.render(puzzle.replace(metadata=ns.Metadata()), show="solution").png(cell=_CELL)
        drawn.append(Image.open(io.BytesIO(picture)).convert("RGB"))
    wide, high = max(each.width for each in drawn) + _GAP, max(each.height for each in drawn) + _GAP
    whole = Image.new("RGB", (ACROSS * wide, DOWN * high), "white")
    for at, each in enumerate(drawn):
        row, column = divmod(at, ACROSS)
        corner = ((column + 1) * wide - each.width - _GAP // 2, (row + 1) * high - each.height - _GAP // 2)
        whole.paste(each, corner)
    file = io.BytesIO()
    whole.quantize(16).save(file, "PNG", optimize=True)
    return file.getvalue()


def name_of(grade: ns.Grade) -> str:
    return f"{grade.replace(' ', '-')}.png"


def main() -> None:
    SHEETS.mkdir(exist_ok=True)
    for grade in ns.Grade:
        (SHEETS / name_of(grade)).write_bytes(sheet(grade))


if __name__ == "__main__":
    main()
