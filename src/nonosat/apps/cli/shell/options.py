"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import fields
from functools import partial, wraps
from typing import Any

import click

from nonosat.apps.cli.shell.answers import Answer, Json, limit_answer, print_answer
from nonosat.apps.cli.shell.groups import SharedOption
from nonosat.apps.cli.shell.paths import OutFile
from nonosat.apps.cli.shell.sentences import shared_limit
from nonosat.apps.cli.shell.types import backend_help, backend_name, parsed
from nonosat.formats.table import FORMATS
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.support.children.own_limits import bounded
from nonosat.support.children.watchdog import LastWords
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT
from nonosat.support.limits import Limit

Command = Callable[..., int]  # the function of a command; returns the exit code

shared_option = partial(click.option, cls=SharedOption)

_FROM = (
    shared_option(
        "--from",
        "source",
        section="Reading",
        type=parsed("format"),
        metavar="FORMAT",
        help="Read this format, whatever the file looks like; `nonosat list formats` shows them.",
    ),
    shared_option(
        "--columns-first",
        "source",
        section="Reading",
        type=parsed("format"),
        flag_value="columns-first",
        help="For files that do not say which clues come first: columns first.",
    ),
    shared_option(
        "--rows-first",
        "source",
        section="Reading",
        type=parsed("format"),
        flag_value="rows-first",
        help="For such files: rows first.",
    ),
)


def from_option(function: Command) -> Command:
    """Gives a command the options that say how files are read."""
    return declared(_FROM, function)


pictures_option = shared_option(
    "--pictures", section="Reading", is_flag=True, help="In a folder, take pictures for puzzles as well."
)

strict_option = shared_option(
    "--strict", section="Reading", is_flag=True, help="Treat files of unknown format in a folder as errors."
)

to_option = shared_option(
    "--to",
    "target",
    section="Output",
    type=click.Choice(list(FORMATS)),
    metavar="FORMAT",
    help="Write this format, whatever the extension says; `nonosat list formats` shows them.",
)


plot_option = click.option(
    "--plot", type=OutFile(), metavar="PLOT", help="Draw it, too, as .svg, .png or .pdf (extra `plot`)."
)

executor_option = shared_option(
    "--executor",
    section="Processes",
    metavar="NAME",
    help="Work on a cluster: dask:ADDRESS, ray[:ADDRESS], or MODULE:FUNCTION, which returns an executor.",
)

ascii_option = click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")


def output_option(help: str, metavar: str = "FILE", **declaration: Any) -> Callable[[Command], Command]:
    """Returns -o, `required` or with a `default`; its help says if that is standard output.

    Neither is passed on unless stated: for click, `default=None` is a value, which fills in for a required option.
    """
    if declaration.get("default") == STANDARD_OUTPUT:
        help = f"{help}  [default: standard output]"
    return click.option("-o", "--output", type=OutFile(), metavar=metavar, help=help, **declaration)


def given(**options: Any) -> dict[str, Any]:
    """Returns the options that were given; the function has defaults for the others."""
    return {name: value for name, value in options.items() if value is not None}


_JSON = shared_option(
    "--json", "as_json", section="Output", is_flag=True, help="Print one line of JSON for each puzzle."
)

_SOLUTIONS = shared_option(
    "--solutions",
    "with_solutions",
    section="Output",
    is_flag=True,
    help="Add the solutions that were found to the JSON.",
)

EACH_PUZZLE = "on each puzzle"
"""What a limit is for, unless a command says otherwise."""


def _limits(whose: str) -> tuple[Callable[[Command], Command], Callable[[Command], Command]]:
    """Returns the options that bound the work on something, such as "on each puzzle"."""
    return (
        shared_option(
            "--time-limit",
            section="Limits",
            whose=whose,
            type=click.FloatRange(min=0),
            metavar="SECONDS",
            help=f"Stop after this many seconds of work {whose}, and report what is known.",
        ),
        shared_option(
            "--memory-limit",
            section="Limits",
            whose=whose,
            type=parsed("bytes"),
            metavar="SIZE",
            help=f"Stop when the work {whose} holds more memory than this, such as 300M or 2G.",
        ),
    )


_SOLVER = (
    shared_option(
        "--backend",
        section="Solver",
        type=backend_name(),
        default=DEFAULTS.backend,
        show_default=True,
        metavar="NAME",
        help=backend_help(),
    ),
    shared_option(
        "--seed",
        section="Solver",
        type=int,
        default=0,
        show_default=True,
        metavar="N",
        help="Seed of the solver's choices.",
    ),
)

_PORTFOLIO = shared_option(
    "--portfolio",
    section="Solver",
    type=click.IntRange(min=1),
    metavar="N",
    help="Solvers that work on one puzzle from the start, each in a process; with the backend auto. With 1, answers "
    "and figures can be repeated.",
)

_CONFLICTS = shared_option(
    "--conflict-limit",
    section="Limits",
    whose=EACH_PUZZLE,
    type=click.IntRange(min=0),
    metavar="N",
    help=f"Stop after about N conflicts of the solver {EACH_PUZZLE}.",
)

workers_option = shared_option(
    "--workers",
    section="Processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Work on N puzzles at once, each in a process.  [default: one for each processor]",
)

_SEARCH_FIELDS = tuple(field.name for field in fields(SearchOptions))


def json_option(command: Command) -> Command:
    """Adds --json, which the command gets as `as_json`, a `Json`: its answer is a solution, or it has none.

    An `InputError` also prints a record then.
    """

    @wraps(command)
    def collected(*, as_json: bool, **others: Any) -> int:
        return _recorded(command, Json.FULL if as_json else Json.NO, others)

    return _JSON(collected)


def json_and_solutions_option(command: Command) -> Command:
    """Adds --json and --solutions, which the command gets as `as_json`, too."""

    @wraps(command)
    def collected(*, as_json: bool, with_solutions: bool, **others: Any) -> int:
        if with_solutions and not as_json:
            raise UsageError("--solutions goes with --json")
        json = Json.NO if not as_json else Json.FULL if with_solutions else Json.BRIEF
        return _recorded(command, json, others)

    return declared((_JSON, _SOLUTIONS), collected)


def _recorded(command: Command, json: Json, others: dict[str, Any]) -> int:
    """Runs a command; prints a record of an error about its input."""
    try:
        return command(as_json=json, **others)
    except InputError as error:
        if json:
            click.echo(Answer(error.path or others.get("path", ""), None, error=error).json(json))
        raise


def limit_options(whose: str) -> Callable[[Command], Command]:
    """Returns the decorator that adds the limits of a question; the command gets `limit`, a `Limit`, and is bounded by it.

    `whose` says what the limits are for, such as "on each puzzle". A command that gives every puzzle the whole limit suspends
    the bounds of the command: see `nonosat.support.children.own_limits`.
    """

    def limited(command: Command) -> Command:
        @wraps(command)
        def collected(*, time_limit: float | None, memory_limit: int | None, **others: Any) -> int:
            context = click.get_current_context(silent=True)
            if context and whose.startswith(("on all", "on the whole")):
                context.meta[shared_limit.__name__] = whose
            return _within(Limit(seconds=time_limit, memory=memory_limit), command, others)

        return declared(_limits(whose), collected)

    return limited


def _within(limit: Limit, command: Command, others: dict[str, Any]) -> int:
    """Runs a command within its limits."""

    context = click.get_current_context(silent=True)

    def late(reason: OutOfReach) -> Answer:
        name = next((others[key] for key in ("path", "paths", "output") if others.get(key)), "")
        name = name if isinstance(name, str) else name[0]
        with context.scope(cleanup=False) if context else nullcontext():  # of a thread of its own
            return limit_answer(name, None, reason, written="output" in others)

    def tell(answer: Answer) -> int:
        return print_answer(answer, Json(others.get("as_json", Json.NO)))

    try:
        with bounded(limit, late=LastWords(lambda: late(OutOfReach(Stopped.SECONDS)), tell)):
            return command(limit=limit, **others)
    except OutOfReach as reason:
        return tell(late(reason))


def search_options(command: Command, *, portfolio: bool = True) -> Command:
    """Adds how to search and the limits, which the command gets as `options`, a `SearchOptions`, and `limit`.

    Without `portfolio` each puzzle has one solver.
    """

    @wraps(command)
    def collected(
        *, time_limit: float | None, memory_limit: int | None, conflict_limit: int | None, **others: Any
    ) -> int:
        options = SearchOptions(**{name: others.pop(name) for name in _SEARCH_FIELDS if name in others})
        limit = Limit(seconds=time_limit, memory=memory_limit, conflicts=conflict_limit)
        return _within(limit, partial(command, options=options), others)

    limits = (*_limits(EACH_PUZZLE), _CONFLICTS)
    return declared((*_SOLVER, *([_PORTFOLIO] if portfolio else []), *limits), collected)


def shared_options() -> list[SharedOption]:
    """Returns one of each shared option, in the order of a help."""

    def collecting(**_: Any) -> int:
        raise NotImplementedError

    reading = (*_FROM, pictures_option, strict_option)
    limits = (*_limits(EACH_PUZZLE), _CONFLICTS)
    output = (_JSON, _SOLUTIONS, to_option)
    declared((*reading, workers_option, executor_option, *_SOLVER, _PORTFOLIO, *limits, *output), collecting)
    return [*reversed(vars(collecting)["__click_params__"])]


def declared(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
    """Adds options to a command, in the order of its help."""
    for option in reversed(options):
        command = option(command)
    return command


def with_options_of(function: Callable[..., Any], other: Callable[..., Any]) -> Callable[..., Any]:
    """Returns `other` with the parameters of `function` before its own."""
    vars(other).setdefault("__click_params__", []).extend(vars(function).get("__click_params__", []))
    return other
