"""A page on which a person checks what was read: one file, with the straightened picture and a field on each number."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from nonosat.foundation.errors import UsageError
from nonosat.model.puzzle import Puzzle
from nonosat.scanning.scan import Scan


def review_page(found: Sequence[tuple[str, Scan]]) -> str:
    """The page of a scanned puzzle, whose `stages` must be there; raises `UsageError` for several puzzles."""
    puzzles = [each for _, each in found if each.puzzle is not None]
    if len(puzzles) != 1:
        raise UsageError(f"--review is for one puzzle; there are {len(puzzles)}")
    (scan,) = puzzles
    assert scan.puzzle is not None
    here = Path(__file__).parent
    data = json.dumps(_data(scan, scan.puzzle)).replace("<", "\\u003c")
    page = (here / "review.html").read_text(encoding="utf-8")
    script = (here / "review.js").read_text(encoding="utf-8")
    return page.replace("__SCRIPT__;", script).replace("__SCAN__", data)


def _data(scan: Scan, puzzle: Puzzle) -> dict[str, object]:
    image = b64encode(scan.stages["straight.png"]).decode()
    return {
        "image": f"data:image/png;base64,{image}",
        "rows": puzzle.height,
        "columns": puzzle.width,
        "palette": [[each.name, each.rgb, each.letter] for each in puzzle.palette],
        "reasons": list(scan.reasons),
        "numbers": [
            {
                "axis": each.line.axis,
                "index": each.line.index,
                "position": each.position,
                "value": each.value,
                "values": list(each.values),
                "doubtful": each.doubtful,
                "place": list(each.place),
                "ink": each.ink,
            }
            for each in scan.numbers
        ],
    }
