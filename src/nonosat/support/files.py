"""Reads files up to a maximum size; writes files atomically where possible.

A regular file is replaced in one step by a complete one and keeps its mode. Symbolic links are followed. Devices,
named pipes and open descriptors (`/dev/stdout`, the shell's `>(command)`) are written to directly.

Inside `guarded`, a guard can refuse to replace an existing file or folder, as the command line does without --force.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from io import FileIO
from typing import BinaryIO, NamedTuple, Protocol

from nonosat.support.errors import InputError, OutputError, UsageError
from nonosat.support.interrupts import waiting

# Largest file that is read or written, in bytes; fits a 3000x3000 checkerboard with its goal.
MAX_BYTES = 32_000_000

# Size of a read, in bytes: most files are smaller, and a read allocates what it asks for.
_PIECE = 65_536

STANDARD_OUTPUT = "-"

_MAX_LINKS = 40  # longest chain of symbolic links that is followed; Linux's limit

_OPEN_FILE = r"/dev/std(?P<name>out|err)|(?:/dev|/proc/(?P<process>self|\d+))/fd/(?P<number>\d+)"

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def _near(path: str) -> str:
    """Returns the end of a message about a missing file: the most similar name in its folder, if there is any.

    Extensions are left out of the comparison: they alone make names of unlike files similar.
    """
    from difflib import get_close_matches  # imported late: only errors need it

    folder, name = os.path.split(path)
    try:
        names = [] if os.path.lexists(path) else sorted(os.listdir(folder or "."))
    except (OSError, ValueError):
        return ""

    def stem(name: str) -> str:
        return os.path.splitext(name)[0]

    stems = get_close_matches(stem(name), [*map(stem, names)], n=1)
    near = get_close_matches(name, [entry for entry in names if stem(entry) in stems], n=1, cutoff=0)
    return f"; did you mean {os.path.join(folder, near[0])}?" if near else ""


def read_bytes(path: str, *, looks: bool = False) -> bytes:
    """Returns the content of a file; `-` is standard input. Raises `InputError`, also beyond `MAX_BYTES`.

    `looks`: only to see what it is, so that it is no input of the run.
    """
    try:
        with waiting():  # a pipe can be slow
            if path == "-":
                data = _read(sys.stdin.buffer)
            else:
                with FileIO(path) as file:  # `open` takes twice as long for a small file
                    data = _read(file)
    except OSError as error:
        if not path:
            raise InputError("the name of a file is empty") from None
        raise InputError(f"cannot read: {error.strerror}{_near(path)}", path=path) from None
    except ValueError as error:  # such as a null byte in the path
        raise InputError(f"cannot read: {error}", path=path) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than the {MAX_BYTES // 1_000_000} MB that are accepted", path=path)
    if not looks:
        note_read(path)
    return data


def _read(file: BinaryIO | FileIO) -> bytes:
    """Returns the content of an open file, cut off at `MAX_BYTES` + 1."""
    pieces, left = [], MAX_BYTES + 1
    while piece := file.read(min(left, _PIECE)):
        pieces.append(piece)
        left -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Guard(Protocol):
    """The register of what a run reads and writes."""

    def __call__(self, path: str, own: bool) -> None:
        """Called before an existing file is replaced; raises `UsageError` to refuse.

        `own` is true if the content shows that the same work wrote the file: a journal to continue, an older certificate.
        """

    def read(self, path: str) -> None:
        """Called with each file that is read."""

    def wrote(self, path: str) -> None:
        """Called with each file that is complete, other than journals and certificates."""


_GUARD: ContextVar[Guard | None] = ContextVar("guard", default=None)


class TextRead(NamedTuple):
    """The text in some bytes."""

    text: str
    note: str = ""
    """How it was read, unless it is UTF-8 or has a byte order mark."""


_SEEN = 1000  # bytes by which UTF-16 is known
_CONTROLS = frozenset([*range(9), *range(14, 27), *range(28, 32)])  # bytes that no text has


def decoded(data: bytes) -> TextRead:
    """Returns bytes as text: UTF-8, UTF-16 with or without its mark, else Windows-1252, in which old files are.

    Raises `InputError` for other data.

    >>> decoded("2 1".encode("utf-16")).text, decoded(b"caf\\xe9")
    ('2 1', TextRead(text='café', note='read as Windows-1252, since byte 0xe9 in line 1 is not UTF-8'))
    """
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return TextRead(data.decode("utf-16"))
        if b"\0" in data[:_SEEN] and (order := _order_of_utf16(data[:_SEEN])):
            return TextRead(data.decode(order), f"read as {order.upper()}")
        return TextRead(data.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        where = f"byte 0x{data[error.start]:02x}" if error.start < len(data) else "its end"
        if not data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and _CONTROLS.isdisjoint(data):
            with suppress(UnicodeDecodeError):
                text = data.removeprefix(BOM_UTF8).decode("cp1252")
                return TextRead(text, f"read as Windows-1252, since {where} in line {line} is not UTF-8")
        raise InputError(f"not text: {where}", line=line) from None


def _order_of_utf16(data: bytes) -> str:
    """Returns the name of UTF-16 in which most characters are ASCII; empty for other data."""
    high, low = data[0::2], data[1::2]
    for name, zeros, others in (("utf-16-le", low, high), ("utf-16-be", high, low)):
        if zeros.count(0) > 0.7 * len(zeros) and 0 not in others:
            return name
    return ""


@contextmanager
def guarded(guard: Guard) -> Iterator[None]:
    """Installs `guard` for the block."""
    token = _GUARD.set(guard)
    try:
        yield
    finally:
        _GUARD.reset(token)


def note_read(path: str) -> None:
    """Tells the guard, if there is one, that a file is read."""
    if guard := _GUARD.get():
        guard.read(path)


def write(path: str, data: str | bytes, *, own: bool = False) -> None:
    """Writes a file; `-` is standard output. Raises like `require_writable`, or `OutputError` while writing.

    Raises `UsageError` for bytes that are no text if standard output is a terminal.
    """
    if path == STANDARD_OUTPUT and isinstance(data, bytes) and sys.stdout.isatty() and not _is_text(data):
        raise UsageError("a terminal cannot show what is written: name a file, or a program that takes it")
    with writing(path, own=own) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


@contextmanager
def writing(path: str, *, own: bool = False) -> Iterator[BinaryIO]:
    """Like `write`, piece by piece: the file appears when the block ends, and not at all if it raises."""
    if path == STANDARD_OUTPUT:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.flush()  # so that a later message "written" is true
        return
    require_writable(path, own=own)
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
            if (guard := _GUARD.get()) and not own:
                guard.wrote(path)
    except OSError as error:
        if number == 1 and isinstance(error, BrokenPipeError):  # handled like any write to standard output
            raise
        raise OutputError(f"{path}: cannot write: {error.strerror}") from None


def is_regular(path: str) -> bool:
    """Returns whether `path` is a regular file or `write` would create one."""
    target = _followed(path)
    return (
        path != STANDARD_OUTPUT
        and _number(target) is None
        and (os.path.isfile(target) or not os.path.exists(target))
    )


def replaces(path: str) -> bool:
    """Returns whether `write` would replace an existing file."""
    return is_regular(path) and os.path.exists(path)


def require_writable(path: str, *, own: bool = False) -> None:
    """Raises `OutputError` if `write` could not write to `path`; call it before long work.

    An installed guard is called for an existing file, with `own`, and can raise `UsageError`.
    """
    _require_name(path)
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
            guard(path, own)
    except OSError as error:
        raise OutputError(f"{path}: cannot write: {error.strerror}") from None


def written_place(path: str | os.PathLike[str]) -> str:
    """Returns the path that is written, links followed; raises `OutputError` for a text that no file can have as its name."""
    name = os.fspath(path)
    _require_name(name)
    return os.path.realpath(name)


def _require_name(path: str) -> None:
    """Raises `OutputError` for a text that no file can have as its name."""
    if "\0" in path:
        raise OutputError(f"{path!r}: cannot write: no path has a null byte")
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise OutputError(f"{path!r}: cannot write: no path has half of a surrogate pair") from None


def walk(
    top: str, unreadable: Callable[[str, OSError], None] = lambda _path, _error: None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yields each folder from the top down with its folders and files, like `os.walk`, however deep they are.

    The caller can sort the folders or remove some. `unreadable` is called with each folder that cannot be listed.
    `os.walk` of Python 3.11 is recursive.
    """
    waiting = [top]
    while waiting:
        place = waiting.pop()
        folders: list[str] = []
        files: list[str] = []
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    (folders if entry.is_dir() else files).append(entry.name)
        except OSError as error:
            unreadable(place, error)
        yield place, folders, files
        paths = (os.path.join(place, name) for name in reversed(folders))
        waiting += [path for path in paths if not os.path.islink(path)]


def files_in(folder: str) -> Iterator[str]:
    """Yields the files below a folder, as relative paths with `/`; none if the folder does not exist."""
    for place, _, names in walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")


def require_writable_folder(path: str) -> None:
    """Raises `OutputError` if `write_folder` could not write to `path`; call it before long work."""
    _require_name(path)
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
        guard(path, True)
    if not (os.stat(target).st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise OutputError(f"{path}: cannot write: it is read-only")


def write_folder(path: str, contents: Mapping[str, bytes], free: Callable[[], None]) -> None:
    """Writes a folder of files, all or nothing: a temporary sibling folder is renamed into place.

    Keys of `contents` are relative paths with `/`. An existing folder is replaced and keeps its mode; `free` is
    called just before and can raise to prevent that. Raises `OutputError` if writing fails.
    """
    from shutil import rmtree  # imported late: slow

    target = os.path.realpath(path)
    parent = os.path.dirname(target)
    made, old = (os.path.join(parent, f".nonosat-{os.urandom(8).hex()}") for _ in range(2))
    _unfinished.add(made)
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
        _unfinished.discard(made)


_unfinished: set[str] = set()
"""Temporary files and folders that exist now."""


def remove_unfinished() -> None:
    """Removes temporary files and folders of a process that is about to end in the middle of its work."""
    from shutil import rmtree

    for path in tuple(_unfinished):
        with suppress(OSError):
            os.unlink(path)
        rmtree(path, ignore_errors=True)


def _followed(path: str) -> str:
    """Follows symbolic links up to the first one that names an open descriptor."""
    for _ in range(_MAX_LINKS):
        if _number(path) is not None or not os.path.islink(path):
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return path


def _number(path: str) -> int | None:
    """Returns the file descriptor of this process that `path` names, or None.

    >>> _number("/dev/stdout"), _number("/dev/fd/63"), _number("out.non")
    (1, 63, None)
    """
    match = re.fullmatch(_OPEN_FILE, path)
    if match is None or match["process"] not in (None, "self", str(os.getpid())):
        return None
    return int(match["number"] or 1 + (match["name"] == "err"))


@contextmanager
def _replacing(target: str) -> Iterator[BinaryIO]:
    """Yields a temporary file that replaces `target` when the block ends."""
    there = os.stat(target) if os.path.exists(target) else None
    made = os.path.join(os.path.dirname(target), f".nonosat-{os.urandom(8).hex()}")
    _unfinished.add(made)
    number = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)  # minus the umask
    try:
        with open(number, "wb") as file:
            yield file
        if there is not None:
            with suppress(
                OSError, AttributeError
            ):  # not permitted for another user's file; missing on Windows
                os.chown(made, there.st_uid, there.st_gid)
            os.chmod(made, stat.S_IMODE(there.st_mode))
        os.replace(made, target)
    except BaseException:
        os.unlink(made)
        raise
    finally:
        _unfinished.discard(made)
