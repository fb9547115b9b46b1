"""The two checkers of certificates, written apart from each other, say the same of every certificate."""

import json
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from effort import quick
from forging import seal
from solution_sets import random_puzzle, random_triddler
from verifier.both import first, second, write

import nonosat as ns
from benchmarks.certificates import forged
from nonosat.proofs.certificate import with_manifest

PUZZLES = Path(__file__).parents[2] / "puzzles"

NAMES = [
    "cup.non",
    "rocket.non",
    "dom-04.non",
    "dom-06.non",
    "anchor.non",
    "unsolvable-by-lines.non",
    "unsolvable-by-search.non",
    "flower.xml",
    "cat-with-blots.json",
    "gchq-without-givens.non",
]

SEVERAL = ns.Puzzle([[1], [1], [1], [2]], [[1], [1], [1], [2]])

MANY = ns.Puzzle([[1]] * 4, [[1]] * 4)

CLAIMS = {
    "verdict": ns.certify,
    "count": ns.certify_count,
    "backbone": ns.certify_backbone,
    "givens": lambda puzzle, place: ns.certify_givens(puzzle, place, more_than=1),
    "more givens": lambda puzzle, place: ns.certify_givens(puzzle, place, more_than=2),
    "goal": lambda puzzle, place: ns.certify_givens(
        puzzle, place, more_than=1, goal=next(ns.solutions(puzzle))
    ),
    "filled": lambda puzzle, place: ns.certify_givens(puzzle, place, more_than=1, filled=True),
    "conflict": lambda puzzle, place: ns.certify_conflict(ns.conflict(puzzle), place),
    "smallest": lambda puzzle, place: ns.certify_smallest_conflict(ns.conflict(puzzle, smallest=True), place),
    "repainting": lambda puzzle, place: repainted(puzzle, place, line_solvable=False),
    "repainting for lines": lambda puzzle, place: repainted(puzzle, place, line_solvable=True),
}


def repainted(puzzle, place, line_solvable):
    """Writes the bound of a repair by pixels of a small picture, a solution or else one that is all background."""
    goal = next(ns.solutions(puzzle), None)
    if goal is None or len(goal.cells) > 16:
        return False
    with TemporaryDirectory() as own:
        ns.certify_pixels(puzzle.replace(goal=goal), own, line_solvable=line_solvable)
        if (written := Path(own, "at-least")).exists():
            copytree(written, place)
            return True
    return False


def written(puzzle, place):
    """The certificates of all claims that this puzzle allows."""
    place.mkdir(exist_ok=True)
    solvable = next(ns.solutions(puzzle), None) is not None
    for claim, certify in CLAIMS.items():
        if solvable == (claim in ("conflict", "smallest")) and claim not in ("verdict", "count"):
            continue
        target = place / claim.replace(" ", "-")
        certify(puzzle, target)
        if target.exists():
            yield target


def both_accept(puzzle, place):
    """Writes certificates of every claim, which both accept; returns how many."""
    count = 0
    for target in written(puzzle, place):
        assert first(target), target
        assert second(target) == (True, ""), target
        count += 1
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", quick(NAMES, lambda name: name != "dom-06.non"))
def test_certificates_of_our_puzzles(name, tmp_path):
    assert both_accept(ns.load(PUZZLES / name), tmp_path) >= 3


def random_certificates(count, seed, place):
    random, accepted = Random(seed), 0
    for at in range(count):
        puzzle = (random_triddler if at % 3 == 0 else random_puzzle)(random)
        accepted += both_accept(puzzle, place / str(at))
        rmtree(place / str(at))
    return accepted


def genuine(place):
    """Small certificates of every kind."""
    subjects = [
        ("dom-04.non", "verdict"),
        ("cup.non", "verdict"),
        ("anchor.non", "verdict"),
        ("unsolvable-by-search.non", "verdict"),
        ("unsolvable-by-lines.non", "conflict"),
        ("unsolvable-by-search.non", "conflict"),
        ("unsolvable-by-search.non", "smallest"),
        *((puzzle, claim) for puzzle in (SEVERAL, MANY) for claim in ("repainting", "repainting for lines")),
        *((SEVERAL, claim) for claim in ("count", "backbone")),
        *((MANY, claim) for claim in ("givens", "more givens", "goal", "filled")),
    ]
    for at, (puzzle, claim) in enumerate(subjects):
        CLAIMS[claim](ns.load(PUZZLES / puzzle) if isinstance(puzzle, str) else puzzle, place / str(at))
    return [
        {path.name: path.read_bytes() for path in folder.iterdir()}
        for folder in (place / str(at) for at in range(len(subjects)))
    ]


def agree(count, seed, place):
    """Both say the same of so many forgeries; how many they accept."""
    random, accepted = Random(seed), 0
    certificates = genuine(place)
    for at in range(count):
        files = forged(random, random.choice(certificates))
        target = place / f"forged-{at}"
        write(files, target)
        verdict, reason = second(target)
        assert first(target) == verdict, (target, reason)
        accepted += verdict
        rmtree(target)
    return accepted


@pytest.mark.slow
def test_both_checkers_accept_certificates_of_random_puzzles(tmp_path):
    assert random_certificates(3, 5, tmp_path) >= 3 * 3


@pytest.mark.slow
def test_both_checkers_agree_about_forgeries(tmp_path):
    assert agree(60, 1, tmp_path) < 30


@pytest.mark.nightly
def test_many_random_puzzles(tmp_path):
    assert random_certificates(300, 6, tmp_path) >= 300 * 3


@pytest.mark.nightly
def test_many_forgeries(tmp_path):
    assert agree(2000, 2, tmp_path) < 1000


@pytest.mark.slow
def test_both_checkers_take_archives_that_are_not_compressed(tmp_path):
    ns.certify_count(SEVERAL, tmp_path / "folder")
    for compression, accepted in ((ZIP_STORED, True), (ZIP_DEFLATED, False)):
        with ZipFile(tmp_path / "one.nonoproof", "w", compression) as archive:
            for path in (tmp_path / "folder").rglob("*.*"):
                archive.write(path, path.relative_to(tmp_path / "folder").as_posix())
        assert first(tmp_path / "one.nonoproof") == accepted
        assert second(tmp_path / "one.nonoproof")[0] == accepted


STATED = [  # a puzzle without solutions: rows, columns, givens, deductions, and whether that proves it
    ([[[5, 1]]], [[[1, 1]]] * 4, [], None, True),
    ([[[5, 1]]], [[[1, 1]]] * 4, [], "", False),
    ([[["?", 1], ["?", 1]]], [None], [], None, True),
    ([[[1, 1]], []], [[[1, 1]], [[1, 1]]], [], None, True),
    ([[[1, 1]], []], [[[1, 1]], None], [], None, False),
    ([None], [None], [[0, 0, 0], [0, 0, 1]], None, True),
    ([[[1, 1]]], [[]], [], '["column",0,[[0,1]]]\n["row",0,null]\n', True),
    ([[[1, 1]]], [[]], [], '["column",0,[[0,1]]]\n["row",0,[[0,0]]]\n["row",0,null]\n', True),
    ([[[1, 1]]], [[]], [], '["column",0,[[0,1]]]\n', False),
]


@pytest.mark.parametrize(("rows", "columns", "givens", "deductions", "proved"), STATED)
def test_both_checkers_agree_about_contradictory_statements(
    rows, columns, givens, deductions, proved, tmp_path
):
    puzzle = {"palette": ["white", "black"], "rows": rows, "columns": columns, "givens": givens}
    files = {"puzzle.json": json.dumps(puzzle).encode()}
    if deductions is not None:
        files["deductions.jsonl"] = deductions.encode()
    write(with_manifest({"kind": "unsolvable"}, files), tmp_path)
    assert first(tmp_path) == second(tmp_path)[0] == proved


def test_cells_that_are_not_neighbours_are_not_exchanged(tmp_path):
    puzzle = ns.Puzzle([[2]], [None] * 5)
    ns.certify_count(puzzle, tmp_path / "c")
    for order, accepted in (
        ([0, 1, 2, 3, 4], True),
        ([1, 0, 2, 4, 3], True),
        ([3, 4, 2, 0, 1], True),
        ([1, 2, 0, 3, 4], False),
        ([2, 1, 0, 3, 4], False),
        ([0, 4, 1, 2, 3], False),
    ):
        (tmp_path / "c" / "orders.json").write_text(json.dumps([order]))
        seal(tmp_path / "c")
        assert first(tmp_path / "c") == accepted, order
        assert second(tmp_path / "c")[0] == accepted, order
