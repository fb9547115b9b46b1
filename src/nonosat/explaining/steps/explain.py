"""Explains step by step how a person would solve a puzzle; each step can be checked by itself.

A step applies one technique of `nonosat.explaining.steps.techniques.TECHNIQUES` to one line: the simplest technique
that implies anything new, on the first such line. The last technique for one line is complete, so it solves every
line-solvable puzzle. After that, probes: a supposed colour leaves some line without a filling (`probe`), perhaps with
further probes inside (`nested`, `deeper`). The rest comes from the solver (`search`). Cells that differ between
solutions stay open.

A step, and each inference in it, rests on what was known before the step.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

from nonosat.explaining.steps.easiest_chain import DEEPER
from nonosat.explaining.steps.line_steps import LineSteps
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.probes import (
    PROBE,
    Probe,
    Removal,
    exclude,
    open_colours,
    placement,
    shape,
    through,
)
from nonosat.explaining.steps.refutation import story
from nonosat.explaining.steps.solver_knowledge import solve_backbone
from nonosat.explaining.steps.step import CONTRADICTION, SEARCH, Step
from nonosat.explaining.steps.suppositions import Suppositions
from nonosat.explaining.words.patterns import Phrase, phrase
from nonosat.explaining.words.wording import Wording, Wordless
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.geometry import LineId
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Given, Puzzle
from nonosat.records.cells import partial_rows
from nonosat.records.json_types import Whole
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.support.arguments import items_of, method, question
from nonosat.support.children.processes import clock_of, keeps_memory, run_limited
from nonosat.support.displays import NotebookDisplay
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach
from nonosat.support.errors import UsageError
from nonosat.support.limits import Budget, Clock, Limit, limit_of
from nonosat.support.results import Limited, NoTruthValue, member
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.counting.backbone import Backbone
    from nonosat.records.shared_types import LineSolvable, PartialRows, Rows

Depth = Annotated[
    int, Whole(), "Nested probes tried before the solver is asked: 0 none, 1 single probes, 2 nested ones."
]

DEPTH = 2  # default depth of nested suppositions
EFFORT = 100_000  # default number of suppositions inside of probes


class Explanation(Ended, NoTruthValue, NotebookDisplay, Iterator[Step]):
    """The steps to the solution, each found on demand.

    At their end `verdict` is the proved verdict. `complete` is then True if the steps explain everything that follows
    from the clues, so that the cells still open differ between solutions.
    """

    verdict = Verdict.UNKNOWN
    complete = False
    end: End = ALL_KNOWN
    """How the steps ended."""

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        state: PartialGrid | None = None,
        depth: int = DEPTH,
        effort: int = EFFORT,
        clock: Clock | None = None,
        all_chains: bool = False,
        suppositions: int | None = None,
        states: int | None = None,
        conflicts: float = inf,
        brief: bool = False,
    ) -> None:
        """Takes the arguments of `explain`, and a clock instead of a limit.

        With `all_chains`, also yields long chains that no step needs. `suppositions` bounds the search per step,
        approximately; `states` and `conflicts` bound the backbone (see `explore`). With `brief`, steps about lines can
        have a reason and a line only, and the board can be ahead of them, up to the next probe.
        """
        for name, number in (("depth", depth), ("effort", effort)):
            if number < 0:
                raise UsageError(f"{name} must be at least 0, got {number}")
        self._states, self._conflicts = states, conflicts
        if state:
            state._require_fit(puzzle)
            puzzle = puzzle.replace(givens=(*puzzle.givens, *state.givens()))
        puzzle.require_readable()
        self.puzzle = puzzle
        self.board = Board(puzzle)
        """Current knowledge; read-only."""
        self._depth = depth
        self._clock = clock or Clock()
        self._suppositions = Suppositions(
            depth, Budget(effort), self._clock.tick, self._seen, all_chains, Budget(each=suppositions)
        )
        self._wording = Wordless(self.board) if brief else Wording(self.board)
        self.lines = LineSteps(self.board, self._wording, self._clock.tick)
        self._brief = brief
        self._line_steps = self.lines.brief_steps if brief else self.lines.steps
        self._coming: Iterator[Step] = self._steps()
        self._found_steps: list[Step] = []  # steps found so far
        self._next = 0  # number of them returned by `next`

    @property
    def partial_grid(self) -> PartialGrid:
        """The known part of the picture."""
        return PartialGrid._of(self.board)

    @property
    def found(self) -> int:
        """Number of steps found so far."""
        return len(self._found_steps)

    @property
    def open_cells(self) -> int:
        """Number of unknown cells."""
        return self.board.open_cells()

    @property
    def cut_short(self) -> bool:
        """True if the budget was hit: a simpler step than the latest may exist."""
        return self._suppositions.refuter.cut_short

    @property
    def has_probes(self) -> bool:
        """True if a step found so far is not about one line."""
        return any(step.axis is None for step in self._found_steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, including those returned by `next`; finds the missing ones."""
        return tuple(self._each_step())

    def __next__(self) -> Step:
        if self._next == len(self._found_steps) and not self._find():
            raise StopIteration
        self._next += 1
        return self._found_steps[self._next - 1]

    def __repr__(self) -> str:
        size, number = self.puzzle.geometry.size, len(self._found_steps)
        if not number and self.verdict is Verdict.UNKNOWN and not self.stopped:
            return f"Explanation({size}, not started)"
        return f"Explanation({size}, {number_text(number, 'step')} found, {self.verdict})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles all steps, which are then replayed: the search itself cannot be pickled."""
        steps, end = self.steps, (self.verdict, self.complete, self.end)
        return _unpickled, (self.puzzle, steps, self._next, end)

    def __str__(self) -> str:
        """Returns all steps and the conclusion, as `nonosat explain` prints them."""
        return "\n".join(
            [*(f"{number}. {step}" for number, step in enumerate(self.steps, 1)), str(self.conclusion())]
        )

    def _find(self) -> bool:
        """Finds one more step; returns False if there is none."""
        step = next(self._coming, None)
        if step is not None:
            self._found_steps.append(step)
        return step is not None

    @staticmethod
    def _record_class() -> type[Explained]:
        """Returns the class of the records."""
        return Explained

    def conclusion(self) -> Phrase:
        """Returns the closing sentence."""
        if self.verdict is Verdict.UNSOLVABLE:
            return phrase("no solution")
        if not self.open_cells:
            return phrase("only solution")
        multiple = phrase("several solutions")
        if self.complete:
            return phrase("but", what=multiple, why=phrase("differ", n=self.open_cells))
        left = phrase("unexplained", n=self.open_cells)
        return phrase("semicolon", first=multiple, last=left) if self.verdict is Verdict.MULTIPLE else left

    @method
    def to_json(self, steps: Iterable[Step] | None = None) -> Mapping[str, Any]:
        """Returns the record with some of the steps found, by default all; see docs/json.md."""
        chosen = self._each_step() if steps is None else items_of(Step, steps, "steps")
        return self._record_of([step.to_json() for step in chosen])

    def _record_of(self, steps: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Returns the record with records of steps.

        Each can be made when its step is found. Made after a limit, those of thousands of steps would be late.
        """
        return {**self._without_steps().to_json(), "steps": steps}

    def _without_steps(self) -> Explained:
        """Returns the result of which the record is made."""
        return Explained(self, end=self.end)

    def _each_step(self) -> Iterator[Step]:
        """Yields all steps, including those returned by `next`; finds the missing ones one by one."""
        number = 0
        while number < len(self._found_steps) or self._find():
            yield self._found_steps[number]
            number += 1

    def _steps(self) -> Generator[Step, None, None]:
        if wrong := self.puzzle.contradictions():
            self.verdict, self.complete = Verdict.UNSOLVABLE, True
            yield self._stated(wrong[0])
            return
        try:
            while True:
                yield from self._by_lines()
                if self.complete:
                    return
                step = self._by_probing()
                if step is None:
                    return
                yield step
        except OutOfReach as reason:
            self.end = reason.end

    def _replayed(self, steps: Sequence[Step], end: tuple[Any, ...]) -> Generator[Step, None, None]:
        """Yields the steps that another process found."""
        for step in steps:
            for row, column, colour in step.cells:
                self.board.fix(self.puzzle.cell(row, column), colour)
            for row, column, colour in step.excluded:
                exclude(self.board, self.puzzle.cell(row, column), colour)
            yield step
        self.verdict, self.complete, self.end = end

    def _stated(self, wrong: Problem) -> Step:
        """Returns the only step about a puzzle whose statement contradicts itself."""
        reads = self._all_lines
        if wrong.axis is not None and wrong.index is not None:
            reads = frozenset([self.puzzle.geometry.lines.index(LineId(wrong.axis, wrong.index))])
        return Step(
            CONTRADICTION,
            (phrase("stated", reason=wrong.reason),),
            reads=reads,
            axis=wrong.axis,
            index=wrong.index,
        )

    # --- one line

    def _by_lines(self) -> Iterator[Step]:
        """Yields steps about one line each, until lines imply nothing more."""
        for step in self._line_steps():
            if step.reason == CONTRADICTION:
                self.verdict, self.complete = Verdict.UNSOLVABLE, True
            yield step
        if not (self.complete or self.open_cells):
            self.verdict, self.complete = Verdict.UNIQUE, True

    # --- one cell

    def _by_probing(self) -> Step | None:
        """Returns the next step once lines imply nothing more; or sets `verdict` and returns None."""
        refuted = self._suppositions.next(self.board)
        if refuted is None:
            return self._by_search()
        return self._cell_step(refuted.reason, refuted.probe.removal, refuted.probe, refuted.least)

    @cached_property
    def _backbone(self) -> Backbone:
        return solve_backbone(self.puzzle, self._clock, states=self._states, conflicts=self._conflicts)

    def _seen(self) -> Sequence[frozenset[int]]:
        return self._backbone.seen

    def _by_search(self) -> Step | None:
        """Returns a step by the solver; or sets `verdict` and returns None."""
        backbone = self._backbone
        self.verdict = backbone.verdict
        if backbone.verdict is Verdict.UNSOLVABLE:
            self.complete = True
            return Step(SEARCH, (phrase("no solution found"),), reads=self._all_lines)
        for cell, colour in open_colours(self.board, self._clock.tick):
            if colour not in backbone.possible[cell]:
                return self._cell_step(SEARCH, (cell, colour))
        self.complete = backbone.verdict is not Verdict.UNKNOWN and not backbone.undecided
        return None

    @property
    def _all_lines(self) -> frozenset[int]:
        return frozenset(range(len(self.board.lines)))

    def _cell_step(self, reason: str, removal: Removal, probe: Probe | None = None, least: int = 0) -> Step:
        reads = self._all_lines
        premises = self.lines.premises(probe, removal[0], all_of_them=reason == DEEPER)
        consequences = placed = None
        if probe and premises.probe:
            reads = premises.lines.union(through(self.board, probe.cell), probe.lines())
            if reason == PROBE or (reason != DEEPER and not self._brief):
                placed = placement(premises.board, premises.probe)
                consequences = story(premises.board, premises.probe, self._wording)
            if reason == PROBE and consequences:
                reason = shape(premises.board, premises.probe, placed, consequences.by_count)
        offered = self._offer() if reason == DEEPER and not self._brief else None
        said, so = self._wording.cell_step(reason, removal, premises.probe, placed, premises.said, offered)
        return self.lines.exclude_step(
            [removal],
            reason=reason,
            said=said,
            so=so,
            offer=offered and Given(*self.puzzle.coordinates[offered[0]], offered[1]),
            reads=reads,
            uses=premises.uses,
            probes=(premises.probe,) if premises.probe else (),
            chain=consequences.chain if consequences else (),
            contradiction=consequences.contradiction if consequences else None,
            placement=placed,
            least=least,
        )

    def _offer(self) -> tuple[int, int, int] | None:
        """Returns the best cell to give: (cell, colour, number of cells that lines then settle)."""
        best = None
        for cell, colour in self._backbone.cells.items():
            self._clock.tick()
            if len(self.board.colours_of(cell)) > 1:
                after = self.board.copy()
                propagate(after, after.fix(cell, colour), tick=self._clock.tick)
                gain = self.board.open_cells() - after.open_cells()
                if best is None or gain > best[2]:
                    best = cell, colour, gain
        return best


@dataclass(frozen=True, repr=False, eq=False)
class Explained(Limited):
    """Answer to `explain`: how a person would solve a puzzle. `Explanation.record` adds the steps."""

    explanation: Explanation

    _RECORD = "Explanation"
    _MEMBERS = (
        *("verdict", "line_solvable", "solutions", "steps", "complete", "open_cells", "state"),
        *("conclusion", "concluded", "stopped", "detail"),
    )

    @member
    def _steps(self) -> Annotated[tuple[Step, ...], "Steps in order."]:
        return ()

    @member
    def _verdict(self) -> ProvedVerdict:
        return self.explanation.verdict

    @member
    def _line_solvable(self) -> LineSolvable:
        if self.explanation.has_probes:
            return False
        return self.explanation.verdict is Verdict.UNIQUE if self.explanation.complete else None

    @member
    def _solutions(
        self,
    ) -> Annotated[list[Rows], "The solution, if it is unique and the steps reach it."]:
        explanation = self.explanation
        solved = explanation.complete and explanation.verdict is Verdict.UNIQUE and not explanation.open_cells
        return [explanation.partial_grid.grid().to_json()] if solved else []

    @member
    def _complete(self) -> Annotated[bool, "True if everything that follows from the clues is explained."]:
        return self.explanation.complete

    @member
    def _open_cells(self) -> Annotated[int, "Number of cells left."]:
        return self.explanation.open_cells

    @member
    def _state(self) -> Annotated[PartialRows, "Grid after the last step."]:
        return partial_rows(self.explanation.partial_grid.rows)

    @member
    def _conclusion(self) -> Annotated[str, "How the solve ended, as a sentence."]:
        return str(self.explanation.conclusion())

    @member
    def _concluded(self) -> Annotated[Phrase, "The same in patterns."]:
        return self.explanation.conclusion()


def _unpickled(puzzle: Puzzle, steps: Sequence[Step], at: int, end: tuple[Any, ...]) -> Explanation:
    """Returns an explanation whose steps were all found by another process, after the first `at` of them."""
    explanation = Explanation(puzzle)
    explanation._coming = explanation._replayed(steps, end)
    for _ in range(at):
        next(explanation)
    if at == len(steps):
        explanation._find()
    return explanation


@question
def explain(
    puzzle: Puzzle,
    *,
    state: PartialGrid | None = None,
    depth: Depth = DEPTH,
    effort: int = EFFORT,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Explanation:
    """Explains how a person would solve the puzzle, step by step, lazily.

    `state` has the cells known at the start; they are assumed to be right. Probes have depth 0 (none), 1 or 2; nested
    ones share `effort` suppositions; the rest comes from the solver. Without limits of seconds or memory the same call
    gives the same steps; with a limit of memory all steps are found before this returns.

    >>> for step in explain(Puzzle(rows=[[1], [2]], columns=[[2], [1]])):
    ...     print(step)
    row 2, full: 2 fits in one way only, so cells 1 and 2 are black
    column 1, full: 2 fits in one way only, so cell 1 is black
    row 1, complete: its clue is complete, so cell 2 is white
    """
    limit = limit_of(limit, seconds, memory)
    if keeps_memory(limit):
        return Explanation(puzzle, state=state, depth=depth, effort=effort, clock=clock_of(limit))
    return run_limited(_explained, puzzle, state, depth, effort, limit=limit)


def _explained(
    puzzle: Puzzle, state: PartialGrid | None, depth: int, effort: int, *, clock: Clock
) -> Explanation:
    """Returns an explanation with all of its steps."""
    explanation = Explanation(puzzle, state=state, depth=depth, effort=effort, clock=clock)
    while explanation._find():
        pass
    return explanation


def states(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[PartialGrid]:
    """Yields the pictures of an animation: before the first step, and after each.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> [state.rows for state in states(puzzle, explain(puzzle))][1:3]
    [((None, None), (1, 1)), ((1, None), (1, 1))]
    """
    start = PartialGrid.blank(puzzle)
    return accumulate(steps, lambda grid, step: grid.filled_in(step.cells), initial=start)
