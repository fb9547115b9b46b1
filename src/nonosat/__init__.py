"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

import sys as _sys

from nonosat.support.displays import register as _register
from nonosat.support.version import VERSION as __version__  # noqa: F401 (public)

_PLACES = {
    "apps.batch.many": "Checked check_many",
    "apps.batch.table": "table",
    "apps.benchmarking.against": "BenchmarkChange PuzzleChange",
    "apps.benchmarking.benchmark": "Benchmark benchmark",
    "apps.benchmarking.runs": "BenchmarkRun",
    "apps.benchmarking.summary": "BenchmarkDisagreement BenchmarkGrowth BenchmarkSummary",
    "proofs.certificate": "certify verify",
    "proofs.counts": "certify_backbone certify_count",
    "proofs.minimality": "certify_conflict certify_givens certify_smallest_conflict",
    "proofs.repainting": "certify_pixels",
    "conflicts.mus": "Conflict conflict",
    "apps.generation.datasets.making": "Dataset DatasetProgress dataset",
    "search.options": "SearchOptions",
    "search.outcome": "Stats Verdict",
    "search.questions": "Report Solutions check solve",
    "support.errors": "ArgumentError InputError MissingExtraError NonosatError OutputError PuzzleError "
    "SolverDisagreement UsageError",
    "explaining.steps.explain": "Explanation explain",
    "explaining.steps.step": "Step",
    "explaining.hints.hint": "hint",
    "explaining.hints.mistakes": "Hint Mistake",
    "explaining.steps.partial_grid": "PartialGrid",
    "explaining.grading.rate": "Rating rate",
    "explaining.steps.techniques": "Grade",
    "formats": "convert dump dumps example load load_all loads loads_all",
    "imaging.photo": "from_image",
    "apps.generation.generate": "Generated generate stream",
    "apps.generation.image_choices": "ImageChoice ImageChoices image_choices",
    "apps.generation.wish": "Wish",
    "apps.book.book": "Book BookPuzzle book",
    "apps.book.contents": "BookProgress",
    "apps.book.settings": "BookLayout",
    "apps.lesson.lesson": "Lesson lesson",
    "apps.illustration.playable": "Page playable",
    "apps.illustration.render": "render",
    "apps.illustration.widget": "widget",
    "apps.illustration.animate": "animate",
    "apps.evaluation.judging.judge": "Judgement judge",
    "apps.evaluation.learn.moves": "JudgedCell JudgedMoves judge_move judge_moves",
    "apps.evaluation.judging.prompts": "Prompt prompt",
    "apps.evaluation.judging.reading": "Reading",
    "support.limits": "Limit OutOfReach Stopped",
    "model.clues": "Block Clue",
    "model.metadata": "Metadata",
    "model.palette": "Colour",
    "model.problems": "Problem",
    "model.puzzle": "Given Grid Puzzle Violation",
    "apps.drawing.drawing": "Drawing",
    "apps.drawing.animation": "Animation Frame",
    "repairs.repair": "repair",
    "repairs.repair_clue": "repair_clue",
    "repairs.repair_givens": "repair_givens",
    "repairs.repair_pixels": "PixelProgress repair_pixels",
    "repairs.result": "CellChange ClueChange Repair",
    "sat.exports": "Decoded decode encode",
    "counting.ambiguity": "Ambiguity Patch ambiguity",
    "counting.backbone": "Backbone backbone",
    "counting.count": "Count RegionCount count",
    "counting.distance": "Nearest nearest",
    "counting.explore": "regions",
    "counting.listing": "solutions",
    "counting.one_line": "SettledLine line",
    "counting.regions": "Region",
    "counting.solution_set": "Sample SolutionSet sample solution_set",
    "apps.scanning.scan": "Scan ScannedNumber scan scan_all",
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

Their signatures declare bounds and help of the parameters: see `nonosat.records.parameters`.
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

_register("svg", lambda: _loaded("apps.illustration.notebook", "svg_of"))
_register("html", lambda: _loaded("apps.illustration.notebook", "html_of"))
_register("line", lambda: _loaded("apps.cli.commands.printed", "printed"))
_register("text", lambda: _loaded("apps.drawing.text", "puzzle_text"))
