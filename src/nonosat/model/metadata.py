"""What a file says about a puzzle, and where in the file its clues stood."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.geometry import AXES, LineId


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says about a puzzle. `extra` keeps the properties that no field here has."""

    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    licence: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "extra", tuple((key, value) for key, value in self.extra))


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a puzzle was read from, and the file line (from 1) of each of its clues."""

    path: str
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    diagonals: tuple[int, ...] = ()

    def line(self, line: LineId) -> int | None:
        """The file line of a clue, if it is known."""
        lines = (self.rows, self.columns, self.diagonals)[AXES.index(line.axis)]
        return lines[line.index] if line.index < len(lines) else None
