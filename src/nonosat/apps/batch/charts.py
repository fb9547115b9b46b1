"""Charts of a batch as SVG: the distribution of times, and time by size.

Axes are logarithmic, because sizes and times of puzzles differ by orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import ceil, floor, log10
from typing import NamedTuple

from nonosat.apps.batch.summary import VERDICTS, Summary

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 28, 44
_MOST_POINTS = 4000

_DIGIT = 7.5  # pixels of a digit with the space beside it
LEAST = 1e-5  # seconds shown for what took no time

# colour of each verdict, distinct for readers with red-green colour blindness
COLOURS = {
    "unique": "#3b6fb6",
    "multiple": "#d98b1f",
    "unsolvable": "#7a7a7a",
    "unknown": "#b8324f",
    "error": "#000000",
}


def distribution(summary: Summary) -> str:
    """Draws the number of puzzles in each range of times."""
    found = []
    for at, (seconds, number) in enumerate(summary.histogram()):
        labelled = not at or abs(log10(seconds) - round(log10(seconds))) < 1e-6
        found.append(
            Bar(number, duration(seconds) if labelled else "", f"{number:,} from {duration(seconds)}")
        )
    return bars(found, "Puzzles by time", "time for a puzzle", centred=False)


class Bar(NamedTuple):
    """A bar of a chart."""

    number: int
    label: str  # text below it; may be empty
    tooltip: str  # text shown when pointed at


def bars(found: Sequence[Bar], title: str, axis: str, *, centred: bool = True) -> str:
    """Draws a bar chart; labels are below the middle of bars or, unless `centred`, below their left edges."""
    if not found:
        return chart([], f"no {axis}")
    top = max(1, *(bar.number for bar in found))
    wide = (WIDTH - LEFT - RIGHT) / len(found)
    tall = HEIGHT - TOP - BOTTOM
    parts = [
        text(LEFT - 8, TOP + 4, f"{top:,}", "end"),
        text(LEFT - 8, HEIGHT - BOTTOM + 4, "0", "end"),
    ]
    free = 0.0
    for at, bar in enumerate(found):
        high, x = tall * bar.number / top, LEFT + at * wide
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{HEIGHT - BOTTOM - high:.1f}" width="{wide - 2:.1f}" '
            f'height="{high:.1f}" fill="{COLOURS["unique"]}"><title>{bar.tooltip}</title></rect>'
        )
        half, middle = _width(bar.label) / 2, x + wide / 2 * centred
        if bar.label and middle - half >= free:
            parts.append(text(middle, HEIGHT - BOTTOM + 18, bar.label, "middle"))
            free = middle + half + _DIGIT
    parts.append(line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, axis, "middle"))
    return chart(parts, title)


def size_against_time(summary: Summary) -> str:
    """Draws a point for each puzzle, or for a sample of them: cells to the right, seconds upwards."""
    number = len(summary.seconds)
    if not number:
        return chart([], "no times")
    cells = Axis(min(summary.cells), max(summary.cells), LEFT, WIDTH - RIGHT)
    least, most = (max(each, LEAST) for each in (min(summary.seconds), max(summary.seconds)))
    times = Axis(least, most, HEIGHT - BOTTOM, TOP)
    parts = [*cells.columns(lambda value: f"{value:,.0f}"), *times.rows(WIDTH - RIGHT)]
    points = zip(summary.cells, summary.seconds, summary.codes, strict=True)
    for size, seconds, code in islice(points, 0, None, -(-number // _MOST_POINTS)):
        x, y = cells.at(size), times.at(max(seconds, LEAST))
        colour = COLOURS[VERDICTS[code]]
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}" fill-opacity="0.6"/>')
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "cells", "middle"))
    shown = [verdict for code, verdict in enumerate(VERDICTS) if code in set(summary.codes)]
    for at, verdict in enumerate(shown):
        x = LEFT + 4 + 90 * at
        parts.append(f'<circle cx="{x}" cy="{TOP - 14}" r="4" fill="{COLOURS[verdict]}"/>')
        parts.append(text(x + 8, TOP - 10, verdict))
    return chart(parts, "Cells against time")


def duration(seconds: float) -> str:
    """Returns a time with a suitable unit.

    >>> duration(0.0032), duration(0.5), duration(75), duration(7200)
    ('3.2 ms', '0.5 s', '75 s', '2 h')
    """
    for unit, size in (("h", 3600.0), ("s", 0.1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / (size if unit != 's' else 1):.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


class Axis:
    """A logarithmic axis between two places of the drawing, in whole powers of ten or, unless `whole`, from the
    least value to the greatest."""

    def __init__(self, low: float, high: float, begin: float, end: float, *, whole: bool = True) -> None:
        self._low: float = log10(low)
        self._high: float = log10(high)
        if whole or low == high:
            self._low, self._high = floor(log10(low)), max(ceil(log10(high)), floor(log10(low)) + 1)
        self._begin, self._end = begin, end

    def at(self, value: float) -> float:
        share = (log10(value) - self._low) / (self._high - self._low)
        return self._begin + share * (self._end - self._begin)

    def ticks(self) -> Iterator[tuple[float, float]]:
        """Yields the powers of ten and their places."""
        for exponent in range(ceil(self._low), floor(self._high) + 1):
            yield 10.0**exponent, self.at(10.0**exponent)

    def columns(self, label: Callable[[float], str]) -> Iterator[str]:
        """Draws the ticks of a horizontal axis."""
        for value, x in self.ticks():
            yield line(x, TOP, x, HEIGHT - BOTTOM)
            yield text(x, HEIGHT - BOTTOM + 18, label(value), "middle")

    def rows(self, right: float) -> Iterator[str]:
        """Draws the ticks of a vertical axis of times, with lines up to `right`."""
        for value, y in self.ticks():
            yield line(LEFT, y, right, y)
            yield text(LEFT - 8, y + 4, duration(value), "end")


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """Draws a thin grey line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#bbbbbb" stroke-width="0.6"/>'
    )


def _width(text: str) -> float:
    """Returns an upper estimate of the width of a text."""
    return _DIGIT * len(text)


def text(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Draws a text; one centred near the right edge ends there."""
    if anchor == "middle" and x + _width(text) / 2 > WIDTH:
        x, anchor = WIDTH - 1, "end"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def chart(parts: list[str], title: str) -> str:
    """Puts the parts of a chart together."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#333333">'
    )
    return "\n".join([head, f"<title>{title}</title>", *parts, "</svg>"])
