"""Answers as lines of text or JSON, with their exit codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from time import monotonic
from types import MappingProxyType
from typing import Any

import click

from nonosat.apps.cli.shell.inputs import only
from nonosat.apps.cli.shell.progress import waiting
from nonosat.apps.cli.shell.sentences import end_text, error_text, with_coloured_verdict
from nonosat.apps.drawing.terminal import picture_text
from nonosat.apps.many.lines import ERROR, SHARED, line_record
from nonosat.apps.wording.sentences import contradiction_text
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Observer, Verdict
from nonosat.support.children.own_limits import unbounded
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach, Stopped
from nonosat.support.errors import NonosatError
from nonosat.support.files import STANDARD_OUTPUT
from nonosat.support.limits import Limit
from nonosat.support.results import Result, members_of

# exit codes of answers; those of errors are in `nonosat.support.errors`
EXIT_CODES = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNSOLVABLE: 2, Verdict.UNKNOWN: 3}
EXIT_UNKNOWN = EXIT_CODES[Verdict.UNKNOWN]
EXIT_PASSED, EXIT_FAILED = 0, 1  # `check --require`: all puzzles are as required, or not
_CUT_SHORT = Stopped.SECONDS, Stopped.MEMORY, Stopped.CONFLICTS  # ends that nobody asked for
EXIT_REFUSED = 1  # `verify`: a certificate does not prove its claim


class Json(IntEnum):
    """Output format of answers: text, or JSON without or with the solutions."""

    NO = 0
    BRIEF = 1
    FULL = 2


@dataclass(slots=True, eq=False, repr=False)
class Answer(Ended):
    """The answer to a question about one puzzle."""

    path: str
    puzzle: Puzzle | None  # None if it could not be read
    members: Mapping[str, Any] = field(default_factory=dict)  # those of `SHARED` that the result has
    seconds: float = 0.0
    end: End = ALL_KNOWN
    exit_code: int = 0
    error: NonosatError | None = None
    line: str | None = None  # the answer as text
    grade: str | None = None  # group in the summary, if not the verdict
    notes: list[str] = field(default_factory=list)  # lines for standard error
    more: dict[str, Any] = field(default_factory=dict)  # members of the record that only this command has
    explains: bool = False  # true if the answer itself explains contradicting clues

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
        """Makes an answer of the record of a result and the members in `more`."""
        members = {name: record[name] for name in SHARED if name in record}
        end = End(members.pop("stopped", None), members.pop("detail", ""))
        seconds = members.pop("seconds", 0.0)
        own = {name: value for name, value in record.items() if name not in SHARED}
        return cls(path, puzzle, members, seconds, end, more={**own, **more}, **others)

    @property
    def word(self) -> str:
        """The verdict, or "error"."""
        return str(self.members.get("verdict", Verdict.UNKNOWN)) if self.error is None else ERROR

    @property
    def group(self) -> str:
        """Group in the summary."""
        return self.grade or self.word

    def json(self, how: Json) -> str:
        """Returns the record as one line; docs/json.md describes it."""
        import json

        end = {"stopped": self.stopped, "detail": self.detail}
        shared = {**self.members, "seconds": self.seconds, **end}
        brief = how is Json.BRIEF
        record = line_record(
            self.path, self.puzzle, shared, error=self.error, more=self.more, solutions=not brief
        )
        return json.dumps(record)

    def text(self, as_json: Json) -> str | None:
        """Returns what is printed on standard output, or None."""
        return self.json(as_json) if as_json else self.line

    def warnings(self, as_json: Json) -> list[str]:
        """Returns the lines for standard error: also the limit that came, and advice about contradicting clues."""
        notes = self.notes
        if self.stopped in _CUT_SHORT and not as_json and not _names_limit([self.line or "", *notes]):
            reason = end_text(Stopped(self.stopped), self.detail)
            notes = [*notes, f"nonosat: {self.path}: {reason}"]
        wrong = self.puzzle.contradictions() if self.puzzle and not self.explains else ()
        if not wrong:
            return notes
        from shlex import quote

        path = "FILE" if self.path == "-" else quote(self.path)  # standard input is used up
        reason = contradiction_text(wrong[:1])
        why = "" if reason in (self.line or "") else f"{reason}; "
        shows = f"`nonosat conflict {path}` shows clues that contradict each other"
        corrects = f", `nonosat repair clue {path}` the likeliest correction"
        if self.puzzle and self.puzzle.origin and self.puzzle.origin.unsure:
            corrects = "; the file does not say which clues are the rows, so check how it was read first"
        return [*notes, f"nonosat: {self.path}: {why}{shows}{corrects}"]


def print_answer(answer: Answer, as_json: Json, *, err: bool = False) -> int:
    """Prints an answer and returns its exit code; with `err` text goes to standard error."""
    text, notes = answer.text(as_json), answer.warnings(as_json)
    with unbounded():  # the reader of a pipe can be slow
        print_lines(text, notes, as_json, err=err)
    return answer.exit_code


@dataclass(slots=True, eq=False, repr=False)
class OnePuzzle:
    """A run of a command about one puzzle; mutable."""

    path: str
    source: str | None  # format to read, if it is named
    limit: Limit
    as_json: Json
    name: str = ""  # name to call the puzzle by, once it is read
    loaded: Puzzle | None = None  # the puzzle, once it is read
    began: float = 0.0  # time at which the puzzle was read
    observer: Observer | None = None
    one_of_many: bool = False  # true for one of several puzzles, which shows no progress of its own
    replayed: list[Answer] | None = None  # answers that are not printed, when the watchdog asks again

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, which has been read."""
        assert self.loaded is not None
        return self.loaded

    def read(self, *, stars: bool = True) -> Puzzle:
        """Reads the puzzle; raises an error unless it is readable (see `Puzzle.require_readable`)."""
        if self.replayed is not None:
            return self.puzzle
        self.name, puzzle = only(self.path, self.source)
        self.loaded, self.began = puzzle, monotonic()
        puzzle.require_readable(stars=stars)
        return puzzle

    @contextmanager
    def waiting(self, doing: str) -> Iterator[Callable[[str], None]]:
        """Shows progress, each time with the puzzle's name: see `waiting` of `nonosat.apps.cli.shell.progress`."""
        with waiting(f"{self.name}: {doing}", self.one_of_many) as say:
            yield lambda text: say(f"{self.name}: {text}")

    def answer(
        self,
        result: Result | Mapping[str, Any],
        *,
        line: str | Callable[[], str] | None = None,
        **others: Any,
    ) -> Answer:
        """Returns the answer with the record of a result; its time counts from reading unless the record has `seconds`.

        `line` is the answer as text, or makes it. After a limit of time every moment counts: only what is printed is made.
        """
        record: Mapping[str, Any]
        if not isinstance(result, Result):
            record = result
        elif self.as_json:
            record = result.to_json()
        else:
            record = members_of(result, SHARED)
        if callable(line):
            line = None if self.as_json else line()
        others["line"] = line
        return Answer.of(self.name, self.loaded, {"seconds": monotonic() - self.began, **record}, **others)

    def print_solution(self, grid: Grid, first: bool) -> None:
        """Prints one solution of a list: a picture, or a line of JSON unless that is brief."""
        if self.as_json is Json.FULL:
            import json

            click.echo(json.dumps({"puzzle": self.name, "solution": grid.to_json()}))
        elif self.as_json is Json.NO:
            click.echo(("" if first else "\n") + picture_text(grid, self.puzzle))

    def print(self, answer: Answer, output: str | None = None) -> int:
        """Prints the answer and returns the exit code; on standard error if a file goes to standard output."""
        if self.replayed is not None:
            self.replayed.append(answer)
            return answer.exit_code
        return print_answer(answer, self.as_json, err=output == STANDARD_OUTPUT)


Question = Callable[[OnePuzzle], Answer]


def _names_limit(lines: Iterable[str]) -> bool:
    return any(re.search(r"the \w+ limit .*was reached", line) for line in lines)


def print_lines(text: str | None, notes: Iterable[str], as_json: Json, *, err: bool = False) -> None:
    if text is not None:
        click.echo(text if as_json else with_coloured_verdict(text), err=err and not as_json)
    for note in notes:
        click.echo(note, err=True)


def error_answer(name: str, error: NonosatError) -> Answer:
    """Returns the answer about a puzzle that cannot be read, or whose worker died."""
    notes = [f"nonosat: {error_text(error)}"]
    return Answer(name, None, error=error, exit_code=error.exit_code, notes=notes)


def limit_answer(
    name: str, puzzle: Puzzle | None, reason: OutOfReach, seconds: float = 0.0, *, written: bool = False
) -> Answer:
    """Returns the answer after a limit, or of no method, without any result; `written` if a file was to be written."""
    what = "not written: " if written else ""
    return Answer(
        name,
        puzzle,
        seconds=seconds,
        end=reason.end,
        exit_code=EXIT_UNKNOWN,
        notes=[f"nonosat: {name}: {what}{end_text(reason.stopped, reason.detail)}"],
        explains=True,
    )
