"""The text of an answer, without the name of its puzzle."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WORDS = {
    "Report": ("sentences", "report_text"),
    "Count": ("counts", "total_text"),
    "Rating": ("ratings", "rating_text"),
    "Judgement": ("judgements", "judgement_text"),
}
"""The function of each class of answers, with its module; loaded when one is printed, for together they need every question."""

_WITH_NAME = {
    "Ambiguity": ("ambiguities", "ambiguity_text"),
    "Conflict": ("conflicts", "conflict_text"),
    "Repair": ("repairs", "repair_text"),
    "Nearest": ("distances", "nearest_text"),
}
"""The same for functions of the name of a puzzle and an answer."""


def answer_text(answer: object) -> str | None:
    """Returns what the command of an answer prints, without the name of the puzzle; None if no command prints it.

    >>> import nonosat
    >>> print(nonosat.check(nonosat.Puzzle([[1]], [[1]])))
    unique (1x1, solvable line by line)
    """
    kind = type(answer).__name__
    if kind in _WORDS:
        return str(_function(*_WORDS[kind])(answer))
    if kind in _WITH_NAME:
        return str(_function(*_WITH_NAME[kind])("", answer)).removeprefix(": ")
    return None


def _function(module: str, name: str) -> Any:
    return getattr(import_module(f"nonosat.apps.wording.{module}"), name)
