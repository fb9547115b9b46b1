"""Finds the puzzles in a folder.

Skips hidden files and folders, files that git ignores, and pictures; to read those, name them.

The `.gitignore` files in the folder, in its subfolders, and above it up to the top of the repository are read
(https://git-scm.com/docs/gitignore), but not the user's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_IGNORING = ".gitignore"


@dataclass(slots=True)
class Folder:
    """The puzzles found in a folder and its subfolders, and how much was skipped."""

    path: str
    files: tuple[str, ...] = ()  # in order; each begins with `path`
    hidden: int = 0  # number of hidden folders, and of hidden files that could be puzzles
    ignored: int = 0  # number of folders and possible puzzles that git ignores
    pictures: int = 0  # number of pictures

    def walk(self, *, pictures: bool = False) -> Iterator[str]:
        """Yields the files one by one and counts the skipped ones."""
        rules = _IgnoreRules(self.path)
        for top, names, files in os.walk(self.path):
            rules.enter(here := Path(top).resolve())
            shown = str(Path(top))
            into = []
            for name in sorted(names):
                if name.startswith("."):
                    self.hidden += 1
                elif rules.ignore(here, name, is_folder=True):
                    self.ignored += 1
                else:
                    into.append(name)
            names[:] = into
            for name in sorted(files):
                path = name if shown == "." else os.path.join(shown, name)
                rows = formats_of(path) if os.path.isfile(path) else []
                if not rows:
                    continue
                if name.startswith("."):
                    self.hidden += 1
                elif rules.ignore(here, name, is_folder=False):
                    self.ignored += 1
                elif pictures or any(Feature.CLUES in row.features for row in rows):
                    yield path
                else:
                    self.pictures += 1

    @property
    def skipped(self) -> str:
        """Returns the skipped files in words."""
        found = {
            f"{self.hidden:,} hidden": self.hidden,
            f"{self.ignored:,} ignored by git": self.ignored,
            f"{number_text(self.pictures, 'picture')} (--pictures takes them)": self.pictures,
        }
        return ", ".join(filter(found.get, found))


def puzzle_files(folder: str, *, pictures: bool = False) -> Folder:
    """Finds the files in a folder and its subfolders that look like puzzles; with `pictures` also pictures."""
    found = Folder(folder)
    found.files = tuple(map(str, sorted(map(Path, found.walk(pictures=pictures)))))
    return found


class _IgnoreRules:
    """Git's rules below a folder; all paths are absolute, without links."""

    def __init__(self, folder: str) -> None:
        self._specs: dict[Path, GitIgnoreSpec] = {}
        """By folder."""
        top = Path(folder).resolve()
        above = [*top.parents][::-1]
        roots = [at for at, each in enumerate([*above, top]) if (each / ".git").exists()]
        for parent in above[roots[-1] :] if roots else []:
            self.enter(parent)
        if any(self.ignore(each.parent, each.name, is_folder=True) for each in (top, *top.parents)):
            self._specs.clear()  # the user named this folder

    def enter(self, folder: Path) -> None:
        """Reads the rules of a folder, if any."""
        try:
            text = (folder / _IGNORING).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return
        from pathspec import GitIgnoreSpec

        self._specs[folder] = GitIgnoreSpec.from_lines(_readable(text.splitlines()))

    def ignore(self, inside: Path, name: str, *, is_folder: bool) -> bool:
        """Returns whether git ignores a file or folder whose parent it does not ignore; the nearest rules count."""
        if not self._specs:
            return False
        path = inside / name
        for folder in path.parents:
            if spec := self._specs.get(folder):
                place = path.relative_to(folder).as_posix()
                ignored = spec.check_file(f"{place}/" if is_folder else place).include
                if ignored is not None:
                    return ignored
        return False


def _readable(lines: Iterable[str]) -> Iterator[str]:
    """Yields the valid lines; git skips others too."""
    from pathspec import GitIgnoreSpec

    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        yield line
