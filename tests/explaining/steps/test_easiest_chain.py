"""The cheapest supposition: none is refuted with fewer links, and each link is needed."""

from itertools import product

from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from replay import SUPPOSITIONS
from strategies import unsettled_puzzles

from nonosat.explaining.steps.easiest_chain import Refuter, links_of
from nonosat.explaining.steps.explain import Explanation, explain
from nonosat.explaining.steps.probes import open_colours
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.lines.propagate import propagate
from nonosat.support.limits import Budget


def refutes(board, probe):
    """Whether a line has no filling when a supposition is replayed line by line."""
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


@given(unsettled_puzzles(4, 1, least=3))
@settings(max_examples=tries(15))
def test_the_first_supposition_is_the_cheapest(puzzle):
    board = Board(puzzle)
    if propagate(board) is not None or len(board.lines) > 8:
        return
    found = Refuter(lambda: None, Budget(100)).cheapest(board)
    if found is None or links_of(found.probe) > 5:
        return
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
