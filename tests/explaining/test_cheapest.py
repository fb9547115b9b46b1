"""Steps beyond lines are the cheapest that there are: compared with all chains, by brute force."""

from itertools import islice

import pytest
from cheapest import COMPLETE, FOLLOWABLE, Lines, without
from effort import quick, tries
from hypothesis import example, given, settings
from hypothesis import strategies as st
from replay import SUPPOSITIONS
from strategies import statements, unsettled_puzzles

from nonosat import Grid, Puzzle
from nonosat.explaining.steps.explain import Explanation, explain
from nonosat.model.palette import BLACK_AND_WHITE, Colour

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))

CASES = [
    (".#..#. .....# .....# ...#.# .##.#.", ()),
    ("..#. ##.. #..# ...# .#.#", ()),
    (".#.#.# ..#..# #...#. ####.# #.#... #....#", ()),
    ("..... .#..# #.... #.##. ..##. .#..#", ()),
    (".#...# .##.#. #..### #..... .##.## ...###", ()),
    (".r.r. #..#r ...#. .##.r ....#", ()),
    ("..# ..#.. #...... ....... ...#. ..# .", (4, 4, -3)),
    ("...#. ......# #.#.##.. #.#.... ..### .#.", (4, 5, -3)),
    ("..#.#. .#.#. .#. #", (4, 3, 0)),
    (".##... .....# .##.#.", (3, 6, -3)),
    (". ... ..#.r #.#... ....# #..", (4, 3, -3)),
    ("...r.. r.r... ....rr ..... r.. .", (3, 6, -3)),
    ("..##.#. r.....rr #.....r. ...#.r# r.... .#.", (4, 6, -3)),
]
"""Pictures, and of those on triangles columns, diagonals and corner. They were found among random ones: several
suppositions have the fewest links, and the first of them does not lead furthest."""


def puzzle_of(picture, shape):
    grid = Grid([list(map(".#r".index, row)) for row in picture.split()], ragged=True)
    palette = THREE if "r" in picture else BLACK_AND_WHITE
    return grid.triddler(*shape, palette) if shape else grid.puzzle(palette)


def assert_cheapest(puzzle, most, *, all_chains):
    """Requires that each of the first steps beyond lines is the first in the order of cost; returns the number of steps.

    Without `all_chains` long chains that nothing follows from are left out, so they are not compared.
    """
    lines = Lines(puzzle)
    state, compared = lines.start, 0
    steps = (step for step in Explanation(puzzle, all_chains=all_chains) if step.axis is None)
    for step in islice(steps, most):
        expected = lines.cheapest(state)
        if expected is None:
            assert step.reason not in SUPPOSITIONS or step.links > COMPLETE
            return compared
        supposition, links = expected
        if links > FOLLOWABLE and not all_chains:
            return compared
        (probe,) = step.probes
        assert step.reason in SUPPOSITIONS
        assert (step.links, step.least) == (links, links)
        assert (probe.cell, probe.colour) == supposition
        state = lines.fixpoint(without(state, *supposition))
        compared += 1
    return compared


@pytest.mark.slow_for("...r.. r.r... ....rr ..... r.. .-shape11")
@pytest.mark.parametrize(("picture", "shape"), quick(CASES, lambda case: len(case[0]) < 33))
def test_the_first_suppositions_are_the_cheapest_and_lead_furthest(picture, shape):
    puzzle = puzzle_of(picture, shape)
    assert assert_cheapest(puzzle, 3, all_chains=True)
    assert assert_cheapest(puzzle, 1, all_chains=False)


NESTED = Puzzle([[1]] * 5, [[1, 1], [2], [1]])
"""Chains refute nothing in it, suppositions inside of others do."""


@given(st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(7 - inks, inks, least=5)))
@example(NESTED)
@settings(max_examples=tries(60))
def test_suppositions_come_in_the_order_of_their_cost(puzzle):
    assert_cheapest(puzzle, 3, all_chains=True)
    assert_cheapest(puzzle, 1, all_chains=False)


@given(st.integers(2, 3).flatmap(lambda inks: unsettled_puzzles(7 - inks, inks) | statements(6, inks)))
@settings(max_examples=tries(100))
def test_a_step_about_a_line_says_which_colour_cells_have(puzzle):
    """In colour as in black and white: none only says what cells are not."""
    for step in explain(puzzle, depth=0) if not puzzle.problems() else ():
        if step.axis is not None and not step.contradicts:
            assert step.cells
            assert not step.excluded
