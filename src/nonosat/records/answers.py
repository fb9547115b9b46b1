"""The record of each answer, as in `to_json()`, in the lines of `--json` and in the HTTP API.

Rows and columns count from 0. A cell is [row, column], or with a colour an object. The rows of a grid are strings
with a digit a cell, 0 for the background and 1 for the first ink, or lists of numbers where a colour is 10 or
more. Numbers of solutions are strings of digits, of any length.
"""

from typing import NotRequired, TypedDict

from nonosat.records.shared_types import (
    Axis,
    Cell,
    Clue,
    ColouredCell,
    Colours,
    Digits,
    Estimate,
    Figures,
    PartialRows,
    Phrase,
    Placement,
    PuzzleObject,
    Rows,
    StoppedName,
    VerdictName,
)


class Line(TypedDict):
    """A line of a puzzle."""

    axis: Axis
    """Direction of the line."""
    index: int
    """From 0."""


class Problem(TypedDict):
    """An error in a puzzle's statement."""

    kind: str
    """Kind of problem, such as `sum` or `length`."""
    reason: str
    """In words."""
    axis: Axis | None
    """Axis of the line concerned, or null."""
    index: int | None
    """Number of the line, from 0."""
    line: int | None
    """Line of the file, from 1, or null."""


class Ending(TypedDict):
    """Members of every answer about its work."""

    stopped: StoppedName | None
    """Why the work ended before everything was known, or null."""
    detail: str
    """Details of `stopped` in words; often empty."""
    seconds: NotRequired[float]
    """Wall-clock time."""


class Proved(Ending):
    """`Ending` with a verdict."""

    verdict: VerdictName
    """Verdict on the number of solutions; `unknown` if not proved."""


class Counted(TypedDict):
    """A number of solutions or fillings."""

    count: Digits
    """The number; a lower bound unless `exact`."""
    exact: bool
    """True if the count is exact."""


class OfLine(TypedDict, total=False):
    """The line concerned, if any."""

    axis: Axis
    """Axis of the line."""
    index: int
    """Number of the line, from 0."""


class OfCell(TypedDict, total=False):
    """The cell concerned, if any."""

    row: int
    """Row of the cell, from 0."""
    column: int
    """Column of the cell, from 0."""
    colour: int
    """Colour of the cell."""


class Answer(Proved):
    """Common members of answers about the solutions of a puzzle."""

    line_solvable: bool | None
    """True if line solving settles every cell; null if unknown."""


class Report(Answer):
    """Answer to `check`: no solution, one, or several."""

    solutions: list[Rows]
    """Up to two solutions; two prove `multiple`."""
    contradictions: list[Problem]
    """Contradictions in the statement, such as different sums."""
    stats: Figures
    """Search statistics: sizes, solver conflicts, CPU seconds of each part."""


class Count(Answer, Counted):
    """Answer to `count`: the number of solutions."""


class Box(TypedDict):
    """Bounding box of cells; both ends belong to it."""

    top: int
    """First row."""
    bottom: int
    """Last row."""
    left: int
    """First position in a row."""
    right: int
    """Last position in a row."""


class Region(Counted):
    """Open cells that are independent of all others."""

    cells: list[Cell]
    """Cells as [row, column], from 0."""
    box: Box
    """Bounding box."""
    kind: str
    """`free`, `switch`, `cycle`, `pair` or `other`."""
    examples: list[Colours]
    """Colours of `cells` in up to two fillings that differ in many cells."""
    fillings: list[Colours]
    """Colours of `cells` in up to the requested number of fillings."""


class Backbone(TypedDict):
    """Cells with the same colour in all solutions."""

    backbone: PartialRows
    """Backbone: the grid where all solutions agree, `?` elsewhere."""
    open_cells: int
    """Cells that differ between solutions."""
    undecided_cells: int
    """Cells for which a limit came before a decision."""


class Forced(Proved, Backbone):
    """Answer to `backbone`: cells with the same colour in all solutions."""


class Ambiguity(Answer, Backbone, Counted):
    """Answer to `ambiguity`: where and how solutions differ."""

    regions: list[Region]
    """Regions in which solutions differ, ordered by their first cells."""


class Distance(Proved):
    """Answer to `nearest`: Hamming distances."""

    solutions: list[Rows]
    """The solution found, or the two."""
    distance: int | None
    """Number of differing cells."""
    bound: int
    """Proved lower bound."""
    optimal: bool
    """True if the bound is reached, so that the result is optimal."""


class Deduction(Line):
    """Deduction in one line from earlier knowledge."""

    text: str
    """In words."""
    excluded: list[ColouredCell]
    """Candidates that cells lose."""


class Refutation(Line):
    """A line without a filling."""

    text: str
    """In words."""
    said: list[Phrase]
    """The same in patterns."""


class Conflict(Answer):
    """Answer to `conflict`: clues and givens that contradict each other."""

    solutions: list[Rows]
    """A solution, if the puzzle has one and so no conflict."""
    lines: list[Line]
    """Lines whose clues are in the conflict."""
    givens: list[ColouredCell]
    """Givens in the conflict."""
    minimal: bool
    """True if every proper subset is proved satisfiable."""
    smallest: bool
    """True if it is proved that no conflict is smaller."""
    least: int
    """Proved lower bound on the size of any conflict."""
    chain: list[Deduction]
    """Line-solving derivation of the contradiction, if there is one."""
    contradiction: Refutation | None
    """The line without a filling at the end of `chain`."""


class Change(OfCell, OfLine):
    """A cell with its new colour, or a line with its clues."""

    before: NotRequired[Clue]
    """Line: its clue before the change."""
    after: NotRequired[Clue]
    """Line: its clue after the change."""


class RepairFound(TypedDict):
    """A repair: the changes and the repaired puzzle."""

    repaired: PuzzleObject | None
    """Repaired puzzle; null if none was found."""
    changes: list[Change]
    """Changes; empty if there is nothing to repair."""
    edits: list[str]
    """`clue`: the undone typing errors."""
    verdict: VerdictName
    """Verdict on the repaired puzzle, or on the given one if no repair was found."""
    line_solvable: bool | None
    """True if line solving settles the repaired puzzle; null if unknown."""


class Repair(Ending, RepairFound):
    """Answer to a repair: the smallest change that makes a puzzle good."""

    by: str
    """Kind of change: `givens`, `pixels` or `clue`."""
    found: bool
    """True if a repair was found."""
    solutions: list[Rows]
    """A solution of the repaired puzzle."""
    cost: int
    """Number of cells or edits, or sum of weights."""
    bound: int
    """Proved lower bound on the cost."""
    optimal: bool
    """True if the bound is reached, so that the result is optimal."""
    complete: bool
    """True if all allowed changes were considered."""
    alternatives: list[RepairFound]
    """`clue`: further repairs, likelier ones first."""


class Step(OfLine):
    """A step: cells that become known or lose a candidate, and the reason."""

    reason: str
    """Technique, such as `overlap`."""
    text: str
    """In words."""
    said: list[Phrase]
    """The sentence and the items of a list after it, in patterns."""
    cells: list[ColouredCell]
    """New cells."""
    excluded: list[ColouredCell]
    """Candidates that cells lose."""
    uses: NotRequired[list[ColouredCell]]
    """Candidates excluded by crossing lines that the step uses."""
    supposed: NotRequired[list[ColouredCell]]
    """Probe: each assumed cell and colour."""
    so: NotRequired[list[Phrase]]
    """Probe: the conclusions, in patterns."""
    chain: NotRequired[list["Step"]]
    """Probe: the consequences of the assumption, line by line."""
    contradiction: NotRequired[Refutation | None]
    """Probe: the line without a filling at the end of the chain."""
    offer: NotRequired[ColouredCell]
    """Cell to reveal instead of a step that is too long for a person."""
    placement: NotRequired[Placement]
    """Probe: an equivalent assumption about the position of a block, if there is one."""
    least: NotRequired[int]
    """Probe: proved lower bound on the lines that refute any single assumption; 0 if unknown."""
    state: NotRequired[PartialRows]
    """With `--states`: the grid after the step."""


class Explanation(Answer):
    """Answer to `explain`: how a person would solve a puzzle."""

    solutions: list[Rows]
    """The solution, if it is unique and the steps reach it."""
    steps: list[Step]
    """Steps in order."""
    complete: bool
    """True if everything that follows from the clues is explained."""
    open_cells: int
    """Number of cells left."""
    state: PartialRows
    """Grid after the last step."""
    conclusion: str
    """How the solve ended, as a sentence."""
    concluded: Phrase
    """The same in patterns."""


class Mistake(OfLine, OfCell):
    """A mistake: its line from hint level 2, its cell from level 4."""

    text: str
    """Explanation in words."""
    cells: list[ColouredCell]
    """From level 3: cells of the line, one of them wrong."""


class Hint(Ending):
    """Answer to `hint`: the next step from a partial grid, or its mistakes."""

    verdict: VerdictName
    """`multiple` if the remaining cells differ between solutions, `unsolvable` after a mistake."""
    kind: str
    """`step`, `solved`, `mistake`, `open`, `unsolvable` or `unknown`."""
    text: str
    """Hint in words."""
    said: list[Phrase]
    """The same in patterns; empty if the steps say it."""
    steps: list[Step]
    """Steps of the hint; the last one sets a cell."""
    mistake: Mistake | None
    """The mistake, for `kind` `mistake`; else null."""
    levels: list[Phrase]
    """Hint levels up to the requested one, each more specific, in patterns."""


class Difficulty(TypedDict):
    """Figures of the difficulty that a rating and a data set have."""

    grade: str | None
    """`trivial`, `easy`, `medium`, `needs probing`, `hard` or `needs search`; null unless the solution is unique
    and all of it is explained."""
    difficulty: float
    """From 0 to 6; orders puzzles across grades."""
    hardest: str | None
    """Hardest technique needed."""
    hard_share: float
    """Share of steps that compare all fillings of a line, or suppose."""
    sweeps: int
    """Passes over all rows or all columns, up to the last that narrowed anything."""
    stalled_cells: int
    """Cells open at the fixpoint of line solving."""
    techniques: dict[str, int]
    """Steps of `explain` per technique, contradictions last."""
    probed_cells: int
    """Cells settled or narrowed by probes."""
    probe_depth: int
    """Maximum nesting of assumptions."""
    search_cells: int
    """Cells settled by the solver only."""
    open_cells: int
    """Number of cells left."""
    conflicts: int
    """Conflicts of the solver."""


class Rating(Answer, Estimate, Difficulty):
    """Answer to `rate`: difficulty figures."""

    cells: int
    """Number of cells."""
    effort: float
    """Estimated number of lines that a person reads."""
    footholds: float
    """Average number of lines with a deduction available, over the line steps."""
    lone_steps: int
    """Steps with only one line that allows a deduction."""
    full_lines: int
    """Lines that their clue alone settles."""
    first_glance: float
    """Share of cells that follow from single lines at the start."""
    beyond_overlap: float
    """Share of steps that need more than counting and overlap."""
    longest_chain: int
    """Longest chain of a supposition, in lines."""
    complete: bool
    """False if a limit was hit: figures are then lower bounds."""


class Violation(Line):
    """A line that violates its clue."""

    found: str
    """Blocks of the line, in the notation of clues."""
    expected: str
    """Its clue."""


class Reading(TypedDict):
    """A grid read from a text."""

    style: str
    """Notation of the grid."""
    first_line: int
    """First line in the text, from 1."""
    last_line: int
    """Last line in the text."""
    meaning: dict[str, int | None]
    """Colour of each character or word; null means unknown."""
    rows: PartialRows
    """The grid, `?` for cells marked as unknown."""


class Judgement(Ending):
    """Answer to `judge`: whether an answer is right, and its errors."""

    verdict: VerdictName
    """Verdict on the puzzle; `unknown` if the answer is right."""
    solutions: list[Rows]
    """Nearest solution to a wrong answer."""
    right: bool | None
    """True if the answer is a solution; null if a limit was hit."""
    problem: str
    """Reason why not, in words."""
    score: float | None
    """1 if right, less otherwise; null if unknown."""
    violations: list[Violation]
    """Lines that violate their clues."""
    wrong_givens: list[ColouredCell]
    """Givens with another colour in the answer, each with its given colour."""
    clued_lines: int
    """Lines that have a clue; 0 without a complete grid."""
    right_lines: int | None
    """Satisfied lines; null without a complete grid."""
    backbone_cells: int | None
    """Size of the backbone; like the next two, null if the answer is right."""
    right_cells: int | None
    """Right cells of the backbone."""
    distance: int | None
    """Cells that differ from the nearest solution."""
    reading: Reading | None
    """The grid that was read."""


class Generated(Ending):
    """Answer to `generate`: a puzzle as requested, or the closest one found."""

    generated: PuzzleObject
    """The puzzle, with its solution as the goal."""
    found: bool
    """True if the puzzle meets the request."""
    missed: list[str]
    """Missed parts of the request, in words."""
    seed: int
    """Seed of the stream."""
    number: int
    """Number of the puzzle in the stream, from 0."""
    grade: str | None
    """Grade as in `rate`; null unless a grade or a figure was requested."""
    minutes: float | None
    """Minutes as in `rate`; null like `grade`."""
    stars: float | None
    """Stars as in `rate`; null like `grade`."""
    tries: int
    """Number of start grids drawn."""
    moves: int
    """Number of grids compared."""
