"""Proves claims other than the verdict, and decides which certificates are written."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Annotated, Literal

from nonosat.conflicts.mus import Conflict, conflict
from nonosat.counting.count import Count
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import SEARCH_SHARE, certify, together, two_places
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.proofs.minimality import certify_conflict, certify_givens, certify_smallest_conflict
from nonosat.proofs.repainting import certified_repair
from nonosat.records.json_types import Text
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.result import Repair
from nonosat.search.outcome import Observer, Verdict
from nonosat.support.end import ALL_KNOWN, LIMITS, End, Ended, OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit
from nonosat.support.sentences import number_text
from nonosat.verifier.claims import MOST_GIVENS


@dataclass(frozen=True, slots=True)
class Proved(Ended):
    """Result of proving a claim."""

    claim: str
    """The claim in words, or why there is none."""
    written: bool
    verdict: Verdict
    end: End = ALL_KNOWN
    seconds: float = 0.0

    @classmethod
    def of_count(cls, count: Count) -> Proved:
        """Returns the result for a count; only an exact one has a certificate."""
        what = f"exactly {number_text(count.count, 'solution')}" if count.exact else "not counted exactly"
        return cls(what, count.exact, count.verdict, count.end, count.seconds)


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
        proved = Proved("unknown", False, Verdict.UNKNOWN, reason.end)
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
    return Proved(what, written, shared.verdict, shared.end)


def _givens(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    """Proves the bound of the repair, up to the bounds that can be checked."""
    clock = _clock(limit)
    repair = repair_givens(puzzle, goal="any", limit=_for_search(limit))
    most = min(repair.bound - 1, MOST_GIVENS)
    if most < 0:
        return Proved("no given cells are needed", False, repair.verdict, repair.end)
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
        claims += certified_repair(repair, repaired, clock.rest, observer)
    return repair, together(claims)


def prove_conflict(
    puzzle: Puzzle, folder: str | os.PathLike[str], *, smallest: bool = False, limit: Limit
) -> tuple[Conflict, str]:
    """Answers like `conflict`, and writes a certificate that it is minimal.

    With `smallest` it is called `conflict` in the folder, beside `at-least`: no conflict has fewer members. Also
    returns a sentence with the proved claims; "nothing is proved" for a puzzle with solutions.
    """
    clock, claims = _clock(limit), list[str]()
    at_least, itself = two_places(folder, "conflict") if smallest else (None, folder)
    contradiction = conflict(puzzle, smallest=smallest, limit=_for_search(limit))
    if (
        at_least
        and contradiction.size
        and certify_smallest_conflict(contradiction, at_least, limit=clock.rest)
    ):
        claims.append(
            f"{number_text(contradiction.least, 'clue or given is', 'clues and givens are')} needed at least"
        )
    if contradiction.size and certify_conflict(contradiction, itself, limit=clock.rest):
        claims.append(
            f"{number_text(contradiction.size, 'contradicts itself', 'contradict each other')}, and none can be spared"
        )
    return contradiction, together(claims)


def _for_search(limit: Limit) -> Limit:
    """Returns the part of a limit for finding the claim."""
    return limit if limit.seconds is None else replace(limit, seconds=SEARCH_SHARE * limit.seconds)


def _clock(limit: Limit) -> Clock:
    return Clock(limit, extra_limits=LIMITS)


def _conflict(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    clock = _clock(limit)
    contradiction = conflict(puzzle, limit=_for_search(limit))
    written = certify_conflict(contradiction, folder, limit=clock.rest, observer=observer)
    if not contradiction.size:
        return Proved("no conflict", False, contradiction.verdict, contradiction.end)
    all_of_it = number_text(
        contradiction.size, "line contradicts itself", "clues and givens contradict each other"
    )
    what = f"{all_of_it}, none can be spared"
    return Proved(what, written, Verdict.UNSOLVABLE, contradiction.end)


def _verdict(
    puzzle: Puzzle, folder: str | os.PathLike[str], limit: Limit, observer: Observer | None
) -> Proved:
    report = certify(puzzle, folder, limit=limit, observer=observer)
    decided = report.verdict is not Verdict.UNKNOWN
    return Proved(str(report.verdict), decided, report.verdict, report.end, report.seconds)


_PROVERS = {
    "verdict": _verdict,
    "count": _count,
    "backbone": _backbone,
    "givens": _givens,
    "conflict": _conflict,
}

CLAIMS = tuple(_PROVERS)
