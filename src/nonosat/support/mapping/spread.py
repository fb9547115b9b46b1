"""Maps a function over many items on the workers of a pool; yields results as they arrive.

Items travel in chunks, as sending one costs more than a line-solvable puzzle. A chunk has as many items as take
about `chunk_seconds` of the pool (by earlier ones), fewer if workers are idle. Few chunks are under way at a time, so
memory is bounded for any number of items.

If a worker is lost, others do the rest of its chunk, item by item. An item at which two workers in a row were lost
is given up with a `Failed` result. If the pool streams results, the item is known almost exactly; otherwise only once it
travels alone.

If one item takes long while other workers are idle, they get the rest of its chunk. The first result of an item
counts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from time import monotonic, perf_counter
from typing import Any, Generic, TypeVar

from nonosat.support.children.watchdog import sending_as
from nonosat.support.errors import WorkersLost
from nonosat.support.limits import Clock, Limit
from nonosat.support.mapping.attempts import Failing, as_ours, outcome
from nonosat.support.mapping.executors import Workers

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")

_MAX_CHUNK = 200

_AHEAD = 4  # chunks read ahead per worker
_MAX_AHEAD = 20_000  # maximum number of items held at a time

# Time that a chunk's remaining items wait behind one item before idle workers get them.
_PATIENCE_SECONDS = 0.2
_MAX_STRIKES = 2  # number of workers lost at an item until it is given up


@dataclass(frozen=True, slots=True)
class Failed:
    """Replaces a result: the work raised an error, or workers were lost at it."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Known(Generic[T, R]):
    """An item with a result from an earlier run."""

    item: T
    result: R


def spread(
    work: Callable[[T], R],
    items: Iterable[T | Known[T, R]],
    pool: Workers,
    tick: Callable[[], None] | None = None,
) -> Generator[tuple[T, R | Failed], None, None]:
    """Yields (item, result) pairs as results arrive.

    `work`, items and results must be picklable. A thread reads items while there is room; an error there is raised
    here once all items before it are done. `tick` is called several times a second and can raise to end the work.
    Raises `WorkersLost` if no worker starts.
    """
    run = _Spreading(work, pool, tick)
    feeder = Thread(target=run.feed, args=(iter(items),), name="nonosat-items", daemon=True)
    feeder.start()
    try:
        yield from run.results()
    finally:
        run.end()


def outcomes(
    work: Callable[[T], R],
    items: Iterable[T | Known[T, R]],
    pool: Workers,
    failed: Failing[T, F],
    *,
    in_order: bool = False,
    tick: Callable[[], None] | None = None,
) -> Generator[tuple[T, R | F], None, None]:
    """Yields the outcome of each item (see `nonosat.support.mapping.attempts`) as it comes, or in the order of the items.

    `work` and `failed` must be picklable: workers make the outcome of an error, too. `tick` is that of `spread`.
    """
    attempt: Callable[[T], Any] = partial(outcome, work, failed)
    given: Iterable[Any] = items
    if not in_order:
        with closing(spread(attempt, given, pool, tick)) as results:
            for item, result in results:
                yield item, _settled(item, result, failed)
        return
    early: dict[int, tuple[T, Any]] = {}
    at = 0
    with closing(spread(partial(_unnumbered, attempt), _numbered(given), pool, tick)) as numbered:
        for (number, item), result in numbered:
            early[number] = item, result
            while at in early:
                first, result_of_first = early.pop(at)
                at += 1
                yield first, _settled(first, result_of_first, failed)


def _settled(item: T, result: Any, failed: Failing[T, Any]) -> Any:
    return failed(item, as_ours(result.error), 0.0) if isinstance(result, Failed) else result


def _numbered(items: Iterable[Any]) -> Iterator[Any]:
    for number, item in enumerate(items):
        yield Known((number, item.item), item.result) if isinstance(item, Known) else (number, item)


def _unnumbered(work: Callable[[T], R], numbered: tuple[int, T]) -> R:
    """Runs in a worker: works on the item of a (number, item) pair."""
    return work(numbered[1])


def within(clock: Clock, work: Callable[[T, Limit], R]) -> Callable[[T], R]:
    """Returns work that also gets what is left of a limit."""
    return partial(_work_within, work, clock.limit, clock.deadline)


def _work_within(work: Callable[[T, Limit], R], limit: Limit, deadline: float | None, item: T) -> R:
    """Runs in a worker: works on an item until the deadline."""
    left = None if deadline is None else max(0.0, deadline - monotonic())
    return work(item, replace(limit, seconds=left))


def work_on(work: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[R | Failed, float]]:
    """Runs in a worker: yields the results of a chunk, each with its seconds."""
    for item in items:
        began = perf_counter()
        result: R | Failed
        try:
            with sending_as(partial(_timed, began)):
                result = work(item)
        except Exception as error:
            result = Failed(error)
        yield result, perf_counter() - began


def _timed(began: float, result: R) -> tuple[R, float]:
    return result, perf_counter() - began


@dataclass(slots=True, eq=False)
class _Chunk:
    """Items sent to a worker; mutable."""

    numbers: Sequence[int]  # numbers of the items, in order
    done: int = 0  # number of items with a result
    shared: int | None = None  # index of the first item that another worker got as well, or None
    latest: float = field(default_factory=perf_counter)  # time of the latest result

    @property
    def left(self) -> Sequence[int]:
        """Items without a result that no other worker has; the worker is at the first."""
        end = len(self.numbers) if self.shared is None else max(self.shared, self.done + 1)
        return self.numbers[self.done : end]


@dataclass(frozen=True, slots=True)
class _Ended:
    """Marks the end of the items, with the error that caused it, if any."""

    error: BaseException | None = None


class _Spreading(Generic[T, R]):
    """The state of one `spread`; mutable. Used by one thread, except `feed` and the callbacks that add events."""

    def __init__(self, work: Callable[[T], R], pool: Workers, tick: Callable[[], None] | None) -> None:
        self._work = work
        self._pool = pool
        self._tick = tick
        self._events: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(0)
        self._granted = 0  # number of items that the feeder may read ahead
        self._items: dict[int, T] = {}  # items without a result, by number
        self._waiting: deque[int] = deque()
        self._chunks: dict[_Chunk, Future[Any]] = {}
        self._strikes: dict[int, int] = {}
        self._careful: set[int] = set()  # items sent alone, because a worker was lost at a chunk with them
        self._taken = 0
        self._ended: _Ended | None = None
        self._stopped = False
        self._mean = pool.chunk_seconds  # exponential moving average of the seconds per item

    # --- in a thread of its own

    def feed(self, items: Iterator[T | Known[T, R]]) -> None:
        """Reads items while there is room for them."""
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
        """Stops the feeder and cancels pending futures."""
        self._stopped = True
        self._room.release()
        for future in self._chunks.values():
            future.cancel()

    def results(self) -> Iterator[tuple[T, R | Failed]]:
        """Yields all results until there is nothing to wait for."""
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
                case _Chunk() as chunk, list() as results:
                    for result, seconds in results:
                        yield from self._take(chunk, result, seconds)
                case _Chunk() as chunk, Future() as future:
                    yield from self._close(chunk, future)
                case _Ended():
                    self._ended = event
        if self._ended.error is not None:
            raise self._ended.error

    @property
    def _size(self) -> int:
        """Items per chunk."""
        return max(1, min(_MAX_CHUNK, int(self._pool.chunk_seconds / max(self._mean, 1e-6))))

    def _grant(self) -> None:
        """Lets the feeder read far enough ahead to keep all workers busy."""
        wanted = min(_AHEAD * self._pool.workers * self._size, _MAX_AHEAD)
        if wanted > self._granted:
            self._room.release(wanted - self._granted)
            self._granted = wanted

    def _send(self) -> None:
        """Sends chunks while there are items and workers can take them.

        An idle worker gets whatever is there; beyond that, each worker has one full chunk waiting.
        """
        number = self._pool.workers
        while self._waiting and len(self._chunks) < 2 * number:
            idle = number - len(self._chunks)
            if idle <= 0 and len(self._waiting) < self._size and not self._ended:
                return
            share = -(-len(self._waiting) // max(idle, number if self._ended else 1))
            numbers = list(islice(self._waiting, min(self._size, share)))
            first = next((at for at, item_number in enumerate(numbers) if item_number in self._careful), None)
            if first is not None:
                del numbers[max(first, 1) :]
            for _ in numbers:
                self._waiting.popleft()
            self._start([item_number for item_number in numbers if item_number in self._items])

    def _start(self, numbers: list[int]) -> None:
        if not numbers:
            return
        chunk, items = _Chunk(numbers), [self._items[number] for number in numbers]
        future = self._pool.stream(
            work_on, self._work, items, on_message=lambda some: self._events.put((chunk, some))
        )
        self._chunks[chunk] = future
        future.add_done_callback(lambda ended: self._events.put((chunk, ended)))

    def _take(self, chunk: _Chunk, result: R | Failed, seconds: float) -> Iterator[tuple[T, R | Failed]]:
        """Records a result, unless another worker was faster."""
        number = chunk.numbers[chunk.done]
        chunk.done += 1
        chunk.latest = perf_counter()
        self._mean += 0.1 * (min(seconds, 1) - self._mean)
        yield from self._finish(number, result)

    def _finish(self, number: int, result: R | Failed) -> Iterator[tuple[T, R | Failed]]:
        if number not in self._items:
            return
        item = self._items.pop(number)
        self._strikes.pop(number, None)
        self._careful.discard(number)
        self._room.release()
        yield item, result

    def _close(self, chunk: _Chunk, future: Future[Any]) -> Iterator[tuple[T, R | Failed]]:
        """Requeues the unfinished items of a chunk; counts a strike against the one that lost a worker."""
        del self._chunks[chunk]
        self._grant()
        try:
            future.result()
        except WorkersLost:
            raise
        except (Exception, CancelledError) as error:
            left = [number for number in chunk.left if number in self._items]
            self._careful.update(left)
            if left and (self._pool.streams or len(left) == 1):
                first = left[0]
                self._strikes[first] = self._strikes.get(first, 0) + 1
                if self._strikes[first] >= _MAX_STRIKES:
                    yield from self._finish(first, Failed(error))
        self._waiting.extendleft(number for number in reversed(chunk.left) if number in self._items)

    @property
    def _may_share(self) -> bool:
        """True if a worker is idle while others have waiting items."""
        return (
            not self._waiting
            and len(self._chunks) < self._pool.workers
            and any(len(chunk.left) > 1 for chunk in self._chunks)
        )

    def _share(self) -> None:
        """Gives idle workers the items that wait behind a long one."""
        now = perf_counter()
        for chunk in self._chunks:
            if len(chunk.left) > 1 and now - chunk.latest > _PATIENCE_SECONDS:
                self._waiting.extend(chunk.left[1:])
                chunk.shared = chunk.done + 1
