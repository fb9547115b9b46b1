"""Finds the puzzles in a folder and its subfolders, by extension and, where that says nothing, by content.

Skips hidden files and folders, and pictures; to read those, name them. Nothing is skipped in silence: a folder that
cannot be read is an error.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nonosat.formats import formats_of, kinds_of
from nonosat.formats.base import Feature
from nonosat.support.errors import InputError
from nonosat.support.files import walk
from nonosat.support.sentences import number_text

_LISTS = (".jsonl", ".ndjson")


_NAMED = 3  # files of a kind that a note names, before it counts the others


@dataclass(slots=True)
class Folder:
    """A folder, and what `walk` has left out in it: paths of files and of hidden folders."""

    path: str
    hidden: list[str] = field(default_factory=list)  # folders, and files that could be puzzles
    pictures: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # files in no known format
    errors: list[InputError] = field(default_factory=list)  # folders that cannot be read

    def walk(self, *, pictures: bool = False) -> Iterator[str]:
        """Yields the files that look like puzzles; with `pictures` also pictures."""
        for top, names, files in walk(self.path, self._note_unreadable):
            shown = str(Path(top))
            self.hidden += (_inside(shown, name) for name in sorted(names) if name.startswith("."))
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in sorted(files):
                path = _inside(shown, name)
                if not os.path.isfile(path):
                    continue
                listed = name.endswith(_LISTS)  # a list or journal can name the other files
                rows = formats_of(path) if listed or name.startswith(".") else kinds_of(path)
                if not rows:
                    if not name.startswith("."):
                        self.unknown.append(path)
                elif name.startswith("."):
                    self.hidden.append(path)
                elif pictures or any(Feature.CLUES in row.features for row in rows):
                    yield path
                else:
                    self.pictures.append(path)

    def _note_unreadable(self, path: str, error: OSError) -> None:
        self.errors.append(InputError(f"cannot read the folder: {error.strerror}", path=str(Path(path))))

    @property
    def unknown_text(self) -> str:
        """The files in no known format in words."""
        return f"{number_text(len(self.unknown), 'file')} in no known format ({self._names(self.unknown)})"

    @property
    def skipped(self) -> str:
        """The skipped files in words."""
        parts = []
        if self.hidden:
            parts.append(f"{len(self.hidden):,} hidden ({self._names(self.hidden)})")
        if self.pictures:
            named = self._names(self.pictures)
            parts.append(f"{number_text(len(self.pictures), 'picture')} ({named})")
        if self.unknown:
            parts.append(self.unknown_text)
        return ", ".join(parts)

    def _names(self, paths: list[str]) -> str:
        """Returns the first of these paths, relative to the folder, and how many there are beside them."""
        names = [os.path.relpath(path, self.path) for path in paths[:_NAMED]]
        more = len(paths) - len(names)
        return ", ".join(names) + (f" and {more:,} more" if more else "")


def _inside(folder: str, name: str) -> str:
    """Returns the path of a file or folder, without `./` in front."""
    return name if folder == "." else os.path.join(folder, name)
