"""Steps about one line: the simplest technique that implies anything new, on the first such line.

With one ink, a step states all inferences of its technique. With several inks, it states which cells become known, and
the facts of crossing lines that this needs; facts of the kind "not red" are recorded silently
(`nonosat.explaining.steps.reader_knowledge`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, NamedTuple

from nonosat.explaining.steps.first_technique import first_technique
from nonosat.explaining.steps.probes import Probe, Removal
from nonosat.explaining.steps.reader_knowledge import AppliedTechnique, Reader
from nonosat.explaining.steps.refutation import (
    contradiction_step,
    ends,
    facts,
    removals_of,
    shortened,
    supposed,
)
from nonosat.explaining.steps.step import Step
from nonosat.explaining.steps.techniques import (
    CROSSING,
    LINE_TECHNIQUES,
    RANK,
    TECHNIQUES,
    Inference,
    LineView,
)
from nonosat.explaining.words.patterns import Phrase
from nonosat.explaining.words.wording import Wording
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.lines.solver import NO_FILLING, NO_TECHNIQUE, knows_techniques
from nonosat.model.puzzle import Given


class Premises(NamedTuple):
    """Premises of a supposition that a reader must see."""

    board: Board
    """The reader's knowledge with these premises."""
    probe: Probe | None
    """The supposition, without lines that say nothing new to the reader."""
    uses: tuple[Given, ...] = ()
    """Silent facts: colours that cells do not have."""
    lines: frozenset[int] = frozenset()
    """Lines that the silent facts come from."""
    said: tuple[Phrase, ...] = ()


class LineSteps:
    """Finds steps about lines of a board, and applies them; mutable."""

    def __init__(self, board: Board, wording: Wording, tick: Callable[[], None]) -> None:
        self._board = board
        self._wording = wording
        self._tick = tick
        self._reader = Reader(board) if board.colours > 2 else None
        self._dirty = {line for line, plan in enumerate(board.plans) if plan}
        # lines that may imply more, each with the rank of the first reason not yet tried in vain
        self._untried: dict[int, int] = {}
        # (rank, line) of all that is untried, the simplest first; and what once was
        self._queue: list[tuple[int, int]] = []
        self._views: dict[int, LineView] = {}
        # removals by lines that wait until no simpler step exists, by the rank of their step
        self._waiting: dict[int, list[Removal]] = {}
        self._brief: tuple[int, int] | None = None  # `footholds` and `unfinished` of a brief step

    @property
    def footholds(self) -> int:
        """Number of lines with a deduction available before the last step."""
        return self._brief[0] if self._brief else len(self._untried)

    @property
    def unfinished(self) -> int:
        """Number of lines with an open cell after the last step."""
        if self._brief:
            return self._brief[1]
        return sum(map(bool, map(self._board.open_in, range(len(self._board.lines)))))

    def brief_steps(self) -> Iterator[Step]:
        """Yields the same steps as `steps`, but only reasons and lines; many times as fast in the kernel."""
        board = self._board
        self._tick()
        solver = board.solver
        if self._reader or not knows_techniques(solver):
            yield from self.steps()
            return
        steps, footholds, broken = solver.steps(board.candidates, self._tick)
        names, nothing = [technique.name for technique in LINE_TECHNIQUES], frozenset[int]()
        lines = board.puzzle.geometry.lines
        for line, technique, before, unfinished in steps:
            self._brief = before, unfinished
            yield Step(names[technique], (), nothing, *lines[line])
        self._dirty.clear()
        self._brief = None
        if broken >= 0:
            self._brief = footholds, self.unfinished
            yield contradiction_step(board, broken, self._wording)

    def steps(self) -> Iterator[Step]:
        """Yields steps about one line each, until lines imply nothing more, or a line has no filling (the last step)."""
        while True:
            for line in sorted(self._dirty):
                self._tick()
                if not self._mark_changed(line):
                    yield self._contradiction(line)
                    return
            self._dirty.clear()
            simplest = self._simplest()
            if simplest is None:
                return
            if step := self._step(*simplest):
                yield step
            self._tick()

    def exclude_step(self, removals: list[Removal], **about: Any) -> Step:
        """Excludes colours of cells; returns the step that does."""
        self._exclude(removals)
        settled, lost = facts(self._board, removals)
        if self._reader:
            self._reader.learn(removals)
            for row, column, colour in settled:
                self._reader.fix(self._board.puzzle.cell(row, column), colour)
        return Step(cells=settled, excluded=lost, **about)

    def premises(self, probe: Probe | None, cell: int, *, all_of_them: bool) -> Premises:
        """Returns the premises of a supposition about a cell. With one ink, or with `all_of_them`, these are all knowledge."""
        if not self._reader:
            return Premises(self._board, probe)
        words: list[Phrase] = []
        if all_of_them:
            board, facts = self._reader.all_premises()
        else:
            left = len(self._board.colours_of(cell))
            read = probe.lines() if probe else ()

            def enough(board: Board) -> bool:
                """Returns True if a reader sees the contradiction, and also the colour that is left if only one is."""
                seen = left > 2 or len(board.colours_of(cell)) == left
                return seen and (probe is None or ends(supposed(board, probe), probe.derivation))

            board, facts = self._reader.premises(
                {cell, *(other for line in read for other in self._board.lines[line])}, enough
            )
            probe = probe and shortened(board, probe)
            words = self._wording.uses(None, facts)
        return Premises(board, probe, self._givens(facts), frozenset(by for _, by in facts), tuple(words))

    def _givens(self, facts: Iterable[tuple[Removal, int]]) -> tuple[Given, ...]:
        coordinates = self._board.puzzle.coordinates
        return tuple(Given(*coordinates[cell], colour) for (cell, colour), _ in facts)

    def _contradiction(self, line: int) -> Step:
        """Returns the step that a line has no filling, and its facts; about another line if a reader sees it only there."""
        if not self._reader:
            return contradiction_step(self._board, line, self._wording)
        line = self._reader.line_without_filling(line)
        plan = self._board.plans[line]
        assert plan is not None
        board, facts = self._reader.premises(
            self._board.lines[line], lambda board: settle(plan, board.unpack()[line]) is None
        )
        step = contradiction_step(board, line, self._wording, self._wording.uses(line, facts))
        return replace(step, reads=step.reads.union(by for _, by in facts), uses=self._givens(facts))

    def _mark_changed(self, line: int) -> bool:
        """Marks a changed line as one that may imply more; returns False if it has no filling left."""
        board, clue, candidates = self._board, self._board.clues[line], self._board.unpack()[line]
        assert clue is not None
        technique = first_technique(board, line, candidates)
        if technique == NO_FILLING:
            return False
        self._waiting.pop(line, None)
        if technique == NO_TECHNIQUE:
            self._untried.pop(line, None)
        else:
            self._try(RANK[LINE_TECHNIQUES[technique].name], line)
            self._views[line] = LineView(clue, len(board.lines[line]), tuple(candidates))
        return True

    def _simplest(self) -> tuple[str, int, tuple[Inference, ...]] | None:
        """Returns the first reason of the table that implies anything about any line, that line, and the inferences."""
        queue = self._queue
        while queue:
            self._tick()
            rank, line = queue[0]
            if self._untried.get(line) == rank:
                if line in self._waiting:
                    return TECHNIQUES[rank].name, line, ()
                if inferences := distinct(TECHNIQUES[rank].infer(self._views[line])):
                    return TECHNIQUES[rank].name, line, inferences
                self._try(rank + 1, line)
            heappop(queue)
        return None

    def _try(self, rank: int, line: int) -> None:
        """Notes that a line may imply more, by a reason of this rank or a later one."""
        self._untried[line] = rank
        heappush(self._queue, (rank, line))

    def _step(self, reason: str, line: int, inferences: tuple[Inference, ...]) -> Step | None:
        """Returns a step about a line; None if its inferences are recorded silently, or another step is simpler."""
        removals = self._waiting.get(line) or removals_of(
            self._board.lines[line], self._views[line], inferences
        )
        if self._reader:
            return self._positive_step(self._reader, reason, line, removals)
        axis, index = self._board.puzzle.geometry.lines[line]
        return self.exclude_step(
            removals,
            reason=reason,
            said=self._wording.line_step(reason, reason, line, inferences),
            reads=frozenset([line]),
            axis=axis,
            index=index,
            inferences=inferences,
        )

    def _positive_step(self, reader: Reader, reason: str, line: int, removals: list[Removal]) -> Step | None:
        """Returns a step that makes cells known. If the removals make none known, records them silently and returns None.

        Returns None as well if the step needs a harder reason: the removals wait until no step is simpler.
        """
        board = self._board
        lost = Counter(cell for cell, _ in removals)
        settles_a_cell = any(len(board.colours_of(cell)) - number < 2 for cell, number in lost.items())
        if not settles_a_cell or reader.contradicts(line, board.unpack()[line]):  # ends the explanation soon
            self._exclude(removals)
            reader.keep(removals, line)
            return None
        applied = reader.by_itself(line)
        if applied is None and RANK[reason] >= RANK[CROSSING.name]:
            applied = reader.simplest(line)
        rank = RANK[applied.technique if applied else CROSSING.name]
        if applied is None or rank > RANK[reason]:
            self._try(rank, line)
            self._waiting[line] = removals
            return None
        return self._made_known(reader, line, applied)

    def _made_known(self, reader: Reader, line: int, applied: AppliedTechnique) -> Step:
        """Returns the step of a technique that makes cells known."""
        cells, coordinates = self._board.lines[line], self._board.puzzle.coordinates
        axis, index = self._board.puzzle.geometry.lines[line]
        for place, colour in applied.becomes.items():
            reader.fix(cells[place], colour)
            touched = self._board.fix(cells[place], colour)
            self._dirty |= {crossing for crossing in touched if self._board.plans[crossing]}
        uses = self._wording.uses(line, applied.uses)
        return Step(
            applied.technique,
            self._wording.line_step(
                applied.technique, applied.reason, line, applied.inferences, applied.becomes, uses
            ),
            reads=frozenset([line, *(by for _, by in applied.uses)]),
            axis=axis,
            index=index,
            cells=tuple(
                sorted(Given(*coordinates[cells[at]], colour) for at, colour in applied.becomes.items())
            ),
            inferences=applied.inferences,
            uses=self._givens(applied.uses),
        )

    def _exclude(self, removals: Iterable[Removal]) -> None:
        masks, plans, dirty = self._board.unpack(), self._board.plans, self._dirty
        for cell, colour in removals:
            for line, place in self._board.lines_of(cell):
                masks[line][colour] &= ~(1 << place)
                if plans[line]:
                    dirty.add(line)


def distinct(inferences: Iterable[Inference]) -> tuple[Inference, ...]:
    """Returns inferences about one line, each without the cells of earlier ones."""
    said: set[tuple[int, bool, int]] = set()
    left = []
    for inference in inferences:
        inferred = positions(inference.cells)
        fresh = [at for at in inferred if (inference.colour, inference.holds, at) not in said]
        if fresh:
            said.update((inference.colour, inference.holds, at) for at in fresh)
            left.append(inference._replace(cells=sum(1 << at for at in fresh)))
    return tuple(left)
