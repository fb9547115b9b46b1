"""Answers as text, the same for `print(answer)` in Python as for the command of that name."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from nonosat.apps.cli.commands import ambiguity, conflict, count, judge, nearest, rate, repair
from nonosat.apps.cli.shell.sentences import report_text
from nonosat.apps.evaluation.judging.judge import Judgement
from nonosat.conflicts.mus import Conflict
from nonosat.counting.ambiguity import Ambiguity
from nonosat.counting.count import Count
from nonosat.counting.distance import Nearest
from nonosat.explaining.grading.rate import Rating
from nonosat.explaining.steps.explain import Explanation
from nonosat.repairs.means import By
from nonosat.repairs.result import Repair
from nonosat.search.questions import Report


@singledispatch
def printed(answer: object) -> str | None:  # noqa: ARG001
    """Returns what the command of an answer prints, without the name of the puzzle; None if no command prints it.

    >>> import nonosat
    >>> print(nonosat.check(nonosat.Puzzle([[1]], [[1]])))
    unique (1x1, solvable line by line)
    """
    return None


@printed.register
def _(answer: Report) -> str:
    return report_text(answer)


@printed.register
def _(answer: Count) -> str:
    return count.sentence(answer)


@printed.register
def _(answer: Rating) -> str:
    return rate.figures(answer)


@printed.register
def _(answer: Ambiguity) -> str:
    return _unnamed(ambiguity.text("", answer))


@printed.register
def _(answer: Conflict) -> str:
    return _unnamed(conflict.text("", answer))


@printed.register(Repair)
def _(answer: Repair[Any]) -> str:
    describe = {By.CLUE: repair.clue_text, By.GIVENS: repair.givens_text, By.PIXELS: repair.pixels_text}
    return _unnamed(describe[answer.by]("", answer))


@printed.register
def _(answer: Nearest) -> str:
    return _unnamed(nearest.text("", answer))


@printed.register
def _(answer: Judgement) -> str:
    return "\n  ".join(judge.lines_of(answer, answer.puzzle))


@printed.register
def _(answer: Explanation) -> str:
    steps = [f"{number}. {step}" for number, step in enumerate(answer.steps, start=1)]
    return "\n".join([*steps, str(answer.conclusion())])


def _unnamed(text: str) -> str:
    """Returns a text about a puzzle without the name that the commands put first."""
    return text.removeprefix(": ")
