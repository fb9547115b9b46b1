"""`certify`: proves a claim about a puzzle; and the answers of `conflict` and `repair` with their certificates."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Annotated, Any, Literal, NamedTuple, get_args

from nonosat.conflicts.mus import Conflict, conflict
from nonosat.counting.backbone import Backbone
from nonosat.counting.count import Count
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.certificate import SEARCH_SHARE, certify_verdict, together, two_places
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.proofs.minimality import certify_conflict, certify_givens, certify_smallest_conflict
from nonosat.proofs.repainting import certified_repair, certify_pixels
from nonosat.records.json_types import Text
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.repair_pixels import PixelProgress
from nonosat.repairs.result import CellChange, Repair
from nonosat.search.outcome import Observer, ProvedVerdict, Verdict
from nonosat.search.questions import Report
from nonosat.support.arguments import question
from nonosat.support.end import ALL_KNOWN, LIMITS, End, OutOfReach
from nonosat.support.errors import ArgumentError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer
from nonosat.support.sentences import number_text
from nonosat.verifier.claims import MOST_GIVENS

Claim = Literal["verdict", "count", "backbone", "conflict", "smallest-conflict", "givens", "pixels"]
"""Kind of a claim about a puzzle."""

CLAIMS: tuple[str, ...] = get_args(Claim)

_Folder = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Certificate(Answer):
    """Answer to `certify`: what was claimed, whether it is proved, and where the proof is."""

    claim: Annotated[str, "Kind of the claim, as it was asked for."]
    statement: Annotated[str, "The claim in words, or why there is none."]
    proved: bool
    """True if a certificate was written, which the verifier accepts."""
    verdict: ProvedVerdict
    path: str | None
    """The folder or file written, or None."""
    answer: Report | Count | Backbone | Conflict | Repair[CellChange] | None = field(default=None, repr=False)
    """The answer that the claim is about, as `check`, `count`, `backbone`, `conflict` or a repair give it; None after a limit."""

    _MEMBERS = ("claim", "statement", "verdict", *END)


@question
def certify(
    puzzle: Puzzle | Grid,
    folder: str | os.PathLike[str],
    *,
    claim: Annotated[
        Claim,
        Text(words=CLAIMS),
        "What to prove: the verdict, the number of solutions, the cells that all of them share, a minimal conflict, the "
        "bound of the smallest one, how many given cells are needed at least, or how many cells of the picture must change.",
    ] = "verdict",
    more_than: int | None = None,
    goal: Grid | None = None,
    filled: bool = False,
    line_solvable: bool = False,
    protect: Collection[tuple[int, int]] = (),
    keep_look: bool = False,
    add_only: bool = False,
    weights: Mapping[tuple[int, int], int] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Any], None] | None = None,
) -> Certificate:
    """Answers a question, and writes a proof of the answer into a new folder, or into one file `NAME.nonoproof`.

    Writes nothing if there is nothing to prove, such as after a limit, which holds for the answer and its proof together.
    Replaces an older certificate in the folder once the new one is complete. `verify` checks it.

    `more_than`, `goal` and `filled` are options of the claim "givens": that more than so many given cells are needed, of
    that solution, filled cells only; by default the best bound that can be checked. Those of "pixels" are `line_solvable`,
    `protect`, `keep_look`, `add_only` and `weights`, as in `repair_pixels`; it writes two certificates into the folder,
    `at-least` and `repaired`.

    Raises `UsageError` if the folder holds anything else, `OutputError` if the certificate cannot be written.
    """
    limit, began = limit_of(limit, seconds, memory), monotonic()
    options: dict[str, dict[str, Any]] = {
        "givens": {"more_than": more_than, "goal": goal, "filled": filled},
        "pixels": {
            "line_solvable": line_solvable,
            "protect": protect,
            "keep_look": keep_look,
            "add_only": add_only,
            "weights": weights,
        },
    }
    for kind, values in options.items():
        wrong = next((name for name, value in values.items() if value not in (None, False, ())), None)
        if wrong and claim != kind:
            raise ArgumentError(f"certify: `{wrong}` is an option of claim={kind!r}, not of claim={claim!r}")
    if isinstance(puzzle, Grid) and claim != "pixels":
        raise ArgumentError(
            "certify: `puzzle` must be a Puzzle, not a Grid: `grid.puzzle()` is the puzzle of a grid"
        )
    try:
        proof = _PROVERS[claim](puzzle, folder, limit, observer, **options.get(claim, {}))
    except OutOfReach as reason:
        proof = _Proof("unknown", False, Verdict.UNKNOWN, reason.end)
    path = os.path.realpath(folder) if proof.written else None
    return Certificate(
        claim,
        proof.statement,
        proof.written,
        proof.verdict,
        path,
        proof.answer,
        end=proof.end,
        seconds=monotonic() - began,
    )


class _Proof(NamedTuple):
    """The proof of a claim."""

    statement: str
    written: bool
    verdict: Verdict
    end: End = ALL_KNOWN
    answer: Report | Count | Backbone | Conflict | Repair[CellChange] | None = None


def _verdict(puzzle: Puzzle, folder: _Folder, limit: Limit, observer: Observer | None) -> _Proof:
    report = certify_verdict(puzzle, folder, limit=limit, observer=observer)
    decided = report.verdict is not Verdict.UNKNOWN
    return _Proof(str(report.verdict), decided, report.verdict, report.end, report)


def _count(puzzle: Puzzle, folder: _Folder, limit: Limit, observer: Observer | None) -> _Proof:
    count = certify_count(puzzle, folder, limit=limit, observer=observer)
    what = f"exactly {number_text(count.count, 'solution')}" if count.exact else "not counted exactly"
    return _Proof(what, count.exact, count.verdict, count.end, count)


def _backbone(puzzle: Puzzle, folder: _Folder, limit: Limit, observer: Observer | None) -> _Proof:
    shared = certify_backbone(puzzle, folder, limit=limit, observer=observer)
    if shared.verdict is Verdict.UNSOLVABLE:
        return _Proof("unsolvable, which has no backbone", False, shared.verdict, answer=shared)
    written = bool(shared.cells or shared.open) and not shared.undecided and not shared.stopped
    what = (
        f"{number_text(len(shared.cells), 'cell is', 'cells are')} the same in all solutions"
        if written
        else "no backbone is known"
    )
    return _Proof(what, written, shared.verdict, shared.end, shared)


def _givens(
    puzzle: Puzzle,
    folder: _Folder,
    limit: Limit,
    observer: Observer | None,
    *,
    more_than: int | None,
    goal: Grid | None,
    filled: bool,
) -> _Proof:
    """Proves a bound, by default that of the repair, up to the bounds that can be checked."""
    clock, repair = _clock(limit), None
    if more_than is None:
        asked = puzzle if goal is None else puzzle.replace(goal=goal)
        repair = repair_givens(
            asked, goal="any" if goal is None else None, filled=filled, limit=_for_search(limit)
        )
        more_than = min(repair.bound - 1, MOST_GIVENS)
        if more_than < 0:
            return _Proof("no given cells are needed", False, repair.verdict, repair.end, repair)
    written = certify_givens(
        puzzle, folder, more_than=more_than, goal=goal, filled=filled, limit=clock.rest, observer=observer
    )
    if not written:
        return _Proof(
            f"{number_text(more_than, 'given cell suffices', 'given cells suffice')}", False, Verdict.UNKNOWN
        )
    needed = number_text(more_than + 1, "given cell is", "given cells are")
    return _Proof(f"{needed} needed at least", True, Verdict.MULTIPLE, answer=repair)


def _conflict(puzzle: Puzzle, folder: _Folder, limit: Limit, observer: Observer | None) -> _Proof:
    clock = _clock(limit)
    contradiction = conflict(puzzle, limit=_for_search(limit))
    written = certify_conflict(contradiction, folder, limit=clock.rest, observer=observer)
    if not contradiction.size:
        return _Proof("no conflict", False, contradiction.verdict, contradiction.end, contradiction)
    all_of_it = number_text(
        contradiction.size, "line contradicts itself", "clues and givens contradict each other"
    )
    what = f"{all_of_it}, none can be spared"
    return _Proof(what, written, Verdict.UNSOLVABLE, contradiction.end, contradiction)


def _smallest_conflict(puzzle: Puzzle, folder: _Folder, limit: Limit, observer: Observer | None) -> _Proof:
    clock = _clock(limit)
    contradiction = conflict(puzzle, smallest=True, limit=_for_search(limit))
    written = certify_smallest_conflict(contradiction, folder, limit=clock.rest, observer=observer)
    if not contradiction.least:
        return _Proof("no conflict", False, contradiction.verdict, contradiction.end, contradiction)
    needed = number_text(contradiction.least, "clue or given is", "clues and givens are")
    what = f"{needed} needed at least for a contradiction"
    return _Proof(what, written, Verdict.UNSOLVABLE, contradiction.end, contradiction)


def _pixels(
    puzzle: Puzzle | Grid,
    folder: _Folder,
    limit: Limit,
    observer: Callable[[PixelProgress], None] | None,
    **options: Any,
) -> _Proof:
    repair, statement = certify_pixels(puzzle, folder, limit=limit, observer=observer, **options)
    return _Proof(statement, statement != together([]), repair.verdict, repair.end, repair)


def prove_fewest_givens(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    goal: Literal["any"] | None = None,
    filled: bool = False,
    limit: Limit,
    observer: Observer | None = None,
) -> tuple[Repair[CellChange], str]:
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


_PROVERS: dict[str, Callable[..., _Proof]] = {
    "verdict": _verdict,
    "count": _count,
    "backbone": _backbone,
    "conflict": _conflict,
    "smallest-conflict": _smallest_conflict,
    "givens": _givens,
    "pixels": _pixels,
}
