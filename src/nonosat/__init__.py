"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.certificate import certify, verify
    from nonosat.conflicts.mus import conflict
    from nonosat.engine.outcome import Stats, Verdict
    from nonosat.engine.questions import Report, Solutions, check, solve
    from nonosat.errors import (
        InputError,
        NonosatError,
        OutputError,
        PuzzleError,
        SolverDisagreement,
        UsageError,
    )
    from nonosat.explanation.explain import explain
    from nonosat.explanation.hint import hint
    from nonosat.explanation.rate import rate
    from nonosat.formats import dump, dumps, load, load_all, loads, loads_all
    from nonosat.formats.photo import from_image
    from nonosat.generation.random_pictures import random_puzzle
    from nonosat.limits import Limit
    from nonosat.model.clues import Block, Clue
    from nonosat.model.metadata import Metadata
    from nonosat.model.palette import Colour
    from nonosat.model.problems import Problem
    from nonosat.model.puzzle import Given, Grid, Puzzle, Violation
    from nonosat.repairs.repair import repair
    from nonosat.solution_space.ambiguity import ambiguity
    from nonosat.solution_space.backbone import forced
    from nonosat.solution_space.counting import count
    from nonosat.solution_space.distance import farthest, nearest
    from nonosat.solution_space.explore import regions
    from nonosat.solution_space.listing import solutions
    from nonosat.solution_space.solution_set import pictures, sample

__version__ = "0.1.0"

__all__ = [
    "load",
    "loads",
    "load_all",
    "loads_all",
    "dump",
    "dumps",
    "check",
    "solve",
    "solutions",
    "count",
    "ambiguity",
    "forced",
    "regions",
    "pictures",
    "sample",
    "nearest",
    "farthest",
    "explain",
    "hint",
    "rate",
    "conflict",
    "repair",
    "from_image",
    "random_puzzle",
    "certify",
    "verify",
    "Puzzle",
    "Block",
    "Clue",
    "Colour",
    "Given",
    "Metadata",
    "Problem",
    "Grid",
    "Violation",
    "Limit",
    "Report",
    "Solutions",
    "Stats",
    "Verdict",
    "NonosatError",
    "InputError",
    "OutputError",
    "PuzzleError",
    "UsageError",
    "SolverDisagreement",
]

_PLACES = {
    "conflicts.mus": "conflict",
    "certificate": "certify verify",
    "engine.outcome": "Stats Verdict",
    "engine.questions": "Report Solutions check solve",
    "errors": "InputError NonosatError OutputError PuzzleError SolverDisagreement UsageError",
    "explanation.explain": "explain",
    "explanation.hint": "hint",
    "explanation.rate": "rate",
    "formats": "dump dumps load load_all loads loads_all",
    "formats.photo": "from_image",
    "generation.random_pictures": "random_puzzle",
    "limits": "Limit",
    "model.clues": "Block Clue",
    "model.metadata": "Metadata",
    "model.palette": "Colour",
    "model.problems": "Problem",
    "model.puzzle": "Given Grid Puzzle Violation",
    "repairs.repair": "repair",
    "solution_space.ambiguity": "ambiguity",
    "solution_space.backbone": "forced",
    "solution_space.counting": "count",
    "solution_space.distance": "nearest farthest",
    "solution_space.explore": "regions",
    "solution_space.listing": "solutions",
    "solution_space.solution_set": "pictures sample",
}
"""The modules of the public names; each is loaded when it is needed, for no program needs all of them."""

_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_PLACE_OF[name]}"), name)
    return found
