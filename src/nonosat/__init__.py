"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.engine import Limit, Report, Solutions, Stats, Verdict, check, solutions, solve
from nonosat.errors import InputError, NonosatError, PuzzleError, SolverDisagreement, UsageError
from nonosat.formats import dump, dumps, load, load_all, loads, loads_all
from nonosat.grid import Grid, Violation
from nonosat.puzzle import Block, Clue, Colour, Given, Metadata, Problem, Puzzle

if TYPE_CHECKING:
    from nonosat.analysis.ambiguity import ambiguity
    from nonosat.analysis.certificate import certify, verify
    from nonosat.analysis.counting import count
    from nonosat.analysis.distance import farthest, nearest
    from nonosat.analysis.explain import explain
    from nonosat.analysis.forced import forced
    from nonosat.analysis.hint import hint
    from nonosat.analysis.landscape import regions
    from nonosat.analysis.pictures import pictures, sample
    from nonosat.analysis.rate import rate
    from nonosat.formats.photo import from_image
    from nonosat.generate.random_pictures import random_puzzle

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

_LATER = {
    "count": "nonosat.analysis.counting",
    "ambiguity": "nonosat.analysis.ambiguity",
    "forced": "nonosat.analysis.forced",
    "regions": "nonosat.analysis.landscape",
    "pictures": "nonosat.analysis.pictures",
    "sample": "nonosat.analysis.pictures",
    "nearest": "nonosat.analysis.distance",
    "farthest": "nonosat.analysis.distance",
    "explain": "nonosat.analysis.explain",
    "hint": "nonosat.analysis.hint",
    "rate": "nonosat.analysis.rate",
    "from_image": "nonosat.formats.photo",
    "random_puzzle": "nonosat.generate.random_pictures",
    "certify": "nonosat.analysis.certificate",
    "verify": "nonosat.analysis.certificate",
}
"""Names whose modules are loaded when they are used first: not every program asks every question."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
