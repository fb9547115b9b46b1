"""Parameters and results of the functions that draw an answer."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from nonosat.foundation.limits import Limit
from nonosat.model.puzzle import Puzzle
from nonosat.pictures.drawing.drawing import Drawing
from nonosat.solving.engine.outcome import Verdict

if TYPE_CHECKING:
    from nonosat.questions.explanation.partial_grid import PartialGrid

SUBJECTS = {
    "puzzle": "subjects.draw_puzzle",
    "solution": "subjects.draw_solution",
    "ambiguity": "subjects.draw_ambiguity",
    "difference": "subjects.draw_difference",
    "steps": "steps.draw_step",
    "conflict": "subjects.draw_conflict",
    "repair": "subjects.draw_repair",
    "rating": "subjects.draw_rating",
}
"""Subjects of `render`, and the module and function that draws each, loaded when needed."""


class Request(NamedTuple):
    """Options of a picture beside its subject."""

    limit: Limit
    state: PartialGrid | None = None  # cells set so far
    step: int = 1  # number of the step, from 1
    by: str | None = None  # kind of repair


class Illustration(NamedTuple):
    """A drawing, and why it does not show what was asked for, if so."""

    drawing: Drawing
    missing: Verdict | None = None
    """Unknown after a limit; else the verdict on a puzzle that has nothing of the kind to show."""


Subject = Callable[[Puzzle, Request], Illustration]


def subject(name: str) -> Subject:
    """Returns the function that draws a subject."""
    module, _, function = SUBJECTS[name].partition(".")
    found: Subject = getattr(import_module(f"nonosat.pictures.illustration.{module}"), function)
    return found
