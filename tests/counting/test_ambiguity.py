"""The report on a puzzle's ambiguity: kinds of regions by construction, and the parts against each other."""

from math import factorial, hypot
from random import Random

import pytest
import strategies  # noqa: F401 (sets the profile)
from hypothesis import given
from solution_sets import all_solutions, ambiguous, random_puzzle, randoms

from nonosat.counting import ambiguity as module
from nonosat.counting import explore as explore_module
from nonosat.counting.ambiguity import RegionKind, ambiguity
from nonosat.counting.backbone import backbone_of
from nonosat.counting.explore import explore
from nonosat.counting.regions import Box
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit


def apart(n, groups):
    """The puzzle of one cell per row and column in an n x n grid, allowed inside given groups only."""
    of = {row: number for number, group in enumerate(groups) for row in group}
    return [(r, c, 0) for r in range(n) for c in range(n) if of[r] != of[c]]


def test_a_switch_anywhere():
    found = ambiguity(Grid(["#....", ".....", "....#"]).puzzle())
    (region,) = found.regions
    assert (region.kind, region.count, region.exact) == (RegionKind.SWITCH, 2, True)
    assert region.cells == (0, 4, 10, 14)
    assert region.box == Box(0, 2, 0, 4)
    assert set(region.examples) == {bytes([1, 0, 0, 1]), bytes([0, 1, 1, 0])}
    assert found.region_rows() == ((0, None, None, None, 0), (None,) * 5, (0, None, None, None, 0))
    assert found.rows()[0] == (None, 0, 0, 0, None)


def test_a_cycle_of_three_rows():
    givens = [(0, 2, 0), (1, 0, 0), (2, 1, 0)]
    (region,) = ambiguity(Puzzle([[1]] * 3, [[1]] * 3, givens=givens)).regions
    assert (region.kind, region.count) == (RegionKind.CYCLE, 2)


@pytest.mark.parametrize("k", [3, 4, 6])
def test_permutations(k):
    (region,) = ambiguity(Puzzle([[1]] * k, [[1]] * k)).regions
    assert (region.kind, region.count) == (RegionKind.OTHER, factorial(k))


def test_cells_without_clues_are_free():
    found = ambiguity(Puzzle([None], [None, [1]]))
    assert [(region.kind, region.count, region.cells) for region in found.regions] == [
        (RegionKind.FREE, 2, (0,))
    ]


def test_several_regions_and_their_product():
    found = ambiguity(Puzzle([[1]] * 5, [[1]] * 5, givens=apart(5, [(0, 1, 2), (3, 4)])))
    assert [(region.kind, region.count) for region in found.regions] == [
        (RegionKind.OTHER, 6),
        (RegionKind.SWITCH, 2),
    ]
    assert (found.count.count, found.count.exact) == (12, True)


@given(randoms)
def test_its_parts_agree_with_the_solutions(random):
    agree(random_puzzle(random))
    while not agree(ambiguous(random)[0]) & SMALL:
        pass


SMALL = {RegionKind.SWITCH, RegionKind.CYCLE, RegionKind.PAIR}


def agree(puzzle):
    """Compares the regions with all solutions; returns their kinds."""
    found, expected = ambiguity(puzzle), all_solutions(puzzle)
    assert found.count.count == len(expected)
    assert found.verdict == found.count.verdict
    assert {cell for region in found.regions for cell in region.cells} == set(found.backbone.open)
    for region in found.regions:
        own = {bytes(solution[cell] for cell in region.cells) for solution in expected}
        assert region.count == len(own)
        assert set(region.examples) <= own
        assert len(set(region.examples)) == 2
        if region.kind in SMALL:
            one, other = region.examples
            assert region.count == 2
            assert all(a != b for a, b in zip(one, other, strict=True))
    return {region.kind for region in found.regions}


def test_regions_that_are_not_compiled_have_examples(monkeypatch):
    monkeypatch.setattr(
        module, "explore", lambda puzzle, clock, **others: explore(puzzle, clock, **{**others, "states": 1})
    )
    found = ambiguity(Puzzle([[1]] * 4, [[1]] * 4))
    (region,) = found.regions
    assert region.count == 24
    assert len(region.examples) == 2


def test_a_unique_puzzle_has_no_regions():
    found = ambiguity(Puzzle([[1], [2]], [[2], [1]]))
    assert (found.verdict, found.regions, found.count.count) == (Verdict.UNIQUE, (), 1)


def test_a_limit_of_no_time_claims_nothing():
    found = ambiguity(Puzzle([[1]] * 3, [[1]] * 3), limit=Limit(seconds=0))
    assert (found.verdict, found.regions, found.stopped) == (Verdict.UNKNOWN, (), "seconds")


def outline(side):
    """A thin circle: one large region with many solutions."""
    middle = (side - 1) / 2
    return Grid(
        [
            [int(abs(hypot(row - middle, column - middle) - side * 0.4) < 0.5) for column in range(side)]
            for row in range(side)
        ]
    )


def test_progress_is_reported_and_the_count_comes_last():
    picture = outline(18)
    puzzle, seen = picture.puzzle(goal=picture), []
    found = ambiguity(puzzle, count=False, observer=seen.append)
    assert len(seen) > 1
    openings = [len(known.backbone.open) for known in seen]
    assert openings == sorted(openings)
    assert openings[0] > 0  # the cycles of the goal
    assert openings[-1] == len(found.backbone.open)
    assert not found.backbone.undecided
    counts = [known.count.count for known in (*seen, found)]
    assert counts == sorted(counts)
    assert not found.count.exact
    assert found.verdict == "multiple"
    (region,) = found.regions
    assert region.switches


def test_all_cells_that_differ_are_shown_before_a_large_region_is_compiled(monkeypatch):
    divide, at_compiling, undecided = explore_module._Explorer.divide, [], []

    def noted(explorer, states):
        if states > explore_module.FEW_STATES:
            at_compiling.append(undecided[-1])
            raise OutOfReach(Stopped.SIZE)
        divide(explorer, states)

    monkeypatch.setattr(explore_module._Explorer, "divide", noted)
    picture = outline(18)
    puzzle = picture.puzzle(goal=picture)
    explore(puzzle, Clock(), observer=lambda known: undecided.append(len(backbone_of(known, 0).undecided)))
    assert at_compiling == [0]


def test_the_switches_of_a_large_region_are_independent():
    picture = outline(18)
    puzzle = picture.puzzle(goal=picture)
    (region,) = ambiguity(puzzle, count=False).regions
    assert region.count >= 2 ** len(region.switches)
    assert "cells can be exchanged in" in ambiguity(puzzle, count=False).describe(region)
    random = Random(1)
    for _ in range(20):
        cells = bytearray(picture.cells)
        for switch in region.switches:
            if random.random() < 0.5:
                for cell, colour in switch:
                    assert cells[cell] != colour
                    cells[cell] = colour
        assert Grid._of(puzzle, bytes(cells)).satisfies(puzzle)


def test_small_puzzles_count_with_and_without_counting():
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    assert ambiguity(puzzle, count=False).count.count == 24
    assert ambiguity(puzzle, count=False).count.exact  # the region is compiled, so its count is exact
