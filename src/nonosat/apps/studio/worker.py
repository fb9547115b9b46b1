"""Answers questions in a child process, one after another, from text to text."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.apps.studio.question import Bounds
from nonosat.apps.studio.questions import QUESTIONS, answer, answer_text
from nonosat.support.children import processes
from nonosat.support.children.processes import Parent


@dataclass(frozen=True, slots=True)
class Started:
    """Message: the request is read, and has this many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress, as JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer or an error, as JSON."""

    text: str
    kind: str = ""  # kind of the error, or empty
    limit: str = ""  # name of the limit, for an error of the kind `limit`


@dataclass(frozen=True, slots=True)
class Stop:
    """Message to the child: the answer is not wanted any more."""


def ask(parent: Parent, question: str, text: bytes, bounds: Bounds, with_progress: bool) -> Reply:
    """Answers a question; any message from the parent means that the answer is not wanted any more."""
    with processes.confined(bounds.memory, is_wanted=lambda: not parent.has_message()):
        payload, error = answer_text(
            question,
            text,
            tell=(lambda text: parent.send(Progress(text))) if with_progress else None,
            begin=lambda seconds: parent.send(Started(seconds)),
            bounds=bounds,
        )
    return Reply(payload, error.get("kind", ""), error.get("limit", ""))


def warm(_: Parent) -> None:
    """Loads the modules of most questions."""
    with processes.confined():
        for name in ("examine", "repair-pixels", "hint"):
            answer(name, QUESTIONS[name].example)
