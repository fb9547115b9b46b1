"""How a person would solve a puzzle, step by step, each with a reason that can be checked by itself.

A step takes one line and one kind of argument from the table `nonosat.questions.explanation.techniques.REASONS`: always
the simplest that says anything new of any line, and the first such line. The last argument about one line is
complete, so every line-solvable puzzle is solved without the rest. What lines leave open is probed: a colour
is supposed for a cell, and leaves some line without a filling (`probe`); all colours of a cell lead to the
same conclusion (`cases`); a probe takes further probes (`deeper`). What is left after that is known from the
solver only (`search`). Cells that differ between solutions are left open.

A step, and each inference in it, rests on what was known before the step.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Annotated, overload

from nonosat.foundation.arguments import question
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.workers.processes import answered, clock_of, keeps_memory
from nonosat.model.geometry import LineId
from nonosat.model.problems import Problem
from nonosat.model.puzzle import Given, Puzzle
from nonosat.questions.explanation.line_steps import LineSteps
from nonosat.questions.explanation.partial_grid import PartialGrid
from nonosat.questions.explanation.patterns import Phrase, phrase
from nonosat.questions.explanation.probing import Probe, Removal, exclude, open_colours, through
from nonosat.questions.explanation.shapes import PROBE, placement, shape
from nonosat.questions.explanation.step import CONTRADICTION, SEARCH, SUPPOSITION, Step
from nonosat.questions.explanation.story import Story, story
from nonosat.questions.explanation.suppositions import DEEPER, UNLIMITED, Budget, Suppositions
from nonosat.questions.explanation.wording import Wording
from nonosat.questions.solution_space.backbone import Backbone, backbone_of
from nonosat.questions.solution_space.explore import explore
from nonosat.records.declared import Whole
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate

Depth = Annotated[int, Whole(), "Nested probes that are tried before the solver is asked; 0 for none."]

DEPTH = 2  # how many suppositions are made on top of each other, unless another number is given
EFFORT = 100_000  # suppositions that may be made by probes inside of probes, unless another number is given


class Explanation(Iterator[Step]):
    """The steps to the solution, each found when it is asked for.

    Once they end, `verdict` says how many solutions there are, as far as that is proved, and `complete`
    whether all is explained that follows from the clues: the cells still open then differ between solutions.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        state: PartialGrid | None = None,
        depth: int = DEPTH,
        effort: int = EFFORT,
        clock: Clock | None = None,
        all_chains: bool = False,
        budget: Budget = UNLIMITED,
    ) -> None:
        """Takes what `explain` takes, and a clock instead of a limit.

        `all_chains` is whether to give also long chains that no step needs, `budget` how much is searched for a step.
        """
        self._budget = budget
        if state:
            state.require_fit(puzzle)
            puzzle = puzzle.replace(givens=(*puzzle.givens, *state.givens()))
        puzzle.require_readable()
        self.puzzle = puzzle
        self.board = Board(puzzle)
        """What is known by now; not to be changed."""
        self.verdict = Verdict.UNKNOWN
        self.complete = False
        self.stopped: Stopped | None = None
        """What ended the steps before all was explained, if it was a limit."""
        self.detail = ""
        """More about that."""
        self._depth = depth
        self._clock = clock or Clock()
        self._suppositions = Suppositions(depth, effort, self._clock.tick, self._seen, all_chains, budget)
        self._wording = Wording(self.board)
        self._lines = LineSteps(self.board, self._wording, self._clock.tick)
        self._coming = self._found()
        self._known: list[Step] = []  # the steps found so far
        self._next = 0  # how many of them were handed out by `next`

    @property
    def partial_grid(self) -> PartialGrid:
        """The picture as far as it is known by now."""
        return PartialGrid.of(self.board)

    @property
    def open_cells(self) -> int:
        """How many cells are not known by now."""
        return self.board.open_cells()

    @property
    def cut_short(self) -> bool:
        """True if there may be something simpler than the step that was found last, by its budget."""
        return self._suppositions.cut_short

    @property
    def footholds(self) -> int:
        """How many lines said anything new before the step that was found last; 0 for one from a supposition."""
        return self._lines.footholds

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, also those that `next` has handed out; finds those that are not known yet."""
        while self._find():
            pass
        return tuple(self._known)

    def __next__(self) -> Step:
        if self._next == len(self._known) and not self._find():
            raise StopIteration
        self._next += 1
        return self._known[self._next - 1]

    def __len__(self) -> int:
        """How many steps there are; finds all of them."""
        return len(self.steps)

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, number: int | slice) -> Step | tuple[Step, ...]:
        """A step by its number, from 0, or some; finds no more than it takes."""
        if isinstance(number, slice) or number < 0:
            return self.steps[number]
        while len(self._known) <= number and self._find():
            pass
        return self._known[number]

    def __bool__(self) -> bool:
        """True: whether there are steps takes a search."""
        return True

    def __repr__(self) -> str:
        size, number = f"{self.puzzle.width}x{self.puzzle.height}", len(self._known)
        if not number and self.verdict is Verdict.UNKNOWN and not self.stopped:
            return f"Explanation({size}, not started)"
        return f"Explanation({size}, {number} step{'' if number == 1 else 's'} found, {self.verdict})"

    def _find(self) -> bool:
        """Finds one more step; False if there is none."""
        step = next(self._coming, None)
        if step is not None:
            self._known.append(step)
        return step is not None

    def concluded(self) -> Phrase:
        """How it ended."""
        if self.verdict is Verdict.UNSOLVABLE:
            return phrase("no solution")
        if not self.open_cells:
            return phrase("only solution")
        several = phrase("several solutions")
        if self.complete:
            return phrase("but", what=several, why=phrase("differ", n=self.open_cells))
        left = phrase("unexplained", n=self.open_cells)
        return phrase("semicolon", first=several, last=left) if self.verdict is Verdict.MULTIPLE else left

    def conclusion(self) -> str:
        """The same in English."""
        return str(self.concluded())

    def _found(self) -> Generator[Step, None, None]:
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
            self.stopped, self.detail = reason.stopped, reason.detail

    def _stated(self, wrong: Problem) -> Step:
        """The only step about a puzzle whose statement contradicts itself."""
        reads = self._all_lines
        if wrong.axis is not None and wrong.index is not None:
            reads = frozenset([self.puzzle.geometry.lines.index(LineId(wrong.axis, wrong.index))])
        return Step(
            CONTRADICTION, self._wording.stated(wrong), reads=reads, axis=wrong.axis, index=wrong.index
        )

    # --- one line

    def _by_lines(self) -> Iterator[Step]:
        """Steps that take one line each, until no line says more."""
        for step in self._lines.steps():
            if step.contradicts:
                self.verdict, self.complete = Verdict.UNSOLVABLE, True
            yield step
        if not (self.complete or self.open_cells):
            self.verdict, self.complete = Verdict.UNIQUE, True

    # --- one cell

    def _by_probing(self) -> Step | None:
        """The next step where lines say nothing more, or None and `verdict`."""
        found = self._suppositions.next(self.board)
        if found is None:
            return self._by_search()
        return self._cell_step(found.reason, found.removals, *found.probes, least=found.least)

    @cached_property
    def _solutions(self) -> Backbone:
        """What all solutions have in common."""
        _, states, conflicts = self._budget
        return backbone_of(explore(self.puzzle, self._clock, states=states, conflicts=conflicts), 0)

    def _seen(self) -> Sequence[frozenset[int]]:
        return self._solutions.seen

    def _by_search(self) -> Step | None:
        """A step that rests on the solver, or None and `verdict`."""
        found = self._solutions
        self.verdict = found.verdict
        if found.verdict is Verdict.UNSOLVABLE:
            self.complete = True
            return Step(SEARCH, self._wording.no_solution(), reads=self._all_lines)
        for cell, colour in open_colours(self.board, self._clock.tick):
            if colour not in found.possible[cell]:
                return self._cell_step(SEARCH, [(cell, colour)])
        self.complete = found.verdict is not Verdict.UNKNOWN and not found.undecided
        return None

    @property
    def _all_lines(self) -> frozenset[int]:
        return frozenset(range(len(self.board.lines)))

    def _cell_step(self, reason: str, removals: list[Removal], *probes: Probe, least: int = 0) -> Step:
        read = [through(self.board, probe.cell).union(probe.lines()) for probe in probes]
        premises = self._lines.premises(probes, removals, all_of_them=reason == DEEPER)
        board, probes = premises.board, premises.probes
        stories = [story(board, probe, self._wording) for probe in probes if reason != DEEPER]
        one = stories[0] if len(stories) == 1 else Story(())
        parts = tuple(map(self._part, probes, stories))
        placed = placement(board, probes[0]) if len(stories) == 1 else None
        if reason == PROBE:
            reason = shape(board, probes[0], placed, one.by_count)
        offered = self._offer() if reason == DEEPER else None
        said, so = self._wording.cell_step(reason, removals, probes, placed, premises.said, offered)
        return self._lines.taught(
            removals,
            reason=reason,
            said=said,
            so=so,
            offer=offered and Given(*self.puzzle.coordinates[offered[0]], offered[1]),
            reads=premises.lines.union(*read) if probes else self._all_lines,
            uses=premises.uses,
            probes=probes,
            chain=one.chain if len(stories) == 1 else parts,
            contradiction=one.contradiction,
            placement=placed,
            least=least,
        )

    def _offer(self) -> tuple[int, int, int] | None:
        """The cell from which lines go on furthest if its colour is given, that colour, and how many cells they settle."""
        found = None
        for cell, colour in self._solutions.cells.items():
            self._clock.tick()
            if len(self.board.colours_of(cell)) > 1:
                after = self.board.copy()
                propagate(after, after.fix(cell, colour), tick=self._clock.tick)
                gain = self.board.open_cells() - after.open_cells()
                if found is None or gain > found[2]:
                    found = cell, colour, gain
        return found

    def _part(self, probe: Probe, found: Story) -> Step:
        """A step with what follows from a supposition."""
        row, column = self.puzzle.coordinates[probe.cell]
        return Step(
            SUPPOSITION,
            self._wording.supposition(probe),
            reads=frozenset(probe.lines()),
            cells=(Given(row, column, probe.colour),),
            probes=(probe,),
            chain=found.chain,
            contradiction=found.contradiction,
        )


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
    """The steps in which a person would solve the puzzle, lazily.

    `state` is what is known from the start; it is taken to be right. Probes go `depth` suppositions deep (0:
    no probes), and those deeper than one may make `effort` suppositions altogether; the rest is only known
    from the solver. Without a `limit` of seconds or memory the same call gives the same steps; with one
    of memory all are found before the first is given.

    >>> for step in explain(Puzzle(rows=[[1], [2]], columns=[[2], [1]])):
    ...     print(step)
    row 2, full: 2 fits in one way only, so cells 1 and 2 are black
    column 1, full: 2 fits in one way only, so cell 1 is black
    row 1, complete: its clue is complete, so cell 2 is white
    """
    limit = limit_of(limit, seconds, memory)
    if keeps_memory(limit):
        return Explanation(puzzle, state=state, depth=depth, effort=effort, clock=clock_of(limit))
    return _WithinMemory(puzzle, state, depth, effort, limit)


class _WithinMemory(Explanation):
    """An explanation by a child process, whose memory is limited; all steps are found before the first."""

    def __init__(
        self, puzzle: Puzzle, state: PartialGrid | None, depth: int, effort: int, limit: Limit
    ) -> None:
        super().__init__(puzzle, state=state, depth=depth, effort=effort)
        self._effort_limit = effort
        self._limit = limit

    def _found(self) -> Generator[Step, None, None]:
        found = answered(_explained, self.puzzle, self._depth, self._effort_limit, limit=self._limit)
        for step in found.steps:
            for cells, loses in ((step.cells, False), (step.excluded, True)):
                for row, column, colour in cells:
                    cell = self.puzzle.cell(row, column)
                    exclude(self.board, cell, colour) if loses else self.board.fix(cell, colour)
            yield step
        self.verdict, self.complete = found.verdict, found.complete
        self.stopped, self.detail = found.stopped, found.detail


@dataclass(frozen=True, slots=True)
class _AllSteps:
    """All of an explanation."""

    steps: tuple[Step, ...]
    verdict: Verdict
    complete: bool
    stopped: Stopped | None
    detail: str


def _explained(puzzle: Puzzle, depth: int, effort: int, *, clock: Clock) -> _AllSteps:
    found = Explanation(puzzle, depth=depth, effort=effort, clock=clock)
    steps = tuple(found)
    return _AllSteps(steps, found.verdict, found.complete, found.stopped, found.detail)


def states(puzzle: Puzzle, steps: Iterable[Step], state: PartialGrid | None = None) -> Iterator[PartialGrid]:
    """The pictures of an animation: before the first step, and after each.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> [state.rows for state in states(puzzle, explain(puzzle))][1:3]
    [((None, None), (1, 1)), ((1, None), (1, 1))]
    """
    start = state or PartialGrid.blank(puzzle)
    return accumulate(
        steps, lambda known, step: known.filled_in(step.cells), initial=start.filled_in(puzzle.givens)
    )
