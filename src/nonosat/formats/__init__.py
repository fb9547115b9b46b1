"""Reads and writes puzzles: the table of formats, whose modules are loaded when needed.

A format is found by the file's extension and, if several have it, by content. Readers are strict; they raise only
`InputError`, with the line of the file. Writers make the whole text first, so that a failure leaves no partial file.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from nonosat.formats.base import NOTHING, Feature, Format, NotJson, fitted
from nonosat.formats.examples import example_file
from nonosat.formats.table import (
    FIRST,
    FORMATS,
    LAST,
    NAMES,
    format_named,
    loaded_format,
)
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.arguments import items_of, question
from nonosat.support.bundled import PREFIX
from nonosat.support.errors import InputError, OutputError, UsageError, naming, reading
from nonosat.support.files import MAX_BYTES, TextRead, decoded, read_bytes, write

NUMBERED = r"(?s)(.+)#([0-9]{1,9})"  # file, and the number of a puzzle in it, from 1
MAX_LINES = 1_000_000  # maximum lines of text: a parsed line takes far more memory than its text


_UNKNOWN = "the content is in no known format"


@question
def loads(
    data: str | bytes, format: str | None = None, *, path: str = "", columns_first: bool | None = None
) -> Puzzle:
    """Reads the puzzle in text or bytes; without a `format` its content decides.

    `columns_first` says in which order lines of numbers come that do not say it themselves.

    >>> loads("2\\n1\\n2\\n2\\n1\\n")
    Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    """
    return _only(parsed(data, _ordered(format, columns_first), path)[1], path)


@question
def loads_all(
    data: str | bytes, format: str | None = None, *, path: str = "", columns_first: bool | None = None
) -> list[Puzzle]:
    """Reads all puzzles in text or bytes, for formats that can hold several."""
    return parsed(data, _ordered(format, columns_first), path)[1]


def _ordered(format: str | None, columns_first: bool | None) -> str | None:
    """Returns the format that `columns_first` means; raises `UsageError` if it is not the named one."""
    if columns_first is None:
        return format
    name = "columns-first" if columns_first else "rows-first"
    if format not in (None, name):
        raise UsageError(f"{format}: files in this format say themselves in which order clues come")
    return name


def parsed(data: str | bytes, format: str | None = None, path: str = "") -> tuple[str, list[Puzzle]]:
    """Returns the name of the format and all puzzles in text or bytes."""
    with naming(path):
        content = _Content(data)
        if format is not None:
            return format, _puzzles(format_named(format), content, path)
        try:
            row = _format_of_data(content, path)
        except InputError as error:
            return "text", _anywhere(content, path, error)
        try:
            return row.name, _reread(row, content, _puzzles(row, content, path))
        except InputError as error:  # the extension may be wrong, or the content only begins like this format
            if row.name == "json" and not isinstance(error, NotJson):
                raise  # JSON has been read for whatever fits in it
            others = _by_content(content) if len(_by_extension(path)) == 1 else []
            for other in [*others, *(FORMATS[name] for name in LAST if row.ordered)]:
                if other.name in LAST and not _looks_like(other, content):
                    continue
                with suppress(InputError):
                    return other.name, _reread(other, content, _puzzles(other, content, path))
            if _by_extension(path) and _extension(path) not in SHARED_EXTENSIONS:
                raise
            return "text", _anywhere(content, path, error)


def _anywhere(content: _Content, path: str, error: InputError) -> list[Puzzle]:
    """Returns the puzzles anywhere in a text of no known format; raises `error`, or why the clues in the text do not fit."""
    try:
        return _puzzles(FORMATS["text"], content, path)
    except InputError as other:
        raise (other if error.reason == _UNKNOWN and other.reason != NOTHING else error) from None


def _puzzles(row: Format, content: _Content, path: str) -> list[Puzzle]:
    with reading(f"cannot be read as {row.name}"):
        puzzles = row.parse(_contents(row, content))
    note = "" if row.binary else content.decoded.note
    return [_placed(puzzle, path, note) for puzzle in puzzles]


def _placed(puzzle: Puzzle, path: str, note: str = "") -> Puzzle:
    """Adds the path and a note to the origin of a puzzle; without a path, only notes on the reading are kept."""
    origin = puzzle.origin or Origin()
    if note and note not in origin.read_as:
        origin = origin._replace(read_as="; ".join(filter(None, (origin.read_as, note))))
    if path:
        return puzzle._with_fields(origin=origin._in_file(path))
    return puzzle._with_fields(origin=origin if origin.read_as or origin.unsure or origin.progress else None)


def _reread(row: Format, content: _Content, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Tries other orders of the clues if the file does not declare one and the sums differ in the usual one."""
    if row.ordered or not puzzles[0].contradictions():
        return puzzles
    from nonosat.formats.readings import reread

    text = _contents(row, content)
    assert isinstance(text, str)
    note = content.decoded.note
    path = puzzles[0].origin.path if puzzles[0].origin else ""
    return [_placed(reread(text, puzzle), path, note) for puzzle in puzzles]


@question
def load(
    path: str | os.PathLike[str], format: str | None = None, *, columns_first: bool | None = None
) -> Puzzle:
    """Reads the puzzle in a file; `-` is standard input, FILE#2 the second puzzle in FILE, `example:NAME` an example.

    `columns_first` says in which order lines of numbers come that do not say it themselves. Raises `InputError`, which names
    file and line.
    """
    return _only(_loaded(path, _ordered(format, columns_first)), os.fspath(path))


@question
def load_all(
    path: str | os.PathLike[str], format: str | None = None, *, columns_first: bool | None = None
) -> list[Puzzle]:
    """Reads all puzzles in a file (at least one), or the one of FILE#2."""
    return _loaded(path, _ordered(format, columns_first))


def _loaded(path: str | os.PathLike[str], format: str | None) -> list[Puzzle]:
    name, number = _file_and_number(os.fspath(path))
    _, puzzles = parsed(read_bytes(name), format, name)
    if number is None:
        return puzzles
    if not 1 <= number <= len(puzzles):
        raise InputError(f"there is no puzzle {number} of {len(puzzles)}", path=name)
    return [puzzles[number - 1]]


@question
def example(name: str) -> Puzzle:
    """Returns a built-in puzzle, such as "cup" or "gchq". Raises `InputError` for other names.

    >>> example("cup").metadata.title
    'A cup of tea'
    """
    return load(PREFIX + name)


def _file_and_number(path: str) -> tuple[str, int | None]:
    """Returns the file of a path, and the number of the puzzle in it, if given."""
    if not ("#" in path or path.startswith(PREFIX)) or os.path.exists(path):
        return path, None
    if path.startswith(PREFIX):
        return example_file(path.removeprefix(PREFIX)), None
    if match := re.fullmatch(NUMBERED, path):
        return match[1], int(match[2])
    return path, None


@question
def dumps(puzzle: Puzzle | Sequence[Puzzle], format: str | None = None, *, lossy: bool = False) -> str:
    """Writes one puzzle or several as text in a format.

    Without a `format` it is non if that gives back an equal puzzle, else json. Raises `UsageError` if the format cannot
    hold the puzzle, and for pictures, which are bytes: see `dump_bytes`; `lossy` leaves out what can be left out. Raises
    `OutputError` if the result is larger than the largest file that is read.

    >>> puzzle = Puzzle([[1], [2]], [[2], [1]])
    >>> loads(dumps(puzzle)) == puzzle
    True
    """
    data = contents_of(puzzle, format, lossy=lossy)
    if isinstance(data, bytes):
        raise UsageError(f"{format} is bytes, not text: `dump_bytes` returns them")
    return data


@question
def dump_bytes(puzzle: Puzzle | Sequence[Puzzle], format: str | None = None, *, lossy: bool = False) -> bytes:
    """Returns what `dump` writes into a file, also for formats that are bytes: text is UTF-8.

    >>> dump_bytes(Puzzle([[1]], [[1]]), "inline")
    b'1:1\\n'
    """
    data = contents_of(puzzle, format, lossy=lossy)
    return data if isinstance(data, bytes) else data.encode()


def contents_of(
    puzzle: Puzzle | Sequence[Puzzle], format: str | None = None, *, lossy: bool = False
) -> str | bytes:
    """Returns the text of puzzles in a format, or the bytes: see `dumps`."""
    puzzles = [puzzle] if isinstance(puzzle, Puzzle) else items_of(Puzzle, puzzle, "puzzle")
    return (format is None and _held_by_non(puzzles)) or _written(puzzles, format or "json", lossy=lossy)


def _held_by_non(puzzles: list[Puzzle]) -> str | bytes | None:
    """Returns the puzzles as non; None if reading that does not give back equal puzzles."""
    with suppress(InputError, UsageError, OutputError):
        data = _written(puzzles, "non", lossy=False)
        if parsed(data)[1] == puzzles:
            return data
    return None


def _written(puzzles: list[Puzzle], format: str, *, lossy: bool) -> str | bytes:
    row = format_named(format)
    if row.format is None:
        raise UsageError(f"{row.name} is read, not written")
    if len(puzzles) != 1 and (not puzzles or Feature.SEVERAL not in row.features):
        raise UsageError(f"{row.name}: a file holds one puzzle, not {len(puzzles)}")
    data = row.format([fitted(one, row, lossy=lossy) for one in puzzles])
    size = len(data if isinstance(data, bytes) or data.isascii() else data.encode())
    if size > MAX_BYTES:
        size, most = math.ceil(size / 1_000_000), MAX_BYTES // 1_000_000
        raise OutputError(f"{row.name}: that would be {size} MB, and files of up to {most} MB are read")
    return data


@question
def dump(
    puzzle: Puzzle | Sequence[Puzzle],
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    lossy: bool = False,
) -> None:
    """Writes a file; `-` is standard output. Without a `format` the extension decides. Raises `OutputError`.

    See `dumps` for `lossy`.
    """
    name = os.fspath(path)
    format = format or written_as(name)
    write(name, contents_of(puzzle, format, lossy=lossy))


@question
def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    source_format: str | None = None,
    format: str | None = None,
    lossy: bool = False,
) -> None:
    """Converts a file to another format; overwrites an existing file. See `load_all` and `dump`."""
    dump(load_all(source, source_format), target, format, lossy=lossy)


def format_of(path: str) -> str:
    """Returns the name of a file's format; raises `InputError` if it is unclear."""
    file, _ = _file_and_number(path)
    return format_in(read_bytes(file), file)


def format_in(data: bytes, path: str = "") -> str:
    """Like `format_of`, for data and the path that it comes from."""
    with naming(path):
        content = _Content(data)
        try:
            return _format_of_data(content, path).name
        except InputError as error:
            _anywhere(content, path, error)
            return "text"


def written_as(path: str, like: str | None = None) -> str:
    """Returns the format in which a file is written, by its extension.

    If the extension has several formats or none, it is `like`, or `UsageError` is raised.
    """
    names = _by_extension(path)
    names = [name for name in names if FORMATS[name].format is not None] or names
    if not names and path.lower().endswith((".svg", ".pdf")):
        raise UsageError(f"{path}: a puzzle is not written as a drawing; `render` makes one")
    if like and (like in names or not names):
        return like
    if path == "-":
        raise UsageError("standard output has no extension that says which format").remedied_by("to")
    if len(names) != 1:
        choices = ", ".join(names or FORMATS)
        raise UsageError(f"{path}: the extension does not say which format; choose one of {choices}")
    return names[0]


# extensions that other kinds of files have, too
SHARED_EXTENSIONS = {".csv", ".g", ".htm", ".html", ".json", ".mk", ".toml", ".txt", ".xml", ".yaml", ".yml"}


def formats_of(path: str) -> list[Format]:
    """Returns the possible formats of a file, by its extension and, for `SHARED_EXTENSIONS`, its content.

    An unreadable file has none.
    """
    rows = [FORMATS[name] for name in _by_extension(path)]
    if rows and _extension(path) in SHARED_EXTENSIONS:
        try:
            content = _Content(read_bytes(path, looks=True))
        except InputError:
            return []
        rows = [row for row in rows if _looks_like(row, content)]
    return rows


_MOST_SNIFFED = 1_000_000  # bytes of a file whose extension says nothing, in a folder


def kinds_of(path: str) -> list[Format]:
    """Like `formats_of`; if the extension says nothing, the content alone decides, unless the file is large or binary."""
    if rows := formats_of(path):
        return rows
    try:
        if os.path.getsize(path) > _MOST_SNIFFED:
            return []
        data = read_bytes(path, looks=True)
    except (InputError, OSError):
        return []
    return [] if b"\0" in data[:1000] else [row for row in _by_content(_Content(data)) if not row.binary]


def progress_in(data: bytes) -> tuple[tuple[int | None, ...], ...]:
    """Returns the state in a saved game, colours by row; empty if the data is something else."""
    content = _Content(data)
    for name in ("pzpr", "pattern-save", "gno"):
        if _looks_like(FORMATS[name], content):
            (puzzle,) = _puzzles(FORMATS[name], content, "")
            return puzzle.origin.progress if puzzle.origin else ()
    return ()


def _by_extension(path: str) -> list[str]:
    """Returns the names of the formats with a path's extension."""
    return NAMES.get(_extension(path), [])


def _extension(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _format_of_data(content: _Content, path: str) -> Format:
    """Finds the format by extension, or by content: first among those of the extension, then among all."""
    names = _by_extension(path)
    if len(names) == 1:
        return FORMATS[names[0]]
    for choice in (names, FIRST, LAST):
        fitting = [row for row in map(loaded_format, choice) if _looks_like(row, content)]
        if len(fitting) > 1 and not any(row.ordered for row in fitting):  # their sums decide
            agreeing = [row for row in fitting if not row.parse(_contents(row, content))[0].contradictions()]
            fitting = agreeing or fitting
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            names = [row.name for row in fitting]
            reason = f"the content may be in several formats, {' or '.join(names)}"
            raise InputError(reason).remedied_by("format", *names)
    return _best_guess([FORMATS[name] for name in (*names, *FORMATS)], content)


def _by_content(content: _Content) -> list[Format]:
    """Returns the only format that fits the content; empty if there are none or several."""
    for choice in (FIRST, LAST):
        fitting = [row for row in map(loaded_format, choice) if _looks_like(row, content)]
        if fitting:
            return fitting if len(fitting) == 1 else []
    return []


def _best_guess(rows: Iterable[Format], content: _Content) -> Format:
    """Returns the first format that the data resembles; raises its `InputError` if it cannot be read."""
    text = content.data.decode("latin-1")
    row = next((row for row in rows if row.resembles(text)), None)
    if not text.strip():
        raise InputError("the file is empty")
    if row is None:
        raise InputError(_UNKNOWN).remedied_by("format")
    try:
        with reading(f"cannot be read as {row.name}"):
            puzzles = row.parse(_contents(row, content))
        problems = [problem for puzzle in puzzles if not puzzle.readable for problem in puzzle.problems()]
        if not problems:
            return row
        reason, line = problems[0].reason, problems[0].line
    except InputError as error:
        reason, line = error.reason, error.line
    reason += f" (read as {row.name}, the nearest format)"
    raise InputError(reason, line=line).remedied_by("format")


def _looks_like(row: Format, content: _Content) -> bool:
    try:
        return row.sniff(_contents(row, content))
    except InputError:
        return False


def _contents(row: Format, content: _Content) -> str | bytes:
    """Returns the data for the format's reader: text without its byte order mark, or bytes."""
    return content.data if row.binary else content.decoded.text


class _Content:
    """The data of a file, decoded once."""

    __slots__ = ("_decoded", "data")

    def __init__(self, data: str | bytes) -> None:
        if isinstance(data, str):
            try:
                data = data.encode()
            except UnicodeEncodeError:
                raise InputError("not UTF-8 text: it has half a surrogate") from None
        self.data = data
        self._decoded: TextRead | None = None

    @property
    def decoded(self) -> TextRead:
        """The data as text; raises `InputError` for other data."""
        if self._decoded is None:
            made = decoded(self.data)
            text = made.text
            if len(text) > MAX_LINES and text.count("\n") + text.count("\r") - text.count("\r\n") > MAX_LINES:
                raise InputError(f"more than the {MAX_LINES} lines that are accepted")
            self._decoded = made
        return self._decoded


def _only(puzzles: list[Puzzle], path: str) -> Puzzle:
    if len(puzzles) != 1:
        first = f"{path or 'FILE'}#1 is the first, load_all reads all"
        raise InputError(f"the file holds {len(puzzles)} puzzles, not one: {first}", path=path or None)
    return puzzles[0]
