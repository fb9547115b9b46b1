"""Where puzzles are cut, and that no solution gets lost by it."""

from random import Random

import pytest
from effort import tries
from solution_sets import all_solutions, ambiguous

import nonosat as ns
from nonosat.proofs.cubes import lookahead
from nonosat.proofs.cubes.lookahead import cut, within


@pytest.mark.parametrize("tried", [1, 3, lookahead.MOST_TRIED])
@pytest.mark.parametrize("seed", range(tries(100)))
def test_every_solution_is_in_one_part(seed, tried, monkeypatch):
    """However few cells are tried at a time: a puzzle is not cut only if it has one solution at most."""
    monkeypatch.setattr(lookahead, "MOST_TRIED", tried)
    puzzle, pictures = ambiguous(Random(seed), least=0, most=300)
    found = cut(puzzle, ())
    if found is None:
        assert len(pictures) < 2
        return
    parts = [all_solutions(within(puzzle, child)) for child in found.children(())]
    assert len(parts) > 1
    assert sorted(picture for part in parts for picture in part) == pictures


def test_a_puzzle_that_lines_settle_is_not_cut():
    assert cut(ns.example("cup"), ()) is None


def test_the_tick_may_stop_it():
    def stop():
        raise KeyError

    with pytest.raises(KeyError):
        cut(ns.Puzzle([[1]] * 9, [[1]] * 9), (), stop)
