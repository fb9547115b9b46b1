"""`batch`: asks a question of many puzzles, on any workers, with a journal that a later run continues.

While the journal is new, workers read small files themselves, since reading would limit the number of workers that one
parent can serve. The parent reads files that a worker cannot see, and all files once the journal has answers, whose
keys it must compare.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from typing import Any, Protocol, Unpack

from nonosat.apps.many.asking import Ask, Asked, Line, QuestionOptions, answered, failed_line, noted
from nonosat.apps.many.given import Given, GivenPuzzles
from nonosat.apps.many.journal import Journal, Stream
from nonosat.apps.many.lines import ERROR
from nonosat.formats.sources import Item, Sources
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.support.arguments import question
from nonosat.support.children.watchdog import all_of
from nonosat.support.errors import EXIT_BAD_INPUT, NonosatError, UsageError
from nonosat.support.limits import Limit, limit_of
from nonosat.support.mapping.executors import Workers, pool_on
from nonosat.support.mapping.spread import Known, outcomes


class Supply(Protocol):
    """A source of puzzles; small files are unread items unless it `reads`."""

    reads: bool

    def items(self) -> Iterator[Item]: ...


@question
def batch(
    puzzles: Iterable[Given],
    *,
    ask: Ask = "check",
    journal: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    retry: Sequence[str] = (),
    certificates: str | None = None,
    estimate: bool = False,
    solutions: bool = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    **parameters: Unpack[QuestionOptions],
) -> Iterator[dict[str, Any]]:
    """Asks a question of many puzzles, and yields the record of each as soon as it is known, in any order.

    `puzzles` are puzzles, (name, puzzle) pairs, or paths of files and folders, and are read lazily. `ask` is one of check,
    count, ambiguity, explain, rate, conflict, repair-givens, repair-clue, repair-auto and certify, which writes to the folder
    `certificates`. `journal` is a
    file that keeps the records: however the run ends, the same call continues from there, and yields the records
    of earlier runs, too. `retry` names verdicts to ask again, `unknown` or `error`. `executor` is any
    `concurrent.futures.Executor`, such as that of a Dask client; the default is a process on each processor here.
    `workers` is the number of calls at once. Limits are per puzzle. `parameters` are those of the question's function, such as
    `depth=` of `rate`. docs/json.md describes the records.

    >>> import nonosat as ns
    >>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> sorted((answer["puzzle"], answer["verdict"]) for answer in ns.batch([puzzle, ("second", puzzle)]))
    [('0', 'unique'), ('second', 'unique')]
    """
    limits = limit_of(limit, seconds, memory)
    asked = Asked(ask, limits, options, {**parameters}, estimate, certificates, solutions)
    if wrong := set(retry) - {"unknown", ERROR}:
        raise UsageError(f"retry takes `unknown` and `error`, got {min(wrong)!r}")
    return _records(GivenPuzzles(puzzles, asked.limit), asked, journal, retry, executor, workers)


def _records(
    supply: Supply,
    asked: Asked,
    path: str | os.PathLike[str] | None,
    retry: Sequence[str],
    executor: Executor | None,
    workers: int | None,
) -> Iterator[dict[str, Any]]:
    with ExitStack() as stack:
        journal = Unkept() if path is None else stack.enter_context(Journal(path, retry))
        pool = stack.enter_context(pool_on(executor, workers))
        for line in Batch(supply, journal, asked, pool).lines():
            yield json.loads(line.text)


class Unkept(Stream):
    """A journal that keeps nothing."""

    def __init__(self) -> None:
        pass

    def _add_line(self, text: bytes, name: str, ask: str, verdict: str) -> None:
        pass


class Batch:
    """A run; mutable."""

    def __init__(self, supply: Supply, journal: Journal | Stream, asked: Asked, pool: Workers) -> None:
        self._supply = supply
        self._journal = journal
        self._asked = asked
        self._pool = pool
        self._unseen: list[Item] = []  # unread items that a worker could not see

    def lines(self) -> Iterator[Line]:
        """Yields the answer about every puzzle; new ones are in the journal then."""
        self._supply.reads = not self._journal.is_new
        yield from self._run(self._supply.items())
        unseen, self._unseen = self._unseen, []
        if unseen:
            yield from self._run(self._read(unseen))

    def _read(self, unread: Sequence[Item]) -> Iterator[Item]:
        for item in unread:
            for inner in Sources((item.path,), self._format, limit=self._asked.limit).items():
                yield inner._replace(id=item.id)

    @property
    def _format(self) -> str | None:
        return getattr(self._supply, "format", None)

    def _run(self, items: Iterator[Item]) -> Iterator[Line]:
        work = partial(_answers, asked=self._asked, format=self._format, folder=os.getcwd())
        failed = partial(_failed_lines, asked=self._asked)
        for item, lines in outcomes(work, self._todo(items), self._pool, failed):
            match lines:
                case None if os.path.exists(item.path):
                    self._supply.reads = True
                    self._unseen.append(item)
                case None:  # unreadable for the parent, too: it reports that at once
                    missing = [answered(inner, self._asked) for inner in self._read([item])]
                    yield from self._kept(missing, is_unread=True)
                case _:
                    yield from self._kept(lines, item.unread)

    def _todo(self, items: Iterator[Item]) -> Iterator[Item | Known[Item, list[Line] | None]]:
        """Yields the puzzles, with their answers if the journal has them."""
        for item in items:
            if item.unread:
                yield item
                continue
            key, statement = self._asked.key_and_statement(item.puzzle or item.error or UsageError(""))
            text = self._journal._ask(key, item.name)
            if text is None:
                yield item
            elif text:
                yield Known(item, [_known(item, key, statement, text)])

    def _kept(self, lines: Sequence[Line], is_unread: bool) -> Iterator[Line]:
        """Writes answers to the journal, except those about a question that this run has asked before."""
        for line in lines:
            if is_unread and not self._journal._claim(line.key, line.name):
                continue
            if not line.known:
                self._journal._add_line(line.text.encode() + b"\n", line.name, self._asked.name, line.verdict)
            yield line


def _known(item: Item, key: str, statement: bytes, text: bytes) -> Line:
    """Returns an answer from the journal, as a new line if the journal has the puzzle by another name."""
    record = json.loads(text)
    is_known = record["puzzle"] == item.name
    if not is_known:
        record |= {"puzzle": item.name, "title": item.puzzle and item.puzzle.metadata.title}
        record.pop("id", None)
        record |= {} if item.id is None else {"id": item.id}
    error = record.get("error", "")
    verdict, line_solvable = record["verdict"], record.get("line_solvable")
    code = EXIT_BAD_INPUT if verdict == ERROR else 0
    noted_remarks = noted(item.puzzle)
    return Line(
        item.name,
        key,
        json.dumps(record),
        verdict,
        line_solvable,
        code,
        error,
        noted_remarks,
        statement,
        is_known,
    )


# --- in a worker


def _answers(item: Item, *, asked: Asked, format: str | None, folder: str) -> list[Line] | None:
    """Answers about a puzzle, or about all puzzles in an unread file; None if this worker cannot see the file."""
    if not item.unread:
        return all_of(partial(answered, asked=asked), iter([item]))
    try:
        if os.getcwd() != folder:
            os.chdir(folder)
        os.stat(item.path)
    except OSError:
        return None
    inside = Sources((item.path,), format, limit=asked.limit).items()
    return all_of(lambda puzzle: answered(puzzle._replace(id=item.id), asked), inside)


def _failed_lines(item: Item, error: NonosatError, seconds: float, *, asked: Asked) -> list[Line]:
    return [failed_line(item, error, seconds, asked=asked)]
