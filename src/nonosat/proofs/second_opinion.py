"""Has another program check a certificate that the verifier accepts.

A proof checker gets `formula.cnf` and the unpacked proof; `nonocheck` gets the certificate's folder. Programs run within
the limits; only the beginning of their output is kept.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Limit, Stopped
from nonosat.support.programs.programs import Programs
from nonosat.verifier.budget import Budget
from nonosat.verifier.budget import Stopped as Exhausted
from nonosat.verifier.lrat import unpacked
from nonosat.verifier.places import Place
from nonosat.verifier.reading import FORMULA, MANIFEST, PROOF

WHOLE = "nonocheck"  # checker that reads certificates itself (`nonosat.verifier.proved`)

# output lines by which programs accept a proof
_ACCEPTED = frozenset({"s VERIFIED", "VERIFIED", "s VERIFIED UNSAT"})

_UNCOVERED = "s UNKNOWN"  # `nonocheck` does not cover claims of this kind


@dataclass(frozen=True, slots=True)
class Opinion:
    """A program's opinion of a certificate."""

    program: str
    asked: bool = False
    """True if there was something for the program to check."""
    refused: str | None = None
    """The file that the program does not accept; None if it accepts all."""
    stopped: Stopped | None = None
    """The limit that was hit, or None."""
    whole: bool = False
    """True if the program reads certificates itself."""

    def __str__(self) -> str:
        if self.stopped is not None:
            return f"{self.program} did not finish: {self.stopped.describe()}"
        if self.refused is not None:
            return f"{self.program} does not accept {self.refused}"
        if not self.asked and self.whole:
            return f"{self.program} does not cover this"
        if not self.asked:
            return f"no proof for {self.program} to check"
        return f"{self.program} accepts the {'certificate' if self.whole else 'proof'}"

    def to_json(self) -> dict[str, Any]:
        """Returns the members of the record of `verify` about it."""
        return {"program": self.program, "asked": int(self.asked)}


def second_opinion(folder: str, program: str, limit: Limit) -> Opinion:
    """Runs a program on a certificate within a limit."""
    name = os.path.basename(program)
    opinion = Opinion(name, whole=name == WHOLE)
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    budget = Budget(limit.seconds, limit.memory)
    try:
        place = Place(folder, budget)
        files = _files(place, opinion.whole)
        if not files:
            return opinion
        with Programs() as programs, TemporaryDirectory() as target:
            paths = _write(place, files, Path(target), budget, unpack=not opinion.whole)
            left = None if deadline is None else max(0.0, deadline - monotonic())
            arguments = [target] if opinion.whole else map(str, paths)
            ran = programs.run([program, *arguments], Limit(seconds=left, memory=limit.memory))
    except Exhausted as stopped:
        return replace(opinion, stopped=Stopped(str(stopped)))
    if ran.stopped:
        return replace(opinion, stopped=ran.stopped)
    lines = {line.removeprefix("c ").strip() for line in ran.output.splitlines()}
    if opinion.whole and _UNCOVERED in lines:
        return opinion
    refused = (MANIFEST if opinion.whole else files[-1]) if _ACCEPTED.isdisjoint(lines) else None
    return replace(opinion, asked=True, refused=refused)


def _files(place: Place, whole: bool) -> list[str]:
    """Returns the files for the program; empty if it has nothing to check."""
    names = place.names()
    if whole:
        return sorted(name for name in names if not name.endswith("/"))
    return [FORMULA, PROOF] if PROOF in names else []


def _write(place: Place, names: list[str], target: Path, budget: Budget, *, unpack: bool) -> list[Path]:
    """Writes files of a certificate and returns their paths; with `unpack` the proof is unpacked."""
    paths = []
    for name in names:
        data, unpacks = place.data(name), unpack and name == PROOF
        paths.append(target / (name.removesuffix(".gz") if unpacks else name))
        with open(paths[-1], "wb") as file:
            if unpacks:
                file.writelines(line + b"\n" for _, line in unpacked(data, name, budget))
            else:
                file.write(data)
    return paths
