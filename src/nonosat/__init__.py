"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.version import VERSION

if TYPE_CHECKING:
    from nonosat.batch.many import Checked, check_many
    from nonosat.certificate import certify, verify
    from nonosat.conflicts.mus import Conflict, conflict
    from nonosat.cubes.answers import Split, certify_split, check_split, count_split
    from nonosat.datasets.making import Dataset, DatasetProgress, dataset
    from nonosat.engine.options import SearchOptions
    from nonosat.engine.outcome import Stats, Verdict
    from nonosat.engine.questions import Report, Solutions, check, solve
    from nonosat.errors import (
        ArgumentError,
        InputError,
        MissingExtraError,
        NonosatError,
        OutputError,
        PuzzleError,
        SolverDisagreement,
        UsageError,
    )
    from nonosat.explanation.explain import Explanation, Step, explain
    from nonosat.explanation.hint import Hint, Mistake, hint
    from nonosat.explanation.partial_grid import PartialGrid
    from nonosat.explanation.rate import Rating, rate
    from nonosat.explanation.techniques import Grade
    from nonosat.formats import dump, dumps, example, load, load_all, loads, loads_all
    from nonosat.formats.photo import from_image
    from nonosat.generation.generate import Generated, generate, stream
    from nonosat.generation.wish import Wish
    from nonosat.illustration.animate import animate
    from nonosat.illustration.book.book import Book, BookPuzzle, book
    from nonosat.illustration.book.contents import BookProgress
    from nonosat.illustration.playable import Page, playable
    from nonosat.illustration.render import render
    from nonosat.judging.judge import Judgement, judge
    from nonosat.judging.prompts import Prompt, prompt
    from nonosat.judging.reading import Reading
    from nonosat.limits import Limit, OutOfReach, Stopped
    from nonosat.model.clues import Block, Clue
    from nonosat.model.metadata import Metadata
    from nonosat.model.palette import Colour
    from nonosat.model.problems import Problem
    from nonosat.model.puzzle import Given, Grid, Puzzle, Violation
    from nonosat.rendering.animation import Animation, Frame
    from nonosat.rendering.drawing import Drawing
    from nonosat.repairs.clues import repair_clue
    from nonosat.repairs.givens import repair_givens
    from nonosat.repairs.pixels import PixelProgress, repair_pixels
    from nonosat.repairs.result import CellChange, ClueChange, Repair
    from nonosat.sat.exports import Decoded, decode, encode
    from nonosat.solution_space.ambiguity import Ambiguity, Patch, ambiguity
    from nonosat.solution_space.backbone import Backbone, backbone
    from nonosat.solution_space.counting import Count, RegionCount, count
    from nonosat.solution_space.distance import Farthest, Nearest, farthest, nearest
    from nonosat.solution_space.explore import regions
    from nonosat.solution_space.listing import solutions
    from nonosat.solution_space.regions import Region
    from nonosat.solution_space.solution_set import Sample, SolutionSet, sample, solution_set
    from nonosat.verifier import Verification

__version__ = VERSION

__all__ = [
    "load",
    "loads",
    "load_all",
    "loads_all",
    "dump",
    "dumps",
    "example",
    "check",
    "check_many",
    "solve",
    "solutions",
    "count",
    "ambiguity",
    "backbone",
    "regions",
    "solution_set",
    "sample",
    "nearest",
    "farthest",
    "judge",
    "prompt",
    "explain",
    "hint",
    "rate",
    "animate",
    "conflict",
    "repair_clue",
    "repair_givens",
    "repair_pixels",
    "book",
    "render",
    "playable",
    "from_image",
    "generate",
    "stream",
    "dataset",
    "check_split",
    "count_split",
    "certify",
    "certify_split",
    "verify",
    "encode",
    "decode",
    "Puzzle",
    "Block",
    "Clue",
    "Colour",
    "Given",
    "Metadata",
    "Problem",
    "Grid",
    "Violation",
    "SearchOptions",
    "Split",
    "Limit",
    "Stopped",
    "Verdict",
    "Stats",
    "Report",
    "Checked",
    "Solutions",
    "Ambiguity",
    "Book",
    "BookProgress",
    "BookPuzzle",
    "Animation",
    "CellChange",
    "ClueChange",
    "Conflict",
    "Count",
    "Decoded",
    "Drawing",
    "Explanation",
    "Farthest",
    "Frame",
    "Backbone",
    "Generated",
    "Dataset",
    "DatasetProgress",
    "Grade",
    "Hint",
    "Judgement",
    "Mistake",
    "Nearest",
    "Page",
    "Patch",
    "Prompt",
    "SolutionSet",
    "Rating",
    "Reading",
    "Region",
    "RegionCount",
    "PixelProgress",
    "Repair",
    "Sample",
    "PartialGrid",
    "Step",
    "Verification",
    "Wish",
    "NonosatError",
    "ArgumentError",
    "InputError",
    "MissingExtraError",
    "OutOfReach",
    "OutputError",
    "PuzzleError",
    "SolverDisagreement",
    "UsageError",
]

_PLACES = {
    "batch.many": "Checked check_many",
    "certificate": "certify verify",
    "conflicts.mus": "Conflict conflict",
    "cubes.answers": "Split certify_split check_split count_split",
    "datasets.making": "Dataset DatasetProgress dataset",
    "engine.options": "SearchOptions",
    "engine.outcome": "Stats Verdict",
    "engine.questions": "Report Solutions check solve",
    "errors": "ArgumentError InputError MissingExtraError NonosatError OutputError PuzzleError "
    "SolverDisagreement UsageError",
    "explanation.explain": "Explanation Step explain",
    "explanation.hint": "Hint Mistake hint",
    "explanation.partial_grid": "PartialGrid",
    "explanation.rate": "Rating rate",
    "explanation.techniques": "Grade",
    "formats": "dump dumps example load load_all loads loads_all",
    "formats.photo": "from_image",
    "generation.generate": "Generated generate stream",
    "generation.wish": "Wish",
    "illustration.book.book": "Book BookPuzzle book",
    "illustration.book.contents": "BookProgress",
    "illustration.playable": "Page playable",
    "illustration.render": "render",
    "illustration.animate": "animate",
    "judging.judge": "Judgement judge",
    "judging.prompts": "Prompt prompt",
    "judging.reading": "Reading",
    "limits": "Limit OutOfReach Stopped",
    "model.clues": "Block Clue",
    "model.metadata": "Metadata",
    "model.palette": "Colour",
    "model.problems": "Problem",
    "model.puzzle": "Given Grid Puzzle Violation",
    "rendering.drawing": "Drawing",
    "rendering.animation": "Animation Frame",
    "repairs.clues": "repair_clue",
    "repairs.givens": "repair_givens",
    "repairs.pixels": "PixelProgress repair_pixels",
    "repairs.result": "CellChange ClueChange Repair",
    "sat.exports": "Decoded decode encode",
    "solution_space.ambiguity": "Ambiguity Patch ambiguity",
    "solution_space.backbone": "Backbone backbone",
    "solution_space.counting": "Count RegionCount count",
    "solution_space.distance": "Farthest Nearest farthest nearest",
    "solution_space.explore": "regions",
    "solution_space.listing": "solutions",
    "solution_space.regions": "Region",
    "solution_space.solution_set": "Sample SolutionSet sample solution_set",
    "verifier": "Verification",
}
"""The modules of the public names; each is loaded when it is needed, for no program needs all of them."""

_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_PLACE_OF[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
