"""Tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1, named: bool = False) -> str:
    """Rows with the first column, or so many, to the left, and the others to the right.

    If they are `named`, the last column holds names, which stand to the left as well.

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
