"""The record of each answer, as in `to_json()`, in the lines of `--json` and in the HTTP API.

Rows and columns count from 0. A cell is [row, column], or with a colour an object. The rows of a grid are strings
with a digit a cell, 0 for the background and 1 for the first ink, or lists of numbers where a colour is 10 or
more. Numbers of solutions are strings of digits, of any length.
"""

from typing import Annotated, NotRequired, TypedDict

from nonosat.records.shared_types import (
    Axis,
    Clue,
    ColouredCell,
    Estimate,
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

    axis: Annotated[Axis, "Direction of the line."]
    index: Annotated[int, "From 0."]


class Ending(TypedDict):
    """Members of every answer about its work."""

    stopped: Annotated[StoppedName | None, "Why the work ended before everything was known, or null."]
    detail: Annotated[str, "Details of `stopped` in words; often empty."]
    seconds: Annotated[NotRequired[float], "Wall-clock time."]


class Proved(Ending):
    """`Ending` with a verdict."""

    verdict: Annotated[VerdictName, "Verdict on the number of solutions; `unknown` if not proved."]


class OfLine(TypedDict, total=False):
    """The line concerned, if any."""

    axis: Annotated[Axis, "Axis of the line."]
    index: Annotated[int, "Number of the line, from 0."]


class OfCell(TypedDict, total=False):
    """The cell concerned, if any."""

    row: Annotated[int, "Row of the cell, from 0."]
    column: Annotated[int, "Column of the cell, from 0."]
    colour: Annotated[int, "Colour of the cell."]


class Answer(Proved):
    """Common members of answers about the solutions of a puzzle."""

    line_solvable: Annotated[bool | None, "True if line solving settles every cell; null if unknown."]


class Deduction(Line):
    """Deduction in one line from earlier knowledge."""

    text: Annotated[str, "In words."]
    excluded: Annotated[list[ColouredCell], "Candidates that cells lose."]


class Refutation(Line):
    """A line without a filling."""

    text: Annotated[str, "In words."]
    said: Annotated[list[Phrase], "The same in patterns."]


class Conflict(Answer):
    """Answer to `conflict`: clues and givens that contradict each other."""

    solutions: Annotated[list[Rows], "A solution, if the puzzle has one and so no conflict."]
    lines: Annotated[list[Line], "Lines whose clues are in the conflict."]
    givens: Annotated[list[ColouredCell], "Givens in the conflict."]
    minimal: Annotated[bool, "True if every proper subset is proved satisfiable."]
    smallest: Annotated[bool, "True if it is proved that no conflict is smaller."]
    least: Annotated[int, "Proved lower bound on the size of any conflict."]
    chain: Annotated[list[Deduction], "Line-solving derivation of the contradiction, if there is one."]
    contradiction: Annotated[Refutation | None, "The line without a filling at the end of `chain`."]


class Change(OfCell, OfLine):
    """A cell with its new colour, or a line with its clues."""

    before: Annotated[NotRequired[Clue], "Line: its clue before the change."]
    after: Annotated[NotRequired[Clue], "Line: its clue after the change."]


class RepairFound(TypedDict):
    """A repair: the changes and the repaired puzzle."""

    repaired: Annotated[PuzzleObject | None, "Repaired puzzle; null if none was found."]
    changes: Annotated[list[Change], "Changes; empty if there is nothing to repair."]
    edits: Annotated[list[str], "`clue`: the undone typing errors."]
    verdict: Annotated[
        VerdictName,
        "Verdict on the repaired puzzle, or on the given one if no repair was found.",
    ]
    line_solvable: Annotated[
        bool | None,
        "True if line solving settles the repaired puzzle; null if unknown.",
    ]


class Repair(Ending, RepairFound):
    """Answer to a repair: the smallest change that makes a puzzle good."""

    by: Annotated[str, "Kind of change: `givens`, `pixels` or `clue`."]
    found: Annotated[bool, "True if a repair was found."]
    solutions: Annotated[list[Rows], "A solution of the repaired puzzle."]
    cost: Annotated[int, "Number of cells or edits, or sum of weights."]
    bound: Annotated[int, "Proved lower bound on the cost."]
    optimal: Annotated[bool, "True if the bound is reached, so that the result is optimal."]
    complete: Annotated[bool, "True if all allowed changes were considered."]
    alternatives: Annotated[list[RepairFound], "`clue`: further repairs, likelier ones first."]


class Step(OfLine):
    """A step: cells that become known or lose a candidate, and the reason."""

    reason: Annotated[str, "Technique, such as `overlap`."]
    text: Annotated[str, "In words."]
    said: Annotated[list[Phrase], "The sentence and the items of a list after it, in patterns."]
    cells: Annotated[list[ColouredCell], "New cells."]
    excluded: Annotated[list[ColouredCell], "Candidates that cells lose."]
    uses: Annotated[
        NotRequired[list[ColouredCell]],
        "Candidates excluded by crossing lines that the step uses.",
    ]
    supposed: Annotated[NotRequired[list[ColouredCell]], "Probe: each assumed cell and colour."]
    so: Annotated[NotRequired[list[Phrase]], "Probe: the conclusions, in patterns."]
    chain: Annotated[NotRequired[list["Step"]], "Probe: the consequences of the assumption, line by line."]
    contradiction: Annotated[
        NotRequired[Refutation | None],
        "Probe: the line without a filling at the end of the chain.",
    ]
    offer: Annotated[
        NotRequired[ColouredCell],
        "Cell to reveal instead of a step that is too long for a person.",
    ]
    placement: Annotated[
        NotRequired[Placement],
        "Probe: an equivalent assumption about the position of a block, if there is one.",
    ]
    least: Annotated[
        NotRequired[int],
        "Probe: proved lower bound on the lines that refute any single assumption; 0 if unknown.",
    ]
    state: Annotated[NotRequired[PartialRows], "With `--states`: the grid after the step."]


class Explanation(Answer):
    """Answer to `explain`: how a person would solve a puzzle."""

    solutions: Annotated[list[Rows], "The solution, if it is unique and the steps reach it."]
    steps: Annotated[list[Step], "Steps in order."]
    complete: Annotated[bool, "True if everything that follows from the clues is explained."]
    open_cells: Annotated[int, "Number of cells left."]
    state: Annotated[PartialRows, "Grid after the last step."]
    conclusion: Annotated[str, "How the solve ended, as a sentence."]
    concluded: Annotated[Phrase, "The same in patterns."]


class Mistake(OfLine, OfCell):
    """A mistake: its line from hint level 2, its cell from level 4."""

    text: Annotated[str, "Explanation in words."]
    cells: Annotated[list[ColouredCell], "From level 3: cells of the line, one of them wrong."]


class Hint(Ending):
    """Answer to `hint`: the next step from a partial grid, or its mistakes."""

    verdict: Annotated[
        VerdictName,
        "`multiple` if the remaining cells differ between solutions, `unsolvable` after a mistake.",
    ]
    kind: Annotated[str, "`step`, `solved`, `mistake`, `open`, `unsolvable` or `unknown`."]
    text: Annotated[str, "Hint in words."]
    said: Annotated[list[Phrase], "The same in patterns; empty if the steps say it."]
    steps: Annotated[list[Step], "Steps of the hint; the last one sets a cell."]
    mistake: Annotated[Mistake | None, "The mistake, for `kind` `mistake`; else null."]
    levels: Annotated[list[Phrase], "Hint levels up to the requested one, each more specific, in patterns."]


class Difficulty(TypedDict):
    """Figures of the difficulty that a rating and a data set have."""

    grade: Annotated[
        str | None,
        "`trivial`, `easy`, `medium`, `needs probing`, `hard` or `needs search`; null unless the solution "
        "is unique and all of it is explained.",
    ]
    difficulty: Annotated[float, "From 0 to 6; orders puzzles across grades."]
    hardest: Annotated[str | None, "Hardest technique needed."]
    hard_share: Annotated[float, "Share of steps that compare all fillings of a line, or suppose."]
    sweeps: Annotated[int, "Passes over all rows or all columns, up to the last that narrowed anything."]
    stalled_cells: Annotated[int, "Cells open at the fixpoint of line solving."]
    techniques: Annotated[dict[str, int], "Steps of `explain` per technique, contradictions last."]
    probed_cells: Annotated[int, "Cells settled or narrowed by probes."]
    probe_depth: Annotated[int, "Maximum nesting of assumptions."]
    search_cells: Annotated[int, "Cells settled by the solver only."]
    open_cells: Annotated[int, "Number of cells left."]
    conflicts: Annotated[int, "Conflicts of the solver."]


class Rating(Answer, Estimate, Difficulty):
    """Answer to `rate`: difficulty figures."""

    cells: Annotated[int, "Number of cells."]
    effort: Annotated[float, "Estimated number of lines that a person reads."]
    complete: Annotated[bool, "False if a limit was hit: figures are then lower bounds."]


class Violation(Line):
    """A line that violates its clue."""

    found: Annotated[str, "Blocks of the line, in the notation of clues."]
    expected: Annotated[str, "Its clue."]


class Reading(TypedDict):
    """A grid read from a text."""

    style: Annotated[str, "Notation of the grid."]
    first_line: Annotated[int, "First line in the text, from 1."]
    last_line: Annotated[int, "Last line in the text."]
    meaning: Annotated[dict[str, int | None], "Colour of each character or word; null means unknown."]
    rows: Annotated[PartialRows, "The grid, `?` for cells marked as unknown."]


class Judgement(Ending):
    """Answer to `judge`: whether an answer is right, and its errors."""

    verdict: Annotated[VerdictName, "Verdict on the puzzle; `unknown` if the answer is right."]
    solutions: Annotated[list[Rows], "Nearest solution to a wrong answer."]
    right: Annotated[bool | None, "True if the answer is a solution; null if a limit was hit."]
    problem: Annotated[str, "Reason why not, in words."]
    score: Annotated[float | None, "1 if right, less otherwise; null if unknown."]
    violations: Annotated[list[Violation], "Lines that violate their clues."]
    wrong_givens: Annotated[
        list[ColouredCell],
        "Givens with another colour in the answer, each with its given colour.",
    ]
    clued_lines: Annotated[int, "Lines that have a clue; 0 without a complete grid."]
    right_lines: Annotated[int | None, "Satisfied lines; null without a complete grid."]
    backbone_cells: Annotated[
        int | None,
        "Size of the backbone; like the next two, null if the answer is right.",
    ]
    right_cells: Annotated[int | None, "Right cells of the backbone."]
    distance: Annotated[int | None, "Cells that differ from the nearest solution."]
    reading: Annotated[Reading | None, "The grid that was read."]


class Generated(Ending):
    """Answer to `generate`: a puzzle as requested, or the closest one found."""

    generated: Annotated[PuzzleObject, "The puzzle, with its solution as the goal."]
    found: Annotated[bool, "True if the puzzle meets the request."]
    missed: Annotated[list[str], "Missed parts of the request, in words."]
    seed: Annotated[int, "Seed of the stream."]
    number: Annotated[int, "Number of the puzzle in the stream, from 0."]
    grade: Annotated[str | None, "Grade as in `rate`; null unless a grade or a figure was requested."]
    minutes: Annotated[float | None, "Minutes as in `rate`; null like `grade`."]
    stars: Annotated[float | None, "Stars as in `rate`; null like `grade`."]
    tries: Annotated[int, "Number of start grids drawn."]
    moves: Annotated[int, "Number of grids compared."]
