"""Derivation of a contradiction by line solving alone, reduced to the deductions it needs.

Propagation records which deduction removed which colour from which cell. Backwards from the contradiction, each
deduction gets a reason: a minimal set of earlier removals on its line that imply the needed part of it. Deductions
that nothing needs are dropped. The derivation is short, but not a shortest one.

This is conflict analysis of explanation-based constraint programming (N. Jussien, "e-constraints", 2001), with
reasons minimised by deletion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from nonosat.explaining.steps.step import UnfillableLine
from nonosat.explaining.words.wording import Wording
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.lines.propagate import Contradiction, Deduction, propagate
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.arguments import method
from nonosat.support.results import Result

_Removal = tuple[int, int]  # (cell, colour removed from it)

_FROM_THE_START = -1

_AT_ONCE = 8  # removals dropped together before trying them one by one: most are not needed


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class DeductionInWords(Result):
    """Deduction in one line from earlier knowledge."""

    line: LineId
    text: Annotated[str, "In words."]
    excluded: Annotated[tuple[Given, ...], "Candidates that cells lose."]

    _RECORD = "Deduction"
    _MEMBERS = ("line.axis", "line.index", "text", "excluded")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Derivation(Result):
    """Deductions in order, each implied by earlier ones and givens, and the line that ends without a filling."""

    deductions: tuple[Deduction, ...]
    contradiction: Contradiction
    givens: tuple[Given, ...]
    """Givens that the derivation uses."""

    @property
    def lines(self) -> set[int]:
        """Numbers of all lines in the derivation."""
        return {self.contradiction.line, *(deduction.line for deduction in self.deductions)}

    @method
    def steps(self, puzzle: Puzzle) -> list[DeductionInWords]:
        """Returns the deductions in words."""
        board = Board(puzzle)
        wording, places = Wording(board), puzzle.coordinates
        return [
            DeductionInWords(
                puzzle.geometry.lines[deduction.line],
                str(wording.deduction(deduction)),
                tuple(
                    Given(*places[board.lines[deduction.line][position]], colour)
                    for colour, removed in enumerate(deduction.removed)
                    for position in positions(removed)
                ),
            )
            for deduction in self.deductions
        ]

    @method
    def refutation(self, puzzle: Puzzle) -> UnfillableLine:
        """Returns the line without a filling, in words."""
        line = self.contradiction.line
        return UnfillableLine(puzzle.geometry.lines[line], Wording(Board(puzzle)).contradiction(line))


def refutation(puzzle: Puzzle, *, tick: Callable[[], None] = lambda: None) -> Derivation | None:
    """Refutes the puzzle by line solving alone; returns None if that fails.

    `tick` is called regularly and can raise to stop.

    >>> derivation = refutation(Puzzle(rows=[[2], [1]], columns=[[1], [1]]))
    >>> derivation.lines, len(derivation.deductions)
    ({0, 1, 2, 3}, 3)
    """
    board = Board(puzzle)
    removed_at: dict[_Removal, int] = {}
    for row, column, colour in puzzle.givens:
        cell = puzzle.cell(row, column)
        removed_at |= {(cell, other): _FROM_THE_START for other in range(board.colours) if other != colour}
    events: list[Deduction | Contradiction] = []

    def note(event: Deduction | Contradiction) -> None:
        if isinstance(event, Deduction):
            line_cells = board.lines[event.line]
            for colour, removed in enumerate(event.removed):
                for position in positions(removed):
                    removed_at[line_cells[position], colour] = len(events)
        events.append(event)

    if not (contradiction := propagate(board, observer=note, tick=tick)):
        return None
    needed = _reasons(board, contradiction.line, (), removed_at, len(events) - 1, tick)
    deductions = []
    for at in range(len(events) - 2, -1, -1):
        event = events[at]
        assert isinstance(event, Deduction)
        line_cells = board.lines[event.line]
        masks = [
            sum(1 << position for position in positions(removed) if (line_cells[position], colour) in needed)
            for colour, removed in enumerate(event.removed)
        ]
        if any(masks):
            deductions.append(Deduction(event.line, tuple(masks)))
            needed |= _reasons(board, event.line, masks, removed_at, at, tick)
    givens = [
        given
        for given in puzzle.givens
        for cell in [puzzle.cell(given.row, given.column)]
        if any((cell, other) in needed for other in range(board.colours) if other != given.colour)
    ]
    return Derivation(tuple(reversed(deductions)), contradiction, tuple(givens))


def _reasons(
    board: Board,
    line: int,
    removed: Sequence[int],
    removed_at: dict[_Removal, int],
    before: int,
    tick: Callable[[], None],
) -> set[_Removal]:
    """Returns a minimal set of removals before event `before` that imply the deduction on `line`.

    `removed` is the needed part of the deduction, one mask per colour; empty for a contradiction.
    """
    plan, line_cells = board.plans[line], board.lines[line]
    assert plan is not None
    masks = [(1 << len(line_cells)) - 1] * board.colours
    removals: list[tuple[int, int, int]] = []
    for position, cell in enumerate(line_cells):
        for colour in range(board.colours):
            when = removed_at.get((cell, colour), before)
            if when < before:
                masks[colour] ^= 1 << position
                removals.append((when, position, colour))
    removals.sort(reverse=True)  # drop late removals first: early ones make shorter derivations

    def follows_without(some: list[tuple[int, int, int]]) -> bool:
        """Drops removals and returns True, or keeps them and returns False if the event needs them."""
        before = masks[:]
        for _, position, colour in some:
            masks[colour] |= 1 << position
        left = settle(plan, masks)
        if left is None or (removed and not any(a & b for a, b in zip(left, removed, strict=True))):
            return True
        masks[:] = before
        return False

    kept: set[tuple[int, int, int]] = set()
    for at in range(0, len(removals), _AT_ONCE):
        tick()
        some = removals[at : at + _AT_ONCE]
        if not follows_without(some):
            kept.update(line for line in some if not follows_without([line]))
    return {(line_cells[position], colour) for _, position, colour in kept}
