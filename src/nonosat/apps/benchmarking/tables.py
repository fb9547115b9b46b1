"""Tables and sentences about a benchmark."""

from __future__ import annotations

from nonosat.apps.benchmarking.summary import (
    BenchmarkDisagreement,
    BenchmarkGrowth,
    BenchmarkSummary,
    Comparison,
    Figure,
    Figures,
)
from nonosat.apps.many.tables import aligned, duration
from nonosat.support.sentences import number_text

Rows = list[tuple[str, ...]]

FEW_PUZZLES = 40  # up to this number of puzzles, a terminal shows a row per puzzle

_SAME = 1.03  # smaller ratios of times are noise


def summary_rows(summaries: list[BenchmarkSummary]) -> Rows:
    """Returns a row for each contender."""
    head = (
        "",
        "answered",
        "unanswered",
        "median",
        "longest",
        "sum of shared",
        "PAR2",
        "spread",
        "memory",
        "backend",
    )
    return [
        head,
        *(
            (
                summary.contender,
                f"{summary.answered:,}",
                f"{summary.unanswered:,}",
                _seconds(summary.median),
                _seconds(summary.longest),
                _seconds(summary.shared if summary.answered else None),
                _seconds(summary.par2),
                "" if summary.spread is None else f"{summary.spread:.0%}",
                "" if summary.memory is None else f"{summary.memory / 1e6:,.0f} MB",
                "" if summary.reached is None else f"on {summary.reached:,}",
            )
            for summary in summaries
        ),
    ]


def puzzle_rows(figures: Figures) -> Rows:
    """Returns a row for each puzzle: answer, and median of each contender, with `>` if a limit came first."""
    rows: Rows = [("", "answer", *figures.contenders)]
    for puzzle in figures.puzzles:
        cells, verdicts = [], dict[str, None]()
        for contender in figures.contenders:
            figure = figures.figures.get((puzzle, contender))
            cells.append("" if figure is None else _time(figure))
            verdicts |= dict.fromkeys(figure.verdicts if figure else ())
        plain = [verdict for verdict in verdicts if verdict not in ("unknown", "error")] or list(verdicts)
        rows.append((puzzle, " or ".join(plain), *cells))
    return rows


def growth_rows(growth: list[BenchmarkGrowth]) -> Rows:
    """Returns a row for each family and contender."""
    return [
        ("family", "", "sides", "times", "time grows with the side to the power of", "R^2"),
        *(
            (
                family.family,
                family.contender,
                f"{family.points[0][0]} to {family.points[-1][0]}",
                f"{duration(family.points[0][1])} to {duration(family.points[-1][1])}",
                "" if family.slope is None else f"{family.slope:.1f}",
                "" if family.fit is None else f"{family.fit:.2f}",
            )
            for family in growth
        ),
    ]


def comparison_text(comparison: Comparison) -> str:
    """Says which contender is faster, by how much, and over how many puzzles.

    >>> comparison_text(Comparison("a", "b", 3.14, 30))
    'a is 3.1 times faster than b at the median (30 puzzles)'
    >>> comparison_text(Comparison("a", "b", 3.14, 30, 2))
    'a is 3.1 times faster than b at the median (30 puzzles, slower on 2)'
    >>> comparison_text(Comparison("a", "b", 1.01, 30, 2, reached=0))
    'a and b are as fast at the median (30 puzzles, none of which reached a backend: this compares no backends)'
    >>> comparison_text(Comparison("a", "b", 1.01, 30, 2, reached=4))
    'a and b are as fast at the median (30 puzzles, 4 of which reached a backend)'
    """
    over = f"at the median ({number_text(comparison.puzzles, 'puzzle')})"
    if comparison.reached == 0:
        over = f"{over[:-1]}, none of which reached a backend: this compares no backends)"
    elif comparison.reached is not None and comparison.reached < comparison.puzzles:
        over = f"{over[:-1]}, {comparison.reached:,} of which reached a backend)"
    if comparison.times < _SAME:
        return f"{comparison.faster} and {comparison.slower} are as fast {over}"
    if comparison.exceptions:
        over = f"{over[:-1]}, slower on {comparison.exceptions:,})"
    times = f"{comparison.times:.2f}" if comparison.times < 2 else f"{comparison.times:,.1f}"
    return f"{comparison.faster} is {times} times faster than {comparison.slower} {over}"


def _time(figure: Figure) -> str:
    """Returns the time for a puzzle, with `>` if it has no answer."""
    if figure.wrong:
        return "wrong"
    return f"{'' if figure.answered else '>'}{duration(figure.median)}"


def disagreement_text(disagreement: BenchmarkDisagreement) -> str:
    """Lists the answers and names the contenders that are wrong."""
    answers = ", ".join(f"{name} {' or '.join(verdicts)}" for name, verdicts in disagreement.answers.items())
    verb = "is" if len(disagreement.wrong) == 1 else "are"
    return f"{disagreement.puzzle}: {' and '.join(disagreement.wrong)} {verb} wrong ({answers})"


def text_of(figures: Figures) -> str:
    """Returns all tables for a terminal."""
    parts = [aligned(summary_rows(figures.summaries()))]
    if compared := figures.comparisons():
        parts.append("\n".join(map(comparison_text, compared)))
    if 1 < len(figures.puzzles) <= FEW_PUZZLES:
        parts.append(aligned(puzzle_rows(figures), left=2))
    if growth := figures.growth():
        parts.append(aligned(growth_rows(growth), left=2))
    return "\n\n".join(parts)


def _seconds(value: float | None) -> str:
    return "" if value is None else duration(value)
