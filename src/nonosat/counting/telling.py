"""Tells an observer what is known so far of an answer, and keeps it for the case that its process does not end in time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from nonosat.support.limits import Clock

A = TypeVar("A")

_TELL_SECONDS = 1.0  # between two numbers: a reader can follow no more


class Telling(Generic[A]):
    """What was told so far; mutable.

    `news` returns the part of an answer that has to differ from all before. Without an observer answers are only noted.
    """

    def __init__(
        self, clock: Clock, observer: Callable[[A], None] | None, news: Callable[[A], object]
    ) -> None:
        self._clock = clock
        self._observer = observer
        self._news = news
        self._told: list[object] = []
        self._next = 0.0

    @property
    def is_wanted(self) -> bool:
        """True if somebody gets the answers."""
        return self._observer is not None or self._clock.is_noted

    def __call__(self, make: Callable[[], A], *, at_once: bool = False) -> None:
        """Tells an answer, made by `make`, if it has news; once a second at most, unless `at_once`."""
        if self._observer is None or (monotonic() < self._next and not at_once):
            self._clock.note(make)
            return
        answer = make()
        self._clock.note(lambda: answer)
        news = self._news(answer)
        if news not in self._told:
            self._told.append(news)
            self._observer(answer)
            self._next = monotonic() + _TELL_SECONDS
