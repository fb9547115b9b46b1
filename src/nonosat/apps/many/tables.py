"""Tables and times for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1, named: bool = False) -> str:
    """Aligns the first `left` columns to the left and the others to the right; with `named`, the last one to the left.

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


def duration(seconds: float) -> str:
    """Returns a time with a suitable unit.

    >>> duration(0.0032), duration(0.5), duration(75), duration(7200)
    ('3.2 ms', '0.5 s', '75 s', '2 h')
    """
    for unit, size in (("h", 3600.0), ("s", 0.1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / (size if unit != 's' else 1):.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
