"""One runner for commands about one puzzle, and one for commands about many.

`puzzle_command` and `puzzles_command` declare the arguments and options that these commands share, read the puzzles, keep the
limits and print the answers. So a rule about them is kept by every command.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

import click

from nonosat.apps.cli.shell.answers import Answer, Json, OnePuzzle, limit_answer
from nonosat.apps.cli.shell.groups import command, examples
from nonosat.apps.cli.shell.many_answers import ManyPuzzles
from nonosat.apps.cli.shell.options import (
    EACH_PUZZLE,
    Command,
    declared,
    from_option,
    json_and_solutions_option,
    json_option,
    limit_options,
    pictures_option,
    search_options,
    strict_option,
    with_options_of,
    workers_option,
)
from nonosat.apps.cli.shell.paths import InFile
from nonosat.support.children.watchdog import ask_again
from nonosat.support.end import OutOfReach
from nonosat.support.limits import NO_LIMIT, Limit


def puzzle_command(name: str, *lines: str, **sharing: bool) -> Callable[[Command], Any]:
    """Returns the decorator of a command about one puzzle, a function of `OnePuzzle` and its own options.

    `lines` are the examples of the help, `sharing` is for `about_puzzle`.
    """
    return lambda function: command(name, epilog=examples(*lines))(about_puzzle(function, **sharing))


def about_puzzle(
    function: Command,
    *,
    optional: bool = False,
    json: bool = True,
    solutions: bool = False,
    limits: bool = True,
    prints_only: bool = False,
) -> Command:
    """Gives a function of `OnePuzzle` PUZZLE, which can be `optional`, and the shared options.

    `solutions`: the record of the answer can have the solutions, on request.
    `prints_only`: without an output file, the function only asks and prints, so the watchdog can ask again.
    """

    def run(
        *,
        path: str | None,
        source: str | None,
        limit: Limit = NO_LIMIT,
        as_json: Json = Json.NO,
        **others: Any,
    ) -> int:
        asked = OnePuzzle(path or "", source, limit, as_json)

        def again() -> Answer:
            replay = replace(asked, one_of_many=True, replayed=[])
            function(replay, **others)
            assert replay.replayed
            return replay.replayed[0]

        if prints_only and others.get("output") is None:
            ask_again(again)
        try:
            return function(asked, **others)
        except OutOfReach as reason:
            seconds = monotonic() - asked.began if asked.loaded else 0.0
            writes = others.get("output") is not None
            return asked.print(
                limit_answer(asked.name or asked.path, asked.loaded, reason, seconds, written=writes)
            )

    run.__doc__ = function.__doc__
    argument = click.argument(
        "path", type=InFile(puzzle=True), metavar="[PUZZLE]" if optional else "PUZZLE", required=not optional
    )
    shared: tuple[Callable[[Command], Command], ...] = (from_option,)
    if json:
        shared = (json_and_solutions_option if solutions else json_option, *shared)
    if limits:
        shared = (*shared, limit_options("on the puzzle"))
    return declared((argument,), with_options_of(function, declared(shared, run)))


def puzzles_command(
    name: str,
    *lines: str,
    search: bool = False,
    portfolio: bool = True,
    json: bool = True,
    solutions: bool = False,
    parallel: bool = False,
    whose: str = EACH_PUZZLE,
) -> Callable[[Command], Any]:
    """Returns the decorator of a command about any number of puzzles, a function of `ManyPuzzles` and its own options.

    `lines` are the examples of the help. With `search` the function also gets `options`, the `SearchOptions`; with `solutions`
    the records can have them, on request. A `parallel` command works on several puzzles at once. `whose` says what the
    limits are for.
    """

    def decorated(function: Command) -> Any:
        has_own = any(param.name == "strict" for param in getattr(function, "__click_params__", ()))

        def run(
            *,
            paths: tuple[str, ...],
            source: str | None,
            pictures: bool,
            strict: bool = False,
            workers: int | None = None,
            limit: Limit,
            as_json: Json = Json.NO,
            **others: Any,
        ) -> int:
            if has_own:
                others["strict"] = strict
            asked = ManyPuzzles(paths, source, pictures, strict, limit, as_json, parallel, workers)
            return function(asked, **others)

        run.__doc__ = function.__doc__
        argument = click.argument(
            "paths", type=InFile(puzzle=True), metavar="PUZZLE...", nargs=-1, required=True
        )
        recorded = json_and_solutions_option if solutions else json_option
        searched = partial(search_options, portfolio=portfolio) if search else limit_options(whose)
        shared = (*([recorded] if json else []), *([workers_option] if parallel else []), searched)
        shared_run = with_options_of(function, declared(shared, run))
        return command(name, epilog=examples(*lines))(
            declared(
                (argument, from_option, pictures_option, *(() if has_own else (strict_option,))), shared_run
            )
        )

    return decorated
