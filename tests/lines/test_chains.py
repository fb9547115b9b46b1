"""Chains: the kernel's against every sequence of lines, and those from propagation against the reference."""

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from solution_sets import random_puzzle, randoms
from strategies import every_feature, unsettled_puzzles

from nonosat import Puzzle
from nonosat.explaining.steps.probes import open_colours
from nonosat.lines.board import Board
from nonosat.lines.chains import END, supposed_by
from nonosat.lines.compiled import Kernel
from nonosat.lines.line import settle
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference

with_kernel = pytest.mark.skipif(Kernel is None, reason="there is no kernel")
NODES = 10**9


def stalled(puzzle):
    """A board at its fixpoint, with suppositions to be made on it."""
    board = Board(puzzle)
    assume(propagate(board) is None)
    suppositions = list(open_colours(board))
    assume(suppositions)
    return board, sorted(suppositions, key=lambda supposition: not is_refuted(board, supposition))


def is_refuted(board, supposition):
    """Returns True if lines refute a supposition."""
    supposed = board.copy()
    return propagate(supposed, supposed.fix(*supposition)) is not None


def refutable_puzzle(random):
    """A puzzle that lines leave open, with a supposition that they refute."""
    while True:
        puzzle = random_puzzle(random, max_side=4)
        board = Board(puzzle)
        propagate(board)
        if any(is_refuted(board, supposition) for supposition in open_colours(board)):
            return puzzle


def inner(supposition, chain, colours):
    """An inner supposition as links of a chain."""
    cell, colour = supposition
    return (-2 - cell * colours - colour, *chain, END)


def settled(board, line):
    """Settles a line of a board: the lines that this touches, None if it has no filling."""
    plan = board.plans[line]
    masks = plan and settle(plan, board.unpack()[line])
    return (None if plan else set()) if masks is None else board.narrow(line, masks)


def without(board, cell, colour):
    """A copy of a board on which a cell lacks a colour."""
    board = board.copy()
    for line, place in board.lines_of(cell):
        board.unpack()[line][colour] &= ~(1 << place)
    return board


def refuted_by(board, supposition, chain):
    """Returns the number of links, settled in order, until a line has no filling; 0 if all have one."""
    after = board.copy()
    after.fix(*supposition)
    rest = list(chain)
    while rest:
        link = rest.pop(0)
        if link < 0:
            depth, end = 1, 0
            while depth:
                depth += (rest[end] < END) - (rest[end] == END)
                end += 1
            assumed = supposed_by(link, board.colours)
            if refuted_by(after, assumed, rest[: end - 1]):
                after = without(after, *assumed)
            rest = rest[end:]
        elif settled(after, link) is None:
            return len(chain) - len(rest)
    return 0


def fewest_links(board, supposition, most):
    """The fewest lines that refute a supposition, by breadth-first search; None if that are more than `most`."""
    first = board.copy()
    first.fix(*supposition)
    seen, layer = set(), [first]
    for links in range(1, most + 1):
        following = []
        for before in layer:
            for line in range(len(board.lines)):
                after = before.copy()
                if settled(after, line) is None:
                    return links
                key = tuple(map(tuple, after.unpack()))
                if key not in seen:
                    seen.add(key)
                    following.append(after)
        layer = following
    return None


refutable = randoms.map(refutable_puzzle)
stalling = st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(6 - inks, inks, least=3))


@with_kernel
@given(
    refutable | every_feature(2, triddlers=True, missing=True), st.integers(1, 6), st.sampled_from([3, NODES])
)
@settings(max_examples=tries(60), deadline=None)
def test_the_kernel_finds_the_fewest_links(puzzle, links, nodes):
    board, suppositions = stalled(puzzle)
    suppositions = suppositions[:3]
    for each in suppositions:
        least, chain = board.solver.chain(board.candidates, each, links, nodes, None)
        fewest = fewest_links(board, each, links)
        assert least != 0 or fewest is None
        assert not least or least <= (fewest or links + 1)
        if chain is not None:
            assert refuted_by(board, each, chain) == len(chain) <= links
        elif nodes == NODES:
            assert fewest is None
        if nodes == NODES and least > links:
            assert fewest is None


@given(stalling | every_feature(2, triddlers=True, missing=True))
@settings(max_examples=tries(100))
def test_chains_from_propagation_are_those_of_the_reference(puzzle):
    board, suppositions = stalled(puzzle)
    reference = Reference(puzzle.geometry, board.clues, board.colours)
    for each in suppositions:
        least, short = reference.chain(board.unpack(), each, 4, NODES, None)
        derived = board.solver.derived(board.candidates, each, None)
        assert derived == reference.derived(board.unpack(), each, None)
        assert (least, short) == (derived is not None, derived if derived and len(derived) <= 4 else None)
        twice = [line for line in derived or range(len(board.lines)) for _ in range(2)]
        shortened = reference.shortened(board.unpack(), each, twice, None)
        assert board.solver.shortened(board.candidates, each, twice, None) == shortened


@given(stalling)
@settings(max_examples=tries(60))
def test_a_shortened_chain_needs_every_link(puzzle):
    board, suppositions = stalled(puzzle)
    for supposition in suppositions:
        if chain := board.solver.derived(board.candidates, supposition, None):
            assert refuted_by(board, supposition, chain) == len(chain)
            for at in range(len(chain)):
                assert not refuted_by(board, supposition, chain[:at] + chain[at + 1 :])


@with_kernel
def test_an_inner_supposition_is_kept_only_if_it_is_needed():
    board = Board(Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]))
    every, shortened = board.candidates, board.solver.shortened
    assert shortened(every, (3, 0), (*inner((1, 1), (0,), 2), 1, 2), None) == (1, 2)
    needed = (*inner((2, 1), (2,), 2), 1)
    assert shortened(every, (3, 0), needed, None) == needed
    assert shortened(every, (3, 1), needed, None) is None
    assert supposed_by(needed[0], 2) == (2, 1)


@with_kernel
def test_the_kernel_refuses_what_is_no_chain():
    board = Board(Puzzle([[1], [1]], [[1], [1]]))
    solver, every = board.solver, board.candidates
    for call in (
        lambda: solver.chain(every, (9, 0), 3, 9, None),
        lambda: solver.chain(every, (0, 2), 3, 9, None),
        lambda: solver.chain(every, (0, 0), -1, 9, None),
        lambda: solver.chain(every, (0, 0), 3, -1, None),
        lambda: solver.shortened(every, (0, 0), [4], None),
        lambda: solver.shortened(every, (0, 0), [END], None),
        lambda: solver.shortened(every, (0, 0), [-10], None),
        lambda: solver.derived(every, (4, 0), None),
    ):
        with pytest.raises(ValueError, match="no such"):
            call()
    for call in (
        lambda: solver.chain(every, 0, 3, 9, None),
        lambda: solver.chain(every, (0, "x"), 3, 9, None),
        lambda: solver.shortened(every, (0, 0), ["x"], None),
        lambda: solver.derived([], (0, 0), None),
    ):
        with pytest.raises(TypeError):
            call()


@given(
    refutable | every_feature(2, triddlers=True, missing=True),
    st.sampled_from([1, 3, 5, 9]),
    st.sampled_from([0, 10, 1000]),
    st.sampled_from([6, 9, 1000]),
)
@settings(max_examples=tries(60))
def test_a_nested_chain_refutes_and_needs_every_link(puzzle, links, effort, fewer):
    board, suppositions = stalled(puzzle)
    for supposition in suppositions:
        found, made = board.solver.nested(board.candidates, supposition, links, effort, fewer, None)
        assert made <= effort
        if found:
            assert sum(link >= 0 for link in found) < fewer
            assert refuted_by(board, supposition, found) == len(found)
            assert board.solver.shortened(board.candidates, supposition, found, None) == found


@with_kernel
def test_an_inner_supposition_refutes_what_lines_do_not():
    board = Board(Puzzle([[1], [1, 1], [2], [2], [1, 1]], [[1, 1], [1], [1], [1, 2], [1, 1]]))
    assert propagate(board) is None
    assert board.solver.derived(board.candidates, (17, 1), None) is None
    found, _ = board.solver.nested(board.candidates, (17, 1), 5, 1000, 1000, None)
    assert supposed_by(min(found), 2) == (3, 0)
    assert refuted_by(board, (17, 1), found) == len(found)
