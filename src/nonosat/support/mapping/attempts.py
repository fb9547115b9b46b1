"""One item, one outcome: what the work returns, or what the caller makes of the error that replaces it.

The one table of errors of everything that works on many items, on one machine or many. What an error becomes (a
record, a printed answer, the end of the run) is the caller's `failed(item, error, seconds)`.

| what happened | outcome |
|---|---|
| the work raised an error of ours, such as `InputError`, or `OutOfReach` at a limit of the item | `failed` with that error |
| the work raised anything else | `failed` with an `InternalError` of that cause |
| two workers in a row died at the item, or the result cannot be sent | `failed`, in the parent, after 0 seconds |
| no worker starts, or the executor is gone | `WorkersLost` is raised; earlier outcomes stand |
| the next item cannot be made | its error is raised once all items before it are done |
| the limit of the whole is reached | `OutOfReach` is raised |
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NoReturn, TypeVar

from nonosat.support.errors import InternalError, NonosatError

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")

Failing = Callable[[T, NonosatError, float], F]
"""Makes the outcome of an item from its error and the seconds that it took, or raises."""


def outcome(work: Callable[[T], R], failed: Failing[T, F], item: T) -> R | F:
    """Returns the outcome of an item."""
    began = monotonic()
    try:
        return work(item)
    except Exception as error:
        return failed(item, as_ours(error), monotonic() - began)


def as_ours(error: Exception) -> NonosatError:
    """Returns an unexpected error as an `InternalError`, others as they are.

    >>> as_ours(ValueError("oh"))
    InternalError('internal error: ValueError: oh')
    """
    if isinstance(error, NonosatError):
        return error
    internal = InternalError(f"internal error: {type(error).__name__}: {error}")
    internal.__cause__ = error
    return internal


def give_up(item: object, error: NonosatError, seconds: float) -> NoReturn:  # noqa: ARG001
    """Raises the error: for callers of whose items none can fail."""
    raise error.__cause__ if isinstance(error, InternalError) and error.__cause__ else error
