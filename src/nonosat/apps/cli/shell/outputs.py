"""The rule for the files that a command can write.

- Never onto an input of the same run, however it is spelt: through links, hard links, or a folder of puzzles.
- Never twice to the same file in one run.
- An existing file is replaced with `--force` only, unless it is empty.

Journals are continued, and folders and certificates replaced, by rules of their own. A pipe or a device is written to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

import click

from nonosat.apps.cli.shell.groups import SharedOption
from nonosat.apps.cli.shell.paths import NAME, NUMBER, InFile, OutFile
from nonosat.support.errors import UsageError
from nonosat.support.files import STANDARD_OUTPUT, guarded, is_regular, replaces

_NUMBERED = r"(.+)#\d+"

force_option = SharedOption(
    ["--force"],
    section="Output",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, value: _note(ctx, value),
    help="Replace a file that is there already.",
)


def _note(ctx: click.Context, value: bool) -> None:
    ctx.meta[__name__] = value


def outputs_of(command: click.Command) -> list[OutFile]:
    """Returns the types of the parameters that name outputs."""
    return [param.type for param in command.params if isinstance(param.type, OutFile)]


def guarding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the function of a command so that it keeps the rule."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        ctx = click.get_current_context()
        values = {param: ctx.params.get(param.name or "") for param in ctx.command.params}
        inputs = [value for param, value in values.items() if isinstance(param.type, InFile) and value]
        guard = _Guard(
            inputs, bool(ctx.params.get("pictures")), ctx.params.get("force") or ctx.meta.get(__name__)
        )
        with guarded(guard):
            named = [(key.type, value) for key, value in values.items() if isinstance(key.type, OutFile)]
            outputs = [value for _, value in named]
            if ctx.params.get("as_json") is True and STANDARD_OUTPUT in outputs:
                raise UsageError("--json and -o - both write to standard output: name a file with -o")
            _require_apart(outputs)
            for param, value in values.items():
                _require_filled(param, value)
            for kind, value in named:  # before anything is read
                if isinstance(value, str) and replaces(value):
                    guard(value, kind.continued)
            return function(*args, **kwargs)

    return run


def _require_filled(parameter: click.Parameter, value: Any) -> None:
    """Raises `UsageError` for a placeholder in an output unless the help of the option says what it stands for."""
    filled = getattr(parameter, "help", None) or ""
    for word in (NAME, NUMBER):
        if (
            isinstance(parameter.type, OutFile)
            and isinstance(value, str)
            and word in value
            and word not in filled
        ):
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
        self._named = [path for value in inputs for path in ([value] if isinstance(value, str) else value)]
        self._pictures = pictures
        self._force = force
        self._files: dict[tuple[int, int], str] | None = None
        self._read: dict[tuple[int, int], str] = {}
        self._written: set[str] = set()  # real paths

    def read(self, path: str) -> None:
        """Registers a file that is read, such as one that a list names."""
        self._read.setdefault(_identity(path), path)

    def wrote(self, path: str) -> None:
        """Registers a file that is complete."""
        self._written.add(os.path.realpath(path))

    def __call__(self, path: str, own: bool) -> None:
        """Raises `UsageError` for an existing file or folder that must not be replaced."""
        if self._files is None:
            self._files = {_identity(file): file for file in self._inputs()}
        place = os.path.realpath(path)
        if os.path.isdir(path):
            inside = (
                file for file in self._files.values() if os.path.realpath(file).startswith(f"{place}{os.sep}")
            )
            if file := next(inside, None):
                raise UsageError(f"{path}: holds {file}, which is an input of this command: write elsewhere")
        elif _identity(path) in self._files or (not own and _identity(path) in self._read):
            raise UsageError(f"{path}: is an input of this command: write to another file")
        elif place in self._written:
            raise UsageError(f"{path}: two things cannot be written to the same place")
        elif not own and not self._force and os.path.getsize(path):
            raise UsageError(f"{path}: already exists; --force replaces it")

    def _inputs(self) -> Iterator[str]:
        """Yields the existing input files, also those in folders."""
        for name in self._named:
            match = None if os.path.exists(name) else re.fullmatch(_NUMBERED, name)
            path = match[1] if match else name
            yield path
            if os.path.isdir(path):
                from nonosat.formats.folders import Folder

                yield from Folder(path).walk(pictures=self._pictures)


def _identity(path: str) -> tuple[int, int]:
    """Returns (device, inode); (-1, -1) if there is no such file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return -1, -1
    return status.st_dev, status.st_ino
