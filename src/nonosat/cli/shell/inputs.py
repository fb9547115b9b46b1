"""From the PUZZLE arguments of a command to puzzles."""

from __future__ import annotations

import os
from dataclasses import dataclass

from nonosat.cli.shell import deferred as click
from nonosat.formats import load_all
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.files import read_bytes
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Inputs:
    """The PUZZLE arguments of a command, with the options that say how to take them."""

    paths: tuple[str, ...]
    source: str | None = None
    """The format to read, if it is given."""
    pictures: bool = False
    """Whether pictures in folders are puzzles."""

    @property
    def several(self) -> bool:
        """Whether there may be more than one file."""
        return len(self.paths) > 1 or any(map(os.path.isdir, self.paths))

    def files(self) -> list[str]:
        """The files that are named, folders replaced by the puzzles in them.

        Standard error says what was passed over in a folder.
        """
        found: list[str] = []
        for path in self.paths:
            if not os.path.isdir(path):
                found.append(path)
                continue
            from nonosat.formats.folders import puzzle_files

            inside = puzzle_files(path, pictures=self.pictures)
            passed_over = inside.passed_over
            if not inside.files:
                reason = f", but passed over were {passed_over}" if passed_over else ""
                raise InputError(f"the folder has no puzzles in it{reason}", path=path)
            if passed_over:
                click.echo(f"nonosat: {path}: passed over {passed_over}", err=True)
            found.extend(inside.files)
        return found


def read(path: str, source: str | None) -> list[tuple[str, Puzzle]]:
    """The puzzles in a file with the names to call them by; raises `InputError` unless it reads well.

    Where a file holds several they are called FILE#1, FILE#2 ..., and by that name one can be asked for.
    """
    puzzles = load_all(path, source)
    return [(path if len(puzzles) == 1 else f"{path}#{at}", each) for at, each in enumerate(puzzles, 1)]


def only(path: str, source: str | None) -> tuple[str, Puzzle]:
    """The one puzzle in a file and the name to call it by."""
    puzzles = read(path, source)
    if len(puzzles) != 1:
        raise UsageError(f"{path} holds {len(puzzles)} puzzles; say which one, as {path}#1")
    return puzzles[0]


def read_text(path: str) -> str:
    """The text in a file, such as a state; `-` is standard input. Raises `InputError` unless it is UTF-8."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: byte 0x{data[error.start]:02x}", path=path) from None
