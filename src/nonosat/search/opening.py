"""The opening of a search: lines and probing, which settle most puzzles made for people, without any solver.

Small boards are probed briefly, and so are large ones with 180-degree symmetry, where the learner comes first.

`require_solution` checks every solution against the clues before it is returned; it shares nothing with what found it.
"""

from __future__ import annotations

from collections.abc import Generator
from time import process_time

from nonosat.lines.board import Board
from nonosat.lines.probing import PATIENCE, probe
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import Kernel
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.half_turn import LONG, MANY, SHORT, folded
from nonosat.search.outcome import Observer, Outcome, Stats
from nonosat.support.errors import SolverDisagreement
from nonosat.support.lazy_dataclasses import replace
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped

_BRIEFLY = 12
"""Consecutive fruitless probes that end brief probing of a board that is not large, and any without the kernel. Tournaments take
1.10 times as long with 6, 1.03 with 24, colours 1.07 and 1.03."""


def is_brief(puzzle: Puzzle, open_cells: int) -> bool:
    """Returns whether the opening probes briefly only."""
    return Kernel is not None and (open_cells < MANY or folded(puzzle, open_cells) is not None)


def opening(
    puzzle: Puzzle,
    outcome: Outcome,
    limit: Limit,
    clock: Clock,
    observer: Observer | None,
    known: list[bytes],
) -> Generator[Grid, None, Board | None]:
    """Yields solutions that lines and probing find, and returns the board if there may be others.

    Returns None if nothing is left to do, by the outcome that is filled in here. The `known` solutions, cell by cell, are
    not yielded; those that are yielded are added to them. `clock` keeps the limit of time and memory.
    """
    if limit.solutions == 0 or puzzle.contradictions():
        outcome.stats = Stats(cells=sum(puzzle.row_lengths))
        if limit.solutions == 0:
            outcome.stopped = Stopped.SOLUTIONS
        else:
            outcome.refute()
        return None
    board = Board(puzzle)
    try:
        found = _by_lines(board, outcome, clock, observer)
        if not outcome.complete:
            brief = is_brief(puzzle, outcome.stats.open_cells)
            found = by_probing(board, outcome, limit, clock, brief=brief)
    except OutOfReach as reason:
        outcome.stop(reason)
        return None
    for solution in found:
        if solution in known:
            continue
        require_solution(solution, puzzle)
        known.append(solution)
        outcome.found += 1
        yield Grid.of(puzzle, solution)
        if outcome.found == limit.solutions and not outcome.complete:
            outcome.stopped = Stopped.SOLUTIONS
            return None
    return None if outcome.complete else board


def require_solution(cells: bytes, puzzle: Puzzle) -> None:
    """Raises `SolverDisagreement` if what a search has found is no solution."""
    if not puzzle.is_solved_by(cells):
        raise SolverDisagreement(
            f"the solver's grid is no solution: {Grid.of(puzzle, cells)!r} of {puzzle!r}"
        )


def _by_lines(board: Board, outcome: Outcome, clock: Clock, observer: Observer | None) -> list[bytes]:
    """Propagation, which settles what single lines can: the only solution, if that is all."""
    picture, left, began = b"", 0, process_time()
    try:
        clock.tick()
        outcome.contradiction = propagate(board, observer=observer, tick=clock.tick)
        if not outcome.contradiction:
            picture, left = board.picture()
    finally:
        outcome.stats = Stats(cells=board.cells, open_cells=left, propagate=process_time() - began)
    if outcome.contradiction:
        outcome.refute()
        return []
    outcome.complete = outcome.line_solvable = not left
    return [] if left else [picture]


def by_probing(board: Board, outcome: Outcome, limit: Limit, clock: Clock, *, brief: bool) -> list[bytes]:
    """Probing, which settles most of what lines leave open in puzzles that are made for people: solutions that it has led to.

    They are all if the outcome is complete then. One or two end the probing if no more are asked for.
    """
    began, before, probed = process_time(), outcome.stats, None
    patience, credit = PATIENCE, LONG
    if Kernel is None or (brief and before.open_cells < MANY):
        patience = _BRIEFLY
    elif brief:
        patience, credit = before.open_cells, SHORT
    wanted = limit.solutions if limit.solutions in (1, 2) else 0
    try:
        probed = probe(
            board,
            patience=patience,
            credit=credit,
            solutions=wanted,
            tick=clock.tick,
        )
    finally:
        outcome.stats = replace(
            before,
            probe=before.probe + process_time() - began,
            probes=before.probes + (probed.probes if probed else 0),
        )
    if probed.contradiction:
        outcome.complete = True
        return []
    picture, left = board.picture()
    outcome.complete = not left
    return probed.solutions if left else [picture]
