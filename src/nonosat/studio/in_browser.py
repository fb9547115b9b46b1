"""The questions as a web worker asks them: JSON text in, JSON text out."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

from nonosat.foundation.workers.processes import confined
from nonosat.studio.question import MISSING
from nonosat.studio.questions import answer_text

_SECONDS_PER_PAUSE = 0.03
"""A pause takes about 0.0002."""


def answered(
    question: str, request: str, tell: Callable[[str], None], pause: Callable[[], Any] | None = None
) -> str:
    """`{"answer": ...}` or `{"error": ...}`; `tell` is called with what is known by then, as JSON.

    `pause` gives JavaScript's promise of whether the answer is wanted still; it is waited for now and then.

    >>> answered("check", '{"puzzle": {"rows": [[1]], "columns": [[-2]]}}', print)[:30]
    '{"error": {"kind": "input", "m'
    """
    with confined(wanted=_wanted(pause) if pause else None):
        found, error = answer_text(question, request, tell=tell)
    if not error:
        return f'{{"answer": {found}}}'
    if error["kind"] == MISSING:  # nobody can install it there
        needs, _, _ = error["message"].partition(": pip install")
        error["message"] = f"{needs}, which a page without a server does not have"
    return json.dumps({"error": error})


def _wanted(pause: Callable[[], Any]) -> Callable[[], bool]:
    """Whether the answer is wanted still, by a look that lets the browser do other things."""
    from pyodide.ffi import run_sync

    due, is_wanted = monotonic() + _SECONDS_PER_PAUSE, True

    def wanted() -> bool:
        nonlocal due, is_wanted
        if is_wanted and monotonic() >= due:
            is_wanted = bool(run_sync(pause()))
            due = monotonic() + _SECONDS_PER_PAUSE
        return is_wanted

    return wanted
