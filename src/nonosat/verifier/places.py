"""Access to the files of a certificate: in a folder, or in a ZIP archive that holds the same files."""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from struct import Struct
from typing import BinaryIO

from .budget import Budget
from .values import Unreadable, shown

_MOST_NAMES = 1_000_000  # files of an archive

# the header before a file: signature, flags, method, CRC, both sizes, lengths of the name and of extra
# fields
_LOCAL = Struct("<4s2x2H4x3L2H")

# an entry of the directory without its name; the end record; the extra end records of more than `_MOST_SHORT` files
_ENTRY_BYTES, _END_BYTES, _END_LARGE_BYTES, _MOST_SHORT = 46, 22, 76, 65_535


class Place:
    """A folder of files, on disk or in an archive."""

    def __init__(self, path: str, budget: Budget) -> None:
        """Raises `Unreadable` if there is no such folder, and no archive either."""
        self._path, self._budget = path, budget
        self._archive = _opened(path) if os.path.isfile(path) else None
        if self._archive is None and not os.path.isdir(path):
            raise Unreadable("there is no such folder or file")

    def names(self) -> set[str]:
        """Returns the names of the files; folders end in a slash."""
        if self._archive is not None:
            return {
                name.partition("/")[0] + ("/" if "/" in name else "") for name in self._archive.namelist()
            }
        try:
            with os.scandir(self._path) as entries:
                return {f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries}
        except OSError as error:
            raise Unreadable(str(error)) from None

    def data(self, name: str, most: int | None = None) -> bytes:
        """Returns the content of a file, of at most `most` bytes."""
        if self._archive is not None:
            return self._member(self._archive, name, most)
        path = os.path.join(self._path, name)
        if not os.path.isfile(path):
            raise Unreadable(f"{name}: there is no such file")
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                self._require(name, size, most)
                data = file.read(size + 1)
        except OSError as error:
            raise Unreadable(f"{name}: {error}") from None
        if len(data) != size:
            raise Unreadable(f"{name}: changes while it is read")
        return data

    def _member(self, archive: zipfile.ZipFile, name: str, most: int | None) -> bytes:
        try:
            about = archive.getinfo(name)
        except KeyError:
            raise Unreadable(f"{name}: there is no such file") from None
        self._require(name, about.file_size, most)
        try:
            return archive.read(about)
        except (OSError, EOFError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
            raise Unreadable(f"{name}: {error}") from None

    def _require(self, name: str, size: int, most: int | None) -> None:
        if most is not None and size > most:
            raise Unreadable(f"{name}: larger than the {most:,} bytes that are accepted")
        if most is None:
            self._budget.require(3 * size)


def _opened(path: str) -> zipfile.ZipFile:
    """Opens an archive; raises `Unreadable` if names repeat, or anything lies before, between or after the files."""
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise Unreadable("not a certificate: neither a folder nor a ZIP archive") from None
    except (OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(f"not a certificate: {error}") from None
    names = archive.namelist()
    if len(names) > _MOST_NAMES:
        raise Unreadable(f"an archive of more than {_MOST_NAMES:,} files")
    if names and (most := Counter(names).most_common(1)[0])[1] > 1:
        raise Unreadable(f"the archive has {shown(most[0])} twice")
    with open(path, "rb") as file:
        _require_canonical(archive, file, os.path.getsize(path))
    return archive


def _require_canonical(archive: zipfile.ZipFile, file: BinaryIO, size: int) -> None:
    """Raises `Unreadable` if a program that reads the archive from its start could see other files."""
    at = directory = 0
    for about in archive.infolist():
        name = about.filename.encode()
        if about.compress_type != zipfile.ZIP_STORED or about.flag_bits & 1:
            raise Unreadable(
                f"{shown(about.filename)}: is compressed or encrypted in its archive; ours are not"
            )
        file.seek(at)
        header = file.read(_LOCAL.size + len(name))
        sizes = about.CRC, about.file_size, about.file_size, len(name), 0
        fields = _LOCAL.unpack(header[: _LOCAL.size]) if len(header) == _LOCAL.size + len(name) else ()
        plain = about.file_size == about.compress_size and not (
            about.flag_bits or about.extra or about.comment
        )
        if not plain or fields != (b"PK\3\4", 0, 0, *sizes) or header[_LOCAL.size :] != name:
            raise Unreadable(f"{shown(about.filename)}: not where or what its archive says from the start on")
        at += len(header) + about.file_size
        directory += _ENTRY_BYTES + len(name)
    large = _END_LARGE_BYTES if len(archive.infolist()) > _MOST_SHORT else 0
    if at != archive.start_dir or at + directory + large + _END_BYTES != size:
        raise Unreadable("the archive has something before, between or after its files")
