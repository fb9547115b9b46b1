"""`batch`: a question about many puzzles, on all processors or a cluster, with a journal."""

from __future__ import annotations

import json
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any, NamedTuple

from nonosat import __version__
from nonosat.batch.expect import Expected, Wanted, difference
from nonosat.batch.journal import Journal, Stream, journal_at
from nonosat.batch.keys import key_of
from nonosat.cli.shell import answers
from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.formats.sources import ALL, Item, Shard, Sources
from nonosat.foundation.errors import EXIT_BAD_INPUT, EXIT_SOFTWARE, NonosatError, OutputError, UsageError
from nonosat.foundation.files import STANDARD_OUTPUT, require_writable_folder
from nonosat.foundation.lazy_dataclasses import dataclass, field, replace
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.foundation.sentences import number_text
from nonosat.foundation.workers.bounds import bounded, unbounded
from nonosat.foundation.workers.executors import NAMES, require_executor, workers_of
from nonosat.foundation.workers.spread import Failed, Known, spread
from nonosat.solving.engine.options import SearchOptions

ASKED = {
    "check": "check:checked",
    "count": "count:counted",
    "ambiguity": "ambiguity:compared",
    "explain": "explain:explained",
    "rate": "rate:rated",
    "conflict": "conflict:contradicted",
    "certify": "certify:certified",
}
"""The questions, and the module and function that answer each."""

_MOST_TOLD = 20
"""Errors and differences that are listed; the rest is in the results."""


@dataclass(frozen=True, slots=True)
class _Ask:
    """A question with its options, which can be sent to a worker."""

    name: str
    own: dict[str, Any]
    """Arguments of the question."""
    options: dict[str, Any]
    """Those that make it another question, as plain data."""
    limit: Limit
    how: cli.Json
    certificates: str | None = None


class _Asked(NamedTuple):
    """A puzzle with the key of the question about it."""

    item: Item
    key: str
    seconds: float = 0.0
    """What it took to read it."""


class _Line(NamedTuple):
    """An answer as a line of JSON, and what is said of it in the end."""

    text: str | None
    """None if the journal has it."""
    found: Wanted
    exit_code: int = 0
    error: str = ""


@dataclass(slots=True)
class _Sum:
    """What has come of all puzzles; mutable."""

    verdicts: Counter[str] = field(default_factory=Counter)
    before: int = 0
    """Answers that were in the journal."""
    unwanted: int = 0
    """Puzzles without an expected verdict."""
    exit_code: int = 0
    errors: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


@click.command(
    "batch",
    epilog=cli.examples(
        "batch puzzles -o answers.jsonl",
        "batch puzzles -o answers.jsonl --time-limit 60 --retry unknown",
        "batch puzzles --shard 1/2 -o part-1.jsonl",
    ),
)
@cli.puzzles_argument
@click.option(
    "--ask",
    type=click.Choice(list(ASKED)),
    default="check",
    show_default=True,
    help="The question.",
)
@click.option(
    "-o",
    "--output",
    default=STANDARD_OUTPUT,
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
    metavar="FILE",
    help="The expected verdicts: a JSON object of names, a table with tabs, or earlier results. Exit with "
    "1 if any differs.",
)
@click.option("--solutions", "with_solutions", is_flag=True, help="Have the solutions found in the results.")
@click.option(
    "--shard", metavar="I/N", help="Take the I-th of N parts of all puzzles; `nonosat merge` joins results."
)
@click.option("--executor", metavar="NAME", help=f"Where to work: {NAMES}.  [default: this machine]")
@click.option("--certificates", metavar="DIR", help="With --ask certify: the folder to write them to.")
@cli.depth_option
@cli.search_options
@unbounded()
def batch_command(
    inputs: cli.Inputs,
    ask: str,
    output: str,
    retry: tuple[str, ...],
    expect: str | None,
    with_solutions: bool,
    shard: str | None,
    executor: str | None,
    certificates: str | None,
    depth: int | None,
    options: SearchOptions,
    limit: Limit,
) -> int:
    """Ask a question of many puzzles, and keep the answers.

    PUZZLE may also be a pattern such as `sets/*.non`, and a file of lines (.jsonl) or - for standard input,
    where each line is a path or a puzzle in JSON. --workers puzzles are worked on at once, by default one for
    each processor, and each by one process.

    Every answer is a line of JOURNAL as soon as it is known. However the command ends, the same command
    continues from there. Exit codes: 0 every puzzle was answered, whatever the verdicts; 1 a verdict differs from the
    one in --expect; 65 a puzzle could not be read.
    """
    asked = _ask(
        ask, options, limit, depth, certificates, cli.Json.FULL if with_solutions else cli.Json.BRIEF
    )
    part = Shard.parsed(shard) if shard else ALL
    if executor is not None:
        require_executor(executor)
    if certificates is not None:
        _make(certificates)
    wanted = Expected(expect) if expect else None
    notes: list[str] = []
    sources = Sources(
        inputs.paths, inputs.source, inputs.pictures, part, notes.append, lines=True, limit=limit
    )
    total = _Sum()
    with ExitStack() as stack:
        journal = stack.enter_context(journal_at(output, retry))
        workers = stack.enter_context(workers_of(executor, options.workers))
        tally = stack.enter_context(cli.tallying(output, sources.count))
        if journal.torn:
            notes.append(f"{output}: cut off {number_text(journal.torn, 'byte')} of a line that was torn")
        for (item, _), found in _results(sources, journal, asked, workers):
            if found.text is not None:
                journal.add(found.text.encode() + b"\n")
            _add(total, item, found, wanted)
            tally(cli.Tally(total.verdicts, total.before, item.share))
    _tell(output, total, notes, wanted is not None)
    return total.exit_code or (cli.EXIT_FAILED if total.differences else 0)


def _ask(
    name: str,
    options: SearchOptions,
    limit: Limit,
    depth: int | None,
    certificates: str | None,
    how: cli.Json,
) -> _Ask:
    """The question; raises `UsageError` for an option that it does not take."""
    plain = options.plain and not options.seed and limit.conflicts is None
    for wrong, what, of in (
        (name != "check" and not plain, "--backend, --encoding, --seed, --conflict-limit", "check"),
        (name not in ("explain", "rate") and depth is not None, "--depth", "explain and rate"),
        (name != "certify" and certificates is not None, "--certificates", "certify"),
    ):
        if wrong:
            raise UsageError(f"{what}: options of {of}, not of {name}")
    own: dict[str, Any] = {"limit": limit}
    stated: dict[str, Any] = {}
    if name == "check":
        stated = {each: getattr(options, each) for each in ("backend", "encoding", "seed")}
        own |= {"options": replace(options, workers=1), "as_json": how}
    elif depth is not None:
        own["depth"] = stated["depth"] = depth
    elif name == "certify":
        if certificates is None:
            raise UsageError("certify needs a folder: --certificates DIR")
        certificates = os.path.abspath(certificates)  # a worker may be somewhere else
    return _Ask(name, own, stated, limit, how, certificates)


def _make(folder: str) -> None:
    """Makes a folder unless it exists."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot write: {error.strerror}") from None
    require_writable_folder(os.path.join(folder, "certificate"))


def _results(
    sources: Sources, journal: Journal | Stream, ask: _Ask, workers: Any
) -> Iterator[tuple[tuple[Item, str], _Line]]:
    """Every puzzle with its answer: from the journal, or from a worker."""
    asked = _unanswered(sources, journal, ask)
    for each, found in spread(partial(_record, ask=ask), asked, workers):
        if isinstance(found, Failed):  # the worker died, or could not send its answer
            found = _line(each, ask, answers.refusal(each.item.name, _as_ours(found.error)))
        yield (each.item, each.key), found


def _unanswered(
    sources: Sources, journal: Journal | Stream, ask: _Ask
) -> Iterator[_Asked | Known[_Asked, _Line]]:
    """The puzzles, with the answers that are known."""
    began = monotonic()
    for item in sources.items():
        asked = _Asked(item, _key(item, ask), monotonic() - began)
        text = journal.ask(asked.key, item.name)
        if text is None:
            yield asked
        elif text:
            yield Known(asked, _known(asked, text))
        began = monotonic()


def _key(item: Item, ask: _Ask) -> str:
    return key_of(item.puzzle or item.error or UsageError(""), ask.name, ask.options, __version__)


def _known(asked: _Asked, text: bytes) -> _Line:
    """An answer from the journal; a puzzle that it has by another name gets a line of its own."""
    record = json.loads(text)
    item = asked.item
    found = record["verdict"], record.get("line_solvable")
    code = EXIT_BAD_INPUT if found[0] == answers.ERROR else 0
    if record["puzzle"] == item.name:
        return _Line(None, found, code, record.get("error", ""))
    record |= {"puzzle": item.name, "title": item.puzzle and item.puzzle.metadata.title}
    record.pop("id", None)
    return _Line(json.dumps(record | _id(item)), found, code, record.get("error", ""))


def _record(asked: _Asked, *, ask: _Ask) -> _Line:
    """In a worker: asks the question."""
    item, own, began = asked.item, dict(ask.own), monotonic()
    if ask.certificates is not None:
        own["folder"] = os.path.join(ask.certificates, asked.key)
    module, _, function = ASKED[ask.name].partition(":")
    try:
        question: Callable[..., cli.Answer] = getattr(
            import_module(f"nonosat.cli.commands.{module}"), function
        )
        with bounded(ask.limit, asked.seconds):
            answer = answers.answer_of(item, partial(question, **own))
    except OutOfReach as reason:
        answer = answers.unanswered(item.name, item.puzzle, reason, monotonic() - began)
    except Exception as error:
        answer = answers.refusal(item.name, _as_ours(error))
    return _line(asked, ask, answer)


def _line(asked: _Asked, ask: _Ask, answer: cli.Answer) -> _Line:
    """An answer as a line; docs/json.md says what is in it."""
    limit = ask.limit
    answer.more = {
        "ask": ask.name,
        **_id(asked.item),
        **answer.more,
        "options": ask.options,
        "limits": {"seconds": limit.seconds, "memory": limit.memory, "conflicts": limit.conflicts},
        "seed": ask.options.get("seed"),
        "worker": f"{socket.gethostname()}:{os.getpid()}",
    }
    text = f'{{"key": "{asked.key}", {answer.json(ask.how)[1:]}'
    error = str(answer.error) if answer.error else ""
    return _Line(text, (answer.word, answer.line_solvable), answer.exit_code if error else 0, error)


def _id(item: Item) -> dict[str, Any]:
    return {} if item.id is None else {"id": item.id}


def _as_ours(error: Exception) -> NonosatError:
    """An unexpected error, as one of ours."""
    if isinstance(error, NonosatError):
        return error
    found = NonosatError(f"internal error: {type(error).__name__}: {error}")
    found.exit_code = EXIT_SOFTWARE
    return found


def _add(total: _Sum, item: Item, found: _Line, expected: Expected | None) -> None:
    """Counts an answer."""
    total.verdicts[found.found[0]] += 1
    total.before += found.text is None
    total.exit_code = max(total.exit_code, found.exit_code)
    if found.error:
        total.errors.append(found.error if len(total.errors) < _MOST_TOLD else "")
    if expected:
        wanted = expected.of(item.name)
        differs = wanted and difference(found.found, wanted)
        total.unwanted += wanted is None
        if differs:
            total.differences.append(f"{item.name}: {differs}")


def _tell(output: str, total: _Sum, notes: list[str], expecting: bool) -> None:
    """Says on standard error what came of it."""
    number = total.verdicts.total()
    for note in notes:
        click.echo(f"nonosat: {note}", err=True)
    for error in total.errors[:_MOST_TOLD]:
        click.echo(f"nonosat: {error}", err=True)
    if len(total.errors) > _MOST_TOLD:
        click.echo(f"nonosat: ... and {len(total.errors) - _MOST_TOLD:,} more errors", err=True)
    if output != STANDARD_OUTPUT:
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(total.verdicts.items()))
        before = f"; {total.before:,} were there before" if total.before else ""
        click.echo(f"{output}: {number_text(number, 'answer')}: {verdicts or 'none'}{before}", err=True)
    if expecting and total.unwanted:
        click.echo(f"nonosat: no verdict is expected of {number_text(total.unwanted, 'puzzle')}", err=True)
    if total.differences:
        click.echo(
            f"{len(total.differences):,} of {number:,} puzzles differ from what is expected:", err=True
        )
        for each in total.differences[:_MOST_TOLD]:
            click.echo(f"  {each}", err=True)
        if len(total.differences) > _MOST_TOLD:
            click.echo(f"  ... and {len(total.differences) - _MOST_TOLD:,} more", err=True)
