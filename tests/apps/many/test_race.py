"""`nonosat.apps.many.race`: the first proof wins, whoever has it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.many import race as race_module
from nonosat.apps.many.race import race

SEVERAL = ns.Puzzle([[1], [1]], [[1], [1]])


@pytest.fixture
def threads():
    with ThreadPoolExecutor(2) as executor:
        yield executor


@pytest.mark.slow
def test_the_verdict_is_that_of_check(threads):
    for puzzle in (ns.example("cup"), SEVERAL, ns.Puzzle([[2]], [[1], []])):
        report = race(puzzle, threads, ns.Limit(), ns.SearchOptions())
        assert report.verdict is ns.check(puzzle).verdict
        assert all(grid.satisfies(puzzle) for grid in report.solutions)


@pytest.mark.slow
def test_without_a_proof_the_verdict_is_unknown(threads):
    board = ns.load(Path(__file__).parents[3] / "puzzles" / "dom-14.non")
    limit = ns.Limit(conflicts=5)
    assert race(board, threads, limit, ns.SearchOptions(backend="cadical195")).verdict is ns.Verdict.UNKNOWN


@pytest.mark.slow
def test_an_error_of_every_configuration_is_raised(threads):
    wrong = ns.Puzzle([[1]], [[1]], givens=[(5, 5)])
    with pytest.raises(ns.PuzzleError):
        race(wrong, threads, ns.Limit(), ns.SearchOptions())


@pytest.mark.slow
def test_check_races_one_puzzle_and_spreads_several(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    made = "from concurrent.futures import ThreadPoolExecutor\ndef two(): return ThreadPoolExecutor(2)\n"
    Path("pools.py").write_text(made)
    ns.dump(ns.example("cup"), "cup.non")
    ns.dump(SEVERAL, "several.non")
    raced = []
    monkeypatch.setattr(
        race_module, "race", lambda puzzle, *others: raced.append(puzzle) or race(puzzle, *others)
    )
    assert ran(capsys, ["check", "cup.non", "--executor", "pools:two"], 0).out.startswith("cup.non: unique")
    assert len(raced) == 1
    out = ran(capsys, ["check", "cup.non", "several.non", "--executor", "pools:two"], 1).out
    assert [line.split()[1] for line in out.splitlines()] == ["unique", "multiple"]
    assert len(raced) == 1
    out = ran(capsys, ["rate", "cup.non", "several.non", "--executor", "pools:two"], 1).out
    assert out == ran(capsys, ["rate", "cup.non", "several.non"], 1).out
    assert (
        "without --executor"
        in ran(capsys, ["check", "cup.non", "--watch", "--executor", "pools:two"], 64).err
    )
