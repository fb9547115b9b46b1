"""Why lines alone refute a puzzle: the deductions that lead to the contradiction, and nothing else.

Propagation notes which deduction took which colour from which cell. From the contradiction backwards, each
deduction is given reasons: a minimal set of colours that its line had lost before and from which the needed
part of the deduction follows. A deduction that is not needed drops out. So the derivation is short and speaks
of few lines, though not of as few as possible.

This is conflict analysis as constraint solvers with explanations do it (N. Jussien, "e-constraints:
explanation-based constraint programming", 2001), with reasons made minimal by deletion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Result
from nonosat.model.puzzle import Given, Puzzle
from nonosat.questions.explanation.wording import Wording
from nonosat.records.parts import coloured_cell, line_record
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import settle
from nonosat.solving.lines.propagate import Contradiction, Deduction, propagate

if TYPE_CHECKING:
    from nonosat.records import answers as records

_Removal = tuple[int, int]
"""A cell and a colour that was taken from it."""

_FROM_THE_START = -1

_AT_ONCE = 8
"""This many reasons are dropped at once, before each on its own: most are not needed."""


@dataclass(frozen=True, slots=True, repr=False)
class Derivation(Result):
    """Deductions in order, each resting on those before it and on givens, and the line they contradict."""

    deductions: tuple[Deduction, ...]
    contradiction: Contradiction
    givens: tuple[Given, ...]
    """Those that it rests on."""

    @property
    def lines(self) -> set[int]:
        """The lines that it speaks of."""
        return {self.contradiction.line, *(deduction.line for deduction in self.deductions)}

    def steps(self, puzzle: Puzzle) -> list[records.Deduction]:
        """The records of the deductions from the clues of a puzzle."""
        board = Board(puzzle)
        wording, places = Wording(board), puzzle.coordinates
        return [
            {
                **line_record(puzzle.geometry.lines[each.line]),
                "text": wording.deduction(each),
                "excluded": [
                    coloured_cell(Given(*places[board.lines[each.line][position]], colour))
                    for colour, removed in enumerate(each.removed)
                    for position in positions(removed)
                ],
            }
            for each in self.deductions
        ]

    def refutation(self, puzzle: Puzzle) -> records.Refutation:
        """The record of the line that has no filling."""
        line = self.contradiction.line
        text = Wording(Board(puzzle)).contradiction(line)
        return {**line_record(puzzle.geometry.lines[line]), "text": text}


def refutation(puzzle: Puzzle, *, tick: Callable[[], None] | None = None) -> Derivation | None:
    """How lines alone refute the puzzle, or None where they do not.

    `tick` is called now and then and may raise to stop.

    >>> derivation = refutation(Puzzle(rows=[[2], [1]], columns=[[1], [1]]))
    >>> derivation.lines, len(derivation.deductions)
    ({0, 1, 2, 3}, 3)
    """
    board = Board(puzzle)
    known: dict[_Removal, int] = {}
    for row, column, colour in puzzle.givens:
        cell = puzzle.cell(row, column)
        known |= {(cell, other): _FROM_THE_START for other in range(board.colours) if other != colour}
    events: list[Deduction | Contradiction] = []

    def note(event: Deduction | Contradiction) -> None:
        if isinstance(event, Deduction):
            line_cells = board.lines[event.line]
            for colour, removed in enumerate(event.removed):
                for position in positions(removed):
                    known[line_cells[position], colour] = len(events)
        events.append(event)

    if not (contradiction := propagate(board, observer=note, tick=tick)):
        return None
    needed = _reasons(board, contradiction.line, (), known, len(events) - 1, tick)
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
            needed |= _reasons(board, event.line, masks, known, at, tick)
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
    known: dict[_Removal, int],
    before: int,
    tick: Callable[[], None] | None,
) -> set[_Removal]:
    """What was known of a line before an event that its deduction rests on: a minimal set of removals.

    `removed` is the part of the deduction that is wanted, nothing for a contradiction.
    """
    plan, line_cells = board.plans[line], board.lines[line]
    assert plan is not None
    masks = [(1 << len(line_cells)) - 1] * board.colours
    removals: list[tuple[int, int, int]] = []
    for position, cell in enumerate(line_cells):
        for colour in range(board.colours):
            when = known.get((cell, colour), before)
            if when < before:
                masks[colour] ^= 1 << position
                removals.append((when, position, colour))
    removals.sort(reverse=True)  # what was known early is the better reason

    def follows_without(some: list[tuple[int, int, int]]) -> bool:
        """Drops these removals; puts them back if the event does not follow without them."""
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
        if tick:
            tick()
        some = removals[at : at + _AT_ONCE]
        if not follows_without(some):
            kept.update(each for each in some if not follows_without([each]))
    return {(line_cells[position], colour) for _, position, colour in kept}
