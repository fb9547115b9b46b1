"""The questions as a web worker asks them: JSON text in, JSON text out."""

from __future__ import annotations

import json
from collections.abc import Callable

from nonosat.studio.question import MISSING
from nonosat.studio.questions import answer


def answered(question: str, request: str, tell: Callable[[str], None]) -> str:
    """`{"answer": ...}` or `{"error": ...}`; `tell` is called with what is known by then, as JSON.

    >>> answered("check", '{"puzzle": {"rows": [[1]], "columns": [[2]]}}', print)[:30]
    '{"error": {"kind": "input", "m'
    """
    found = answer(question, json.loads(request), tell=lambda known: tell(json.dumps(known)))
    if "error" not in found:
        return json.dumps({"answer": found})
    if found["error"]["kind"] == MISSING:  # nobody can install it there
        needs, _, _ = found["error"]["message"].partition(": pip install")
        found["error"]["message"] = f"{needs}, which a page without a server does not have"
    return json.dumps({"error": found["error"]})
