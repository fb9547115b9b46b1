"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from nonosat.engine import Limit, Report, Solutions, Stats, Verdict, check, solutions, solve
from nonosat.errors import InputError, NonosatError, PuzzleError, SolverDisagreement, UsageError
from nonosat.formats import dump, dumps, load, load_all, loads, loads_all
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
