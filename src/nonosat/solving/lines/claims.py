"""Which thread works on which board, so that no two work on one: what the kernel keeps in C (`board.c`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident


class Claims:
    """The boards that calls are working on.

    >>> claims = Claims()
    >>> with claims.on([]):
    ...     pass
    """

    def __init__(self) -> None:
        self._workers: dict[int, int] = {}
        """The thread that works on each board."""
        self._calls: dict[int, int] = {}
        """How many of its calls do, each inside of the one before."""

    @contextmanager
    def on(self, candidates: object) -> Iterator[None]:
        """Notes that this thread works on a board; raises RuntimeError if another one does."""
        board, thread = id(candidates), get_ident()
        if self._workers.setdefault(board, thread) != thread:
            raise RuntimeError("another thread is working on this board")
        self._calls[board] = self._calls.get(board, 0) + 1
        try:
            yield
        finally:
            self._calls[board] -= 1
            if not self._calls[board]:
                del self._calls[board], self._workers[board]
