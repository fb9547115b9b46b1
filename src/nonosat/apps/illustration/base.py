"""Parameters and results of the functions that draw an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from nonosat.apps.drawing.drawing import Drawing
from nonosat.search.outcome import Verdict
from nonosat.support.limits import Limit

if TYPE_CHECKING:
    from nonosat.explaining.steps.partial_grid import PartialGrid

Subject = Literal["puzzle", "solution", "ambiguity", "difference", "steps", "conflict", "repair"]

# subjects of `render`: module and function, loaded when needed
SUBJECTS: dict[Subject, str] = {
    "puzzle": "subjects.draw_puzzle",
    "solution": "subjects.draw_solution",
    "ambiguity": "diagnoses.draw_ambiguity",
    "difference": "subjects.draw_difference",
    "steps": "steps.draw_step",
    "conflict": "diagnoses.draw_conflict",
    "repair": "diagnoses.draw_repair",
}


class RenderRequest(NamedTuple):
    """Options of a picture, apart from its subject."""

    limit: Limit
    state: PartialGrid | None = None  # cells set so far
    step: int = 1  # number of the step, from 1
    by: str | None = None  # kind of repair


class Illustration(NamedTuple):
    """A drawing, and the reason if its subject is missing."""

    drawing: Drawing
    # UNKNOWN after a limit; otherwise the verdict that explains the missing subject
    missing: Verdict | None = None
