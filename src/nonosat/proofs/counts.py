"""Certificates of the number of solutions, and of the backbone.

The checker counts again by frontier DP, in the order of cells found narrowest here. The certificate also proves that some
candidates are in no solution; without these facts the frontiers can be too wide to count.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from nonosat.counting.backbone import Backbone, backbone_of
from nonosat.counting.count import Count
from nonosat.counting.explore import explore
from nonosat.counting.frontier import Ordering, TooManyStates, orderings
from nonosat.counting.race import CountMethod, RegionCount
from nonosat.counting.regions import Region, split
from nonosat.counting.sweeps import count_solutions
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.certificate import new_certificate, write_certificate
from nonosat.proofs.refutation_files import (
    Contents,
    Pair,
    family_text,
    list_text,
    refutation_files,
    statement_text,
)
from nonosat.sat.oracle import Oracle
from nonosat.search.outcome import Observer, Verdict
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.results import Work
from nonosat.support.sentences import number_text
from nonosat.verifier.reading import ORDERS, PUZZLE, SOLUTIONS

# frontier sizes to try, in states; the first that some cell order fits is used
_WIDTHS = (4_000, 40_000, 400_000, 4_000_000)

_STATE_BYTES = 300  # approximate bytes per state
_PLAIN_WIDTHS = _WIDTHS[:1]  # widths tried before a solver is asked for facts


def certify_count(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> Count:
    """Counts the solutions by frontiers, and writes a certificate of their number into a new folder.

    Writes nothing if the number is not exact: a region is too wide for frontiers, its lines cross cyclically, or a
    limit was hit (see `detail`). See `certify_verdict` for the folder.
    """
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    puzzle.require_readable()
    counted_solutions, files = run_limited(counted, puzzle, limit=limit, observer=observer)
    claim = {"kind": "count", "count": str(counted_solutions.count)}
    if counted_solutions.verdict is Verdict.UNSOLVABLE:
        claim = {"kind": "unsolvable"}
    try:
        if files:
            write_certificate(target, claim, files, clock.rest)
    except OutOfReach as reason:
        return replace(counted_solutions, exact=False, end=reason.end)
    return counted_solutions


def counted(puzzle: Puzzle, *, clock: Clock, observer: Observer | None = None) -> tuple[Count, Contents]:
    """Returns the number of solutions, and the files of its certificate; no files if it is not exact."""
    work = Work()
    files: Contents = {}
    regions: list[RegionCount] = []
    verdict, total = Verdict.UNKNOWN, 0
    try:
        facts, parts = _parts(puzzle, clock)
        total = 1 if parts is not None else 0
        chosen: list[Ordering] = []
        for region, board in parts or ():
            ordering, number = _narrowest(region, board, _WIDTHS, clock) or (None, 0)
            if ordering is None:
                raise OutOfReach(Stopped.SIZE, _no_order_text(region, board, clock))
            chosen.append(ordering)
            total *= number
            regions.append(RegionCount(region.cells, LongInt(number), True, CountMethod.SWEPT))
        files = {PUZZLE: statement_text(puzzle)}
        impossible = [[pair] for pair in facts] if total else None
        files |= refutation_files(puzzle, clock, observer, impossible=impossible)
        if total:
            files[ORDERS] = list_text(ordering.cells for ordering in chosen)
        verdict = Verdict.MULTIPLE if total > 1 else Verdict.UNIQUE if total else Verdict.UNSOLVABLE
    except OutOfReach as reason:
        work.stop(reason.end)
        files = {}
    number = LongInt(total if files else 0)
    line_solvable = None if not files else not regions and verdict is Verdict.UNIQUE
    exact = bool(files)
    count = Count(puzzle, verdict, number, exact, tuple(regions), line_solvable, **work.fields())
    return count, files


def _parts(puzzle: Puzzle, clock: Clock) -> tuple[list[Pair], list[tuple[Region, Board]] | None]:
    """Returns the facts to prove, and the regions that they leave open; None instead of regions if there is no solution."""
    if puzzle.contradictions():
        return [], None
    board = Board(puzzle)
    if propagate(board, tick=clock.tick):
        return [], None
    plain = [(region, board) for region in split(board, tick=clock.tick)]
    if all(_narrowest(region, board, _PLAIN_WIDTHS, clock) for region, _ in plain):
        return [], plain
    exploration = explore(puzzle, clock)
    if exploration.stopped and exploration.stopped is not Stopped.SIZE:
        raise exploration.end.error()
    if exploration.solvable is False:
        return [], None
    return _excluded(board, exploration.board), [
        (part.region, exploration.board) for part in exploration.parts or ()
    ]


def _no_order_text(region: Region, board: Board, clock: Clock) -> str:
    """Says why a region has no order for a certificate."""
    cells = number_text(len(region.cells), "cell")
    if orderings(region, board, tick=clock.tick):
        return f"a region of {cells} is too wide to count"
    return f"no certificate: in a region of {cells} lines cross cyclically, so no order of cells follows each line"


def _excluded(board: Board, explored: Board) -> list[Pair]:
    """Returns the candidates excluded by the exploration but not by line solving."""
    return [(cell, colour) for cell, colour in open_pairs(board) if colour not in explored.colours_of(cell)]


def open_pairs(board: Board) -> Iterator[Pair]:
    """Yields the candidates of the open cells."""
    for cell in range(board.cells):
        colours = board.colours_of(cell)
        if len(colours) > 1:
            yield from ((cell, colour) for colour in colours)


def _narrowest(
    region: Region, board: Board, widths: Iterable[int], clock: Clock
) -> tuple[Ordering, int] | None:
    """Returns an order with narrow frontiers, and the number of solutions; None if all are too wide."""
    orders = orderings(region, board, tick=clock.tick)
    for width in widths:
        for ordering in orders:
            with suppress(TooManyStates):
                width = clock.capacity(width, _STATE_BYTES)
                return ordering, count_solutions(ordering, width=width, tick=clock.tick, strict=True)[0]
    return None


def certify_backbone(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> Backbone:
    """Finds the backbone, and writes a certificate of it into a new folder.

    Writes nothing if there is no solution or a cell is undecided. See `certify_verdict` for the folder.
    """
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    puzzle.require_readable()
    shared, files = run_limited(_certified_backbone, puzzle, limit=limit, observer=observer)
    try:
        if files:
            write_certificate(target, {"kind": "backbone", "cells": len(shared.cells)}, files, clock.rest)
    except OutOfReach as reason:
        return replace(shared, end=reason.end)
    return shared


def _certified_backbone(
    puzzle: Puzzle, *, clock: Clock, observer: Observer | None = None
) -> tuple[Backbone, Contents]:
    began = monotonic()
    exploration = explore(puzzle, clock)
    shared = backbone_of(exploration, monotonic() - began)
    example = exploration.example()
    if exploration.stopped or example is None or shared.undecided:
        return shared, {}
    files: Contents = {PUZZLE: statement_text(puzzle)}
    try:
        board = Board(puzzle)
        propagate(board, tick=clock.tick)
        facts = [[pair] for pair in _excluded(board, exploration.board)]
        files |= refutation_files(puzzle, clock, observer, impossible=facts)
        files[SOLUTIONS] = family_text(_differing(puzzle, exploration.board, example, clock))
    except OutOfReach as reason:
        return replace(shared, end=reason.end), {}
    return replace(shared, seconds=monotonic() - began), files


def _differing(puzzle: Puzzle, board: Board, example: Grid, clock: Clock) -> list[Grid]:
    """Returns solutions that together show two colours of every open cell."""
    grids = [example]
    if not board.open_cells():
        return grids
    with Oracle.of_board(board, clock) as oracle:
        same = dict(oracle.agreeing(example.cells))
        while same and oracle.solve(once=[-literal for literal in same.values()]):
            clock.tick()
            grid = checked(puzzle, oracle.picture().cells, "the oracle")
            grids.append(grid)
            same = {cell: colour for cell, colour in same.items() if grid.cells[cell] == example.cells[cell]}
    return grids
