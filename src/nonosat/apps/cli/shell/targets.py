"""Files that -o names: their format, and `{name}` and `{number}` in the path for several outputs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from nonosat.apps.cli.shell.paths import NAME, NUMBER
from nonosat.formats import written_as
from nonosat.formats.base import Feature
from nonosat.formats.sources import is_list
from nonosat.formats.table import FORMATS, format_named
from nonosat.support.bundled import PREFIX
from nonosat.support.errors import UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable


def format_to_write(output: str | None, target: str | None, like: str | None = None) -> str | None:
    """Returns the format of --to or of the extension, by default `like`; None without an output.

    Raises `UsageError` for --to without -o, and an error if the file cannot be written.
    """
    if output is None:
        if target is not None:
            raise UsageError("--to is for what is written with -o")
        return None
    target = target or written_as(output, like)
    require_writable(output)
    return target


def are_apart(output: str) -> bool:
    """Returns whether each input gets an output of its own."""
    return NAME in output or NUMBER in output


def place_of(output: str, path: str, number: int) -> str:
    """Returns the output of an input, the `number`-th from 1."""
    return output.replace(NAME, _stem(path)).replace(NUMBER, str(number))


def require_apart(output: str, files: Sequence[str], what: str) -> None:
    """Raises `UsageError` if several files would go to one output; `what` completes "N files cannot ..."."""
    if len(files) < 2 or NUMBER in output:
        return
    if NAME not in output:
        raise UsageError(f"{len(files)} files cannot {what}: {advice(output)}")
    names = Counter(map(_stem, files))
    if twice := next((name for name, times in names.items() if times > 1), None):
        raise UsageError(f"two files are called {twice}: {NUMBER} in {output} would tell their outputs apart")


def require_capacity(target: str, count: int) -> None:
    """Raises `UsageError` if a file of a format cannot hold so many puzzles."""
    if count > 1 and Feature.SEVERAL not in format_named(target).features:
        choices = ", ".join(name for name in FORMATS if Feature.SEVERAL in FORMATS[name].features)
        raise UsageError(
            f"{target}: a file holds one puzzle, not {count}: have {NUMBER} in the name of the "
            f"file, as in {NUMBER}.non, or choose one of {choices}"
        )


def advice(output: str) -> str:
    """Returns what to write instead of a path that several outputs share."""
    return f"{NAME} or {NUMBER} in {output!r} would give each its own"


class Places:
    """The outputs of puzzles, one after another; mutable."""

    def __init__(self, output: str, paths: Sequence[str], files: Sequence[str]) -> None:
        """`paths` are the arguments of the command, `files` the files that they lead to."""
        self._output = output
        self._first = paths[0]
        self._files = files
        self._number = 0

    def next(self, name: str) -> str:
        """Returns the output of the next puzzle; raises `UsageError` if several would go to one."""
        another = name not in self._files
        if is_list(self._files[0]):
            another = self._number > 0
        if another and not are_apart(self._output):
            path = name.rpartition("#")[0] or self._first
            raise UsageError(f"{path} holds several puzzles: {advice(self._output)}")
        self._number += 1
        return place_of(self._output, name, self._number)


def _stem(path: str) -> str:
    """Returns the text for `{name}`.

    >>> _stem("a/cup.non"), _stem("pack.nonpack#3"), _stem("example:cup"), _stem("-")
    ('cup', 'pack-3', 'cup', 'puzzle')
    """
    if path == STANDARD_OUTPUT:
        return "puzzle"
    file, hash, number = os.path.basename(path.removeprefix(PREFIX)).rpartition("#")
    if not (hash and number.isdigit()):
        file, number = file + hash + number, ""
    return os.path.splitext(file)[0] + (f"-{number}" if number else "")
