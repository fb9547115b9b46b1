"""Runs puzzles one after another in a child process, each under a time limit that is enforced.

Most puzzles take milliseconds, and a fresh interpreter a hundred times as long: so one child, pinned to
one core, serves puzzle after puzzle, and only a child that overran its limit or died is replaced. The
engine is given the limit too and usually keeps to it, which tells more about the puzzle (one solution
found, say); the child is killed when it is late by more than a grace period. The child solves a tiny
puzzle before it reports ready, so that loading the solver's library is charged to no puzzle, and it
forgets the prepared clues of the last puzzle, so that the order of the puzzles does not matter.

Times are CPU seconds of the child (`time.process_time`), the limit is in wall-clock seconds.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic, process_time
from typing import Any, Self

import nonosat as ns
from nonosat.foundation.limits import Clock
from nonosat.solving.engine.collector import collector_paused
from nonosat.solving.engine.options import AUTO, SearchOptions, configurations
from nonosat.solving.engine.outcome import Outcome
from nonosat.solving.engine.search import Task as SearchTask
from nonosat.solving.engine.search import search
from nonosat.solving.lines.line import plan

Row = dict[str, Any]
"""What was measured on one puzzle, as it is written to JSON."""

PHASES = ("propagate", "probe", "beliefs", "dives", "encode", "load", "first", "rest")
"""The keys of a row that hold the CPU seconds of a phase; `total` is more by what lies between them."""

UNREADABLE = "unreadable"
FAILED = "failed"
SOLVED = "solved"
"""Verdicts beside the engine's: no puzzle in the file; a crash; a solution where no more was asked."""

_GRACE_SECONDS = 2.0
"""How late the engine may be before its process is killed."""

_START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle to measure: a name for the tables, and a file or the puzzle itself."""

    name: str
    source: str | ns.Puzzle
    solutions: int = 2
    """How many to look for: 2 ends in a verdict, 1 at the first solution."""
    form: int = 0
    """Which of the 8 mirrored and transposed forms to measure; 0 is the puzzle as it stands."""
    seed: int = 0
    """The solver's seed."""


FORMS = 8


def formed(puzzle: ns.Puzzle, form: int) -> ns.Puzzle:
    """One of the puzzle's forms: bit 0 mirrors left and right, bit 1 up and down, bit 2 transposes."""
    if form & 1:
        puzzle = puzzle.mirrored()
    if form & 2:
        puzzle = puzzle.transposed().mirrored().transposed()
    return puzzle.transposed() if form & 4 else puzzle


def measure(task: Task, *, seconds: float | None = None, backend: str | None = None) -> Row:
    """The puzzle measured in this process; never raises because of the puzzle."""
    row: Row = {"puzzle": task.name}
    try:
        began = process_time()
        puzzle = ns.load(task.source) if isinstance(task.source, str) else task.source
        row["read"] = process_time() - began
        puzzle = formed(puzzle, task.form)
        row |= {"width": puzzle.width, "height": puzzle.height}
        plan.cache_clear()
        wall, began = monotonic(), process_time()
        found = Outcome()
        puzzle.require_readable()
        with collector_paused(), closing(search(_search(puzzle, task, seconds, backend), found)) as grids:
            count = sum(1 for _ in islice(grids, task.solutions))
        row |= {"total": process_time() - began, "wall": monotonic() - wall, **asdict(found.stats)}
        verdict = SOLVED if count == task.solutions == 1 and not found.complete else found.verdict.value
        row |= {"verdict": verdict, "line_solvable": found.line_solvable}
        row |= {"found": count, "stopped": found.stopped}
    except ns.InputError as error:
        row |= {"verdict": UNREADABLE, "error": str(error)}
    except Exception as error:  # the benchmark goes on, and the row says what happened
        row |= {"verdict": FAILED, "error": f"{type(error).__name__}: {error}"[:500]}
    return row


def _search(puzzle: ns.Puzzle, task: Task, seconds: float | None, backend: str | None) -> SearchTask:
    """The search of this process that is measured: one backend, no other process to help."""
    (configuration,) = configurations(SearchOptions(backend=backend or AUTO, seed=task.seed, workers=1))
    limit = ns.Limit(solutions=task.solutions)
    clock = Clock(ns.Limit(seconds=seconds))
    return SearchTask(puzzle=puzzle, configuration=configuration, limit=limit, clock=clock)


class Runner:
    """Measures tasks in a child process; use as a context manager."""

    def __init__(self, *, seconds: float | None = None, backend: str | None = None) -> None:
        self._seconds = seconds
        self._backend = backend
        self._child: BaseProcess | None = None
        self._child_cpu = 0.0
        """CPU seconds of the present child up to the last row it gave."""
        self._pipe: Connection | None = None

    def run(self, task: Task) -> Row:
        """The measured row; a child that overran or died gives one too, without figures of phases."""
        pipe = self._started()
        began = monotonic()
        try:
            pipe.send(task)
            if pipe.poll(None if self._seconds is None else self._seconds + _GRACE_SECONDS):
                row: Row
                row, self._child_cpu = pipe.recv()
                return row
        except (EOFError, OSError):
            assert self._child is not None
            self._child.join(_GRACE_SECONDS)
            error = f"the process died with exit code {self._child.exitcode}"
            self.close()
            return {"puzzle": task.name, "verdict": FAILED, "error": error}
        row = {"puzzle": task.name, "verdict": "unknown", "stopped": "killed", "wall": monotonic() - began}
        before = _children_cpu()
        self.close()
        if before is not None:
            after = _children_cpu()
            assert after is not None
            row["total"] = after - before - self._child_cpu
        return row

    def close(self) -> None:
        """Ends the child at once, whatever it is doing."""
        if self._child is not None:
            self._child.kill()
            self._child.join()
            self._child = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _started(self) -> Connection:
        """The pipe to a child that is ready."""
        if self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, self._seconds, self._backend)
        self._child = context.Process(target=_serve, args=arguments, daemon=True)
        self._child.start()
        theirs.close()
        try:
            if self._pipe.poll(_START_SECONDS):
                self._child_cpu = self._pipe.recv()
                return self._pipe
        except EOFError:
            pass
        self.close()
        raise RuntimeError("the measuring process did not start")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def pin_to_one_core() -> None:
    """Keeps this process on one core from now on, where the system allows that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _children_cpu() -> float | None:
    """CPU seconds of all children that have ended; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _serve(pipe: Connection, seconds: float | None, backend: str | None) -> None:
    """The child: measures what comes through the pipe until that is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this child
    pin_to_one_core()
    try:
        for solutions in (1, 2):  # the first may load what beliefs need, the second what a solver needs
            measure(Task("", ns.Puzzle([[1], [1]], [[1], [1]]), solutions), backend=backend)
        gc.collect()
        gc.freeze()
        pipe.send(process_time())
        while True:
            row = measure(pipe.recv(), seconds=seconds, backend=backend)
            pipe.send((row, process_time()))
            gc.collect()
    except (EOFError, OSError, KeyboardInterrupt):  # the parent has gone, or ends us
        pass
