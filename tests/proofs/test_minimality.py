"""Certificates of bounds on given cells, and of conflicts, against brute force."""

import json
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from effort import tries
from forging import holds, seal
from hypothesis import assume, given, settings
from solution_sets import all_solutions, ambiguous, random_puzzle, randoms
from strategies import clashing_puzzles

import nonosat as ns
from nonosat.proofs.minimality import certify_conflict, certify_givens, certify_smallest_conflict
from nonosat.verifier.reading import IMPOSSIBLE, MANIFEST, SOLUTIONS, WITNESSES

PUZZLES = Path(__file__).parents[2] / "puzzles"


def fewest(solutions, goal, *, filled):
    """The fewest cells with colours that exactly one of the solutions has."""
    cells = range(len(solutions[0]))
    for size in range(len(cells) + 1):
        for wanted in [goal] if goal else solutions:
            for chosen in combinations([cell for cell in cells if wanted[cell] or not filled], size):
                if sum(all(other[cell] == wanted[cell] for cell in chosen) for other in solutions) == 1:
                    return size
    return None


@given(randoms)
@settings(max_examples=tries(60))
def test_a_bound_holds_exactly_below_the_fewest_givens(tmp_path_factory, random):
    puzzle, solutions = ambiguous(random, most=60, make=partial(random_puzzle, max_side=4))
    goal = ns.Grid._of(puzzle, random.choice(solutions)) if random.random() < 0.5 else None
    filled = random.random() < 0.5
    need = fewest(solutions, goal and goal.cells, filled=filled) or 7  # filled cells do not always suffice
    for most in range(min(need + 1, 4)):
        folder = tmp_path_factory.mktemp("givens") / "c"
        assert certify_givens(puzzle, folder, more_than=most, goal=goal, filled=filled) == (most < need)
        assert folder.exists() == (most < need)
        if most < need:
            found = ns.verify(folder, against=puzzle)
            assert found.accepted, found
            if not (folder / IMPOSSIBLE).exists() or most + 1 == need:
                continue
            seal(
                folder,
                claim={"kind": "givens", "more_than": need, "goal": goal is not None, "filled": filled},
            )
            assert not holds(folder)


def test_the_card_takes_two_given_cells(tmp_path):
    card = ns.load(PUZZLES / "gchq-without-givens.non")
    assert certify_givens(card, tmp_path / "c", more_than=1)
    assert not certify_givens(card, tmp_path / "d", more_than=2)
    assert "needs more given cells than 1" in str(ns.verify(tmp_path / "c"))
    solutions = json.loads((tmp_path / "c" / SOLUTIONS).read_text())
    for kept in (solutions[:1], solutions[:2], [*solutions, solutions[0]]):
        (tmp_path / "c" / SOLUTIONS).write_text(json.dumps(kept))
        seal(tmp_path / "c")
        assert not holds(tmp_path / "c")


@pytest.mark.parametrize("goal", [False, True])
@pytest.mark.parametrize("filled", [False, True])
def test_two_cells_make_a_row_of_three_unique_and_the_goal_needs_white_ones(goal, filled, tmp_path):
    """One block of any length: any one cell leaves several solutions, the two white cells of the goal leave one."""
    puzzle = ns.Puzzle([[None]], [None] * 3)
    pictures = [[[0, 1, 0]], [[1, 0, 0]], [[0, 0, 1]], [[1, 1, 0]], [[0, 1, 1]], [[1, 1, 1]]]
    given = {"goal": ns.Grid(pictures[0]) if goal else None, "filled": filled}
    assert certify_givens(puzzle, tmp_path / "c", more_than=1, **given)
    (tmp_path / "c" / SOLUTIONS).write_text(json.dumps(pictures))
    for most in (1, 2, 3):
        claim = {"kind": "givens", "more_than": most, "goal": goal, "filled": filled}
        seal(tmp_path / "c", claim=claim)
        assert holds(tmp_path / "c") == (most < 2 or (goal and filled))


@pytest.mark.parametrize("most", [-1, 7])
def test_how_many_givens_is_a_small_number(most, tmp_path):
    with pytest.raises(ns.UsageError, match="more_than must be from 0 to 6"):
        certify_givens(ns.Puzzle([[1]], [[1]]), tmp_path / "c", more_than=most)


def test_a_unique_puzzle_needs_no_givens(tmp_path):
    assert not certify_givens(ns.Puzzle([[1]], [[1]]), tmp_path / "c", more_than=0)


@given(clashing_puzzles(5))
@settings(max_examples=tries(80))
def test_a_minimal_conflict_is_proved_and_no_part_of_it_is(tmp_path_factory, puzzle):
    found = ns.conflict(puzzle)
    assume(found.minimal)
    folder = tmp_path_factory.mktemp("conflict") / "c"
    assert certify_conflict(found, folder)
    checked = ns.verify(folder, against=puzzle)
    assert checked.accepted, checked
    claim = json.loads((folder / MANIFEST).read_text())["claim"]
    pictures = json.loads((folder / WITNESSES).read_text())
    for at in range(found.size):
        lines, givens = claim["lines"], claim["givens"]
        if at < len(lines):
            less = {**claim, "lines": lines[:at] + lines[at + 1 :]}
        else:
            less = {
                **claim,
                "givens": [each for number, each in enumerate(givens, len(lines)) if number != at],
            }
        (folder / WITNESSES).write_text(json.dumps(pictures[:at] + pictures[at + 1 :]))
        seal(folder, claim=less)
        assert not holds(folder)


@given(clashing_puzzles(4))
@settings(max_examples=tries(40))
def test_the_size_of_a_smallest_conflict_is_a_bound_and_no_more_is(tmp_path_factory, puzzle):
    found = ns.conflict(puzzle, smallest=True)
    assume(found.size)
    assert found.smallest
    folder = tmp_path_factory.mktemp("contradiction") / "c"
    assert certify_smallest_conflict(found, folder)
    checked = ns.verify(folder, against=puzzle)
    assert checked.accepted, checked
    assert f"needs more clues and givens than {found.size - 1}" in str(checked)
    seal(folder, claim={"kind": "contradiction", "more_than": found.size})
    assert not holds(folder)
    less = replace(found, least=max(1, found.size - 1))
    assert certify_smallest_conflict(less, folder)
    assert ns.verify(folder, against=puzzle).accepted


def test_a_bound_on_conflicts_needs_all_its_pictures(tmp_path):
    puzzle = ns.load(PUZZLES / "unsolvable-by-search.non")
    certify_smallest_conflict(ns.conflict(puzzle, smallest=True), tmp_path / "c")
    found = ns.verify(tmp_path / "c", against=puzzle)
    assert (found.accepted, found.pictures > 1) == (True, True)
    pictures = json.loads((tmp_path / "c" / WITNESSES).read_text())
    for at in range(len(pictures)):  # none is for nothing
        (tmp_path / "c" / WITNESSES).write_text(
            json.dumps([pictures[0], *pictures[1:at], *pictures[at + 1 :]])
        )
        seal(tmp_path / "c")
        assert at == 0 or not holds(tmp_path / "c")


def test_nothing_is_claimed_about_a_puzzle_with_solutions(tmp_path):
    found = ns.conflict(ns.Puzzle([[1]], [[1]]), smallest=True)
    assert not certify_smallest_conflict(found, tmp_path / "c")


def test_a_conflict_that_is_not_minimal_is_not_written(tmp_path):
    puzzle = ns.Puzzle(rows=[[1]], columns=[[1]])
    assert not certify_conflict(ns.conflict(puzzle), tmp_path / "c")
    assert not (tmp_path / "c").exists()


def test_brute_force_knows_the_fewest():
    solutions = all_solutions(ns.Puzzle([[1]] * 3, [[1]] * 3))
    assert fewest(solutions, None, filled=False) == 2
