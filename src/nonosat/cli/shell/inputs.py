"""From the PUZZLE arguments of a command to puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.cli.shell import deferred as click
from nonosat.formats.sources import Sources, leads_to_several
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.files import read_bytes
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Limit
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Inputs:
    """The PUZZLE arguments of a command, with the options that say how to take them."""

    paths: tuple[str, ...]
    source: str | None = None
    """The format to read, if it is given."""
    pictures: bool = False
    """True if pictures in folders are puzzles."""

    @property
    def several(self) -> bool:
        """True if there may be more than one file."""
        return len(self.paths) > 1 or any(map(leads_to_several, self.paths))

    def files(self) -> list[str]:
        """What is named, patterns and folders replaced by the files in them; standard error says what is skipped."""
        return list(sources_of(self.paths, self.source, self.pictures).files())

    def puzzles(self) -> list[tuple[str, Puzzle]]:
        """All puzzles with the names to call them by; raises the first error."""
        return [each for path in self.files() for each in read(path, self.source)]


def sources_of(
    paths: Iterable[str], source: str | None = None, pictures: bool = False, limit: Limit | None = None
) -> Sources:
    """Where the puzzles come from that arguments name; standard error says what is skipped in folders."""
    return Sources(tuple(paths), source, pictures, note=_say, limit=limit or Limit())


def _say(what: str) -> None:
    click.echo(f"nonosat: {what}", err=True)


def read(path: str, source: str | None) -> list[tuple[str, Puzzle]]:
    """The puzzles that an argument names, with the names to call them by; raises the first error."""
    found = []
    for item in sources_of([path], source).items():
        if item.puzzle is None:
            raise item.error or InputError("there is no puzzle", path=path)
        found.append((item.name, item.puzzle))
    return found


def only(path: str, source: str | None) -> tuple[str, Puzzle]:
    """The one puzzle that an argument names, and the name to call it by."""
    puzzles = read(path, source)
    if len(puzzles) != 1:
        names = "".join(f", as {name}" for name, _ in puzzles[:1])
        raise UsageError(f"{path} holds {len(puzzles)} puzzles; say which one{names}")
    return puzzles[0]


def read_text(path: str) -> str:
    """The text in a file, such as a state; `-` is standard input. Raises `InputError` unless it is UTF-8."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: byte 0x{data[error.start]:02x}", path=path) from None
