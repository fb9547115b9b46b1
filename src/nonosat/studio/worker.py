"""In a child process: answers one question after another, each as text to text."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.connection import Connection

from nonosat.foundation.workers import processes
from nonosat.studio.question import Bounds
from nonosat.studio.questions import QUESTIONS, answer, answer_text


@dataclass(frozen=True, slots=True)
class Begun:
    """The request is read, and may take so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Told:
    """Progress, as JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer or an error, as JSON, and what the process holds then, in bytes."""

    text: str
    kind: str = ""
    """Of the error; empty if it is none."""
    limit: str = ""
    """Which one, for an error of the kind `limit`."""
    held: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """To the child: the answer is not wanted any more."""


def ask(pipe: Connection, question: str, text: bytes, bounds: Bounds, telling: bool) -> Answered:
    """Answers a question; whatever comes through the pipe meanwhile means that it is not wanted."""
    with processes.confined(bounds.memory, wanted=lambda: not pipe.poll()):
        found, error = answer_text(
            question,
            text,
            tell=(lambda known: pipe.send(Told(known))) if telling else None,
            begin=lambda seconds: pipe.send(Begun(seconds)),
            bounds=bounds,
        )
    return Answered(found, error.get("kind", ""), error.get("limit", ""), processes.memory_in_use())


def warm(_: Connection) -> Answered:
    """Loads what most questions need."""
    with processes.confined():
        for name in ("examine", "repair-pixels", "hint"):
            answer(name, QUESTIONS[name].example)
    return Answered("", held=processes.memory_in_use())
