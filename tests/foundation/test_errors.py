"""Errors: one line of text, and the same in another process."""

import pickle

import pytest

from nonosat.foundation.errors import MAX_LISTED_PROBLEMS, InputError, NonosatError, OutputError, PuzzleError
from nonosat.model.problems import Problem

ERRORS = [
    NonosatError("why"),
    InputError("two\nlines", path="a\tb.non", line=3),
    PuzzleError((Problem("sum", "first", line=2), Problem("size", "second")), path="a.non"),
    OutputError("\x1b[31m"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_text_is_one_printable_line(error):
    assert str(error).isprintable()


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_pickles(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))


def test_a_text_names_the_first_problems_only():
    problems = tuple(Problem("text", f"problem {number}") for number in range(MAX_LISTED_PROBLEMS + 2))
    text = str(PuzzleError(problems))
    assert text.count("problem") == MAX_LISTED_PROBLEMS
    assert text.endswith("; and 2 more")
