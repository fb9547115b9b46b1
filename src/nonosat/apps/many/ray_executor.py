"""An executor for Ray, which has futures but no executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class RayExecutor(Executor):
    """Calls functions on the workers of Ray."""

    def __init__(self, ray: Any, workers: int) -> None:
        self._ray = ray
        self._max_workers = workers

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Calls a function on a worker."""
        reference = self._ray.remote(max_retries=0)(function).remote(*arguments, **named)
        future: Future[Any] = reference.future()
        return future
