"""Finds the puzzles in a folder and its subfolders, by extension and, where that says nothing, by content.

Skips hidden files and folders, and pictures; to read those, name them. Nothing is skipped in silence.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nonosat.formats import formats_of, kinds_of
from nonosat.formats.base import Feature
from nonosat.support.files import walk
from nonosat.support.sentences import number_text

_LISTS = (".jsonl", ".ndjson")


@dataclass(slots=True)
class Folder:
    """A folder, and the numbers of files in it that `walk` has skipped."""

    path: str
    hidden: int = 0  # hidden folders, and hidden files that could be puzzles
    pictures: int = 0
    unknown: int = 0  # files in no known format
    first_unknown: str = ""

    def walk(self, *, pictures: bool = False) -> Iterator[str]:
        """Yields the files that look like puzzles; with `pictures` also pictures."""
        for top, names, files in walk(self.path):
            shown = str(Path(top))
            self.hidden += sum(name.startswith(".") for name in names)
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in sorted(files):
                path = name if shown == "." else os.path.join(shown, name)
                if not os.path.isfile(path):
                    continue
                listed = name.endswith(_LISTS)  # a list or journal can name the other files
                rows = formats_of(path) if listed or name.startswith(".") else kinds_of(path)
                if not rows:
                    if not name.startswith("."):
                        self.unknown += 1
                        self.first_unknown = self.first_unknown or path
                    continue
                if name.startswith("."):
                    self.hidden += 1
                elif pictures or any(Feature.CLUES in row.features for row in rows):
                    yield path
                else:
                    self.pictures += 1

    @property
    def unknown_text(self) -> str:
        """The files in no known format in words."""
        return f"{number_text(self.unknown, 'file')} in no known format (first: {self.first_unknown})"

    @property
    def skipped(self) -> str:
        """The skipped files in words."""
        counts = {
            f"{self.hidden:,} hidden": self.hidden,
            f"{number_text(self.pictures, 'picture')} (--pictures takes them)": self.pictures,
            self.unknown_text: self.unknown,
        }
        return ", ".join(filter(counts.get, counts))
