"""The lines that the command line prints with `--json`: what every line has, and what each command adds.

The line of a puzzle has the members of `PuzzleLine`, those of the answer's record (`nonosat.records.answers`), and
those of the command.
"""

from typing import Annotated, NotRequired, TypedDict

from nonosat.records.answers import Change, Problem, Step
from nonosat.records.declared import Text, Whole
from nonosat.records.values import (
    VERDICT,
    AnyJson,
    Clues,
    Digits,
    Figures,
    PaletteRows,
    PartialRows,
    PuzzleObject,
    Rows,
    StoppedName,
)

ERROR = "error"
"""In place of a verdict, for what could not be read."""

_VerdictOrError = Annotated[str, Text(words=(*VERDICT.words, ERROR))]


class PuzzleLine(TypedDict):
    """What every line about a puzzle has."""

    puzzle: str
    """The file as it was given or found, `example:NAME` of an example, `-` for standard input, `FILE#3` for the third
    puzzle of a file."""
    verdict: _VerdictOrError
    """`unique`, `multiple`, `unsolvable`, `unknown` (a limit came first, or it was not asked), or `error`: the puzzle
    cannot be read."""
    line_solvable: bool | None
    """Whether lines alone settle every cell; null if that is not known."""
    width: int | None
    """In cells; null after an error."""
    height: int | None
    """In cells."""
    inks: int | None
    """Colours other than the background."""
    title: str | None
    """Empty if the puzzle has none."""
    solutions: NotRequired[list[Rows]]
    """Solutions, or none; missing with `--no-solutions`."""
    seconds: float
    """Wall-clock time."""
    stats: Figures
    """What the search did: sizes, conflicts of the solver, CPU seconds of each part."""
    stopped: StoppedName | None
    """What ended the work before everything was known: `seconds`, `memory`, `conflicts`, `solutions`, `steps`,
    `tries`, `size`, `failure`."""
    detail: str
    """More about that, in words; often empty."""
    version: str
    """Of nonosat."""
    contradictions: NotRequired[list[Problem]]
    """What of the statement makes the puzzle unsolvable, such as sums that differ."""
    error: NotRequired[str]
    """After an error: what is wrong, with file and line."""


class Check(TypedDict):
    """What `check` adds."""

    required: NotRequired[Annotated[str, Text(words=("unique", "line-solvable"))]]
    """With `--require`: `unique` or `line-solvable`."""
    met: NotRequired[bool]
    """With `--require`: whether the puzzle is that."""


class Sample(TypedDict):
    """What `sample` adds; nothing if a limit came before the solutions were counted."""

    count: NotRequired[Digits]
    """How many solutions there are."""
    exact: NotRequired[bool]
    """True."""


class Render(TypedDict):
    """What `render` adds."""

    output: str
    """Where the picture was written."""
    show: str
    """What it shows, as asked for."""


class Certify(TypedDict):
    """What `certify` adds."""

    certificate: str | None
    """The folder that is written; null if there is nothing to prove."""
    bytes: int
    """Its size."""
    claim: NotRequired[str]
    """With `--claim`: what is proved, in words."""


class Encode(TypedDict):
    """What `encode` adds; nothing after a limit."""

    output: NotRequired[str]
    """The file that is written."""
    bytes: NotRequired[int]
    """Its size."""


class Lesson(TypedDict):
    """What `explain -o` adds; nothing after a limit."""

    output: NotRequired[str]
    """The file that is written."""
    first: NotRequired[int]
    """The number of its first step, from 1; `steps` has that and the following ones."""


class Book(TypedDict):
    """What `book` adds to the line of each puzzle in a book that is written."""

    number: NotRequired[int]
    """Of the puzzle, from 1."""
    page: NotRequired[int]
    """Where the puzzle is, from 1."""
    answer_page: NotRequired[int]
    """Where its answer is."""
    grade: NotRequired[str | None]
    """As in `rate`."""
    difficulty: NotRequired[float]
    """As in `rate`."""
    cell_points: NotRequired[float]
    """The size of a cell, 72 points an inch."""
    type_points: NotRequired[float]
    """The size of its smallest type."""


class Scanned(TypedDict):
    """What `scan` adds."""

    output: NotRequired[str | None]
    """The file that is written; null if none is, because the puzzle is not sure."""


class Repaired(TypedDict):
    """What `from-image` and `generate` add after a repair, with `--unique` or `--line-solvable`."""

    by: NotRequired[str]
    """`pixels`."""
    changes: NotRequired[list[Change]]
    """Cells that were repainted."""
    bound: NotRequired[int]
    """No repair changes fewer."""
    optimal: NotRequired[bool]
    """Whether that is proved to be the same number."""


class Generated(Repaired):
    """What `generate` adds; but for `by` and its like only for puzzles that are requested, not made by formula."""

    generated: NotRequired[PuzzleObject]
    """The puzzle, with its solution as the goal."""
    found: NotRequired[bool]
    """Whether it is as requested."""
    missed: NotRequired[list[str]]
    """What it misses, in words."""
    seed: NotRequired[int]
    """Of the stream."""
    number: NotRequired[int]
    """The number of the puzzle in the stream, from 0."""
    grade: NotRequired[str | None]
    """As in `rate`, if a grade or a figure was requested."""
    tries: NotRequired[int]
    """Start grids that were drawn."""
    moves: NotRequired[int]
    """Grids that were compared."""


class Verify(TypedDict):
    """A line of `verify`, about a certificate; after an error only the first four members and `version`."""

    certificate: str
    """The folder."""
    accepted: bool
    """Whether every claim in it is proved."""
    verdict: _VerdictOrError
    """What it claims, or `error`."""
    error: NotRequired[str]
    """After an error: why it is no certificate."""
    claim: NotRequired[str]
    """The same in words."""
    refusal: NotRequired[str | None]
    """Why it is not accepted."""
    puzzle: NotRequired[str]
    """SHA-256 of `puzzle.json` in it."""
    solutions: NotRequired[int]
    """How many were checked."""
    deductions: NotRequired[int]
    """How many were checked."""
    clauses: NotRequired[int]
    """How many were checked."""
    enumerated: NotRequired[int]
    """Clauses that were checked against every single filling of their line as well."""
    steps: NotRequired[int]
    """Of the solver's proof."""
    contradictions: NotRequired[int]
    """1 if the statement contradicts itself, which is the proof then."""
    pictures: NotRequired[int]
    """How many were checked that show what a contradiction takes."""
    flaws: NotRequired[int]
    """How many were checked of pictures that are not good."""
    program: NotRequired[str]
    """With --with: the other program, if the certificate is accepted otherwise."""
    asked: NotRequired[int]
    """How many proofs or certificates it was asked about."""
    stopped: NotRequired[StoppedName | None]
    """The limit that came first."""
    seconds: NotRequired[float]
    """Wall-clock time."""
    version: str
    """Of nonosat."""


class Limits(TypedDict):
    """The limits of a question, each null without one."""

    seconds: float | None
    """Wall-clock time."""
    memory: int | None
    """Bytes."""
    conflicts: int | None
    """Of the solver."""


class Batch(TypedDict):
    """What `batch` adds."""

    key: str
    """A hash of the puzzle, the question, its options and the version; always the first member."""
    ask: str
    """The question."""
    id: NotRequired[AnyJson]
    """From a line of input that has it: of the puzzle, as it was given."""
    options: dict[str, AnyJson]
    """Of the question, as far as they make it another one."""
    limits: Limits
    """Those of each puzzle."""
    seed: int | None
    """Of the solver, if the question has one."""
    worker: str
    """The machine and the process that found the answer."""


class Benchmark(TypedDict):
    """A line of `benchmark`, about one run; about a puzzle that cannot be read only `puzzle`, `verdict`, `error` and
    `version`."""

    run: NotRequired[str]
    """A hash of the puzzle, the contender, the question, seed, repeat, limits and version; always the first member."""
    puzzle: str
    """As in any record; of a puzzle of a family its name, such as `random@0.4:20#1`."""
    contender: NotRequired[str]
    """The name of what was measured."""
    verdict: Annotated[str, Text(words=(*VERDICT.words, "solvable", "wrong", ERROR))]
    """Its answer: a verdict; `solvable` if a solution was asked for; `wrong` for a picture that is no solution;
    `error` if there is none."""
    cpu: NotRequired[float | None]
    """CPU seconds of all its processes; null if the system does not say."""
    seconds: NotRequired[float]
    """Wall-clock time."""
    memory: NotRequired[int | None]
    """Bytes that one of its processes held at most; null if that is not known."""
    seed: NotRequired[Annotated[int, Whole(least=-(2**63))]]
    """Of the run."""
    repeat: NotRequired[int]
    """Which run with this seed, from 0."""
    width: NotRequired[int]
    """In cells."""
    height: NotRequired[int]
    """In cells."""
    inks: NotRequired[int]
    """Colours other than the background."""
    family: NotRequired[str | None]
    """The family that the puzzle is of."""
    size: NotRequired[int | None]
    """Its size in the family."""
    stopped: NotRequired[StoppedName | None]
    """The limit that came first, or `failure`."""
    detail: NotRequired[str]
    """Why there is no answer, in words."""
    stats: NotRequired[Figures]
    """What the search did, as in any record; empty for other programs."""
    ask: NotRequired[str]
    """`check` or `solve`."""
    options: NotRequired[dict[str, AnyJson]]
    """Those of the search, or the `command` of the program."""
    limits: NotRequired[Limits]
    """Those of each run."""
    machine: NotRequired[str]
    """Where it was measured."""
    error: NotRequired[str]
    """After an error: what is wrong, with file and line."""
    version: str
    """Of nonosat."""


class Dataset(TypedDict):
    """A line of a data set, which is also a puzzle in our own format."""

    key: str
    """32 digits that puzzles have in common if they are equal up to symmetry; always the first member."""
    puzzle: str
    """Its place in the data set, from 1."""
    verdict: Annotated[str, Text(words=VERDICT.words[:3])]
    """`unique`, `multiple` or `unsolvable`."""
    line_solvable: bool
    """Whether lines alone settle every cell."""
    known_by: str
    """What the verdict rests on: `lines`, `probing`, or `search` by a solver."""
    count: Digits
    """The number of solutions, up to 1000 unless more were requested."""
    exact: bool
    """Whether there are no more."""
    width: int
    """In cells."""
    height: int
    """In cells."""
    inks: int
    """Colours other than the background."""
    rows: Clues
    """Clues."""
    columns: Clues
    """Clues."""
    palette: NotRequired[PaletteRows]
    """Of the puzzle, unless it is black on white."""
    goal: NotRequired[Rows]
    """The solution, or one of them, if there is any."""
    grade: str | None
    """As in `rate`; null unless there is one solution."""
    difficulty: float
    """As in `rate`, as are those below."""
    hardest: str | None
    """The hardest technique that is needed."""
    hard_share: float
    """The share of steps whose technique is hard, or harder."""
    sweeps: int
    """Over all rows or all columns."""
    stalled_cells: int
    """Cells that are open when lines say nothing more."""
    techniques: dict[str, int]
    """How many steps each technique has."""
    probed_cells: int
    """Cells that a probe says something of."""
    probe_depth: int
    """The most assumptions on top of each other."""
    search_cells: int
    """Cells that are known from the solver only."""
    open_cells: int
    """Cells that differ between solutions."""
    conflicts: int
    """Of the solver."""
    density: NotRequired[float]
    """The share of inked cells, if there is a solution."""
    smoothness: NotRequired[float]
    """The share of pairs of neighbours with the same colour, if there is a solution."""
    symmetry: NotRequired[list[str]]
    """What the grid has of `lr`, `tb`, `both`, `rotation`, `diagonal`, if there is a solution."""
    explanation: NotRequired[list[Step]]
    """With `--steps`: the first steps, as in `explain`."""
    split: NotRequired[str]
    """With `--splits`: where it belongs."""
    wish: int
    """Which wish of the recipe it fulfils, from 0."""
    seed: int
    """Of the data set."""
    number: int
    """Of the candidate: `wish`, `seed` and this make the puzzle again."""
    recipe: str
    """16 digits that data sets of the same recipe and version have in common."""
    version: str
    """Of nonosat."""


class Format(TypedDict):
    """A line of `formats`."""

    format: str
    """The name for `--from` and `--to`."""
    extensions: list[str]
    """Of its files."""
    summary: str
    """What it is."""
    holds: list[str]
    """What it can hold of a puzzle."""
    written: bool
    """Whether it is written as well as read."""
    binary: bool
    """Whether its files are not text."""


class Backend(TypedDict):
    """A line of `backends`."""

    backend: str
    """The name for `--backend`."""
    package: str
    """The package that it comes with."""
    summary: str
    """What it is."""
    capabilities: list[str]
    """What it can do."""


class Example(TypedDict):
    """A line of `examples`."""

    example: str
    """The name for `--example`."""
    title: str
    """Of the puzzle."""
    summary: str
    """What it is an example of."""
    width: int
    """In cells."""
    height: int
    """In cells."""
    inks: int
    """Colours other than the background."""


class TechniqueExample(TypedDict):
    """A state of a small puzzle in which a technique is the simplest that says anything."""

    puzzle: PuzzleObject
    """The puzzle."""
    state: PartialRows
    """What is known before the step."""
    step: Step
    """The step."""


class Technique(TypedDict):
    """A line of `explain --technique`."""

    technique: str
    """The name that steps have as their `reason`."""
    guides: list[str]
    """What guides call it; empty if they have no name for it."""
    grade: str
    """The grade of a puzzle that needs it, and nothing harder."""
    text: str
    """What it says."""
    example: TechniqueExample
    """A state in which it is the next step."""
