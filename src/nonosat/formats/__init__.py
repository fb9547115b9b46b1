"""Puzzles from files and to files: one module per file format, and the table of them.

A format is found by the file's extension and, where that leaves a choice, by its content. Reading is
strict about what it understands and says which line of which file it did not; nothing but
`InputError` comes out of a reader. Writing makes the whole text first, so that a failure leaves no
part of a file behind.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nonosat.errors import InputError, UsageError
from nonosat.formats import native, non, picture, square
from nonosat.puzzle import Puzzle

MAX_BYTES = 32_000_000
"""The largest file accepted; a 4000x4000 puzzle with its goal fits."""


@dataclass(frozen=True, slots=True)
class Format:
    """A row of the table: how to recognise, read and write one file format."""

    name: str
    summary: str
    extensions: tuple[str, ...]
    sniff: Callable[[str], bool]
    """Whether a text looks like this format."""
    parse: Callable[[str, str], Puzzle]
    """From text and the path that errors shall name."""
    format: Callable[[Puzzle], str]


FORMATS = {
    row.name: row
    for row in (
        Format(
            "non",
            "Steve Simpson's .non: clues, metadata, goal, and givens as `saved`",
            (".non",),
            non.sniff,
            non.parse,
            non.format,
        ),
        Format(
            "json",
            "nonosat's own JSON: everything that a puzzle has",
            (".json",),
            native.sniff,
            native.parse,
            native.format,
        ),
        Format(
            "square",
            "gnbond/Nono: the side, then row clues, then column clues",
            (".txt",),
            square.sniff,
            square.parse,
            square.format,
        ),
        Format(
            "picture",
            "the goal as text: # and ., 1 and 0, or X and _",
            (".txt",),
            picture.sniff,
            picture.parse,
            picture.format,
        ),
    )
}


def format_named(name: str) -> Format:
    """The format of that name; raises `UsageError` that lists the names."""
    if name not in FORMATS:
        raise UsageError(f"no format is called {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def loads(text: str, format: str | None = None, *, path: str = "") -> Puzzle:
    """The puzzle in a text; `format` is a name of `FORMATS`, or found by content.

    >>> loads("2\\n1\\n2\\n2\\n1\\n")
    Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    """
    row = format_named(format) if format else _found(text, path, "")
    return row.parse(text.removeprefix("\ufeff"), path)


def load(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:
    """The puzzle in a file; `-` is standard input. Raises `InputError`, which names file and line."""
    name = os.fspath(path)
    text = _read(name)
    row = format_named(format) if format else _found(text, name, Path(name).suffix.lower())
    return row.parse(text, name)


def dumps(puzzle: Puzzle, format: str) -> str:
    """The puzzle as text in a format; raises `UsageError` where the format cannot hold it."""
    return format_named(format).format(puzzle)


def dump(puzzle: Puzzle, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Writes a file, whole or not at all; `-` is standard output. The format goes by the extension."""
    name = os.fspath(path)
    if format is None:
        suffix = Path(name).suffix.lower()
        rows = [row.name for row in FORMATS.values() if suffix in row.extensions]
        if len(rows) != 1:
            choices = ", ".join(rows or FORMATS)
            raise UsageError(f"{name}: the extension does not say which format; choose one of {choices}")
        format = rows[0]
    write_text(name, dumps(puzzle, format))


def write_text(path: str, text: str) -> None:
    """Writes a file, whole or not at all; `-` is standard output."""
    if path == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=target.name, delete=False
        ) as file:
            try:
                file.write(text)
                file.close()
                os.chmod(file.name, 0o666 & ~_umask())
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise UsageError(f"{path}: cannot write: {error.strerror}") from None


def puzzle_files(folder: str) -> Iterator[str]:
    """The files in a folder and its subfolders that look like puzzles, in order.

    A `.non` file always does; of extensions that others use as well, those whose content does.
    """
    for path in sorted(Path(folder).rglob("*")):
        suffix = path.suffix.lower()
        rows = [row for row in FORMATS.values() if suffix in row.extensions]
        if not rows or not path.is_file():
            continue
        if suffix in (".json", ".txt"):
            try:
                text = _read(str(path))
            except InputError:
                text = ""
            if not any(row.sniff(text) for row in rows):
                continue
        yield str(path)


def _found(text: str, path: str, suffix: str) -> Format:
    rows = [row for row in FORMATS.values() if suffix in row.extensions]
    if len(rows) == 1:
        return rows[0]
    for row in rows or FORMATS.values():
        if row.sniff(text):
            return row
    raise InputError(f"the content is none of {', '.join(FORMATS)}", path=path or None)


def _read(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than the {MAX_BYTES // 1_000_000} MB that are accepted", path=path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise InputError(f"not UTF-8 text: byte 0x{byte:02x}", path=path, line=line) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
