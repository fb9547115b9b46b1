"""The watchdog: a thread that ends a process that is late, with the answer as known so far.

Work that checks its clock ends by itself. What does not, such as a call of a library, cannot be interrupted. So half a second
after the limit the watchdog asks the same question again, in a thread of its own with a clock that has run out: the answer has
what the late question noted (`Clock.note`). It is printed, or sent by a worker to its parent, and the process ends.
"""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from math import inf
from time import monotonic, sleep
from typing import Any, Generic, NamedTuple, TypeVar

from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.files import remove_unfinished
from nonosat.support.interrupts import start_shielded
from nonosat.support.limits import Clock, enclosing

T = TypeVar("T")
Item = TypeVar("Item")

_AGAIN_SECONDS = 0.3  # to ask again; reading a large board takes longer
_NOTED_SECONDS = (
    1.0  # the same if something is known: an answer of a large board that is late is better than none
)
_PRINT_SECONDS = 1.0  # for the last words of a process: the reader of a pipe can be slow
_LOST = 1  # exit code if there are no last words


class LastWords(NamedTuple, Generic[T]):
    """How to answer in the place of a late block."""

    nothing: Callable[[], T]
    """Makes an answer that claims nothing."""
    tell: Callable[[T], int] | None = None
    """Prints an answer and returns the exit code; None if only a worker, which sends it, is ended."""
    again: Callable[[], T] | None = None
    """Asks the question once more; called in another thread, with a clock that has run out."""
    goes_on: bool = False
    """True if `tell` goes on with other work before the process ends, so it may take any time."""


Notes = dict[tuple[object, int], Any]
"""Answers as far as they are known, by `key_of` their questions."""


def key_of(question: object, subject: object = None, *_: object) -> tuple[object, int]:
    """Returns the key of a question about an object, the first of its arguments."""
    return question, id(subject)


class Replay(NamedTuple):
    """Notes of late questions, for asking them again."""

    notes: Notes
    reason: OutOfReach


sending: ContextVar[Callable[[Any], None] | None] = ContextVar("sending", default=None)
"""Sends the words of a late block to the parent of this worker; None in a process that is no worker."""


@contextmanager
def sending_as(result: Callable[[Any], Any]) -> Iterator[None]:
    """Makes a worker send `result(words)`, the whole that the words of a late block are a part of."""
    send = sending.get()
    token = sending.set(send and (lambda words: send(result(words))))
    try:
        yield
    finally:
        sending.reset(token)


def all_of(work: Callable[[Item], T], items: Iterator[Item]) -> list[T]:
    """Returns the results of all items. If one is late in a worker, the thread of the watchdog goes on with those after it."""
    done: list[T] = []
    with sending_as(lambda words: [*done, words, *map(work, items)]):
        done.extend(map(work, items))  # one by one: a late one finds those before it
    return done


class Watch:
    """Watches one block; mutable."""

    def __init__(self, words: LastWords[Any], send: Callable[[Any], None] | None) -> None:
        self.words = words
        self.again = words.again  # see `ask_again`
        self.notes: Notes = {}
        self._send = send
        self.due = inf  # monotonic time at which the lookout next sees whether the block has ended
        self._patience: Callable[[], float] | None = None
        # taken by the block when it has an answer, or by the watchdog when it ends the process
        self._claim = allocate_lock()
        self._stood_down = False

    def start(self, seconds: float, patience: Callable[[], float]) -> None:
        """Ends the process unless the block stands down within `seconds` and what `patience` then returns."""
        self.due, self._patience = monotonic() + seconds, patience
        _lookout.add(self)

    def stand_down(self) -> None:
        """Ends the watch, as an answer is ready. Does not return if the process is being ended."""
        if self._stood_down:
            return
        while not self._claim.acquire(blocking=False):
            sleep(_PRINT_SECONDS)
        self._stood_down = True
        _lookout.remove(self)

    def wait_longer(self) -> bool:
        """Returns whether the block has more time, now that it is due; sets when it is due again."""
        if self._patience is None:
            return False
        self.due, self._patience = monotonic() + self._patience(), None
        return True

    def end(self) -> None:
        """Ends the process with the last words, unless the block stands down before these are ready."""
        words = self._words()
        if not self._claim.acquire(blocking=False):
            return
        code = [_LOST]
        try:
            if self._send:
                self._send(words)
            elif self.words.tell:
                if not self.words.goes_on:
                    start_shielded(_end_later, code)
                code[0] = self.words.tell(words)
                sys.stdout.flush()
        except KeyboardInterrupt:
            return  # the process is ended soon after a signal
        except Exception:
            code[0] = _LOST
        _end(code[0])

    def _words(self) -> Any:
        """Returns the answer with what is known, or one that claims nothing."""
        known = self._asked_again()
        return self.words.nothing() if known is None else known

    def _asked_again(self) -> Any:
        """Returns the answer with what is known; None if that takes too long, or fails."""
        again, answers = self.again, []
        if again is None:
            return None
        done = allocate_lock()
        done.acquire()

        def ask() -> None:
            reason = OutOfReach(Stopped.SECONDS)
            enclosing.set(Clock.stopped(reason))
            watching.set(Replay(self.notes, reason))
            with suppress(Exception):
                answers.append(again())
            done.release()

        start_shielded(ask)
        done.acquire(timeout=_NOTED_SECONDS if self.notes else _AGAIN_SECONDS)
        return answers[0] if answers else None


class _Lookout:
    """The thread that waits for the watches of this process; mutable.

    It is woken only by a watch that is due before all others: a block that ends in time costs no change of threads.
    """

    def __init__(self) -> None:
        self._lock, self._wake = allocate_lock(), allocate_lock()
        self._wake.acquire()
        self._watches: list[Watch] = []
        self._until = inf  # time at which the thread wakes
        self._process = 0  # process whose thread it is; a fork has none

    def add(self, watch: Watch) -> None:
        """Begins to look after a watch."""
        with self._lock:
            is_new, is_next = self._process != os.getpid(), watch.due < self._until
            if is_new:
                self._process, self._watches, self._until = os.getpid(), [], inf
            self._watches.append(watch)
            if is_next:
                self._until = watch.due
                if not is_new and self._wake.locked():
                    self._wake.release()
        if is_new:
            start_shielded(self._run)

    def remove(self, watch: Watch) -> None:
        """Ends looking after a watch."""
        with self._lock:
            if watch in self._watches:
                self._watches.remove(watch)

    def _run(self) -> None:
        while True:
            with self._lock:
                late = [watch for watch in self._watches if watch.due <= monotonic()]
                for watch in late:
                    if not watch.wait_longer():
                        self._watches.remove(watch)
                        start_shielded(watch.end)
                self._until = min((watch.due for watch in self._watches), default=inf)
                seconds = -1.0 if self._until == inf else max(0.0, self._until - monotonic())
            self._wake.acquire(timeout=seconds)


_lookout = _Lookout()

watching: ContextVar[Watch | Replay | None] = ContextVar("watching", default=None)
"""The watch of this context; in the thread that asks again, what was noted."""


def note(question: Callable[..., T], subject: object, answer: T) -> None:
    """Keeps the answer to a question as far as it is known, for a question that is not asked by `run_limited`."""
    watch = watching.get()
    if isinstance(watch, Watch):
        watch.notes[key_of(question, subject)] = answer


def noted(question: Callable[..., T], subject: object) -> T | None:
    """Returns what a question noted before, if it is asked again because it is late."""
    watch = watching.get()
    return watch.notes.get(key_of(question, subject)) if isinstance(watch, Replay) else None


def cut_short(answer: T, reason: OutOfReach) -> T:
    """Returns an answer as far as it was known when something stopped its question."""
    cut: T = replace(answer, end=reason.end)  # type: ignore[type-var]
    return cut


def ask_again(question: Callable[[], Any]) -> None:
    """Sets the question of the current block that the watchdog asks again; see `LastWords.again`."""
    watch = watching.get()
    if isinstance(watch, Watch):
        watch.again = question


def stand_down() -> None:
    """Ends the watch of this context, if there is one: see `Watch.stand_down`."""
    watch = watching.get()
    if isinstance(watch, Watch):
        watch.stand_down()


def _end_later(code: list[int]) -> None:
    end = monotonic() + _PRINT_SECONDS
    while (left := end - monotonic()) > 0:
        sleep(left)
    _end(code[0])


def _end(code: int) -> None:
    """Ends the process from another thread than the main one, which may be anywhere."""
    remove_unfinished()
    os._exit(code)
