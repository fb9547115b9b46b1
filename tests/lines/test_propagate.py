"""Propagation: the same fixpoint in every order, all solutions kept, events that replay."""

from hypothesis import given
from hypothesis import strategies as st
from oracles import backtrack, fillings, union_of_fillings
from strategies import clashing_puzzles, statements, unsettled_puzzles

from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction, Deduction, propagate
from nonosat.model.puzzle import Puzzle

sound = st.integers(1, 3).flatmap(
    lambda inks: statements(5 if inks < 3 else 4, inks) | unsettled_puzzles(5 if inks < 3 else 4, inks)
)
clashing = st.integers(1, 2).flatmap(lambda inks: clashing_puzzles(5, inks))
either = st.one_of(sound, clashing)


def naive_fixpoint(puzzle):
    """Per cell its colours after settling lines by brute force until nothing changes, or None."""
    width = puzzle.width
    colours = range(len(puzzle.palette))
    candidates = [set(colours) for _ in range(puzzle.height * width)]
    for row, column, colour in puzzle.givens:
        candidates[row * width + column] &= {colour}
    lines = [(list(range(r * width, (r + 1) * width)), clue) for r, clue in enumerate(puzzle.rows)]
    lines += [(list(range(c, len(candidates), width)), clue) for c, clue in enumerate(puzzle.columns)]
    before = None
    while before != candidates:
        before = [set(cell) for cell in candidates]
        for cells, clue in lines:
            masks = [sum(1 << at for at, cell in enumerate(cells) if c in candidates[cell]) for c in colours]
            settled = union_of_fillings(fillings(clue, masks, len(cells)), len(colours))
            if settled is None:
                return None
            for at, cell in enumerate(cells):
                candidates[cell] = {c for c in colours if settled[c] >> at & 1}
    return candidates


@given(either)
def test_the_fixpoint_is_what_brute_force_on_lines_reaches(puzzle):
    board = Board(puzzle)
    contradiction = propagate(board)
    expected = naive_fixpoint(puzzle)
    assert (contradiction is None) == (expected is not None)
    if expected is not None:
        assert [set(board.colours_of(cell)) for cell in range(board.cells)] == expected


@given(either, st.randoms(use_true_random=False))
def test_the_order_of_lines_does_not_matter(puzzle, random):
    board, other = Board(puzzle), Board(puzzle)
    order = list(range(len(board.lines)))
    random.shuffle(order)
    first, second = propagate(board), propagate(other, order)
    assert (first is None) == (second is None)
    if first is None:
        assert other.unpack() == board.unpack()


@given(clashing)
def test_the_witness_of_a_contradiction_is_a_line_without_a_filling(puzzle):
    board = Board(puzzle)
    contradiction = propagate(board)
    if contradiction is not None:
        line = contradiction.line
        assert fillings(board.clues[line], board.unpack()[line], len(board.lines[line])) == []
        assert list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette))) == []


def test_the_witness_is_named():
    # both rows are filled, so the second column holds two cells and not one
    board = Board(Puzzle([[2], [2]], [[2], [1]]))
    assert propagate(board) == Contradiction(3)


@given(either)
def test_events_replayed_on_a_new_board_give_the_same_knowledge(puzzle):
    board, replayed, events = Board(puzzle), Board(puzzle), []
    contradiction = propagate(board, observer=events.append)
    assert propagate(Board(puzzle)) == contradiction
    if contradiction is not None:
        assert events.pop() == contradiction
    for event in events:
        assert isinstance(event, Deduction)
        assert any(event.removed)
        before = replayed.unpack()[event.line]
        assert all(gone & ~mask == 0 for gone, mask in zip(event.removed, before, strict=True))
        replayed.narrow(event.line, [mask & ~gone for mask, gone in zip(before, event.removed, strict=True)])
    assert replayed.unpack() == board.unpack()


@given(sound, st.data())
def test_only_the_lines_told_and_what_follows_are_settled(puzzle, data):
    board = Board(puzzle)
    propagate(board)
    again = board.copy()
    assert propagate(again, []) is None
    assert again.unpack() == board.unpack()
    solution = next(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens))
    cell = data.draw(st.integers(0, board.cells - 1))
    touched = again.fix(cell, solution[cell // puzzle.width][cell % puzzle.width])
    everything = again.copy()
    assert propagate(again, touched) is None
    assert propagate(everything) is None
    assert again.unpack() == everything.unpack()
