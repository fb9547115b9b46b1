"""What is written in formats of clues is read back, by name and by content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles, statements

import nonosat as ns

PLAIN = statements().map(lambda puzzle: puzzle.replace(givens=()))
WRITTEN = {
    **dict.fromkeys(("dzn", "puzzlink"), PLAIN),
    "gno": puzzles(givens=False),
    "pattern": statements(),
}
BY_NAME_ONLY = {"gno"}


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
def test_what_is_written_reads_back_equal(name, data):
    puzzle = data.draw(WRITTEN[name])
    text = ns.dumps(puzzle, name)
    assert ns.loads(text, name) == puzzle
    assert name in BY_NAME_ONLY or ns.loads(text) == puzzle
