"""One question put to many puzzles: the answers as lines of text or of JSON, and their summary."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import Any

import click

from nonosat import __version__
from nonosat.cli.inputs import Inputs, read
from nonosat.cli.progress import progress_of, with_progress
from nonosat.engine.outcome import Observer, Stats, Verdict
from nonosat.errors import InputError
from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.limits import Stopped
from nonosat.model.puzzle import Puzzle

MANY_INKS = 12
"""A puzzle from a picture with more inks was probably not intended."""

ERROR = "error"
"""In place of a verdict, for what could not be read."""

Question = Callable[[str, Puzzle, Observer | None], "Answer"]
"""What a command asks of a puzzle, given the name to call it by and where to report progress."""


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
    solutions: list[list[str]] = field(default_factory=list)
    """Each a list of picture rows."""
    seconds: float = 0.0
    stats: Stats = field(default_factory=Stats)
    stopped: Stopped | None = None
    exit_code: int = 0
    detail: str = ""
    """More about what stopped the work."""
    error: InputError | None = None
    line: str | None = None
    """The answer as text."""
    grade: str | None = None
    """The group in the summary, if it is not the verdict."""
    notes: list[str] = field(default_factory=list)
    """What to print on standard error."""
    more: dict[str, Any] = field(default_factory=dict)
    """Further fields of this command's record."""

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
            "stats": {
                key: round(value, 6) if isinstance(value, float) else value
                for key, value in asdict(self.stats).items()
            },
            "stopped": self.stopped,
            "detail": self.detail,
            **self.more,
            "version": __version__,
        }
        if how is Json.BRIEF:
            del record["solutions"]
        if self.error is not None:
            record["error"] = str(self.error)
        return json.dumps(record)


def tell(answer: Answer, as_json: Json, *, err: bool = False) -> int:
    """Prints an answer and returns its exit code; `err` where standard output is for something else."""
    if as_json:
        click.echo(answer.json(as_json))
    elif answer.line is not None:
        click.echo(answer.line, err=err)
    for note in answer.notes:
        click.echo(note, err=True)
    return answer.exit_code


def answer_all(
    inputs: Inputs,
    as_json: Json,
    one: Question,
    *,
    groups: Sequence[str] = (),
    gate: bool = False,
    sound: bool = True,
) -> int:
    """Asks the question of every puzzle, also after a file that cannot be read.

    Puzzles that have `problems` are errors as well, unless the question is about them: `sound` is false.

    Then standard error gets a summary by `groups`, if there are any, and for a `gate` the puzzles that failed
    it. No progress is shown while pictures are printed on a terminal.
    """
    answers: list[Answer] = []
    found = inputs.files()
    alone = len(found) == 1 and (bool(as_json) or bool(groups) or not sys.stdout.isatty())
    try:
        for path in with_progress(found):
            for answer in _answers(path, inputs.source, one, alone, sound):
                answers.append(answer)
                tell(answer, as_json)
    finally:
        if len(answers) > 1:
            if groups and not as_json:
                click.echo(_summary(answers, groups), err=True)
            if gate and any(answer.exit_code for answer in answers):
                click.echo(_failures(answers), err=True)
    return max(answer.exit_code for answer in answers)


def _answers(path: str, source: str | None, one: Question, alone: bool, sound: bool) -> Iterator[Answer]:
    """The answers to all puzzles of a file; an error in the file or in one of them is an answer too."""
    try:
        puzzles = read(path, source)
    except InputError as error:
        yield _refusal(path, error)
        return
    for name, puzzle in puzzles:
        try:
            if sound:
                puzzle.require_sound()
            with progress_of(name, alone and len(puzzles) == 1) as observer:
                answer = one(name, puzzle, observer)
            answer.notes += _advice(path, puzzle)
        except InputError as error:
            answer = _refusal(name, error)
        yield answer


def _advice(path: str, puzzle: Puzzle) -> list[str]:
    """Advice about a picture with many colours, each of which became an ink."""
    inks = len(puzzle.palette) - 1
    if inks <= MANY_INKS or not any(Feature.CLUES not in row.features for row in formats_of(path)):
        return []
    advice = f"`nonosat from-image --inks N {shlex.quote(path)}` makes a puzzle of fewer"
    return [f"nonosat: {path}: every colour of the picture became an ink, {inks:,} in all; {advice}"]


def _refusal(name: str, error: InputError) -> Answer:
    notes = [f"nonosat: {error}"]
    return Answer(name, None, error=error, exit_code=error.exit_code, notes=notes)


def _summary(answers: list[Answer], groups: Sequence[str]) -> str:
    """A table with a row for each group that has answers, however long the names in it are."""
    table = [("", "puzzles", "line by line", "seconds", "slowest")]
    for group in (*groups, ERROR):
        if those := [answer for answer in answers if answer.group == group]:
            slowest = max(those, key=lambda answer: answer.seconds)
            lines = Counter(answer.line_solvable for answer in those)[True]
            seconds = sum(answer.seconds for answer in those)
            table.append((group, str(len(those)), str(lines), f"{seconds:.2f}", slowest.path))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join([name.ljust(widths[0]), *map(str.rjust, numbers, widths[1:]), last])
        for name, *numbers, last in table
    )


def _failures(answers: list[Answer]) -> str:
    """The puzzles that are not as required."""
    failed = [answer for answer in answers if answer.exit_code]
    told = [f"  {answer.line or f'{answer.path}: {answer.word}'}" for answer in failed]
    return "\n".join([f"{len(failed)} of {len(answers)} puzzles are not as required:", *told])
