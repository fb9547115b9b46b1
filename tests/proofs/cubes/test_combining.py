"""Cubes say together what the whole would: against brute force, and with a certificate that others check."""

import json
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random

import pytest
from effort import tries
from forging import edited_json, holds
from hypothesis import given, settings
from oracles import dominoes
from solution_sets import all_solutions, ambiguous, random_puzzle, random_triddler, randoms

import nonosat as ns
from nonosat.proofs.cubes.combining import Split
from nonosat.proofs.cubes.cube_questions import COUNTING
from nonosat.proofs.cubes.tree import kept_tree
from nonosat.support.limits import MIN_MEMORY
from nonosat.verifier import verify
from nonosat.verifier.reading import MANIFEST

UNSOLVABLE = ns.Puzzle([[3], [], [3]], [[2], [2], [2]])


LIMITS = [
    ns.Limit(),
    ns.Limit(seconds=0),
    ns.Limit(seconds=0.003),
    ns.Limit(memory=MIN_MEMORY),
    ns.Limit(seconds=0.1, memory=MIN_MEMORY),
]


class Losing(ThreadPoolExecutor):
    """Loses some of the calls, as a cluster does whose machines fail."""

    def __init__(self, chance, share):
        super().__init__(1)
        self.chance, self.share = chance, share

    def submit(self, *args):
        if self.chance.random() >= self.share:
            return super().submit(*args)
        lost = Future()
        lost.set_exception(OSError("a worker was lost"))
        return lost


def require_true(pictures, report, found):
    """Whatever limits there were: nothing that is said is wrong, and what is not known is said to be unknown."""
    verdict = ("unsolvable", "unique", "multiple")[min(len(pictures), 2)]
    for said in (report, found):
        assert said.verdict in (verdict, "unknown")
        assert (said.stopped is None) or said.verdict in ("unknown", "multiple")
        assert (said.verdict == "unknown") <= (said.stopped is not None)
    assert {grid.cells for grid in report.solutions} <= set(pictures)
    assert len(report.solutions) == min(len(pictures), 2) or report.verdict == "unknown"
    assert found.count <= len(pictures)
    assert found.exact == (found.stopped is None)
    assert not found.exact or found.count == len(pictures)


@pytest.mark.parametrize("seed", range(tries(100)))
def test_verdicts_and_numbers_are_those_of_brute_force(seed, tmp_path):
    """Every kind of puzzle, with limits of every kind that follow each other, and workers that fail."""
    chance = Random(seed)
    if seed % 3:
        puzzle, pictures = ambiguous(chance, least=0, most=300)
    else:
        puzzle = random_triddler(chance)
        pictures = all_solutions(puzzle)
    for limit, share in [(chance.choice(LIMITS), chance.choice([0, 0.5, 0.9])), (ns.Limit(), 0)]:
        with Losing(chance, share) as executor:
            cubes, seconds = chance.randint(1, 7), chance.choice([20, 1e-9])
            splits = [
                Split(cubes=cubes, seconds=seconds, executor=executor, journal=tmp_path / name)
                for name in ("check", "count")
            ]
            report = ns.check_split(puzzle, split=splits[0], limit=limit)
            found = ns.count_split(puzzle, split=splits[1], limit=limit)
        require_true(pictures, report, found)
    assert (report.verdict != "unknown", found.exact) == (True, True)
    assert report.line_solvable == found.line_solvable == ns.check(puzzle).line_solvable


@pytest.mark.slow
def test_a_puzzle_too_large_for_the_memory_is_unknown_and_stays_open(tmp_path):
    side = 1200
    puzzle, journal = ns.Puzzle([[side]] * side, [[side]] * side), tmp_path / "count"
    limit = ns.Limit(memory=MIN_MEMORY)
    report = ns.check_split(puzzle, split=Split(cubes=2, workers=1), limit=limit)
    assert (report.verdict, report.stopped) == ("unknown", "memory")
    found = ns.count_split(puzzle, split=Split(cubes=2, workers=1, journal=journal), limit=limit)
    assert (found.count, found.exact, found.verdict, found.stopped) == (0, False, "unknown", "memory")
    with kept_tree(journal, puzzle, COUNTING) as tree:
        assert list(tree.open_leaves()) == [()]


@pytest.mark.slow_for("puzzle0", "puzzle1", "puzzle2", "puzzle3")
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_journal_is_gone_on_from(tmp_path):
    journal = tmp_path / "state.jsonl"
    puzzle = ns.Puzzle(*dominoes(5))
    split = Split(cubes=6, workers=1, journal=journal)
    first = ns.check_split(puzzle, split=split)
    lines = journal.read_text().splitlines(keepends=True)
    for kept in range(len(lines) + 1):
        journal.write_text("".join(lines[:kept]) + ('{"cube": [[' if kept else ""))
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


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("command", "puzzle", "answer"),
    [
        ("check", ns.Puzzle(*dominoes(9)), "unique (19x19, not solvable line by line)"),
        ("count", ns.Puzzle([[1]] * 14, [[1]] * 14), "87,178,291,200 solutions"),
    ],
)
def test_killed_at_any_moment_it_goes_on(tmp_path, command, puzzle, answer):
    """The same answer after SIGKILL at ten moments, with another run beside it, and no cube is answered twice."""
    journal = tmp_path / "state.jsonl"
    ns.dump(puzzle, tmp_path / "puzzle.json")
    words = [sys.executable, "-m", "nonosat", command, "--split", "24", "--workers", "1"]
    words += ["--journal", str(journal), str(tmp_path / "puzzle.json")]
    for moment in range(10):
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            try:
                process.communicate(timeout=0.6 + 0.17 * moment)
            except subprocess.TimeoutExpired:
                if journal.exists() and process.poll() is None:
                    other = subprocess.run(words, capture_output=True, check=False, text=True)
                    assert other.returncode in (74, 0)
                    assert other.returncode == 0 or "another run writes to it" in other.stderr
                process.send_signal(signal.SIGKILL)
                process.communicate()
            else:
                break
    done = subprocess.run(words, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, f"{tmp_path / 'puzzle.json'}: {answer}")
    cubes = [json.dumps(json.loads(line)["cube"]) for line in journal.read_text().splitlines()[1:]]
    assert len(set(cubes)) == len(cubes)


@pytest.mark.slow
@given(randoms)
@settings(max_examples=tries(30))
def test_the_count_of_cubes_is_proved(tmp_path_factory, random):
    puzzle = random_puzzle(random)
    number = len(all_solutions(puzzle))
    folder = tmp_path_factory.mktemp("cubes") / "proof"
    with ThreadPoolExecutor(1) as executor:
        split = Split(cubes=random.randint(1, 6), executor=executor)
        assert ns.certify_count_split(puzzle, folder, split=split).count == number
    found = ns.verify(folder, against=puzzle)
    assert found.accepted, found
    for wrong in (number - 1, number + 1):
        edited_json(
            folder, MANIFEST, lambda manifest, wrong=wrong: manifest["claim"].update(count=str(wrong))
        )
        assert not holds(folder)
