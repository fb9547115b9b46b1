"""The steps of a person about lines, counted by technique: always the simplest that applies, on the first such line.

The kernel walks them in a millisecond or two; without it, a reference does. `nonosat.explaining.steps` explains the same steps,
in colour also with facts that a reader must be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nonosat.explaining.steps.techniques import LINE_TECHNIQUES, LineView, techniques_for
from nonosat.lines.board import Board
from nonosat.lines.line import Masks
from nonosat.lines.solver import knows_techniques
from nonosat.model.puzzle import Puzzle


class Walk(NamedTuple):
    """Counts of the steps about lines."""

    looks: float
    """Estimated number of lines that a person reads, summed over the steps (see `Rating.effort`)."""
    nearby: float
    """Share of steps on the line of the step before, or beside it."""
    steps: dict[str, int]
    """Steps by name of technique, in the order of `LINE_TECHNIQUES`."""


def walked(puzzle: Puzzle, tick: Callable[[], None] = lambda: None) -> Walk:
    """Takes the steps of a puzzle until lines imply nothing more; `tick` can raise.

    >>> walk = walked(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> walk.looks, walk.steps["full"], walk.steps["complete"]
    (4.0, 2, 1)
    """
    board = Board(puzzle)
    unfinished, looks, counts = len(board.lines), 0.0, [0] * len(LINE_TECHNIQUES)
    nearby, last, family = 0, -1, [axis for axis, lines in enumerate(puzzle.families) for _ in lines]
    solver = board.solver
    taken: Iterable[tuple[int, int, int, int]] = (
        solver.steps(board.candidates, tick)[0] if knows_techniques(solver) else _reference(board, tick)
    )
    for line, technique, footholds, left in taken:
        counts[technique] += 1
        looks += (unfinished + 1) / (footholds + 1)
        unfinished = left
        nearby += last >= 0 and abs(line - last) <= 1 and family[line] == family[last]
        last = line
    names = (technique.name for technique in LINE_TECHNIQUES)
    return Walk(looks, nearby / max(1, sum(counts)), dict(zip(names, counts, strict=True)))


def _reference(board: Board, tick: Callable[[], None]) -> Iterator[tuple[int, int, int, int]]:
    """Yields per step its line and technique, the lines that implied anything before it, and the unfinished lines after it."""
    able: dict[int, tuple[int, Masks]] = {}
    waiting = {line for line, plan in enumerate(board.plans) if plan}
    while True:
        for line in waiting:
            tick()
            able.pop(line, None)
            if (narrowing := _simplest(board, line)) is not None:
                able[line] = narrowing
        if not able:
            return
        line = min(able, key=lambda line: (able[line][0], line))
        technique, masks = able[line]
        footholds = len(able)
        waiting = {line, *board.narrow(line, masks)}
        yield line, technique, footholds, sum(bool(board.open_in(line)) for line in range(len(board.lines)))


def _simplest(board: Board, line: int) -> tuple[int, Masks] | None:
    """Returns the first technique that narrows a line, and the masks after it; None if none does or the clue is missing."""
    clue, candidates = board.clues[line], board.unpack()[line]
    if clue is None:
        return None
    view = LineView(clue, len(board.lines[line]), tuple(candidates))
    for technique in techniques_for(clue):
        masks = view.narrowed(technique.infer(view))
        if masks != candidates:
            return LINE_TECHNIQUES.index(technique), masks
    return None
