"""Stretches of one line against all fillings of the line, listed."""

from itertools import product
from math import prod

from hypothesis import assume, given
from hypothesis import strategies as st
from oracles import fillings
from strategies import lines

from nonosat.counting.segments import DEAD, segments
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.model.puzzle import Puzzle


def board_of(clue, length, candidates):
    """A board of one row with this clue and this knowledge, settled; None if there is no filling."""
    colours = len(candidates)
    palette = (BLACK_AND_WHITE * colours)[:colours]
    board = Board(Puzzle([clue], [None] * length, palette))
    found = fillings(tuple(clue), candidates, length)
    if not found:
        return None, []
    masks = [0] * colours
    for filling in found:
        for at, colour in enumerate(filling):
            masks[colour] |= 1 << at
    board.narrow(0, masks)
    return board, found


def words(board, segment):
    """The colours of a segment's cells, in every way that its automaton allows."""
    colours = [board.colours_of(cell) for cell in segment.cells]
    for options in product(*(range(len(colour)) for colour in colours)):
        state = 0
        for layer, option in zip(segment.layers, options, strict=True):
            state = layer[state][option]
            if state == DEAD:
                break
        else:
            yield tuple(each[option] for each, option in zip(colours, options, strict=True))


@given(lines(max_length=8))
def test_a_line_is_the_product_of_its_stretches(line):
    clue, length, candidates = line
    assume(length)
    board, found = board_of(clue, length, candidates)
    assume(board is not None)
    parts = segments(board, 0)
    loose = set(positions(board.open_in(0))) - {cell for part in parts for cell in part.cells}
    for part in parts:
        expected = {tuple(filling[cell] for cell in part.cells) for filling in found}
        assert set(words(board, part)) == expected
    free = prod(len(board.colours_of(cell)) for cell in loose)
    assert free * prod(len(set(words(board, part))) for part in parts) == len(set(found))


@given(lines(max_length=8))
def test_no_stretch_falls_apart_between_two_of_its_cells(line):
    clue, length, candidates = line
    assume(length)
    board, found = board_of(clue, length, candidates)
    assume(board is not None)
    for part in segments(board, 0):
        for cut in range(1, len(part.cells)):
            left = {tuple(filling[cell] for cell in part.cells[:cut]) for filling in found}
            right = {tuple(filling[cell] for cell in part.cells[cut:]) for filling in found}
            whole = {tuple(filling[cell] for cell in part.cells) for filling in found}
            assert len(whole) < len(left) * len(right)


@given(lines(max_length=7), st.booleans())
def test_turned_it_reads_the_same_backwards(line, twice):
    clue, length, candidates = line
    assume(length)
    board, _ = board_of(clue, length, candidates)
    assume(board is not None)
    for part in segments(board, 0):
        turned = part.turned()
        assert {word[::-1] for word in words(board, turned)} == set(words(board, part))
        if twice:
            assert [len(layer) for layer in turned.turned().layers] == [len(layer) for layer in part.layers]
