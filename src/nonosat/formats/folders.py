"""Finds the puzzles in a folder and its subfolders.

Skips hidden files and folders, and pictures; to read those, name them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.support.sentences import number_text


@dataclass(slots=True)
class Folder:
    """A folder, and the numbers of files in it that `walk` has skipped."""

    path: str
    hidden: int = 0  # hidden folders, and hidden files that could be puzzles
    pictures: int = 0

    def walk(self, *, pictures: bool = False) -> Iterator[str]:
        """Yields the files that look like puzzles; with `pictures` also pictures."""
        for top, names, files in os.walk(self.path):
            shown = str(Path(top))
            self.hidden += sum(name.startswith(".") for name in names)
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in sorted(files):
                path = name if shown == "." else os.path.join(shown, name)
                rows = formats_of(path) if os.path.isfile(path) else []
                if not rows:
                    continue
                if name.startswith("."):
                    self.hidden += 1
                elif pictures or any(Feature.CLUES in row.features for row in rows):
                    yield path
                else:
                    self.pictures += 1

    @property
    def skipped(self) -> str:
        """The skipped files in words."""
        counts = {
            f"{self.hidden:,} hidden": self.hidden,
            f"{number_text(self.pictures, 'picture')} (--pictures takes them)": self.pictures,
        }
        return ", ".join(filter(counts.get, counts))
