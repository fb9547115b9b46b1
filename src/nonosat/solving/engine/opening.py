"""The opening of a search: lines and probing, which settle most puzzles made for people, without any solver.

Small boards are probed briefly, and large ones with 180-degree symmetry not at all, where the learner comes first.

Every grid is checked against the clues by `Grid.satisfies`, which shares nothing with what found it, before it is
returned.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from time import process_time

from nonosat.foundation.errors import SolverDisagreement
from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.engine.collector import collector_paused
from nonosat.solving.engine.half_turn import folded
from nonosat.solving.engine.outcome import Observer, Outcome, Stats
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.probing import probe
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.solver import Kernel

_BRIEFLY = 12
"""Consecutive fruitless probes that end brief probing."""

_SMALL = 2500
"""Open cells up to which probing begins briefly: a round of the learner takes about 5 ms there."""


def opening_patience(puzzle: Puzzle, open_cells: int) -> int | None:
    """How many probes in turn can refute nothing in the opening: 0 for no probing, None for the usual number."""
    if Kernel is None:
        return None
    if folded(puzzle, open_cells) is not None:
        return 0
    return _BRIEFLY if open_cells <= _SMALL else None


def opening(
    puzzle: Puzzle,
    outcome: Outcome,
    limit: Limit,
    clock: Clock,
    observer: Observer | None = None,
    known: Collection[bytes] = (),
) -> Generator[Grid, None, Board | None]:
    """Yields the only solution if lines and probing find it, and returns the board if they leave cells open.

    Returns None if nothing is left to do, by the outcome that is filled in here. The `known` solutions, cell by cell, are
    not yielded. `clock` keeps the limit of time and memory.
    """
    cells = sum(puzzle.row_lengths)
    if limit.solutions == 0 or puzzle.contradictions():
        outcome.stats = Stats(cells=cells)
        if limit.solutions == 0:
            outcome.stopped = Stopped.SOLUTIONS
        else:
            outcome.refute()
        return None
    board = Board(puzzle)
    try:
        solution = _by_lines(board, outcome, clock, observer)
        if not outcome.complete:
            patience = opening_patience(puzzle, outcome.stats.open_cells)
            if patience != 0:
                solution = by_probing(board, outcome, clock, patience)
    except OutOfReach as reason:
        outcome.stop(reason)
        return None
    if not outcome.complete:
        return board
    if solution is not None and solution not in known:
        grid = Grid.of(puzzle, solution)
        require_solution(grid, puzzle)
        outcome.found += 1
        yield grid
    return None


def require_solution(grid: Grid, puzzle: Puzzle) -> None:
    """Raises `SolverDisagreement` if a grid that a search has found is no solution."""
    if not grid.satisfies(puzzle):
        raise SolverDisagreement(f"the solver's grid is no solution: {grid!r} of {puzzle!r}")


def _by_lines(board: Board, outcome: Outcome, clock: Clock, observer: Observer | None) -> bytes | None:
    """Propagation, which settles what single lines can: the only solution, if that is all."""
    picture, left, began = None, 0, process_time()
    try:
        clock.tick()
        with collector_paused():
            outcome.contradiction = propagate(board, observer=observer, tick=clock.tick)
        if not outcome.contradiction:
            picture, left = board.picture()
    finally:
        outcome.stats = Stats(cells=board.cells, open_cells=left, propagate=process_time() - began)
    if outcome.contradiction:
        outcome.refute()
        return None
    outcome.complete = outcome.line_solvable = not left
    return picture


def by_probing(board: Board, outcome: Outcome, clock: Clock, patience: int | None = None) -> bytes | None:
    """Probing, which settles most of what lines leave open in puzzles that are made for people: the only solution, if that
    is all. `patience` is that of `probe`.
    """
    began, before, probed = process_time(), outcome.stats, None
    try:
        probed = probe(board, patience=patience, tick=clock.tick)
    finally:
        outcome.stats = replace(
            before,
            probe=before.probe + process_time() - began,
            probes=before.probes + (probed.probes if probed else 0),
        )
    if probed.contradiction:
        outcome.complete = True
        return None
    picture, left = board.picture()
    outcome.complete = not left
    return picture
