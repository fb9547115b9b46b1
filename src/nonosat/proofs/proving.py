"""One answer for every claim that can be proved beside the verdict: what is claimed, and whether that is written."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import require_writable_folder
from nonosat.foundation.limits import Limit, OutOfReach, Stopped
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify, require_free
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.proofs.minimality import certify_conflict, certify_givens
from nonosat.questions.conflicts.mus import conflict
from nonosat.questions.repairs.givens import repair_givens
from nonosat.questions.repairs.result import Repair
from nonosat.questions.solution_space.counting import Count
from nonosat.solving.engine.outcome import Observer, Verdict
from nonosat.verifier.claims import MOST_GIVENS


@dataclass(frozen=True, slots=True)
class Proved:
    """What came of proving a claim."""

    claim: str
    """In words; or why there is none."""
    written: bool
    verdict: Verdict
    stopped: Stopped | None = None
    detail: str = ""
    seconds: float = 0.0

    @classmethod
    def of_count(cls, found: Count) -> Proved:
        """What a count says, whose certificate is written if it is exact."""
        what = f"exactly {found.count} solutions" if found.exact else "not counted exactly"
        return cls(what, found.exact, found.verdict, found.stopped, found.detail, found.seconds)


def prove(
    claim: str,
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit,
    observer: Observer | None = None,
) -> Proved:
    """Writes the certificate of `count`, `backbone`, `givens` or `conflict`, as strong as it can be proved.

    Raises `UsageError` for another claim, and for a folder with something else in it.
    """
    prover = {"count": _count, "backbone": _backbone, "givens": _givens, "conflict": _conflict}.get(claim)
    if prover is None:
        raise UsageError(f"no claim is called {claim!r}")
    began = monotonic()
    try:
        found = prover(puzzle, folder, limit, observer)
    except OutOfReach as reason:
        found = Proved("unknown", False, Verdict.UNKNOWN, reason.stopped, reason.detail)
    return replace(found, seconds=monotonic() - began)


def _count(puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None) -> Proved:
    return Proved.of_count(certify_count(puzzle, folder, limit=limit, observer=observer))


def _backbone(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    found = certify_backbone(puzzle, folder, limit=limit, observer=observer)
    written = bool(found.cells or found.open) and not found.undecided and not found.stopped
    what = f"{len(found.cells)} cells are the same in all solutions" if written else "no backbone is known"
    return Proved(what, written, found.verdict, found.stopped, found.detail)


def _givens(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    """The greatest bound that the repair knows, as far as it can be checked."""
    began = monotonic()
    repair = repair_givens(puzzle, goal="any", limit=limit)
    left = None if limit.seconds is None else max(0.0, limit.seconds - monotonic() + began)
    most = min(repair.bound - 1, MOST_GIVENS)
    if most < 0:
        return Proved("no given cells are needed", False, repair.verdict, repair.stopped, repair.detail)
    limit = replace(limit, seconds=left)
    written = certify_givens(puzzle, folder, more_than=most, limit=limit, observer=observer)
    return Proved(f"{most + 1} given cells are needed at least", written, Verdict.MULTIPLE)


def prove_fewest_givens(
    puzzle: Puzzle,
    repair: Repair,
    folder: str | os.PathLike[str],
    *,
    any_solution: bool = False,
    limit: Limit,
    observer: Observer | None = None,
) -> str:
    """Writes two certificates into a folder: `at-least`, the bound on the given cells, and `repaired`, that they suffice.

    Returns in words what is proved. Bounds above 6 are proved as far as that. With `any_solution` the bound holds
    whichever solution is left, else for the one that the repair leaves.
    """
    target = Path(folder)
    require_writable_folder(os.fspath(target))
    target.mkdir(exist_ok=True)
    for name in ("at-least", "repaired"):
        require_free(target / name)
    began, said = monotonic(), []

    def left() -> Limit:
        seconds = None if limit.seconds is None else max(0.0, limit.seconds - monotonic() + began)
        return replace(limit, seconds=seconds)

    most, goal = min(repair.bound - 1, MOST_GIVENS), None if any_solution else repair.grid
    try:
        if most >= 0 and certify_givens(
            puzzle, target / "at-least", more_than=most, goal=goal, limit=left(), observer=observer
        ):
            said.append(f"{most + 1} given cells are needed at least")
        if repair.puzzle and repair.changes:
            report = certify(repair.puzzle, target / "repaired", limit=left(), observer=observer)
            if report.verdict is Verdict.UNIQUE:
                said.append(f"{len(repair.changes)} suffice")
    except OutOfReach:
        pass
    return " and ".join(said) or "nothing is proved"


def _conflict(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    began = monotonic()
    found = conflict(puzzle, limit=limit)
    left = None if limit.seconds is None else max(0.0, limit.seconds - monotonic() + began)
    written = certify_conflict(found, folder, limit=replace(limit, seconds=left), observer=observer)
    if not found.size:
        return Proved("no conflict", False, Verdict.UNKNOWN, found.stopped, found.detail)
    what = f"{found.size} clues and givens contradict each other, none can be spared"
    return Proved(what, written, Verdict.UNSOLVABLE, found.stopped, found.detail)
