"""One run of a contender on a puzzle: its answer, CPU seconds, wall-clock seconds and memory.

A search of ours runs in a child process that is reused. It is warmed up on a tiny puzzle, so that no run pays for loading a
solver; cached clue plans are dropped between puzzles. With one worker all
work happens in that process. A program is started anew each time; its answer is

- the first of the words `unique`, `multiple`, `unsolvable`, in any case, on standard error if it prints nothing on
  standard output; `not unique` means `multiple`, `no solution` and `unsatisfiable` mean `unsolvable`;
- if a solution was asked for, a picture of the puzzle's shape in its output, which is compared with the clues;
- if it prints nothing at all, its exit code, read like that of `nonosat check`: 0 unique, 1 multiple, 2 unsolvable, 3
  unknown.
"""

from __future__ import annotations

import gc
import os
import re
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, Self

from nonosat.apps.benchmarking.contenders import Contender, Program, extension_of
from nonosat.formats import dump_bytes
from nonosat.formats.pictures.finding import read
from nonosat.lines.line import plan
from nonosat.model.puzzle import Puzzle
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import at_most
from nonosat.support.children.load import grace
from nonosat.support.children.processes import (
    Child,
    Parent,
    Raised,
    Returned,
    acquire,
    confined,
    end_idle,
    reason_of,
    release,
)
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach, Stopped
from nonosat.support.errors import NonosatError, UsageError
from nonosat.support.limits import NO_LIMIT, Clock, Limit
from nonosat.support.programs.programs import Programs, Ran
from nonosat.support.programs.trees import cpu_seconds

CHECK, SOLVE = ASKS = ("check", "solve")  # questions: is the solution unique; find a solution

# further answers: a solution exists (`solve`); a picture that is no solution; no answer
SOLVABLE, WRONG, ERROR = "solvable", "wrong", "error"

_GRACE_SECONDS = 1.0  # delay on an idle machine after the limit before a search's process is ended

_WORDS = re.compile(
    r"\b(not (?:a )?unique|multiple|no solutions?|unsolvable|unsatisfiable|unique)\b", re.IGNORECASE
)
_MEANINGS = {
    "not": Verdict.MULTIPLE,
    "multiple": Verdict.MULTIPLE,
    "no": Verdict.UNSOLVABLE,
    "unsolvable": Verdict.UNSOLVABLE,
    "unsatisfiable": Verdict.UNSOLVABLE,
    "unique": Verdict.UNIQUE,
}
_CODES = {0: Verdict.UNIQUE, 1: Verdict.MULTIPLE, 2: Verdict.UNSOLVABLE, 3: Verdict.UNKNOWN}

_LONGEST_DETAIL = 300

_READING_SECONDS = 5.0  # time for finding a picture in a program's output


@dataclass(frozen=True, slots=True)
class Measured(Ended):
    """Measurements of one run."""

    verdict: str
    cpu: float | None  # CPU seconds of all processes; None if the system does not report them
    seconds: float  # wall-clock seconds
    memory: int | None  # peak bytes of one process
    end: End = ALL_KNOWN
    stats: dict[str, Any] = field(default_factory=dict)  # engine statistics; empty for other programs


class Laboratory:
    """Runs contenders and keeps processes for later runs; a context manager."""

    def __init__(self, ask: str, limit: Limit) -> None:
        self._ask = ask
        self._limit = limit
        self._children: dict[str, Child] = {}
        """Processes of searches by contender; each has loaded the modules of its contender."""
        self._programs = Programs()
        self._folder = TemporaryDirectory(prefix="nonosat-", ignore_cleanup_errors=True)
        self._written: tuple[Puzzle, dict[str, str]] | None = None  # current puzzle and its files by format

    def run(self, contender: Contender, puzzle: Puzzle, seed: int) -> Measured:
        """Measures a contender on a puzzle."""
        if isinstance(contender, Program):
            return self._program(contender, puzzle, seed)
        given = puzzle if contender.with_goal else puzzle.statement
        return self._search(contender.name, replace(contender.options, seed=seed), given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for child in self._children.values():
            release(child)
        self._programs.close()
        self._folder.cleanup()

    def _search(self, name: str, options: SearchOptions, puzzle: Puzzle) -> Measured:
        child = self._children.pop(name, None)
        if child is None:
            child = acquire()
            tiny = Puzzle([[1], [1]], [[1], [1]])
            for ask in ASKS:  # one loads the modules of beliefs, the other those of a solver
                child.call(_searched, tiny, ask, options, NO_LIMIT)
                child.talk()
        before, began = cpu_seconds(child.process.pid), monotonic()
        try:
            limit = self._limit
            child.call(_searched, puzzle, self._ask, options, limit, memory=limit.memory)
            seconds = None if limit.seconds is None else limit.seconds + grace(_GRACE_SECONDS)
            ending = child.talk(seconds=seconds)
            took, after = monotonic() - began, cpu_seconds(child.process.pid)
        except BaseException:
            child.end()
            raise
        if isinstance(ending, Returned):
            self._children[name] = child
            measured: Measured = ending.value
            return measured
        died = child.end(self._limit.memory)
        if isinstance(ending, Raised) and isinstance(ending.error, NonosatError):
            died = OutOfReach(Stopped.FAILURE, str(ending.error))
        else:
            died = reason_of(ending, died)
        cpu = None if before is None or after is None else after - before
        verdict = ERROR if died.stopped is Stopped.FAILURE else Verdict.UNKNOWN.value
        return Measured(verdict, cpu, took, None, died.end)

    def _program(self, program: Program, puzzle: Puzzle, seed: int) -> Measured:
        try:
            files = {name: self._file(puzzle, name) for name in program.formats}
        except UsageError as error:  # the format cannot hold this puzzle
            return Measured(ERROR, 0.0, 0.0, None, End(detail=str(error)))
        ran = self._programs.run(program.words(files, seed), self._limit)
        for file in files.values():  # the name of the file could contain any of the words
            ran = replace(ran, output=ran.output.replace(file, ""), errors=ran.errors.replace(file, ""))
        verdict, detail = understood(ran, puzzle, self._ask)
        return Measured(verdict, ran.cpu, ran.seconds, ran.memory, End(ran.stopped, detail))

    def _file(self, puzzle: Puzzle, format: str) -> str:
        """Returns the path of the puzzle's statement in a format, written at most once."""
        if self._written is None or self._written[0] is not puzzle:
            self._written = puzzle, {}
        files = self._written[1]
        if format not in files:
            path = os.path.join(self._folder.name, f"puzzle{extension_of(format)}")
            with open(path, "wb") as file:  # our own temporary file, so it can be replaced
                file.write(dump_bytes(puzzle.statement, format))
            files[format] = path
        return files[format]


def understood(ran: Ran, puzzle: Puzzle, ask: str) -> tuple[str, str]:
    """Returns a program's answer, and the reason if there is no answer."""
    if ran.stopped is not None:
        return Verdict.UNKNOWN.value, ""
    silent = not ran.output.strip()
    if (word := _WORDS.search(ran.errors if silent else ran.output)) is not None:
        verdict = _MEANINGS[word[0].lower().split()[0]]
    elif silent and ran.code in _CODES and not ran.errors.strip():
        verdict = _CODES[ran.code]
    elif ask == SOLVE and (solved := _pictured(ran.output, puzzle)) is not None:
        return (SOLVABLE, "") if solved else (WRONG, "the picture that it prints is no solution")
    else:
        return ERROR, _failure(ran)
    if ask == SOLVE and verdict in (Verdict.UNIQUE, Verdict.MULTIPLE):
        return SOLVABLE, ""
    return verdict.value, ""


def _pictured(output: str, puzzle: Puzzle) -> bool | None:
    """Returns True if the last picture in a program's output is a solution; None without a picture."""
    try:
        reading = read(output, puzzle, Clock(Limit(seconds=_READING_SECONDS)).tick)
    except OutOfReach:
        return None
    return reading.grid().satisfies(puzzle) if reading and reading.fits(puzzle) else None


def _failure(ran: Ran) -> str:
    """Describes why a program has no answer."""
    how = f"ended by signal {-ran.code}" if ran.code < 0 else f"exit code {ran.code}, no answer in its output"
    last = ran.errors.strip().rpartition("\n")[2]
    return f"{how}: {last}"[:_LONGEST_DETAIL] if last else how


# --- in the child


def _searched(
    parent: Parent,  # noqa: ARG001 (every call of a child gets it)
    puzzle: Puzzle,
    ask: str,
    options: SearchOptions,
    limit: Limit,
) -> Measured:
    """Searches the puzzle in this process."""
    plan.cache_clear()
    gc.collect()
    _forget_peak()
    confinement = confined(limit.memory) if options.portfolio == 1 else nullcontext()
    number = 1 if ask == SOLVE else 2
    before, began = _used(), monotonic()
    with confinement:
        search = at_most(number, puzzle, limit=limit, options=options)
        count = sum(1 for _ in islice(search, number))
        search.close()
    took = monotonic() - began
    end_idle()
    cpu = _used() - before
    verdict = SOLVABLE if ask == SOLVE and count else search.verdict.value
    stopped = None if verdict != Verdict.UNKNOWN else search.stopped
    if stopped is Stopped.FAILURE:
        verdict = ERROR
    return Measured(
        verdict, cpu, took, _peak(), search.end if stopped else ALL_KNOWN, dict(search.stats.to_json())
    )


def _used() -> float:
    """Returns the CPU seconds of this process and of its ended children."""
    try:
        import resource
    except ImportError:
        return process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def _forget_peak() -> None:
    """Resets the system's record of this process's peak memory, if possible."""
    with suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def _peak() -> int | None:
    """Returns the peak bytes of this process; None if the system does not report them."""
    with suppress(OSError, StopIteration, ValueError), open("/proc/self/status", encoding="ascii") as file:
        return 1024 * int(next(line for line in file if line.startswith("VmHWM")).split()[1])
    return None
