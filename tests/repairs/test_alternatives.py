"""Alternatives are solutions that differ from the known one, and the near ones have no smaller part."""

from itertools import islice

from cnfs import propagated
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import unsettled_puzzles

import nonosat as ns
from nonosat.limits import Clock
from nonosat.repairs.alternatives import Alternatives


def drawn(puzzle, data):
    """One solution, and where each other differs."""
    every = [grid.cells for grid in islice(ns.solutions(puzzle), 60)]
    assume(1 <= len(every) < 60)
    known = data.draw(st.sampled_from(every))
    others = [
        {cell: its for cell, (its, ours) in enumerate(zip(each, known, strict=True)) if its != ours}
        for each in every
        if each != known
    ]
    return known, others


@given(unsettled_puzzles(5), st.data())
def test_alternatives_are_those_of_a_list(puzzle, data):
    known, others = drawn(puzzle, data)
    cells = st.sets(st.integers(0, len(known) - 1), max_size=4)
    board = propagated(puzzle)
    is_open = {cell for cell in range(len(known)) if len(board.colours_of(cell)) > 1}
    with Alternatives(board, known, Clock()) as alternatives:
        for _ in range(4):
            agree = data.draw(cells) & is_open
            agreeing = [each for each in others if agree.isdisjoint(each)]
            found, near = alternatives.differing(agree), alternatives.near(agree)
            assert bool(found) == bool(near) == bool(agreeing)
            if not agreeing:
                continue
            assert found in agreeing
            assert near in agreeing
            assert not any(each.keys() < near.keys() for each in others)
            inside = [each for each in others if each.keys() <= found.keys() and each != found]
            inside = [each for each in inside if each.keys() != found.keys()]
            smaller = alternatives.smaller(found.keys())
            assert smaller in inside if inside else smaller == {}
