"""The next step from whatever somebody has on the paper; or where that is wrong.

Of a wrong state, the hint is the mistake that is easiest to see: a cell that differs from the puzzle's givens, a
line with no filling left, a cell whose colour is in no solution. Where each cell is right in some solution
but no solution has all of them, it is the first cell that contradicts those before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from nonosat.foundation.arguments import question
from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.results import Limited, Result
from nonosat.foundation.workers.processes import answered
from nonosat.model.geometry import Axis, LineId
from nonosat.model.palette import UNKNOWN
from nonosat.model.puzzle import Given, Puzzle
from nonosat.questions.explanation.explain import DEPTH, EFFORT, Depth, Explanation
from nonosat.questions.explanation.partial_grid import PartialGrid
from nonosat.questions.explanation.probing import Link, led_to, through
from nonosat.questions.explanation.step import Step
from nonosat.questions.explanation.suppositions import Budget
from nonosat.questions.explanation.wording import Wording, cells_text, colour_text
from nonosat.questions.solution_space.backbone import backbone_of
from nonosat.questions.solution_space.explore import explore
from nonosat.records.declared import Whole
from nonosat.records.values import KNOWN_ROWS
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import at_most
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import settle

if TYPE_CHECKING:
    from nonosat.records import answers as records


BUDGET = Budget(suppositions=200_000, states=5_000, conflicts=1_000)
"""What is searched for one hint: people wait for it."""

_CUT_SHORT = "there may be a simpler step: a hint tries a limited number of suppositions"
_NOT_FOUND = "a hint tries a limited number of suppositions; explain tries more"


class Kind(StrEnum):
    """What a hint is."""

    STEP = "step"
    SOLVED = "solved"
    MISTAKE = "mistake"
    OPEN = "open"
    """Nothing more follows: the cells that are left differ between solutions."""
    UNSOLVABLE = "unsolvable"
    """The puzzle itself has no solution."""
    UNKNOWN = "unknown"
    """A limit came first."""


_VERDICTS = {
    Kind.OPEN: Verdict.MULTIPLE,
    Kind.MISTAKE: Verdict.UNSOLVABLE,
    Kind.UNSOLVABLE: Verdict.UNSOLVABLE,
}


@dataclass(frozen=True, slots=True, repr=False)
class Mistake(Result):
    """A line, or a cell with the colour that it has in the state, that cannot be right."""

    words: str
    axis: Axis | None = None
    index: int | None = None
    cell: Given | None = None

    def to_json(self) -> records.Mistake:
        """The record of it; see docs/json.md."""
        found: records.Mistake = {"text": self.words}
        if self.cell:
            found |= {"row": self.cell.row, "column": self.cell.column, "colour": self.cell.colour}
        if self.axis is not None and self.index is not None:
            found |= {"axis": self.axis, "index": self.index}
        return found


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Limited):
    """What to do next."""

    kind: Kind
    words: str
    steps: tuple[Step, ...] = ()
    """The last of them makes some cell known; any others say what cells cannot be, which it rests on."""
    mistake: Mistake | None = None
    levels: tuple[str, ...] = ()
    """Of a step: what to say before the whole, a little more each time, as far as the level that was asked for."""

    def __str__(self) -> str:
        return self.words

    @property
    def verdict(self) -> Verdict:
        """What the hint says of the puzzle's solutions from that state on; UNKNOWN for a step."""
        return _VERDICTS.get(self.kind, Verdict.UNKNOWN)

    def to_json(self) -> records.Hint:
        """The record of it; see docs/json.md."""
        return {
            "verdict": self.verdict.value,
            "kind": self.kind.value,
            "text": self.words,
            "steps": [step.to_json() for step in self.steps],
            "mistake": self.mistake.to_json() if self.mistake else None,
            "levels": list(self.levels),
            "stopped": self.stopped,
            "detail": self.detail,
        }


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
    """The next step from a state, or what is wrong in it; without a state, the first step.

    `level` is how much is said: 1 where to look, 2 also the line and the technique, 3 also the cells, 4 the whole
    reason. `state` is a `PartialGrid` or what makes one; the other options are those of `explain`. A hint tries a limited
    number of suppositions: if there may be a simpler step, or one though none was found, `stopped` is `tries`. Raises
    `InputError` for a state of another shape or with colours that the puzzle does not have, and `UsageError` for
    another level.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> print(hint(puzzle))
    row 2, full: 2 fits in one way only, so cells 1 and 2 are black
    >>> for level in (1, 2, 3):
    ...     print(hint(puzzle, level=level))
    look at a row near the bottom
    look at row 2: full
    look at row 2: full says something of cells 1 and 2
    >>> print(hint(puzzle, ["??", "#?"]))
    row 2, full: 2 fits in one way only, so cell 2 is black
    >>> print(hint(puzzle, ["##", "#?"]))
    row 1: no filling agrees with what is there
    """
    puzzle.require_readable()
    if state is None:
        state = [[None] * length for length in puzzle.row_lengths]
    partial_grid = state if isinstance(state, PartialGrid) else PartialGrid(state)
    partial_grid.require_fit(puzzle)
    found = answered(_hint, puzzle, partial_grid, depth, effort, limit=limit_of(limit, seconds, memory))
    if level == 4 or found.kind is not Kind.STEP:
        return found
    return replace(found, words=found.levels[level - 1], steps=(), levels=found.levels[:level])


def clue_to(puzzle: Puzzle, step: Step, level: int) -> str:
    """A hint that leaves the rest to the reader."""
    row, column, _ = step.cells[0]
    if step.axis is None or step.index is None:
        if level == 1:
            where = f"{_part(row, puzzle.height, 'top', 'bottom')}, {_part(column, puzzle.width, 'left', 'right')}"
            return f"lines alone say nothing more: suppose a colour of a cell ({where})"
        here = puzzle.cell_name(row, column)
        if placed := step.placement:
            if level == 2:
                return f"look at {placed.line}: {step.reason}, for where a block starts"
            block, start = Wording(Board(puzzle)).block(placed)
            return f"suppose {block} of {placed.line} starts at cell {start}: {_after(step)}"
        if level == 2:
            return f"suppose a colour of {here}"
        return f"suppose a colour of {here}: {_after(step)}"
    if level == 1:
        where = "somewhere"
        if step.axis == "row":
            where = _part(step.index, puzzle.height, "top", "bottom")
        elif step.axis == "column":
            where = _part(step.index, puzzle.width, "left", "right")
        return f"look at a {step.axis} {where}"
    line = LineId(step.axis, step.index)
    if level == 2:
        return f"look at {line}: {step.reason}"
    places = puzzle.lines[puzzle.geometry.lines.index(line)].cells
    mask = sum(1 << places.index(puzzle.cell(each.row, each.column)) for each in step.cells)
    return f"look at {line}: {step.reason} says something of {cells_text(mask)}"


def _after(step: Step) -> str:
    return f"after {step.links or 'many'} lines there is a contradiction"


def _part(index: int, count: int, first: str, last: str) -> str:
    """Roughly where one of several things in order lies."""
    third = 3 * index // count if count > 2 else 2 * index
    return (f"near the {first}", "in the middle", f"near the {last}")[third]


def _hint(puzzle: Puzzle, partial_grid: PartialGrid, depth: int, effort: int, *, clock: Clock) -> Hint:
    try:
        return _next(puzzle, partial_grid, depth, effort, clock)
    except OutOfReach as reason:
        words = f"no further step was found, {reason}"
        return Hint(Kind.UNKNOWN, words, stopped=reason.stopped, detail=reason.detail)


def _next(puzzle: Puzzle, partial_grid: PartialGrid, depth: int, effort: int, clock: Clock) -> Hint:
    """The hint; raises `OutOfReach`."""
    if found := _wrong(puzzle, partial_grid, clock):
        read = "" if partial_grid.open_cells or not found.mistake else f" ({_as_read(puzzle, partial_grid)})"
        return replace(found, words=found.words + read)
    if not partial_grid.filled_in(puzzle.givens).open_cells:
        return Hint(Kind.SOLVED, "solved")
    steps: list[Step] = []
    explanation = Explanation(
        puzzle, state=partial_grid, depth=depth, effort=effort, clock=clock, budget=BUDGET
    )
    for step in explanation:
        steps.append(step)
        if step.cells:
            break
    if not steps or not steps[-1].cells:
        if explanation.stopped:
            raise OutOfReach(explanation.stopped, explanation.detail)
        return _end(explanation.verdict, explanation.complete)
    needed = _needed(explanation.board, steps)
    levels = tuple(clue_to(puzzle, needed[-1], level) for level in (1, 2, 3))
    return Hint(
        Kind.STEP,
        "\n".join(map(str, needed)),
        needed,
        levels=levels,
        stopped=Stopped.TRIES if explanation.cut_short else None,
        detail=_CUT_SHORT if explanation.cut_short else "",
    )


def _as_read(puzzle: Puzzle, partial_grid: PartialGrid) -> str:
    """What was read where no cell is unknown, which may be a mistake about how such cells are written."""
    counts = Counter(given.colour for given in partial_grid.givens())
    cells = ", ".join(
        f"{counts[colour]:,} {colour_text(colour, puzzle.palette)}" for colour in sorted(counts)
    )
    return f"no cell was read as unknown: {cells}; a cell that is not known yet is written {UNKNOWN}"


def _end(verdict: Verdict, complete: bool) -> Hint:
    """The hint where there is no further step."""
    if verdict is Verdict.UNSOLVABLE:
        return Hint(Kind.UNSOLVABLE, "no solution agrees with what is there")
    if complete:
        return Hint(Kind.OPEN, "nothing more follows: the cells that are left differ between solutions")
    return Hint(Kind.UNKNOWN, "no further step was found", stopped=Stopped.TRIES, detail=_NOT_FOUND)


def _needed(board: Board, steps: list[Step]) -> tuple[Step, ...]:
    """The last step, and those before it on which it rests."""
    links = []
    for number, step in enumerate(steps):
        said = [board.puzzle.cell(row, column) for row, column, _ in (*step.cells, *step.excluded)]
        links.append(Link(number, step.reads, frozenset().union(*(through(board, cell) for cell in said))))
    kept = led_to(steps[-1].reads, links[:-1])
    return (*(steps[number] for number in kept), steps[-1])


def _wrong(puzzle: Puzzle, partial_grid: PartialGrid, clock: Clock) -> Hint | None:
    """What is wrong in a state, or that the puzzle has no solution."""
    if stated := puzzle.contradictions():
        return Hint(Kind.UNSOLVABLE, f"the puzzle has no solution: {stated[0].reason}")
    mine = partial_grid.givens()
    known = {(row, column): colour for row, column, colour in puzzle.givens}
    for cell in mine:
        if known.get((cell.row, cell.column), cell.colour) != cell.colour:
            return _wrong_cell(puzzle, cell, "is not what the puzzle gives")
    if _broken_line(puzzle, clock) is not None:
        return Hint(Kind.UNSOLVABLE, "the puzzle has no solution")
    together = puzzle.replace(givens=(*puzzle.givens, *mine))
    if (line := _broken_line(together, clock)) is not None:
        name = puzzle.geometry.lines[line]
        words = f"{name}: no filling agrees with what is there"
        return Hint(Kind.MISTAKE, words, mistake=Mistake(words, *name))
    if not _refuted(together, clock):
        return None
    found = backbone_of(explore(puzzle, clock), 0)
    if found.verdict is Verdict.UNSOLVABLE:
        return Hint(Kind.UNSOLVABLE, "the puzzle has no solution")
    for cell in mine:
        if cell.colour not in found.possible[puzzle.cell(cell.row, cell.column)]:
            return _wrong_cell(puzzle, cell, "is in no solution")
    right, wrong = 0, len(mine)  # the first `right` cells are not refuted together, the first `wrong` are
    while wrong - right > 1 and not clock.over:
        middle = (right + wrong) // 2
        if _refuted(puzzle.replace(givens=(*puzzle.givens, *mine[:middle])), clock):
            wrong = middle
        else:
            right = middle
    return _wrong_cell(puzzle, mine[wrong - 1], "contradicts earlier cells")


def _wrong_cell(puzzle: Puzzle, cell: Given, reason: str) -> Hint:
    row, column, colour = cell
    words = f"{puzzle.cell_name(row, column)}: {colour_text(colour, puzzle.palette)} {reason}"
    return Hint(Kind.MISTAKE, words, mistake=Mistake(words, cell=cell))


def _broken_line(puzzle: Puzzle, clock: Clock) -> int | None:
    """The first line without a filling that agrees with the givens, if there is one."""
    board = Board(puzzle)
    for line, (plan, candidates) in enumerate(zip(board.plans, board.candidates, strict=True)):
        clock.tick()
        if plan and settle(plan, candidates) is None:
            return line
    return None


def _refuted(puzzle: Puzzle, clock: Clock) -> bool:
    """Whether it is known that there is no solution."""
    found = at_most(1, puzzle, limit=clock.rest)
    next(found, None)
    found.close()
    return found.verdict is Verdict.UNSOLVABLE
