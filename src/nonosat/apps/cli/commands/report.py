"""`report`: summarises the results of a batch, and changes since an earlier one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import click

from nonosat.apps.benchmarking.plots import batch_plot, benchmark_plot, format_of_plot
from nonosat.apps.benchmarking.runs import is_benchmark, recorded
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.benchmarking.tables import text_of
from nonosat.apps.cli.shell.groups import command, examples
from nonosat.apps.cli.shell.options import output_option, plot_option
from nonosat.apps.cli.shell.paths import InFile
from nonosat.apps.many.summary import VERDICTS, Change, Changes, Summary, quantiles, summary_of
from nonosat.apps.many.tables import aligned, duration
from nonosat.explaining.grading.people import duration_text
from nonosat.support.files import STANDARD_OUTPUT, require_writable, write
from nonosat.support.sentences import number_text

_MOST_LISTED = 20  # changed verdicts that are listed

_SHARES = {"half": 0.5, "90 %": 0.9, "99 %": 0.99, "all": 1.0}


@command("report", epilog=examples("report results.jsonl", "report results.jsonl -o report.txt"))
@click.argument("path", type=InFile(), metavar="RESULTS")
@click.argument("earlier", type=InFile(), metavar="[EARLIER]", required=False)
@output_option("Where to write it.", default=STANDARD_OUTPUT)
@plot_option
def report_command(path: str, earlier: str | None, output: str, plot: str | None) -> int:
    """Summarise the results of a batch, and what has changed.

    It has the verdicts, the times, the slowest puzzles, and the minutes that puzzles take people; with
    EARLIER the changed verdicts and the times that differ most. Of the journal of a benchmark it has the
    tables that the benchmark printed.
    """
    require_writable(output)
    format = format_of_plot(plot) if plot else ""
    if earlier is None and is_benchmark(path):
        figures = Figures(recorded(path))
        text, draw = text_of(figures), partial(benchmark_plot, figures)
    else:
        summary = summary_of(path, earlier)
        text, draw = "\n\n".join(_sections(summary, earlier)), partial(batch_plot, summary)
    drawn = draw(format) if plot else b""
    write(output, text + "\n")
    if plot:
        write(plot, drawn)
    return 0


def _sections(summary: Summary, earlier: str | None) -> list[str]:
    parts = [aligned(_verdicts(summary))]
    if summary.seconds:
        parts += [
            _shares(summary.seconds, duration),
            "the slowest:\n" + aligned(_slowest(summary), named=True),
        ]
    if summary.minutes:
        parts.append(_people(summary))
    if summary.changes:
        parts.append(f"since {earlier}: " + _changes(summary.changes))
    return parts


def _verdicts(summary: Summary) -> list[tuple[str, ...]]:
    rows = [("", "puzzles", "line by line", "time")]
    for verdict in VERDICTS:
        if number := summary.verdicts[verdict]:
            lines, seconds = summary.line_solvable[verdict], summary.total[verdict] / 1e6
            rows.append((verdict, f"{number:,}", f"{lines:,}", duration(seconds)))
    total = sum(summary.total.values()) / 1e6
    lines = summary.line_solvable.total()
    return [*rows, ("all", f"{summary.verdicts.total():,}", f"{lines:,}", duration(total))]


def _people(summary: Summary) -> str:
    return (
        f"people: {_shares(summary.minutes, lambda minutes: duration_text(minutes).removeprefix('about '))}"
    )


def _shares(values: Iterable[float], text: Callable[[float], str]) -> str:
    shares = zip(_SHARES, quantiles(values, _SHARES.values()), strict=True)
    return ", ".join(f"{name} within {text(value)}" for name, value in shares)


def _slowest(summary: Summary) -> list[tuple[str, ...]]:
    return [
        (puzzle.verdict, puzzle.size, duration(puzzle.seconds), puzzle.name) for puzzle in summary.slowest
    ]


def _changes(changes: Changes) -> str:
    before, after = duration(changes.seconds_before), duration(changes.seconds_after)
    lines = [
        f"{number_text(changes.compared, 'puzzle')} compared, {before} before, {after} now; "
        f"{changes.new:,} new, {changes.gone:,} gone",
        f"{number_text(changes.other_verdicts, 'verdict')} changed",
    ]
    changed = changes.verdicts[:_MOST_LISTED]
    lines += [f"  {change.name}: {change.before} -> {change.after}" for change in changed]
    if changes.other_verdicts > _MOST_LISTED:
        lines.append(f"  ... and {changes.other_verdicts - _MOST_LISTED:,} more")
    if changes.times:
        lines.append("the times that differ most:")
        lines += [f"  {change.name}: {_change(change)}" for change in changes.times]
    return "\n".join(lines)


def _change(change: Change) -> str:
    return f"{duration(change.seconds_before)} -> {duration(change.seconds_after)}"
