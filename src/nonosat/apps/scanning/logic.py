"""Chooses the reading of a page that is a puzzle, and decides whether it is sure.

Tries readings in order of probability (see `candidates`): by lines first, then by a solver that has all clues of all
lines, with a selector literal each. Each refutation yields clashing lines; readings that contain the clash are skipped.
If no reading has a solution, a number is misread with confidence, or misprinted: `repair clue` searches for it.

See `decide` for the meaning of sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from nonosat.apps.scanning.candidates import Candidate, Clash, Readings, candidates
from nonosat.apps.scanning.reading import DOUBTFUL, LineReading, NumbersRead, ReadNumber
from nonosat.apps.scanning.rectified import Part, Rectified
from nonosat.conflicts.groups import Group, Groups
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Block, clue_text
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.result import ClueChange
from nonosat.search.outcome import Verdict
from nonosat.search.questions import search_here
from nonosat.support.children.processes import clock_of
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.sentences import number_text

FAR = 6.9  # minimum log-likelihood ratio to other solvable readings: a thousand times less probable
_SMALLEST_CELL = 14.0  # minimum side of a cell in page pixels for a sure reading
_LEAST_COVERAGE, _LEAST_RULED = 0.9, 0.6  # minimum share of detected cells; the same if all lines are visible
_APART = 0.8  # maximum distance of the nearest number from the grid, in cells
_MOST_BLANK = 0.4  # maximum share of lines of a side without a number
_CLEAR_WAY = 0.8  # minimum probability of the grouping of digits into numbers
_CONFLICTS = 5_000  # conflict limit of the solver per reading
_READINGS = 400  # maximum number of readings given to the solver
_SEARCH_SECONDS = 4.0
_REPAIR_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A number that is possibly misread, with its place."""

    line: LineId
    position: int  # index in the printed clue, from 0
    value: int | None  # chosen value; None means "no number"
    why: str


def misprint_text(change: ClueChange) -> str:
    """Returns a misprint in words: `row 3: 4 2 is read, 4 1 would have a solution`."""
    return (
        f"{change.line}: {clue_text(change.before)} is read, {clue_text(change.after)} would have a solution"
    )


@dataclass(frozen=True, slots=True)
class Decision:
    """The puzzle of a page."""

    puzzle: Puzzle | None  # the best puzzle; None if there are no numbers
    sure: bool
    reasons: tuple[str, ...]  # reasons for doubt; empty if it is sure
    doubtful: tuple[Doubt, ...]
    verdict: Verdict
    line_solvable: bool | None = None
    corrected: int = 0  # number of numbers for which logic chose another value than the likeliest
    misprints: tuple[ClueChange, ...] = ()
    """Clearly read clues with which the puzzle has no solution, and what was probably meant."""
    plain: Puzzle | None = field(default=None, compare=False)  # the likeliest reading, before any logic


def decide(reading: NumbersRead, rectified: Rectified, limit: Limit | None = None) -> Decision:
    """Returns the best puzzle of a reading; decides if it is sure.

    Sure means: it has one solution; any other solvable reading is at least a thousand times less probable; all ink in
    the gutters is explained, and lines without a number are blank; every number is probable, or logic decided it; no
    number was dropped or added; and the grid is complete.
    """
    clock = clock_of(limit_of(limit))
    return _Decider(reading, rectified, clock).decision()


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Result of the search."""

    puzzle: Puzzle
    places: tuple[int, ...]
    verdict: Verdict
    line_solvable: bool | None
    unrivalled: bool  # true if every other solvable reading is far less probable


class _Decider:
    def __init__(self, reading: NumbersRead, rectified: Rectified, clock: Clock) -> None:
        self._reading, self._rectified, self._clock = reading, rectified, clock
        self._lengths = [rectified.columns] * rectified.rows + [rectified.rows] * rectified.columns
        self._lines: list[list[Candidate]] = []
        self._unfit: list[int] = []

    def decision(self) -> Decision:
        """Returns the complete decision."""
        reading = self._reading
        if not any(line.numbers for line in reading.lines):
            reason = "there are no clue numbers beside the grid"
            return Decision(None, False, (reason,), (), Verdict.UNKNOWN)
        for at, (line, length) in enumerate(zip(reading.lines, self._lengths, strict=True)):
            readings = candidates(line, length)
            if not readings:
                self._unfit.append(at)
                readings = [_as_read(line)]
            self._lines.append(readings)
        plain = self._puzzle([0] * len(self._lines))
        best = None if self._unfit else self._search()
        if best is None:
            return self._repaired(plain)
        reasons = list(self._page_reasons())
        doubts = list(self._doubts(best.places))
        if best.verdict is not Verdict.UNIQUE:
            words = {
                Verdict.MULTIPLE: "it has several solutions",
                Verdict.UNKNOWN: "its solutions are not known",
            }
            reasons.append(words.get(best.verdict, "it has no solution"))
        if not best.unrivalled:
            reasons.append("another reading has a solution too")
        reasons += [f"{doubt.line}: {doubt.why}" for doubt in doubts]
        corrected = sum(
            value != number.value
            for line, at in zip(self._lines, best.places, strict=True)
            for number, value in line[at].chosen
        )
        return Decision(
            best.puzzle,
            not reasons,
            tuple(dict.fromkeys(reasons)),
            tuple(doubts),
            best.verdict,
            best.line_solvable,
            corrected,
            plain=plain,
        )

    def _puzzle(self, places: Sequence[int]) -> Puzzle:
        clues = [line[at].clue for line, at in zip(self._lines, places, strict=True)]
        rows = self._rectified.rows
        return Puzzle(clues[:rows], clues[rows:], palette=self._reading.palette)

    # --- search ---

    def _search(self) -> _Outcome | None:
        """Returns the likeliest reading with one solution, or else the likeliest with several."""
        clock = self._clock.part(seconds=_SEARCH_SECONDS, share=0.6)
        best: _Outcome | None = None
        cost_of_best = 0.0
        readings = Readings(self._lines, self._rectified.rows, len(self._reading.palette) - 1, clock.tick)
        with suppress(OutOfReach), closing(_Trial(self, clock)) as trial:
            for cost, places in islice(readings, _READINGS):
                if best and cost > cost_of_best + FAR:
                    return best
                clash = trial.clash(places)
                readings.clash(Clash(enumerate(places)) if clash is None else clash)
                if clash is not None and not clash:  # no reading has a solution
                    return best
                outcome = self._checked(places, clock) if clash is None else None
                if outcome is None:
                    continue
                if best is None:
                    best, cost_of_best = outcome, cost
                    continue
                better = best.verdict is not Verdict.UNIQUE and outcome.verdict is Verdict.UNIQUE
                if not better:
                    break
                best, cost_of_best = replace(outcome, unrivalled=False), cost
            if readings.exhausted:
                return best
        return best and replace(best, unrivalled=False)

    def _checked(self, places: Sequence[int], clock: Clock) -> _Outcome | None:
        puzzle = self._puzzle(places)
        search = search_here(puzzle, clock, conflicts=_CONFLICTS)
        if not list(islice(search, 2)) and search.verdict is Verdict.UNSOLVABLE:
            return None
        return _Outcome(puzzle, tuple(places), search.verdict, search.line_solvable, True)

    # --- repair ---

    def _repaired(self, plain: Puzzle) -> Decision:
        """Repairs the likeliest reading by one edit; never sure."""
        left = self._clock.left
        seconds = _REPAIR_SECONDS if left is None else min(_REPAIR_SECONDS, left)
        doubts = list(self._doubts([0] * len(self._lines)))
        decision = Decision(plain, False, (), (), Verdict.UNKNOWN, plain=plain)
        if plain.readable:
            with suppress(OutOfReach):
                repair = repair_clue(plain, seconds=max(0.1, seconds))
                decision = replace(decision, line_solvable=repair.line_solvable)
                if repair.repaired is not None:
                    misprints = tuple(change for change in repair.changes if isinstance(change, ClueChange))
                    decision = replace(
                        decision, puzzle=repair.repaired, verdict=repair.verdict, misprints=misprints
                    )
        for change in decision.misprints:
            doubts += self._doubts_of(change, plain)
        reasons = [
            *self._page_reasons(),
            "no reading of the numbers has a solution",
            *map(misprint_text, decision.misprints),
            *(f"{doubt.line}: {doubt.why}" for doubt in doubts),
        ]
        return replace(decision, reasons=tuple(dict.fromkeys(reasons)), doubtful=tuple(doubts))

    def _doubts_of(self, change: ClueChange, plain: Puzzle) -> Iterator[Doubt]:
        """Yields the numbers of a clue that a repair changes."""
        at = plain.geometry.lines.index(change.line)
        numbers = self._lines[at][0].chosen
        after = change.after or ()
        for position, (_, value) in enumerate(numbers):
            meant = after[position].length if len(after) == len(numbers) else None
            if len(after) != len(numbers) or meant != value:
                why = f"{value} contradicts the other clues"
                yield Doubt(change.line, position, meant, why)

    # --- doubts ---

    def _line(self, at: int) -> LineId:
        rows = self._rectified.rows
        return LineId("row", at) if at < rows else LineId("column", at - rows)

    def _doubts(self, places: Sequence[int]) -> Iterator[Doubt]:
        """Yields the numbers whose chosen value is not sure."""
        for at, (line, place) in enumerate(zip(self._lines, places, strict=True)):
            candidate = line[place]
            for position, (number, value) in enumerate(candidate.chosen):
                why = _why(number, value)
                if not why and candidate.way < _CLEAR_WAY:
                    why = "the digits may be joined to other numbers"
                if why:
                    yield Doubt(self._line(at), position, value, why)

    def _page_reasons(self) -> Iterator[str]:
        """Yields reasons to doubt the page as a whole."""
        reading, facts = self._reading, self._rectified.facts
        if facts.pixels < _SMALLEST_CELL:
            yield f"a cell has {facts.pixels:.0f} pixels only"
        if not facts.closed:
            yield "no line bounds the grid on all sides"
        if facts.continues or self._numbers_lie_apart():
            yield "a line of cells may be missing at the border"
        if facts.coverage < (_LEAST_RULED if facts.ruled else _LEAST_COVERAGE):
            yield f"only {facts.coverage:.0%} of the cells were seen"
        if reading.unexplained:
            count = len(reading.unexplained)
            are = "are no numbers" if count > 1 else "is no number"
            yield f"{number_text(count, 'mark')} beside the grid {are}"
        for part, at in reading.holes:
            line = LineId("row" if part is Part.LEFT else "column", at)
            yield f"{line}: a number seems to be missing"
        yield from self._blank_reasons()
        for at in self._unfit:
            yield f"{self._line(at)}: the numbers do not fit into the line"

    def _numbers_lie_apart(self) -> bool:
        """Returns True if a line of cells fits between the grid and all numbers of a side."""
        grid = self._rectified
        ends = (
            (grid.left.shape[1], [n.box.right for line in self._reading.rows for n in line.numbers]),
            (grid.top.shape[0], [n.box.low for line in self._reading.columns for n in line.numbers]),
        )
        return any(edge - max(own, default=edge) > _APART * grid.cell for edge, own in ends)

    def _blank_reasons(self) -> Iterator[str]:
        zeros = any(number.value == 0 for line in self._reading.lines for number in line.numbers)
        for name, family in (("rows", self._reading.rows), ("columns", self._reading.columns)):
            empty = [line for line in family if not line.numbers]
            if len(empty) > _MOST_BLANK * len(family):
                yield f"{len(empty)} {name} have no number"
            if not all(line.blank for line in empty):
                yield f"some {name} have marks and no number"
            if zeros and empty:
                yield f"some {name} have no number, though others have 0"


def _why(number: ReadNumber, value: int | None) -> str:
    """Returns the reason why the chosen value of a number is not sure; empty if it is sure."""
    if value is None:
        return "a mark is no number"
    if number.value is None:
        return f"it is not clear that {value} is a number"
    if value != number.value and number.probability >= DOUBTFUL:
        return f"{number.value} is read where only {value} has a solution"
    return ""


def _as_read(line: LineReading) -> Candidate:
    """Returns the likeliest clue of a line, even if it does not fit into it."""
    numbers, chance = line.ways[0]
    chosen = [(number, number.value) for number in numbers]
    clue = tuple(Block(value, number.ink) for number, value in chosen if value)
    return Candidate(clue, 0.0, tuple(chosen), chance)


class _Trial:
    """Tests readings by line solving and a solver; close it after use."""

    def __init__(self, decider: _Decider, clock: Clock) -> None:
        self._decider, self._clock = decider, clock
        self._groups: Groups | None = None
        self._group_of: dict[tuple[int, int], Group] = {}

    def clash(self, places: Sequence[int]) -> Clash | None:
        """Returns None if a reading has a solution or the solver gave up, else the lines that clash."""
        puzzle = self._decider._puzzle(places)
        board = Board(puzzle)
        if propagate(board, tick=self._clock.tick) is None and not board.open_cells():
            return None
        if self._groups is None:
            nothing = puzzle.with_clues([None] * len(puzzle.lines))
            # limited by conflicts: a deadline would cost a thread per question
            self._groups = Groups(nothing, (), Clock())
        self._clock.tick()
        chosen = [self._group(at, place) for at, place in enumerate(places)]
        answer = self._groups.solve(chosen, conflicts=_CONFLICTS, count=False)
        if answer is not False:
            return None
        core = self._smaller(self._groups.core)
        where = {group: place for place, group in self._group_of.items()}
        return Clash(where[group] for group in core)

    def _group(self, at: int, place: int) -> Group:
        assert self._groups
        if (at, place) not in self._group_of:
            self._group_of[at, place] = self._groups.also(at, self._decider._lines[at][place].clue)
        return self._group_of[at, place]

    def _smaller(self, core: set[Group]) -> set[Group]:
        """Returns the core without unneeded lines that have other clues: a smaller clash excludes more readings."""
        assert self._groups
        undecided = {group for (at, _), group in self._group_of.items() if len(self._decider._lines[at]) > 1}
        for group in sorted(core & undecided)[:12]:
            if group in core and self._groups.solve(core - {group}, conflicts=500, count=False) is False:
                core = set(self._groups.core)
        return core

    def close(self) -> None:
        """Frees the solver."""
        if self._groups:
            self._groups.__exit__(None, None, None)
