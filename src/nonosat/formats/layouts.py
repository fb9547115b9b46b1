"""Layouts of blocks of number lines: which sizes come first, which half follows, and what stands between the halves."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.formats.sections import Lines, require_clues, sizes, trimmed, two_blocks
from nonosat.support.errors import InputError

Halves = tuple[Lines, Lines]
"""Row clues and column clues."""


class Layout(NamedTuple):
    """The order of the parts of a file."""

    header: tuple[str, ...] = ()
    """Names of the sizes on each line before the clues, such as `width height`."""
    mark: str | None = None
    """Beginning of the line between the halves; "" is an empty line, None: there is none."""
    columns_first: bool = False

    @property
    def name(self) -> str:
        """The layout in words, such as `W H, columns first`."""
        short = {"width": "W", "height": "H", "width height": "W H", "height width": "H W"}
        sizes = ", ".join(short[names] for names in self.header)
        order = "columns first" if self.columns_first else "rows first"
        return f"{sizes}, {order}" if sizes else order


def split(lines: Lines, layout: Layout) -> Halves:
    """Returns row clues and column clues; raises `InputError` unless the lines have that layout."""
    counts: dict[str, int] = {}
    for names in layout.header:
        (number, line), *lines = lines or [(1, "")]
        counts |= zip(names.split(), sizes(line, number, names), strict=True)
    mark = layout.mark
    if not counts and not mark:
        first, second = two_blocks(lines)
        return (second, first) if layout.columns_first else (first, second)
    width = counts.get("width", 0)
    axes = [("row", counts.get("height", width)), ("column", width)]
    (axis, size), (other_axis, other_size) = axes[:: -1 if layout.columns_first else 1]
    if mark:
        marks = [at for at, (_, line) in enumerate(lines) if line.startswith(mark)]
        if not marks:
            raise InputError(f"expected a line `{mark}` between {axis}s and {other_axis}s")
        middle, last, *_ = [*marks, len(lines)]
        first, second, others = trimmed(lines[:middle], size), lines[middle + 1 : last], lines[last + 1 :]
    else:  # an empty clue is an empty line, too: only the sizes show which line separates rows and columns
        middle = size + (mark is not None)
        first, second, others = lines[:size], lines[middle:], lines[size:middle]
    if counts:
        require_clues(axis, first, size)
    if others := trimmed(others):
        number, line = others[0]
        raise InputError(f"expected an empty line, got {line[:40]!r}", line=number)
    second = trimmed(second, other_size)
    if counts:
        require_clues(other_axis, second, other_size)
    return (second, first) if layout.columns_first else (first, second)
