"""A benchmark as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from nonosat.apps.batch.page import page, table
from nonosat.apps.benchmarking.against import BenchmarkChange
from nonosat.apps.benchmarking.contenders import OURS
from nonosat.apps.benchmarking.plots import cactus, growth_plots, scatter
from nonosat.apps.benchmarking.runs import BenchmarkRun
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.benchmarking.tables import (
    change_lines,
    change_rows,
    comparison_text,
    disagreement_text,
    growth_rows,
    puzzle_rows,
    summary_rows,
)
from nonosat.support.sentences import number_text

_MOST_SCATTERS = 6

_STYLE = """
body { max-width: 64rem } .wrong { color: #b00020 } details { margin-top: 1rem }
.left td, .left th { text-align: left }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem }
figure { margin: 0 } figcaption { font-weight: bold } svg { max-width: 100%; height: auto }
"""


def page_of(
    runs: Sequence[BenchmarkRun],
    changes: list[BenchmarkChange] | None = None,
    earlier: str = "the earlier run",
) -> str:
    """Returns the page of some runs, with changes since an earlier benchmark."""
    return page("Benchmark", _parts(runs, changes, earlier), _STYLE)


def _parts(
    runs: Sequence[BenchmarkRun], changes: list[BenchmarkChange] | None, earlier: str
) -> Iterator[str]:
    figures = Figures(runs)
    yield f"<p>{escape(_setting(runs))}</p>"
    for each in figures.disagreements():
        yield f'<p class="wrong">{escape(disagreement_text(each))}</p>'
    yield _table(summary_rows(figures.summaries()))
    for compared in figures.comparisons():
        yield f"<p>{escape(comparison_text(compared))}</p>"
    yield (
        "<p>CPU seconds of all processes. A puzzle is answered if every run of it is, and rightly; its time is the median "
        "of the runs, spread is by how much they differ. The sum is over the puzzles that all have answered.</p>"
    )
    if len(figures.puzzles) > 1:
        yield f"<h2>Puzzles answered within a time</h2>\n{cactus(figures)}"
    if growth := figures.growth():
        yield "<h2>How time grows</h2>"
        yield _side_by_side(
            f"<figure><figcaption>{escape(family)}</figcaption>\n{plot}</figure>"
            for family, plot in growth_plots(growth, figures.contenders)
        )
        yield _table(growth_rows(growth))
    if len(figures.contenders) > 1 and len(figures.puzzles) > 1:
        first, *others = sorted(figures.contenders, key=lambda name: name != OURS)
        yield "<h2>Two at a time</h2>"
        yield _side_by_side(scatter(figures, first, each) for each in others[:_MOST_SCATTERS])
    if changes is not None:
        yield f"<h2>Since {escape(earlier)}</h2>"
        yield _table(change_rows(changes)) if changes else "<p>No contender is in both.</p>"
        yield from (f"<p>{escape(each)}</p>" for each in change_lines(changes))
    yield f"<details><summary>All puzzles</summary>\n{_table(puzzle_rows(figures))}</details>"
    contenders = _table([("", "what it is"), *_defined(runs)])
    yield f'<h2>The contenders</h2>\n<div class="left">{contenders}</div>'


def _side_by_side(plots: Iterable[str]) -> str:
    return '<div class="plots">\n' + "\n".join(plots) + "\n</div>"


def _table(rows: list[tuple[str, ...]]) -> str:
    head, *rest = rows
    return table(head, rest)


def _setting(runs: Sequence[BenchmarkRun]) -> str:
    """Describes how and where the runs were measured."""
    first = runs[0]
    what = "whether the solution is unique" if first.ask == "check" else "a solution"
    seconds = first.limits.get("seconds")
    limit = "" if seconds is None else f", each run within {seconds:g} s"
    puzzles = len({run.puzzle for run in runs})
    machines = ", ".join(dict.fromkeys(run.machine for run in runs))
    counted = f"{number_text(puzzles, 'puzzle')}, {number_text(len(runs), 'run')}"
    return f"Asked for {what}: {counted}{limit}; {machines}; nonosat {first.version}"


def _defined(runs: Sequence[BenchmarkRun]) -> list[tuple[str, str]]:
    """Returns the definition of each contender."""
    found: dict[str, str] = {}
    for run in runs:
        definition = run.options.get("command") or ", ".join(
            f"{name} {value}" for name, value in run.options.items() if value is not None
        )
        found.setdefault(run.contender, str(definition))
    return list(found.items())
