"""nonosat: a nonogram engine that answers every question about a puzzle with a proof.

>>> import nonosat as ns
>>> puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
>>> ns.check(puzzle).verdict
<Verdict.UNIQUE: 'unique'>
"""

import sys as _sys
from os.path import join as _join

from nonosat.support.displays import register as _register
from nonosat.support.lazy_names import loaded as _loaded
from nonosat.support.lazy_names import modules_in as _modules_in
from nonosat.support.version import VERSION as __version__  # noqa: F401 (public)

QUESTIONS = (
    *("check", "count", "ambiguity", "explain", "hint", "rate"),
    *("conflict", "repair_clue", "repair_givens", "repair_pixels", "repair_auto", "judge", "judge_moves"),
)
"""Functions that answer a question about a puzzle. Each is a command, a question of the HTTP API and a tool for agents.

Their signatures declare bounds and help of the parameters: see `nonosat.records.parameters`.
"""


# the stub is what type checkers read
_MODULES = _modules_in(__loader__.get_data(_join(__path__[0], "__init__.pyi")).decode())

__all__ = sorted(_MODULES)

_NOW = {
    "repair": "`repair_givens`, `repair_pixels`, `repair_clue` or `repair_auto`",
    "certify_count": "`certify(puzzle, folder, claim='count')`",
    "certify_backbone": "`certify(puzzle, folder, claim='backbone')`",
    "certify_conflict": "`certify(puzzle, folder, claim='conflict')`",
    "certify_smallest_conflict": "`certify(puzzle, folder, claim='smallest-conflict')`",
    "certify_givens": "`certify(puzzle, folder, claim='givens', more_than=...)`",
    "certify_pixels": "`certify(puzzle, folder, claim='pixels', more_than=...)`",
}
"""Names of functions before 1.0, and what replaces them."""


def __getattr__(name: str) -> object:
    if name in _NOW:
        raise AttributeError(f"`{name}` is now {_NOW[name]}")
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=_sys.modules[__name__])  # Python adds a suggestion
    value = globals()[name] = _loaded(_MODULES[name], name)
    if hasattr(value, "declared"):
        _loaded("nonosat.records.parameter_help", "describe")(value)
    return value


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


_register("svg", lambda: _loaded("nonosat.apps.illustration.notebook", "svg_of"))
_register("html", lambda: _loaded("nonosat.apps.illustration.notebook", "html_of"))
_register("line", lambda: _loaded("nonosat.apps.wording.answers", "answer_text"))
_register("file", lambda: _loaded("nonosat.formats", "dump"))
_register("text", lambda: _loaded("nonosat.apps.drawing.text", "puzzle_text"))
