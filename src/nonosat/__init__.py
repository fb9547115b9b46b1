"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonosat.foundation import displays
from nonosat.foundation.version import VERSION

if TYPE_CHECKING:
    from nonosat.batch.many import Checked, check_many
    from nonosat.evaluation.judging.judge import Judgement, judge
    from nonosat.evaluation.judging.prompts import Prompt, prompt
    from nonosat.evaluation.judging.reading import Reading
    from nonosat.formats import dump, dumps, example, load, load_all, loads, loads_all
    from nonosat.formats.photo import from_image
    from nonosat.foundation.errors import (
        ArgumentError,
        InputError,
        MissingExtraError,
        NonosatError,
        OutputError,
        PuzzleError,
        SolverDisagreement,
        UsageError,
    )
    from nonosat.foundation.limits import Limit, OutOfReach, Stopped
    from nonosat.generation.datasets.making import Dataset, DatasetProgress, dataset
    from nonosat.generation.generate import Generated, generate, stream
    from nonosat.generation.wish import Wish
    from nonosat.model.clues import Block, Clue
    from nonosat.model.metadata import Metadata
    from nonosat.model.palette import Colour
    from nonosat.model.problems import Problem
    from nonosat.model.puzzle import Given, Grid, Puzzle, Violation
    from nonosat.pictures.book.book import Book, BookPuzzle, book
    from nonosat.pictures.book.contents import BookProgress
    from nonosat.pictures.drawing.animation import Animation, Frame
    from nonosat.pictures.drawing.drawing import Drawing
    from nonosat.pictures.illustration.animate import animate
    from nonosat.pictures.illustration.playable import Page, playable
    from nonosat.pictures.illustration.render import render
    from nonosat.proofs.certificate import certify, verify
    from nonosat.proofs.cubes.answers import Split, certify_split, check_split, count_split
    from nonosat.questions.conflicts.mus import Conflict, conflict
    from nonosat.questions.explanation.explain import Explanation, Step, explain
    from nonosat.questions.explanation.hint import Hint, Mistake, hint
    from nonosat.questions.explanation.partial_grid import PartialGrid
    from nonosat.questions.explanation.rate import Rating, rate
    from nonosat.questions.explanation.techniques import Grade
    from nonosat.questions.repairs.clues import repair_clue
    from nonosat.questions.repairs.givens import repair_givens
    from nonosat.questions.repairs.pixels import PixelProgress, repair_pixels
    from nonosat.questions.repairs.result import CellChange, ClueChange, Repair
    from nonosat.questions.solution_space.ambiguity import Ambiguity, Patch, ambiguity
    from nonosat.questions.solution_space.backbone import Backbone, backbone
    from nonosat.questions.solution_space.counting import Count, RegionCount, count
    from nonosat.questions.solution_space.distance import Farthest, Nearest, farthest, nearest
    from nonosat.questions.solution_space.explore import regions
    from nonosat.questions.solution_space.listing import solutions
    from nonosat.questions.solution_space.regions import Region
    from nonosat.questions.solution_space.solution_set import Sample, SolutionSet, sample, solution_set
    from nonosat.solving.engine.options import SearchOptions
    from nonosat.solving.engine.outcome import Stats, Verdict
    from nonosat.solving.engine.questions import Report, Solutions, check, solve
    from nonosat.solving.sat.exports import Decoded, decode, encode
    from nonosat.verifier import Verification

__version__ = VERSION

displays.register("svg", lambda: import_module("nonosat.pictures.illustration.notebook").svg_of)
displays.register("html", lambda: import_module("nonosat.pictures.illustration.notebook").html_of)
displays.register("text", lambda: import_module("nonosat.pictures.drawing.text").puzzle_text)

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
    "proofs.certificate": "certify verify",
    "questions.conflicts.mus": "Conflict conflict",
    "proofs.cubes.answers": "Split certify_split check_split count_split",
    "generation.datasets.making": "Dataset DatasetProgress dataset",
    "solving.engine.options": "SearchOptions",
    "solving.engine.outcome": "Stats Verdict",
    "solving.engine.questions": "Report Solutions check solve",
    "foundation.errors": "ArgumentError InputError MissingExtraError NonosatError OutputError PuzzleError "
    "SolverDisagreement UsageError",
    "questions.explanation.explain": "Explanation Step explain",
    "questions.explanation.hint": "Hint Mistake hint",
    "questions.explanation.partial_grid": "PartialGrid",
    "questions.explanation.rate": "Rating rate",
    "questions.explanation.techniques": "Grade",
    "formats": "dump dumps example load load_all loads loads_all",
    "formats.photo": "from_image",
    "generation.generate": "Generated generate stream",
    "generation.wish": "Wish",
    "pictures.book.book": "Book BookPuzzle book",
    "pictures.book.contents": "BookProgress",
    "pictures.illustration.playable": "Page playable",
    "pictures.illustration.render": "render",
    "pictures.illustration.animate": "animate",
    "evaluation.judging.judge": "Judgement judge",
    "evaluation.judging.prompts": "Prompt prompt",
    "evaluation.judging.reading": "Reading",
    "foundation.limits": "Limit OutOfReach Stopped",
    "model.clues": "Block Clue",
    "model.metadata": "Metadata",
    "model.palette": "Colour",
    "model.problems": "Problem",
    "model.puzzle": "Given Grid Puzzle Violation",
    "pictures.drawing.drawing": "Drawing",
    "pictures.drawing.animation": "Animation Frame",
    "questions.repairs.clues": "repair_clue",
    "questions.repairs.givens": "repair_givens",
    "questions.repairs.pixels": "PixelProgress repair_pixels",
    "questions.repairs.result": "CellChange ClueChange Repair",
    "solving.sat.exports": "Decoded decode encode",
    "questions.solution_space.ambiguity": "Ambiguity Patch ambiguity",
    "questions.solution_space.backbone": "Backbone backbone",
    "questions.solution_space.counting": "Count RegionCount count",
    "questions.solution_space.distance": "Farthest Nearest farthest nearest",
    "questions.solution_space.explore": "regions",
    "questions.solution_space.listing": "solutions",
    "questions.solution_space.regions": "Region",
    "questions.solution_space.solution_set": "Sample SolutionSet sample solution_set",
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
