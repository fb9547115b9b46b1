"""Cubes say together what the whole would: against brute force, and with a certificate that others check."""

import json
import signal
import subprocess
import sys
from random import Random

import pytest
from effort import tries
from oracles import dominoes
from solution_sets import ambiguous

import nonosat as ns
from nonosat.proofs.cubes.answers import Split
from nonosat.verifier import verify

UNSOLVABLE = ns.Puzzle([[3], [], [3]], [[2], [2], [2]])


@pytest.mark.parametrize("seed", range(tries(60)))
def test_verdicts_and_numbers_are_those_of_brute_force(seed):
    puzzle, pictures = ambiguous(Random(seed), least=0, most=300)
    split = Split(cubes=seed % 7 + 1, workers=1)
    report = ns.check_split(puzzle, split=split)
    assert report.verdict == ("unsolvable", "unique", "multiple")[min(len(pictures), 2)]
    assert {grid.cells for grid in report.solutions} <= set(pictures)
    found = ns.count_split(puzzle, split=split)
    assert (found.count, found.exact) == (len(pictures), True)


@pytest.mark.parametrize(
    "puzzle", [ns.Puzzle(*dominoes(4)), UNSOLVABLE, ns.example("gchq"), ns.Puzzle([[1], [1]], [[1], [1]])]
)
def test_certificates_by_cubes_are_accepted(puzzle, tmp_path):
    report = ns.certify_split(puzzle, tmp_path / "proof", split=Split(cubes=4, workers=1))
    assert report.verdict == ns.check(puzzle).verdict
    found = ns.verify(tmp_path / "proof", against=puzzle)
    assert found.accepted, found
    assert found.verdict == report.verdict
    ns.certify_split(puzzle, tmp_path / "proof", split=Split(cubes=2, workers=1))  # an older one is replaced
    assert ns.verify(tmp_path / "proof", against=puzzle).accepted


def test_an_incomplete_or_swapped_set_of_cubes_is_refused(tmp_path):
    folder = tmp_path / "proof"
    ns.certify_split(ns.Puzzle(*dominoes(6)), folder, split=Split(cubes=4, workers=1))
    cubes = [json.loads(line) for line in (folder / "cubes.jsonl").read_text().splitlines()]
    assert len(cubes) > 3

    def told(changed):
        """What is said of other cubes, where the manifest agrees with them."""
        import hashlib

        data = "".join(json.dumps(cube) + "\n" for cube in changed).encode()
        (folder / "cubes.jsonl").write_bytes(data)
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["files"]["cubes.jsonl"] = hashlib.sha256(data).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest))
        return verify(folder)

    assert told(cubes).accepted
    assert "lacks a colour" in told(cubes[1:]).refusal
    assert "holds others" in told([[[], "cube-000001", cubes[0][2]], *cubes[1:]]).refusal
    (row, place, colour), *rest = cubes[0][0]
    assert "lacks a colour" in told([[[[row, place + 1, colour], *rest], *cubes[0][1:]], *cubes[1:]]).refusal
    one, other, *more = cubes
    assert told([[one[0], *other[1:]], [other[0], *one[1:]], *more]).refusal
    assert "SHA-256" in told([[*one[:2], "0" * 64], *cubes[1:]]).refusal


def test_a_limit_leaves_it_unknown_and_a_bound():
    puzzle = ns.Puzzle(*dominoes(20))
    report = ns.check_split(puzzle, split=Split(workers=1), seconds=0)
    assert (report.verdict, report.stopped) == ("unknown", "seconds")
    found = ns.count_split(puzzle, split=Split(workers=1), seconds=0)
    assert (found.count, found.exact, found.stopped) == (0, False, "seconds")


def test_a_journal_is_gone_on_from(tmp_path):
    journal = tmp_path / "state.jsonl"
    puzzle = ns.Puzzle(*dominoes(5))
    split = Split(cubes=6, workers=1, journal=journal)
    first = ns.check_split(puzzle, split=split)
    lines = journal.read_text().splitlines(keepends=True)
    for kept in range(len(lines) + 1):
        journal.write_text("".join(lines[:kept]) + ("torn" if kept else ""))
        again = ns.check_split(puzzle, split=split)
        assert (again.verdict, again.solutions) == (first.verdict, first.solutions)
        assert sorted(journal.read_text().splitlines()) == sorted(line.strip() for line in lines)


@pytest.mark.parametrize("text", ["hello\n", '{"format": 1}\n', "\x00\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, text):
    journal = tmp_path / "state.jsonl"
    journal.write_text(text)
    with pytest.raises(ns.InputError, match=r"state\.jsonl"):
        ns.check_split(UNSOLVABLE, split=Split(journal=journal, workers=1))
    assert journal.read_text() == text


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on(tmp_path):
    """The same verdict after SIGKILL at ten moments, and no cube is answered twice."""
    journal = tmp_path / "state.jsonl"
    puzzle = ns.Puzzle(*dominoes(9))
    ns.dump(puzzle, tmp_path / "puzzle.json")
    words = [sys.executable, "-m", "nonosat", "check", "--split", "24", "--workers", "1"]
    words += ["--journal", str(journal), str(tmp_path / "puzzle.json")]
    for moment in range(10):
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            try:
                process.communicate(timeout=0.6 + 0.17 * moment)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
            else:
                break
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    cubes = [json.dumps(json.loads(line)["cube"]) for line in journal.read_text().splitlines()[1:]]
    assert len(set(cubes)) == len(cubes)
