"""All answers: equal to the same answer given again, whatever time it took, and without a truth value."""

import dataclasses
import typing
from collections.abc import Iterator

import pytest
from test_pickles import ANSWERS

import nonosat as ns

PLAIN = (ns.Puzzle, ns.Grid, str, bytes, dict, list, tuple, type(None), Iterator)
"""Types of values that are not answers; a grid and a puzzle have a size."""

PARTS = (ns.CellChange, ns.ClueChange)
"""Parts of answers, which are true as other values are."""


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_question_has_an_equal_answer(name):
    first, second = ANSWERS[name](), ANSWERS[name]()
    if dataclasses.is_dataclass(first):
        assert first == second
        assert hash(first) == hash(second) or name == "render"


@pytest.mark.parametrize("name", ANSWERS)
def test_no_answer_has_a_truth_value(name):
    answer = ANSWERS[name]()
    if not isinstance(answer, PLAIN):
        with pytest.raises((ns.UsageError, TypeError), match=f"{type(answer).__name__} has no truth value"):
            bool(answer)


def results():
    """Yields each class that a public function returns."""
    for name in filter(str.islower, ns.__all__):
        hint = getattr(ns, name).__wrapped__.__annotations__["return"]
        for word in typing.cast(str, hint).replace("[", " ").replace("]", " ").replace(",", " ").split():
            if isinstance(getattr(ns, word, None), type):
                yield getattr(ns, word)


@pytest.mark.parametrize("kind", [*dict.fromkeys(results())], ids=lambda kind: kind.__name__)
def test_no_class_of_results_has_a_truth_value(kind):
    if not issubclass(kind, (*PLAIN, *PARTS)):
        assert "__bool__" in dir(kind)


def test_a_step_is_shown_as_its_sentence():
    step = next(ns.explain(ns.example("cup")))
    assert repr(step) == f"Step({step.text})"
    probed = ns.Puzzle([[1, 1], [3], [2]], [[2], [2], [2]])
    for step in ns.explain(probed):
        first, *rest = step.text.splitlines()
        assert repr(step) == f"Step({first}{' ...' if rest else ''})"
