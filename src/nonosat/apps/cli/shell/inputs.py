"""Puzzles, states and texts that the arguments of a command name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from nonosat.formats.sources import Sources, leads_to_several
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, UsageError, naming
from nonosat.support.files import decoded, read_bytes
from nonosat.support.limits import Limit

if TYPE_CHECKING:
    from nonosat.explaining.steps.partial_grid import PartialGrid


@dataclass(slots=True, eq=False, repr=False)
class Inputs:
    """The PUZZLE arguments of a command, and how to read them."""

    paths: tuple[str, ...]
    source: str | None = None  # format to read, if it is named
    pictures: bool = False  # true if pictures in folders are puzzles
    strict: bool = False  # true if a file in no known format in a folder is bad input

    @property
    def many(self) -> bool:
        """True if there may be more than one file."""
        return len(self.paths) > 1 or any(map(leads_to_several, self.paths))

    def files(self) -> list[str]:
        """Returns the files, also those of folders; standard error lists what is skipped."""
        return list(sources_of(self.paths, self.source, self.pictures, strict=self.strict).files())

    def puzzles(self) -> list[tuple[str, Puzzle]]:
        """Returns all puzzles with their names; raises the first error."""
        return [named for path in self.files() for named in read(path, self.source)]


def sources_of(
    paths: Iterable[str],
    source: str | None = None,
    pictures: bool = False,
    limit: Limit | None = None,
    *,
    strict: bool = False,
    lines: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Sources:
    """Returns the sources of puzzles that arguments name; `tell`, or standard error, gets what is skipped in folders."""
    return Sources(
        tuple(paths),
        source,
        pictures,
        note=tell or note,
        limit=limit or Limit(),
        lines=lines,
        strict=strict,
        advice="--pictures takes pictures",
    )


def note(text: str) -> None:
    """Prints a line about this run on standard error."""
    click.echo(f"nonosat: {text}", err=True)


def read(path: str, source: str | None) -> list[tuple[str, Puzzle]]:
    """Returns the puzzles that an argument names, with their names; raises the first error."""
    puzzles = []
    for item in sources_of([path], source).items():
        if item.puzzle is None:
            raise item.error or InputError("there is no puzzle", path=path)
        puzzles.append((item.name, item.puzzle))
    return puzzles


def only(path: str, source: str | None) -> tuple[str, Puzzle]:
    """Returns the name and the puzzle of an argument that names just one; raises `UsageError` for several."""
    puzzles = read(path, source)
    if len(puzzles) != 1:
        names = "".join(f", as {name}" for name, _ in puzzles[:1])
        raise UsageError(f"{path} holds {len(puzzles)} puzzles; say which one{names}")
    return puzzles[0]


def read_answer(path: str, puzzle: Puzzle) -> str:
    """Returns the text of a file with an answer or a state, or the picture of an image as text; `-` is standard input.

    Raises `InputError` for any other data that are no text.
    """
    from nonosat.formats.goals import image_in, recoloured  # few commands read answers

    data = read_bytes(path)
    if picture := image_in(data):
        return recoloured(picture, puzzle.palette).text(puzzle.palette)
    with naming(path):
        return decoded(data).text


def read_state(path: str | None, puzzle: Puzzle) -> PartialGrid | None:
    """Returns the state of a puzzle in a file, by default that of the saved game that the puzzle comes from, or None.

    Raises `InputError`, also if it does not fit.
    """
    progress = puzzle.origin.progress if puzzle.origin else ()
    if path is None and not progress:
        return None
    if path is not None:
        from nonosat.explaining.steps import state_text

        return state_text.read_state(read_answer(path, puzzle), puzzle, path)
    from nonosat.explaining.steps.partial_grid import PartialGrid

    state = PartialGrid(progress, puzzle.palette, puzzle.geometry)
    state._require_fit(puzzle, path)
    return state
