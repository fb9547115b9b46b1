"""One runner for commands about one puzzle, and one for commands about many.

`puzzle_command` and `puzzles_command` declare the arguments and options that these commands share, read the puzzles, keep the
limits and print the answers. So a rule about them is kept by every command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from time import monotonic
from typing import Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, Question, answer_all, print_answer, unanswered
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import Inputs, only
from nonosat.cli.shell.options import (
    Command,
    declared,
    from_option,
    json_option,
    limit_options,
    search_options,
)
from nonosat.cli.shell.progress import waiting
from nonosat.foundation.files import STANDARD_OUTPUT
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import NO_LIMIT, Limit, OutOfReach
from nonosat.model.puzzle import Puzzle

_PICTURES = click.option("--pictures", is_flag=True, help="In a folder, take pictures for puzzles as well.")


@dataclass(slots=True)
class OnePuzzle:
    """A run of a command about one puzzle; mutable."""

    path: str
    source: str | None
    """Format to read, if it is named."""
    limit: Limit
    as_json: Json
    name: str = ""
    """Name to call the puzzle by, once it is read."""
    puzzle: Puzzle | None = None
    began: float = 0.0
    """Time at which the puzzle was read."""

    def read(self, *, stars: bool = True) -> Puzzle:
        """Reads the puzzle; raises an error unless it is readable (see `Puzzle.require_readable`)."""
        self.name, puzzle = only(self.path, self.source)
        self.puzzle, self.began = puzzle, monotonic()
        puzzle.require_readable(stars=stars)
        return puzzle

    def waiting(self, doing: str) -> AbstractContextManager[Callable[[str], None]]:
        """Shows progress: see `waiting` of `nonosat.cli.shell.progress`."""
        return waiting(f"{self.name}: {doing}")

    def answer(self, record: Mapping[str, Any], **others: Any) -> Answer:
        """Returns the answer with a record; its time counts from `read` unless the record has `seconds`."""
        return Answer.of(self.name, self.puzzle, {"seconds": monotonic() - self.began, **record}, **others)

    def print(self, answer: Answer, output: str | None = None) -> int:
        """Prints the answer and returns the exit code; on standard error if a file goes to standard output."""
        return print_answer(answer, self.as_json, err=output == STANDARD_OUTPUT)


@dataclass(frozen=True, slots=True)
class ManyPuzzles(Inputs):
    """A run of a command about any number of puzzles."""

    limit: Limit = NO_LIMIT
    as_json: Json = Json.NO

    def answer_all(self, one: Question, **how: Any) -> int:
        """Asks `one` of every puzzle: see `answer_all` of `nonosat.cli.shell.answers`."""
        return answer_all(self, self.as_json, one, limit=self.limit, **how)


def puzzle_command(name: str, *lines: str, **sharing: bool) -> Callable[[Command], Any]:
    """Returns the decorator of a command about one puzzle, a function of `OnePuzzle` and its own options.

    `lines` are the examples of the help, `sharing` is for `about_puzzle`.
    """
    return lambda function: click.command(name, epilog=examples(*lines))(about_puzzle(function, **sharing))


def about_puzzle(
    function: Command, *, optional: bool = False, json: bool = True, limits: bool = True
) -> Command:
    """Gives a function of `OnePuzzle` PUZZLE, which can be `optional`, and the shared options."""

    def run(
        *,
        path: str | None,
        source: str | None,
        limit: Limit = NO_LIMIT,
        as_json: Json = Json.NO,
        **others: Any,
    ) -> int:
        asked = OnePuzzle(path or "", source, limit, as_json)
        try:
            return function(asked, **others)
        except OutOfReach as reason:
            seconds = monotonic() - asked.began if asked.puzzle else 0.0
            writes = others.get("output") is not None
            return asked.print(
                unanswered(asked.name or asked.path, asked.puzzle, reason, seconds, written=writes)
            )

    run.__doc__ = function.__doc__
    argument = click.argument("path", metavar="[PUZZLE]" if optional else "PUZZLE", required=not optional)
    shared: tuple[Callable[[Command], Command], ...] = (from_option,)
    if json:
        shared = (json_option, *shared)
    if limits:
        shared = (*shared, limit_options)
    return declared((argument,), click.with_options_of(function, declared(shared, run)))


def puzzles_command(
    name: str, *lines: str, search: bool = False, json: bool = True
) -> Callable[[Command], Any]:
    """Returns the decorator of a command about any number of puzzles, a function of `ManyPuzzles` and its own options.

    `lines` are the examples of the help. With `search` the function also gets `options`, the `SearchOptions`.
    """

    def decorated(function: Command) -> Any:
        def run(
            *,
            paths: tuple[str, ...],
            source: str | None,
            pictures: bool,
            limit: Limit,
            as_json: Json = Json.NO,
            **others: Any,
        ) -> int:
            return function(ManyPuzzles(paths, source, pictures, limit, as_json), **others)

        run.__doc__ = function.__doc__
        argument = click.argument("paths", metavar="PUZZLE...", nargs=-1, required=True)
        shared = (*([json_option] if json else []), search_options if search else limit_options)
        command = click.with_options_of(function, declared(shared, run))
        return click.command(name, epilog=examples(*lines))(
            declared((argument, from_option, _PICTURES), command)
        )

    return decorated
