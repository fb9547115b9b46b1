"""Older certificates that a command does not replace."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from nonosat.apps.cli.shell.inputs import note
from nonosat.proofs.certificate import set_aside


@contextmanager
def set_aside_unless_replaced(*folders: str) -> Iterator[None]:
    """Runs a command that writes certificates; sets aside each older one that stands there afterwards, and says so.

    Nobody can then take it for the result of this run, however that ended.
    """
    before = {folder: _identity(folder) for folder in folders}
    try:
        yield
    finally:
        for folder, identity in before.items():
            if identity and identity == _identity(folder) and (aside := set_aside(folder)):
                note(f"{folder}: the older certificate is now {aside}")


def _identity(path: str) -> tuple[int, int] | None:
    """Returns what differs between a file or folder and the one that replaces it; None if there is nothing."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
