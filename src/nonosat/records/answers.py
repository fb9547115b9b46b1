"""The record of each answer: what `to_json()` gives, a line of `--json` holds and the HTTP API answers.

Rows and columns count from 0. A cell is [row, column], or with a colour an object. The rows of a grid are strings
with a digit a cell, 0 for the background and 1 for the first ink, or lists of numbers where a colour is 10 or
more. Numbers of solutions are strings of digits, of any length.
"""

from typing import Annotated, NotRequired, TypedDict

from nonosat.records.values import (
    Axis,
    Cell,
    Clue,
    Colours,
    Digits,
    Figures,
    PartialRows,
    PuzzleObject,
    Rows,
    StoppedName,
    VerdictName,
)


class Line(TypedDict):
    """A line of a puzzle."""

    axis: Axis
    """Which way it runs."""
    index: int
    """From 0."""


class ColouredCell(TypedDict):
    """A cell with a colour."""

    row: int
    """From 0."""
    column: int
    """From 0."""
    colour: int
    """0 is the background, 1 the first ink."""


class Problem(TypedDict):
    """Something that is wrong with a puzzle's statement."""

    kind: str
    """What it is about, such as `sum` or `length`."""
    reason: str
    """In words."""
    axis: Axis | None
    """The axis of the line that it is about; null if it is about none."""
    index: int | None
    """The number of that line, from 0."""
    line: int | None
    """The line of the file, from 1, if that is known."""


class Ending(TypedDict):
    """What every answer says of the work on it."""

    stopped: StoppedName | None
    """What ended the work before everything was known; null if nothing did."""
    detail: str
    """More about that, in words; often empty."""
    seconds: NotRequired[float]
    """Wall-clock time."""


class Answer(Ending):
    """What the answers about the solutions of a puzzle have in common."""

    verdict: VerdictName
    """How many solutions there are; `unknown` if that is not proved."""
    line_solvable: bool | None
    """Whether lines alone settle every cell; null if that is not known."""


class Report(Answer):
    """The answer to `check`: whether there is no solution, one, or several."""

    solutions: list[Rows]
    """Up to two solutions: two prove that there are several."""
    contradictions: list[Problem]
    """What of the statement makes the puzzle unsolvable, such as sums that differ."""
    stats: Figures
    """What the search did: sizes, conflicts of the solver, CPU seconds of each part."""


class Count(Answer):
    """The answer to `count`: how many solutions there are."""

    count: Digits
    """How many solutions there are, or at least are."""
    exact: bool
    """Whether there are exactly that many."""
    notice: str | None
    """What would help if the count is not exact."""


class Box(TypedDict):
    """The smallest rectangle around some cells, all four sides included."""

    top: int
    """The first row."""
    bottom: int
    """The last row."""
    left: int
    """The first place in a row."""
    right: int
    """The last place in a row."""


class Region(TypedDict):
    """Open cells that are filled independently of all others."""

    cells: list[Cell]
    """Its cells, [row, column] from 0."""
    box: Box
    """The rectangle around them."""
    count: Digits
    """How many fillings it has, or at least has."""
    exact: bool
    """Whether there are exactly that many."""
    kind: str
    """`free`, `switch`, `cycle`, `pair`, `permutation` or `other`."""
    examples: list[Colours]
    """The colours of `cells` in two fillings that differ in many cells; fewer if they are not known."""
    fillings: list[Colours]
    """The colours of `cells` in some fillings, as many as asked for."""


class Backbone(TypedDict):
    """The cells that have the same colour in all solutions."""

    backbone: PartialRows
    """The grid as far as all solutions agree, `?` for other cells."""
    open_cells: int
    """Cells that differ between solutions."""
    undecided_cells: int
    """Cells of which that is not known."""


class Forced(Ending, Backbone):
    """The answer to `backbone`: the cells that are equal in all solutions."""

    verdict: VerdictName
    """How many solutions there are; `unknown` if that is not proved."""


class Ambiguity(Answer, Backbone):
    """The answer to `ambiguity`: where and how the solutions differ."""

    count: Digits
    """How many solutions there are, or at least are."""
    exact: bool
    """Whether there are exactly that many."""
    regions: list[Region]
    """Where solutions differ, in the order of the first cells."""


class Distance(Ending):
    """The answer to `nearest` and `farthest`: how many cells differ."""

    verdict: VerdictName
    """How many solutions there are; `unknown` if that is not proved."""
    solutions: list[Rows]
    """The solution that was found, or the two."""
    distance: int | None
    """In how many cells it differs from the grid, or the two from each other."""
    bound: int
    """No solution differs in fewer; or no two differ in more."""
    optimal: bool
    """Whether that is proved to be the same number."""


class Deduction(Line):
    """What one line says, given what was known before."""

    text: str
    """In words."""
    excluded: list[ColouredCell]
    """The colours that cells lose."""


class Refutation(Line):
    """A line that has no filling left."""

    text: str
    """In words."""


class Conflict(Answer):
    """The answer to `conflict`: clues and givens that contradict each other."""

    solutions: list[Rows]
    """A solution, if there is one, and so no conflict."""
    lines: list[Line]
    """The lines whose clues are in the conflict."""
    givens: list[ColouredCell]
    """The given cells in it."""
    minimal: bool
    """Whether none can be spared."""
    smallest: bool
    """Whether no conflict has fewer."""
    least: int
    """No conflict has fewer than that."""
    chain: list[Deduction]
    """How lines alone lead to the contradiction, if they do."""
    contradiction: Refutation | None
    """The line that has no filling then."""


_Replaced = TypedDict(
    "_Replaced",
    {
        "from": Annotated[Clue, "Of a clue: as it was."],
        "to": Annotated[Clue, "Of a clue: as it is then."],
    },
    total=False,
)


class Change(_Replaced, total=False):
    """A cell with its new colour, or a line with its new clue."""

    row: int
    """Of a cell, from 0."""
    column: int
    """Of a cell, from 0."""
    colour: int
    """Of a cell: its new colour."""
    axis: Axis
    """Of a clue: the axis of its line."""
    index: int
    """Of a clue: the number of its line, from 0."""


class RepairFound(TypedDict):
    """A repair: the changes, and what the puzzle is then."""

    repaired: PuzzleObject | None
    """The repaired puzzle; null if none was found."""
    changes: list[Change]
    """The changes; none if there is nothing to repair."""
    edits: list[str]
    """Of clues: what was probably typed wrong."""
    verdict: VerdictName
    """Of the repaired puzzle; if none was found, of the one that was asked about."""
    line_solvable: bool | None
    """Whether lines alone settle every cell then; null if that is not known."""


class Repair(Ending, RepairFound):
    """The answer to a repair: the smallest change that makes a puzzle good."""

    by: str
    """What may be changed: `givens`, `pixels` or `clue`."""
    found: bool
    """Whether there is a repair."""
    solutions: list[Rows]
    """A solution of the repaired puzzle."""
    cost: int
    """How many cells or edits, or their weights together."""
    bound: int
    """No repair of this kind costs less, as far as that is proved."""
    optimal: bool
    """Whether that is proved to be the same number."""
    complete: bool
    """Whether everything that is allowed was considered."""
    alternatives: list[RepairFound]
    """Of clues: further repairs, the likelier first."""


class Placement(TypedDict):
    """A block of a line, and where it starts."""

    axis: Axis
    """The line."""
    index: int
    """The number of that line, from 0."""
    block: int
    """The number of the block in the clue, from 0."""
    start: int
    """Its first cell in the line, from 0."""


class Step(TypedDict):
    """Some cells that become known, or lose a colour, and why."""

    reason: str
    """The technique, such as `overlap`."""
    text: str
    """In words."""
    axis: NotRequired[Axis]
    """The line that it is about; missing for a probe, which is about a cell."""
    index: NotRequired[int]
    """The number of that line, from 0."""
    cells: list[ColouredCell]
    """The cells that are known then."""
    excluded: list[ColouredCell]
    """The colours that cells have lost."""
    uses: NotRequired[list[ColouredCell]]
    """Colours that crossing lines exclude, which the step rests on."""
    supposed: NotRequired[list[ColouredCell]]
    """Of a probe: the colour that is assumed of a cell, once for each assumption."""
    chain: NotRequired[list["Step"]]
    """Of a probe: what follows from the assumption, line by line."""
    contradiction: NotRequired[Refutation | None]
    """Of a probe: the line at the end of the chain that has no filling."""
    offer: NotRequired[ColouredCell]
    """Of a step that is beyond what people do by hand: a cell that may be given instead."""
    placement: NotRequired["Placement"]
    """Of a probe: the block that is assumed to lie there, if that says the same."""
    least: NotRequired[int]
    """Of a probe: no single assumption was refuted with fewer lines, that is proved; 0 if it is not."""
    state: NotRequired[PartialRows]
    """The grid after the step, with `--states`."""


class Explanation(Answer):
    """The answer to `explain`: how a person would solve a puzzle."""

    solutions: list[Rows]
    """The solution, if the steps lead to it and it is the only one."""
    steps: list[Step]
    """The steps, in order."""
    complete: bool
    """Whether all is explained that follows from the clues."""
    open_cells: int
    """Cells that are left."""
    state: PartialRows
    """The grid after the last step."""
    conclusion: str
    """How it ended, in words."""


class Mistake(TypedDict):
    """A line that cannot be right, or a cell with the colour that it has."""

    text: str
    """What is wrong, in words."""
    axis: NotRequired[Axis]
    """Of a line: its axis."""
    index: NotRequired[int]
    """Of a line: its number, from 0."""
    row: NotRequired[int]
    """Of a cell, from 0."""
    column: NotRequired[int]
    """Of a cell, from 0."""
    colour: NotRequired[int]
    """Of a cell: the colour that it has."""


class Hint(Ending):
    """The answer to `hint`: the next step from a half-solved puzzle, or what is wrong there."""

    verdict: VerdictName
    """`multiple` if the cells that are left differ between solutions, `unsolvable` after a mistake."""
    kind: str
    """`step`, `solved`, `mistake`, `open`, `unsolvable` or `unknown`."""
    text: str
    """The hint in words."""
    steps: list[Step]
    """The steps that it consists of; the last makes some cell known."""
    mistake: Mistake | None
    """What is wrong."""
    levels: list[str]
    """Of a step: what to say before the whole, a little more each time, as far as the level asked for."""


class Rating(Answer):
    """The answer to `rate`: how difficult a puzzle is, as several figures."""

    grade: str | None
    """`trivial`, `easy`, `medium`, `hard`, `needs probing` or `needs search`; null unless the solution is unique
    and all of it is explained."""
    difficulty: float
    """From 0 to 6, by which puzzles of all grades sort."""
    hardest: str | None
    """The hardest technique that is needed."""
    hard_share: float
    """The share of steps whose technique is hard, or harder."""
    cells: int
    """Of the puzzle."""
    sweeps: int
    """Over all rows or all columns, up to the last that narrowed anything."""
    stalled_cells: int
    """Cells that are open when lines say nothing more."""
    techniques: dict[str, int]
    """How many steps of `explain` each technique has; a contradiction is counted last."""
    probed_cells: int
    """Cells that a probe says something of."""
    probe_depth: int
    """The most assumptions on top of each other."""
    search_cells: int
    """Cells that are known from the solver only."""
    open_cells: int
    """Cells that are left."""
    conflicts: int
    """Of the solver."""
    effort: float
    """How many lines a person looks at on the way."""
    footholds: float
    """Lines that say anything new before a step about a line, on average."""
    lone_steps: int
    """Steps before which only one line says anything new."""
    full_lines: int
    """Lines that are full or empty by their clue alone."""
    first_glance: float
    """The share of cells that follow from single lines at the start."""
    beyond_overlap: float
    """The share of steps that take more than counting cells and overlap."""
    longest_chain: int
    """The most lines in which a supposition was followed to its end."""
    complete: bool
    """False if a limit came first: the figures are lower bounds then."""


class Violation(Line):
    """A line that differs from its clue."""

    found: str
    """What the line has, as clues are printed."""
    expected: str
    """Its clue."""


class Reading(TypedDict):
    """A grid that was read from a text."""

    style: str
    """How it is written."""
    first_line: int
    """The line of the text that it begins in, from 1."""
    last_line: int
    """The line that it ends in."""
    meaning: dict[str, int | None]
    """Each character or word, and the colour that it stands for; null for unknown."""
    rows: PartialRows
    """The grid, `?` for cells that are said to be unknown."""


class Judgement(Ending):
    """The answer to `judge`: whether somebody's answer is right, and where it is not."""

    verdict: VerdictName
    """Of the puzzle; `unknown` if the answer is right."""
    solutions: list[Rows]
    """The nearest solution to an answer that is wrong."""
    right: bool | None
    """Whether the answer is a solution; null if a limit came first."""
    problem: str
    """Why not, in words."""
    score: float | None
    """1 if it is right, less if not; null if that is not known."""
    violations: list[Violation]
    """The lines that differ from their clues."""
    wrong_givens: list[ColouredCell]
    """The given cells that have another colour in the answer, with the colour that is given."""
    clued_lines: int
    """Lines that have a clue; 0 without a complete grid."""
    right_lines: int | None
    """Those that agree with it; null without a complete grid."""
    backbone_cells: int | None
    """Cells that are equal in all solutions; null, as the next two, if the answer is right."""
    right_cells: int | None
    """Those of them that the answer has right."""
    distance: int | None
    """Cells in which the nearest solution differs."""
    reading: Reading | None
    """The grid that was read, and how."""


class Generated(Ending):
    """The answer to `generate`: a puzzle as requested, or the closest that was found."""

    generated: PuzzleObject
    """The puzzle, with its solution as the goal."""
    found: bool
    """Whether it is as requested."""
    missed: list[str]
    """What it misses, in words."""
    seed: int
    """Of the stream."""
    number: int
    """The number of the puzzle in the stream, from 0."""
    grade: str | None
    """As in `rate`, if a grade or a figure was requested."""
    tries: int
    """Start grids that were drawn."""
    moves: int
    """Grids that were compared."""
