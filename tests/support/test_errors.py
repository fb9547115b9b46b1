"""Errors: one line of text, and the same in another process."""

import pickle
import subprocess
import sys

import pytest

import nonosat as ns
from nonosat.model.problems import Problem
from nonosat.support.errors import MAX_LISTED_PROBLEMS, InputError, NonosatError, OutputError, PuzzleError

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


IMPORTED = """
import builtins, faulthandler, gc, locale, logging, signal, sys, threading, warnings, decimal, random

def state():
    return [
        sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook, sys.getrecursionlimit(),
        sys.get_int_max_str_digits(), sys.getswitchinterval(), gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(),
        locale.setlocale(locale.LC_ALL), list(warnings.filters), logging.root.handlers, list(vars(builtins)),
        decimal.getcontext().prec, random.getstate(), list(sys.path), list(sys.meta_path), list(sys.path_hooks),
        [signal.getsignal(number) for number in signal.valid_signals()],
    ]

import numpy  # which adds filters of warnings of its own

before = state()
import nonosat as ns
for name in ns.__all__:
    getattr(ns, name)
assert ns.check(ns.example("cup")).unique
changed = [at for at, (one, other) in enumerate(zip(before, state())) if one != other]
sys.exit(f"changed: {changed}" if changed else 0)
"""


def test_importing_the_package_and_using_it_changes_nothing_in_the_process():
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_keeps_the_cause_of_the_caller_and_shows_none_of_ours():
    def ask():
        try:
            {}["key"]
        except KeyError:
            ns.Puzzle([["x"]], [[1]])

    with pytest.raises(ns.InputError) as raised:
        ask()
    causes = []
    error = raised.value
    while (
        error := error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    ) is not None:
        causes.append(type(error))
    assert causes in ([], [KeyError])
