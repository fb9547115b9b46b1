"""The runs of a benchmark in their order; runs found in the journal are not repeated.

The order is puzzle by puzzle, round by round, contender by contender, and each round begins with another contender. So
the load of other programs is spread over all. A journal (`nonosat.apps.many.journal_files`) has a line for each run;
its first member `run` is a hash of everything that identifies it.

In a family of growing puzzles, a contender without any answer for one size gets no larger puzzles.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from nonosat.apps.benchmarking.contenders import Contender, OwnSearch
from nonosat.apps.benchmarking.families import Subject, is_family, members
from nonosat.apps.benchmarking.measuring import ERROR, WRONG, Laboratory
from nonosat.apps.many.journal_files import JournalFile, JournalKind, JournalLine, lines
from nonosat.apps.many.keys import KEYED, key_of
from nonosat.formats.sources import Item, Sources
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Text, Whole
from nonosat.records.jsonl import Limits
from nonosat.records.shared_types import FIGURES, VERDICT, AnyJson, StoppedName
from nonosat.search.outcome import Verdict
from nonosat.support.children.processes import processors
from nonosat.support.end import End, Stopped
from nonosat.support.errors import InputError, NonosatError, UsageError
from nonosat.support.limits import Limit
from nonosat.support.results import ABSENT, OPTIONAL, Answer, member
from nonosat.support.sentences import number_text
from nonosat.support.version import VERSION

UNANSWERED = (Verdict.UNKNOWN.value, ERROR, WRONG)  # verdicts that do not count as answers


@dataclass(frozen=True, slots=True)
class Plan:
    """Contenders, question and rounds."""

    contenders: tuple[Contender, ...]
    ask: str
    limit: Limit  # limit of each run
    seeds: range
    repeats: int  # rounds for each seed

    @property
    def rounds(self) -> int:
        """Runs of each contender on each puzzle."""
        return len(self.seeds) * self.repeats


def _no_limits() -> Limits:
    return {"seconds": None, "memory": None, "conflicts": None}


@dataclass(frozen=True, repr=False, eq=False)
class BenchmarkRun(Answer):
    """A line of `benchmark`: one run. For an unreadable puzzle it has `puzzle`, `verdict`, `error` and `version` only."""

    puzzle: Annotated[str, "Puzzle as in `PuzzleLine`, or its name in a family, such as `random@0.4:20#1`."]
    contender: Annotated[str, OPTIONAL, "Name of the contender."]
    verdict: Annotated[
        Annotated[str, Text(words=(*VERDICT.words, "solvable", "wrong", ERROR))],
        "Its answer: a verdict; `solvable` if a solution was asked for; `wrong` for a picture that is no "
        "solution; `error` if it has none.",
    ]
    cpu: Annotated[
        float | None, OPTIONAL, "CPU seconds of all its processes; null if the system does not report them."
    ]
    memory: Annotated[int | None, OPTIONAL, "Peak memory of one of its processes in bytes; null if unknown."]
    seed: Annotated[Annotated[int, Whole(least=-(2**63))], OPTIONAL, "Seed of the run."]
    repeat: Annotated[int, OPTIONAL, "Number of the run with this seed, from 0."]
    width: Annotated[int, OPTIONAL, "In cells."]
    height: Annotated[int, OPTIONAL, "In cells."]
    inks: Annotated[int, OPTIONAL, "Number of inks."]
    family: Annotated[str | None, OPTIONAL, "Family of the puzzle."] = None
    size: Annotated[int | None, OPTIONAL, "Its size in the family."] = None
    stats: Annotated[
        Mapping[str, Any], FIGURES, OPTIONAL, "Search statistics, as in any record; empty for other programs."
    ] = field(default_factory=dict)
    run: Annotated[
        str,
        OPTIONAL,
        "A hash of the puzzle, the contender, the question, seed, repeat, limits and version; always the "
        "first member.",
    ] = ""
    options: Annotated[
        dict[str, AnyJson], OPTIONAL, "Search options, or the `command` of another program."
    ] = field(default_factory=dict)
    ask: Annotated[str, OPTIONAL, "`check` or `solve`."] = ""
    limits: Annotated[Limits, OPTIONAL, "Limits for each run."] = field(default_factory=_no_limits)
    machine: Annotated[str, OPTIONAL, "Machine."] = ""
    version: Annotated[str, "Version of nonosat."] = VERSION

    _RECORD = "Benchmark"
    _MEMBERS = (
        *(
            "run",
            "puzzle",
            "contender",
            "verdict",
            "cpu",
            "seconds",
            "memory",
            "seed",
            "repeat",
            "width",
            "height",
        ),
        *(
            "inks",
            "family",
            "size",
            "stopped",
            "detail",
            "stats",
            "ask",
            "options",
            "limits",
            "machine",
            "error",
        ),
        "version",
    )

    @member
    def _stopped(self) -> Annotated[StoppedName | None, OPTIONAL, "The limit that was hit, or `failure`."]:
        return self.stopped

    @member
    def _detail(self) -> Annotated[str, OPTIONAL, "Reason for a missing answer, in words."]:
        return self.detail

    @member
    def _error(self) -> Annotated[str, OPTIONAL, "After an error: the reason, with file and line."]:
        absent: str = ABSENT
        return absent

    @property
    def answered(self) -> bool:
        """True if the run has an answer."""
        return self.verdict not in UNANSWERED

    @property
    def cost(self) -> float:
        """CPU seconds, or wall-clock seconds if the system does not report them."""
        return self.seconds if self.cpu is None else self.cpu

    @property
    def side(self) -> int:
        """The longer side of the puzzle."""
        return max(self.width, self.height)


_NEEDED = ("run", "puzzle", "contender", "verdict")
_FIGURES = ("seconds", "repeat", "width", "height")
_PERHAPS = ("cpu", "memory", "size")
_GROUPS = ("stats", "options", "limits")
_FIELDS = frozenset(member.name for member in fields(BenchmarkRun))


def _is_figure(value: object) -> bool:
    return isinstance(value, (int, float)) and 0 <= value < 1e18


def _is_run(record: Mapping[str, Any]) -> bool:
    """Returns whether a JSON object is the record of a run."""
    family = record.get("family")
    return (
        all(isinstance(record.get(name), str) for name in _NEEDED)
        and all(_is_figure(record.get(name)) for name in _FIGURES)
        and all(record.get(name) is None or _is_figure(record[name]) for name in _PERHAPS)
        and all(isinstance(record.get(name, {}), dict) for name in _GROUPS)
        and isinstance(record.get("seed"), int)
        and (family is None or isinstance(family, str))
    )


KIND = JournalKind("a run of a benchmark", b'{"run": "', _is_run, KEYED)  # settings of benchmark journals


def run_of(record: Mapping[str, Any]) -> BenchmarkRun:
    """Returns the run of a record."""
    stopped = record.get("stopped")
    end = End(Stopped(stopped) if stopped in list(Stopped) else None, record.get("detail", ""))
    values = {name: record[name] for name in _FIELDS if name in record}
    values["end"] = end
    return BenchmarkRun(**{"cpu": None, "memory": None, "inks": 1, "version": "", **values})


def is_benchmark(path: str) -> bool:
    """Returns whether a file begins like the journal of a benchmark."""
    try:
        with open(path, "rb") as file:
            return file.read(len(KIND.beginning)) == KIND.beginning
    except OSError:
        return False


def recorded(path: str) -> tuple[BenchmarkRun, ...]:
    """Reads the runs of a journal or of the output of `--json`; raises `InputError` for anything else."""
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            runs = {line.record["run"]: run_of(line.record) for line in lines(path, file, KIND)}
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", path=path) from None
    except ValueError as error:
        raise InputError(f"cannot read: {error}", path=path) from None
    if not runs:
        raise InputError("there is no run of a benchmark in it", path=path)
    return tuple(runs.values())


class _Journal(JournalFile):
    def __init__(self, path: str) -> None:
        self.runs: dict[str, BenchmarkRun] = {}
        super().__init__(path, KIND, self._take)

    def _take(self, line: JournalLine) -> None:
        self.runs[line.record["run"]] = run_of(line.record)


def subjects(sources: Sources, per_size: int, every: int = 1) -> Iterator[Subject]:
    """Yields the puzzles of families, and every `every`-th puzzle of files.

    Raises `UsageError` if there is no puzzle.
    """
    files = [path for path in sources.paths if not is_family(path)]
    families = [members(path, per_size) for path in sources.paths if is_family(path)]
    sources.paths, number, taken = tuple(files), 0, False
    for number, item in enumerate(sources.items() if files else (), 1):
        if number % every == 0 or item.error:
            taken = True
            yield _subject(item)
    if number and not taken:
        raise UsageError(f"--every {every} takes none of what was read, {number} in all")
    for family in families:
        yield from family


def _subject(item: Item) -> Subject:
    problem = item.error
    if problem is None and item.puzzle and item.puzzle.problems():
        try:
            item.puzzle.require_readable()
        except NonosatError as error:
            problem = error
    return Subject(item.name, None if problem else item.puzzle, problem)


def runs(
    plan: Plan,
    puzzles: Iterable[Subject],
    journal: str | None = None,
    begin: Callable[[str, str, int], None] = lambda *_: None,
    refuse: Callable[[Subject], None] = lambda _: None,
) -> Iterator[BenchmarkRun]:
    """Yields each run as soon as it is measured or found in the journal.

    `begin` is called before each with the puzzle, the contender and the number of the round; `refuse` with each
    puzzle that cannot be read. Raises what a journal raises.
    """
    machine = f"{platform.node()}: {platform.system()} {platform.machine()}, {number_text(processors(), 'processor')}"
    book = nullcontext(None) if journal is None else closing(_Journal(journal))
    with book as opened, Laboratory(plan.ask, plan.limit) as laboratory:
        answered = _Answered()
        for subject in puzzles:
            if subject.puzzle is None:
                refuse(subject)
                continue
            todo = [one for one in plan.contenders if answered.may_answer(one.name, subject)]
            for number in range(plan.rounds):
                seed, repeat = plan.seeds[number // plan.repeats], number % plan.repeats
                first = number % max(1, len(todo))
                for contender in (*todo[first:], *todo[:first]):
                    key = _key(plan, contender, subject.name, subject.puzzle, seed, repeat)
                    run = opened.runs.get(key) if opened else None
                    if run is None:
                        begin(subject.name, contender.name, number)
                        run = _measured(laboratory, plan, contender, subject, seed, repeat, key, machine)
                        if opened:
                            opened._add(json.dumps(run.to_json()).encode() + b"\n")
                    answered.note(contender.name, subject, run)
                    yield run


def _key(plan: Plan, contender: Contender, name: str, puzzle: Puzzle, seed: int, repeat: int) -> str:
    limit = plan.limit
    stated = {
        **contender.definition,
        "name": name,
        "contender": contender.name,
        "seed": seed,
        "repeat": repeat,
        "seconds": limit.seconds,
        "memory": limit.memory,
    }
    return key_of(puzzle.statement, f"benchmark {plan.ask}", stated, VERSION)


def _measured(
    laboratory: Laboratory,
    plan: Plan,
    contender: Contender,
    subject: Subject,
    seed: int,
    repeat: int,
    key: str,
    machine: str,
) -> BenchmarkRun:
    puzzle, limit = subject.puzzle, plan.limit
    assert puzzle is not None
    measured = laboratory.run(contender, puzzle, seed)
    return BenchmarkRun(
        puzzle=subject.name,
        contender=contender.name,
        verdict=measured.verdict,
        cpu=None if measured.cpu is None else round(measured.cpu, 6),
        memory=measured.memory,
        seed=seed,
        repeat=repeat,
        width=puzzle.width,
        height=puzzle.height,
        inks=len(puzzle.palette) - 1,
        family=subject.family,
        size=subject.size,
        stats=measured.stats if isinstance(contender, OwnSearch) else {},
        run=key,
        options=contender.definition,
        ask=plan.ask,
        limits={"seconds": limit.seconds, "memory": limit.memory, "conflicts": None},
        machine=machine,
        end=measured.end,
        seconds=round(measured.seconds, 6),
    )


class _Answered:
    """Sizes of families that each contender has answered."""

    def __init__(self) -> None:
        self._largest: dict[tuple[str, str], int] = {}  # largest size asked of a contender
        self._done: set[tuple[str, str, int]] = set()

    def may_answer(self, contender: str, subject: Subject) -> bool:
        """Returns True unless the contender has answered no puzzle of the next smaller size."""
        if subject.family is None or subject.size is None:
            return True
        before = self._largest.get((contender, subject.family))
        return before is None or before >= subject.size or (contender, subject.family, before) in self._done

    def note(self, contender: str, subject: Subject, run: BenchmarkRun) -> None:
        if subject.family is not None and subject.size is not None:
            self._largest[contender, subject.family] = subject.size
            if run.answered:
                self._done.add((contender, subject.family, subject.size))
