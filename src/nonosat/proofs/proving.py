"""Proves claims other than the verdict: what is claimed, and whether a certificate is written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Annotated, Literal

from nonosat.conflicts.mus import Conflict, conflict
from nonosat.counting.count import Count
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import SEARCH_SHARE, certify, together, two_places
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.proofs.minimality import certify_conflict, certify_givens
from nonosat.records.json_types import Text
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.result import Repair
from nonosat.search.outcome import Observer, Verdict
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import LIMITS, Clock, Limit, OutOfReach, Stopped
from nonosat.support.sentences import number_text
from nonosat.verifier.claims import MOST_GIVENS


@dataclass(frozen=True, slots=True)
class Proved:
    """Result of proving a claim."""

    claim: str
    """The claim in words, or why there is none."""
    written: bool
    verdict: Verdict
    stopped: Stopped | None = None
    detail: str = ""
    seconds: float = 0.0

    @classmethod
    def of_count(cls, count: Count) -> Proved:
        """Returns the result for a count; only an exact one has a certificate."""
        what = f"exactly {number_text(count.count, 'solution')}" if count.exact else "not counted exactly"
        return cls(what, count.exact, count.verdict, count.stopped, count.detail, count.seconds)


def prove(
    claim: Annotated[
        str,
        Text(words=CLAIMS),
        "What to prove: the verdict, the number of solutions, the cells that all of them share, how many given cells are "
        "needed at least, or why there is no solution.",
    ],
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit,
    observer: Observer | None = None,
) -> Proved:
    """Writes a certificate of the strongest claim of this kind that can be proved.

    Raises `UsageError` for an unknown kind, or a folder that holds anything but a certificate.
    """
    prover = _PROVERS.get(claim)
    if prover is None:
        raise UsageError(f"no claim is called {claim!r}")
    began = monotonic()
    try:
        proved = prover(puzzle, folder, limit, observer)
    except OutOfReach as reason:
        proved = Proved("unknown", False, Verdict.UNKNOWN, reason.stopped, reason.detail)
    return replace(proved, seconds=monotonic() - began)


def _count(puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None) -> Proved:
    return Proved.of_count(certify_count(puzzle, folder, limit=limit, observer=observer))


def _backbone(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    shared = certify_backbone(puzzle, folder, limit=limit, observer=observer)
    if shared.verdict is Verdict.UNSOLVABLE:
        return Proved("unsolvable, which has no backbone", False, shared.verdict)
    written = bool(shared.cells or shared.open) and not shared.undecided and not shared.stopped
    what = (
        f"{number_text(len(shared.cells), 'cell is', 'cells are')} the same in all solutions"
        if written
        else "no backbone is known"
    )
    return Proved(what, written, shared.verdict, shared.stopped, shared.detail)


def _givens(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    """Proves the bound of the repair, as far as it can be checked."""
    clock = _clock(limit)
    repair = repair_givens(puzzle, goal="any", limit=_for_search(limit))
    most = min(repair.bound - 1, MOST_GIVENS)
    if most < 0:
        return Proved("no given cells are needed", False, repair.verdict, repair.stopped, repair.detail)
    written = certify_givens(puzzle, folder, more_than=most, limit=clock.rest, observer=observer)
    return Proved(
        f"{number_text(most + 1, 'given cell is', 'given cells are')} needed at least",
        written,
        Verdict.MULTIPLE,
    )


def prove_fewest_givens(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    goal: Literal["any"] | None = None,
    filled: bool = False,
    limit: Limit,
    observer: Observer | None = None,
) -> tuple[Repair, str]:
    """Answers like `repair_givens`, and writes two certificates: `at-least`, of the bound (up to 7), and `repaired`.

    Also returns a sentence with the proved claims.
    """
    at_least, repaired = two_places(folder, "repaired")
    clock, claims = _clock(limit), list[str]()
    repair = repair_givens(puzzle, goal=goal, filled=filled, limit=_for_search(limit))
    most, kept = min(repair.bound - 1, MOST_GIVENS), None if goal or not puzzle.goal else repair.grid
    with suppress(OutOfReach):
        if most >= 0 and certify_givens(
            puzzle, at_least, more_than=most, goal=kept, filled=filled, limit=clock.rest, observer=observer
        ):
            which = "filled cell" if filled else "given cell"
            claims.append(f"{number_text(most + 1, f'{which} is', f'{which}s are')} needed at least")
        claims += _certified_repair(repair, repaired, clock.rest, observer)
    return repair, together(claims)


def _certified_repair(
    repair: Repair, place: Path, limit: Limit, observer: Observer | None = None
) -> list[str]:
    """Writes a certificate that the repaired puzzle has one solution; returns the proved claims, as phrases."""
    if not repair.repaired or not repair.changes:
        return []
    report = certify(repair.repaired, place, limit=limit, observer=observer)
    suffice = number_text(len(repair.changes), "suffices", "suffice")
    return [suffice] if report.verdict is Verdict.UNIQUE else []


def prove_conflict(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    smallest: bool = False,
    limit: Limit,
    observer: Observer | None = None,
) -> tuple[Conflict, str | None]:
    """Answers like `conflict`, and writes a certificate that it is minimal.

    Also returns a sentence with the proved claim; None if nothing is written.
    """
    clock = _clock(limit)
    contradiction = conflict(puzzle, smallest=smallest, limit=_for_search(limit))
    if not certify_conflict(contradiction, folder, limit=clock.rest, observer=observer):
        return contradiction, None
    members = number_text(
        contradiction.size, "line contradicts itself", "clues and givens contradict each other"
    )
    return contradiction, f"{members}, and none can be spared"


def _for_search(limit: Limit) -> Limit:
    """Returns the part of a limit for finding the claim."""
    return limit if limit.seconds is None else replace(limit, seconds=SEARCH_SHARE * limit.seconds)


def _clock(limit: Limit) -> Clock:
    return Clock(limit, extra_limits=LIMITS)


def _conflict(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    contradiction, claim = prove_conflict(puzzle, folder, limit=limit, observer=observer)
    verdict = Verdict.UNSOLVABLE if contradiction.size else Verdict.UNKNOWN
    written = claim is not None
    return Proved(claim or "no conflict", written, verdict, contradiction.stopped, contradiction.detail)


def _verdict(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    report = certify(puzzle, folder, limit=limit, observer=observer)
    known = report.verdict is not Verdict.UNKNOWN
    return Proved(str(report.verdict), known, report.verdict, report.stopped, report.detail, report.seconds)


_PROVERS = {
    "verdict": _verdict,
    "count": _count,
    "backbone": _backbone,
    "givens": _givens,
    "conflict": _conflict,
}

CLAIMS = tuple(_PROVERS)
