"""Judges an answer: tests whether the grid in a text is a solution, and measures how far it is from one.

Any solution is right, not only the author's. Only `Grid.violations`, which uses no solver, decides between right and
wrong. The other figures about a wrong grid come from an exploration of all solutions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from nonosat.counting.backbone import backbone_of
from nonosat.counting.distance import nearest_of
from nonosat.counting.explore import Exploration, explore
from nonosat.formats.pictures.cutting import Notation
from nonosat.formats.pictures.finding import Reading, read
from nonosat.model.clues import clue_text
from nonosat.model.geometry import LineId, Rectangle
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.model.violation import Violation
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Result, Work, member
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.records.shared_types import Rows


_MOST_SEARCHED = 1_000_000  # maximum characters searched
_UNSOLVABLE = re.compile(
    r"\bno (?:valid |possible |such )?solutions?\b|\bwithout (?:a )?solution|\bimpossible\b|\bcontradict|"
    r"\b(?:unsolvable|unsatisfiable|insoluble)\b|\b(?:cannot|can't|can not) be (?:solved|satisfied)",
    re.IGNORECASE,
)


def says_unsolvable(text: str) -> bool:
    """Returns True if the last paragraph of an answer, or all of a short one, says that there is no solution.

    >>> says_unsolvable("The sums differ.\\n\\nSo there is no solution."), says_unsolvable("I cannot.")
    (True, False)
    """
    last = text.strip()[-_MOST_SEARCHED:].split("\n\n")[-1]
    return bool(_UNSOLVABLE.search(last))


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ViolationInWords(Result):
    """A line that violates its clue."""

    line: LineId
    found: Annotated[str, "Blocks of the line, in the notation of clues."]
    expected: Annotated[str, "Its clue."]

    _RECORD = "Violation"
    _MEMBERS = ("line.axis", "line.index", "found", "expected")


@dataclass(frozen=True, repr=False, eq=False)
class Judgement(Answer):
    """Result of `judge`: the verdict on an answer, and its errors.

    Fields are None if they need a complete grid and the answer has none, if they need all solutions and the answer is
    right, or if the limit was hit.
    """

    puzzle: Puzzle
    right: Annotated[bool | None, "True if the answer is a solution; null if a limit was hit."]
    reading: Annotated[Reading | None, "The grid that was read."]
    problem: Annotated[str, "Reason why not, in words."]
    violations: tuple[Violation, ...] = ()
    """Lines of the grid that violate their clues."""
    wrong_givens: Annotated[
        tuple[Given, ...], "Givens with another colour in the answer, each with its given colour."
    ] = ()
    clued_lines: Annotated[int, "Lines that have a clue; 0 without a complete grid."] = 0
    right_lines: Annotated[int | None, "Satisfied lines; null without a complete grid."] = None
    backbone_cells: Annotated[
        int | None, "Size of the backbone; like the next two, null if the answer is right."
    ] = None
    right_cells: Annotated[int | None, "Right cells of the backbone."] = None
    distance: Annotated[int | None, "Cells that differ from the nearest solution."] = None
    nearest: Grid | None = None
    """The nearest solution."""
    blank_score: float | None = None
    """Score of the better blank answer: all background, or all of the ink that the clues have most of."""
    verdict: Annotated[Verdict, "Verdict on the puzzle; `unknown` if the answer is right."] = Verdict.UNKNOWN

    _MEMBERS = (
        *("verdict", "solutions", "right", "problem", "score", "gain", "violations", "wrong_givens"),
        *("clued_lines", "right_lines", "backbone_cells", "right_cells", "distance", "reading", *END),
    )

    @member
    def _solutions(self) -> Annotated[list[Rows], "Nearest solution to a wrong answer."]:
        return [self.nearest.to_json()] if self.nearest else []

    @member
    def _violations(self) -> Annotated[list[ViolationInWords], "Lines that violate their clues."]:
        palette = self.puzzle.palette
        return [
            ViolationInWords(
                violation.line,
                clue_text(violation.found, palette),
                clue_text(violation.expected, palette),
            )
            for violation in self.violations
        ]

    @property
    def grid(self) -> Grid | None:
        """The complete grid in the answer, or None."""
        if self.reading is None or self.right_lines is None:
            return None
        return self.reading.grid()._like(self.puzzle.palette, self.puzzle.geometry)

    @property
    def score(self) -> Annotated[float | None, "1 if right, less otherwise; null if unknown."]:
        """Score from 0.0 to 1.0; 1.0 exactly for right answers.

        0.0 without a complete grid. A wrong grid gets the mean of three shares: satisfied lines among those with a
        clue; right cells in the backbone (omitted if it is empty); cells that agree with the nearest solution. None if
        the limit left one of them unknown, or the puzzle has no solution.

        >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
        >>> [judge(puzzle, answer).score for answer in ("#.\\n##", "##\\n##", "I cannot.")]
        [1.0, 0.6666666666666666, 0.0]
        """
        if self.right or self.right is None:
            return None if self.right is None else 1.0
        if self.right_lines is None:
            return 0.0
        if self.distance is None or self.backbone_cells is None or self.right_cells is None:
            return None
        cells = sum(self.puzzle.row_lengths)
        return _mean_share(
            (self.right_lines, self.clued_lines),
            (self.right_cells, self.backbone_cells),
            (cells - self.distance, cells),
        )

    @property
    def gain(
        self,
    ) -> Annotated[float | None, "Score beyond that of a blank answer: 0 to 1; null if unknown."]:
        """What the answer adds to a blank one: 0.0 for no better score than `blank_score`, 1.0 for right answers.

        An all-white answer is right in many cells, so its `score` is well above 0: compare answerers by their gain.

        >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
        >>> [judge(puzzle, answer).gain for answer in ("#.\\n##", "##\\n##", "..\\n..", "I cannot.")]
        [1.0, 0.0, 0.0, 0.0]
        """
        if self.right or self.right_lines is None:
            return self.score
        if self.score is None or self.blank_score is None:
            return None
        return (
            max(0.0, (self.score - self.blank_score) / (1.0 - self.blank_score))
            if self.blank_score < 1
            else 0.0
        )


def _mean_share(*parts: tuple[int, int]) -> float:
    """Returns the mean of shares (part, whole), without those of nothing."""
    shares = [part / whole for part, whole in parts if whole]
    return sum(shares) / len(shares)


@question
def judge(
    puzzle: Puzzle,
    answer: str | Grid,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Judgement:
    """Judges whether a grid, or the grid in a text, solves the puzzle; any solution is right.

    Reads rows of characters or words, tables and lists, anywhere in prose, and saved games. The last grid of the
    puzzle's shape counts; `reading` describes it. "No solution" is an answer as well, right exactly if the puzzle has
    none. No text makes it raise. Raises `PuzzleError` for a misstated puzzle.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> judge(puzzle, "Row 2 is full, so it is\\n```\\nX _\\nX X\\n```\\nas you can see.").right
    True
    >>> wrong = judge(puzzle, "[[0, 1], [1, 1]]")
    >>> [str(violation.line) for violation in wrong.violations]
    ['column 1', 'column 2']
    >>> wrong.right_lines, wrong.right_cells, wrong.distance
    (2, 2, 2)
    """
    if isinstance(answer, Grid):
        answer = str([list(row) for row in answer])
    return run_limited(_judge, puzzle, answer, limit=limit_of(limit, seconds, memory))


def _judge(puzzle: Puzzle, answer: str, *, clock: Clock) -> Judgement:
    work = Work()
    puzzle.require_readable(stars=True)
    reading = work.attempt(read, answer, puzzle, clock.tick)
    if work.stopped:
        return Judgement(puzzle, None, None, "the limit came before the answer was read", **work.fields())
    if reading is None and says_unsolvable(answer):
        return _of_unsolvable(puzzle, clock, work)
    if reading is None or not reading.fits(puzzle):
        return Judgement(puzzle, False, reading, _incomplete(puzzle, reading), **work.fields())
    grid = reading.grid()
    violations = grid.violations(puzzle)
    wrong = tuple(given for given in puzzle.givens if grid[given.row, given.column] != given.colour)
    lines = sum(line.clue is not None for line in puzzle.lines)
    right = lines - len(violations)
    if not violations and not wrong:
        return Judgement(puzzle, True, reading, "", clued_lines=lines, right_lines=right, **work.fields())
    exploration = explore(puzzle, clock)
    backbone = backbone_of(exploration, 0.0)
    near = nearest_of(exploration, grid, clock, work.began)
    work.stop(exploration.end)
    work.stop(near.end)
    decided = exploration.solvable is True and not backbone.undecided
    forced = backbone.cells if decided else {}
    judged = Judgement(
        puzzle,
        False,
        reading,
        _wrong(puzzle, reading, violations, wrong),
        violations,
        wrong,
        lines,
        right,
        len(forced) if decided else None,
        sum(grid.cells[cell] == colour for cell, colour in forced.items()) if decided else None,
        near.distance if near.optimal else None,
        near.grid if near.optimal else None,
        verdict=exploration.verdict,
    )
    blank = None if judged.score is None else _blank_score(puzzle, exploration, forced, clock, work)
    return replace(judged, blank_score=blank, **work.fields())


def _blank_score(
    puzzle: Puzzle, exploration: Exploration, forced: Mapping[int, int], clock: Clock, work: Work
) -> float | None:
    """Returns the higher score of the two pictures of one colour, or None if the limit comes before it is known.

    The colours are the background and the ink of most cells by the clues.
    """
    inked = Counter(
        block.colour for line in puzzle.lines for block in line.clue or () for _ in range(block.least)
    )
    inked[0] = 0  # of `*`, which has no colour
    scores = []
    for colour in (0, inked.most_common(1)[0][0]):
        blank = Grid._of(puzzle, bytes([colour]) * sum(puzzle.row_lengths))
        near = nearest_of(exploration, blank, clock, work.began)
        work.stop(near.end)
        if not near.optimal or near.distance is None:
            return None
        lines = sum(line.clue is not None for line in puzzle.lines)
        right = sum(blank.cells[cell] == colour for cell, colour in forced.items())
        cells = len(blank.cells)
        scores.append(
            _mean_share(
                (lines - len(blank.violations(puzzle)), lines),
                (right, len(forced)),
                (cells - near.distance, cells),
            )
        )
    return max(scores)


def _of_unsolvable(puzzle: Puzzle, clock: Clock, work: Work) -> Judgement:
    """Judges the answer "no solution", which is right exactly if the puzzle has none."""
    exploration = explore(puzzle, clock)
    work.stop(exploration.end)
    right = None if exploration.solvable is None else not exploration.solvable
    problems = {
        None: "the limit came before it was known whether there is a solution",
        False: "the answer is that there is no solution, and there is one",
        True: "",
    }
    return Judgement(puzzle, right, None, problems[right], verdict=exploration.verdict, **work.fields())


def _incomplete(puzzle: Puzzle, reading: Reading | None) -> str:
    """Explains why there is no complete grid."""
    if reading is None:
        return "there is no grid in the answer"
    lengths, wanted = tuple(map(len, reading.rows)), puzzle.row_lengths
    if lengths == wanted:
        return f"unknown: {reading.unknown} of {number_text(sum(lengths), 'cell')}"
    if reading.style == Notation.TEXT:
        return f"the text has {number_text(sum(lengths), 'cell')}, the puzzle {sum(wanted)}"
    if len(lengths) != len(wanted):
        rows = f"the grid has {number_text(len(lengths), 'row')}, the puzzle {len(wanted)}"
        return rows + _exchanged(puzzle, reading)
    row = next(
        at for at, (length, expected) in enumerate(zip(lengths, wanted, strict=True)) if length != expected
    )
    return f"row {row + 1} of the grid has {number_text(lengths[row], 'cell')}, the puzzle's {wanted[row]}"


def _exchanged(puzzle: Puzzle, reading: Reading) -> str:
    """Adds that a grid is the mirror image of a solution, which lists columns as rows."""
    if reading.unknown or not isinstance(puzzle.geometry, Rectangle) or len({*map(len, reading.rows)}) != 1:
        return ""
    mirrored = [bytes(colour or 0 for colour in column) for column in zip(*reading.rows, strict=True)]
    if tuple(map(len, mirrored)) != puzzle.row_lengths or not Grid(mirrored).satisfies(puzzle):
        return ""
    return "; with rows and columns exchanged it is a solution"


def _wrong(
    puzzle: Puzzle, reading: Reading, violations: tuple[Violation, ...], givens: tuple[Given, ...]
) -> str:
    """Explains what is wrong with a complete grid."""
    parts = []
    if violations:
        parts.append(f"{number_text(len(violations), 'line differs', 'lines differ')} from the clues")
    if givens:
        parts.append(f"{number_text(len(givens), 'given cell has', 'given cells have')} another colour")
    return ", ".join(parts) + _exchanged(puzzle, reading)
