"""Certificates that no fewer repainted cells would do, and that these do.

What shows the bound are flaws (`nonosat.questions.repairs.flaws`): every picture that costs less to reach has one of
them. That a flaw is one, any reader can see from its windows; that every cheap picture has one, a solver proves.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from nonosat.foundation.arguments import question
from nonosat.foundation.limits import Clock, Limit, OutOfReach, limit_of
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.argument import Contents, compact, lines_text, list_text, pictures_text, statement_text
from nonosat.proofs.certificate import SEARCH_SHARE, certify, two_places, write_certificate
from nonosat.proofs.choices import Choice, Element, costs_more
from nonosat.questions.repairs.flaws import Flaw
from nonosat.questions.repairs.pixels import Flaws, PixelProgress, repaired_with_flaws
from nonosat.questions.repairs.result import Repair
from nonosat.solving.engine.outcome import Verdict
from nonosat.verifier.reading import FLAWS, PUZZLE, REPAINT, SOLUTIONS


@question
def certify_pixels(
    puzzle: Grid | Puzzle,
    folder: str | os.PathLike[str],
    *,
    line_solvable: bool = False,
    protect: Collection[tuple[int, int]] = (),
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[PixelProgress], None] | None = None,
) -> tuple[Repair, str]:
    """Answers like `repair_pixels`, and writes certificates of it; returns the repair and in words what is proved.

    The folder then holds `at-least`, which shows that fewer changed cells than the bound do not suffice, and
    `repaired`, that the repaired puzzle has one solution. One may be missing: a bound of 0 needs no proof,
    and a limit may come first. `limit` holds for all of it together.
    """
    at_least, repaired = two_places(folder, "repaired")
    clock = Clock(limit_of(limit, seconds, memory), extra_limits=("memory",))
    arguments = puzzle, line_solvable, tuple(protect)
    repair, claim, files = answered(_repaired, *arguments, limit=clock.limit, observer=observer)
    said = []
    with suppress(OutOfReach):
        if files:
            write_certificate(at_least, claim, files, clock.rest)
            more = claim["more_than"]
            said.append(
                "no picture will do"
                if repair.complete and not repair.found
                else f"more than {more} must change"
            )
    if repair.puzzle and repair.changes:
        report = certify(repair.puzzle, repaired, limit=clock.rest)
        if report.verdict is Verdict.UNIQUE:
            said.append(f"{len(repair.changes)} suffice")
    return repair, " and ".join(said) or "nothing is proved"


def _repaired(
    puzzle: Grid | Puzzle,
    line_solvable: bool,
    protect: Collection[tuple[int, int]],
    *,
    clock: Clock,
    observer: Callable[[PixelProgress], None] | None = None,
) -> tuple[Repair, dict[str, Any], Contents]:
    """The repair, what is claimed of it, and the files that show this; none if there is no bound, or no time for it."""
    searching = clock if clock.left is None else clock.with_deadline(monotonic() + SEARCH_SHARE * clock.left)
    repair, flaws = repaired_with_flaws(puzzle, line_solvable, protect, clock=searching, observer=observer)
    hopeless = repair.complete and not repair.found
    if not repair.bound and not hopeless:
        return repair, {}, {}
    more_than = len(flaws.free) if hopeless else repair.bound - 1
    claim = {"kind": "repainting", "more_than": more_than, "lines": line_solvable}
    try:
        return repair, claim, flaws_files(flaws, None if hopeless else more_than, clock)
    except OutOfReach:
        return repair, claim, {}


def flaws_files(flaws: Flaws, most: int | None, clock: Clock) -> Contents:
    """The files that show that every good picture costs more than `most`; None if there is none."""
    puzzle, goal = flaws.drawn, flaws.drawn.goal
    assert goal
    places, colours = puzzle.coordinates, range(len(puzzle.palette))
    cells = _arranged(flaws)
    number_of = {cell: number for number, cell in enumerate(cells)}
    elements = [
        Element(
            goal.cells[cell],
            {each: ["cell", *places[cell], each] for each in colours if each != goal.cells[cell]},
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
        REPAINT: list_text([*places[cell], 1] for cell in cells),
        FLAWS: lines_text(compact(_stated(puzzle, goal.cells, *flaws.found[at])) for at in bound.needed),
    }


def _arranged(flaws: Flaws) -> Sequence[int]:
    """The cells that may be repainted: first those of flaws that have none in common, flaw by flaw.

    What these cost adds up from one to the next, so the sums of the proof stay near to what it needs.
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
    """A flaw as a certificate states it."""
    names = puzzle.geometry.lines
    others: Iterable[tuple[int, int]] = flaw.swap.items() or (
        (cell, each) for cell, left in flaw.open.items() for each in left if each != picture[cell]
    )
    spoken = sorted(flaw.cells | flaw.swap.keys() | flaw.open.keys())
    return [
        [[cell, picture[cell]] for cell in spoken if picture[cell] != start[cell]],
        [[*names[line], first, last] for line, first, last in sorted(flaw.windows)],
        sorted(map(list, others)),
    ]
