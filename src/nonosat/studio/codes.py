"""The question for the QR code of a text, such as a puzzle's address."""

from __future__ import annotations

from typing import Any

from nonosat.foundation.errors import InputError, MissingExtraError
from nonosat.records.declared import Each, Field, Text, Whole
from nonosat.studio.question import SECONDS, Bounds, Question, Request

# bytes of text in the largest and least redundant QR code (ISO/IEC 18004, version 40, level L)
MOST_BYTES = 2953


def _code(request: Request) -> dict[str, Any]:
    try:
        import segno
    except ImportError:
        raise MissingExtraError("QR codes need segno: pip install 'nonosat[studio]'") from None
    size = len(request["text"].encode())
    if size > MOST_BYTES:
        raise InputError(f"a QR code holds {MOST_BYTES:,} characters, and this address has {size:,}")
    code = segno.make_qr(request["text"], error="l", boost_error=True)
    rows = ["".join("1" if module else "0" for module in row) for row in code.matrix]
    return {"rows": rows, "version": int(code.version)}


CODES = (
    Question(
        name="qr",
        summary="The QR code of a text, such as a puzzle's address.",
        fields=(Field("text", Text(100_000), "The text."),),
        answer=(
            Field("rows", Each(Text()), "Modules row by row, 1 for a dark one, without the blank margin."),
            Field("version", Whole(1, 40), "Its size: 17 modules a side and four for each version."),
            SECONDS,
        ),
        bounds=Bounds(seconds=10, most_seconds=60, cells=250_000),
        work=_code,
        example={"text": "https://example.org/#p=CgoC"},
    ),
)
