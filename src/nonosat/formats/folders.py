"""Which files in a folder are puzzles.

A folder of work holds much else: the environments and caches of tools, what a build has made, the icons of
a page. So hidden files and folders are skipped, and those that git ignores, and files that hold nothing
but a picture. Whoever means these names them; a folder that is named is looked into, whatever it is called.

What git ignores is said by the `.gitignore` files in the folder, in its subfolders, and above it up to the
top of the repository (https://git-scm.com/docs/gitignore). Other places where git looks, which are a user's
own, are not read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.formats import formats_of
from nonosat.formats.base import Feature
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.sentences import number_text

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_IGNORING = ".gitignore"


@dataclass(slots=True)
class Folder:
    """The puzzles found in a folder and its subfolders, and how much was skipped."""

    path: str
    files: tuple[str, ...] = ()
    """In order; each begins with the path of the folder as it was given."""
    hidden: int = 0
    """Hidden folders, which nobody looked into, and hidden files that could be puzzles."""
    ignored: int = 0
    """Folders and files of the same kind that git ignores."""
    pictures: int = 0
    """Files that hold pictures rather than clues."""

    def walk(self, *, pictures: bool = False) -> Iterator[str]:
        """The files one by one, while they are looked for, and counts what is skipped."""
        rules = _Rules(self.path)
        for top, names, files in os.walk(self.path):
            rules.enter(here := Path(top).resolve())
            into = []
            for name in sorted(names):
                if name.startswith("."):
                    self.hidden += 1
                elif rules.ignore(here / name, is_folder=True):
                    self.ignored += 1
                else:
                    into.append(name)
            names[:] = into
            for name in sorted(files):
                path = Path(top, name)
                rows = formats_of(str(path)) if path.is_file() else []
                if not rows:
                    continue
                if name.startswith("."):
                    self.hidden += 1
                elif rules.ignore(here / name, is_folder=False):
                    self.ignored += 1
                elif pictures or any(Feature.CLUES in row.features for row in rows):
                    yield str(path)
                else:
                    self.pictures += 1

    @property
    def skipped(self) -> str:
        """The files that were not taken for puzzles, in words."""
        found = {
            f"{self.hidden:,} hidden": self.hidden,
            f"{self.ignored:,} ignored by git": self.ignored,
            f"{number_text(self.pictures, 'picture')} (--pictures takes them)": self.pictures,
        }
        return ", ".join(filter(found.get, found))


def puzzle_files(folder: str, *, pictures: bool = False) -> Folder:
    """The files in a folder and its subfolders that look like puzzles.

    With `pictures` those count that hold a picture only, of which a puzzle can be made.
    """
    found = Folder(folder)
    found.files = tuple(map(str, sorted(map(Path, found.walk(pictures=pictures)))))
    return found


class _Rules:
    """Paths that git ignores below a folder; all are absolute, without links."""

    def __init__(self, folder: str) -> None:
        self._specs: dict[Path, GitIgnoreSpec] = {}
        """By the folder that they are for."""
        top = Path(folder).resolve()
        above = [*top.parents][::-1]
        roots = [at for at, each in enumerate([*above, top]) if (each / ".git").exists()]
        for parent in above[roots[-1] :] if roots else []:
            self.enter(parent)
        if any(self.ignore(each, is_folder=True) for each in (top, *top.parents)):
            self._specs.clear()  # it was named all the same

    def enter(self, folder: Path) -> None:
        """Reads the rules of a folder, where it has some."""
        from pathspec import GitIgnoreSpec

        try:
            text = (folder / _IGNORING).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return
        self._specs[folder] = GitIgnoreSpec.from_lines(_readable(text.splitlines()))

    def ignore(self, path: Path, *, is_folder: bool) -> bool:
        """Returns whether git ignores a file or folder in one that it does not ignore; the nearest rules count."""
        for folder in path.parents:
            if spec := self._specs.get(folder):
                name = path.relative_to(folder).as_posix()
                ignored = spec.check_file(f"{name}/" if is_folder else name).include
                if ignored is not None:
                    return ignored
        return False


def _readable(lines: Iterable[str]) -> Iterator[str]:
    """The lines that say something; git skips others, too."""
    from pathspec import GitIgnoreSpec

    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        yield line
