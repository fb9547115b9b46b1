"""Metadata of a puzzle from its file, and the positions of its clues in the file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from nonosat.model.geometry import AXES, Axis, LineId
from nonosat.support.arguments import method
from nonosat.support.errors import ArgumentError
from nonosat.support.results import ByValue

_TEXTS = ("title", "author", "source", "copyright", "licence")


@dataclass(frozen=True, slots=True, eq=False)
class Metadata(ByValue):
    """Metadata of a puzzle. `extra` keeps properties without a field."""

    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    licence: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        try:
            extra = tuple([(key, value) for key, value in self.extra])
        except (TypeError, ValueError):
            raise ArgumentError(f"Metadata: `extra` must hold pairs of texts, not {self.extra!r}") from None
        object.__setattr__(self, "extra", extra)

    def to_json(self) -> dict[str, Any]:
        """Returns the non-empty fields as plain data."""
        record: dict[str, Any] = {name: getattr(self, name) for name in _TEXTS if getattr(self, name)}
        extra: Any = dict(self.extra)
        if len(extra) < len(self.extra):  # a key comes more than once
            extra = [list(pair) for pair in self.extra]
        return record | ({"extra": extra} if extra else {})

    def _faults(self) -> list[str]:
        """Returns the problems of the metadata."""
        texts = (self.title, self.author, self.source, self.copyright, self.licence)
        try:
            if is_text("".join((*texts, *chain(*self.extra)))):
                return []
        except TypeError:  # the loop below names the values that are not text
            pass
        faults = []
        for name, text in (*zip(_TEXTS, texts, strict=True), *self.extra):
            if not all(isinstance(part, str) and is_text(part) for part in (name, text)):
                reason = f"must be text that can be encoded, got {str(text)[:40]!r}"
                faults.append(f"the {str(name)[:40]!r} of the puzzle {reason}")
        return faults


class Origin(NamedTuple):
    """The file of a puzzle, and the file line (from 1) of each clue."""

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    diagonals: tuple[int, ...] = ()
    blank: frozenset[int] = frozenset()
    """Empty lines of the file, which mean empty or forgotten clues."""
    path: str = ""
    read_as: str = ""
    """How the file was read, if the file itself does not state it; empty otherwise."""
    progress: tuple[tuple[int | None, ...], ...] = ()
    """The state of a saved game: colours by row, None for unknown cells; empty without any."""
    unsure: bool = False
    """True if the clues may be misread: the file does not say which ones are the rows."""

    def _in_file(self, path: str) -> Origin:
        """Returns the same lines of another file; `_replace` takes twice as long."""
        return Origin(*self[:4], path, *self[5:])

    @method
    def line(self, line: LineId) -> int | None:
        """Returns the file line of a clue; None if unknown."""
        lines = self._lines(line.axis)
        return lines[line.index] if line.index < len(lines) else None

    def _blank_line(self, axis: Axis) -> int | None:
        """Returns the index of the first clue of a family on a blank line, or None."""
        return next((at for at, line in enumerate(self._lines(axis)) if line in self.blank), None)

    def _lines(self, axis: Axis) -> tuple[int, ...]:
        """Returns the file lines of a family; none for families with special names, which only JSON has."""
        return dict(zip(AXES, (self.rows, self.columns, self.diagonals), strict=True)).get(axis, ())


def is_text(text: str) -> bool:
    """Returns whether a text can be encoded: it has no lone surrogate.

    >>> is_text("tea"), is_text("\\ud800")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
