"""`batch`: asks a question of many puzzles, on all processors, with a journal."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any, NamedTuple

import click

from nonosat import __version__
from nonosat.apps.cli.shell import answers
from nonosat.apps.cli.shell import common as cli
from nonosat.apps.many.expect import Expected, Wanted, difference
from nonosat.apps.many.journal import Journal, Stream, journal_at
from nonosat.apps.many.keys import key_of
from nonosat.explaining.grading.remarks import Repeats
from nonosat.explaining.steps.explain import explain
from nonosat.formats.sources import Item, Sources
from nonosat.search.options import SearchOptions
from nonosat.support.children.own_limits import bounded, unbounded
from nonosat.support.errors import EXIT_BAD_INPUT, EXIT_SOFTWARE, NonosatError, OutputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable_folder
from nonosat.support.limits import Limit, OutOfReach
from nonosat.support.mapping.pool import Pool
from nonosat.support.mapping.spread import Failed, Known, spread
from nonosat.support.sentences import number_text

# questions, with the module and function that answer each
ASKED = {
    "check": "check:checked",
    "count": "count:counted",
    "ambiguity": "ambiguity:compared",
    "explain": "explain:explained",
    "rate": "rate:rated",
    "conflict": "conflict:contradicted",
    "certify": "certify:certified",
}

_MOST_LISTED = 20  # errors and differences that are printed; the results have all


@dataclass(frozen=True, slots=True)
class _BatchQuestion:
    """A question with its options; picklable."""

    name: str
    own: dict[str, Any]  # arguments of the function that answers it
    options: dict[str, Any]  # arguments that are part of the key, as plain data
    limit: Limit
    how: cli.Json
    certificates: str | None = None  # folder for certificates


class _KeyedItem(NamedTuple):
    """A puzzle and the key of the question about it."""

    item: Item
    key: str
    seconds: float = 0.0  # time for reading it


class _ResultLine(NamedTuple):
    """An answer as a line of JSON, and its part in the summary."""

    text: str | None  # None if the journal has it
    found: Wanted
    exit_code: int = 0
    error: str = ""


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

    def add(self, item: Item, found: _ResultLine, expected: Expected | None) -> None:
        """Counts an answer."""
        self.verdicts[found.found[0]] += 1
        self.before += found.text is None
        self.exit_code = max(self.exit_code, found.exit_code)
        if found.error:
            self.errors.append(found.error)
        for remark in self.repeats.remarks(item.puzzle, item.name) if item.puzzle else ():
            kind = remark.partition(":")[0]
            self.remarked.setdefault(kind, f"{item.name}: {remark}")
            self.remarks[kind] += 1
        if expected:
            wanted = expected.of(item.name)
            self.unexpected += wanted is None
            if wanted and (differs := difference(found.found, wanted)):
                self.differences.append(f"{item.name}: {differs}")


@cli.puzzles_command(
    "batch",
    "batch puzzles -o answers.jsonl",
    "batch puzzles -o answers.jsonl --time-limit 60 --retry unknown",
    search=True,
    json=False,
)
@click.option(
    "--ask", type=click.Choice(list(ASKED)), default="check", show_default=True, help="The question."
)
@click.option(
    "-o",
    "--output",
    default=STANDARD_OUTPUT,
    type=cli.OutFile(continued=True),
    metavar="JOURNAL",
    help="The results, a line of JSON for each puzzle; an existing JOURNAL is continued.  [default: "
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
@cli.asked_option(explain, "depth")
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
    depth: int | None,
    options: SearchOptions,
) -> int:
    """Ask a question of many puzzles, and keep the answers.

    PUZZLE may also be a file of lines (.jsonl) or - for standard input, where each line is a path or a puzzle in
    JSON. --workers puzzles are worked on at once, by default one for each processor, and each by one process.

    Every answer is a line of JOURNAL as soon as it is known. However the command ends, the same command
    continues from there. Exit codes: 0 every puzzle was answered, whatever the verdicts; 1 a verdict differs from the
    one in --expect; 65 a puzzle could not be read.
    """
    how = cli.Json.FULL if with_solutions else cli.Json.BRIEF
    question = _question(ask, options, asked.limit, depth, certificates, how)
    if certificates is not None:
        _make(certificates)
    expected = Expected(expect) if expect else None
    notes: list[str] = []
    sources = Sources(asked.paths, asked.source, asked.pictures, notes.append, lines=True, limit=asked.limit)
    totals = _Totals()
    with ExitStack() as stack:
        journal = stack.enter_context(journal_at(output, retry))
        pool = stack.enter_context(Pool(options.workers))
        quiet = output == STANDARD_OUTPUT and sys.stdout.isatty()
        say = stack.enter_context(cli.waiting("reading", quiet))
        said = monotonic()
        if journal.torn:
            notes.append(f"{output}: cut off {number_text(journal.torn, 'byte')} of a line that was torn")
        for item, line in _results(sources, journal, question, pool):
            if line.text is not None:
                journal.add(line.text.encode() + b"\n")
            totals.add(item, line, expected)
            if monotonic() - said > cli.QUIET_SECONDS:
                said = monotonic()
                say(totals.text())
    _print_totals(output, totals, notes, expected is not None)
    return totals.exit_code or (cli.EXIT_FAILED if totals.differences else 0)


def _question(
    name: str,
    options: SearchOptions,
    limit: Limit,
    depth: int | None = None,
    certificates: str | None = None,
    how: cli.Json = cli.Json.BRIEF,
) -> _BatchQuestion:
    """Returns the question; raises `UsageError` for an option that it does not take."""
    plain = options.plain and not options.seed and limit.conflicts is None
    for wrong, what, of in (
        (name != "check" and not plain, "--backend, --seed, --conflict-limit", "check"),
        (name not in ("explain", "rate") and depth is not None, "--depth", "explain and rate"),
        (name != "certify" and certificates is not None, "--certificates", "certify"),
    ):
        if wrong:
            raise UsageError(f"{what}: options of {of}, not of {name}")
    own: dict[str, Any] = {}
    keyed: dict[str, Any] = {}
    if name == "check":
        keyed = {option: getattr(options, option) for option in ("backend", "seed")}
        own["options"] = replace(options, workers=1)
    elif depth is not None:
        own["depth"] = keyed["depth"] = depth
    elif name == "certify":
        if certificates is None:
            raise UsageError("certify needs a folder: --certificates DIR")
        certificates = os.path.abspath(certificates)  # a worker can have another working directory
    return _BatchQuestion(name, own, keyed, limit, how, certificates)


def _make(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot write: {error.strerror}") from None
    require_writable_folder(os.path.join(folder, "certificate"))


def _results(
    sources: Sources, journal: Journal | Stream, question: _BatchQuestion, pool: Pool
) -> Iterator[tuple[Item, _ResultLine]]:
    """Yields every puzzle with its answer, from the journal or from a worker."""
    todo = _todo(sources, journal, question)
    for keyed, line in spread(partial(_record, question=question), todo, pool):
        if isinstance(line, Failed):  # the worker died, or could not send its answer
            line = _line(keyed, question, answers.refusal(keyed.item.name, _as_ours(line.error)))
        yield keyed.item, line


def _todo(
    sources: Sources, journal: Journal | Stream, question: _BatchQuestion
) -> Iterator[_KeyedItem | Known[_KeyedItem, _ResultLine]]:
    """Yields the puzzles, with their answers if the journal has them."""
    began = monotonic()
    for item in sources.items():
        keyed = _KeyedItem(item, _key(item, question), monotonic() - began)
        text = journal.ask(keyed.key, item.name)
        if text is None:
            yield keyed
        elif text:
            yield Known(keyed, _known(keyed, text))
        began = monotonic()


def _key(item: Item, question: _BatchQuestion) -> str:
    return key_of(item.puzzle or item.error or UsageError(""), question.name, question.options, __version__)


def _known(keyed: _KeyedItem, text: bytes) -> _ResultLine:
    """Returns an answer from the journal, with a new line if the journal has the puzzle by another name."""
    record = json.loads(text)
    item = keyed.item
    actual = record["verdict"], record.get("line_solvable")
    code = EXIT_BAD_INPUT if actual[0] == answers.ERROR else 0
    if record["puzzle"] == item.name:
        return _ResultLine(None, actual, code, record.get("error", ""))
    record |= {"puzzle": item.name, "title": item.puzzle and item.puzzle.metadata.title}
    record.pop("id", None)
    return _ResultLine(json.dumps(record | _id(item)), actual, code, record.get("error", ""))


def _record(keyed: _KeyedItem, *, question: _BatchQuestion) -> _ResultLine:
    """Asks the question, in a worker."""
    item, own, began = keyed.item, dict(question.own), monotonic()
    if question.certificates is not None:
        own["folder"] = os.path.join(question.certificates, keyed.key)
    module, _, name = ASKED[question.name].partition(":")
    try:
        function: Callable[..., cli.Answer] = getattr(
            import_module(f"nonosat.apps.cli.commands.{module}"), name
        )
        with bounded(question.limit, keyed.seconds):
            answer = answers.answer_of(item, partial(function, **own), question.limit, question.how)
    except OutOfReach as reason:
        answer = answers.unanswered(item.name, item.puzzle, reason, monotonic() - began)
    except Exception as error:
        answer = answers.refusal(item.name, _as_ours(error))
    return _line(keyed, question, answer)


def _line(keyed: _KeyedItem, question: _BatchQuestion, answer: cli.Answer) -> _ResultLine:
    """Returns an answer as a line of results; docs/json.md describes it."""
    limit = question.limit
    answer.more = {
        "ask": question.name,
        **_id(keyed.item),
        **answer.more,
        "options": question.options,
        "limits": {"seconds": limit.seconds, "memory": limit.memory, "conflicts": limit.conflicts},
        "seed": question.options.get("seed"),
        "worker": f"{socket.gethostname()}:{os.getpid()}",
    }
    text = f'{{"key": "{keyed.key}", {answer.json(question.how)[1:]}'
    error = str(answer.error) if answer.error else ""
    return _ResultLine(text, (answer.word, answer.line_solvable), answer.exit_code if error else 0, error)


def _id(item: Item) -> dict[str, Any]:
    return {} if item.id is None else {"id": item.id}


def _as_ours(error: Exception) -> NonosatError:
    """Returns an unexpected error as a `NonosatError`."""
    if isinstance(error, NonosatError):
        return error
    internal = NonosatError(f"internal error: {type(error).__name__}: {error}")
    internal.exit_code = EXIT_SOFTWARE
    return internal


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
