"""A pool of child processes that stream what generator functions yield.

Differences from `ProcessPoolExecutor`: if a worker dies (a solver's fault, lack of memory), only its current call is
lost and another worker replaces it; values arrive while the call goes on; no child outlives its parent (see
`nonosat.support.children.processes`).

One thread per worker, started on demand.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import sleep
from typing import Any, Self, TypeVar

from nonosat.support.children.processes import (
    MAX_IDLE_BYTES,
    Child,
    Parent,
    Raised,
    Returned,
    acquire,
    processors,
)
from nonosat.support.children.watchdog import sending
from nonosat.support.errors import UsageError, WorkerDied, WorkersLost

_BATCH_SECONDS = 0.005  # time that a streamed value waits for others, to be sent in one message

# The number of workers on one machine is at most the larger of these.
_MAX_WORKERS = 64
_MAX_WORKERS_PER_PROCESSOR = 8

T = TypeVar("T")


def required_workers(workers: int) -> int:
    """Returns the number of processes that work at once; raises `UsageError` if it is too large for this machine."""
    # Somewhat more than one per processor can pay, as processes wait for files. Many more only take memory.
    most = max(_MAX_WORKERS, _MAX_WORKERS_PER_PROCESSOR * processors())
    if not 1 <= workers <= most:
        raise UsageError(f"workers must be from 1 to {most:,} on this machine, got {workers:,}")
    return workers


@dataclass(frozen=True, slots=True)
class _Call:
    """A call waiting for a worker."""

    future: Future[None]
    function: Callable[..., Iterable[Any]]
    arguments: tuple[Any, ...]
    on_message: Callable[[list[Any]], None]


class Pool:
    """Child processes that call module-level functions; one per processor by default. A context manager."""

    streams = True  # values arrive one by one
    chunk_seconds = 0.05  # target time per chunk: about a hundred times the cost of sending it

    def __init__(self, workers: int | None = None) -> None:
        self.workers = processors() if workers is None else required_workers(workers)
        self._waiting: SimpleQueue[_Call | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._idle = 0  # threads that wait for a call, minus calls that wait for a thread
        self._working: set[Child] = set()  # children at work
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stream(
        self, function: Callable[..., Iterable[T]], *arguments: Any, on_message: Callable[[list[T]], None]
    ) -> Future[None]:
        """Calls `on_message`, in a thread of the pool, with the values that the call yields, several at a time.

        Values arrive some milliseconds after they were yielded; those not yet sent are lost if the worker dies. The
        future is done when the call ends; it raises `WorkerDied` if the worker died, and `WorkersLost` if none starts.
        """
        work = _Call(Future(), function, arguments, on_message)
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            self._waiting.put(work)
            self._idle -= 1
            if self._idle < 0 and len(self._threads) < self.workers:
                self._idle += 1
                self._threads.append(Thread(target=self._serve, name="nonosat-pool", daemon=True))
                self._threads[-1].start()
        return work.future

    def close(self) -> None:
        """Refuses further calls, cancels waiting ones and kills running ones."""
        with self._lock:
            self._closed = True
            for _ in self._threads:
                self._waiting.put(None)
            for child in self._working:
                child.process.kill()  # its thread then ends it
        for thread in self._threads:
            thread.join()

    # --- in a thread of its own

    def _serve(self) -> None:
        """Carries out calls, one worker at a time."""
        child: Child | None = None
        while (work := self._waiting.get()) is not None:
            if self._closed:
                work.future.cancel()
            if work.future.set_running_or_notify_cancel():
                try:
                    child = self._carry_out(work, child or acquire())
                except Exception as error:  # from starting a process or pickling, for example
                    child = None
                    work.future.set_exception(error)
            if child is not None and child.held > MAX_IDLE_BYTES:
                child.end()
                child = None
            with self._lock:
                self._idle += 1
        if child is not None:
            child.end()

    def _carry_out(self, work: _Call, child: Child) -> Child | None:
        """Carries out a call in a child; returns the child if it can take another."""
        try:
            with self._at_work(child):
                child.call(call_in_child, work.function, work.arguments)
                ending = child.talk(work.on_message)
        except BaseException:
            child.end()
            raise
        match ending:
            case Returned():
                work.future.set_result(None)
                return child
            case Raised(error):
                work.future.set_exception(error)
                return child
        died = child.end()
        if self._closed or child.ready:
            work.future.set_exception(WorkerDied("the pool was closed" if self._closed else str(died)))
        else:
            lost = f"worker processes do not start: {died.detail}; answers so far are kept, start again to continue"
            work.future.set_exception(WorkersLost(lost))
        return None

    @contextmanager
    def _at_work(self, child: Child) -> Iterator[None]:
        """Registers the child as working, so that closing the pool kills it."""
        with self._lock:
            self._working.add(child)
            if self._closed:
                child.process.kill()
        try:
            yield
        finally:
            with self._lock:
                self._working.remove(child)


# --- in the child


def call_in_child(parent: Parent, function: Callable[..., Iterable[Any]], arguments: tuple[Any, ...]) -> None:
    """Calls the function and sends the values it yields."""
    gathering = _Gathering(parent)
    sending.set(gathering.add_last)
    try:
        for value in function(*arguments):
            gathering.add(value)
    finally:
        sending.set(None)
        gathering.end()


class _Gathering:
    """Batches streamed values: one message costs several times what an easy puzzle does.

    A thread sends them while the next one is computed. If no thread can be started (no memory), all are sent at the end.
    """

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._values: list[Any] = []
        self._lock = Lock()
        self._some = Event()
        self._ended = False
        self._error: Exception | None = None
        """Why sending failed: a value that cannot be pickled, or a parent that is gone."""
        with suppress(RuntimeError):
            start_new_thread(
                self._send_now_and_then, ()
            )  # not `Thread`, whose `start` waits until it runs, which can be forever

    def add(self, value: Any) -> None:
        self._values.append(value)
        if not self._some.is_set():
            self._some.set()

    def add_last(self, value: Any) -> None:
        """Adds the value with which the watchdog ends this process."""
        self._values.append(value)
        self.end()

    def end(self) -> None:
        """Sends the remaining values; raises an earlier error of sending."""
        self._ended = True
        self._some.set()
        self._send()
        if self._error:
            raise self._error

    def _send_now_and_then(self) -> None:
        while not self._ended:
            self._some.wait()
            sleep(_BATCH_SECONDS)
            self._some.clear()
            try:
                self._send()
            except Exception as error:
                self._error = error
                return

    def _send(self) -> None:
        with self._lock:
            values = self._values.copy()
            del self._values[: len(values)]  # others can have come since
            if values:
                self._parent.send(values)
