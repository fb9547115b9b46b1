"""Alternatives are solutions that differ from the known one, and the near ones have no smaller part."""

from itertools import islice

from cnfs import propagated
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import unsettled_puzzles

import nonosat as ns
from nonosat.repairs.alternatives import Alternatives
from nonosat.support.limits import Clock


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
            agreeing = [other for other in others if agree.isdisjoint(other)]
            found, near = alternatives.differing(agree), alternatives.near(agree)
            assert bool(found) == bool(near) == bool(agreeing)
            if not agreeing:
                continue
            assert found in agreeing
            assert near in agreeing
            assert not any(other.keys() < near.keys() for other in others)
            inside = [other for other in others if other.keys() <= found.keys() and other != found]
            inside = [each for each in inside if each.keys() != found.keys()]
            smaller = alternatives.smaller(found.keys())
            assert smaller in inside if inside else smaller == {}


def test_the_way_from_any_alternative_to_a_near_one():
    """Of a permutation of five places each other one is made of cycles, of which one is a part."""
    puzzle = ns.Puzzle([[1]] * 5, [[1]] * 5)
    known = ns.Grid(["#....", ".#...", "..#..", "...#.", "....#"]).cells
    with Alternatives(propagated(puzzle), known, Clock()) as alternatives:
        everywhere = range(25)
        smaller = alternatives.smaller(everywhere)
        assert smaller
        two_cycles = {cell for cell in everywhere if (cell // 5 < 2) == (cell % 5 < 2)}
        found = alternatives.smaller(two_cycles)
        assert found
        assert found.keys() < two_cycles
        for cell in everywhere:
            near = alternatives.near({cell}) if known[cell] else alternatives.near()
            assert cell not in near or not known[cell]
            swapped = {cell for cell in near if known[cell]}
            assert len(near) == 2 * len(swapped) >= 4
            assert not alternatives.smaller(near.keys())
