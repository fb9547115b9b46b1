"""The questions of the studio, from JSON to JSON, the same on a server and in a browser.

`QUESTIONS` declares the members of requests and answers, the stages of progress, and the limits. `answer` reads a request, asks
the question and returns its answer, or an error as data. No question opens a file, and in a `confined` process none starts
others: the caller can end that process, or the worker of a browser, at any moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

import nonosat
from nonosat.apps.studio.drawing import DRAWING
from nonosat.apps.studio.examining import EXAMINING
from nonosat.apps.studio.files import FILES
from nonosat.apps.studio.paper import PAPER
from nonosat.apps.studio.question import (
    ID,
    INPUT,
    INTERNAL,
    LIMIT,
    MISSING,
    Asked,
    Bounds,
    Question,
    Request,
    Tell,
    TooLarge,
    error,
)
from nonosat.records.json_types import Refused
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, MissingExtraError, NonosatError, PuzzleError
from nonosat.support.limits import counting_cpu
from nonosat.support.results import plain

_OWN = (*EXAMINING, *FILES, *PAPER, *DRAWING)

# wall-clock seconds per CPU second of the default limit, so that load changes no answer. The `seconds` of
# a request are wall-clock time.
_PATIENCE = 5

# questions by name; those without a row of their own are as their functions declare them
QUESTIONS: dict[str, Question] = {entry.name: entry for entry in (*map(Asked, nonosat.QUESTIONS), *_OWN)}


def answer(
    question: str,
    request: Any,
    *,
    tell: Tell | None = None,
    begin: Callable[[float], None] | None = None,
    bounds: Bounds | None = None,
) -> dict[str, Any]:
    """Returns the answer to a question, or `{"error": ...}`; raises only what ends a program.

    `request` and the answer are plain data. `tell` is called with each stage of progress, an object with `stage`; `begin` with
    the limit in seconds, once the request is read. `bounds` are those of the host.

    >>> answer("check", {"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "id": 7})["verdict"]
    'unique'
    >>> answer("check", {"puzzle": {"rows": [[1]]}})["error"]["message"]
    '`puzzle` is no puzzle: `columns` is missing'
    """
    if question not in QUESTIONS:
        return error(INPUT, f"no question is called {question!r}; there are {', '.join(QUESTIONS)}")
    declared = QUESTIONS[question]
    bounds = bounds or declared.bounds
    name = _name_of(request)
    results: dict[str, Any] = {}

    def report(event: dict[str, Any]) -> None:
        results.update({key: value for key, value in event.items() if key != "stage"})
        if tell is not None:
            tell(event | name)

    began = monotonic()
    try:
        values = declared.request(bounds).read(request)
        seconds = values["seconds"]
        most = (
            seconds if "seconds" in request else max(seconds, min(_PATIENCE * seconds, bounds.most_seconds))
        )
        if begin:
            begin(most)
        with counting_cpu(most / seconds):
            reply = {**declared.work(Request(values, bounds, report))}
    except Refused as refused:
        reply = error(INPUT, str(refused), where=refused.where)
    except TooLarge as large:
        reply = error(LIMIT, str(large), limit="cells")
    except PuzzleError as wrong:
        reply = error(INPUT, str(wrong), where="puzzle", problems=plain(wrong.problems[:1000]))
    except OutOfReach as reason:
        reply = error(LIMIT, str(reason), limit=str(reason.stopped), known=results)
    except MissingExtraError as missing:
        reply = error(MISSING, str(missing))
    except MemoryError:
        reply = error(LIMIT, Stopped.MEMORY.describe(), limit=str(Stopped.MEMORY), known=results)
    except InputError as wrong:
        reply = error(INPUT, str(wrong))
    except NonosatError as wrong:
        reply = error(INPUT if wrong.exit_code < 70 else INTERNAL, str(wrong))
    except Exception as fault:
        reply = error(INTERNAL, f"an error of the program: {type(fault).__name__}: {str(fault)[:200]}")
    if "error" not in reply and any(field.name == "seconds" for field in declared.answer):
        reply["seconds"] = round(monotonic() - began, 6)
    return reply | name


def _name_of(request: Any) -> dict[str, Any]:
    """Returns the `id` of a request if it is valid."""
    try:
        return {"id": ID.type.read(request["id"], "id")} if "id" in request else {}
    except (Refused, TypeError):
        return {}


def read_json(text: str | bytes) -> Any:
    """Reads JSON; raises `ValueError` with the reason, also for Python's extensions of JSON."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except (json.JSONDecodeError, _NotANumber):
        raise
    except UnicodeDecodeError:
        raise ValueError("it is not encoded as UTF-8") from None
    except ValueError:  # Python's message speaks of its own settings
        raise ValueError("a number has too many digits") from None


class _NotANumber(ValueError):
    pass


def _no_constant(name: str) -> None:
    raise _NotANumber(f"{name} is no number")


def answer_text(
    question: str,
    text: str | bytes,
    *,
    tell: Callable[[str], None] | None = None,
    begin: Callable[[float], None] | None = None,
    bounds: Bounds | None = None,
) -> tuple[str, dict[str, Any]]:
    """Like `answer`, from JSON text to JSON text; also returns the error, empty if there is none."""
    report = None if tell is None else lambda event: tell(json.dumps(event))
    try:
        request = read_json(text)
    except ValueError as wrong:
        reply = error(INPUT, f"the request is not JSON: {wrong}")
    else:
        reply = answer(question, request, tell=report, bounds=bounds, begin=begin)
    return json.dumps(reply), reply.get("error", {})
