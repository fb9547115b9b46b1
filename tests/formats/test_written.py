"""What is written in formats of clues is read back, by name and by content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import statements

import nonosat as ns

PLAIN = statements().map(lambda puzzle: puzzle.replace(givens=()))
WRITTEN = {
    **dict.fromkeys(("dzn", "puzzlink"), PLAIN),
    "pattern": statements(),
}


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
def test_what_is_written_reads_back_equal(name, data):
    puzzle = data.draw(WRITTEN[name])
    text = ns.dumps(puzzle, name)
    assert ns.loads(text, name) == puzzle
    assert ns.loads(text) == puzzle
