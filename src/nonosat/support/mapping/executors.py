"""A pool on somebody else's workers: any `concurrent.futures.Executor`, such as those of Dask, loky or MPI.

The executor moves calls and values; each of its slots works in a child process of ours (see
`nonosat.support.children`). So limits, alarms and the loss of a worker are the same as on one machine, and the executor's
own process stays clean. Values come back when a call ends, not one by one. A running call cannot be recalled: it ends
at its own limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from nonosat.support.children.processes import Raised, Returned, acquire, processors, release
from nonosat.support.errors import WorkerDied, WorkersLost
from nonosat.support.mapping.pool import Pool, call_in_child
from nonosat.support.version import VERSION

T = TypeVar("T")

_DEATHS = ("KilledWorker", "WorkerCrashedError", "TerminatedWorkerError", "NodeDiedError")
"""Names of errors by which an engine reports that one worker died, and goes on with the others."""


class Workers(Protocol):
    """What `spread` works with: a `Pool` of this machine, or an `ExecutorPool`."""

    workers: int
    streams: bool
    chunk_seconds: float

    def stream(
        self, function: Callable[..., Iterable[T]], *arguments: Any, on_message: Callable[[list[T]], None]
    ) -> Future[None]: ...


class ExecutorPool:
    """Calls functions on an executor, as `Pool` does on children of its own; the executor stays open."""

    streams = False
    chunk_seconds = 0.5  # a round trip takes ten times as long as to a child

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.workers = workers or _slots(executor)
        self._executor = executor

    def stream(
        self, function: Callable[..., Iterable[T]], *arguments: Any, on_message: Callable[[list[T]], None]
    ) -> Future[None]:
        """Like `Pool.stream`, but all values come at once, at the end of the call."""
        try:
            running = self._executor.submit(_carry_out, VERSION, function, arguments)
        except Exception as error:
            raise _lost(error) from None
        done = _Cancellable(running)

        def finish(ended: Future[_Ending[T]]) -> None:
            try:
                values, failure = ended.result()
            except BaseException as error:  # of the engine
                values, failure = [], _engine_error(error)
            if values:
                on_message(values)
            if failure:
                done.set_exception(failure)
            else:
                done.set_result(None)

        running.add_done_callback(finish)
        return done


_Ending = tuple[list[T], Exception | None]


class _Cancellable(Future[None]):
    """A future whose `cancel` cancels the call behind it."""

    def __init__(self, running: Future[Any]) -> None:
        super().__init__()
        self._running = running

    def cancel(self) -> bool:
        return self._running.cancel()


@contextmanager
def pool_on(executor: Executor | None, workers: int | None) -> Iterator[Workers]:
    """Yields a pool on an executor, which stays open, or on child processes of this one."""
    if executor is not None:
        yield ExecutorPool(executor, workers)
        return
    with Pool(workers) as pool:
        yield pool


def _slots(executor: Executor) -> int:
    """Returns the number of calls that an executor carries out at once; as many as processors here if it is unknown."""
    workers = getattr(executor, "_max_workers", None)  # of Python's own executors, and of loky
    if workers is None and (client := getattr(executor, "_client", None)) is not None:  # of Dask
        workers = sum(client.nthreads().values())
    return workers or processors()


def _engine_error(error: BaseException) -> Exception:
    """Returns an error of the executor itself: of one worker, or the end of all work."""
    if isinstance(error, CancelledError) or type(error).__name__ in _DEATHS:
        return WorkerDied(f"a worker died ({type(error).__name__})")
    return _lost(error)


def _lost(error: BaseException) -> WorkersLost:
    """Returns the end of all work: the executor was shut down, its workers lack nonosat, or its pool is broken."""
    what = "the workers are gone" if isinstance(error, BrokenExecutor) else "the executor failed"
    reason = str(error).strip().partition("\n")[0]
    return WorkersLost(f"{what}: {reason or type(error).__name__}; answers so far are kept")


# --- on the machine of a worker


def _carry_out(
    version: str, function: Callable[..., Iterable[T]], arguments: tuple[Any, ...]
) -> tuple[list[T], Exception | None]:
    """Carries out a call in a child; returns its values, and why it ended early."""
    if version != VERSION:
        return [], WorkersLost(
            f"a worker has nonosat {VERSION}, this machine has {version}: install the same"
        )
    values = list[T]()
    child = acquire()
    try:
        child.call(call_in_child, function, arguments)
        ending = child.talk(values.extend)
    except BaseException:
        child.end()
        raise
    if isinstance(ending, Returned | Raised):
        release(child)
        return values, ending.error if isinstance(ending, Raised) else None
    return values, WorkerDied(str(child.end()))
