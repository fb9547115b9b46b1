"""Draws how time grows with the side: `python docs/growth.py JOURNAL`, of a run of `nonosat benchmark` on families.

docs/growth.svg has a plot for each family, in two columns, with logarithmic axes. The colours are those of Okabe and Ito, which
people who see no red or no green can tell apart; contenders beyond the eighth have dashed lines as well. The slopes go to
standard output, as a table for docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path

from nonosat.apps.benchmarking.runs import recorded
from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures
from nonosat.apps.many.tables import duration

TITLE = 24
WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 28, 44

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b3a800")
_LEAST = 1e-5  # lower bound of the seconds shown

_LEGEND_LINE = 17

_LETTERS = 24  # characters of a name in a legend

_DOT = 2.5

_ROOM = 12  # pixels between the edges of a plot and its first and last side
_END = WIDTH - RIGHT - 170  # right edge of a plot; the rest is for the legend


def main(journal: str) -> None:
    figures = Figures(recorded(journal))
    growth = figures.growth()
    plots = growth_plots(growth, figures.contenders)
    parts = [
        f'<g transform="translate({WIDTH * (at % 2)} {(HEIGHT + TITLE) * (at // 2)})">'
        f'<text x="8" y="18" font-weight="bold">{family}</text><g transform="translate(0 {TITLE})">{plot}</g></g>'
        for at, (family, plot) in enumerate(plots)
    ]
    width, height = 2 * WIDTH, (HEIGHT + TITLE) * -(-len(plots) // 2)
    Path(__file__).with_name("growth.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{width}" height="{height}" fill="white"/>{"".join(parts)}</svg>\n'
    )
    print("| family |", " | ".join(figures.contenders), "|")
    print("|---|", "---:|" * len(figures.contenders), sep="")
    for family, members in groupby(growth, lambda each: each.family):
        found = {each.contender: each for each in members}
        print(f"| {family} |", " | ".join(said(found.get(each)) for each in figures.contenders), "|")


def said(growth: BenchmarkGrowth | None) -> str:
    """The slope, and the largest side with an answer, with its time."""
    if growth is None or not growth.points:
        return ""
    side, cost = growth.points[-1]
    slope = "" if growth.slope is None else f"{growth.slope:.1f}; "
    return f"{slope}{side} in {cost:.2g} s"


def growth_plots(growth: Sequence[BenchmarkGrowth], contenders: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the name of each family and its plot of time against side, with a line for each contender."""
    found = []
    for family, members in groupby(growth, lambda each: each.family):
        found.append((family, _growth(family, list(members), contenders)))
    return found


def _growth(family: str, members: list[BenchmarkGrowth], contenders: Sequence[str]) -> str:
    sides = [side for each in members for side, _ in each.points]
    costs = [max(cost, _LEAST) for each in members for _, cost in each.points]
    across, times = (
        Axis(min(sides), max(sides), LEFT + _ROOM, _END - _ROOM, whole=False),
        Axis(min(costs), max(costs), HEIGHT - BOTTOM, TOP),
    )
    parts, free = [*times.rows(_END)], 0.0
    for side in sorted(set(sides)):
        x = across.at(side)
        parts.append(line(x, TOP, x, HEIGHT - BOTTOM))
        if x - free > 24:
            parts.append(text(x, HEIGHT - BOTTOM + 18, f"{side:,}", "middle"))
            free = x
    labels: dict[int, str] = {}
    for each in members:
        at = contenders.index(each.contender)
        places = [(across.at(side), times.at(max(cost, _LEAST))) for side, cost in each.points]
        parts.append(_path(places, at))
        for (x, y), (side, cost) in zip(places, each.points, strict=True):
            parts.append(_dot(x, y, at, f"{escape(each.contender)}, side {side}: {duration(cost)}"))
        labels[at] = _short(each.contender, "" if each.slope is None else f", side^{each.slope:.1f}")
    parts.append(text((LEFT + _END) / 2, HEIGHT - 6, "side", "middle"))
    return chart(
        [*parts, *_legend([labels.get(at, "") for at in range(len(contenders))])], f"{escape(family)}"
    )


def _legend(names: Sequence[str]) -> list[str]:
    """Draws the legend at the right; empty names are skipped."""
    parts, y = [], TOP + 4
    for at, name in enumerate(names):
        if name:
            parts += [
                _path([(_END + 10, y), (_END + 24, y)], at),
                text(_END + 28, y + 4, name),
            ]
            y += _LEGEND_LINE
    return parts


def _short(name: str, more: str = "") -> str:
    """Shortens a name and appends `more`."""
    room = _LETTERS - len(more)
    return escape((name if len(name) <= room else f"{name[: room - 3]}...") + more)


def _colour(at: int) -> str:
    return _COLOURS[at % len(_COLOURS)]


def _path(places: Sequence[tuple[float, float]], at: int) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dashes = f' stroke-dasharray="{2 + 2 * (at // len(_COLOURS))}"' if at >= len(_COLOURS) else ""
    return f'<polyline points="{points}" fill="none" stroke="{_colour(at)}" stroke-width="1.6"{dashes}/>'


def _dot(x: float, y: float, at: int, tooltip: str = "") -> str:
    title = f"<title>{tooltip}</title>" if tooltip else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT}" fill="{_colour(at)}">{title}</circle>'


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


def text(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Draws a text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def chart(parts: list[str], title: str) -> str:
    """Puts the parts of a chart together."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#333333">'
    )
    return "\n".join([head, f"<title>{title}</title>", *parts, "</svg>"])


if __name__ == "__main__":
    main(sys.argv[1])
