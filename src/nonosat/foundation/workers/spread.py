"""Spreads work on many items over the workers of an executor, and gives results as they come.

Items go out in chunks, for sending one costs more than a puzzle that lines solve. A chunk holds as many as
take about `_CHUNK_SECONDS` by what was seen before, and fewer where workers have nothing else to do. Only a
few chunks are under way at a time, so that any number of items can be worked on in bounded memory.

Workers may be lost. What they had not answered is done again by others; an item that two workers in a row
were lost at is given up, and its result says so. Our own pool streams its results, so that we know which item
was at work; of other executors a chunk is lost as a whole, and its items then go one by one.

A worker that is long at one item keeps the rest of its chunk waiting. Where others are idle and that takes
longer than a moment, they get the rest. Whoever answers an item first is heard, so that none has two results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from time import monotonic, perf_counter
from typing import Any, Generic, TypeVar

from nonosat.foundation.errors import EXIT_SOFTWARE, NonosatError
from nonosat.foundation.limits import Clock, Limit
from nonosat.foundation.workers.executors import Workers
from nonosat.foundation.workers.pool import Pool

T = TypeVar("T")
R = TypeVar("R")

_CHUNK_SECONDS = 0.05
"""Work in one chunk: some hundred times what sending it costs."""

_MOST_IN_CHUNK = 200

_AHEAD = 4
"""Chunks of items that are read ahead, for each worker."""

_MOST_AHEAD = 20_000
"""Items that are held at a time, however many workers there are."""

_PATIENCE_SECONDS = 0.2
"""How long the rest of a chunk waits for one of its items while other workers are idle."""

_STRIKES = 2
"""Workers that are lost at an item before it is given up."""


class WorkersLost(NonosatError):
    """The executor itself has failed; what was answered before is kept."""

    exit_code = EXIT_SOFTWARE


@dataclass(frozen=True, slots=True)
class Failed:
    """In place of a result: the work raised an error, or workers were lost at it."""

    error: Exception
    lost: bool = False
    """Whether it is the workers that failed, not the work."""


@dataclass(frozen=True, slots=True)
class Known(Generic[T, R]):
    """An item whose result is known: nobody has to work on it."""

    item: T
    result: R


def spread(
    work: Callable[[T], R],
    items: Iterable[T | Known[T, R]],
    workers: Workers,
    tick: Callable[[], None] | None = None,
) -> Generator[tuple[T, R | Failed], None, None]:
    """Yields each item with its result, as results arrive.

    `work` is a function that can be pickled, as items and results can. Items are taken in a thread of their
    own, while there is room for more; an error there is raised here, once the items before it are done.
    `tick` is called several times a second, and may raise an error to end the work. Raises `WorkersLost` if
    the executor breaks.
    """
    run = _Run(work, workers, tick)
    feeder = Thread(target=run.feed, args=(iter(items),), name="nonosat-items", daemon=True)
    feeder.start()
    try:
        yield from run.results()
    finally:
        run.end()


def spread_within(
    work: Callable[[T, Limit], R], items: Iterable[T], workers: Workers, clock: Clock
) -> Generator[tuple[T, R | Failed], None, None]:
    """The same within a limit: `work` also gets what is left of it, and `OutOfReach` ends the whole in time."""
    deadline = clock.deadline if isinstance(workers.executor, Pool) else None  # on one clock
    timed = ((item, clock.left, deadline) for item in items)
    with closing(spread(partial(_work_within, work, clock.limit), timed, workers, clock.tick)) as results:
        for (item, _, _), found in results:
            yield item, found


def _work_within(
    work: Callable[[T, Limit], R], limit: Limit, timed: tuple[T, float | None, float | None]
) -> R:
    """In a worker: the result of an item that was sent with the seconds left, or the deadline."""
    item, left, deadline = timed
    seconds = left if deadline is None else max(0.0, deadline - monotonic())
    return work(item, replace(limit, seconds=seconds))


def work_on(work: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[R | Failed, float]]:
    """In a worker: the results of a chunk with the seconds that each took."""
    for item in items:
        began = perf_counter()
        found: R | Failed
        try:
            found = work(item)
        except Exception as error:
            found = Failed(error)
        yield found, perf_counter() - began


def _worked_on(work: Callable[[T], R], items: Sequence[T]) -> list[tuple[R | Failed, float]]:
    """The same where results cannot be streamed: as many as were done before time was up, at least one."""
    began, found = perf_counter(), []
    for each in work_on(work, items):
        found.append(each)
        if perf_counter() - began > 2 * _CHUNK_SECONDS:
            break
    return found


@dataclass(slots=True, eq=False)
class _Chunk:
    """Items under way to a worker, or with it; mutable."""

    numbers: Sequence[int]
    """Of the items, in order."""
    done: int = 0
    """How many of them have a result."""
    shared: int | None = None
    """Those from there on were given to others as well."""
    heard: float = field(default_factory=perf_counter)
    """When it last gave a result."""

    @property
    def left(self) -> Sequence[int]:
        """The items that nobody else has and that have no result; the first is the one at work."""
        end = len(self.numbers) if self.shared is None else max(self.shared, self.done + 1)
        return self.numbers[self.done : end]


@dataclass(frozen=True, slots=True)
class _Ended:
    """There are no more items, for that reason if it is one."""

    error: BaseException | None = None


class _Run(Generic[T, R]):
    """The state of one `spread`; mutable, and used by one thread but for `feed` and `_hear`."""

    def __init__(self, work: Callable[[T], R], workers: Workers, tick: Callable[[], None] | None) -> None:
        self._work = work
        self._workers = workers
        self._tick = tick
        self._events: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(0)
        self._granted = 0
        """Items that the feeder may be ahead in all."""
        self._items: dict[int, T] = {}
        """Without a result, by their numbers."""
        self._waiting: deque[int] = deque()
        self._chunks: dict[_Chunk, Future[Any]] = {}
        self._strikes: dict[int, int] = {}
        self._careful: set[int] = set()
        """Items that go alone, for a worker was lost at a chunk that they were in."""
        self._taken = 0
        self._ended: _Ended | None = None
        self._stopped = False
        self._mean = _CHUNK_SECONDS
        """Seconds for an item, the latest counting most."""

    # --- in a thread of its own

    def feed(self, items: Iterator[T | Known[T, R]]) -> None:
        """Reads the items as there is room for them."""
        error: BaseException | None = None
        try:
            for item in items:
                self._room.acquire()
                if self._stopped:
                    return
                self._events.put(item if isinstance(item, Known) else (item,))
        except BaseException as raised:
            error = raised
        self._events.put(_Ended(error))

    # --- in the thread of the caller

    def end(self) -> None:
        """Stops the feeder, and what is under way where that can be stopped."""
        self._stopped = True
        self._room.release()
        for future in self._chunks.values():
            future.cancel()

    def results(self) -> Iterator[tuple[T, R | Failed]]:
        """Everything that comes, until there is nothing to wait for."""
        self._grant()
        while self._items or not self._ended:
            self._send()
            if self._tick:
                self._tick()
            try:
                event = self._events.get(timeout=_PATIENCE_SECONDS if self._tick or self._may_share else None)
            except Empty:
                self._share()
                continue
            match event:
                case Known(item, result):
                    self._room.release()
                    yield item, result
                case (item,):
                    self._items[self._taken] = item
                    self._waiting.append(self._taken)
                    self._taken += 1
                case _Chunk() as chunk, (found, seconds):
                    yield from self._took(chunk, found, seconds)
                case _Chunk() as chunk, Future() as future:
                    for found, seconds in self._returned(future):
                        yield from self._took(chunk, found, seconds)
                    yield from self._closed(chunk, future)
                case _Ended():
                    self._ended = event
        if self._ended.error is not None:
            raise self._ended.error

    @property
    def _size(self) -> int:
        """How many items go into a chunk."""
        return max(1, min(_MOST_IN_CHUNK, int(_CHUNK_SECONDS / max(self._mean, 1e-6))))

    def _grant(self) -> None:
        """Lets the feeder read so far ahead that all workers have enough to do."""
        wanted = min(_AHEAD * self._workers.number() * self._size, _MOST_AHEAD)
        if wanted > self._granted:
            self._room.release(wanted - self._granted)
            self._granted = wanted

    def _send(self) -> None:
        """Sends chunks while there is something to send and room for it.

        A worker that has nothing to do gets what there is; beyond that, a full chunk waits for each.
        """
        number = self._workers.number()
        while self._waiting and len(self._chunks) < 2 * number:
            idle = number - len(self._chunks)
            if idle <= 0 and len(self._waiting) < self._size and not self._ended:
                return
            share = -(-len(self._waiting) // max(idle, number if self._ended else 1))
            numbers = list(islice(self._waiting, min(self._size, share)))
            first = next((at for at, each in enumerate(numbers) if each in self._careful), None)
            if first is not None:
                del numbers[max(first, 1) :]
            for _ in numbers:
                self._waiting.popleft()
            self._start([each for each in numbers if each in self._items])

    def _start(self, numbers: list[int]) -> None:
        if not numbers:
            return
        chunk, items = _Chunk(numbers), [self._items[each] for each in numbers]
        executor = self._workers.executor
        try:
            if isinstance(executor, Pool):
                future: Future[Any] = executor.stream(
                    work_on, self._work, items, hear=lambda each: self._events.put((chunk, each))
                )
            else:
                future = executor.submit(_worked_on, self._work, items)
        except Exception as error:
            raise _lost(error) from error
        self._chunks[chunk] = future
        future.add_done_callback(lambda ended: self._events.put((chunk, ended)))

    def _took(self, chunk: _Chunk, found: R | Failed, seconds: float) -> Iterator[tuple[T, R | Failed]]:
        """A result, unless another worker was faster."""
        number = chunk.numbers[chunk.done]
        chunk.done += 1
        chunk.heard = perf_counter()
        self._mean += 0.1 * (min(seconds, 1) - self._mean)
        yield from self._answered(number, found)

    def _answered(self, number: int, found: R | Failed) -> Iterator[tuple[T, R | Failed]]:
        if number not in self._items:
            return
        item = self._items.pop(number)
        self._strikes.pop(number, None)
        self._careful.discard(number)
        self._room.release()
        yield item, found

    def _returned(self, future: Future[Any]) -> list[tuple[R | Failed, float]]:
        """The results that a chunk ends with, where they were not streamed."""
        with suppress(Exception, CancelledError):
            return future.result() or []
        return []

    def _closed(self, chunk: _Chunk, future: Future[Any]) -> Iterator[tuple[T, R | Failed]]:
        """Puts back what a chunk has left undone; who of it may have cost a worker is counted."""
        del self._chunks[chunk]
        self._grant()
        try:
            future.result()
        except (Exception, CancelledError) as error:
            if isinstance(error, BrokenExecutor):
                raise _lost(error) from error
            left = [number for number in chunk.left if number in self._items]
            streamed = isinstance(self._workers.executor, Pool)
            if left and (streamed or len(left) == 1):
                first = left[0]
                self._strikes[first] = self._strikes.get(first, 0) + 1
                self._careful.add(first)
                if self._strikes[first] >= _STRIKES:
                    yield from self._answered(first, Failed(error, lost=True))
            else:
                self._careful.update(left)
        self._waiting.extendleft(number for number in reversed(chunk.left) if number in self._items)

    @property
    def _may_share(self) -> bool:
        """Whether a worker has nothing to do while others have more than the item that they are at."""
        return (
            not self._waiting
            and len(self._chunks) < self._workers.number()
            and any(len(chunk.left) > 1 for chunk in self._chunks)
        )

    def _share(self) -> None:
        """Gives to idle workers what waits behind an item that takes long."""
        now = perf_counter()
        for chunk in self._chunks:
            if len(chunk.left) > 1 and now - chunk.heard > _PATIENCE_SECONDS:
                self._waiting.extend(chunk.left[1:])
                chunk.shared = chunk.done + 1


def _lost(error: Exception) -> WorkersLost:
    text = " ".join(f"{error}".split()) or type(error).__name__
    return WorkersLost(f"the workers are lost: {text}; what is answered is kept, start again to go on")
