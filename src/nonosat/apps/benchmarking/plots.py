"""Plots of a benchmark as SVG: puzzles answered within a time, two contenders, time against side.

The axes of times and sides are logarithmic. The colours are those of Okabe and Ito, which people who see no red or
no green can tell apart too; contenders beyond the eighth have dashed lines as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from nonosat.apps.batch.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axis,
    chart,
    duration,
    line,
    text,
)
from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b3a800")
_LEAST = 1e-5  # lower bound of the seconds shown

_LEGEND_LINE = 17

_LETTERS = 24  # characters of a name in a legend

_DOT = 2.5

_ROOM = 12  # pixels between the edges of a plot and its first and last side
_END = WIDTH - RIGHT - 170  # right edge of a plot; the rest is for the legend


def cactus(figures: Figures) -> str:
    """Draws the number of puzzles answered within a time; further to the right is better."""
    sorted_costs = {
        each: sorted(max(found.median, _LEAST) for found in figures.of(each) if found.answered)
        for each in figures.contenders
    }
    costs = [cost for found in sorted_costs.values() for cost in found]
    if not costs:
        return chart([], "no puzzle was answered")
    times, most = Axis(min(costs), max(costs), HEIGHT - BOTTOM, TOP), max(map(len, sorted_costs.values()))
    parts = [
        *times.rows(_END),
        text(LEFT, HEIGHT - BOTTOM + 18, "0", "middle"),
        text(_END, HEIGHT - BOTTOM + 18, f"{most:,}", "end"),
    ]
    for at, (_, found) in enumerate(sorted_costs.items()):
        places = [
            (LEFT + (_END - LEFT) * number / most, times.at(cost)) for number, cost in enumerate(found, 1)
        ]
        parts.append(_path(places, at))
        parts += [_dot(x, y, at) for x, y in places if len(found) <= 60]
    parts.append(text((LEFT + _END) / 2, HEIGHT - 6, "puzzles answered", "middle"))
    return chart([*parts, *_legend(list(map(_short, figures.contenders)))], "Puzzles answered within a time")


def scatter(figures: Figures, across: str, up: str) -> str:
    """Draws a point for each puzzle: one contender's time to the right, another's upwards.

    A cross at the edge means no answer. Below the diagonal `up` was faster.
    """
    pairs = []
    for puzzle in figures.puzzles:
        one, other = (figures.figures.get((puzzle, each)) for each in (across, up))
        if one is not None and other is not None and (one.answered or other.answered):
            pairs.append((one, other))
    costs = [max(each.median, _LEAST) for pair in pairs for each in pair if each.answered]
    if not costs:
        return chart([], "no puzzle was answered")
    beside = Axis(min(costs), max(costs), LEFT, LEFT + HEIGHT - TOP - BOTTOM)
    above = Axis(min(costs), max(costs), HEIGHT - BOTTOM, TOP)
    parts = [*above.rows(LEFT + HEIGHT - TOP - BOTTOM), *beside.columns(duration)]
    parts.append(line(LEFT, HEIGHT - BOTTOM, LEFT + HEIGHT - TOP - BOTTOM, TOP))
    for one, other in pairs:
        x = beside.at(max(one.median, _LEAST)) if one.answered else LEFT + HEIGHT - TOP - BOTTOM + 8
        y = above.at(max(other.median, _LEAST)) if other.answered else TOP - 8
        tooltip = f"{escape(one.puzzle)}: {duration(one.median)}, {duration(other.median)}"
        if one.answered and other.answered:
            parts.append(_dot(x, y, 0, tooltip))
        else:
            parts.append(
                f'<path d="M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6" stroke="{_COLOURS[1]}" fill="none">'
                f"<title>{tooltip}, not answered by both</title></path>"
            )
    where = LEFT + HEIGHT - TOP - BOTTOM + 24
    parts += [
        text(LEFT, HEIGHT - 6, f"to the right: {_short(across)}"),
        text(where, TOP + 10, f"upwards: {_short(up)}"),
        text(where, TOP + 10 + _LEGEND_LINE, "crosses: one has no answer"),
    ]
    return chart(parts, f"{escape(across)} and {escape(up)}")


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
