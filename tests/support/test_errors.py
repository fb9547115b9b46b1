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


@pytest.mark.slow
def test_a_traceback_ends_with_the_frame_of_the_user(tmp_path):
    calls = ["ns.load('missing.non')", "ns.check('a')", "ns.Puzzle([['x']], [[1]])", "ns.Grid(['#', '##'])"]
    for call in calls:
        script = tmp_path / "mine.py"
        script.write_text(f"import nonosat as ns\ndef mine():\n    {call}\nmine()\n")
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
        files = [line for line in done.stderr.splitlines() if line.startswith("  File ")]
        assert len(files) == 2
        assert all("mine.py" in file for file in files)
        assert done.stderr.splitlines()[-1].startswith("nonosat.")


def test_notebooks_show_the_same_lines():
    with pytest.raises(ns.InputError) as raised:
        ns.Grid(["#", "##"])
    shown = raised.value._render_traceback_()
    assert sum(line.startswith("  File ") for line in shown) == 1
    assert "test_errors.py" in "".join(shown)
