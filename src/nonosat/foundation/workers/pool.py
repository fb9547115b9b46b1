"""A pool of child processes as a `concurrent.futures.Executor`.

It differs from the standard library's in what matters for long work on many puzzles. If a worker dies, because
of a solver's fault or lack of memory, only its current call is lost, and another worker takes its place. Calls
can stream: what a generator yields in the worker arrives at once, so that little is lost with it. No child
outlives its parent, see `nonosat.foundation.workers.processes`.

A thread serves each worker; it starts when it is first needed. Idle children are shared with everything else
in this process that needs one.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import sleep
from typing import Any, ParamSpec, TypeVar

from nonosat.foundation.errors import EXIT_SOFTWARE, NonosatError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.workers.processes import (
    WORN_BYTES,
    Child,
    Parent,
    Raised,
    Returned,
    acquire,
    processors,
    release,
)

_MOMENT_SECONDS = 0.005
"""How long a value may wait for others before it is sent."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkerDied(NonosatError):
    """A worker process died during a call."""

    exit_code = EXIT_SOFTWARE


@dataclass(frozen=True, slots=True)
class _Work:
    """A call waiting for a worker."""

    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    on_message: Callable[[list[Any]], None] | None
    """Called with what the call yields, some values at a time, if it is one that streams."""


class Pool(Executor):
    """Child processes that call module-level functions; by default one per processor."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or processors()
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._idle = 0
        """Threads waiting for a call, minus calls waiting for a thread."""
        self._working: set[Child] = set()
        """Children with a call."""
        self._closed = self._killed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The eventual result of the call; it raises `WorkerDied` if the worker dies."""
        return self._put(_Work(Future(), fn, args, kwargs, None))

    def stream(
        self, fn: Callable[..., Iterable[T]], /, *args: Any, on_message: Callable[[list[T]], None]
    ) -> Future[None]:
        """Calls `on_message`, in a thread of the pool, with the values that the call yields, a few of them at a time.

        They arrive a few milliseconds after they were yielded, or together with the next ones: if the worker dies, these
        are lost with it. The future is done when the call has ended.
        """
        return self._put(_Work(Future(), fn, args, {}, on_message))

    def _put(self, work: _Work) -> Future[Any]:
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

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls. `cancel_futures` cancels those that wait and kills those at work."""
        with self._lock:
            self._closed, self._killed = True, self._killed or cancel_futures
            for _ in self._threads:
                self._waiting.put(None)
            if self._killed:
                for child in self._working:
                    child.process.kill()  # its thread then ends it
        if wait:
            for thread in self._threads:
                thread.join()

    # --- in a thread of its own

    def _serve(self) -> None:
        """Carries out calls, with one worker at a time."""
        child: Child | None = None
        while (work := self._waiting.get()) is not None:
            if self._killed:
                work.future.cancel()
            if work.future.set_running_or_notify_cancel():
                try:
                    child = self._carry_out(work, child or acquire())
                except Exception as error:  # such as one of starting a process, or of pickling
                    child = None
                    work.future.set_exception(error)
            if child is not None and child.held > WORN_BYTES:
                child.end()
                child = None
            with self._lock:
                self._idle += 1
        if child is not None and self._killed:
            child.end()  # it may have been killed just after it returned
        elif child is not None:
            release(child)

    def _carry_out(self, work: _Work, child: Child) -> Child | None:
        """Has a child carry out a call; returns the child if it can take another."""
        try:
            with self._at_work(child):
                child.call(_call, work.function, work.arguments, work.options, bool(work.on_message))
                ending = child.talk(work.on_message)
        except BaseException:
            child.end()
            raise
        match ending:
            case Returned(value):
                work.future.set_result(value)
                return child
            case Raised(error):
                work.future.set_exception(error)
                return child
        died, started = child.end(), child.ready
        if self._killed or started:
            work.future.set_exception(WorkerDied(str(died) if not self._killed else "the pool was closed"))
        else:
            work.future.set_exception(BrokenExecutor(f"worker processes do not start: {died.detail}"))
        return None

    @contextmanager
    def _at_work(self, child: Child) -> Iterator[None]:
        """Within this context, closing the pool at once kills the child."""
        with self._lock:
            self._working.add(child)
            if self._killed:
                child.process.kill()
        try:
            yield
        finally:
            with self._lock:
                self._working.remove(child)


# --- in the child


def _call(
    parent: Parent,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
    streaming: bool,
) -> Any:
    """Returns the value of the function, or sends what it yields."""
    value = function(*arguments, **options)
    if not streaming:
        return value
    gathering = _Gathering(parent)
    try:
        for each in value:
            gathering.add(each)
    finally:
        gathering.end()


class _Gathering:
    """Sends values together that come within a moment: each message costs several times what an easy puzzle does.

    A thread sends them while the next one is made. Where none can be started, such as without memory, they are sent in
    the end.
    """

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._values: list[Any] = []
        self._lock = Lock()
        self._some = Event()
        self._ended = False
        self._error: Exception | None = None
        """Why something could not be sent: a value that cannot be pickled, or a parent that has gone."""
        with suppress(RuntimeError):
            start_new_thread(
                self._send_now_and_then, ()
            )  # a `Thread` waits until it has begun, which may be never

    def add(self, value: Any) -> None:
        self._values.append(value)
        if not self._some.is_set():
            self._some.set()

    def end(self) -> None:
        """Sends what is left; raises what kept other values from being sent."""
        self._ended = True
        self._some.set()
        self._send()
        if self._error:
            raise self._error

    def _send_now_and_then(self) -> None:
        while not self._ended:
            self._some.wait()
            sleep(_MOMENT_SECONDS)
            self._some.clear()
            try:
                self._send()
            except Exception as error:
                self._error = error
                return

    def _send(self) -> None:
        with self._lock:
            values = self._values.copy()
            del self._values[: len(values)]  # others may have come since
            if values:
                self._parent.send(values)
