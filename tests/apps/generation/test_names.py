"""What `generate` and `from_image` take by name is what type checkers see."""

from dataclasses import fields
from inspect import signature
from typing import get_args

import pytest

import nonosat as ns
from nonosat.apps.generation.from_image import ImageOptions
from nonosat.apps.generation.wish import (
    FIGURES,
    Kind,
    KindName,
    Symmetry,
    SymmetryName,
    Wish,
    Wishes,
    WishFields,
)
from nonosat.apps.illustration.base import SUBJECTS, Subject
from nonosat.apps.many import asking
from nonosat.apps.many.asking import ASKED, Ask, AskOptions, parameters, record
from nonosat.explaining.steps.techniques import Grade, GradeName
from nonosat.imaging.photo import InkRule, InkRuleName
from nonosat.repairs.means import By, ByName
from nonosat.sat.backends import BACKENDS
from nonosat.search.options import AUTO, BackendName


def test_names_are_those_of_the_fields_and_parameters():
    assert [*WishFields.__annotations__] == [field.name for field in fields(Wish)]
    assert {*Wishes.__annotations__} == {*WishFields.__annotations__, "size", *FIGURES}
    assert {*ImageOptions.__annotations__} == {*signature(ns.from_image).parameters} - {"image", "choices"}
    assert {*AskOptions.__annotations__} == (
        {*signature(record).parameters} - {"puzzle", "ask", "parameters"} | {"workers", *parameters()}
    )


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (Grade, GradeName),
        (InkRule, InkRuleName),
        (By, ByName),
        (Symmetry, SymmetryName),
        (Kind, KindName),
        (SUBJECTS, Subject),
        (ASKED, Ask),
        ((AUTO, *BACKENDS), BackendName),
    ],
)
def test_words_are_those_that_are_taken(words, names):
    assert [*words] == [*get_args(names)]


def test_a_size_is_a_side_a_text_or_a_pair_and_one_side_alone_a_square():
    for wish in ({"size": 7}, {"size": "7"}, {"size": "7x7"}, {"size": (7, 7)}, {"width": 7}, {"height": 7}):
        assert (ns.generate(**wish).wish.width, ns.generate(**wish).wish.height) == (7, 7)
    wide = ns.generate(ns.Wish(width=5, height=3), width=7).wish
    assert (wide.width, wide.height) == (7, 3)


def test_words_are_taken_in_upper_case_too():
    assert ns.Wish(grade="Medium").grade is Grade.MEDIUM
    assert ns.SearchOptions(backend="CP-SAT").backend == "cp-sat"
    with pytest.raises(ns.UsageError, match="no grade is called 'mittel'; there are trivial, easy"):
        ns.generate(grade="mittel")


NOT_ASKED_OF_MANY = {
    "hint": "the first step of `explain`",
    "repair_pixels": "about drawings; `repair pixels` takes many",
    "judge": "needs an answer",
    "judge_moves": "needs moves",
}
"""Questions that `batch` does not ask, and why."""


def test_every_question_can_be_asked_of_many_puzzles_or_there_is_a_reason():
    asked = {function.__name__ for function in asking.QUESTIONS}
    missing = {*ns.QUESTIONS} - asked - NOT_ASKED_OF_MANY.keys()
    assert not missing, f"add {missing} to QUESTIONS of src/nonosat/apps/many/asking.py, or a reason here"
