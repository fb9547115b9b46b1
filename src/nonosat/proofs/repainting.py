"""Certificates of repaired pictures: this repainting suffices, and no cheaper one does.

The bound rests on flaws (`nonosat.repairs.flaws`): every cheaper picture has one of them. The checker verifies
each flaw by its windows; a solver proves that every cheap picture has a flaw.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.certificate import SEARCH_SHARE, certify_verdict, together, two_places, write_certificate
from nonosat.proofs.least_choices import Choice, Element, costs_more
from nonosat.proofs.refutation_files import (
    Contents,
    compact,
    lines_text,
    list_text,
    pictures_text,
    statement_text,
)
from nonosat.repairs.flaws import Flaw
from nonosat.repairs.repair_pixels import Flaws, PixelProgress, Repainting, repaired_with_flaws
from nonosat.repairs.result import CellChange, Repair
from nonosat.search.outcome import Observer, Verdict
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.sentences import number_text
from nonosat.verifier.reading import FLAWS, PUZZLE, REPAINT, SOLUTIONS


def certify_pixels(
    puzzle: Grid | Puzzle,
    folder: str | os.PathLike[str],
    *,
    line_solvable: bool = False,
    protect: Collection[tuple[int, int]] = (),
    keep_look: bool = False,
    add_only: bool = False,
    weights: Mapping[tuple[int, int], int] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[PixelProgress], None] | None = None,
) -> tuple[Repair[CellChange], str]:
    """Answers like `repair_pixels`, and writes certificates; returns the repair, and a sentence with the proved claims.

    The folder gets `at-least` (nothing cheaper than the bound suffices) and `repaired` (the repaired puzzle
    has one solution). Either can be missing: a bound of 0 needs no proof, and a limit can be hit. `limit` holds for all
    of it.
    """
    at_least, repaired = two_places(folder, "repaired")
    clock = Clock(limit_of(limit, seconds, memory), extra_limits=("memory",))
    repainting = Repainting(line_solvable, tuple(protect), weights, keep_look, add_only)
    repair, claim, files = run_limited(_repaired, puzzle, repainting, limit=clock.limit, observer=observer)
    claims = list[str]()
    with suppress(OutOfReach):
        if files:
            write_certificate(at_least, claim, files, clock.rest)
            more = claim["more_than"]
            claims.append(
                "no picture will do"
                if repair.complete and not repair.found
                else f"more than {more} must change"
                if not (keep_look or weights)
                else f"every repair costs more than {more}"
            )
    claims += certified_repair(repair, repaired, clock.rest)
    return repair, together(claims)


def certified_repair(
    repair: Repair[CellChange], place: Path, limit: Limit, observer: Observer | None = None
) -> list[str]:
    """Writes a certificate that the repaired puzzle has one solution; returns the proved claims, as phrases."""
    if not repair.repaired or not repair.changes:
        return []
    report = certify_verdict(repair.repaired, place, limit=limit, observer=observer)
    cost = "" if repair.cost == len(repair.changes) else f", which cost {repair.cost}"
    suffice = number_text(len(repair.changes), "suffices", "suffice")
    return [f"{suffice}{cost}"] if report.verdict is Verdict.UNIQUE else []


def _repaired(
    puzzle: Grid | Puzzle,
    repainting: Repainting,
    *,
    clock: Clock,
    observer: Callable[[PixelProgress], None] | None = None,
) -> tuple[Repair[CellChange], dict[str, Any], Contents]:
    """Returns the repair, the claim, and the files that prove it; no files without a bound or time."""
    searching = clock.part(share=SEARCH_SHARE)
    repair, flaws = repaired_with_flaws(puzzle, repainting, clock=searching, observer=observer)
    hopeless = repair.complete and not repair.found
    if not repair.bound and not hopeless:
        return repair, {}, {}
    more_than = sum(flaws.weights[cell] for cell in flaws.free) if hopeless else repair.bound - 1
    claim = {"kind": "repainting", "more_than": more_than, "lines": repainting.line_solvable}
    try:
        return repair, claim, flaws_files(flaws, None if hopeless else more_than, clock)
    except OutOfReach:
        return repair, claim, {}


def flaws_files(flaws: Flaws, most: int | None, clock: Clock) -> Contents:
    """Returns the files that prove that every good picture costs more than `most`; with None, that no picture is good."""
    puzzle, goal = flaws.drawn, flaws.drawn.goal
    assert goal
    places, colours = puzzle.coordinates, range(len(puzzle.palette))
    cells = _arranged(flaws)
    number_of = {cell: number for number, cell in enumerate(cells)}
    elements = [
        Element(
            goal.cells[cell],
            {colour: ["cell", *places[cell], colour] for colour in colours if colour != goal.cells[cell]},
            flaws.weights[cell],
        )
        for cell in cells
    ]
    refused: list[Choice] = [
        {number_of[cell]: picture[cell] for cell in sorted(flaw.cells) if cell in number_of}
        for picture, flaw in flaws.found
    ]
    bound = costs_more(elements, refused, most, clock, puzzle=puzzle)
    return bound.files | {
        PUZZLE: statement_text(puzzle),
        SOLUTIONS: pictures_text([goal]),
        REPAINT: list_text([*places[cell], flaws.weights[cell]] for cell in cells),
        FLAWS: lines_text(compact(_stated(puzzle, goal.cells, *flaws.found[at])) for at in bound.needed),
    }


def _arranged(flaws: Flaws) -> Sequence[int]:
    """Returns the cells that can be repainted: cells of disjoint flaws first, flaw by flaw.

    Each disjoint flaw adds to the cost, so the sums in the proof stay small.
    """
    free, first = set(flaws.free), dict[int, None]()
    tally: Counter[int] = Counter()
    small = sorted((sorted(flaw.cells & free) for _, flaw in flaws.found), key=len)
    for cells in small:
        tally.update(cells)
        if first.keys().isdisjoint(cells):
            first |= dict.fromkeys(cells)
    others = sorted(free - first.keys(), key=lambda cell: (-tally[cell], cell))
    return [*first, *others]


def _stated(puzzle: Puzzle, start: bytes, picture: bytes, flaw: Flaw) -> list[Any]:
    """Returns a flaw as a certificate states it."""
    names = puzzle.geometry.lines
    others: Iterable[tuple[int, int]] = flaw.swap.items() or (
        (cell, colour) for cell, left in flaw.open.items() for colour in left if colour != picture[cell]
    )
    mentioned = sorted(flaw.cells | flaw.swap.keys() | flaw.open.keys())
    return [
        [[cell, picture[cell]] for cell in mentioned if picture[cell] != start[cell]],
        [[*names[line], first, last] for line, first, last in sorted(flaw.windows)],
        sorted(map(list, others)),
    ]
