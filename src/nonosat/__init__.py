"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.analysis.ambiguity import ambiguity
    from nonosat.analysis.certificate import certify, verify
    from nonosat.analysis.conflict import conflict
    from nonosat.analysis.counting import count
    from nonosat.analysis.distance import farthest, nearest
    from nonosat.analysis.explain import explain
    from nonosat.analysis.forced import forced
    from nonosat.analysis.hint import hint
    from nonosat.analysis.landscape import regions
    from nonosat.analysis.listing import solutions
    from nonosat.analysis.pictures import pictures, sample
    from nonosat.analysis.rate import rate
    from nonosat.analysis.repair import repair
    from nonosat.engine import Limit, Report, Solutions, Stats, Verdict, check, solve
    from nonosat.errors import InputError, NonosatError, PuzzleError, SolverDisagreement, UsageError
    from nonosat.formats import dump, dumps, load, load_all, loads, loads_all
    from nonosat.formats.photo import from_image
    from nonosat.generate.random_pictures import random_puzzle
    from nonosat.grid import Grid, Violation
    from nonosat.puzzle import Block, Clue, Colour, Given, Metadata, Problem, Puzzle

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
    "PuzzleError",
    "UsageError",
    "SolverDisagreement",
]

_PLACES = {
    "analysis.listing": "solutions",
    "analysis.counting": "count",
    "analysis.ambiguity": "ambiguity",
    "analysis.forced": "forced",
    "analysis.landscape": "regions",
    "analysis.pictures": "pictures sample",
    "analysis.distance": "nearest farthest",
    "analysis.explain": "explain",
    "analysis.hint": "hint",
    "analysis.rate": "rate",
    "analysis.conflict": "conflict",
    "analysis.repair": "repair",
    "analysis.certificate": "certify verify",
    "engine": "Limit Report Solutions Stats Verdict check solve",
    "errors": "InputError NonosatError PuzzleError SolverDisagreement UsageError",
    "formats.photo": "from_image",
    "formats": "dump dumps load load_all loads loads_all",
    "generate.random_pictures": "random_puzzle",
    "grid": "Grid Violation",
    "puzzle": "Block Clue Colour Given Metadata Problem Puzzle",
}
"""The modules of the public names; each is loaded when it is needed, for no program needs all of them."""

_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_PLACE_OF[name]}"), name)
    return found
