"""Certificates in folders: those to check, the second opinion on them, and older ones that a command does not replace."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from nonosat.apps.cli.shell.inputs import note
from nonosat.proofs.certificate import ASIDE, set_aside
from nonosat.proofs.proved_checker import Opinion
from nonosat.support.errors import EXIT_OUT_OF_REACH, EXIT_SOFTWARE
from nonosat.verifier.reading import MANIFEST

PROVED_EXIT_CODES = {
    Opinion.ACCEPTED: 0,
    Opinion.OUTSIDE: EXIT_OUT_OF_REACH,
    Opinion.STOPPED: EXIT_OUT_OF_REACH,
    Opinion.REFUSED: EXIT_SOFTWARE,  # of what our own code accepts
}

proved_option = click.option(
    "--proved",
    is_flag=True,
    help="Also ask nonocheck, the checker that is proved in Coq and has to be built first. Exit code 3 if the claim is "
    "outside of what is proved, 70 if the checkers disagree.",
)


def certificates_in(folder: str) -> list[str]:
    """Returns the folder, or the certificates in it if it has nothing else.

    `repair` and `conflict` write two into one folder; those set aside are left out.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return [folder]
    inner = [os.path.join(folder, name) for name in names if not name.endswith(ASIDE)]
    certified = all(os.path.isfile(os.path.join(path, MANIFEST)) for path in inner)
    return inner if inner and certified else [folder]


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
