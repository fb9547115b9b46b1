"""A derivation holds line by line and is about the contradiction; solvable puzzles have none."""

from breaking import follow
from hypothesis import given
from strategies import clashing_puzzles, every_feature

from nonosat.conflicts.derivation import refutation
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Puzzle


@given(clashing_puzzles(max_side=6))
def test_a_conflict_that_lines_show_has_a_derivation(puzzle):
    found = refutation(puzzle)
    assert (found is not None) == (propagate(Board(puzzle)) is not None)
    if found:
        follow(puzzle, found)
        assert found.contradiction.line in found.lines


@given(every_feature(2, triddlers=True, missing=True))
def test_a_puzzle_with_a_solution_has_none(puzzle):
    assert refutation(puzzle) is None


def test_the_clock_is_checked():
    looks = []
    for side in (4, 8):
        puzzle = clashing(side)
        assert refutation(puzzle, tick=lambda: looks.append(1))
        assert len(looks) > side
        looks.clear()


def clashing(side):
    """Propagation goes through all lines before it ends in a contradiction."""
    stairs = [[number] for number in range(1, side + 1)]
    return Puzzle([*stairs[:-1], [side - 1]], stairs)
