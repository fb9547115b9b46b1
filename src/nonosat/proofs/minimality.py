"""Certificates of minimality: no fewer givens suffice, every clue of a conflict is needed.

A lower bound k on givens is proved by a family of solutions and impossible sets of (cell, colour) pairs: any k pairs are
in two of the solutions or contain an impossible set, so they do not single out one solution. Both are collected by trying
all choices; a solver decides the choices that the family leaves undecided.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nonosat.conflicts.groups import groups_of, violated
from nonosat.conflicts.mus import Conflict
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.certificate import new_certificate, write_certificate
from nonosat.proofs.counts import open_pairs
from nonosat.proofs.least_choices import Element, costs_more
from nonosat.proofs.refutation_files import (
    Contents,
    Pair,
    family_text,
    pictures_text,
    refutation_files,
    statement_text,
)
from nonosat.sat.oracle import Oracle
from nonosat.search.outcome import Observer
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.verifier.claims import MOST_GIVENS
from nonosat.verifier.reading import PUZZLE, SOLUTIONS, WITNESSES


def certify_givens(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    more_than: int,
    goal: Grid | None = None,
    filled: bool = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> bool:
    """Writes a certificate that more than `more_than` givens are needed to make the puzzle unique.

    With a `goal`, givens of that solution; with `filled`, inked cells only. Returns False and writes nothing if that is
    wrong. Time and size grow with the number of open cells to the power of `more_than`, which is at most 6. Raises
    `OutOfReach` at a limit, `UsageError` for a goal that is no solution. See `certify_verdict` for the folder.
    """
    if not 0 <= more_than <= MOST_GIVENS:
        raise UsageError(f"more_than must be from 0 to {MOST_GIVENS}, got {more_than}")
    if goal is not None and not goal.satisfies(puzzle):
        raise UsageError("the goal is not a solution of the puzzle")
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    files = run_limited(_givens_files, puzzle, more_than, goal, filled, limit=limit, observer=observer)
    if files:
        claim = {"kind": "givens", "more_than": more_than, "goal": goal is not None, "filled": filled}
        write_certificate(target, claim, files, clock.rest)
    return bool(files)


def _givens_files(
    puzzle: Puzzle,
    most: int,
    goal: Grid | None,
    filled: bool,
    *,
    clock: Clock,
    observer: Observer | None = None,
) -> Contents:
    """Returns the files that prove the bound; empty if it is wrong."""
    if puzzle.contradictions():
        return {}
    board = Board(puzzle)
    if propagate(board, tick=clock.tick) or not board.open_cells():
        return {}
    pairs = [
        (cell, colour)
        for cell, colour in open_pairs(board)
        if (goal is None or goal.cells[cell] == colour) and (colour or not filled)
    ]
    with Oracle.of_board(board, clock) as oracle:
        family = _Family(puzzle, pairs, oracle, goal)
        if not family.shows_more_than(most, clock):
            return {}
    files: Contents = {PUZZLE: statement_text(puzzle), SOLUTIONS: family_text(family.grids)}
    return files | refutation_files(puzzle, clock, observer, impossible=family.impossible)


class _Family:
    """Solutions, and sets of pairs that no solution has; mutable."""

    def __init__(self, puzzle: Puzzle, pairs: Sequence[Pair], oracle: Oracle, goal: Grid | None) -> None:
        self._puzzle, self._pairs, self._oracle = puzzle, pairs, oracle
        self.grids: list[Grid] = []
        self.impossible: list[list[Pair]] = []
        self._having = [0] * len(pairs)
        self._masks: list[int] = []
        self._literals = [oracle.literal(*pair) for pair in pairs]
        if goal is not None:
            self._add(goal)

    def shows_more_than(self, most: int, clock: Clock) -> bool:
        """Returns True if every choice of up to `most` pairs leaves several solutions or none."""
        if not self._two(()):
            return False
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            clock.tick()
            chosen = waiting.pop()
            for at in range(chosen[-1] + 1 if chosen else 0, len(self._pairs) if most else 0):
                longer = (*chosen, at)
                if chosen and self._pairs[chosen[-1]][0] == self._pairs[at][0]:
                    continue
                mask = sum(1 << at for at in longer)
                if any(refused & mask == refused for refused in self._masks):
                    continue
                decided = self._two(longer)
                if decided is False:
                    return False
                if decided and len(longer) < most:
                    waiting.append(longer)
        return True

    def _two(self, chosen: tuple[int, ...]) -> bool | None:
        """Returns True if two solutions have all of these pairs; if none has, records an impossible set and returns None."""
        while True:
            common = (1 << len(self.grids)) - 1
            for at in chosen:
                common &= self._having[at]
            if common.bit_count() > 1:
                return True
            assumed = [self._literals[at] for at in chosen]
            once: list[int] = []
            if common:
                grid = self.grids[common.bit_length() - 1]
                once = [-literal for literal in self._oracle.agreeing(grid.cells).values()]
            if self._oracle.solve(assumed, once=once):
                self._add(checked(self._puzzle, self._oracle.picture().cells, "the oracle"))
                continue
            if common:
                return False
            core = set(self._oracle.core())
            self._note([at for at in chosen if self._literals[at] in core])
            return None

    def _note(self, numbers: list[int]) -> None:
        """Adds an impossible set, shrunk if that is quick."""
        for at in list(numbers):
            rest = [number for number in numbers if number != at]
            if rest and self._oracle.solve([self._literals[pair] for pair in rest], conflicts=100) is False:
                numbers = rest
        self.impossible.append([self._pairs[at] for at in numbers])
        self._masks.append(sum(1 << at for at in numbers))

    def _add(self, grid: Grid) -> None:
        bit = 1 << len(self.grids)
        self.grids.append(grid)
        for at, (cell, colour) in enumerate(self._pairs):
            if grid.cells[cell] == colour:
                self._having[at] |= bit


def certify_conflict(
    conflict: Conflict,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> bool:
    """Writes a certificate that the clues and givens of a conflict contradict each other, and that all are needed.

    Returns False and writes nothing if `conflict` is not minimal or a limit was hit. See `certify_verdict` for the folder.
    """
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    if not conflict.minimal:
        return False
    claim = {
        "kind": "conflict",
        "lines": [list(line) for line in conflict.lines],
        "givens": [list(given) for given in conflict.givens],
    }
    return _written(_conflict_files, conflict, target, claim, clock, observer)


def certify_smallest_conflict(
    conflict: Conflict,
    folder: str | os.PathLike[str],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer | None = None,
) -> bool:
    """Writes a certificate that every conflict has at least `conflict.least` clues and givens.

    `conflict` is an answer of `conflict(puzzle, smallest=True)`, complete or not. Returns False and writes nothing if it has
    no bound or a limit was hit. See `certify_verdict` for the folder.
    """
    limit = limit_of(limit, seconds, memory)
    target, clock = new_certificate(folder, limit)
    if not conflict.least:
        return False
    claim = {"kind": "contradiction", "more_than": conflict.least - 1}
    return _written(_smallest_files, conflict, target, claim, clock, observer)


def _written(
    make: Callable[..., Contents],
    contradiction: Conflict,
    target: Path,
    claim: Mapping[str, Any],
    clock: Clock,
    observer: Observer | None,
) -> bool:
    """Makes and writes a certificate of a conflict; returns False if a limit was hit."""
    try:
        files = run_limited(make, contradiction, limit=clock.limit, observer=observer)
        write_certificate(target, claim, files, clock.rest)
    except OutOfReach:
        return False
    return True


def _smallest_files(smallest: Conflict, *, clock: Clock, observer: Observer | None = None) -> Contents:
    puzzle = smallest.puzzle
    names, groups = puzzle.geometry.lines, groups_of(puzzle)
    number_of = {group: number for number, group in enumerate(groups)}
    meanings = [
        ["clue", *names[group]] if group < len(names) else ["given", group - len(names)] for group in groups
    ]
    elements = [Element(0, {1: meaning}) for meaning in meanings]
    grids = smallest.corrections or (Grid._of(puzzle, bytes(puzzle.geometry.cell_count)),)
    refused = [{number_of[group]: 0 for group in violated(puzzle, grid)} for grid in grids]
    bound = costs_more(elements, refused, smallest.least - 1, clock, puzzle=puzzle, observer=observer)
    return bound.files | {
        PUZZLE: statement_text(puzzle),
        WITNESSES: family_text([grids[at] for at in bound.needed]),
    }


def _conflict_files(contradiction: Conflict, *, clock: Clock, observer: Observer | None = None) -> Contents:
    puzzle, members = contradiction.puzzle, set(contradiction.lines)
    names = puzzle.geometry.lines
    clues = [line.clue if name in members else None for name, line in zip(names, puzzle.lines, strict=True)]
    restricted = puzzle.with_clues(clues, givens=contradiction.givens)
    files: Contents = {PUZZLE: statement_text(puzzle), WITNESSES: pictures_text(contradiction.witnesses)}
    return files | refutation_files(restricted, clock, observer)
