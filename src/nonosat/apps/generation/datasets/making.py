"""Makes data sets: on all processors, in a fixed order, resumable.

Candidates are numbered; wishes take turns. A candidate depends on its number, wish and seed only. Workers make them in any
order; they are accepted in order, unless they miss the wish or equal an earlier one up to symmetry. So the file is the
same for any number of workers.

The file is its own journal: a later run continues what is there. A wish is given up after `FRUITLESS` candidates without a
new puzzle: there are few small puzzles.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from itertools import count as numbers_from
from time import sleep
from typing import Annotated, Any, NamedTuple

from nonosat.apps.batch.journal import KIND, lines
from nonosat.apps.batch.places import Places
from nonosat.apps.generation.datasets.card import card_of
from nonosat.apps.generation.datasets.columns import recipe_in, write_columns
from nonosat.apps.generation.datasets.recipe import Recipe, splits_of
from nonosat.apps.generation.datasets.records import Labelled, labelled
from nonosat.apps.generation.wish import Wish
from nonosat.records.json_types import Whole
from nonosat.support.arguments import question
from nonosat.support.children.processes import answered
from nonosat.support.errors import InputError, NonosatError, UsageError
from nonosat.support.files import is_regular, require_writable, write, writing
from nonosat.support.journals import JournalFile, JournalLine, Record
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.support.mapping.executors import Workers, workers_of
from nonosat.support.mapping.spread import Failed, spread_within
from nonosat.support.results import Limited
from nonosat.support.version import VERSION

FRUITLESS = 300  # consecutive candidates of a wish without a new puzzle before it is given up
_AHEAD = 2000  # candidates made ahead of the next one to accept

_LOOK_SECONDS = 0.02

ENDINGS = (".jsonl", ".parquet")


@dataclass(frozen=True, slots=True, repr=False)
class Dataset(Limited):
    """The result of making a data set."""

    path: str
    card: str
    """Path of the page about it; empty if it is not complete."""
    count: int
    """Number of puzzles."""
    tried: int
    """Number of candidates examined, over all runs."""
    short: tuple[int, ...]
    """Number of puzzles missing per wish, if no more were found."""
    sha256: str
    """Hash of the file; empty if it is not complete."""


class DatasetProgress(NamedTuple):
    """Progress for an observer."""

    made: int
    wanted: int
    tried: int


@question
def dataset(
    output: str | os.PathLike[str],
    wishes: Wish | Sequence[Wish],
    *,
    count: int,
    seed: Annotated[int, Whole(0), "Another seed gives other puzzles."] = 0,
    splits: Mapping[str, float] | None = None,
    steps: Annotated[int, Whole(0), "Include the first N steps of the explanation."] = 0,
    workers: int | None = None,
    executor: Executor | str | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[DatasetProgress], None] | None = None,
) -> Dataset:
    """Makes a file of `count` requested puzzles, no two equal up to symmetry, and a page about it.

    `output` ends with `.jsonl` or, with the extra `data`, `.parquet`; the page has the same name and `.html` after it.
    Every wish gets the same number of puzzles, or one more. `splits` are names with shares that add up to 1; the
    canonical form of a puzzle decides its split. Each record has the first `steps` of the explanation;
    `docs/datasets.md` describes the rest.

    The file depends on the arguments up to `steps` and the version only, not on `workers` (processes, by default one per
    processor) or the `executor`, see `check_many`. The time limit holds for the whole; the same call continues from
    there. The memory limit holds for each process. Raises `InputError` if the file exists and has another recipe.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = dataset(f"{folder}/d.jsonl", Wish(width=5, height=5), count=3, workers=1)
    ...     made.count, len(made.sha256)
    (3, 64)
    """
    recipe = Recipe(
        wishes=(wishes,) if isinstance(wishes, Wish) else tuple(wishes),
        count=count,
        seed=seed,
        steps=steps,
        splits=splits_of(splits or {}),
    )
    limit = limit_of(limit, seconds, memory)
    return _Making(os.fspath(output), recipe, limit, observer).made(workers, executor)


def _made(number: int, limit: Limit, *, recipe: Recipe) -> Labelled | None:
    """Makes a candidate with its labels; runs in a worker."""
    wish = recipe.wishes[number % len(recipe.wishes)]
    return answered(labelled, wish, recipe.seed, number, recipe.steps, limit=limit)


class _Making:
    """A data set in the making; mutable."""

    def __init__(
        self, path: str, recipe: Recipe, limit: Limit, observer: Callable[[DatasetProgress], None] | None
    ) -> None:
        if not path.endswith(ENDINGS):
            raise UsageError(f"{path}: the name of a data set ends with {' or '.join(ENDINGS)}")
        if not is_regular(path):
            raise UsageError(f"{path}: a data set must be a file")
        self._path, self._card = path, f"{path}.html"
        self._journal_path = path if path.endswith(".jsonl") else f"{path}.jsonl"
        self._version = VERSION
        self._recipe, self._key = recipe, recipe.key(VERSION)
        self._clock = Clock(limit, extra_limits=("memory",))
        self._observer = observer
        self._left = recipe.quotas
        # per wish: index of the candidate accepted last
        self._last = [-1] * len(recipe.wishes)
        self._given_up: set[int] = set()
        self._next = 0  # number of the next candidate to examine
        self._count = 0
        self._seen = Places()
        self._ended = False

    def made(self, workers: int | None, executor: Executor | str | None) -> Dataset:
        require_writable(self._path, own=True)
        continued = os.path.exists(self._path) or os.path.exists(self._journal_path)
        require_writable(self._card, own=continued)
        in_columns = self._path != self._journal_path
        if in_columns and os.path.exists(self._path):
            key, rows = recipe_in(self._path)
            if key != self._key:
                raise self._another(self._path)
            if not os.path.exists(self._journal_path):
                self._count = rows
                return self._result(card=self._card, sha256=self._sha256())
        stopped = None
        with ExitStack() as stack:
            stack.callback(self._seen.close)
            journal = JournalFile(self._journal_path, KIND, self._resume)
            stack.callback(journal.close)
            try:
                if not self._is_complete:
                    with workers_of(executor, workers) as working:
                        self._work(journal, working)
            except OutOfReach as reason:
                stopped = reason
        if stopped:
            return self._result(stopped=stopped.stopped, detail=stopped.detail)
        if in_columns:
            with writing(self._path, own=True) as out:
                write_columns(self._records(), self._key, out)
        return self._complete()

    def _records(self) -> Iterator[Record]:
        with open(self._journal_path, "rb") as file:
            for line in lines(self._journal_path, file):
                yield line.record

    def _another(self, path: str, number: int | None = None) -> InputError:
        reason = "there is another data set here, of other wishes, another count, seed or version"
        return InputError(reason, path=path, line=number)

    def _resume(self, line: JournalLine) -> None:
        """Counts a line of an earlier run."""
        if line.record.get("recipe") != self._key or not isinstance(line.record.get("number"), int):
            raise self._another(self._journal_path, line.number)
        self._pass_to(line.record["number"])
        self._take(line.record["key"])

    def _pass_to(self, number: int) -> None:
        """Refuses the candidates before `number`."""
        while self._next < number:
            self._refuse()

    @property
    def _is_complete(self) -> bool:
        return all(self._finished(wish) for wish in range(len(self._left)))

    def _finished(self, wish: int) -> bool:
        return not self._left[wish] or wish in self._given_up

    def _take(self, key: str) -> None:
        index, wish = divmod(self._next, len(self._left))
        self._seen.put(key, "", self._next)
        self._left[wish] -= 1
        self._last[wish] = index
        self._next += 1
        self._count += 1

    def _refuse(self) -> None:
        index, wish = divmod(self._next, len(self._left))
        if index - self._last[wish] >= FRUITLESS:
            self._given_up.add(wish)
        self._next += 1

    def _candidates(self) -> Iterator[int]:
        """Yields the candidates to make, in order; runs in another thread."""
        for number in numbers_from(self._next):
            while number > self._next + _AHEAD and not self._ended:
                sleep(_LOOK_SECONDS)
            if self._ended or self._is_complete:
                return
            if not self._finished(number % len(self._left)):
                yield number

    def _work(self, journal: JournalFile, workers: Workers) -> None:
        """Adds records until the data set is complete; raises `OutOfReach` at a limit."""
        work = partial(_made, recipe=self._recipe)
        waiting: dict[int, Labelled | Failed | None] = {}
        with closing(spread_within(work, self._candidates(), workers, self._clock)) as run:
            try:
                for number, found in run:
                    waiting[number] = found
                    self._look_at(waiting, journal)
                    if self._observer:
                        self._observer(DatasetProgress(self._count, self._recipe.count, self._next))
                    if self._is_complete:
                        break
            finally:
                self._ended = True

    def _look_at(self, waiting: dict[int, Labelled | Failed | None], journal: JournalFile) -> None:
        """Accepts or refuses the candidates made so far, in order."""
        text = b""
        while not self._is_complete:
            number = self._next
            if self._finished(number % len(self._left)):
                waiting.pop(number, None)
                self._refuse()
                continue
            if number not in waiting:
                break
            found = waiting.pop(number)
            if isinstance(found, Failed):
                journal.add(text)
                raise found.error if isinstance(found.error, NonosatError) else _unexpected(found.error)
            if found is None or self._seen.get(found.key, "") is not None:
                self._refuse()
                continue
            self._take(found.key)
            text += json.dumps(self._record(found, number), ensure_ascii=False).encode() + b"\n"
        if text:
            journal.add(text)

    def _record(self, found: Labelled, number: int) -> Record:
        """Returns a line of the file; see docs/json.md."""
        split = self._recipe.split_of(found.key)
        return {
            "key": found.key,
            "puzzle": f"{self._count}",
            **found.fields,
            **({"split": split} if split else {}),
            "wish": number % len(self._left),
            "seed": self._recipe.seed,
            "number": number,
            "recipe": self._key,
            "version": self._version,
        }

    def _complete(self) -> Dataset:
        """Writes the page; returns the result."""
        sha256, name = self._sha256(), os.path.basename(self._path)
        write(self._card, card_of(name, self._recipe, self._version, self._records(), sha256), own=True)
        if self._path != self._journal_path:
            os.remove(self._journal_path)
        return self._result(card=self._card, sha256=sha256)

    def _sha256(self) -> str:
        with open(self._path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def _result(self, **more: Any) -> Dataset:
        return Dataset(
            **{"card": "", "sha256": ""} | more,
            path=self._path,
            count=self._count,
            tried=self._next,
            short=tuple(self._left) if self._next else (),
        )


def _unexpected(error: Exception) -> NonosatError:
    return OutOfReach(Stopped.FAILURE, f"a worker failed ({type(error).__name__}: {error})")
