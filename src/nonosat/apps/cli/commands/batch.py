"""`batch`: asks a question of many puzzles, on all processors or a cluster, with a journal."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import option_of
from nonosat.apps.many.asking import ASKED, Asked, Line, parameters
from nonosat.apps.many.batch import Batch
from nonosat.apps.many.engines import executor_named
from nonosat.apps.many.expect import Expected, difference
from nonosat.apps.many.journal import journal_at
from nonosat.explaining.grading.remarks import Repeats
from nonosat.search.options import SearchOptions
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import OutputError
from nonosat.support.files import STANDARD_OUTPUT, require_writable_folder
from nonosat.support.mapping.executors import pool_on
from nonosat.support.sentences import number_text

_MOST_LISTED = 20  # errors and differences that are printed; the results have all


@dataclass(slots=True)
class _Totals:
    """Results of all puzzles; mutable."""

    verdicts: Counter[str] = field(default_factory=Counter)
    before: int = 0  # answers that the journal had
    unexpected: int = 0  # puzzles without an expected verdict
    exit_code: int = 0
    errors: list[str] = field(default_factory=list)
    repeats: Repeats = field(default_factory=Repeats)
    remarked: dict[str, str] = field(default_factory=dict)  # first puzzle with each kind of remark
    remarks: Counter[str] = field(default_factory=Counter)  # puzzles with it
    differences: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Returns the number of each verdict."""
        return ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(self.verdicts.items()))

    def add(self, line: Line, expected: Expected | None) -> None:
        """Counts an answer."""
        name = line.name
        self.verdicts[line.verdict] += 1
        self.before += line.known
        self.exit_code = max(self.exit_code, line.exit_code)
        if line.error:
            self.errors.append(line.error)
        repeated = self.repeats.of_statement(line.statement, name) if line.statement else ()
        for remark in (*line.remarks, *repeated):
            kind = remark.partition(":")[0]
            self.remarked.setdefault(kind, f"{name}: {remark}")
            self.remarks[kind] += 1
        if expected:
            wanted = expected.of(name)
            self.unexpected += wanted is None
            if wanted and (differs := difference((line.verdict, line.line_solvable), wanted)):
                self.differences.append(f"{name}: {differs}")


def _question_options(command: cli.Command) -> cli.Command:
    """Adds the parameters of all questions, which the functions declare."""
    options = []
    for name, questions in parameters().items():
        function = next(iter(questions.values()))
        asked = f"With --ask {' or '.join(questions)}: "
        options.append(option_of(function, name, before=asked))
    return cli.declared(tuple(options), command)


@cli.puzzles_command(
    "batch",
    "batch puzzles --journal answers.jsonl",
    "batch puzzles --journal j.jsonl --time-limit 60 --retry unknown",
    search=True,
    portfolio=False,
    json=False,
    parallel=True,
)
@click.option(
    "--ask",
    type=click.Choice(list(ASKED)),
    default="check",
    show_default=True,
    metavar="QUESTION",
    help=f"One of {', '.join(ASKED)}.",
)
@click.option(
    "--journal",
    "output",
    default=STANDARD_OUTPUT,
    type=cli.OutFile(continued=True),
    metavar="JOURNAL",
    help="Where to keep the answers, a line of JSON for each puzzle; an existing JOURNAL is continued.  [default: "
    "standard output]",
)
@click.option(
    "--retry",
    type=click.Choice(["unknown", "error"]),
    multiple=True,
    help="Ask again where JOURNAL has no verdict because of a limit, or an error.",
)
@click.option(
    "--expect",
    type=cli.InFile(),
    metavar="FILE",
    help="The expected verdicts: a JSON object of names, or earlier results. Exit with 1 if any differs.",
)
@click.option(
    "--solutions", "with_solutions", is_flag=True, help="Include the solutions found in the results."
)
@click.option(
    "--certificates",
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="With --ask certify: the folder to write them to.",
)
@click.option(
    "--estimate",
    is_flag=True,
    help="With --ask check: add the minutes and stars of unique puzzles, which takes as long as the check.",
)
@_question_options
@cli.executor_option
@unbounded()
def batch_command(
    asked: cli.ManyPuzzles,
    *,
    ask: str,
    output: str,
    retry: tuple[str, ...],
    expect: str | None,
    with_solutions: bool,
    certificates: str | None,
    estimate: bool,
    executor: str | None,
    options: SearchOptions,
    **given: Any,
) -> int:
    """Ask a question of many puzzles, and keep the answers.

    PUZZLE may also be a file of lines (.jsonl) or - for standard input, where each line is a path or a puzzle in
    JSON. --workers puzzles are worked on at once, by default one for each processor, and each by one process.

    Every answer is a line of JOURNAL as soon as it is known. However the command ends, the same command
    continues from there. Exit codes: 0 every puzzle was answered, whatever the verdicts; 1 a verdict differs from the
    one in --expect; 65 a puzzle could not be read.
    """
    question = Asked(ask, asked.limit, options, cli.given(**given), estimate, certificates, with_solutions)
    if certificates is not None:
        _make(certificates)
    expected = Expected(expect) if expect else None
    notes: list[str] = []
    sources = cli.sources_of(
        asked.paths,
        asked.source,
        asked.pictures,
        asked.limit,
        strict=asked.strict,
        lines=True,
        tell=notes.append,
    )
    totals = _Totals()
    with ExitStack() as stack:
        journal = stack.enter_context(journal_at(output, retry))
        workers = stack.enter_context(executor_named(executor))
        pool = stack.enter_context(pool_on(workers, asked.workers))
        silent = output == STANDARD_OUTPUT and sys.stdout.isatty()
        say = stack.enter_context(cli.waiting("reading", silent))
        said = monotonic()
        if journal.torn:
            notes.append(f"{output}: cut off {number_text(journal.torn, 'byte')} of a line that was torn")
        for line in Batch(sources, journal, question, pool).lines():
            totals.add(line, expected)
            if monotonic() - said > cli.QUIET_SECONDS:
                said = monotonic()
                say(totals.text())
    _print_totals(output, totals, notes, expected is not None)
    return totals.exit_code or (cli.EXIT_FAILED if totals.differences else 0)


def _make(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot write: {error.strerror}") from None
    require_writable_folder(os.path.join(folder, "certificate"))


def _print_totals(output: str, totals: _Totals, notes: list[str], expecting: bool) -> None:
    number = totals.verdicts.total()
    more = {kind: f", and {count - 1:,} more" for kind, count in totals.remarks.items() if count > 1}
    remarked = sorted(
        f"{first}{more.get(kind, '')}" for kind, first in totals.remarked.items()
    )  # workers' order varies
    listed = cli.first_of(remarked, _MOST_LISTED, "remark")
    for note in (*notes, *cli.first_of(totals.errors, _MOST_LISTED, "error"), *listed):
        cli.note(note)
    if output != STANDARD_OUTPUT:
        before = f"; {totals.before:,} were there before" if totals.before else ""
        click.echo(f"{output}: {number_text(number, 'answer')}: {totals.text() or 'none'}{before}", err=True)
    if expecting and totals.unexpected:
        cli.note(f"no verdict is expected of {number_text(totals.unexpected, 'puzzle')}")
    if totals.differences:
        differing = f"{len(totals.differences):,} of {number:,} puzzles differ from what is expected:"
        for line in (differing, *(f"  {text}" for text in cli.first_of(totals.differences, _MOST_LISTED))):
            click.echo(line, err=True)
