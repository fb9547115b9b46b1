"""Contenders: nonosat's own search with options, in a process that is reused, and programs given as command lines."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from nonosat.formats.table import FORMATS, extensions_of, format_named
from nonosat.search.options import AUTO, BackendName, SearchOptions
from nonosat.support.errors import UsageError

OURS = "nonosat"

# placeholder of a command line: the puzzle's file or the seed
_PLACE = re.compile(r"\{(file|seed)(?::([^{}]*))?\}")

_NAMED = re.compile(r"([^\s=]+)=(.+)", re.DOTALL)

DEFAULT_FORMAT = "non"


@dataclass(frozen=True, slots=True)
class OwnSearch:
    """nonosat itself with some options; the seed is that of each run."""

    name: str
    options: SearchOptions
    with_goal: bool = False  # gets the puzzle's goal, which can be a solution; other programs do not

    @property
    def definition(self) -> dict[str, Any]:
        """Options that identify the contender, as plain data."""
        more = {"goal": True} if self.with_goal else {}
        return {**{name: getattr(self.options, name) for name in _VARIED}, **more}


@dataclass(frozen=True, slots=True)
class Program:
    """Another program, given by a command line.

    Raises `UsageError` for an invalid command line, and for one without `{file}`.

    >>> solver = Program("solver", "./solver --seed {seed} {file:webpbn}")
    >>> solver.words({"webpbn": "a puzzle.xml"}, 3)
    ['./solver', '--seed', '3', 'a puzzle.xml']
    """

    name: str
    command: str

    def __post_init__(self) -> None:
        if not self.formats:
            raise UsageError(
                f"{self.command}: {{file}} must stand where the puzzle's file is to be named, or {{file:FORMAT}} "
                "for a file in another format than non"
            )
        for name in self.formats:
            if format_named(name).format is None:
                raise UsageError(f"{self.command}: files in the format {name} are read, not written")

    @property
    def formats(self) -> frozenset[str]:
        """Formats in which the program gets a puzzle; raises `UsageError` for an unknown one."""
        files = [match for word in self._words for match in _PLACE.finditer(word) if match[1] == "file"]
        names = frozenset(match[2] or DEFAULT_FORMAT for match in files)
        if unknown := min(names - FORMATS.keys(), default=None):
            raise UsageError(f"{self.command}: no format is called {unknown!r}; see nonosat list formats")
        return names

    @property
    def _words(self) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(self.command))
        except ValueError as error:
            raise UsageError(f"{self.command}: no command line: {error}") from None

    def words(self, files: Mapping[str, str], seed: int) -> list[str]:
        """Returns the argument list for a puzzle's files by format. It is run without a shell."""

        def meant(match: re.Match[str]) -> str:
            return str(seed) if match[1] == "seed" else files[match[2] or DEFAULT_FORMAT]

        return [_PLACE.sub(meant, word) for word in self._words]

    @property
    def definition(self) -> dict[str, Any]:
        """Options that identify the contender, as plain data."""
        return {"command": self.command}


Contender = OwnSearch | Program

_VARIED = tuple(option.name for option in fields(SearchOptions) if option.name != "seed")


def searches(
    backends: Iterable[str] = (),
    portfolio: int | None = 1,
    goals: bool = False,
) -> list[OwnSearch]:
    """Returns a search for each backend, called as it is asked for; by default the default one, called nonosat.

    `goals` adds searches that get the puzzles' goals.

    >>> [search.name for search in searches(["auto", "cadical195"])]
    ['auto', 'cadical195']
    >>> [search.name for search in searches(goals=True)]
    ['nonosat', 'nonosat with goals']
    """
    named = {name: name for name in backends} or {OURS: AUTO}
    plain = []
    for name, backend in named.items():
        number = portfolio if backend == AUTO else 1
        several = f" portfolio of {number}" if number not in (None, 1) else ""
        plain.append(
            OwnSearch(
                f"{name}{several}", SearchOptions(backend=cast("BackendName", backend), portfolio=number)
            )
        )
    return plain + [OwnSearch(f"{one.name} with goals", one.options, True) for one in plain if goals]


def program_of(text: str) -> Program:
    """Returns the program of `NAME=COMMAND`, or of a command, which is named by its first word.

    >>> program_of("best=./solve {file}").name, program_of("./solve --depth=3 {file}").name
    ('best', 'solve')
    """
    if match := _NAMED.fullmatch(text):
        return Program(match[1], match[2])
    made = Program("", text)
    return Program(made.words(dict.fromkeys(made.formats, ""), 0)[0].rpartition("/")[2] or text, text)


def extension_of(format: str) -> str:
    """Returns the file name extension of a format."""
    return next(iter(extensions_of(format)), f".{format}")


def require_apart(contenders: Iterable[Contender]) -> None:
    """Raises `UsageError` if two contenders share a name, or there is no contender."""
    names = [contender.name for contender in contenders]
    if not names:
        raise UsageError("there is nothing to measure: give a backend or a program")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"two contenders are called {twice}: give them names, as in --program NAME=COMMAND")
