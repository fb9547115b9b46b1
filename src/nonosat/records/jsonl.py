"""The lines that the command line prints with `--json`: members of every line, and of each command.

The line of a puzzle has the members of `PuzzleLine`, those of the answer's record (`_MEMBERS` of the result), and those of
the command.
"""

from typing import Annotated, NotRequired, TypedDict

from nonosat.model.problems import Problem
from nonosat.records.json_types import Text
from nonosat.records.shared_types import (
    VERDICT,
    AnyJson,
    Clues,
    Digits,
    Figures,
    PaletteRows,
    Rows,
    StoppedName,
)

ERROR = "error"
"""Replaces the verdict of an unreadable puzzle."""

_VerdictOrError = Annotated[str, Text(words=(*VERDICT.words, ERROR))]


class PuzzleLine(TypedDict):
    """Members of every line about a puzzle. What a question does not ask for is missing."""

    puzzle: Annotated[
        str,
        "File as given or found, `example:NAME` for an example, `-` for standard input, `FILE#3` for the "
        "third puzzle of a file.",
    ]
    verdict: Annotated[
        NotRequired[_VerdictOrError],
        "`unique`, `multiple`, `unsolvable`, `unknown` (a limit came first), or `error`: the puzzle cannot be read.",
    ]
    line_solvable: Annotated[
        NotRequired[bool | None], "True if line solving settles every cell; null if unknown."
    ]
    width: Annotated[int | None, "Width in cells; null after an error."]
    height: Annotated[int | None, "In cells."]
    inks: Annotated[int | None, "Number of inks."]
    title: Annotated[str | None, "Empty if the puzzle has none."]
    solutions: Annotated[
        NotRequired[list[Rows]], "Solutions found: with `--solutions`, or if they are the answer."
    ]
    seconds: Annotated[float, "Wall-clock time."]
    stats: Annotated[
        NotRequired[Figures], "Search statistics: sizes, solver conflicts, CPU seconds of each part."
    ]
    stopped: Annotated[
        StoppedName | None,
        "Why the work ended early, or null: `seconds`, `memory`, `conflicts`, `solutions`, `steps`, "
        "`tries`, `size`, `failure`.",
    ]
    detail: Annotated[str, "Details of `stopped` in words; often empty."]
    version: Annotated[str, "Version of nonosat."]
    contradictions: Annotated[
        NotRequired[list[Problem]],
        "Contradictions within the statement, such as sums that differ.",
    ]
    read_as: Annotated[
        NotRequired[str], "How the file was read, if it does not say itself which clues are the rows."
    ]
    error: Annotated[NotRequired[str], "After an error: the reason, with file and line."]


class Check(TypedDict):
    """Members that `check` adds."""

    required: Annotated[
        NotRequired[Annotated[str, Text(words=("unique", "line-solvable"))]],
        "With `--require`: `unique` or `line-solvable`.",
    ]
    met: Annotated[NotRequired[bool], "With `--require`: true if the puzzle meets it."]
    minutes: Annotated[
        NotRequired[float | None],
        "Minutes as in `rate`; null if there are several solutions or the model does not cover the puzzle.",
    ]
    stars: Annotated[NotRequired[float | None], "Stars; null like `minutes`."]
    site: Annotated[NotRequired[str], "With `--site`: the site whose rules were checked."]
    faults: Annotated[NotRequired[list[str]], "With `--site`: the rules of that site that the puzzle breaks."]


class Solution(TypedDict):
    """Line of one solution; `solve --all`, `solve -n` and `sample` print it as soon as it is found."""

    puzzle: Annotated[str, "As in the record that follows."]
    solution: Annotated[Rows, "Cells of the solution."]


class Solve(TypedDict):
    """Members that `solve` adds."""

    listed: Annotated[
        NotRequired[int],
        "With `--all` or `-n`: number of solutions, each on a line before this one.",
    ]


class Sample(Solve):
    """Members that `sample` adds; none if a limit was hit before solutions were counted."""

    count: Annotated[NotRequired[Digits], "Number of solutions."]
    exact: Annotated[NotRequired[bool], "True."]


class Render(TypedDict):
    """Members that `render` adds."""

    output: Annotated[str, "File of the picture."]
    show: Annotated[str, "Requested content."]


class Certify(TypedDict):
    """Members that `certify` adds."""

    certificate: Annotated[str | None, "Folder written; null if there is nothing to prove."]
    bytes: Annotated[int, "Size in bytes."]
    claim: Annotated[NotRequired[str], "With `--claim`: the kind of the claim."]
    statement: Annotated[NotRequired[str], "With `--claim`: the proved claim in words, or why there is none."]
    proved: Annotated[
        NotRequired[str],
        "With `--proved`: the proved checker's answer, `accepted`, `refused`, `outside` of what is proved, or `stopped`.",
    ]


class Encode(TypedDict):
    """Members that `encode` adds; none after a limit."""

    output: Annotated[NotRequired[str], "File written."]
    bytes: Annotated[NotRequired[int], "Size in bytes."]


class Lesson(TypedDict):
    """Members that `explain -o` adds; none after a limit."""

    output: Annotated[NotRequired[str], "File written."]
    first: Annotated[NotRequired[int], "Number of its first step, from 1; `steps` starts with it."]


class Book(TypedDict):
    """Members that `book` adds for each puzzle in the book."""

    number: Annotated[NotRequired[int], "Number of the puzzle, from 1."]
    page: Annotated[NotRequired[int], "Page of the puzzle, from 1."]
    answer_page: Annotated[NotRequired[int], "Page of its answer."]
    cell_points: Annotated[NotRequired[float], "Size of a cell in points (72 per inch)."]
    type_points: Annotated[NotRequired[float], "Size of its smallest type in points."]


class Scanned(TypedDict):
    """Members that `scan` adds."""

    output: Annotated[NotRequired[str | None], "File written; null if the puzzle is not sure."]


class Verify(TypedDict):
    """A line of `verify`, about a certificate; after an error only the first three members, `error` and `version`."""

    certificate: Annotated[str, "Folder of the certificate."]
    accepted: Annotated[bool, "True if every claim in it is proved."]
    verdict: Annotated[
        _VerdictOrError,
        "The proved verdict; `unknown` if the claim is another or not proved; or `error`.",
    ]
    kind: Annotated[
        NotRequired[str],
        "Kind of the claim: `unique`, `multiple`, `unsolvable`, `count`, `backbone`, `givens`, "
        "`conflict`, `contradiction` or `repainting`.",
    ]
    error: Annotated[NotRequired[str], "After an error: the reason why this is not a certificate."]
    claim: Annotated[NotRequired[str], "The claim in words."]
    refusal: Annotated[NotRequired[str | None], "Reason for refusal."]
    puzzle: Annotated[NotRequired[str], "SHA-256 of `puzzle.json` in it."]
    solutions: Annotated[NotRequired[int], "Number checked."]
    deductions: Annotated[NotRequired[int], "Number checked."]
    clauses: Annotated[NotRequired[int], "Number checked."]
    steps: Annotated[NotRequired[int], "Number of steps of the solver's proof."]
    proved: Annotated[
        NotRequired[str],
        "With `--proved`: the proved checker's answer, `accepted`, `refused`, `outside` of what is proved, or `stopped`.",
    ]
    contradictions: Annotated[
        NotRequired[int],
        "1 if the statement contradicts itself, which proves the puzzle unsolvable.",
    ]
    pictures: Annotated[NotRequired[int], "Number of pictures checked for minimality of a conflict."]
    flaws: Annotated[NotRequired[int], "Number of pictures checked for the bound of a repair."]
    stopped: Annotated[NotRequired[StoppedName | None], "The limit that was hit."]
    seconds: Annotated[NotRequired[float], "Wall-clock time."]
    version: Annotated[str, "Version of nonosat."]


class Limits(TypedDict):
    """The limits of a question, each null without one."""

    seconds: Annotated[float | None, "Wall-clock time."]
    memory: Annotated[int | None, "Bytes."]
    conflicts: Annotated[int | None, "Conflicts of the solver."]


class Batch(TypedDict):
    """Members that `batch` adds."""

    key: Annotated[
        str,
        "A hash of the puzzle, the question, its options and the version; always the first member.",
    ]
    ask: Annotated[str, "The question."]
    id: Annotated[
        NotRequired[AnyJson],
        "`id` of the puzzle's input line, unchanged; missing if the line has none.",
    ]
    options: Annotated[dict[str, AnyJson], "Options of the question that are part of `key`."]
    limits: Annotated[Limits, "Limits for each puzzle."]
    seed: Annotated[int | None, "Seed of the solver; null if the question has none."]
    worker: Annotated[str, "Machine and process that found the answer."]


class Size(TypedDict):
    """Size of a puzzle."""

    width: Annotated[int, "In cells."]
    height: Annotated[int, "In cells."]
    inks: Annotated[int, "Number of inks."]


class Labelled(Size):
    """A puzzle of a data set."""

    key: Annotated[
        str,
        "32 digits, equal for puzzles that are equal up to symmetry; always the first member.",
    ]
    puzzle: Annotated[str, "Position in the data set, from 1."]
    verdict: Annotated[Annotated[str, Text(words=VERDICT.words[:3])], "`unique`, `multiple` or `unsolvable`."]
    line_solvable: Annotated[bool, "True if line solving settles every cell."]
    known_by: Annotated[str, "Method that proved the verdict: `lines`, `probing`, or `search`."]
    count: Annotated[Digits, "Number of solutions, up to 1000 unless more were requested."]
    exact: Annotated[bool, "True if the count is exact."]
    rows: Annotated[Clues, "Clues."]
    columns: Annotated[Clues, "Clues."]
    palette: Annotated[NotRequired[PaletteRows], "Colours; missing if black on white."]
    goal: Annotated[NotRequired[Rows], "The solution, or one of them, if there is any."]
    minutes: Annotated[
        float | None,
        "As in `rate`, like `stars` and the members of `Difficulty`; null unless the solution is unique.",
    ]
    stars: Annotated[float | None, "From 1 to 5."]


class Dataset(Labelled):
    """A line of a data set, which is also a puzzle in our own format."""

    density: Annotated[NotRequired[float], "Share of inked cells, if there is a solution."]
    symmetry: Annotated[
        NotRequired[list[str]],
        "Symmetries of the grid (`lr`, `tb`, `both`, `rotation`, `diagonal`), if there is a solution.",
    ]
    seed: Annotated[int, "Seed of the data set."]
    number: Annotated[int, "Number of the candidate; with the wish and `seed` it reproduces the puzzle."]
    recipe: Annotated[str, "16 digits, equal for data sets of the same recipe and version."]
    version: Annotated[str, "Version of nonosat."]


class Format(TypedDict):
    """A line of `formats`."""

    format: Annotated[str, "The name for `--from` and `--to`."]
    extensions: Annotated[list[str], "File name extensions."]
    summary: Annotated[str, "Description."]
    holds: Annotated[list[str], "Features of puzzles that it can hold."]
    written: Annotated[bool, "True if the format can be written as well as read."]
    binary: Annotated[bool, "True if its files are not text."]


class Backend(TypedDict):
    """A line of `backends`."""

    backend: Annotated[str, "The name for `--backend`."]
    package: Annotated[str, "Package that provides it."]
    summary: Annotated[str, "Description."]
    missing: Annotated[str | None, "Reason why it cannot run here, and what installs it; null if it can."]


class Example(Size):
    """A line of `examples`."""

    example: Annotated[str, "NAME in the path example:NAME."]
    title: Annotated[str, "Title of the puzzle."]
    summary: Annotated[str, "Purpose of the example."]
