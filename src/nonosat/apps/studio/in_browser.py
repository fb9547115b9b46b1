"""Questions in a web worker: JSON text in, JSON text out.

The solvers are loaded later. A question that imports them ends with `{"needs": "solvers"}`, and is asked again once they
are there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from time import monotonic
from types import ModuleType
from typing import Any

from nonosat.apps.studio.question import MISSING
from nonosat.apps.studio.questions import answer_text
from nonosat.support.children.processes import confined

_SECONDS_PER_PAUSE = 0.03  # seconds between pauses; a pause takes about 0.0002 s

_SOLVERS = ("pysat", "pysolvers", "pycard")


class _Absent(BaseException):
    """The solvers are imported before they are loaded."""


class _Later(MetaPathFinder, Loader):
    """Finds solvers that are not loaded yet; importing them raises `_Absent`."""

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in _SOLVERS else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        raise _Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Does nothing: `create_module` raises."""


_later = _Later()


def without_solvers(absent: bool) -> None:
    """Sets whether missing solvers will be loaded later."""
    if _later in sys.meta_path:
        sys.meta_path.remove(_later)
    if absent:
        sys.meta_path.append(_later)


def answered(
    question: str, request: str, tell: Callable[[str], None], pause: Callable[[], Any] | None = None
) -> str:
    """Returns `{"answer": ...}`, `{"error": ...}`, or `{"needs": "solvers"}`.

    `tell` is called with progress as JSON. `pause` returns a JavaScript promise, awaited now and then, that says whether
    the answer is still wanted.

    >>> answered("check", '{"puzzle": {"rows": [[1]], "columns": [[-2]]}}', print)[:30]
    '{"error": {"kind": "input", "m'
    """
    try:
        with confined(is_wanted=_wanted(pause) if pause else None):
            text, error = answer_text(question, request, tell=tell)
    except _Absent:
        return '{"needs": "solvers"}'
    if not error:
        return f'{{"answer": {text}}}'
    if error["kind"] == MISSING:  # it cannot be installed there
        needs, _, _ = error["message"].partition(": pip install")
        error["message"] = f"{needs}, which a page without a server does not have"
    return json.dumps({"error": error})


def _wanted(pause: Callable[[], Any]) -> Callable[[], bool]:
    """Returns a function that asks whether the answer is still wanted, which gives the browser time for other work."""
    from pyodide.ffi import run_sync

    due, is_wanted = monotonic() + _SECONDS_PER_PAUSE, True

    def wanted() -> bool:
        nonlocal due, is_wanted
        if is_wanted and monotonic() >= due:
            is_wanted = bool(run_sync(pause()))
            due = monotonic() + _SECONDS_PER_PAUSE
        return is_wanted

    return wanted
