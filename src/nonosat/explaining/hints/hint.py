"""The next step from any state of the picture, or what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from nonosat.explaining.hints.mistakes import (
    CONFLICTS,
    STATES,
    SUPPOSITIONS,
    Hint,
    HintKind,
    MistakeFinder,
    line_through,
    mask_of,
    near,
)
from nonosat.explaining.steps.explain import DEPTH, EFFORT, Depth, Explanation
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.probes import through
from nonosat.explaining.steps.step import Step
from nonosat.explaining.words.patterns import IDEAS, Phrase, cells_named, line_name, phrase
from nonosat.explaining.words.wording import Wording
from nonosat.lines.board import Board
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Whole
from nonosat.records.shared_types import KNOWN_ROWS
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import ALL_KNOWN, End, OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit, limit_of

_CUT_SHORT = "there may be a simpler step: a hint tries a limited number of suppositions"
_NOT_FOUND = "a hint tries a limited number of suppositions; explain tries more"


@question
def hint(
    puzzle: Puzzle,
    state: Annotated[
        PartialGrid | Iterable[str | Iterable[int | None]] | None,
        KNOWN_ROWS,
        "The picture so far: a digit a cell, `?` for an unknown cell; by default the givens only.",
    ] = None,
    *,
    level: Annotated[
        int,
        Whole(1, 4),
        "1 where to look, 2 also the line and technique, 3 also the cells, 4 the whole reason.",
    ] = 4,
    depth: Depth = DEPTH,
    effort: int = EFFORT,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Hint:
    """Finds the next step from a state, or a mistake in it; without a state, the first step.

    `level` 1 says where to look, 2 adds the line and the technique, 3 the cells, 4 the whole reason. For a mistake,
    level 1 says roughly where it is, 2 names the line, 3 the segment, 4 the cell.

    `state` is a `PartialGrid` or its rows; the other options are those of `explain`. A hint tries a limited number of
    suppositions: `stopped` is `tries` if there may be a simpler step, or one although none was found. Raises
    `InputError` for a state of another shape or with other colours, `UsageError` for another level.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> print(hint(puzzle))
    row 2, full: 2 fits in one way only, so cells 1 and 2 are black
    >>> for level in (1, 2, 3):
    ...     print(hint(puzzle, level=level))
    look at a row near the bottom
    look at row 2: its clue fits in one way only
    look at row 2, cells 1 and 2: its clue fits in one way only
    >>> print(hint(puzzle, ["??", "#?"]))
    row 2, full: 2 fits in one way only, so cell 2 is black
    >>> print(hint(puzzle, ["##", "#?"]))
    row 1, cells 1 and 2: 2 cells are black, and the clue has 1
    row 1, column 2: black is in no solution
    """
    puzzle.require_readable()
    limit = limit_of(limit, seconds, memory)
    whole = run_limited(
        _hint, puzzle, PartialGrid._state_of(puzzle, state), level, depth, effort, limit=limit
    )
    if level == 4 or whole.kind is not HintKind.STEP:
        return whole
    return replace(whole, said=(whole.levels[level - 1],), steps=(), levels=whole.levels[:level])


def levels_of(puzzle: Puzzle, step: Step) -> tuple[Phrase, ...]:
    """Returns three hints, each with more detail: where to look; the line and the idea; the cells."""
    row, column, _ = step.cells[0]
    wording = Wording(Board(puzzle))
    if step.axis is not None and step.index is not None:
        line = line_name(LineId(step.axis, step.index))
        cells = cells_named(mask_of(puzzle, LineId(step.axis, step.index), step.cells))
        idea = Phrase(IDEAS[step.reason])
        return (
            phrase("look", where=near(puzzle, step.axis, step.index)),
            phrase("look at", line=line, idea=idea),
            phrase("look at cells", line=line, cells=cells, idea=idea),
        )
    where = phrase("nothing more", where=near(puzzle, *line_through(puzzle, puzzle.cell(row, column))))
    if placed := step.placement:
        block, start = wording.placed(placed)
        line = line_name(placed.line)
        tried = phrase("line", line=line, what=phrase("suppose block", block=block, cell=start))
        return where, phrase("try block", line=line), _after(tried, step)
    tried = phrase("try", cell=wording.place(row, column))
    return where, tried, _after(tried, step)


def _after(tried: Phrase, step: Step) -> Phrase:
    """Says what to suppose, and after how many lines it fails."""
    links = step.links
    return phrase("ends after", what=tried, n=links) if links else phrase("ends after many", what=tried)


def _hint(
    puzzle: Puzzle, partial_grid: PartialGrid, level: int, depth: int, effort: int, *, clock: Clock
) -> Hint:
    try:
        mistake = MistakeFinder(puzzle, partial_grid, level, clock).hint()
        if mistake is not None:
            return mistake
        return _next(puzzle, partial_grid, depth, effort, clock)
    except OutOfReach as reason:
        said = (phrase("no step because", reason=str(reason)),)
        return Hint(HintKind.UNKNOWN, said, end=reason.end)


def _next(puzzle: Puzzle, partial_grid: PartialGrid, depth: int, effort: int, clock: Clock) -> Hint:
    """Returns the hint from a state without a mistake; raises `OutOfReach`."""
    clock.tick()
    if not partial_grid.filled_in(puzzle.givens).open_cells:
        return Hint(HintKind.SOLVED, (phrase("solved"),))
    steps: list[Step] = []
    explanation = Explanation(
        puzzle,
        state=partial_grid,
        depth=depth,
        effort=effort,
        clock=clock,
        suppositions=SUPPOSITIONS,
        states=STATES,
        conflicts=CONFLICTS,
    )
    for step in explanation:
        steps.append(step)
        if step.cells:
            break
    if not steps or not steps[-1].cells:
        if explanation.stopped:
            raise explanation.end.error()
        return _end(explanation.verdict, explanation.complete)
    needed = _needed(explanation.board, steps)
    return Hint(
        HintKind.STEP,
        (),
        needed,
        levels=levels_of(puzzle, needed[-1]),
        end=End(Stopped.TRIES, _CUT_SHORT) if explanation.cut_short else ALL_KNOWN,
    )


def _end(verdict: Verdict, complete: bool) -> Hint:
    """Returns the hint if there is no further step."""
    if verdict is Verdict.UNSOLVABLE:
        return Hint(HintKind.UNSOLVABLE, (phrase("no solution from here"),))
    if complete:
        return Hint(HintKind.OPEN, (phrase("open"),))
    return Hint(HintKind.UNKNOWN, (phrase("no step"),), end=End(Stopped.TRIES, _NOT_FOUND))


def _needed(board: Board, steps: list[Step]) -> tuple[Step, ...]:
    """Returns the last step, after the steps that it rests on."""
    needed, matter = [steps[-1]], set(steps[-1].reads)
    for step in reversed(steps[:-1]):
        cells = (board.puzzle.cell(row, column) for row, column, _ in (*step.cells, *step.excluded))
        if any(through(board, cell) & matter for cell in cells):
            needed.append(step)
            matter |= step.reads
    return tuple(reversed(needed))
