"""Runs `nonocheck`, the checker that is proved in Coq, as a second opinion on a certificate (docs/proofs.md)."""

from __future__ import annotations

import os
import shutil
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from nonosat import verifier
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit
from nonosat.support.programs.programs import Programs

_VARIABLE = "NONOCHECK"  # environment variable with the path of the program
_SOURCES = Path(verifier.__file__).parent / "proved"
_ACCEPTED, _REFUSED, _UNKNOWN, _UNREADABLE = 0, 1, 3, 65  # its exit codes


class Opinion(StrEnum):
    """What the proved checker says about a certificate."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OUTSIDE = "outside"
    """The claim is of a kind that the proof does not cover."""
    STOPPED = "stopped"
    """A limit of time or memory came first."""


class SecondOpinion(NamedTuple):
    opinion: Opinion
    reason: str
    """Empty if accepted."""

    def describe(self) -> str:
        """Returns the rest of a sentence that begins with the certificate."""
        if self.opinion is Opinion.ACCEPTED:
            return "the proved checker accepts it"
        if self.opinion is Opinion.OUTSIDE:
            return f"outside of what is proved ({self.reason})"
        verb = "refuses it" if self.opinion is Opinion.REFUSED else "came to no answer"
        return f"the proved checker {verb} ({self.reason})"


def proved_checker() -> str:
    """Returns the path of `nonocheck`: of the environment variable, built beside its sources, or on the PATH.

    Raises `UsageError` with the command that builds it.
    """
    given = os.environ.get(_VARIABLE)
    for path in [given] if given else [str(_SOURCES / "build" / "nonocheck"), "nonocheck"]:
        if program := shutil.which(path):
            return program
    raise UsageError(
        f"nonocheck is not built: run `make -C {_SOURCES}` (needs Coq and OCaml), or set {_VARIABLE} to its path"
    )


def second_opinion(program: str, certificate: str, limit: Limit) -> SecondOpinion:
    """Asks the proved checker about a certificate, by default within an hour and 2 GB like `verify`."""
    limit = Limit(
        seconds=verifier.SECONDS if limit.seconds is None else limit.seconds,
        memory=verifier.MEMORY if limit.memory is None else limit.memory,
    )
    with Programs() as programs:
        ran = programs.run([program, certificate], limit)
    lines, reason = ran.output.splitlines(), ran.errors.strip().rpartition(": ")[2]
    if ran.code == _ACCEPTED and lines[-1:] == ["s VERIFIED"] and not ran.stopped:
        return SecondOpinion(Opinion.ACCEPTED, "")
    if ran.stopped:
        return SecondOpinion(Opinion.STOPPED, ran.stopped.describe())
    if ran.code == _UNKNOWN:
        outside = "not covered: " in ran.errors
        return SecondOpinion(Opinion.OUTSIDE if outside else Opinion.STOPPED, reason)
    if ran.code in (_REFUSED, _UNREADABLE):
        return SecondOpinion(Opinion.REFUSED, reason)
    return SecondOpinion(Opinion.STOPPED, reason or f"exit code {ran.code}")
