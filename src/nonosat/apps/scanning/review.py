"""Data for checking a scanned puzzle: the rectified picture, and the place and possible values of each number."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import CELL, Image
from nonosat.apps.scanning.scan import Scan

_QUALITY = 82


def review_of(scan: Scan) -> dict[str, Any]:
    """Returns the data to check a scanned puzzle with its `straight` picture, as plain data."""
    assert scan.puzzle is not None
    cv = opencv()
    import numpy as np

    straight = cv.imdecode(np.frombuffer(scan.straight, np.uint8), cv.IMREAD_COLOR)
    return {
        "image": picture_address(straight),
        "width": straight.shape[1],
        "height": straight.shape[0],
        "cell": CELL,
        "rows": scan.puzzle.height,
        "columns": scan.puzzle.width,
        "palette": [[colour.name, colour.rgb, colour.letter] for colour in scan.puzzle.palette],
        "reasons": list(scan.reasons),
        "numbers": [
            {
                "axis": number.line.axis,
                "index": number.line.index,
                "position": number.position,
                "value": number.value,
                "values": list(number.values),
                "doubtful": number.doubtful,
                "place": list(number.place),
                "ink": number.ink,
            }
            for number in scan.numbers
        ],
    }


def picture_address(image: Image) -> str:
    """Returns the `data:` URL of an image (blue, green, red, as in OpenCV)."""
    cv = opencv()
    data = cv.imencode(".jpg", image, [cv.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{b64encode(data).decode()}"
