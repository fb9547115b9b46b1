"""The cheapest supposition: none is refuted with fewer links, and each link is needed."""

from itertools import product
from random import Random

from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from replay import SUPPOSITIONS
from strategies import unsettled_puzzles

from nonosat import Grid
from nonosat.explaining.steps.easiest_chain import Refuter, links_of
from nonosat.explaining.steps.explain import Explanation, explain
from nonosat.explaining.steps.probes import open_colours
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.lines.propagate import propagate
from nonosat.support.limits import Budget


def refutes(board, probe):
    """Returns True if a line has no filling when a supposition is replayed line by line."""
    after = board.copy()
    after.fix(probe.cell, probe.colour)
    for link in probe.derivation:
        if not isinstance(link, int):
            if not refutes(after, link):
                return False
            for line, place in after.lines_of(link.cell):
                after.unpack()[line][link.colour] &= ~(1 << place)
        elif plan := after.plans[link]:
            masks = settle(plan, after.unpack()[link])
            if masks is None:
                return True
            after.narrow(link, masks)
    return False


def without_a_link(probe):
    for at, link in enumerate(probe.derivation):
        before, after = probe.derivation[:at], probe.derivation[at + 1 :]
        yield type(probe)(probe.cell, probe.colour, (*before, *after))
        if not isinstance(link, int):
            for less in without_a_link(link):
                yield type(probe)(probe.cell, probe.colour, (*before, less, *after))


def with_a_supposition(seed):
    """A board on which lines say no more, and its cheapest supposition, short enough for brute force."""
    random = Random(seed)
    while True:
        height, width = random.randint(3, 4), random.randint(3, 4)
        picture = Grid([[random.randint(0, 1) for _ in range(width)] for _ in range(height)])
        board = Board(picture.puzzle())
        propagate(board)
        found = Refuter(lambda: None, Budget(100)).cheapest(board)
        if found and links_of(found.probe) <= 5:
            return board, found


@given(st.integers(0, 1 << 30).map(with_a_supposition))
@settings(max_examples=tries(15))
def test_the_first_supposition_is_the_cheapest(case):
    board, found = case
    links = links_of(found.probe)
    assert found.least == links
    lines = range(len(board.lines))
    fewer = (
        type(found.probe)(*each, chain)
        for each in open_colours(board)
        for chain in product(lines, repeat=links - 1)
    )
    assert not any(refutes(board, probe) for probe in fewer)


@given(st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(7 - inks, inks, least=4)))
@settings(max_examples=tries(40))
def test_each_link_is_needed(puzzle):
    explanation = Explanation(puzzle)
    before = explanation.board.copy()
    for step in explanation:
        for probe in step.probes if step.reason in {*SUPPOSITIONS, "nested"} else ():
            assert refutes(before, probe)
            assert not any(refutes(before, less) for less in without_a_link(probe))
        before = explanation.board.copy()


@given(unsettled_puzzles(6, 1))
@settings(max_examples=tries(15))
def test_on_a_rectangle_no_chain_has_fewer_than_four_links(puzzle):
    for step in explain(puzzle):
        if step.reason in SUPPOSITIONS:
            assert links_of(step.probes[0]) >= 4
