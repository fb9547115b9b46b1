"""Files, read up to a size, and written as a shell would: whole or not at all where possible.

A regular file is replaced in one step by one that is complete, and keeps its mode; a symbolic link is
followed; a device, a named pipe, or an open file by its number (`/dev/stdout`, the shell's `>(command)`) is
written to.

Within `guarded`, a guard is asked before an existing file or folder is replaced, and may refuse that. The
command line has one that protects its inputs and files of other kinds.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import BinaryIO

from nonosat.foundation.errors import InputError, OutputError

MAX_BYTES = 32_000_000
"""The largest file that is read, and so the largest puzzle that is written; a 3000x3000 checkerboard with its goal fits."""

_PIECE = 65_536
"""Bytes of a file that are read first: most files are smaller, and a read reserves as much as it asks for."""

STANDARD_OUTPUT = "-"

_MOST_LINKS = 40
"""The longest chain of links not taken for a loop; Linux's limit."""

_OPEN_FILE = r"/dev/std(?P<name>out|err)|(?:/dev|/proc/(?P<process>self|\d+))/fd/(?P<number>\d+)"

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def read_bytes(path: str) -> bytes:
    """What is in a file; `-` is standard input. Raises `InputError`, also for more than `MAX_BYTES`."""
    try:
        if path == "-":
            data = _read(sys.stdin.buffer)
        else:
            with open(path, "rb") as file:
                data = _read(file)
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None
    except ValueError as error:  # such as a null byte in the path
        raise InputError(f"cannot read: {error}", path=path) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than the {MAX_BYTES // 1_000_000} MB that are accepted", path=path)
    return data


def _read(file: BinaryIO) -> bytes:
    """What is in an open file, up to one byte more than `MAX_BYTES`."""
    data = file.read(_PIECE)
    return data if len(data) < _PIECE else data + file.read(MAX_BYTES + 1 - _PIECE)


Guard = Callable[[str, str | None], None]
"""Raises `UsageError` for the path of an existing file that must not be replaced by content of a kind, such as
`svg` or the name of a puzzle format; None if the kind is not known here, or is checked by others."""

_GUARD: ContextVar[Guard | None] = ContextVar("guard", default=None)


@contextmanager
def guarded(guard: Guard) -> Iterator[None]:
    """Has a guard asked, in the block, before anything is replaced."""
    token = _GUARD.set(guard)
    try:
        yield
    finally:
        _GUARD.reset(token)


def write(path: str, data: str | bytes, kind: str | None = None) -> None:
    """Writes a file; `-` is standard output. Raises what `require_writable` does, and `OutputError` later."""
    with writing(path, kind) as file:
        file.write(data.encode() if isinstance(data, str) else data)


@contextmanager
def writing(path: str, kind: str | None = None) -> Iterator[BinaryIO]:
    """The same piece by piece: the file is there once the block has ended, and not at all if it raises."""
    if path == STANDARD_OUTPUT:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.flush()  # a later message that it is written must be true
        return
    require_writable(path, kind)
    target = _followed(path)
    number = _number(target)
    try:
        if number is not None:
            sys.stdout.flush()  # keeps earlier output first
            with open(os.dup(number), "wb") as file:
                yield file
        elif os.path.exists(target) and not os.path.isfile(target):
            with open(os.open(target, os.O_WRONLY), "wb") as file:
                yield file
        else:
            with _replacing(target) as file:
                yield file
    except OSError as error:
        if number == 1 and isinstance(error, BrokenPipeError):  # as if it were written to standard output
            raise
        raise OutputError(f"{path}: cannot write: {error.strerror}") from None


def is_regular(path: str) -> bool:
    """Whether a path is that of a regular file, or of one that `write` would make."""
    target = _followed(path)
    return (
        path != STANDARD_OUTPUT
        and _number(target) is None
        and (os.path.isfile(target) or not os.path.exists(target))
    )


def replaces(path: str) -> bool:
    """Whether `write` would replace an existing file."""
    return is_regular(path) and os.path.exists(path)


def require_writable(path: str, kind: str | None = None) -> None:
    """Raises `OutputError` for a path that `write` could not write to, before work that may take long.

    A guard, if there is one, may refuse an existing file by `UsageError`; it is asked about the `kind`.
    """
    if "\0" in path:
        raise OutputError(f"{path!r}: cannot write: no path has a null byte")
    try:
        if path == STANDARD_OUTPUT or _number(target := _followed(path)) is not None:
            return
        folder = os.path.dirname(target) or "."
        if os.path.islink(target):
            raise OutputError(f"{path}: cannot write: too many links")
        if os.path.isfile(target):
            if not (os.stat(target).st_mode & _WRITABLE and os.access(target, os.W_OK)):
                raise OutputError(f"{path}: cannot write: it is read-only")
        elif os.path.isdir(target):
            raise OutputError(f"{path}: cannot write: it is a folder")
        elif not os.path.isdir(folder):
            raise OutputError(f"{path}: cannot write: there is no folder {folder}")
        if not os.access(folder, os.W_OK) and (os.path.isfile(target) or not os.path.exists(target)):
            raise OutputError(f"{path}: cannot write: the folder {folder} is read-only")
        if (guard := _GUARD.get()) and os.path.isfile(target):
            guard(path, kind)
    except OSError as error:
        raise OutputError(f"{path}: cannot write: {error.strerror}") from None


def files_in(folder: str) -> Iterator[str]:
    """The files of a folder and of all folders in it, by their paths from there, with `/`; none where it is not there."""
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")


def require_writable_folder(path: str) -> None:
    """Raises `OutputError` for a path that `write_folder` could not write to, before long work."""
    target = os.path.realpath(path)
    parent = os.path.dirname(path) or "."
    if not os.path.isdir(os.path.dirname(target)):
        raise OutputError(f"{path}: cannot write: there is no folder {parent}")
    if not os.access(os.path.dirname(target), os.W_OK):
        raise OutputError(f"{path}: cannot write: the folder {parent} is read-only")
    if not os.path.lexists(target):
        return
    if not os.path.isdir(target):
        raise OutputError(f"{path}: cannot write: it is no folder")
    if guard := _GUARD.get():
        guard(path, None)
    if not (os.stat(target).st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise OutputError(f"{path}: cannot write: it is read-only")


def write_folder(path: str, contents: Mapping[str, bytes], free: Callable[[], None]) -> None:
    """Writes a folder of files, all or nothing: it is made beside its place and then moved there.

    The names of the files may have folders in them, with `/`. An existing folder is replaced, and its mode
    kept, unless `free`, which is asked at the last moment, raises an error. Raises `OutputError` where it
    cannot be written.
    """
    from shutil import rmtree  # which takes long to import

    target = os.path.realpath(path)
    parent = os.path.dirname(target)
    made, old = (os.path.join(parent, f".nonosat-{os.urandom(8).hex()}") for _ in range(2))
    try:
        os.mkdir(made)
        for name, data in contents.items():
            place = os.path.join(made, name)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as file:
                file.write(data)
        free()
        if os.path.isdir(target):
            os.chmod(made, stat.S_IMODE(os.stat(target).st_mode))
            os.rename(target, old)
        os.rename(made, target)
    except OSError as error:
        raise OutputError(f"{path}: cannot write: {error.strerror}") from None
    finally:
        if os.path.exists(old) and not os.path.exists(target):
            os.rename(old, target)
        for left in (made, old):
            rmtree(left, ignore_errors=True)


def _followed(path: str) -> str:
    """Where a chain of links ends, or the first link in it that stands for an open file."""
    for _ in range(_MOST_LINKS):
        if _number(path) is not None or not os.path.islink(path):
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return path


def _number(path: str) -> int | None:
    """The number of the open file of this process that a path stands for, if it stands for one.

    >>> _number("/dev/stdout"), _number("/dev/fd/63"), _number("out.non")
    (1, 63, None)
    """
    found = re.fullmatch(_OPEN_FILE, path)
    if found is None or found["process"] not in (None, "self", str(os.getpid())):
        return None
    return int(found["number"] or 1 + (found["name"] == "err"))


@contextmanager
def _replacing(target: str) -> Iterator[BinaryIO]:
    """A new file that is put at a path when it is complete, replacing a regular file if there is one."""
    there = os.stat(target) if os.path.exists(target) else None
    made = os.path.join(os.path.dirname(target), f".nonosat-{os.urandom(8).hex()}")
    number = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)  # minus the umask
    try:
        with open(number, "wb") as file:
            yield file
        if there is not None:
            with suppress(OSError, AttributeError):  # another's file becomes ours; no such call on Windows
                os.chown(made, there.st_uid, there.st_gid)
            os.chmod(made, stat.S_IMODE(there.st_mode))
        os.replace(made, target)
    except BaseException:
        os.unlink(made)
        raise
