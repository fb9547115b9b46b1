"""Has another program check a certificate that the verifier accepts.

A proof checker gets `formula.cnf` and the unpacked proof; `nonocheck` gets the certificate's folder. Each part of a cut
puzzle is checked by itself. Programs run within the limits; only the beginning of their output is kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Limit, Stopped
from nonosat.support.programs.programs import Programs
from nonosat.verifier.budget import Budget
from nonosat.verifier.budget import Stopped as Exhausted
from nonosat.verifier.cubes import cubes_in
from nonosat.verifier.lrat import unpacked
from nonosat.verifier.places import Place
from nonosat.verifier.reading import CUBES, FORMULA, MANIFEST, PROOF

WHOLE = "nonocheck"  # checker that reads certificates itself (`nonosat.verifier.proved`)

# output lines by which programs accept a proof
_ACCEPTED = frozenset({"s VERIFIED", "VERIFIED", "s VERIFIED UNSAT"})

_UNCOVERED = "s UNKNOWN"  # `nonocheck` does not cover claims of this kind


@dataclass(frozen=True, slots=True)
class Opinion:
    """A program's opinion of a certificate."""

    program: str
    asked: int = 0
    """Number of parts that the program checked."""
    refused: str | None = None
    """Reason for refusing; None if the program accepts all parts."""
    stopped: Stopped | None = None
    """The limit that was hit, or None."""
    whole: bool = False
    """True if the program reads certificates itself."""

    def __str__(self) -> str:
        if self.stopped is not None:
            return f"{self.program} did not finish: {self.stopped.describe()}"
        if self.refused is not None:
            return f"{self.program} does not accept {self.refused}"
        if not self.asked:
            return (
                f"{self.program} does not cover this"
                if self.whole
                else f"no proof for {self.program} to check"
            )
        what = "certificate" if self.whole else "proof"
        return (
            f"{self.program} accepts {'the' if self.asked == 1 else self.asked} {what}{'s'[: self.asked - 1]}"
        )

    def to_json(self) -> dict[str, Any]:
        """Returns the members of the record of `verify` about it."""
        return {"program": self.program, "asked": self.asked}


def second_opinion(folder: str, program: str, limit: Limit) -> Opinion:
    """Runs a program on a certificate, on all its parts within one limit."""
    name = os.path.basename(program)
    opinion = Opinion(name, whole=name == WHOLE)
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    budget = Budget(limit.seconds, limit.memory)
    place = Place(folder, budget)
    with Programs() as programs, TemporaryDirectory() as own:
        try:
            for at, (part, inner) in enumerate(_parts(place, budget)):
                files = _files(inner, opinion.whole)
                if not files:
                    continue
                target = Path(own, str(at))
                paths = _write(inner, files, target, budget, unpack=not opinion.whole)
                left = None if deadline is None else max(0.0, deadline - monotonic())
                paths = [target] if opinion.whole else paths
                ran = programs.run([program, *map(str, paths)], Limit(seconds=left, memory=limit.memory))
                rmtree(target)
                lines = {line.removeprefix("c ").strip() for line in ran.output.splitlines()}
                if ran.stopped:
                    return replace(opinion, stopped=ran.stopped)
                if opinion.whole and _UNCOVERED in lines:
                    continue
                opinion = replace(opinion, asked=opinion.asked + 1)
                if _ACCEPTED.isdisjoint(lines):
                    return replace(opinion, refused=part + (MANIFEST if opinion.whole else files[-1]))
        except Exhausted as stopped:
            return replace(opinion, stopped=Stopped(str(stopped)))
    return opinion


def _parts(place: Place, budget: Budget) -> Iterator[tuple[str, Place]]:
    """Yields the certificates to check, each with its folder."""
    if CUBES not in place.names():
        yield "", place
        return
    for cube in cubes_in(place.data(CUBES).decode().splitlines()):
        budget.look()
        yield f"{cube.folder}/", place.inner(cube.folder)


def _files(place: Place, whole: bool) -> list[str]:
    """Returns the files for the program; empty if it has nothing to check."""
    names = place.names()
    if whole:
        return sorted(name for name in names if not name.endswith("/"))
    return [FORMULA, PROOF] if PROOF in names else []


def _write(place: Place, names: list[str], target: Path, budget: Budget, *, unpack: bool) -> list[Path]:
    """Writes files of a certificate and returns their paths; with `unpack` the proof is unpacked."""
    target.mkdir()
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
