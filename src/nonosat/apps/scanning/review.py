"""The page for checking a scanned puzzle, and its data: the rectified picture, the place and possible values of each number.

The studio shows the same data.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from nonosat.apps.languages import CATALOGUES, catalogue
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import CELL, Image
from nonosat.apps.scanning.scan import Scan
from nonosat.apps.web import FOLDER, SHARED
from nonosat.apps.web.bundle import bundle
from nonosat.support.errors import UsageError

_QUALITY = 82


def review_page(found: Sequence[tuple[str, Scan]]) -> str:
    """Returns the page of a scanned puzzle with `stages`; raises `UsageError` for several puzzles."""
    puzzles = [each for _, each in found if each.puzzle is not None]
    if len(puzzles) != 1:
        raise UsageError(f"--review is for one puzzle; there are {len(puzzles)}")
    here = FOLDER / "scan"
    data = _in_page(review_of(puzzles[0]))
    words = _in_page({name: catalogue(name, "shared", "review") for name in CATALOGUES})
    page = (here / "review.html").read_text(encoding="utf-8")
    style = (SHARED / "review.css").read_text(encoding="utf-8")
    script = bundle(here / "review.js")
    for place, text in (
        ("__STYLE__", style),
        ("__WORDS__", words),
        ("__SCRIPT__;", script),
        ("__SCAN__", data),
    ):
        page = page.replace(place, text)
    return page


def _in_page(data: Any) -> str:
    """Returns JSON that is safe in a script element."""
    return json.dumps(data).replace("<", "\\u003c")


def review_of(scan: Scan) -> dict[str, Any]:
    """Returns the data to check a scanned puzzle with `stages`, as plain data."""
    assert scan.puzzle is not None
    cv = opencv()
    import numpy as np

    straight = cv.imdecode(np.frombuffer(scan.stages["straight.png"], np.uint8), cv.IMREAD_COLOR)
    return {
        "image": picture_address(straight),
        "width": straight.shape[1],
        "height": straight.shape[0],
        "cell": CELL,
        "rows": scan.puzzle.height,
        "columns": scan.puzzle.width,
        "palette": [[each.name, each.rgb, each.letter] for each in scan.puzzle.palette],
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


def picture_address(image: Image) -> str:
    """Returns the `data:` URL of an image (blue, green, red, as in OpenCV)."""
    cv = opencv()
    data = cv.imencode(".jpg", image, [cv.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{b64encode(data).decode()}"
