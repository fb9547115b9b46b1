"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell, unanswered
from nonosat.cli.shell.inputs import Inputs
from nonosat.formats import FORMATS
from nonosat.foundation.errors import InputError
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.foundation.workers.bounds import bounded
from nonosat.solving.engine.options import DEFAULTS, SearchOptions

Command = Callable[..., int]
"""What a command runs; what it returns is the exit code."""

puzzle_argument = click.argument("path", metavar="PUZZLE")

from_option = click.option(
    "--from",
    "source",
    type=click.noting("nonosat.cli.shell.types", "FormatName")(),
    metavar="FORMAT",
    help="Read this format, whatever the file looks like; `nonosat formats` lists them.",
)
to_option = click.option(
    "--to", "target", type=click.Choice(list(FORMATS)), metavar="FORMAT", help="The format to write."
)
ascii_option = click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the solver's choices."
)


def asked_option(function: str, parameter: str, **others: Any) -> Callable[[Command], Command]:
    """An option that is a parameter of a public function, which declares its type, bounds, default and help.

    Without the option the command gets None: see `given`. The declaration is read once click needs it.
    """
    kind = click.noting("nonosat.cli.shell.types", "asked_type")(function, parameter)
    return _asked(function, parameter, type=kind, **{"metavar": "N", **others})


def asked_flag(function: str, parameter: str, option: str | None = None) -> Callable[[Command], Command]:
    """The same for a parameter that is true or false."""
    return _asked(function, parameter, option, is_flag=True)


def _asked(
    function: str, parameter: str, option: str | None = None, **others: Any
) -> Callable[[Command], Command]:
    said = click.noting("nonosat.cli.shell.types", "asked_help")(function, parameter)
    names = (option or f"--{parameter.replace('_', '-')}", *([parameter] if option else []))
    return click.option(*names, help=said, **others)


def given(**options: Any) -> dict[str, Any]:
    """The options that the command line has; the defaults of the others are those of the function."""
    return {name: value for name, value in options.items() if value is not None}


depth_option = asked_option("explain", "depth")

_JSON = (
    click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each puzzle."),
    click.option("--no-solutions", is_flag=True, help="Leave the pictures out of the JSON."),
)

_PUZZLES = (
    click.argument("paths", metavar="PUZZLE...", nargs=-1, required=True),
    from_option,
    click.option("--pictures", is_flag=True, help="In a folder, take pictures for puzzles as well."),
)

_LIMITS = (
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="Stop after that long, with what is known by then.",
    ),
    click.option(
        "--memory-limit",
        type=click.noting("nonosat.cli.shell.types", "Bytes")(),
        metavar="SIZE",
        help="Stop when the work on a puzzle holds more than that, such as 300M or 2G.",
    ),
)

_SEARCH = (
    click.option(
        "--backend",
        type=click.noting("nonosat.cli.shell.types", "backend_name")(),
        default=DEFAULTS.backend,
        show_default=True,
        metavar="NAME",
        help=click.noting("nonosat.cli.shell.types", "backend_help")(),
    ),
    click.option(
        "--encoding",
        type=click.noting("nonosat.cli.shell.types", "encoding_name")(),
        default=DEFAULTS.encoding,
        show_default=True,
        help="The encoding of lines as clauses.",
    ),
    seed_option,
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="Processes of the portfolio, threads of cp-sat. With 1, answers and figures can be repeated.",
    ),
    *_LIMITS,
    click.option(
        "--conflict-limit",
        type=click.IntRange(min=0),
        metavar="N",
        help="Stop after about N conflicts of the solver.",
    ),
)


def json_option(command: Command) -> Command:
    """Returns whether to answer in JSON, which the command gets as `as_json`, a `Json`.

    A puzzle that cannot be read has a record then, too. `--no-solutions` changes nothing without `--json`.
    """

    @wraps(command)
    def collected(*, as_json: bool, no_solutions: bool, **others: Any) -> int:
        json = Json.NO if not as_json else Json.BRIEF if no_solutions else Json.FULL
        try:
            return command(as_json=json, **others)
        except InputError as error:
            if json:
                click.echo(Answer(error.path or others.get("path", ""), None, error=error).json(json))
            raise

    return declared(_JSON, collected)


def puzzles_argument(command: Command) -> Command:
    """Any number of puzzles, which the command gets as `inputs`, an `Inputs`."""

    @wraps(command)
    def collected(*, paths: tuple[str, ...], source: str | None, pictures: bool, **others: Any) -> int:
        return command(inputs=Inputs(paths, source, pictures), **others)

    return declared(_PUZZLES, collected)


def limit_options(command: Command) -> Command:
    """The limits of a question; the command gets them as `limit`, a `Limit`, and is held to them as a whole.

    What has the limit for each of several puzzles takes that off, and puts it on again for each: see
    `nonosat.foundation.workers.bounds`.
    """

    @wraps(command)
    def collected(*, time_limit: float | None, memory_limit: int | None, **others: Any) -> int:
        return _within(Limit(seconds=time_limit, memory=memory_limit), command, others)

    return declared(_LIMITS, collected)


def _within(limit: Limit, command: Command, others: dict[str, Any]) -> int:
    """Runs a command within its limits."""
    try:
        with bounded(limit):
            return command(limit=limit, **others)
    except OutOfReach as reason:
        name = next((others[key] for key in ("path", "paths", "output") if others.get(key)), "")
        name = name if isinstance(name, str) else name[0]
        return tell(unanswered(name, None, reason), Json(others.get("as_json", Json.NO)))


def search_options(command: Command) -> Command:
    """How to search and when to stop; the command gets it as `options`, `SearchOptions`, and `limit`."""

    @wraps(command)
    def collected(
        *,
        backend: str,
        encoding: str,
        seed: int,
        workers: int | None,
        time_limit: float | None,
        memory_limit: int | None,
        conflict_limit: int | None,
        **others: Any,
    ) -> int:
        options = SearchOptions(backend=backend, encoding=encoding, seed=seed, workers=workers)
        limit = Limit(seconds=time_limit, memory=memory_limit, conflicts=conflict_limit)
        return _within(limit, partial(command, options=options), others)

    return declared(_SEARCH, collected)


def declared(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
    """The command with all of the options, in the order in which the help is to have them."""
    for option in reversed(options):
        command = option(command)
    return command
