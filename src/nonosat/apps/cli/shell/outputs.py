"""The rule for the files that a command can write.

- Never onto an input of the same run, however it is spelt: through links, hard links, or a folder of puzzles.
- An existing file of the same kind is replaced: an SVG by an SVG, a puzzle by one in the same format.
- An existing file of another kind, as its content shows, is replaced with `--force` only.

Journals are continued, and folders replaced, by rules of their own. A pipe or a device is written to.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

import click

from nonosat.apps.cli.shell.targets import NAME, NUMBER
from nonosat.support.errors import NonosatError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, guarded, is_regular, replaces

# metavars of arguments and options that are texts but not paths
WORDS = (
    "NAME",
    "[NAME=]K",
    "TEXT",
    "CELLS",
    "CLUE",
    "SIZE",
    "X,Y,...",
    "LENGTH",
    "COLOUR",
    "ROWS,COLUMNS",
    "ADDRESS",
    "ORIGIN",
    "URL",
    "I/N",
    "FORMAT",
    "PROGRAM",
    "[COMMAND]",
)

# options and arguments that name outputs. All other paths are inputs.
_WRITTEN = (
    "--output",
    "--journal",
    "--export",
    "--certificates",
    "--certificate",
    "--debug-images",
    "OUT",  # an argument
    "[OUT]",  # an optional argument
)

_CONTINUED = ("DIR", "JOURNAL")  # metavars of outputs with rules of their own

_NUMBERED = re.compile(r"(.+)#\d+")

# name and first bytes of each kind of file. Puzzles are recognised by reading them.
_KINDS = {
    "svg": ("an SVG picture", rb"\s*(<\?xml[^>]*>\s*)?<svg\b"),
    "png": ("a PNG picture", rb"\x89PNG"),
    "apng": ("a PNG picture", rb"\x89PNG"),
    "gif": ("a GIF picture", rb"GIF8"),
    "pdf": ("a PDF file", rb"%PDF-"),
    "html": ("an HTML page", rb"(?i)\s*<!doctype html"),
    "parquet": ("a Parquet table", rb"PAR1"),
    "csv": ("a table of results", rb"key,puzzle,"),
    "report": ("a report", rb"\s*puzzles +line by line +time"),
    "results": ("a file of results", rb'\{"key": "'),
    "cnf": ("a formula in CNF", rb"c t pmc|c nonosat:|p cnf "),
    "opb": ("a formula in OPB", rb"\* #variable="),
}

force_option = click.Option(
    ["--force"], is_flag=True, expose_value=False, callback=lambda ctx, _, value: _note(ctx, value),
    help="Replace a file of another kind as well.",
)  # fmt: skip


def _note(ctx: click.Context, value: bool) -> None:
    ctx.meta[__name__] = value


def writes(command: click.Command) -> bool:
    """Returns whether a command writes files."""
    return any(map(is_output, command.params))


def replaces_files(command: click.Command) -> bool:
    """Returns whether a command replaces existing files, rather than continuing them, or replacing folders."""
    return any(each.metavar not in _CONTINUED for each in command.params if is_output(each))


def is_output(parameter: click.Parameter) -> bool:
    return parameter.metavar in _WRITTEN or any(name in _WRITTEN for name in parameter.opts)


def is_input(parameter: click.Parameter) -> bool:
    is_text = isinstance(parameter.type, click.types.StringParamType)
    return is_text and not is_output(parameter) and parameter.metavar not in WORDS


def guarding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the function of a command so that it keeps the rule."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        ctx = click.get_current_context()
        values = {each: ctx.params.get(each.name or "") for each in ctx.command.params}
        inputs = [value for each, value in values.items() if is_input(each) and value]
        guard = _Guard(
            inputs, bool(ctx.params.get("pictures")), ctx.params.get("force") or ctx.meta.get(__name__)
        )
        with guarded(guard):
            outputs = [value for each, value in values.items() if is_output(each)]
            if ctx.params.get("as_json") is True and STANDARD_OUTPUT in outputs:
                raise UsageError("--json and -o - both write to standard output: name a file with -o")
            _require_apart(outputs)
            for each, value in values.items():
                _require_filled(each, value)
            for each, value in values.items():  # before anything is read
                if is_output(each) and isinstance(value, str) and replaces(value):
                    guard(value, None)
            return function(*args, **kwargs)

    return run


def _require_filled(parameter: click.Parameter, value: Any) -> None:
    """Raises `UsageError` for a placeholder in an output unless the help of the option says what it stands for."""
    filled = getattr(parameter, "help", None) or ""
    for word in (NAME, NUMBER):
        if is_output(parameter) and isinstance(value, str) and word in value and word not in filled:
            raise UsageError(f"{value}: this command has nothing to put in the place of {word}")


def _require_apart(outputs: Iterable[Any]) -> None:
    """Raises `UsageError` if two outputs are the same file."""
    taken = set()
    for path in outputs:
        if not isinstance(path, str) or not (path == STANDARD_OUTPUT or is_regular(path)):
            continue
        if (place := path if path == STANDARD_OUTPUT else os.path.realpath(path)) in taken:
            raise UsageError(f"{path}: two things cannot be written to the same place")
        taken.add(place)


class _Guard:
    """The rule for one run, see `nonosat.support.files.guarded`."""

    def __init__(self, inputs: list[Any], pictures: bool, force: bool | None) -> None:
        self._named = [path for each in inputs for path in ([each] if isinstance(each, str) else each)]
        self._pictures = pictures
        self._force = force
        self._files: dict[tuple[int, int], str] | None = None

    def __call__(self, path: str, kind: str | None) -> None:
        """Raises `UsageError` for an existing file or folder that must not be replaced."""
        if self._files is None:
            self._files = {_identity(each): each for each in self._inputs()}
        found = os.path.realpath(path)
        if os.path.isdir(path):
            inside = (
                each for each in self._files.values() if os.path.realpath(each).startswith(f"{found}{os.sep}")
            )
            if each := next(inside, None):
                raise UsageError(f"{path}: holds {each}, which is an input of this command: write elsewhere")
        elif _identity(path) in self._files:
            raise UsageError(f"{path}: is an input of this command: write to another file")
        elif kind is not None and not self._force and not is_of_kind(path, kind):
            what = _KINDS[kind][0] if kind in _KINDS else f"a puzzle in the format {kind}"
            raise UsageError(f"{path}: there is another file already, not {what}; --force replaces it")

    def _inputs(self) -> Iterator[str]:
        """Yields the existing input files, also those in folders."""
        for name in self._named:
            match = None if os.path.exists(name) else _NUMBERED.fullmatch(name)
            for path in [match[1]] if match else [name] if os.path.exists(name) else glob.glob(name):
                if not os.path.isdir(path):
                    yield path
                    continue
                from nonosat.formats.folders import puzzle_files

                yield path
                yield from puzzle_files(path, pictures=self._pictures).files


def _identity(path: str) -> tuple[int, int]:
    """Returns (device, inode); (-1, -1) if there is no such file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return -1, -1
    return found.st_dev, found.st_ino


def is_of_kind(path: str, kind: str) -> bool:
    """Returns whether the content of a file is of a kind; an empty file is of every kind."""
    with open(path, "rb") as file:
        head = file.read(4096)
    if not head:
        return True
    if kind in _KINDS:
        return re.match(_KINDS[kind][1], head) is not None
    from nonosat.formats import load_all  # here, for the help of all commands needs no puzzles

    try:
        load_all(path, kind)
    except (NonosatError, RecursionError):
        return False
    return True
