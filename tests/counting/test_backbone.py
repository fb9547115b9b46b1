"""Backbones: without a solution, without time, for drawing, and refused arguments."""

import pytest

from nonosat import Limit, Puzzle, PuzzleError, UsageError, Verdict, solutions
from nonosat.counting.backbone import backbone
from nonosat.records.cells import partial_rows


def test_a_puzzle_without_a_solution_has_no_backbone():
    puzzle = Puzzle(rows=[[1, 1], [1], [1, 1]], columns=[[1, 1], [1], [1, 1]], givens=[(0, 1, 1)])
    found = backbone(puzzle)
    assert found.verdict == Verdict.UNSOLVABLE
    assert not found.cells
    assert not found.open
    assert not found.undecided


def test_a_limit_of_no_time_claims_nothing():
    puzzle = Puzzle(rows=[[1]] * 4, columns=[[1]] * 4)
    found = backbone(puzzle, limit=Limit(seconds=0))
    assert found.verdict == Verdict.UNKNOWN
    assert found.stopped == "seconds"
    assert not found.cells
    assert not found.open
    assert set(found.undecided) == set(range(16))


def test_bad_statements_and_other_limits_are_refused():
    with pytest.raises(PuzzleError):
        backbone(Puzzle(rows=[[1]], columns=[[1]], givens=[(5, 5)]))
    with pytest.raises(UsageError, match="seconds"):
        backbone(Puzzle(rows=[[1]], columns=[[1]]), limit=Limit(conflicts=3))


def test_a_backbone_for_drawing():
    found = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]], givens=[(1, 1)]))
    assert found.rows() == ((None, 0, None), (0, 1, 0), (None, 0, None))
    assert set(found.open) == {0, 2, 6, 8}
    assert found.verdict == Verdict.MULTIPLE


@pytest.mark.parametrize("inks", [1, 9])  # masks of few colours are bytes
@pytest.mark.parametrize("within", [0, None])
def test_the_sizes_and_the_record_are_those_of_the_cells(inks, within):
    palette = [
        ("white", "ffffff", "."),
        *((f"ink {at}", f"{20 * at:02x}0000", "abcdefghi"[at]) for at in range(inks)),
    ]
    blocks = [[(1, 1 + at % inks)] for at in range(4)]
    loose = Puzzle([*blocks, []], [[(1, 1 + at % inks)] for at in range(4)], palette=palette)
    unique = Puzzle(
        [[(2, inks)], [1]], [[(2, inks)] if inks == 1 else [(1, inks), 1], [(1, inks)]], palette=palette
    )
    unsolvable = Puzzle([[2], [2]], [[2], [1]])
    for puzzle in (loose, unique, unsolvable, loose.replace(goal=next(iter(solutions(loose))))):
        found = backbone(puzzle, seconds=within)
        assert found.sizes == (len(found.cells), len(found.open), len(found.undecided))
        assert found.to_json()["backbone"] == partial_rows(found.rows())
        assert found.to_json()["open_cells"] == len(found.open)
