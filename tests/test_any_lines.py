"""Every question about puzzles of any lines, against brute force and both verifiers."""

import shutil
import subprocess

import pytest

import nonosat as ns
from nonosat.model.shapes import hexagonal, holed
from nonosat.proofs.counts import certify_backbone, certify_count
from nonosat.verifier import verify
from tests.helpers.shapes import arrangement, cube, painted, solutions

WORDS = {0: "unsolvable", 1: "unique"}


def require_right_answers(puzzle: ns.Puzzle) -> str:
    """Asks all questions; returns the verdict."""
    right = set(solutions(puzzle))
    report = ns.check(puzzle)
    assert report.verdict == WORDS.get(len(right), "multiple")
    count = ns.count(puzzle)
    assert (count.count, count.exact) == (len(right), True)
    found = [tuple(grid.cells) for grid in ns.solutions(puzzle)]
    assert len(found) == len(right)
    assert set(found) == right
    ambiguity = ns.ambiguity(puzzle)
    fixed = [colours.pop() if len(colours := set(cells)) == 1 else None for cells in zip(*right, strict=True)]
    if right:
        assert [colour for row in ambiguity.rows() for colour in row] == fixed
    require_right_steps(puzzle, right)
    require_right_repairs(puzzle, right)
    if right:
        assert {tuple(grid.cells) for grid in ns.sample(puzzle, n=3)} <= right
        wanted = ns.Grid._of(puzzle, bytes(sum(puzzle.row_lengths)))
        nearest = ns.nearest(puzzle, wanted)
        assert nearest.distance == min(sum(map(bool, cells)) for cells in right)
    else:
        require_minimal(puzzle, ns.conflict(puzzle))
    return report.verdict


def require_right_steps(puzzle, right):
    """An explanation and a hint say only what every solution has."""
    steps = [*ns.explain(puzzle).steps]
    for step in steps:
        for row, place, colour in step.cells:
            assert all(cells[puzzle.cell(row, place)] == colour for cells in right), step
        for row, place, colour in step.excluded:
            assert all(cells[puzzle.cell(row, place)] != colour for cells in right), step
        assert str(step)
    assert str(ns.hint(puzzle))
    assert ns.rate(puzzle).to_json()


def require_right_repairs(puzzle, right):
    repair = ns.repair_givens(puzzle)
    if right:
        assert len(solutions(repair.repaired)) == 1
    fixes = ns.repair_clue(puzzle)
    for repaired in (fixes.repaired, *(alternative.repaired for alternative in fixes.alternatives)):
        assert repaired is None or solutions(repaired)


def require_minimal(puzzle, conflict):
    """Without the clues of a conflict's lines there may be solutions; with them alone there is none."""
    names = [line.id for line in puzzle.lines]
    lines = {names.index(line) for line in conflict.lines}
    alone = puzzle.with_clues([line.clue if at in lines else None for at, line in enumerate(puzzle.lines)])
    assert not solutions(alone.replace(givens=conflict.givens))


@pytest.mark.parametrize("seed", range(24))
def test_answers_about_random_lines_agree_with_brute_force(seed):
    require_right_answers(arrangement(seed))


@pytest.mark.nightly
def test_answers_about_a_thousand_random_arrangements_agree_with_brute_force():
    verdicts = [require_right_answers(arrangement(seed)) for seed in range(100, 1100)]
    assert min(map(verdicts.count, ("unique", "multiple", "unsolvable"))) > 100


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "make",
    [
        lambda seed: painted(hexagonal(2), seed),
        lambda seed: painted(holed(["aaaa", "a  a", "aaaa"], split=bool(seed % 2)), seed),
        lambda seed: cube(2, seed),
    ],
    ids=["hexagon", "holes", "cube"],
)
def test_answers_about_hexagons_holes_and_cubes_agree_with_brute_force(make, seed):
    require_right_answers(make(seed))


def require_certificates(puzzle, place, program):
    """Writes certificates of a puzzle, and has both verifiers check them; returns how many there were."""
    made = 0
    for name, certify in (
        ("verdict", ns.certify),
        ("backbone", certify_backbone),
        ("count", certify_count),
    ):
        target = place / f"{name}.nonoproof"
        certify(puzzle, target)
        if not target.exists():
            continue
        made += 1
        verify(target)
        assert ns.verify(target, against=puzzle).accepted
        if program and name != "count":
            ran = subprocess.run([program, target], capture_output=True, text=True, check=False)
            assert (ran.returncode, "s VERIFIED" in ran.stdout) == (0, True), ran.stdout + ran.stderr
        target.unlink()
    return made


@pytest.mark.parametrize("seed", range(6))
def test_certificates_about_random_lines_are_verified(seed, tmp_path):
    assert require_certificates(arrangement(seed), tmp_path, None)


@pytest.mark.nightly
def test_certificates_of_three_hundred_arrangements_are_verified_by_both_verifiers(tmp_path):
    program = shutil.which("nonocheck")
    assert sum(require_certificates(arrangement(seed), tmp_path, program) for seed in range(300)) > 600
