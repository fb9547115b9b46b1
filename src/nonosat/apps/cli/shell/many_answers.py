"""One question asked of many puzzles, in several processes, and the summary."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Self

import click

from nonosat.apps.cli.shell.answers import (
    Answer,
    Json,
    OnePuzzle,
    Question,
    error_answer,
    limit_answer,
    print_lines,
)
from nonosat.apps.cli.shell.inputs import Inputs, sources_of
from nonosat.apps.cli.shell.progress import progress_of, waiting
from nonosat.apps.cli.shell.sentences import error_text
from nonosat.apps.many.lines import ERROR
from nonosat.apps.many.tables import aligned
from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.formats.sources import Item, Sources
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Observer
from nonosat.support.children.own_limits import bounded, unbounded
from nonosat.support.children.processes import processors
from nonosat.support.children.watchdog import LastWords, all_of
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, InternalError, NonosatError, UsageError, WorkerDied
from nonosat.support.limits import NO_LIMIT, Limit
from nonosat.support.mapping.attempts import Failing, give_up, outcome
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from concurrent.futures import Executor  # it loads `logging`

MANY_INKS = 12  # with more inks than that, a picture was probably meant for `from-image`
_ALONE_SECONDS = 0.3  # seconds before a second process starts, which takes 0.2 s


class _PrintedAnswer(NamedTuple):
    """One printed answer and its row in the summary."""

    path: str
    name: str
    text: str | None
    notes: tuple[str, ...]
    exit_code: int
    group: str
    line_solvable: bool | None
    seconds: float
    short: str  # line of the list of puzzles that fail a gate

    @classmethod
    def of(cls, path: str, answer: Answer, as_json: Json) -> Self:
        """Formats an answer about a puzzle of a file."""
        return cls(
            path,
            answer.path,
            answer.text(as_json),
            tuple(answer.warnings(as_json)),
            answer.exit_code,
            answer.group,
            answer.members.get("line_solvable"),
            answer.seconds,
            answer.line or f"{answer.path}: {answer.word}",
        )


@dataclass(slots=True, eq=False, repr=False)
class ManyPuzzles(Inputs):
    """A run of a command about any number of puzzles."""

    limit: Limit = NO_LIMIT
    as_json: Json = Json.NO
    parallel: bool = False  # true if questions are answered in several processes, and so must be picklable
    workers: int | None = None  # number of processes, by default one for each processor

    def answer_all(
        self,
        one: Question,
        *,
        groups: Sequence[str] = (),
        gate: bool = False,
        writes: bool = False,
        executor: Executor | None = None,
    ) -> int:
        """Asks `one` of every puzzle, also after a file that cannot be read; prints the answers in the same order.

        The limit bounds each puzzle: reading, the question and formatting the answer. Standard error then gets a summary
        by `groups`, if any, and for a `gate` the puzzles that failed it. No progress is shown while pictures are printed
        on a terminal. `executor` works on other machines. `writes` says that the command writes a file for each puzzle.
        """
        answers: list[_PrintedAnswer] = []
        files = self.files()
        single = len(files) == 1 and (bool(self.as_json) or bool(groups) or not sys.stdout.isatty())
        work = partial(
            _asked,
            question=one,
            as_json=self.as_json,
            limit=self.limit,
            one_of_many=self.many,
            writes=writes,
        )
        goes_on = self.many and not _is_debugging()
        failed = partial(_failed_answer, as_json=self.as_json, writes=writes, goes_on=goes_on)
        sources = sources_of(files, self.source, limit=self.limit)
        items, display = self._several(sources.items()), ExitStack()
        number = (self.workers or processors()) if self.parallel else 1
        silent, done = len(files) < 2 or sys.stdout.isatty(), 0

        def answered() -> Iterator[_PrintedAnswer]:
            return _answered(sources, items, work, failed, print_rest, number, single, executor)

        def print_all(printed: Iterable[_PrintedAnswer]) -> int:
            nonlocal done
            try:
                for answer in printed:
                    if not answers or answers[-1].path != answer.path:
                        done += 1
                        say(f"{done:,} of {number_text(len(files), 'file')}")
                    answers.append(answer)
                    print_lines(answer.text, answer.notes, self.as_json)
            finally:
                display.close()
                if len(answers) > 1:
                    if groups and not self.as_json:
                        click.echo(_summary(answers, groups), err=True)
                    if gate and any(answer.exit_code for answer in answers):
                        click.echo(_failures(answers), err=True)
            return max(answer.exit_code for answer in answers)

        def print_rest(late: _PrintedAnswer) -> int:
            """Prints a late answer and goes on with the other puzzles, in the thread of the watchdog."""
            try:
                return print_all(chain([late], answered()))
            except NonosatError as error:
                click.echo(f"nonosat: {error_text(error)}", err=True)
                return error.exit_code

        with unbounded():
            say = display.enter_context(waiting("reading", silent))
            return print_all(answered())

    def _several(self, items: Iterator[Item]) -> Iterator[Item]:
        """Returns the puzzles; raises `UsageError` for workers if there is only one."""
        if self.workers is None:
            return items
        first = [*islice(items, 2)]
        if len(first) < 2:
            context = click.get_current_context()
            has_portfolio = any(param.name == "portfolio" for param in context.command.params)
            instead = "; --portfolio N puts N solvers on one" if has_portfolio else ""
            raise UsageError(f"--workers is for several puzzles{instead}")
        return chain(first, items)


def _answered(
    sources: Sources,
    items: Iterator[Item],
    work: Callable[..., _PrintedAnswer],
    failed: Failing[Item, _PrintedAnswer],
    print_rest: Callable[[_PrintedAnswer], int],
    workers: int,
    single: bool,
    executor: Executor | None = None,
) -> Iterator[_PrintedAnswer]:
    """Yields the answers in order.

    The first come from this process, because others take a while to start, but read files themselves. If one is late,
    `print_rest` prints it and the others. With an executor, whose workers need not see the files, this process reads and the
    executor works.
    """
    began, can_spread = monotonic(), workers > 1
    for number, item in enumerate(items):
        if executor is not None or (number and can_spread and monotonic() - began > _ALONE_SECONDS):
            items = chain([item], items)
            sources.reads = executor is not None
            break
        with progress_of(item.name, single and item.name == item.path) as observer:
            answer = outcome(partial(work, observer=observer, print_rest=print_rest), failed, item)
        yield answer
    else:
        return
    from nonosat.support.mapping.executors import pool_on
    from nonosat.support.mapping.spread import outcomes  # loads much that few commands need

    one = partial(_all_of, partial(outcome, work, failed), sources, os.getcwd())
    with pool_on(executor, None if executor else workers) as pool:
        for _, printed in outcomes(one, items, pool, partial(_failed_answers, failed), in_order=True):
            yield from printed


def _all_of(
    work: Callable[[Item], _PrintedAnswer], sources: Sources, folder: str, item: Item
) -> list[_PrintedAnswer]:
    """Applies `work` to an item, or to all in its file if that is unread."""
    if item.unread and os.getcwd() != folder:  # of a process that began in another folder
        os.chdir(folder)
    return all_of(work, sources.inside(item.path) if item.unread else iter([item]))


def _asked(
    item: Item,
    *,
    observer: Observer | None = None,
    print_rest: Callable[[_PrintedAnswer], int] | None = None,
    question: Question,
    as_json: Json,
    limit: Limit,
    one_of_many: bool,
    writes: bool,
) -> _PrintedAnswer:
    """Asks the question of an item within the limit and formats the answer."""
    started = monotonic()

    def ask(observer: Observer | None = None, one_of_many: bool = True) -> _PrintedAnswer:
        puzzle, began = item.require(), monotonic()
        puzzle.require_readable(stars=True)
        answer = question(
            OnePuzzle(item.path, None, limit, as_json, item.name, puzzle, began, observer, one_of_many)
        )
        answer.notes += _advice(item.path, puzzle)
        return _PrintedAnswer.of(item.path, answer, as_json)

    def nothing() -> _PrintedAnswer:
        reason, seconds = OutOfReach(Stopped.SECONDS), monotonic() - started
        return _failed_answer(item, reason, seconds, as_json=as_json, writes=writes)

    late = LastWords(nothing, print_rest, None if writes else ask, goes_on=True)
    with bounded(limit, item.seconds, late=late):
        return ask(observer, one_of_many)


def _failed_answer(
    item: Item, error: NonosatError, seconds: float, *, as_json: Json, writes: bool, goes_on: bool = False
) -> _PrintedAnswer:
    """Returns the answer about a puzzle that was not answered; raises an error that is not the puzzle's.

    `goes_on` makes an unexpected error the puzzle's, so that the others are answered.
    """
    if isinstance(error, OutOfReach):
        answer = limit_answer(item.name, item.puzzle, error, seconds, written=writes and item.error is None)
    elif isinstance(error, InputError | WorkerDied) or error is item.error:
        answer = error_answer(item.name, error)
    elif (
        goes_on and isinstance(error, InternalError) and not isinstance(error.__cause__, ModuleNotFoundError)
    ):
        answer = error_answer(item.name, error)
        answer.notes = [f"nonosat: {item.name}: {error} (--debug shows where)"]
    else:
        give_up(item, error, seconds)
    return _PrintedAnswer.of(item.path, answer, as_json)


def _is_debugging() -> bool:
    """True with --debug: an unexpected error then ends the run with its traceback."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(getattr(context.find_root().obj, "wanted", False))


def _failed_answers(
    failed: Failing[Item, _PrintedAnswer], item: Item, error: NonosatError, seconds: float
) -> list[_PrintedAnswer]:
    return [failed(item, error, seconds)]


def _advice(path: str, puzzle: Puzzle) -> list[str]:
    """Returns advice for a picture whose many colours all became inks."""
    inks = len(puzzle.palette) - 1
    if inks <= MANY_INKS or not any(Feature.CLUES not in row.features for row in formats_of(path)):
        return []
    from shlex import quote

    advice = f"`nonosat from-image --inks N {quote(path)}` makes a puzzle of fewer"
    return [f"nonosat: {path}: every colour of the picture became an ink, {inks:,} in all; {advice}"]


def _summary(answers: list[_PrintedAnswer], groups: Sequence[str]) -> str:
    """Returns a table with a row for each group that has answers."""
    rows = [("", "puzzles", "line by line", "seconds", "slowest")]
    for group in (*groups, ERROR):
        if members := [answer for answer in answers if answer.group == group]:
            slowest = max(members, key=lambda answer: answer.seconds)
            lines = Counter(answer.line_solvable for answer in members)[True]
            seconds = sum(answer.seconds for answer in members)
            rows.append((group, str(len(members)), str(lines), f"{seconds:.2f}", slowest.name))
    return aligned(rows, named=True)


def _failures(answers: list[_PrintedAnswer]) -> str:
    failed = [f"  {answer.short}" for answer in answers if answer.exit_code]
    return "\n".join([f"not as required: {len(failed)} of {len(answers)} puzzles:", *failed])
