"""One question put to many puzzles: the answers as lines of text or of JSON, and their summary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from time import monotonic
from types import MappingProxyType
from typing import Any

from nonosat import __version__
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.inputs import Inputs, sources_of
from nonosat.cli.shell.progress import progress_bar, progress_of
from nonosat.cli.shell.sentences import contradiction_text, error_text
from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.formats.sources import Item
from nonosat.foundation.errors import InputError, NonosatError
from nonosat.foundation.lazy_dataclasses import dataclass, field
from nonosat.foundation.limits import Limit, OutOfReach, Stopped
from nonosat.foundation.workers.bounds import bounded, unbounded
from nonosat.foundation.workers.processes import processors
from nonosat.model.puzzle import Puzzle
from nonosat.records.parts import problem_record
from nonosat.solving.engine.outcome import Observer, Stats, Verdict

MANY_INKS = 12
"""A puzzle from a picture with more inks was probably not intended."""

_ALONE_SECONDS = 0.3
"""How long one process answers before others are started, each of which takes 0.2 s for that."""

ERROR = "error"
"""In place of a verdict, for what could not be read."""

Question = Callable[[str, Puzzle, Observer | None], "Answer"]
"""What a command asks of a puzzle, given the name to call it by and where to report progress."""


_SHARED = ("verdict", "line_solvable", "solutions", "seconds", "stats", "stopped", "detail")
"""Members that the record of any puzzle has, whatever is asked."""


class Json(IntEnum):
    """Whether answers are printed as JSON, and how much of them."""

    NO = 0
    BRIEF = 1
    """Without the solutions."""
    FULL = 2


@dataclass(slots=True)
class Answer:
    """The answer to a question about one puzzle."""

    path: str
    puzzle: Puzzle | None
    """None if it could not be read."""
    verdict: Verdict = Verdict.UNKNOWN
    line_solvable: bool | None = None
    solutions: list[list[Any]] = field(default_factory=list)
    """Each a list of rows."""
    seconds: float = 0.0
    stats: Mapping[str, object] = field(default_factory=lambda: Stats().to_json())
    stopped: Stopped | None = None
    exit_code: int = 0
    detail: str = ""
    """More about what stopped the work."""
    error: NonosatError | None = None
    line: str | None = None
    """The answer as text."""
    grade: str | None = None
    """The group in the summary, if it is not the verdict."""
    notes: list[str] = field(default_factory=list)
    """What to print on standard error."""
    more: dict[str, Any] = field(default_factory=dict)
    """Further fields of this command's record."""
    explains: bool = False
    """True if the answer itself explains contradicting clues."""

    @classmethod
    def of(
        cls,
        path: str,
        puzzle: Puzzle | None,
        record: Mapping[str, Any],
        *,
        more: Mapping[str, object] = MappingProxyType({}),
        **others: Any,
    ) -> Answer:
        """The answer that is the record of a result, with what a command adds to it."""
        shared = {name: record[name] for name in _SHARED if name in record}
        own = {name: value for name, value in record.items() if name not in _SHARED}
        shared["verdict"] = Verdict(record.get("verdict", Verdict.UNKNOWN))
        return cls(path, puzzle, **shared | others, more={**own, **more})

    @property
    def word(self) -> str:
        """The verdict, or that there is an error."""
        return str(self.verdict) if self.error is None else ERROR

    @property
    def group(self) -> str:
        """Where the summary counts it."""
        return self.grade or self.word

    def json(self, how: Json) -> str:
        """The record of the puzzle, one line; docs/json.md says what is in it."""
        import json

        puzzle = self.puzzle
        record: dict[str, Any] = {
            "puzzle": self.path,
            "verdict": self.word,
            "line_solvable": self.line_solvable,
            "width": puzzle and puzzle.width,
            "height": puzzle and puzzle.height,
            "inks": puzzle and len(puzzle.palette) - 1,
            "title": puzzle and puzzle.metadata.title,
            "solutions": self.solutions,
            "seconds": round(self.seconds, 6),
            "stats": self.stats,
            "stopped": self.stopped,
            "detail": self.detail,
            **self.more,
            "version": __version__,
        }
        if how is Json.BRIEF:
            del record["solutions"]
        if puzzle and (wrong := puzzle.contradictions()):
            record["contradictions"] = list(map(problem_record, wrong))
        if self.error is not None:
            record["error"] = str(self.error)
        return json.dumps(record)


def tell(answer: Answer, as_json: Json, *, err: bool = False) -> int:
    """Prints an answer and returns its exit code; `err` where standard output is for something else."""
    notes = [*answer.notes, *_contradicted(answer)]
    text = answer.json(as_json) if as_json else answer.line
    with unbounded():  # whoever reads it may take their time
        _print(text, notes, err=err and not as_json)
    return answer.exit_code


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer as it is printed, with what the summary says of it."""

    path: str
    name: str
    text: str | None
    notes: tuple[str, ...]
    exit_code: int
    group: str
    line_solvable: bool | None
    seconds: float
    short: str
    """Of a puzzle that fails a gate."""


def answer_of(item: Item, question: Question, observer: Observer | None = None) -> Answer:
    """The answer to a question; an error in the puzzle is an answer, too."""
    if item.puzzle is None:
        if isinstance(item.error, OutOfReach):
            return unanswered(item.name, None, item.error)
        return refusal(item.name, item.error or InputError("there is no puzzle", path=item.path))
    try:
        item.puzzle.require_readable(stars=True)
        answer = question(item.name, item.puzzle, observer)
    except InputError as error:
        return refusal(item.name, error)
    answer.notes += _advice(item.path, item.puzzle)
    return answer


def answer_all(
    inputs: Inputs,
    as_json: Json,
    one: Question,
    *,
    limit: Limit,
    groups: Sequence[str] = (),
    gate: bool = False,
    apart: bool = False,
) -> int:
    """Asks the question of every puzzle, also after a file that cannot be read, and answers in their order.

    Each has the seconds and the memory of `limit`, for reading, the question and the making of what is printed.

    Then standard error gets a summary by `groups`, if there are any, and for a `gate` the puzzles that failed
    it. No progress is shown while pictures are printed on a terminal. With `apart`, for a question that can
    be pickled, all processors work on it.
    """
    answers: list[_Told] = []
    found = inputs.files()
    alone = len(found) == 1 and (bool(as_json) or bool(groups) or not sys.stdout.isatty())
    work = partial(_told, question=one, as_json=as_json, limit=limit)
    try:
        with unbounded(), progress_bar(len(found)) as advance:
            for told in _answered(sources_of(found, inputs.source, limit=limit).items(), work, apart, alone):
                if not answers or answers[-1].path != told.path:
                    advance()
                answers.append(told)
                _print(told.text, told.notes)
    finally:
        if len(answers) > 1:
            if groups and not as_json:
                click.echo(_summary(answers, groups), err=True)
            if gate and any(answer.exit_code for answer in answers):
                click.echo(_failures(answers), err=True)
    return max(answer.exit_code for answer in answers)


def _answered(items: Iterator[Item], work: Callable[..., _Told], apart: bool, alone: bool) -> Iterator[_Told]:
    """The answers in order: at first from this process, for others take a while to start."""
    began, several = monotonic(), apart and processors() > 1
    for item in items:
        with progress_of(item.name, alone and item.name == item.path) as observer:
            told = work(item, observer=observer)
        yield told
        if several and monotonic() - began > _ALONE_SECONDS:
            break
    else:
        return
    from nonosat.foundation.workers.executors import workers_of
    from nonosat.foundation.workers.pool import WorkerDied
    from nonosat.foundation.workers.spread import Failed, spread  # much that few commands need

    early: dict[int, _Told] = {}
    at = 0
    with workers_of() as workers:
        for (number, item), found in spread(partial(_second, work), enumerate(items), workers):
            if isinstance(found, Failed):
                if not isinstance(found.error, WorkerDied):
                    raise found.error
                found = work(item._replace(puzzle=None, error=found.error))
            early[number] = found
            while at in early:
                yield early.pop(at)
                at += 1


def _second(work: Callable[[Item], _Told], numbered: tuple[int, Item]) -> _Told:
    """What is done with an item that goes with its number."""
    return work(numbered[1])


def _told(
    item: Item,
    observer: Observer | None = None,
    *,
    question: Question,
    as_json: Json,
    limit: Limit,
) -> _Told:
    """Asks the question and says what is to be printed."""
    began = monotonic()
    try:
        with bounded(limit, item.seconds):
            answer = answer_of(item, question, observer)
            text = answer.json(as_json) if as_json else answer.line
            notes = [*answer.notes, *_contradicted(answer)]
    except OutOfReach as reason:
        answer = unanswered(item.name, item.puzzle, reason, monotonic() - began)
        text, notes = answer.json(as_json) if as_json else answer.line, answer.notes
    return _Told(
        item.path,
        answer.path,
        text,
        tuple(notes),
        answer.exit_code,
        answer.group,
        answer.line_solvable,
        answer.seconds,
        answer.line or f"{answer.path}: {answer.word}",
    )


def _print(text: str | None, notes: Iterable[str], *, err: bool = False) -> None:
    """Prints an answer; `err` where standard output is for something else."""
    if text is not None:
        click.echo(text, err=err)
    for note in notes:
        click.echo(note, err=True)


def _contradicted(answer: Answer) -> list[str]:
    """Why the clues contradict each other, where that can be seen at once, and what helps then."""
    wrong = answer.puzzle.contradictions() if answer.puzzle and not answer.explains else ()
    if not wrong:
        return []
    from shlex import quote

    path, reason = quote(answer.path), contradiction_text(wrong[:1])
    why = "" if reason in (answer.line or "") else f"{reason}; "
    shows = f"`nonosat conflict {path}` shows clues that contradict each other"
    corrects = f"`nonosat repair {path} --by clue` the likeliest correction"
    return [f"nonosat: {answer.path}: {why}{shows}, {corrects}"]


def _advice(path: str, puzzle: Puzzle) -> list[str]:
    """Advice about a picture with many colours, each of which became an ink."""
    inks = len(puzzle.palette) - 1
    if inks <= MANY_INKS or not any(Feature.CLUES not in row.features for row in formats_of(path)):
        return []
    from shlex import quote

    advice = f"`nonosat from-image --inks N {quote(path)}` makes a puzzle of fewer"
    return [f"nonosat: {path}: every colour of the picture became an ink, {inks:,} in all; {advice}"]


def refusal(name: str, error: NonosatError) -> Answer:
    """The answer about a puzzle that cannot be read, or that no worker came back from."""
    notes = [f"nonosat: {error_text(error)}"]
    return Answer(name, None, error=error, exit_code=error.exit_code, notes=notes)


def unanswered(name: str, puzzle: Puzzle | None, reason: OutOfReach, seconds: float = 0.0) -> Answer:
    """The answer where a limit came first, after so many seconds, and nothing is known."""
    return Answer(
        name,
        puzzle,
        seconds=seconds,
        stopped=reason.stopped,
        detail=reason.detail,
        exit_code=EXIT_UNKNOWN,
        notes=[f"nonosat: {name}: {reason}"],
        explains=True,
    )


def _summary(answers: list[_Told], groups: Sequence[str]) -> str:
    """A table with a row for each group that has answers, however long the names in it are."""
    table = [("", "puzzles", "line by line", "seconds", "slowest")]
    for group in (*groups, ERROR):
        if those := [answer for answer in answers if answer.group == group]:
            slowest = max(those, key=lambda answer: answer.seconds)
            lines = Counter(answer.line_solvable for answer in those)[True]
            seconds = sum(answer.seconds for answer in those)
            table.append((group, str(len(those)), str(lines), f"{seconds:.2f}", slowest.name))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join([name.ljust(widths[0]), *map(str.rjust, numbers, widths[1:]), last])
        for name, *numbers, last in table
    )


def _failures(answers: list[_Told]) -> str:
    """The puzzles that are not as required."""
    failed = [answer for answer in answers if answer.exit_code]
    told = [f"  {answer.short}" for answer in failed]
    return "\n".join([f"{len(failed)} of {len(answers)} puzzles are not as required:", *told])
