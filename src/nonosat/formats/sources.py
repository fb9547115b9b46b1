"""Sources of puzzles and their names, the same for every command.

- A file, or FILE#3; the puzzles of a file with several are called FILE#1, FILE#2 ...
- A folder with its subfolders.
- `example:NAME`, a built-in puzzle.
- A puzzle as text, if there is no file of that name: `3/1 1/2:1/1 1/2` (see `nonosat.formats.inline`), the game id of
  Simon Tatham's Pattern, or the address of a puzzle on puzz.link, which is not fetched.
- A file of lines, `.jsonl` or `.ndjson`. A line is a path or a JSON object: a puzzle in our own format,
  `{"path": FILE}`, or `{"puzzle": TEXT, "format": NAME}` with the text of a file. `id` in it, any value, comes back with
  the answer and is the puzzle's name. Labels of data set records are ignored.
- A table whose rows are such objects: Parquet, or CSV that names its columns (see `nonosat.formats.columns`).
- Standard input, `-`: a file, or such lines.

Unreadable puzzles are items with an error. Only the current file and the folder's list are in memory.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from nonosat.formats import NUMBERED, load_all, loads_all
from nonosat.formats.inline import SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.children.own_limits import bounded
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import InputError, NonosatError, UsageError, reading
from nonosat.support.files import MAX_BYTES, note_read, read_bytes
from nonosat.support.limits import NO_LIMIT, Clock, Limit

if TYPE_CHECKING:
    from nonosat.formats.folders import Folder

T = TypeVar("T")

_LONGEST_SHOWN = 40  # characters of a text that an error names
LINES = (".jsonl", ".ndjson")  # extensions of files with a puzzle or a path per line
_TABLES = (".parquet", ".csv", ".tsv")  # extensions of files that can have a puzzle per row

_PIECE = 65_536

_RECORD = {"puzzle", "verdict", "rows", "columns"}  # keys of a record of a data set

# a puzzle given as text
_STATED = (
    r"(?a)\s*(?:[0-9]{1,4}x[0-9]{1,4}:.*|\S*\?nonogram\w*/[0-9]+/[0-9]+/\S*"
    rf"|(?=[^:]*[0-9]){SIDE}:{SIDE}|(?s:[\[{{](?=.*[0-9]).*[\]}}]))\s*"  # the last is JSON, or lists of other languages
)

# clues with a sign or letter that the reader of such texts names in its error
_MISSTATED = r"(?a)(?=[0-9?*])(?:[0-9][a-z]?|[?*;, ./-])*+:(?=[0-9?*])(?:[0-9][a-z]?|[?*;, ./-])*+"

_ADDRESS = r"https?://\S+"


class Item(NamedTuple):
    """A puzzle with its name, or the reason why it cannot be read."""

    name: str
    puzzle: Puzzle | None = None
    error: NonosatError | None = None
    id: Any = None  # identifier given by a line of JSON
    path: str = ""  # the file or other source
    seconds: float = 0.0  # seconds for reading the file; 0 except for its first puzzle
    unread: bool = False  # true for a small file that is left to the consumer: see `Sources.reads`

    def require(self) -> Puzzle:
        """Returns the puzzle; raises the reason why there is none."""
        if self.puzzle is None:
            raise self.error or InputError("there is no puzzle", path=self.path)
        return self.puzzle


_LARGE_BYTES = 100_000  # size from which a child process reads: 1 MB of JSON can take 1.6 seconds


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0


def _apart(read: Callable[[], T], *, clock: Clock) -> T:
    clock.tick()
    return read()


class _Read(NamedTuple):
    """Content of a line."""

    called: str
    id: Any = None
    path: str = ""  # path of its puzzles, unless it contains them
    puzzles: Sequence[Puzzle] = ()
    reason: str = ""  # error, or empty


def _silent(text: str) -> None:
    """Ignores a note."""


@dataclass(slots=True, eq=False, repr=False)
class Sources:
    """Sources of puzzles; mutable."""

    paths: tuple[str, ...]
    format: str | None = None  # format of all files, if given
    pictures: bool = False  # whether pictures in folders are read
    note: Callable[[str], None] = (
        _silent  # called with files skipped in folders, and with readings that are not certain
    )
    limit: Limit = NO_LIMIT  # limit for reading one file
    reads: bool = True
    """False if small files are unread items, whose puzzles `inside` reads."""
    lines: bool = False
    """True if standard input is read line by line as it comes, even if it could be a puzzle."""

    lists: set[str] = field(default_factory=set)
    """The lists that are being read, each of which may name others."""
    strict: bool = False
    """True if a file in no known format in a folder is bad input."""
    advice: str = ""
    """Says how the skipped pictures of a folder are read, in the words of the face."""

    def __post_init__(self) -> None:
        if self.paths.count("-") > 1:
            raise UsageError("standard input can be read only once: name - once")

    def items(self) -> Iterator[Item]:
        """Yields the puzzles in order."""
        for path in self.paths:
            yield from self._of(path)

    def inside(self, path: str) -> Iterator[Item]:
        """Yields the puzzles of an unread file."""
        return Sources((path,), self.format, note=self.note, limit=self.limit).items()

    def files(self) -> Iterator[str]:
        """Yields the files, including those of folders, and folders that cannot be read.

        Raises `InputError` for folders without puzzles.
        """
        for path in self.paths:
            for file in self._inside(path) if os.path.isdir(path) else [path]:
                yield (file.path or path) if isinstance(file, InputError) else file

    def _of(self, path: str, id: Any = None) -> Iterator[Item]:
        """Yields the puzzles of a path."""
        if path == "-":
            yield from self._lines(_split(_pieces_of_input()), path) if self.lines else self._input()
        elif os.path.isdir(path):
            try:
                for file in self._inside(path):
                    if isinstance(file, InputError):
                        yield Item(file.path or path, error=file, id=id, path=path)
                    else:
                        yield from self._file(file, id)
            except InputError as error:
                yield Item(path, error=error, id=id, path=path)
        elif is_list(path):
            yield from self._lines_of(path)
        elif os.path.exists(path):
            yield from self._file(path, id)
        elif (numbered := re.fullmatch(NUMBERED, path)) and is_list(numbered[1]):
            yield from self._lines_of(numbered[1], int(numbered[2]))
        elif re.fullmatch(_STATED, path):
            yield from self._stated(path, id)
        elif self.format is None and re.fullmatch(_MISSTATED, path):
            yield from self._stated(path, id, "inline")
        elif re.fullmatch(_ADDRESS, path):
            reason = "addresses are not fetched: download the file, or give a puzzle of puzz.link"
            yield Item(path, error=InputError(reason, path=path), id=id, path=path)
        else:
            yield from self._file(path, id)

    def _inside(self, path: str) -> Iterator[str | InputError]:
        """Yields the puzzle files in a folder, and errors of folders in it that cannot be read."""
        from nonosat.formats.folders import Folder  # imported late, as below: a single file does not need it

        folder, empty = Folder(path), True
        for file in folder.walk(pictures=self.pictures):
            empty = False
            yield file
        yield from folder.errors
        if empty and not folder.errors:
            reason = f"; {self._skipped(folder)}" if folder.skipped else ""
            raise InputError(f"the folder has no puzzles in it{reason}", path=path)
        if self.strict and folder.unknown:
            raise InputError(f"the folder has {folder.unknown_text}", path=path)
        if folder.skipped:
            self.note(f"{path}: {self._skipped(folder)}")

    def _skipped(self, folder: Folder) -> str:
        """Says what is skipped in a folder."""
        advice = f"; {self.advice}" if self.advice and folder.pictures else ""
        return f"skipped {folder.skipped}{advice}"

    def _input(self) -> Iterator[Item]:
        """Yields the puzzles of standard input, read as a whole."""
        try:
            data = read_bytes("-")
            first, _, more = data.strip().partition(b"\n")
            if more.strip() and _object(first) is not None:
                yield from self._lines(_split([data]), "-")
                return
        except InputError as error:
            yield Item("-", error=error, path="-")
            return
        yield from self._puzzles("-", None, len(data), partial(loads_all, data, self.format, path="-"))

    def _stated(self, text: str, id: Any, format: str | None = None) -> Iterator[Item]:
        """Yields the puzzle given as text."""
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
        yield from self._puzzles(
            text, id, len(text), partial(loads_all, text, format or self.format, path=shown)
        )

    def _file(self, path: str, id: Any) -> Iterator[Item]:
        size = _size(path)
        if self.reads or size > _LARGE_BYTES:
            yield from self._puzzles(path, id, size, partial(load_all, path, self.format))
        else:
            yield Item(path, id=id, path=path, unread=True)

    def _puzzles(self, path: str, id: Any, size: int, read: Callable[[], list[Puzzle]]) -> Iterator[Item]:
        """Yields the puzzles that `read` returns, or its error."""
        began = monotonic()
        try:
            puzzles = self._within(size, read)
        except (InputError, OutOfReach) as error:
            yield Item(path, error=error, id=id, path=path)
            return
        yield from self._each(path, puzzles, id, monotonic() - began)

    def _within(self, size: int, read: Callable[[], T]) -> T:
        """Reads within the limit; large input in a child process if this thread cannot be interrupted."""
        if size > _LARGE_BYTES and current_thread() is not main_thread():
            answer: T = run_limited(_apart, read, limit=self.limit, in_child=True)
            return answer
        with bounded(self.limit):
            return read()

    def _each(self, path: str, puzzles: Sequence[Puzzle], id: Any, seconds: float = 0.0) -> Iterator[Item]:
        for at, puzzle in enumerate(puzzles, 1):
            name = path if len(puzzles) == 1 else f"{path}#{at}"
            if puzzle.origin and puzzle.origin.read_as:
                self.note(f"{name}: {puzzle.origin.read_as}")
            yield Item(name, puzzle, None, id, path, 0.0 if at > 1 else seconds)

    def _lines_of(self, path: str, only: int | None = None) -> Iterator[Item]:
        place = os.path.realpath(path)
        if place in self.lists:
            yield Item(path, error=InputError("a list cannot name itself", path=path), path=path)
            return
        try:
            with open(path, "rb") as file:
                note_read(path)
                self.lists.add(place)
                pieces = iter(lambda: file.read(_PIECE), b"")
                yield from self._lines(_split(pieces) if path.endswith(LINES) else _rows(path), path, only)
        except NonosatError as error:
            yield Item(path, error=error, path=path)
        except OSError as error:
            yield Item(path, error=InputError(f"cannot read: {error.strerror}", path=path), path=path)
        finally:
            self.lists.discard(place)

    def _lines(self, lines: Iterable[bytes], path: str, only: int | None = None) -> Iterator[Item]:
        """Yields the puzzles of lines (or of line `only`), each as soon as it is there."""
        number = 0
        for number, line in enumerate(lines, 1):
            if not line.strip() or only not in (None, number):
                continue
            yield from self._line(line, path, number)
            if number == only:
                return
        if only is not None:
            missing = InputError(f"there is no line {only} of {number}", path=path)
            yield Item(f"{path}#{only}", error=missing, path=path)

    def _line(self, line: bytes, path: str, number: int) -> Iterator[Item]:
        """Yields the puzzles of a line."""
        name, began = f"{path}#{number}", monotonic()
        try:
            content = self._within(len(line), partial(_read_line, line, name, self.format))
        except OutOfReach as reason:
            yield Item(name, error=reason, path=path)
            return
        if content.reason:
            error = InputError(content.reason, path=path, line=number)
            yield Item(content.called, error=error, id=content.id, path=path)
        elif content.path:
            yield from self._of(content.path, content.id)
        else:
            yield from self._each(content.called, content.puzzles, content.id, monotonic() - began)


def _read_line(line: bytes, name: str, format: str | None) -> _Read:
    """Reads a line."""
    import json

    from nonosat.formats.native import KNOWN, puzzles_of

    called, id = name, None
    try:
        if len(line) > MAX_BYTES:
            raise InputError(f"larger than the {MAX_BYTES // 1_000_000} MB that are accepted")
        try:
            text = line.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise InputError("not UTF-8 text") from None
        if "\0" in text:
            raise InputError("not UTF-8 text: it has zero bytes")
        data: Any = {"path": text}
        if text.startswith('"'):
            data = {"path": _quoted(text)}
        elif text.startswith(("{", "[")):
            data = _object(line)
            if data is None:
                raise InputError(f"expected a path or an object of JSON, got {text[:40]!r}")
            called, id = _called(data, name), data.pop("id", None)
            if data.keys() >= _RECORD and isinstance(data["puzzle"], str):
                called, data = data["puzzle"], {key: data[key] for key in KNOWN & data.keys()}
        if "path" in data:
            _require_no_more(data, {"path"})
            if (path := _text(data, "path")) == "-":
                raise InputError("standard input cannot be in a list")
            return _Read(called, id, path)
        if "puzzle" in data and not (isinstance(data["puzzle"], dict) and data.keys() - {"puzzle", "format"}):
            _require_no_more(data, {"puzzle", "format"})
            format = _text(data, "format") if "format" in data else format
            data = data["puzzle"] if isinstance(data["puzzle"], dict) else _text(data, "puzzle")
        else:
            format = "json"
        if isinstance(data, dict) and format in (None, "json"):
            with reading("cannot be read as json"):
                return _Read(called, id, puzzles=puzzles_of(data))
        data = json.dumps(data) if isinstance(data, dict) else data
        return _Read(called, id, puzzles=loads_all(data, format))
    except (InputError, UsageError) as error:
        return _Read(called, id, reason=getattr(error, "reason", "") or str(error))


def leads_to_several(path: str) -> bool:
    """Returns whether a path can stand for more than one file."""
    return os.path.isdir(path) or is_list(path)


def is_list(path: str) -> bool:
    """Returns whether a file has a puzzle or a path in each line or row."""
    if not path.endswith(_TABLES):
        return path.endswith(LINES)
    from nonosat.formats.columns import is_table  # imported late, as below: puzzles in files do not need it

    return is_table(path)


def _rows(path: str) -> Iterator[bytes]:
    from nonosat.formats.columns import rows_of

    return rows_of(path)


def _called(data: dict[str, Any] | None, name: str) -> str:
    """Names the puzzle of a line by its path, its id, or its place."""
    path, id = (data.get("path"), data.get("id")) if data else (None, None)
    if isinstance(path, str) or id is None:
        return path if isinstance(path, str) else name
    if isinstance(id, str):
        return id
    import json

    return json.dumps(id)


def _object(line: bytes) -> dict[str, Any] | None:
    """Returns the JSON object in a line, or None."""
    import json

    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _quoted(line: str) -> str:
    """Returns the path of a line that is a text of JSON; raises `InputError` for others."""
    import json

    try:
        text = json.loads(line)
    except ValueError:
        raise InputError(f"expected a path or an object of JSON, got {line[:40]!r}") from None
    assert isinstance(text, str)
    return text


def _text(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        import json

        raise InputError(f"`{key}` must be text, got {json.dumps(value)[:40]}")
    return value


def _require_no_more(data: dict[str, Any], keys: set[str]) -> None:
    if more := min(data.keys() - keys, default=None):
        raise InputError(f"unknown key {more[:40]!r} beside {', '.join(sorted(keys))} and id")


def _split(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yields lines as soon as they are complete; only the beginning of too long ones."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for line in whole:
            yield b"".join((*held, line))
            held.clear()
            size = 0
        if size <= MAX_BYTES:
            held.append(rest)
            size += len(rest)
    if size:
        yield b"".join(held)


def _pieces_of_input() -> Iterator[bytes]:
    """Yields standard input as it comes, unbuffered: a thread must not hold the buffer when the program ends."""
    raw = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    try:
        yield from iter(lambda: raw.read(_PIECE), b"")
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path="-") from None
