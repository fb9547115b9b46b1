"""Integers of any length as text, and the numbers of solutions that are such."""

import json
import pickle
import sys
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from nonosat import Puzzle, ambiguity, count, solution_set
from nonosat.apps.cli.program import program
from nonosat.support.longint import LongInt

SIDE = 120
"""So many lines each way without a clue have 2 to the power of SIDE * SIDE solutions, 4335 digits."""


@contextmanager
def no_limit():
    """Leaves the limit of this process alone after it is done."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


@given(st.integers() | st.integers(-(10**9), 10**9).map(lambda n: n**500))
def test_the_text_is_that_of_an_integer(number):
    long = LongInt(number)
    with no_limit():
        expected = str(number), repr(number), f"{number}", f"{number:,}", f"{number:d}", f"{number:>9,d}"
    assert (str(long), repr(long), f"{long}", f"{long:,}", f"{long:d}", f"{long:>9,d}") == expected
    assert (long, hash(long)) == (number, hash(number))
    assert type(long + 1) is int
    assert pickle.loads(pickle.dumps(long)) == long


@pytest.fixture(scope="module")
def blank():
    return Puzzle([None] * SIDE, [None] * SIDE)


@pytest.mark.slow
def test_long_counts_are_printed_by_python(blank):
    assert sys.get_int_max_str_digits() == 4300
    number = 2 ** (SIDE * SIDE)
    with no_limit():
        digits = str(number)
    found = count(blank)
    assert (found.count, found.exact) == (number, True)
    assert str(found.count) == digits
    assert digits[:4] in repr(found)  # one line, with long numbers shortened
    assert found.to_json()["count"] == digits
    assert "Ambiguity(" in repr(ambiguity(blank))
    solutions = solution_set(blank)
    assert str(solutions.count) == digits
    with pytest.raises(IndexError, match=digits):
        solutions[number]
    assert sys.get_int_max_str_digits() == 4300


@pytest.mark.slow
@pytest.mark.parametrize("command", [["count"], ["ambiguity"], ["sample", "--seed", "1"]])
def test_long_counts_are_printed_by_the_command_line(command, tmp_path):
    path = tmp_path / "blank.json"
    path.write_text(json.dumps({"rows": [None] * SIDE, "columns": [None] * SIDE}))
    with no_limit():
        digits, grouped = str(2 ** (SIDE * SIDE)), f"{2 ** (SIDE * SIDE):,}"
    said = CliRunner().invoke(program, [*command, str(path), "--json"], standalone_mode=False)
    assert json.loads(said.stdout.splitlines()[-1])["count"] == digits  # samples stand in lines before it
    if command[0] != "sample":  # which draws, and counts for the record only
        said = CliRunner().invoke(program, [*command, str(path)], standalone_mode=False)
        assert grouped in said.stdout
