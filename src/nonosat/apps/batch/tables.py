"""Tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1, named: bool = False) -> str:
    """Aligns the first `left` columns to the left, the others to the right; if `named`, the last one to the left, too.

    >>> print(aligned([("", "puzzles"), ("unique", "3"), ("all", "12")]))
            puzzles
    unique        3
    all          12
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = range(left, len(widths) - named)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
