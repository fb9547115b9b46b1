"""Solves a puzzle as a sequence of moments, for animations.

A moment has the cells that become known together, and the reason. The observer of a search reports deductions from
lines, a moment per line. Cells found by the solver are one moment, since they have no order that a person could follow.
With `Every.STEP` the moments are the steps of `explain`.

Known cells stay known. The first state has the givens only, the last is a solution or, without one, all known cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, islice

from nonosat.apps.illustration.supposing import Link, conclusion, is_supposition, line_of, links
from nonosat.explaining.steps.explain import Explanation, explain
from nonosat.explaining.steps.step import Step
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.propagate import Deduction
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.search.outcome import Event, Verdict
from nonosat.search.questions import Solutions, at_most
from nonosat.support.limits import Limit, check_limits
from nonosat.support.results import Limited, Result
from nonosat.support.sentences import number_text

_BY_SOLVER = "search"  # the reason of the steps of `explain` that rest on the solver


class Every(StrEnum):
    """Unit of a frame."""

    LINE = "line"  # a line that yields something
    STEP = "step"  # a step of `explain`


class By(StrEnum):
    """Origin of a moment: lines, a step or the solver."""

    LINES = "lines"  # single lines, or another argument that a person can follow
    SOLVER = "solver"
    CONTRADICTION = "contradiction"  # a line without a filling, or a proof of unsolvability: the last moment
    END = "end"  # the last moment, a summary without new cells


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Moment(Result):
    """Cells that become known at one moment of the solving."""

    caption: str
    by: By = By.LINES
    cells: tuple[Given, ...] = ()  # newly known cells
    lines: tuple[LineId, ...] = ()  # lines that the moment is about
    link: Link | None = None  # link of a supposition, which is withdrawn later


@dataclass(frozen=True, repr=False, eq=False)
class Solving(Limited):
    """The solving of a puzzle, moment by moment after the givens."""

    puzzle: Puzzle
    moments: tuple[Moment, ...]
    verdict: Verdict


def solving(puzzle: Puzzle, *, every: Every = Every.LINE, limit: Limit | None = None) -> Solving:
    """Solves a puzzle moment by moment, and finds whether the solution is unique.

    Raises `PuzzleError` for a malformed puzzle.
    """
    if every is Every.STEP:
        steps = explain(puzzle, limit=limit)
        explained = tuple(_explained(steps))
        return Solving(puzzle, explained, steps.verdict, end=steps.end)
    recorder = _Recorder(puzzle)
    search = at_most(2, puzzle, limit=limit, observer=recorder)
    solutions = list(islice(search, 2))
    search.close()
    recorder.end(search, next(iter(solutions), None))
    return Solving(puzzle, tuple(recorder.moments), search.verdict, end=search.end)


class _Recorder:
    """Observer of a search that collects its deductions as `moments`; mutable."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.moments: list[Moment] = []
        self._puzzle = puzzle
        self._board = Board(puzzle)

    def __call__(self, event: Event) -> None:
        if isinstance(event, Deduction) and (cells := self._learnt(event.line, event.removed)):
            name = self._puzzle.geometry.lines[event.line]
            self._add(f"{name}: {number_text(len(cells), 'cell')}", By.LINES, cells, (name,))

    def end(self, search: Solutions, solution: Grid | None) -> None:
        """Records the end of the search, and a solution if there is one."""
        conflicts = search.stats.conflicts
        after = f" after {number_text(conflicts, 'conflict')}" if conflicts else ""
        if solution and (rest := self._rest(solution)):
            self._add(f"lines leave {number_text(len(rest), 'cell')} open: now a search", By.SOLVER)
            self._add(f"the search finds {number_text(len(rest), 'cell')}{after}", By.SOLVER, rest)
        why = search.stopped.describe(search.detail) if search.stopped else ""
        if search.verdict is Verdict.UNSOLVABLE:
            if search.contradiction:
                line = self._puzzle.geometry.lines[search.contradiction.line]
                self._add(f"no solution: nothing fits {line}", By.CONTRADICTION, (), (line,))
            elif wrong := self._puzzle.contradictions():
                self._add(f"no solution: {wrong[0].reason}", By.CONTRADICTION)
            else:
                self._add(f"no solution, as the search proves{after}", By.CONTRADICTION)
        elif search.verdict is Verdict.UNIQUE:
            self._add("the only solution", By.END)
        elif search.verdict is Verdict.MULTIPLE:
            self._add("one of several solutions", By.END)
        elif solution:
            self._add(f"a solution, maybe not the only one: {why}", By.END)
        else:
            self._add(f"{number_text(self._board.open_cells(), 'cell')} open: {why}", By.END)

    def _add(
        self, caption: str, by: By, cells: tuple[Given, ...] = (), lines: tuple[LineId, ...] = ()
    ) -> None:
        self.moments.append(Moment(caption, by, cells, lines))

    def _learnt(self, line: int, removed: Sequence[int]) -> tuple[Given, ...]:
        """Returns the cells of a line that become known when those candidates are removed."""
        board = self._board
        before = board.open_in(line)
        masks = [mask & ~lost for mask, lost in zip(board.unpack()[line], removed, strict=True)]
        board.narrow(line, masks)
        cells = board.lines[line]
        return tuple(
            Given(*self._puzzle.coordinates[cells[place]], _colour(masks, place))
            for place in positions(before & ~board.open_in(line))
        )

    def _rest(self, solution: Grid) -> tuple[Given, ...]:
        colours = solution.cells
        rest: list[Given] = []
        for row, cells in enumerate(self._board.lines[: self._puzzle.height]):
            check_limits()
            open_ones = [cells[place] for place in positions(self._board.open_in(row))]
            rest.extend(Given(*self._puzzle.coordinates[cell], colours[cell]) for cell in open_ones)
        return tuple(rest)


def _colour(masks: Sequence[int], place: int) -> int:
    return next(colour for colour, mask in enumerate(masks) if mask >> place & 1)


def _explained(steps: Explanation) -> Iterator[Moment]:
    geometry = steps.puzzle.geometry
    for step in steps:
        line = line_of(step)
        lines = (line,) if line else ()
        if step.contradicts:
            why = f": nothing fits {line}" if line else ""
            yield Moment(f"no solution{why}", By.CONTRADICTION, (), lines)
            return
        if is_supposition(step):
            yield from _linked(steps.puzzle, step)
            yield Moment(conclusion(step), By.LINES, step.cells)
            continue
        about = str(line or geometry.cell_name(*(step.cells + step.excluded)[0][:2]))
        by = By.SOLVER if step.reason == _BY_SOLVER else By.LINES
        yield Moment(f"{about}: {step.reason}", by, step.cells, lines)
    why = f": {steps.stopped.describe(steps.detail)}" if steps.stopped else ""
    yield Moment(f"{steps.conclusion()}{why}", By.END)


def _linked(puzzle: Puzzle, step: Step) -> Iterator[Moment]:
    for link in links(puzzle, step):
        name = f"{link.label}. {link.line}: {link.technique}" if link.line else link.text
        yield Moment(name, lines=(link.line,) if link.line else (), link=link)


def thinned(moments: Sequence[Moment], most: int) -> list[Moment]:
    """Merges moments evenly until at most `most` are left.

    Keeps only the last link of a supposition, which also shows the earlier ones, or none. Does not merge the moments
    after those of lines (the solver's cells, the end), as long as they are few.
    """
    without_links = [moment for moment in moments if not moment.link]
    last_links = [moment for moment in moments if not moment.link or moment.link.ends]
    for fewer in (moments, last_links, without_links):
        if len(fewer) <= most:
            return list(fewer)
    head = len(without_links)
    while head and without_links[head - 1].by is not By.LINES:
        head -= 1
    if 2 * (len(without_links) - head) >= most:
        head = len(without_links)
    number = most - (len(without_links) - head)
    groups = [without_links[at * head // number : (at + 1) * head // number] for at in range(number)]
    return [*map(_together, groups), *without_links[head:]]


def _together(moments: Sequence[Moment]) -> Moment:
    """Merges moments; the result counts as the solver's if one of them is."""
    *_, last = moments
    cells = tuple(chain.from_iterable(moment.cells for moment in moments))
    if len(moments) == 1 or not cells or last.by in (By.END, By.CONTRADICTION):
        return replace(last, cells=cells)
    text = number_text(len(cells), "cell")
    if any(moment.by is By.SOLVER and moment.cells for moment in moments):
        return Moment(f"{text}, some found by the solver", By.SOLVER, cells)
    lines = tuple(dict.fromkeys(chain.from_iterable(moment.lines for moment in moments)))
    about = lines[0] if len(lines) == 1 else number_text(len(lines), "line")
    return Moment(f"{about}: {text}" if lines else text, By.LINES, cells, lines)
