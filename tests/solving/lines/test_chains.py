"""Chains: the kernel against its reference, and both against every sequence of lines."""

from itertools import product

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import every_feature, unsettled_puzzles

from nonosat import Puzzle
from nonosat.questions.explanation.probing import open_colours
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.chains import END, ChainSearch, inner, supposed_by
from nonosat.solving.lines.line import settle
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.reference import Reference

NODES = 10_000


def stalled(puzzle):
    """A board at its fixpoint, with suppositions to be made on it."""
    board = Board(puzzle)
    assume(propagate(board) is None)
    suppositions = list(open_colours(board))
    assume(suppositions)
    return board, suppositions


def search(board):
    return ChainSearch(Reference(board.puzzle.geometry, board.clues, board.colours), board.candidates, None)


def refuted_by(board, supposition, chain):
    """After how many links some line has no filling, by settling one line after the other; 0 for never."""
    after = board.copy()
    after.fix(*supposition)
    for number, line in enumerate(chain, 1):
        plan = after.plans[line]
        if plan is None:
            continue
        masks = settle(plan, after.candidates[line])
        if masks is None:
            return number
        after.narrow(line, masks)
    return 0


stalling = st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(6 - inks, inks, least=3))


@given(
    stalling | every_feature(2, triddlers=True, missing=True), st.integers(1, 7), st.sampled_from([3, NODES])
)
@settings(max_examples=tries(100))
def test_the_kernel_finds_what_the_reference_finds(puzzle, links, nodes):
    board, suppositions = stalled(puzzle)
    reference = search(board)
    answers = board.solver.chains(board.candidates, suppositions, links, nodes, None)
    assert answers == [reference.refuted(each, links, nodes) for each in suppositions]
    for each in suppositions:
        derived = board.solver.derived(board.candidates, each, None)
        assert derived == reference.derived(each)
        twice = [line for line in derived or range(len(board.lines)) for _ in range(2)]
        assert board.solver.shortened(board.candidates, each, twice, None) == reference.shortened(each, twice)


@pytest.mark.slow
@given(unsettled_puzzles(4, 1, least=3))
@settings(max_examples=tries(12))
def test_no_sequence_of_lines_is_shorter(puzzle):
    board, suppositions = stalled(puzzle)
    lines = range(len(board.lines))
    assume(len(lines) <= 8)
    reference = search(board)
    lengths = range(1, max(4, tries(5)) + 1)
    for each in suppositions[:4]:
        fewest = next(
            (
                links
                for links in lengths
                if any(refuted_by(board, each, chain) for chain in product(lines, repeat=links))
            ),
            None,
        )
        for links in lengths:
            least, chain = reference.refuted(each, links, NODES)
            assert (chain is not None) == (fewest is not None and fewest <= links)
            if chain:
                assert refuted_by(board, each, chain) == len(chain)
            if fewest and least:
                assert least <= fewest


@given(stalling)
@settings(max_examples=tries(60))
def test_a_shortened_chain_needs_every_link(puzzle):
    board, suppositions = stalled(puzzle)
    for each in suppositions:
        if chain := board.solver.derived(board.candidates, each, None):
            assert refuted_by(board, each, chain) == len(chain)
            for at in range(len(chain)):
                assert not refuted_by(board, each, chain[:at] + chain[at + 1 :])


def test_a_supposition_inside_of_another_is_kept_only_if_it_is_needed():
    puzzle = Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)])
    board = Board(puzzle)
    for solver in (board.solver, Reference(puzzle.geometry, board.clues, board.colours)):
        needless = (*inner((1, 1), (0,), 2), 1, 2)
        assert solver.shortened(board.candidates, (3, 0), needless, None) == (1, 2)
        needed = (*inner((2, 1), (2,), 2), 1)
        assert solver.shortened(board.candidates, (3, 0), needed, None) == needed
        assert solver.shortened(board.candidates, (3, 1), needed, None) is None
    assert supposed_by(needed[0], 2) == (2, 1)
    assert needed[2] == END


def test_the_kernel_refuses_what_is_no_chain():
    board = Board(Puzzle([[1], [1]], [[1], [1]]))
    solver = board.solver
    if isinstance(solver, Reference):
        pytest.skip("there is no kernel")
    every = board.candidates
    for call in (
        lambda: solver.chains(every, [(9, 0)], 3, 9, None),
        lambda: solver.chains(every, [(0, 2)], 3, 9, None),
        lambda: solver.chains(every, [(0, 0)], -1, 9, None),
        lambda: solver.chains(every, [(0, 0)], 3, -1, None),
        lambda: solver.shortened(every, (0, 0), [4], None),
        lambda: solver.shortened(every, (0, 0), [END], None),
        lambda: solver.shortened(every, (0, 0), [-10], None),
        lambda: solver.derived(every, (4, 0), None),
    ):
        with pytest.raises(ValueError, match="no such"):
            call()
    for call in (
        lambda: solver.chains(every, [0], 3, 9, None),
        lambda: solver.chains(every, [(0, "x")], 3, 9, None),
        lambda: solver.shortened(every, (0, 0), ["x"], None),
        lambda: solver.derived([], (0, 0), None),
    ):
        with pytest.raises(TypeError):
            call()


@given(
    stalling | every_feature(2, triddlers=True, missing=True),
    st.integers(-1, 3),
    st.sampled_from([0, 10, 1000]),
    st.sampled_from([6, 9, 1000]),
)
@settings(max_examples=tries(60))
def test_a_nested_chain_refutes_and_needs_every_link(puzzle, passes, effort, fewer):
    board, suppositions = stalled(puzzle)
    reference = search(board)
    for each in suppositions:
        found, made = board.solver.nested(board.candidates, each, passes, effort, fewer, None)
        assert made <= effort
        if found:
            assert sum(link >= 0 for link in found) < fewer
            assert reference.shortened(each, found) == found


def test_a_supposition_inside_refutes_what_lines_do_not():
    board = Board(Puzzle([[1], [1, 1], [2], [2], [1, 1]], [[1, 1], [1], [1], [1, 2], [1, 1]]))
    if isinstance(board.solver, Reference):
        pytest.skip("there is no kernel")
    assert propagate(board) is None
    assert board.solver.derived(board.candidates, (17, 1), None) is None
    found, _ = board.solver.nested(board.candidates, (17, 1), -1, 1000, 1000, None)
    assert supposed_by(min(found), 2) == (3, 0)
    assert search(board).shortened((17, 1), found) == found
