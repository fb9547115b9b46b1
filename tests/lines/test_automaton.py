"""The automaton of a clue against the clue of every line, cell by cell."""

from itertools import product

import pytest

from nonosat.lines.automaton import automaton_of, transitions
from nonosat.lines.bits import positions
from nonosat.model.clues import agrees, as_clue, line_clue

CLUES = [
    as_clue(blocks)
    for blocks in (
        [],
        [1],
        [3],
        [1, 1],
        [2, 1, 1],
        [(1, 1), (2, 2)],
        [(1, 2), (1, 1), (1, 1)],
        ["?"],
        ["?", 2],
        [("?", 1), ("?", 2), 1],
    )
]


@pytest.mark.parametrize("clue", CLUES, ids=str)
def test_accepted_lines_are_those_that_satisfy_the_clue(clue):
    automaton = automaton_of(clue)
    steps = transitions(clue)
    for length in range(6):
        for cells in product(range(3), repeat=length):
            state = 0
            for colour in cells:
                state = None if state is None else steps[state].get(colour)
            accepted = state is not None and bool(automaton.ends >> state & 1)
            assert accepted == agrees(line_clue(bytes(cells)), clue)


@pytest.mark.parametrize("clue", CLUES, ids=str)
def test_before_is_the_inverse_of_after(clue):
    automaton = automaton_of(clue)
    states = range(len(automaton.colour))
    after = {(one, other) for one in states for other in positions(automaton.after(1 << one))}
    before = {(one, other) for other in states for one in positions(automaton.before(1 << other))}
    assert after == before


@pytest.mark.parametrize("clue", CLUES, ids=str)
def test_inner_states_have_one_predecessor(clue):
    automaton = automaton_of(clue)
    for state in positions(automaton.inner):
        assert automaton.before(1 << state) == 1 << state - 1
