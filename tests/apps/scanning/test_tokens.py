"""Digits joined to numbers."""

import pytest

pytest.importorskip("numpy")

import numpy as np

from nonosat.apps.scanning.ink import Inked, Piece
from nonosat.apps.scanning.rectified import Box
from nonosat.apps.scanning.tokens import (
    column_tokens,
    outermost,
    row_strip,
    sorted_out,
    spacing_of,
    specks,
    unbroken,
)


def digits(*middles, top=10, height=20, width=12):
    """Pieces of digits around some middles, in pixels."""
    return [
        Piece(label, Box(round(x - width / 2), top, round(x + width / 2), top + height), 120, 200.0)
        for label, x in enumerate(middles, 1)
    ]


def joined(strip):
    return [len(token.pieces) for token in strip.ways[0][0]]


def test_a_row_is_broken_by_gaps():
    rows = [unbroken(digits(*middles), 20) for middles in ((20, 45, 59), (20, 34, 60, 85), (30, 55))]
    spacing = spacing_of(rows, [], 20)
    assert [joined(row_strip(row, spacing)) for row in rows] == [[1, 2], [2, 1, 1], [1, 1]]


def test_a_gap_near_the_border_leaves_two_ways():
    rows = [unbroken(digits(20, 45, 70), 20), unbroken(digits(20, 34, 60), 20), unbroken(digits(20, 40), 20)]
    spacing = spacing_of(rows, [], 20)
    doubtful = spacing.border / 20
    unclear = unbroken(digits(20, 20 + round(20 * doubtful)), 20)
    assert len(row_strip(unclear, spacing).ways) == 2


def test_a_row_without_pieces_is_blank():
    strip = row_strip([], spacing_of([], [], 20))
    assert strip.blank
    assert strip.ways == (((), 1.0),)


def test_a_column_is_broken_by_overlap():
    pieces = [*digits(18, 32, top=10), *digits(25, top=40)]
    pieces = [piece._replace(label=label) for label, piece in enumerate(pieces, 1)]
    tokens = column_tokens(pieces, 20)
    assert [len(token.pieces) for token in tokens] == [2, 1]


def test_pieces_of_a_broken_digit_are_one():
    upper, lower = Box(10, 10, 22, 18), Box(11, 20, 21, 30)
    groups = unbroken([Piece(1, upper, 60, 200.0), Piece(2, lower, 60, 200.0)], 20)
    assert len(groups) == 1


def test_a_title_far_from_the_numbers_lies_outside():
    cell, boxes = 48, []
    for column in range(8):
        boxes += [
            Box(column * cell + 18, 300 - row * 35 - 20, column * cell + 30, 300 - row * 35)
            for row in range(3)
        ]
    title = [Box(x, 60, x + 12, 80) for x in range(10, 200, 16)]
    outer = outermost([*boxes, *title], cell, columns=True)
    assert 80 < outer < min(box.top for box in boxes)


def test_three_pieces_close_by_are_two_digits_of_which_one_is_broken():
    broken = [*digits(20, width=8), *digits(29, 37, width=5), *digits(70)]
    broken = [piece._replace(label=label) for label, piece in enumerate(broken, 1)]
    rows = [[(piece,) for piece in broken], unbroken(digits(20, 45, 70), 20)]
    assert joined(row_strip(rows[0], spacing_of(rows, [], 20))) == [3, 1]
    apart = [(piece,) for piece in digits(20, 34, 48)]
    assert joined(row_strip(apart, spacing_of(rows, [], 20))) != [3]


def test_the_gap_beyond_all_distances_says_less_than_one_between_them():
    within, rows = [15.0] * 5, [unbroken(digits(20, 40, 61, 82, 104, 129), 20), unbroken(digits(20, 35), 20)]
    assert spacing_of(rows, within, 20).border < 20


def test_numbers_of_narrow_digits_are_apart_by_less():
    rows = [unbroken(digits(20, 38, 56, 74, width=7), 20), unbroken(digits(20, 32, 50, width=7), 20)]
    spacing = spacing_of(rows, [11.4] * 5, 20)
    assert [joined(row_strip(row, spacing)) for row in rows] == [[1, 1, 1, 1], [2, 1]]


def lone(*pieces):
    """A gutter of two rows with some pieces, which are solid."""
    labels = np.zeros((96, 192), np.int32)
    for piece in pieces:
        labels[piece.box.top : piece.box.low, piece.box.left : piece.box.right] = piece.label
    nothing = np.zeros((96, 192), np.float32)
    return Inked(nothing, np.zeros((96, 192, 3), np.float32), labels, pieces, ())


def test_a_remnant_of_a_bent_line_is_no_number():
    number, other = digits(150, 176, top=14, height=22)
    line = Piece(3, Box(20, 32, 54, 36), 130, 200.0)
    kept, odd = sorted_out(lone(number, other, line), 48, columns=False)
    assert (kept, odd) == ([number, other], [])


def test_a_slim_one_of_a_column_is_no_remnant_of_a_line():
    one, other = digits(10, 22, top=40, height=26, width=4)
    kept, _ = sorted_out(lone(one, other), 48, columns=True)
    assert kept == [one, other]


def lines_of_numbers(*tops, columns=4):
    """A digit in each of some columns of 48 pixels, for each line."""
    boxes = [Box(48 * at + 18, top, 48 * at + 30, top + 20) for top in tops for at in range(columns)]
    return [Piece(label, box, 120, 200.0) for label, box in enumerate(boxes, 1)]


def test_lying_and_long_thin_remnants_of_lines_are_no_numbers():
    numbers = lines_of_numbers(10, 45, columns=2)
    lying = Piece(8, Box(12, 1, 40, 6), 100, 200.0)
    kept, odd = sorted_out(lone(*numbers, lying), 48, columns=True)
    assert (kept, odd) == (numbers, [])
    number, other = digits(150, 176, top=14, height=22)
    leaning = Piece(3, Box(118, 5, 140, 79), 180, 90.0)
    kept, odd = sorted_out(lone(number, other, leaning), 48, columns=False)
    assert (kept, odd) == ([number, other], [])
    with_number = leaning._replace(pixels=300)
    assert with_number in sorted_out(lone(number, other, with_number), 48, columns=False)[1]


def test_faint_ink_of_half_a_digit_is_a_speck():
    half = Piece(1, Box(10, 10, 40, 20), 100, 60.0)
    assert specks([(half,)], 20.0, usual=200.0) == [(half,)]
    assert specks([(half,)], 20.0, usual=100.0) == []
