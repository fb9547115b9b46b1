"""`generate random`: puzzles by wish, one or many, in one file or in one each."""

from __future__ import annotations

import os
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import click

from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.making import require_apart, verdict_of
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.screen import drawing
from nonosat.cli.shell.sentences import report_text
from nonosat.formats import FORMATS, dump, dumps, format_named, written_as
from nonosat.formats.base import Feature
from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import STANDARD_OUTPUT, require_writable
from nonosat.foundation.limits import Clock, Limit, OutOfReach
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.generation.generate import Generated
    from nonosat.generation.wish import Wish

NUMBER = "{number}"
"""What stands for the number of a puzzle in the name of its file."""


class Output:
    """Where puzzles go: each to a file of its own at once, or all to one in the end; mutable."""

    def __init__(self, path: str, target: str | None, numbers: range) -> None:
        self.each = NUMBER in os.path.basename(path)
        if NUMBER in os.path.dirname(path):
            raise UsageError(f"{path}: {NUMBER} stands for a number in the name of a file, not of a folder")
        self._path = path
        self._target = target or ("non" if path == STANDARD_OUTPUT else written_as(path))
        self._made: list[Puzzle] = []
        if self._target not in FORMATS or FORMATS[self._target].format is None:
            raise UsageError(f"{self._target}: files of this format are read, not written")
        if len(numbers) > 1 and not self.each and Feature.SEVERAL not in format_named(self._target).features:
            several = ", ".join(name for name in FORMATS if Feature.SEVERAL in FORMATS[name].features)
            raise UsageError(
                f"{self._target}: a file holds one puzzle, not {len(numbers)}: have {NUMBER} in the name of the "
                f"file, as in {NUMBER}.non, or choose one of {several}"
            )
        for number in numbers:
            require_writable(self.name(number), self._target)

    def name(self, number: int) -> str:
        """The file that the puzzle with a number goes to."""
        return self._path.replace(NUMBER, str(number)) if self.each else self._path

    def add(self, puzzle: Puzzle, number: int) -> None:
        """Writes a puzzle, or keeps it for the end; raises `UsageError` if the format cannot hold it."""
        if self.each:
            dump(puzzle, self.name(number), self._target)
        else:
            dumps(puzzle, self._target)
            self._made.append(puzzle)

    def close(self) -> None:
        """Writes what was kept."""
        if self._made:
            dump(self._made, self._path, self._target)


def write_wished(
    wish: Wish,
    *,
    count: int,
    seed: int,
    start: int,
    nearest: bool,
    output: str,
    target: str | None,
    show: bool,
    limit: Limit,
    as_json: Json,
) -> int:
    """Makes puzzles as wished and writes them, also those made before a Ctrl-C; returns the exit code."""
    require_apart(output, as_json, show)
    written, clock = Output(output, target, range(start, start + count)), Clock(Limit(seconds=limit.seconds))
    answers: list[Answer] = []
    try:
        for number in range(start, start + count):
            name, began = written.name(number), monotonic()
            what = f"{name}: puzzle {number - start + 1} of {count}"
            try:
                made = _made(wish, seed, number, what, replace(limit, seconds=clock.left))
            except OutOfReach as reason:
                answer = Answer(name, None, stopped=reason.stopped, detail=reason.detail)
                answer.line, answer.exit_code = f"{name}: not written: {reason}", EXIT_UNKNOWN
            else:
                answer = _answer(name, made, replace(limit, seconds=clock.left), nearest)
                if made.found or nearest:
                    written.add(made.puzzle, number)
                    if show:
                        click.echo(drawing(made.puzzle, made.puzzle.goal))
            answer.seconds = monotonic() - began
            answers.append(answer)
            if written.each:
                tell(answer, as_json)
            if clock.over:
                break
    finally:
        written.close()
    for answer in answers if not written.each else ():
        tell(answer, as_json, err=output == STANDARD_OUTPUT)
    return max(answer.exit_code for answer in answers)


def _made(wish: Wish, seed: int, number: int, what: str, limit: Limit) -> Generated:
    """The puzzle with a number, and its progress."""
    from nonosat.generation.generate import stream

    with waiting(what) as say:
        puzzles = stream(
            wish, seed=seed, start=number, limit=limit, observer=lambda tries: say(f"{what}, try {tries}")
        )
        return next(puzzles)


def _answer(name: str, made: Generated, limit: Limit, nearest: bool) -> Answer:
    """What is told of a puzzle."""
    puzzle = made.puzzle
    report = made.report() or verdict_of(puzzle, limit)
    answer = Answer.of(name, puzzle, {**made.to_json(), **report.to_json()})
    answer.line = f"{name}: {report_text(report)}"
    if made.rating and made.rating.grade:
        answer.line = f"{answer.line[:-1]}, {made.rating.grade})"
    if not made.found:
        reason = made.stopped.told(made.detail) if made.stopped else made.detail
        what = "nearest" if nearest else "not written, the nearest"
        answer.line = f"{name}: {what}: {'; '.join(made.missed)} ({reason})"
        answer.stopped, answer.detail, answer.exit_code = made.stopped, made.detail, EXIT_UNKNOWN
    return answer
