"""Certificates of verdicts: written here, checked by `nonosat.verifier`, which shares no code with this module.

A certificate is a folder of text files, described in `nonosat.verifier`, or one archive of them.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from nonosat import verifier
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.refutation_files import (
    AnotherSolution,
    Contents,
    pictures_text,
    refutation_files,
    statement,
    statement_text,
)
from nonosat.search.outcome import Observer, Verdict
from nonosat.search.questions import Report, check
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import ALL_KNOWN, LIMITS, OutOfReach, Stopped
from nonosat.support.errors import InputError, OutputError, SolverDisagreement, UsageError
from nonosat.support.files import (
    require_writable,
    require_writable_folder,
    write,
    write_folder,
    written_place,
)
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.verifier import Progress, Unreadable, Verification
from nonosat.verifier.budget import Budget
from nonosat.verifier.places import Place
from nonosat.verifier.reading import FORMAT, MANIFEST, PUZZLE, SOLUTIONS, Files

PACKED = ".nonoproof"  # ending of certificates in one file
ASIDE = "~"  # ending of a certificate that was set aside

# conflicts after which a search that has found one solution is replaced by a proof that there is no other
_SHORT = 2_000

_PROVING = 300_000  # conflict budget of that proof; after that the full search, which has more methods

# share of the time limit for finding an answer, if proving it takes extra work
SEARCH_SHARE = 0.6


def certify_verdict(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> Report:
    """Answers like `check`, and writes a certificate of the answer into a new folder, or one file `NAME.nonoproof`.

    Writes nothing if the verdict is UNKNOWN. `limit` holds for the answer and its proof together. Replaces an older
    certificate in the folder once the new one is complete. Raises `UsageError` if the folder holds anything else,
    `OutputError` if the certificate cannot be written.
    """
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    puzzle.require_readable()
    extra_limits = ("conflicts", "solutions")
    report, files = run_limited(certified, puzzle, limit=limit, extra_limits=extra_limits, observer=observer)
    if files:
        try:
            write_certificate(target, {"kind": str(report.verdict)}, files, clock.rest)
        except OutOfReach as reason:
            report = without_verdict(report, reason)
    return report


def new_certificate(folder: str | os.PathLike[str], limit: Limit) -> tuple[Path, Clock]:
    """Returns the path of a new certificate, see `require_free`, and the clock for it."""
    target = Path(written_place(folder))
    require_free(target)
    return target, Clock(limit, extra_limits=LIMITS)


def without_verdict(report: Report, reason: OutOfReach) -> Report:
    """Returns the report with the verdict UNKNOWN: a limit was hit before its certificate was verified."""
    return replace(report, verdict=Verdict.UNKNOWN, end=reason.end)


def certified(puzzle: Puzzle, *, clock: Clock, observer: Observer | None = None) -> tuple[Report, Contents]:
    """Returns the report and the files of the certificate; no files if the verdict is UNKNOWN."""
    began = monotonic()
    report = check(puzzle, limit=_within(clock, _SHORT), observer=observer)
    files: Contents = {}
    try:
        if report.stopped is Stopped.CONFLICTS and _within(clock, _SHORT) != _within(clock):
            if report.solutions:
                report, files = _proved_at_once(report, clock, observer)
            if not files:
                report = check(puzzle, limit=_within(clock), observer=observer)
        if files:
            pass
        elif report.verdict is Verdict.UNKNOWN:
            clock.tick()  # raises the reason if a child process died
        else:
            files = _files(report, clock, observer)
    except OutOfReach as reason:
        report = without_verdict(report, reason)
    return replace(report, seconds=monotonic() - began), files


def _within(clock: Clock, conflicts: int | None = None) -> Limit:
    """Returns the rest of the limit with a bound on conflicts."""
    limit = replace(clock.limit, seconds=clock.left)
    if conflicts is None or (limit.conflicts is not None and limit.conflicts <= conflicts):
        return limit
    return replace(limit, conflicts=conflicts)


def _proved_at_once(report: Report, clock: Clock, observer: Observer | None) -> tuple[Report, Contents]:
    """Searches for a second solution with a proof; returns the updated report and the files.

    No files if the budget of conflicts does not suffice.
    """
    short = clock.part(limit=_within(clock, _PROVING))
    try:
        report = replace(report, verdict=Verdict.UNIQUE, end=ALL_KNOWN)
        return report, _files(report, short, observer)
    except AnotherSolution as error:
        report = replace(report, verdict=Verdict.MULTIPLE, solutions=(*report.solutions, error.grid))
        return report, _files(report, clock, observer)
    except OutOfReach as reason:
        if reason.stopped is not Stopped.CONFLICTS or short.limit.conflicts == clock.limit.conflicts:
            raise
        return report, {}


def _files(report: Report, clock: Clock, observer: Observer | None) -> Contents:
    """Returns the files that prove the verdict of a report."""
    files: Contents = {PUZZLE: statement_text(report.puzzle)}
    if report.solutions:
        files[SOLUTIONS] = pictures_text(report.solutions)
    if report.verdict is not Verdict.MULTIPLE:
        solution = report.solutions[0] if report.solutions else None
        files |= refutation_files(report.puzzle, clock, observer, solution=solution)
    return files


@question
def verify(
    folder: str | os.PathLike[str],
    *,
    against: Puzzle | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Checks the certificate in a folder; with `against`, also that it is about that puzzle.

    Otherwise the reader has to compare its `puzzle.json`, which is a puzzle file like any other. By default it can take
    an hour and 2 GB beside the memory of this process (`verifier.SECONDS`, `verifier.MEMORY`); `stopped` names a limit
    that was hit. Raises `InputError` for a folder that is no certificate.
    """
    limit = limit_of(limit, seconds, memory)
    seconds = verifier.SECONDS if limit.seconds is None else limit.seconds
    memory = verifier.MEMORY if limit.memory is None else limit.memory
    try:
        verification = verifier.verify(folder, seconds=seconds, memory=memory, progress=progress)
        verification = replace(verification, verdict=Verdict(verification.verdict))
    except Unreadable as error:
        raise InputError(str(error), path=os.fspath(folder)) from None
    if against is None or not verification.accepted:
        return verification
    data = Place(os.fspath(folder), Budget()).data(PUZZLE)
    if hashlib.sha256(data).hexdigest() == verification.puzzle and json.loads(data) == statement(against):
        return verification
    refusal = f"{PUZZLE}: states another puzzle than {against.name}"
    return replace(verification, refusal=refusal, verdict=Verdict.UNKNOWN)


def require_free(folder: Path) -> None:
    """Raises `UsageError` or `OutputError` unless a certificate can be written there and nothing else is lost."""
    if folder.suffix == PACKED:
        _require_free_file(folder)
        return
    require_writable_folder(os.fspath(folder))
    if not folder.exists():
        return
    present = set(os.listdir(folder))
    try:
        ours = not present or _listed(folder) == present - {MANIFEST}
    except Unreadable:
        ours = False
    if not ours:
        raise UsageError(f"{folder}: holds something else than a certificate, which is left as it is")


def set_aside(folder: str | os.PathLike[str]) -> str | None:
    """Renames an older certificate, so that it is not mistaken for the one that could not be written; returns its new path.

    Replaces one that was set aside before. Returns None if there is no certificate.
    """
    target = Path(written_place(folder))
    if not target.exists() or (target.is_dir() and not os.listdir(target)):
        return None
    aside = Path(f"{target}{ASIDE}")
    try:
        require_free(target)
        if target.is_dir() and aside.is_dir():
            require_free(aside)
            rmtree(aside)
        os.replace(target, aside)
    except (UsageError, OSError):
        return None
    return os.fspath(aside)


def two_places(folder: str | os.PathLike[str], name: str) -> tuple[Path, Path]:
    """Returns two new paths in one folder: `at-least`, for the certificate of the bound, and `name`."""
    target = Path(written_place(folder))
    require_writable_folder(os.fspath(target))
    target.mkdir(exist_ok=True)
    places = target / "at-least", target / name
    for place in places:
        require_free(place)
    return places


def together(claims: list[str]) -> str:
    """Joins the claims of several certificates into a sentence."""
    return " and ".join(claims) or "nothing is proved"


def _require_free_file(path: Path) -> None:
    require_writable(os.fspath(path), own=True)
    if not path.exists():
        return
    try:
        budget = Budget()
        Files(Place(os.fspath(path), budget), budget)
    except Unreadable:
        raise UsageError(f"{path}: is something else than a certificate, which is left as it is") from None


def _listed(folder: Path) -> set[str]:
    """Returns the files that a certificate's manifest lists; raises `Unreadable`."""
    budget = Budget()
    return set(Files(Place(os.fspath(folder), budget), budget).digests)


def write_certificate(folder: Path, claim: Mapping[str, Any], files: Contents, limit: Limit) -> None:
    """Verifies a certificate and writes it, all or nothing.

    Raises `OutOfReach` if a limit is hit before it is verified, `SolverDisagreement` if the verifier refuses it.
    """
    contents = with_manifest(claim, files)
    data = packed(contents)
    _require_proof(folder, data, limit)
    if folder.suffix == PACKED:
        write(os.fspath(folder), data, own=True)
    else:
        write_folder(os.fspath(folder), contents, lambda: require_free(folder))


def _require_proof(folder: Path, data: bytes, limit: Limit) -> None:
    """Verifies a certificate as one temporary file beside its final place."""
    try:
        with TemporaryDirectory(dir=folder.parent, prefix=".nonosat-") as own:
            path = os.path.join(own, f"c{PACKED}")
            with open(path, "wb") as file:
                file.write(data)
            verification = verifier.verify(path, seconds=limit.seconds, memory=limit.memory)
    except OSError as error:
        raise OutputError(f"{folder}: cannot write: {error.strerror}") from None
    except Unreadable as error:
        raise SolverDisagreement(f"{folder}: the verifier cannot read the certificate: {error}") from None
    if verification.stopped:
        raise OutOfReach(Stopped(verification.stopped), "while the certificate was verified")
    if verification.refusal:
        raise SolverDisagreement(f"{folder}: the verifier refuses the certificate: {verification.refusal}")


def packed(contents: Mapping[str, bytes]) -> bytes:
    """Returns an archive of the files; the same files give the same bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(contents):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), contents[name])
    return whole.getvalue()


def with_manifest(claim: Mapping[str, Any], files: Contents) -> dict[str, bytes]:
    """Returns the files of a certificate and its manifest, which lists them."""
    contents = {name: data.encode() if isinstance(data, str) else data for name, data in files.items()}
    digests = {name: hashlib.sha256(contents[name]).hexdigest() for name in sorted(contents)}
    manifest = {"format": FORMAT, "claim": dict(claim), "files": digests}
    return contents | {MANIFEST: (json.dumps(manifest, indent=1) + "\n").encode()}
