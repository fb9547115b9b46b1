"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

import sys as _sys

from nonosat.foundation.displays import register as _register
from nonosat.foundation.version import VERSION as __version__  # noqa: F401 (public)

_PLACES = {
    "batch.many": "Checked check_many",
    "batch.table": "table",
    "benchmarking.against": "BenchmarkChange PuzzleChange",
    "benchmarking.benchmark": "Benchmark benchmark",
    "benchmarking.runs": "BenchmarkRun",
    "benchmarking.summary": "BenchmarkDisagreement BenchmarkGrowth BenchmarkSummary",
    "proofs.certificate": "certify verify",
    "proofs.counts": "certify_backbone certify_count",
    "proofs.minimality": "certify_conflict certify_givens certify_smallest_conflict",
    "proofs.repainting": "certify_pixels",
    "questions.conflicts.mus": "Conflict conflict",
    "proofs.cubes.answers": "Split certify_count_split certify_split check_split count_split",
    "generation.datasets.making": "Dataset DatasetProgress dataset",
    "solving.engine.options": "SearchOptions",
    "solving.engine.outcome": "Stats Verdict",
    "solving.engine.questions": "Report Solutions check solve",
    "foundation.errors": "ArgumentError InputError MissingExtraError NonosatError OutputError PuzzleError "
    "SolverDisagreement UsageError",
    "questions.explanation.explain": "Explanation explain",
    "questions.explanation.step": "Step",
    "questions.explanation.hint": "hint",
    "questions.explanation.mistakes": "Hint Mistake",
    "questions.explanation.partial_grid": "PartialGrid",
    "questions.explanation.rate": "Rating rate",
    "questions.explanation.techniques": "Grade",
    "formats": "dump dumps example load load_all loads loads_all",
    "imaging.photo": "from_image",
    "generation.generate": "Generated generate stream",
    "generation.wish": "Wish",
    "pictures.book.book": "Book BookPuzzle book",
    "pictures.book.contents": "BookProgress",
    "pictures.book.settings": "BookLayout",
    "pictures.lesson.lesson": "Lesson lesson",
    "pictures.illustration.playable": "Page playable",
    "pictures.illustration.render": "render",
    "pictures.illustration.widget": "widget",
    "pictures.illustration.animate": "animate",
    "evaluation.judging.judge": "Judgement judge",
    "evaluation.learn.moves": "JudgedCell JudgedMoves judge_move judge_moves",
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
    "questions.solution_space.one_line": "SettledLine settle_line",
    "questions.solution_space.regions": "Region",
    "questions.solution_space.solution_set": "Sample SolutionSet sample solution_set",
    "scanning.scan": "Scan ScannedNumber scan scan_all",
    "verifier": "Verification",
}
"""The public names by the modules that have them; each is loaded when it is needed, for no program needs all.

`__init__.pyi` says the same to type checkers.
"""

QUESTIONS = (
    *("check", "count", "ambiguity", "explain", "hint", "rate"),
    *("conflict", "repair_clue", "repair_givens", "repair_pixels", "judge", "judge_moves"),
)
"""Functions that answer a question about a puzzle. Each is a command, a question of the HTTP API and a tool for agents.

Their signatures declare bounds and help of the parameters: see `nonosat.records.declarations`.
"""

_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names.split()}

__all__ = sorted(_PLACE_OF)


def _loaded(module: str, name: str) -> object:
    from importlib import import_module

    return getattr(import_module(f"nonosat.{module}"), name)


def __getattr__(name: str) -> object:
    if name not in _PLACE_OF:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=_sys.modules[__name__])  # Python adds a suggestion
    found = globals()[name] = _loaded(_PLACE_OF[name], name)
    return found


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


def _show_uncaught(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Ends the traceback of an error of this package with the caller's frame."""
    if hasattr(error, "_render_traceback_") and kind.__module__.startswith("nonosat.") and _sys.stderr:
        print(*error._render_traceback_(), sep="\n", file=_sys.stderr)
    else:
        _sys.__excepthook__(kind, error, trace)  # type: ignore[arg-type]


if _sys.excepthook is _sys.__excepthook__:  # nobody else shows errors in a way of their own
    _sys.excepthook = _show_uncaught

_register("svg", lambda: _loaded("pictures.illustration.notebook", "svg_of"))
_register("html", lambda: _loaded("pictures.illustration.notebook", "html_of"))
_register("text", lambda: _loaded("pictures.drawing.text", "puzzle_text"))
