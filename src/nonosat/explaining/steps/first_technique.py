"""The first technique that applies to a line: by the kernel, or without it by the functions of `techniques`."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.explaining.steps.techniques import LINE_TECHNIQUES, LineView, techniques_for
from nonosat.lines.board import Board
from nonosat.lines.line import open_positions, settle
from nonosat.lines.solver import NO_FILLING, NO_TECHNIQUE, knows_techniques


def first_technique(
    board: Board,
    line: int,
    masks: Sequence[int],
    asked: int | None = None,
    techniques: int = len(LINE_TECHNIQUES),
) -> int:
    """Returns the index of the first technique that removes a candidate from a line with a clue.

    Tries the first `techniques` of `LINE_TECHNIQUES`. With `asked`, a mask of positions, only techniques count that
    leave one of these cells a single colour. `NO_TECHNIQUE` if none does, `NO_FILLING` for a line without a
    filling.
    """
    solver = board.solver
    if not knows_techniques(solver):
        return _first_technique(board, line, masks, asked, techniques)
    return solver.argument(line, masks) if asked is None else solver.argument(line, masks, asked, techniques)


def _first_technique(
    board: Board, line: int, masks: Sequence[int], asked: int | None, techniques: int
) -> int:
    clue, plan = board.clues[line], board.plans[line]
    assert clue is not None
    assert plan is not None
    settled = settle(plan, masks)
    if settled is None:
        return NO_FILLING

    def says_enough(narrowed: Sequence[int]) -> bool:
        return [*narrowed] != [*masks] if asked is None else bool(asked & ~open_positions(narrowed))

    view = LineView(clue, plan.length, tuple(masks))
    for technique in techniques_for(clue) if says_enough(settled) else ():
        index = LINE_TECHNIQUES.index(technique)
        if index >= techniques:
            break
        if says_enough(view.narrowed(technique.infer(view))):
            return index
    return NO_TECHNIQUE
