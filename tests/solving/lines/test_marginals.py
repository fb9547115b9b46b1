"""The shares of a line's fillings against brute force: every filling listed and weighed."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from oracles import fillings, located_runs
from strategies import LETTERS, every_feature, lines

from nonosat.model.clues import Block
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Puzzle
from nonosat.solving.lines import marginals as module
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.marginals import (
    PLAINLY,
    bits_of,
    boundary_marginals,
    families_of,
    family_marginals,
    plain_marginals,
)
from nonosat.solving.lines.propagate import propagate

SURELY = 1e4


def board_of(clue, length, candidates):
    """A board whose only clue is that of its one row, at its fixpoint; None if it has no filling."""
    palette = (
        *BLACK_AND_WHITE,
        *(Colour(letter, "888888", letter) for letter in LETTERS[2 : len(candidates)]),
    )
    board = Board(Puzzle([clue], [None] * length, palette))
    board.narrow(0, [mask & (1 << length) - 1 for mask in candidates])
    return board if propagate(board) is None else None


def weighed(board, log_odds):
    """Per colour and cell, and per boundary and position, the share of all fillings by their weight."""
    clue, candidates, length = board.clues[0], board.candidates[0], len(board.lines[0])
    cells, boundaries, total = np.zeros((board.colours, length)), {}, 0.0
    for filling in fillings(clue, candidates, length):
        weight = np.exp(sum(log_odds[colour - 1][at] for at, colour in enumerate(filling) if colour))
        total += weight
        for at, colour in enumerate(filling):
            cells[colour, at] += weight
        for block, (start, size, _) in enumerate(located_runs(filling)):
            for end, position in ((False, start), (True, start + size)):
                places = boundaries.setdefault((0, block, end), np.zeros(length + 1))
                places[position] += weight
    return cells / total, {boundary: places / total for boundary, places in boundaries.items()}


def marginals_of(board, log_odds, plain=False):
    """The same by `family_marginals` or `plain_marginals`, told in odds what cannot be and what must.

    None if plain numbers cannot be trusted.
    """
    surely = PLAINLY if plain else SURELY
    length = len(board.lines[0])
    told = np.zeros((board.colours - 1, length))
    must = ~bits_of(board.candidates[0][0], length)
    for ink in range(board.colours - 1):
        told[ink] = np.where(
            bits_of(board.candidates[0][ink + 1], length), log_odds[ink] + surely * must, -surely
        )
    families = families_of(board)
    both = (plain_marginals if plain else family_marginals)(families[0], told)
    if both is None:
        return None
    cells, found = both
    return families[0].asked, cells, boundary_marginals(families[:1], [found])


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(lines(), st.integers(0, 1 << 20), st.sampled_from([0.0, 1.0, 10.0]))
@example(((Block(None, 2), Block(1, 1)), 8, (0b11101111, 0b11101110, 0b11101111)), 0, 0.0)
@example(((Block(1, 2), Block(None, 3), Block(1, 1)), 5, (0b11111,) * 4), 0, 0.0)
def test_the_shares_are_those_of_all_fillings_weighed(line, seed, spread):
    clue, length, candidates = line
    assume(length)
    board = board_of(clue, length, candidates)
    assume(board and board.open_cells())
    log_odds = spread * np.random.default_rng(seed).standard_normal((len(candidates) - 1, length))
    expected, places = weighed(board, log_odds)
    for plain in (False, True):
        found = marginals_of(board, log_odds, plain)
        if found is None:
            assert plain
            assert spread or any(block.length is None for block in clue)
            continue
        asked, cells, boundaries = found
        assert cells[:, asked] == pytest.approx(expected[:, asked], abs=1e-9)
        assert [at for at in range(length) if asked[at]] == [
            at for at in range(length) if board.open_in(0) >> at & 1
        ]
        for boundary, (first, masses) in boundaries.items():
            whole = np.zeros(length + 1)
            whole[first : first + len(masses)] = masses
            assert whole == pytest.approx(places[boundary], abs=1e-9)
        several = {boundary for boundary, shares in places.items() if np.count_nonzero(shares) > 1}
        blotted = {(0, at, True) for at, block in enumerate(clue) if block.length is None}
        assert {boundary for boundary in several if not boundary[2] or boundary in blotted} <= set(boundaries)


def test_plain_numbers_are_used_only_where_they_can_be_trusted(monkeypatch):
    """Of two blocks of one cell, either of which may cover the known cell in the middle of five."""
    known = (0b11011, 0b11111)
    board = board_of((Block(1), Block(1)), 5, known)
    level = np.zeros((1, 5))
    assert marginals_of(board, level, plain=True)
    against = np.array([[50.0, 0.0, 0.0, 0.0, 50.0]])  # without the known cell two likely ones
    assert marginals_of(board, against, plain=True) is None
    _, cells, _ = marginals_of(board, against)
    assert cells[1] == pytest.approx([0.5, 0, 1, 0, 0.5])
    blotted = board_of((Block(None),), 5, (0b11111, 0b11111))
    assert marginals_of(blotted, level, plain=True) is None
    twelve = board_of((Block(1), Block(1)), 12, ((1 << 12) - 1,) * 2)
    spike = 600.0 * (np.arange(12) == 5)[np.newaxis]  # both blocks are most likely where only one can be
    assert marginals_of(twelve, spike, plain=True) is None
    assert marginals_of(twelve, spike)[1][1, 5] == pytest.approx(1)
    monkeypatch.setattr(module, "_LONGEST", 5)
    assert marginals_of(board_of((Block(1), Block(1)), 5, known), level, plain=True)
    monkeypatch.setattr(module, "_LONGEST", 4)
    assert marginals_of(board_of((Block(1), Block(1)), 5, known), level, plain=True) is None


def test_odds_beyond_the_range_of_floats_are_weighed_all_the_same():
    """Two places for a block, on cells whose weights together are no float, and differ by a factor of 2."""
    board = board_of((Block(199),), 200, ((1 << 200) - 1,) * 2)
    log_odds = np.full((1, 200), 40.0)
    log_odds[0, 0] += np.log(2)
    _, cells, _ = marginals_of(board, log_odds)
    assert cells[0, [0, -1]] == pytest.approx([1 / 3, 2 / 3])
    for extreme in (1e5, -1e5):
        _, cells, _ = marginals_of(board, np.linspace(0, extreme, 200)[np.newaxis])
        assert np.isfinite(cells).all()


def test_many_blocks_have_as_many_places_as_there_are_combinations():
    """50 blocks of one cell in 120: the first of them is at the edge in C(70, 49) of C(71, 50) fillings."""
    board = board_of((Block(1),) * 50, 120, ((1 << 120) - 1,) * 2)
    _, cells, boundaries = marginals_of(board, np.zeros((1, 120)))
    assert cells[1, 0] == pytest.approx(50 / 71)
    assert cells[1].sum() == pytest.approx(50)
    assert all(masses.sum() == pytest.approx(1) for _, masses in boundaries.values())


@given(every_feature(triddlers=True, missing=True))
def test_the_lines_of_every_family_share_out_their_cells(puzzle):
    board = Board(puzzle)
    assume(propagate(board) is None)
    known = np.zeros((board.colours, board.cells))
    for cell in range(board.cells):
        known[board.colours_of(cell), cell] = 1
    log_odds = np.where(known[0], 0, SURELY) - np.where(known[1:], 0, 2 * SURELY)
    for family in families_of(board):
        cells, _ = family_marginals(family, log_odds)
        assert cells.sum(axis=0) == pytest.approx(1)
        asked = cells[:, family.asked]
        assert asked.min(initial=0) > -1e-9
        assert (asked[known[:, family.asked] == 0] < 1e-9).all()


def test_the_lines_of_a_very_large_board_are_not_asked(monkeypatch):
    board = Board(Puzzle([[1]] * 6, [[1]] * 6))
    monkeypatch.setattr(module, "MOST", 2 * 6 * 6)
    assert all(family.asked.all() for family in families_of(board))
    monkeypatch.setattr(module, "MOST", 2 * 6 * 6 - 1)
    assert not any(family.asked.any() or family.packs for family in families_of(board))
