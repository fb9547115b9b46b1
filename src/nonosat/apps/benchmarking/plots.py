"""Plots of a benchmark or a batch, by matplotlib, as SVG, PNG or PDF.

A benchmark has a cactus plot (puzzles answered within a time, by contender), for two contenders a scatter plot of their
times, with unanswered puzzles at the limit, and for each family the time against the side, with a fitted line and its
exponent. A batch has the distribution of its times and minutes, and its verdicts. Colours are those of Okabe and Ito,
which colour-blind readers can distinguish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import groupby, product
from math import ceil, log10
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures
from nonosat.apps.many.summary import VERDICTS, Summary
from nonosat.apps.many.tables import duration
from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("svg", "png", "pdf")

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b3a800")
_LEAST_SECONDS = 1e-5  # shorter times are drawn as this time
_PANEL_INCHES = (5.0, 3.4)
_BINS = 40  # number of bars of a distribution
_LEGEND = {"fontsize": "small", "frameon": False}

Panel = Callable[["Axes"], None]


def format_of_plot(path: str) -> str:
    """Returns the format by a file's extension; raises `UsageError` unless it is one of `FORMATS`."""
    ending = PurePath(path).suffix[1:].lower()
    if ending not in FORMATS:
        raise UsageError(f"{path}: a plot ends with .svg, .png or .pdf")
    return ending


def benchmark_plot(figures: Figures, format: str) -> bytes:
    """Draws a benchmark; raises `UsageError` if no puzzle was answered, `MissingExtraError` without matplotlib."""
    growth = figures.growth()
    panels: list[Panel] = [
        partial(_draw_growth, family, list(members), figures.contenders)
        for family, members in groupby(growth, lambda one: one.family)
    ]
    in_families = {figure.puzzle for figure in figures.figures.values() if figure.family is not None}
    if len(in_families) < len(figures.puzzles) or not panels:
        if not any(figure.answered for figure in figures.figures.values()):
            raise UsageError("nothing to plot: no puzzle was answered")
        panels.insert(0, partial(_draw_cactus, figures))
        if len(figures.contenders) == 2:
            panels.insert(1, partial(_draw_scatter, figures))
    return _drawn(panels, format)


def batch_plot(summary: Summary, format: str) -> bytes:
    """Draws the summary of a batch; raises `UsageError` without records, `MissingExtraError` without matplotlib."""
    if not summary.verdicts:
        raise UsageError("nothing to plot: there are no records")
    panels: list[Panel] = [partial(_draw_verdicts, summary)]
    if summary.seconds:
        panels.append(partial(_draw_distribution, summary.seconds, "seconds", "time"))
    if summary.minutes:
        panels.append(
            partial(_draw_distribution, summary.minutes, "minutes", "minutes that puzzles take people")
        )
    return _drawn(panels, format)


def _drawn(panels: Sequence[Panel], format: str) -> bytes:
    """Draws panels in two columns."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("a plot needs matplotlib: pip install 'nonosat[plot]'") from None
    columns = min(2, len(panels))
    rows = ceil(len(panels) / columns)
    file = BytesIO()
    with rc_context(
        {
            "svg.hashsalt": "nonosat",
            "svg.fonttype": "none",
            "font.size": 9,
            "axes.grid": True,
            "grid.alpha": 0.3,
        }
    ):
        figure = Figure((_PANEL_INCHES[0] * columns, _PANEL_INCHES[1] * rows), layout="constrained")
        places = figure.subplots(rows, columns, squeeze=False)
        for (row, column), panel in zip(product(range(rows), range(columns)), panels, strict=False):
            panel(places[row][column])
        for place in places.flat[len(panels) :]:
            place.set_visible(False)
        figure.savefig(file, format=format, metadata=_UNDATED[format], dpi=150)
    return file.getvalue()


_UNDATED: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
"""Metadata by format: the same figures make the same file."""


def _colour(at: int) -> dict[str, Any]:
    """Returns the colour and line style of a contender; the style changes once all colours are used."""
    style = "--" if at >= len(_COLOURS) else "-"
    return {"color": _COLOURS[at % len(_COLOURS)], "linestyle": style}


def _draw_cactus(figures: Figures, axes: Axes) -> None:
    for at, (contender, summary) in enumerate(zip(figures.contenders, figures.summaries(), strict=True)):
        reached = "" if summary.reached is None else f" (backend reached on {summary.reached:,})"
        times = sorted(max(one.median, _LEAST_SECONDS) for one in figures.of(contender) if one.answered)
        axes.step(times, range(1, len(times) + 1), where="post", label=contender + reached, **_colour(at))
    axes.set(xscale="log", xlabel="CPU seconds", ylabel="puzzles answered", title="answered within a time")
    axes.set_ylim(bottom=0)
    axes.locator_params(axis="y", integer=True)
    axes.legend(**_LEGEND)


def _draw_scatter(figures: Figures, axes: Axes) -> None:
    one, other = figures.contenders
    of_one, of_other = (
        {figure.puzzle: figure for figure in figures.of(name) if figure.answered} for name in (one, other)
    )
    puzzles = [*dict.fromkeys((*of_one, *of_other))]
    answered = [figure.median for figure in (*of_one.values(), *of_other.values())]
    at_limit = max(figures.limit or 0, *answered)
    across, up = (
        [max(of[puzzle].median, _LEAST_SECONDS) if puzzle in of else at_limit for puzzle in puzzles]
        for of in (of_one, of_other)
    )
    ends = min(across + up), max(across + up)
    axes.plot(ends, ends, color="#888888", linewidth=0.8)
    places = [*zip(across, up, [puzzle in of_one and puzzle in of_other for puzzle in puzzles], strict=True)]
    groups = (
        (True, "o", _COLOURS[0], "both answered"),
        (False, "x", _COLOURS[1], "one answered, the other at the limit"),
    )
    for both, marker, colour, text in groups:
        xs = [x for x, _, is_shared in places if is_shared is both]
        ys = [y for _, y, is_shared in places if is_shared is both]
        if xs:
            axes.scatter(xs, ys, s=14, marker=marker, color=colour, alpha=0.6, label=f"{text} ({len(xs):,})")
    axes.set(xscale="log", yscale="log", xlabel=f"{one}: CPU seconds", ylabel=f"{other}: CPU seconds")
    axes.set_title("time of one against the other")
    axes.legend(**_LEGEND)


def _draw_growth(
    family: str, members: Sequence[BenchmarkGrowth], contenders: Sequence[str], axes: Axes
) -> None:
    for one in members:
        sides = [side for side, _ in one.points]
        costs = [max(cost, _LEAST_SECONDS) for _, cost in one.points]
        label = one.contender + ("" if one.slope is None else f", side^{one.slope:.1f}")
        style = _colour(contenders.index(one.contender))
        axes.plot(sides, costs, marker="o", markersize=3, label=label, **style)
        if one.line:
            axes.plot(*zip(*one.line, strict=True), linewidth=0.8, **style | {"linestyle": ":"})
    axes.set(xscale="log", yscale="log", xlabel="side", ylabel="CPU seconds", title=family)
    every = sorted({side for one in members for side, _ in one.points})
    axes.set_xticks(every, [f"{side:,}" for side in every])
    axes.set_xticks([], minor=True)
    axes.legend(**_LEGEND)


def _draw_verdicts(summary: Summary, axes: Axes) -> None:
    verdicts = [verdict for verdict in VERDICTS if summary.verdicts[verdict]]
    numbers = [summary.verdicts[verdict] for verdict in verdicts]
    bars = axes.bar(verdicts, numbers, color=_COLOURS[0], label="all")
    axes.bar_label(bars, [f"{number:,}" for number in numbers])
    axes.margins(y=0.1)
    axes.bar(
        verdicts,
        [summary.line_solvable[verdict] for verdict in verdicts],
        color=_COLOURS[5],
        label="line by line",
    )
    axes.set(ylabel="puzzles", title=number_text(summary.verdicts.total(), "puzzle"))
    axes.legend(**_LEGEND)


def _draw_distribution(values: Sequence[float], unit: str, title: str, axes: Axes) -> None:
    least, most = max(min(values), _LEAST_SECONDS), max(max(values), 2 * _LEAST_SECONDS)
    edges = list(_logarithmic(least, max(most, 1.01 * least)))
    axes.hist([max(value, least) for value in values], bins=edges, color=_COLOURS[0])
    median = sorted(values)[len(values) // 2]
    shown = duration(median) if unit == "seconds" else f"{median:.3g} {unit}"
    axes.axvline(max(median, least), color=_COLOURS[1], label=f"median: {shown}")
    axes.set(xscale="log", xlabel=unit, ylabel="puzzles", title=title)
    axes.legend(**_LEGEND)


def _logarithmic(least: float, most: float) -> Iterator[float]:
    """Yields the edges of bars of equal width on a logarithmic axis."""
    low, high = log10(least), log10(most)
    for at in range(_BINS + 1):
        yield 10 ** (low + (high - low) * at / _BINS)
