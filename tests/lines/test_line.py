from itertools import product

import pytest
from effort import quick, tries
from hypothesis import example, given, settings
from oracles import fillings, rows_by_clue, union_of_fillings, union_of_spans
from strategies import lines

from nonosat.lines import placements
from nonosat.lines.line import block_spans, plan, settle
from nonosat.model.clues import Block, as_clue

EITHER, EMPTY, FILLED, IMPOSSIBLE = (1, 1), (1, 0), (0, 1), (0, 0)


def black_and_white_masks(length, states):
    """The masks of every partial line whose cells each are in one of the states."""
    return [
        (
            sum(cell[0] << at for at, cell in enumerate(cells)),
            sum(cell[1] << at for at, cell in enumerate(cells)),
        )
        for cells in product(states, repeat=length)
    ]


def assert_complete(clue, length, candidates):
    """Both answers about the line are those of brute force."""
    lines = fillings(clue, candidates, length)
    prepared, union, spans = (
        plan(clue, length, len(candidates)),
        union_of_fillings(lines, len(candidates)),
        union_of_spans(lines),
    )
    assert settle(prepared, candidates) == placements.settle(clue, length, candidates) == union
    assert block_spans(prepared, candidates) == placements.block_spans(clue, length, candidates) == spans
    assert (spans is None) == (not lines)


@pytest.mark.parametrize(
    ("length", "cells"),
    [
        *quick(product(range(8), [(EITHER, EMPTY, FILLED)]), lambda each: each[0] < 7),
        *product(range(1, 6), [(EITHER, EMPTY, FILLED, IMPOSSIBLE)]),
    ],
)
def test_all_clues_and_all_partial_lines(length, cells):
    partial = black_and_white_masks(length, cells)
    for clue in rows_by_clue(length, 2):
        for candidates in partial:
            assert_complete(as_clue(clue), length, candidates)


@pytest.mark.parametrize("length", range(1, 6))
def test_all_clues_with_blotted_blocks_and_all_partial_lines(length):
    partial = black_and_white_masks(length, [EITHER, EMPTY, FILLED])
    for clue in rows_by_clue(length, 2):
        for hidden in product((False, True), repeat=len(clue)):
            if any(hidden):
                blocks = [None if hide else block for block, hide in zip(clue, hidden, strict=True)]
                for candidates in partial:
                    assert_complete(as_clue(blocks), length, candidates)


@pytest.mark.parametrize("length", range(8))
def test_a_clue_that_is_too_long_has_no_filling(length):
    whole = (1 << length) - 1
    for longer in range(length + 1, length + 4):
        for clue in rows_by_clue(longer, 2):
            if clue not in rows_by_clue(length, 2):
                prepared = plan(as_clue(clue), length, 2)
                assert settle(prepared, [whole, whole]) is None
                assert block_spans(prepared, [whole, whole]) is None


@pytest.mark.slow
@given(lines())
@example((as_clue([(1, 1), (1, 2)]), 2, (0b11, 0b11, 0b11)))
@example((as_clue([(1, 1), (1, 1)]), 2, (0b11, 0b11, 0b11)))
@settings(max_examples=tries(1000, share=30))
def test_colours_and_arbitrary_masks(line):
    assert_complete(*line)


@given(lines(max_length=60))
def test_the_mirrored_line_settles_to_the_mirrored_result(line):
    clue, length, candidates = line

    def flip(mask):
        return int(f"{mask:0{length}b}"[::-1], 2) if length else 0

    there = settle(plan(clue, length, len(candidates)), candidates)
    back = settle(plan(clue[::-1], length, len(candidates)), [flip(mask) for mask in candidates])
    assert back == (None if there is None else [flip(mask) for mask in there])


def test_settle_leaves_its_arguments_alone():
    candidates = [0b11111, 0b11111]
    settle(plan(as_clue([3]), 5, 2), candidates)
    block_spans(plan(as_clue([3]), 5, 2), candidates)
    assert candidates == [0b11111, 0b11111]


def test_a_long_line_is_settled_as_its_short_pattern_repeated():
    clue = tuple(Block(1) for _ in range(500))
    background, ink = settle(plan(clue, 999, 2), [(1 << 999) - 1] * 2) or (0, 0)
    assert ink == int("01" * 500, 2)
    assert background == ink << 1 & (1 << 999) - 1
