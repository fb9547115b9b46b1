"""Certificates of counts and backbones, against all solutions."""

import json
import os
import shutil
from pathlib import Path
from random import Random

import pytest
from effort import tries
from forging import edited_json, holds, seal
from hypothesis import given, settings
from hypothesis import strategies as st
from solution_sets import all_solutions, random_puzzle, random_triddler, randoms

import nonosat as ns
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.proofs.minimality import certify_givens
from nonosat.verifier.reading import IMPOSSIBLE, MANIFEST, ORDERS

PUZZLES = Path(__file__).parents[2] / "puzzles"
CARD = ns.load(PUZZLES / "gchq-without-givens.non")
CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "survey"

some_puzzles = st.one_of(randoms.map(random_puzzle), randoms.map(random_triddler))


def claim(folder):
    return json.loads((folder / MANIFEST).read_text())["claim"]


@given(some_puzzles)
@settings(max_examples=tries(150))
def test_the_count_is_that_of_all_solutions_and_is_proved(tmp_path_factory, puzzle):
    folder = tmp_path_factory.mktemp("count") / "c"
    number = len(all_solutions(puzzle))
    found = certify_count(puzzle, folder)
    assert (found.count, found.exact) == (number, True)
    checked = ns.verify(folder, against=puzzle)
    assert checked.accepted, checked
    assert claim(folder) == ({"kind": "count", "count": str(number)} if number else {"kind": "unsolvable"})
    for wrong in {number - 1, number + 1, 0} - {number}:
        seal(folder, claim={"kind": "count", "count": str(wrong)})
        assert not holds(folder)


@given(some_puzzles)
@settings(max_examples=tries(100))
def test_the_backbone_is_what_all_solutions_share_and_is_proved(tmp_path_factory, puzzle):
    folder = tmp_path_factory.mktemp("backbone") / "c"
    solutions = all_solutions(puzzle)
    found = certify_backbone(puzzle, folder)
    assert folder.exists() == bool(solutions)
    if solutions:
        same = sum(len(set(colours)) == 1 for colours in zip(*solutions, strict=True))
        assert len(found.cells) == same
        assert claim(folder) == {"kind": "backbone", "cells": same}
        assert ns.verify(folder, against=puzzle).accepted
        for wrong in (same - 1, same + 1):
            seal(folder, claim={"kind": "backbone", "cells": wrong})
            assert not holds(folder)


def test_facts_are_needed_and_proved(tmp_path):
    puzzle = ns.load(PUZZLES / "dom-04.non")
    puzzle = puzzle.replace(rows=[*puzzle.rows[:-1], None])
    found = certify_backbone(puzzle, tmp_path / "c")
    assert ns.verify(tmp_path / "c").accepted
    assert (tmp_path / "c" / IMPOSSIBLE).exists()
    assert found.verdict in (ns.Verdict.MULTIPLE, ns.Verdict.UNIQUE)


FORGERIES = {
    "an order loses a cell": (ORDERS, lambda orders: orders[0].pop()),
    "a cell comes twice": (ORDERS, lambda orders: orders[0].append(orders[0][0])),
    "an order is lost": (ORDERS, lambda orders: orders.pop()),
    "two orders exchange cells": (ORDERS, lambda orders: orders[0].append(orders[1].pop())),
    "a line is not read from end to end": (ORDERS, lambda orders: orders[1].insert(0, orders[1].pop(5))),
    "a cell that is known": (ORDERS, lambda orders: orders[0].append(0)),
    "a cell that is none": (ORDERS, lambda orders: orders[0].append(625)),
    "an order is no list": (ORDERS, lambda orders: orders.append(3)),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_count_is_refused(what, tmp_path):
    certify_count(CARD, tmp_path / "c")
    assert ns.verify(tmp_path / "c").accepted
    name, edit = FORGERIES[what]

    def change(value):
        edit(value)

    edited_json(tmp_path / "c", name, change)
    seal(tmp_path / "c")
    assert not holds(tmp_path / "c")


@given(randoms)
@settings(max_examples=tries(60))
def test_no_change_of_orders_makes_another_count(tmp_path_factory, random):
    """Orders may be wrong or right, but whatever is accepted counts right."""
    folder = tmp_path_factory.mktemp("orders") / "c"
    puzzle = random_puzzle(random)
    number = certify_count(puzzle, folder).count
    if not number:
        return
    orders = json.loads((folder / ORDERS).read_text())
    for _ in range(5):
        changed = [list(order) for order in orders]
        for _ in range(random.randint(1, 3)):
            _disturb(changed, random)
        (folder / ORDERS).write_text(json.dumps(changed))
        for count in (number, number + 1, 2 * number):
            seal(folder, claim={"kind": "count", "count": str(count)})
            assert not holds(folder) or count == number


def _disturb(orders: list[list[int]], random: Random) -> None:
    cells = [cell for order in orders for cell in order]
    if not cells:
        return
    order = random.choice([order for order in orders if order])
    kind = random.randrange(4)
    if kind == 0:
        random.shuffle(order)
    elif kind == 1:
        order.reverse()
    elif kind == 2:
        random.choice(orders).append(order.pop())
    else:
        orders.append(orders.pop(random.randrange(len(orders))) + (orders.pop() if orders else []))


def test_a_false_fact_is_refused(tmp_path):
    puzzle = ns.load(PUZZLES / "dom-04.non")
    puzzle = puzzle.replace(rows=[*puzzle.rows[:-1], None])
    certify_backbone(puzzle, tmp_path / "genuine")
    facts = json.loads((tmp_path / "genuine" / IMPOSSIBLE).read_text())
    ((row, at, colour),) = facts[0]
    true = [row, at, 1 - colour]
    for number, changed in enumerate(([*facts, [true]], [[true], *facts[1:]], facts[1:], [*facts, []])):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "genuine", folder)
        (folder / IMPOSSIBLE).write_text(json.dumps(changed))
        seal(folder)
        assert not holds(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["unsolvable-by-search", "unsolvable-by-lines", "dom-06"])
def test_counts_of_none_and_one_are_certified(name, tmp_path):
    puzzle = ns.load(PUZZLES / f"{name}.non")
    assert certify_count(puzzle, tmp_path / "count").count == (name == "dom-06")
    assert ns.verify(tmp_path / "count", against=puzzle).accepted
    assert not certify_givens(puzzle, tmp_path / "givens", more_than=1)


@pytest.mark.slow
def test_long_counts_are_certified(tmp_path):
    """More digits than Python turns into text by default."""
    found = certify_count(ns.Puzzle([None] * 120, [None] * 120), tmp_path / "c")
    assert found.count == 2**14400
    assert ns.verify(tmp_path / "c").accepted


def test_lines_that_cross_cyclically_have_no_certificate_and_the_answer_says_why(tmp_path):
    crossed = ns.Puzzle.of_lines([[0, 3, 2, 1], [2, 0, 3, 1]], [[1], [1]])
    found = certify_count(crossed, tmp_path / "c")
    assert not found.exact
    assert "a region of 4 cells lines cross cyclically" in found.detail
    assert not (tmp_path / "c").exists()


def test_a_limit_leaves_nothing_behind(tmp_path):
    found = certify_count(CARD, tmp_path / "c", limit=ns.Limit(seconds=0))
    assert (found.exact, found.stopped) == (False, "seconds")
    assert not os.path.exists(tmp_path / "c")


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize(
    ("number", "count"),
    [
        (6739, 6),
        (2556, 1263904),
        (10810, 5222571924721419),
        pytest.param(18297, 3, marks=pytest.mark.nightly),
    ],
)
def test_counts_of_the_survey_are_proved(number, count, tmp_path):
    puzzle = ns.load(CORPUS / f"webpbn-{number:05}.non")
    assert certify_count(puzzle, tmp_path / "c").count == count
    assert ns.verify(tmp_path / "c", against=puzzle).accepted


@pytest.mark.parametrize("seed", [944415, *range(8)])
def test_the_solutions_of_every_small_triddler_are_counted(seed, tmp_path):
    """In a triddler two lines can pass through two cells in opposite orders."""
    puzzle = random_triddler(Random(seed))
    found = certify_count(puzzle, tmp_path / "c")
    assert found.count == len(all_solutions(puzzle))
    assert ns.verify(tmp_path / "c", against=puzzle).accepted


def test_a_certificate_with_nothing_to_check_says_no_empty_list(tmp_path):
    puzzle = ns.Puzzle([None], [None])
    certify_count(puzzle, tmp_path / "c")
    said = str(ns.verify(tmp_path / "c", against=puzzle))
    assert said.startswith("proves that the puzzle has 2 solutions (SHA-256 of puzzle.json ")
