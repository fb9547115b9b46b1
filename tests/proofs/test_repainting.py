"""Certificates of bounds on repainted cells, against brute force and against forgers."""

import json
import shutil
from functools import partial

import pytest
from effort import tries
from forging import edited, edited_json, holds, seal
from good_pictures import good_pictures_like, small
from hypothesis import given, settings
from hypothesis import strategies as st
from solution_sets import PALETTE, random_puzzle, random_triddler, randoms

import nonosat as ns
from nonosat.proofs.repainting import certify_pixels
from nonosat.verifier.reading import FLAWS, REPAINT, SOLUTIONS

SQUARES = ns.Grid(["#...", ".#..", "..#.", "...#"])
"""It takes two cells to make it good."""

COLOURED = ns.Puzzle([[(1, 2)]] * 3, [[(1, 2)]] * 3, palette=PALETTE[:3])


@settings(max_examples=tries(30))
@given(
    randoms,
    st.sampled_from([random_triddler, partial(random_puzzle, max_side=3)]),
    st.booleans(),
    st.booleans(),
)
def test_a_bound_holds_exactly_below_what_a_repair_takes(tmp_path_factory, random, make, lines, weighted):
    puzzle = small(random, make, most=260)
    start, good = puzzle.goal.cells, good_pictures_like(puzzle, lines)
    places = puzzle.coordinates
    weights = {place: random.randint(1, 4) for place in places} if weighted else {}
    costs = [
        sum(weights.get(place, 1) for place, a, b in zip(places, start, other, strict=True) if a != b)
        for other in good
    ]
    folder = tmp_path_factory.mktemp("pixels")
    found, said = certify_pixels(puzzle, folder, line_solvable=lines, weights=weights)
    at_least = folder / "at-least"
    assert found.complete
    if 0 in costs:
        assert said == "nothing is proved"
        return
    assert ns.verify(at_least).accepted
    if not costs:
        assert said == "no picture will do"
        return
    assert found.cost == min(costs)
    if weighted:
        assert f"every repair costs more than {min(costs) - 1} and" in said
    else:
        suffice = "1 suffices" if min(costs) == 1 else f"{min(costs)} suffice"
        assert said == f"more than {min(costs) - 1} must change and {suffice}"
    repaired = ns.verify(folder / "repaired", against=found.repaired)
    assert repaired.accepted
    assert not lines or not repaired.clauses
    seal(at_least, claim={"kind": "repainting", "more_than": min(costs), "lines": lines})
    assert not holds(at_least)


def certified(folder, lines=False, puzzle=None):
    puzzle = puzzle or SQUARES.puzzle(goal=SQUARES)
    certify_pixels(puzzle, folder, line_solvable=lines)
    assert holds(folder / "at-least")
    return folder / "at-least"


def flaw(change):
    """Changes the flaws of a certificate one after the other."""

    def changed(lines):
        return [json.dumps(change(json.loads(line))) for line in lines]

    return lambda folder: edited(folder, FLAWS, changed)


def narrower(windows):
    axis, index, first, last = windows[0]
    return [[axis, index, first + 1, last], *windows[1:]]


FORGERIES = {
    "no flaws": lambda folder: (folder / FLAWS).write_text(""),
    "a flaw less": lambda folder: edited(folder, FLAWS, lambda lines: lines[1:]),
    "no other colours": flaw(lambda its: [its[0], its[1], []]),
    "one other colour less": flaw(lambda its: [its[0], its[1], its[2][1:]]),
    "another colour twice": flaw(lambda its: [its[0], its[1], its[2] + its[2][:1]]),
    "the other colour is its own": flaw(
        lambda its: [its[0], its[1], [[its[2][0][0], 1 - its[2][0][1]], *its[2][1:]]]
    ),
    "a window less": flaw(lambda its: [its[0], its[1][1:], its[2]]),
    "a window twice": flaw(lambda its: [its[0], its[1] + its[1][:1], its[2]]),
    "a narrower window": flaw(lambda its: [its[0], narrower(its[1]), its[2]]),
    "a window that ends before it begins": flaw(
        lambda its: [its[0], [[*its[1][0][:2], 3, 0], *its[1][1:]], its[2]]
    ),
    "a repainted cell twice": flaw(lambda its: [[[0, 0], [0, 0]], its[1], its[2]]),
    "a cell that has been repainted": flaw(lambda its: [[[its[2][0][0], its[2][0][1]]], its[1], its[2]]),
    "another picture": lambda folder: edited_json(folder, SOLUTIONS, lambda _: [[[0] * 4] * 4]),
    "no picture": lambda folder: edited_json(folder, SOLUTIONS, lambda _: []),
    "a cell costs more": lambda folder: edited_json(
        folder, REPAINT, lambda cells: cells[0].__setitem__(2, 0)
    ),
    "a cell costs too much": lambda folder: edited_json(
        folder, REPAINT, lambda cells: cells[0].__setitem__(2, 10**7)
    ),
    "a cell twice": lambda folder: edited_json(folder, REPAINT, lambda cells: cells + cells[:1]),
    "cells in another order": lambda folder: edited_json(folder, REPAINT, lambda cells: cells[::-1]),
}


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_repainting_is_refused(name, lines, tmp_path):
    folder = certified(tmp_path / "c", lines)
    FORGERIES[name](folder)
    seal(folder)
    assert not holds(folder)


def test_a_given_cell_is_not_repainted(tmp_path):
    puzzle = SQUARES.puzzle(goal=SQUARES).replace(givens=[(3, 3, 1)])
    folder = certified(tmp_path / "c", puzzle=puzzle)
    edited_json(folder, REPAINT, lambda cells: [*cells, [3, 3, 1]])
    seal(folder)
    assert not holds(folder)


def test_a_puzzle_that_lines_leave_open_can_be_unique(tmp_path):
    """A stall is no second solution."""
    unique = ns.Grid(["...##", "..###", ".##..", "#...#", ".###."])
    folder = certified(tmp_path / "c", lines=True, puzzle=unique.puzzle(goal=unique))
    for lines in (True, False):
        seal(folder, claim={"kind": "repainting", "more_than": 0, "lines": lines})
        assert holds(folder) is lines


def test_a_dearer_cell_raises_the_bound(tmp_path):
    """If one cell of a pair can be repainted, its weight is the cost."""
    goal = ns.Grid(["#.", ".#"])
    certify_pixels(goal, tmp_path / "c", protect=[(0, 0), (0, 1), (1, 0)])
    folder = tmp_path / "c" / "at-least"
    assert json.loads((folder / REPAINT).read_text()) == [[1, 1, 1]]
    for weight, more_than, true in ((1, 0, True), (1, 1, False), (5, 0, True)):
        edited_json(folder, REPAINT, lambda _, weight=weight: [[1, 1, weight]])
        seal(folder, claim={"kind": "repainting", "more_than": more_than, "lines": False})
        assert holds(folder) is true


def test_a_limit_leaves_a_bound_or_nothing(tmp_path):
    found, said = certify_pixels(SQUARES, tmp_path / "c", limit=ns.Limit(seconds=0))
    assert (said, found.stopped) == ("nothing is proved", "seconds")
    assert not any((tmp_path / "c").iterdir())


def test_colours(tmp_path):
    goal = next(ns.solutions(COLOURED))
    certified(tmp_path / "c", puzzle=COLOURED.replace(goal=goal))
    shutil.rmtree(tmp_path / "c")
    certified(tmp_path / "c", lines=True, puzzle=COLOURED.replace(goal=goal))
