"""Executors: our own pool of processes on this machine, or those of a cluster.

Any `concurrent.futures.Executor` works. These have names:

- `dask`: new Dask workers on this machine; `dask://HOST:PORT`: the workers of a running scheduler
  (https://distributed.dask.org). Dask repeats the calls of a lost worker on another one.
- `mpi`: ranks started by `mpiexec -n N python -m mpi4py.futures -m nonosat ...`
  (https://mpi4py.readthedocs.io/en/stable/mpi4py.futures.html).

A cluster's workers need only the same version of this package: puzzles are sent to them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any

from nonosat.support.children.processes import processors
from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.mapping.pool import Pool

_CHECK_INTERVAL_SECONDS = 1.0  # time between two queries of a cluster's size
MAX_WORKERS = 1000  # maximum number of processes on one machine
NAMES = "dask, dask://HOST:PORT, mpi"  # named executors, for messages


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor and its number of parallel calls, at least 1; the number of a cluster changes."""

    executor: Executor
    number: Callable[[], int]


def require_executor(name: str) -> None:
    """Raises `UsageError` for an unknown name."""
    scheme, _, address = name.partition("://")
    if name not in ("dask", "mpi") and not (scheme == "dask" and address):
        raise UsageError(f"no executor is called {name!r}; there are {NAMES}")


@contextmanager
def workers_of(executor: Executor | str | None = None, workers: int | None = None) -> Iterator[Workers]:
    """Yields the workers of an executor, given itself or by name; None makes a pool of `workers` processes.

    Ends everything it started. Raises `UsageError` for an unknown name or an invalid number.
    """
    if workers is not None and not 1 <= workers <= MAX_WORKERS:
        raise UsageError(f"workers must be from 1 to {MAX_WORKERS:,}, got {workers:,}")
    if isinstance(executor, Executor):
        number = workers or getattr(executor, "_max_workers", None) or processors()
        yield Workers(executor, lambda: number)
        return
    if executor is not None:
        require_executor(executor)
        if workers is not None and executor != "dask":
            raise UsageError(f"the number of workers cannot be chosen for {executor}")
        with (
            _mpi() if executor == "mpi" else _dask(executor.removeprefix("dask").strip(":/"), workers) as made
        ):
            yield made
        return
    pool = Pool(workers)
    try:
        yield Workers(pool, lambda: pool.workers)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _dask(address: str, workers: int | None) -> Iterator[Workers]:
    """Yields the workers of the Dask scheduler at `address`, or new local ones if it is empty."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise MissingExtraError("dask needs an extra package: pip install 'nonosat[cluster]'") from None
    with ExitStack() as stack:
        where: Any = address
        if not address:
            where = LocalCluster(
                n_workers=workers or processors(),
                threads_per_worker=1,
                dashboard_address=None,
                memory_limit=None,  # the questions have limits of their own
            )
            stack.enter_context(where)
        try:
            client = stack.enter_context(Client(where, timeout="20s", set_as_default=False))
        except (OSError, ValueError) as error:
            raise UsageError(f"dask://{address}: no scheduler answers: {error}") from None
        number, looked = 1, 0.0

        def now() -> int:
            nonlocal number, looked
            if monotonic() - looked > _CHECK_INTERVAL_SECONDS:
                number, looked = max(1, sum(client.nthreads().values())), monotonic()
            return number

        with client.get_executor(pure=False) as executor:
            yield Workers(executor, now)


@contextmanager
def _mpi() -> Iterator[Workers]:
    """Yields the ranks started by MPI."""
    try:
        from mpi4py.futures import MPIPoolExecutor
    except ImportError:
        raise MissingExtraError("mpi needs an MPI library and mpi4py: pip install mpi4py") from None
    if "OMPI_COMM_WORLD_SIZE" not in os.environ and "PMI_SIZE" not in os.environ:
        command = "mpiexec -n N python -m mpi4py.futures -m nonosat ..."
        raise UsageError(f"mpi: there are no ranks; start with `{command}`")
    with MPIPoolExecutor() as executor:
        executor.bootup()
        number = max(1, executor.num_workers)
        yield Workers(executor, lambda: number)
