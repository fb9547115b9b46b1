"""Makes data sets: on all processors, in a fixed order, resumable.

Candidates are numbered. A candidate depends on its number, wish and seed only. Workers make them in any order; they are
accepted in order, unless they miss the wish or equal an earlier one up to symmetry. So the file is the same for any
number of workers.

The file is its own journal, which a later run continues. Gives up after `FRUITLESS` candidates without a new puzzle,
since there are few small puzzles.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers_from
from time import sleep
from typing import Annotated, NamedTuple

from nonosat.apps.generation.datasets.records import Labelled, labelled
from nonosat.apps.generation.wish import Wish
from nonosat.apps.many.disk_index import DiskIndex, hashed
from nonosat.apps.many.journal import KIND
from nonosat.apps.many.journal_files import JournalFile, JournalLine, Record
from nonosat.records.json_types import Whole
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import ALL_KNOWN, OutOfReach
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import is_regular, require_writable
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.mapping.attempts import give_up
from nonosat.support.mapping.executors import Workers, pool_on
from nonosat.support.mapping.pool import required_workers
from nonosat.support.mapping.spread import outcomes, within
from nonosat.support.results import Limited
from nonosat.support.version import VERSION

FRUITLESS = 300  # consecutive candidates without a new puzzle after which the run gives up
_AHEAD = 2000  # maximum candidates made ahead of the next one to accept
_LOOK_SECONDS = 0.02
_MOST = 1_000_000_000  # maximum number of puzzles


@dataclass(frozen=True, repr=False, eq=False)
class Dataset(Limited):
    """The result of making a data set."""

    path: str
    count: int
    """Number of puzzles."""
    tried: int
    """Number of candidates examined, over all runs."""
    sha256: str
    """Hash of the file; empty if it is not complete."""


class _Recipe(NamedTuple):
    """Everything that determines a data set, except the version."""

    wish: Wish
    wanted: int
    seed: int


class DatasetProgress(NamedTuple):
    """Progress for an observer."""

    made: int
    wanted: int
    tried: int


@question
def dataset(
    output: str | os.PathLike[str],
    wish: Wish,
    *,
    count: Annotated[int, Whole(0, _MOST), "Number of puzzles."],
    seed: Annotated[int, Whole(0), "Another seed gives other puzzles."] = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[DatasetProgress], None] | None = None,
) -> Dataset:
    """Makes a file of `count` requested puzzles, no two equal up to symmetry.

    `output` ends with `.jsonl`; `docs/generating.md` describes its records.

    The file depends on the arguments up to `seed` and the version only, not on `workers` (processes, by default one per
    processor) or `executor`, any `concurrent.futures.Executor`. The time limit holds for the whole run; the same call
    continues after it. The memory limit holds for each process. Raises `InputError` if the file exists and has another
    recipe.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = dataset(f"{folder}/d.jsonl", Wish(width=5, height=5), count=3, workers=1)
    ...     made.count, len(made.sha256)
    (3, 64)
    """
    if wish.shape:
        raise UsageError(f"a data set has rectangles only, not {wish.shape}")
    if workers is not None and executor is None:
        required_workers(workers)  # checked before the file exists
    limit = limit_of(limit, seconds, memory)
    making = _Making(os.fspath(output), _Recipe(wish, count, seed), limit, observer)
    return making.made(workers, executor)


def _made(number: int, limit: Limit, *, recipe: _Recipe) -> Labelled | None:
    """Makes a candidate with its labels; runs in a worker."""
    return run_limited(labelled, recipe.wish, recipe.seed, number, limit=limit)


class _Making:
    """A data set in the making; mutable."""

    def __init__(
        self, path: str, recipe: _Recipe, limit: Limit, observer: Callable[[DatasetProgress], None] | None
    ) -> None:
        if not path.endswith(".jsonl"):
            raise UsageError(f"{path}: the name of a data set ends with .jsonl")
        if not is_regular(path):
            raise UsageError(f"{path}: a data set must be a file")
        self._path = path
        self._recipe = recipe
        parts = [recipe.wish.to_json(), *recipe[1:], VERSION]
        self._key = hashed(json.dumps(parts, sort_keys=True)).hex()[:16]
        self._clock = Clock(limit, extra_limits=("memory",))
        self._observer = observer
        self._last = -1  # number of the candidate accepted last
        self._next = 0  # number of the next candidate to examine
        self._count = 0
        self._seen = DiskIndex()
        self._ended = False

    def made(self, workers: int | None, executor: Executor | None) -> Dataset:
        require_writable(self._path, own=True)
        end, sha256 = ALL_KNOWN, ""
        with ExitStack() as stack:
            stack.callback(self._seen.close)
            journal = JournalFile(self._path, KIND, self._resume)
            stack.callback(journal.close)
            try:
                if not self._is_complete:
                    with pool_on(executor, workers) as pool:
                        self._work(journal, pool)
            except OutOfReach as reason:
                end = reason.end
        if not end.stopped:
            with open(self._path, "rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return Dataset(self._path, self._count, self._next, sha256, end=end)

    def _resume(self, line: JournalLine) -> None:
        """Counts a line of an earlier run."""
        if line.record.get("recipe") != self._key or not isinstance(line.record.get("number"), int):
            reason = "there is another data set here, of another wish, count, seed or version"
            raise InputError(reason, path=self._path, line=line.number)
        self._next = line.record["number"]
        self._take(line.record["key"])

    @property
    def _is_complete(self) -> bool:
        return self._count == self._recipe.wanted or self._next - self._last > FRUITLESS

    def _take(self, key: str) -> None:
        self._seen.put(key, "", self._next)
        self._last = self._next
        self._next += 1
        self._count += 1

    def _candidates(self) -> Iterator[int]:
        """Yields the candidates to make, in order; runs in another thread."""
        for number in numbers_from(self._next):
            while number > self._next + _AHEAD and not self._ended:
                sleep(_LOOK_SECONDS)
            if self._ended or self._is_complete:
                return
            yield number

    def _work(self, journal: JournalFile, pool: Workers) -> None:
        """Adds records until the data set is complete; raises `OutOfReach` at a limit."""
        work = within(self._clock, partial(_made, recipe=self._recipe))
        made = outcomes(work, self._candidates(), pool, give_up, in_order=True, tick=self._clock.tick)
        with closing(made) as run:
            try:
                for number, candidate in run:
                    self._judge(number, candidate, journal)
                    if self._observer:
                        self._observer(DatasetProgress(self._count, self._recipe.wanted, self._next))
                    if self._is_complete:
                        break
            finally:
                self._ended = True

    def _judge(self, number: int, candidate: Labelled | None, journal: JournalFile) -> None:
        """Accepts or refuses the next candidate."""
        if candidate is None or self._seen.get(candidate.key, "") is not None:
            self._next += 1
            return
        self._take(candidate.key)
        text = json.dumps(self._record(candidate, number), ensure_ascii=False)
        journal._add(text.encode() + b"\n")

    def _record(self, made: Labelled, number: int) -> Record:
        """Returns a line of the file; see docs/json.md."""
        return {
            "key": made.key,
            "puzzle": f"{self._count}",
            **made.fields,
            "seed": self._recipe.seed,
            "number": number,
            "recipe": self._key,
            "version": VERSION,
        }
