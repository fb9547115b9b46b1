"""The questions of the studio, from JSON to JSON, the same on a server and in a browser.

`QUESTIONS` declares the members of requests and answers, the stages of progress, and the limits. `answer` reads a request, asks
the question and returns its answer, or an error as data. No question opens a file, and in a `confined` process none starts
others: the caller can end that process, or the worker of a browser, at any moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import nonosat
from nonosat.studio.codes import CODES
from nonosat.studio.drawing import DRAWING
from nonosat.studio.examining import EXAMINING
from nonosat.studio.files import FILES
from nonosat.studio.judging import JUDGING
from nonosat.studio.paper import PAPER
from nonosat.studio.question import INPUT, Asked, Bounds, Question, Tell, answered, error
from nonosat.studio.regrading import REGRADING
from nonosat.studio.repairing import REPAIRING

_OWN = (*EXAMINING, *REPAIRING, *JUDGING, *REGRADING, *FILES, *PAPER, *CODES, *DRAWING)

# questions by name; those without a row of their own are as their functions declare them
QUESTIONS: dict[str, Question] = {each.name: each for each in (*map(Asked, nonosat.QUESTIONS), *_OWN)}


def answer(
    question: str,
    request: Any,
    *,
    tell: Tell | None = None,
    begin: Callable[[float], None] | None = None,
    bounds: Bounds | None = None,
) -> dict[str, Any]:
    """Returns the answer to a question, or `{"error": ...}`; raises nothing.

    `request` and the answer are plain data. `tell` is called with each stage of progress, an object with `stage`; `begin` with
    the limit in seconds, once the request is read. `bounds` are those of the host.

    >>> answer("check", {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "id": 7})["verdict"]
    'unique'
    >>> answer("check", {"puzzle": {"rows": [[1]]}})["error"]["message"]
    '`puzzle` is no puzzle: `columns` is missing'
    """
    if question not in QUESTIONS:
        return error(INPUT, f"no question is called {question!r}; there are {', '.join(QUESTIONS)}")
    return answered(QUESTIONS[question], request, tell=tell, begin=begin, bounds=bounds)


def read_json(text: str | bytes) -> Any:
    """Reads JSON; raises `ValueError` with the reason, also for Python's extensions of JSON."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python's message speaks of its own settings
        raise ValueError("a number has too many digits") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def answer_text(
    question: str,
    text: str | bytes,
    *,
    tell: Callable[[str], None] | None = None,
    begin: Callable[[float], None] | None = None,
    bounds: Bounds | None = None,
) -> tuple[str, dict[str, Any]]:
    """Like `answer`, from JSON text to JSON text; also returns the error, empty if there is none."""
    report = None if tell is None else lambda known: tell(json.dumps(known))
    try:
        request = read_json(text)
    except ValueError as wrong:
        found = error(INPUT, f"the request is not JSON: {wrong}")
    else:
        found = answer(question, request, tell=report, bounds=bounds, begin=begin)
    return json.dumps(found), found.get("error", {})
