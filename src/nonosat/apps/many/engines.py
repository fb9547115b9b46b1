"""Executors by name, for commands: `dask:ADDRESS`, `ray`, `ray:ADDRESS`, or `MODULE:FUNCTION`, which returns one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.support.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_CONNECT_SECONDS = 10  # seconds that a scheduler has to answer


@contextmanager
def executor_named(name: str | None) -> Iterator[Executor | None]:
    """Yields the executor of that name, and closes it; None for this machine's processes.

    Raises `UsageError` if nothing listens at the address or there is no such function, `MissingExtraError` without the
    package.
    """
    if name is None:
        yield None
        return
    kind, _, where = name.partition(":")
    if kind == "dask":
        with _dask(where) as executor:
            yield executor
    elif kind == "ray":
        with _ray(where) as executor:
            yield executor
    else:
        with _made(kind, where, name) as executor:
            yield executor


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        import distributed
    except ImportError:
        raise _missing("dask") from None
    dask: Any = distributed  # some versions have types, some do not
    if not address:
        raise UsageError("dask needs the address of a scheduler, such as dask:tcp://host:8786")
    try:
        client: Any = dask.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _unreachable("dask", address, error) from None
    with client:
        if not client.nthreads():
            raise UsageError(f"the scheduler at {address} has no workers")
        yield client.get_executor(pure=False, retries=0)


@contextmanager
def _ray(address: str) -> Iterator[Executor]:
    try:
        import ray
    except ImportError:
        raise _missing("ray") from None
    from logging import ERROR

    from nonosat.apps.many.ray_executor import RayExecutor

    began = not ray.is_initialized()
    if began:
        try:
            ray.init(address or None, log_to_driver=False, logging_level=ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            raise _unreachable("ray", address, error) from None
    try:
        yield RayExecutor(ray, _processors_of(ray))
    finally:
        if began:
            ray.shutdown()


@contextmanager
def _made(module: str, function: str, name: str) -> Iterator[Executor]:
    """Yields what MODULE:FUNCTION returns; a context manager is entered and left."""
    sys.path.insert(0, "")  # a module in the working directory, as with `python -m`
    try:
        make = getattr(import_module(module), function)
    except (ImportError, AttributeError, TypeError, ValueError) as error:  # TypeError: relative name
        choices = "dask:ADDRESS, ray[:ADDRESS] or MODULE:FUNCTION"
        raise UsageError(f"no executor {name!r} ({error}): give {choices}") from None
    finally:
        sys.path.remove("")
    from concurrent.futures import Executor

    try:
        executor = make()
    except Exception as error:
        raise UsageError(f"{name} returned no executor: {type(error).__name__}: {error}") from error
    if not isinstance(executor, Executor):
        got = type(executor).__name__
        raise UsageError(f"{name} must return a concurrent.futures.Executor, got {got}")
    with executor:
        yield executor


def _missing(extra: str) -> MissingExtraError:
    return MissingExtraError(f"this executor needs {extra}: pip install 'nonosat[{extra}]'")


def _unreachable(engine: str, address: str, error: Exception) -> UsageError:
    reason = str(error).strip().partition("\n")[0]
    return UsageError(f"{engine}: no scheduler answers at {address or 'this machine'}: {reason}")


def _processors_of(ray: Any) -> int:
    return int(ray.cluster_resources().get("CPU", 1))
