"""A repair whose kind the verdict decides."""

from __future__ import annotations

from nonosat.model.puzzle import Puzzle
from nonosat.repairs.means import By
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.result import CellChange, ClueChange, Repair
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.arguments import question
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Work


@question
def repair_auto(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Repair[CellChange | ClueChange]:
    """Repairs a puzzle with several solutions by givens, and one without any by correcting a clue.

    A puzzle with one solution is returned unchanged. `repair_givens` and `repair_clue` have options; `repair_pixels` changes
    the picture instead. Takes limits of seconds and memory, for the verdict and the repair together.

    >>> repair_auto(Puzzle(rows=[[1], [1]], columns=[[1], [1]])).by
    <By.GIVENS: 'givens'>
    >>> repair_auto(Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]])).by
    <By.CLUE: 'clue'>
    """
    clock = Clock(limit_of(limit, seconds, memory), extra_limits=("memory",))
    report = check(puzzle, limit=clock.rest)
    if report.verdict is Verdict.UNKNOWN:
        work = Work()
        work.stop(report.end)
        return Repair(by=By.GIVENS, verdict=report.verdict, **work.fields())
    repair = repair_clue if report.verdict is Verdict.UNSOLVABLE else repair_givens
    return repair(puzzle, limit=clock.rest)
