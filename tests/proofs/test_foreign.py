"""`certify --proof`: LRAT by other solvers, packed into certificates, or refused."""

import gzip
from pathlib import Path

import pytest
from cnfs import as_lrat, steps_of
from effort import tries
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracles import dominoes
from strategies import unsettled_puzzles

import nonosat as ns
from nonosat.apps.cli import run

FAR = 10**12
"""What Mallob adds to the numbers of steps, so that those of its solvers differ."""

UNIQUE = ns.Puzzle(*dominoes(3))
UNSOLVABLE = ns.load(Path(__file__).parents[2] / "puzzles" / "unsolvable-by-search.non")


def varints(values):
    found = bytearray()
    for value in (2 * abs(each) + (each < 0) for each in values):
        while value > 127:
            found.append(value & 127 | 128)
            value >>= 7
        found.append(value)
    return bytes(found)


def as_binary(steps):
    deletion = b"d" + varints([999_999]) + b"\0"
    return deletion + b"".join(b"a%b\0%b\0" % (varints(head), varints(hints)) for head, hints in steps)


def far(steps):
    least = steps[0][0][0]
    return [
        ([head[0] + FAR, *head[1:]], [hint + FAR * (hint >= least) for hint in hints])
        for head, hints in steps
    ]


WRITERS = {
    "text": as_lrat,
    "binary": as_binary,
    "gzip": lambda steps: gzip.compress(as_lrat(steps)),
    "far": lambda steps: as_binary(far(steps)),
}


@given(unsettled_puzzles(5) | st.just(UNSOLVABLE), st.sampled_from(sorted(WRITERS)))
@settings(max_examples=tries(100), suppress_health_check=[HealthCheck.filter_too_much])
def test_a_proof_by_another_solver_becomes_a_certificate(tmp_path_factory, puzzle, writer):
    report = ns.check(puzzle)
    assume(report.verdict is not ns.Verdict.MULTIPLE)
    folder = tmp_path_factory.mktemp("proof")
    text = ns.encode(puzzle, excluding=report.solutions[0] if report.solutions else None)
    (folder / "p").write_bytes(WRITERS[writer](steps_of(text)))
    assert ns.certify(puzzle, folder / "c", proof=folder / "p").verdict is report.verdict
    found = ns.verify(folder / "c", against=puzzle)
    assert (found.verdict, found.refusal) == (report.verdict, None)


@pytest.fixture(scope="module")
def steps():
    return steps_of(ns.encode(UNIQUE, excluding=ns.solve(UNIQUE)))


def damaged(steps, hints):
    return as_lrat([(steps[0][0], hints), *steps[1:]])


BROKEN = {
    "not LRAT": (lambda _: b"1 2 0\n0\n", "expected a number, literals, 0, hints, 0"),
    "cut": (lambda steps: as_lrat(steps)[:-3], "middle of a step"),
    "no end": (lambda steps: as_lrat(steps[:-1]), "no empty clause"),
    "binary cut": (lambda steps: as_binary(steps)[:-3], "middle of a step"),
    "binary noise": (lambda steps: b"x\0" + as_binary(steps), "entry 1: expected a step"),
    "no gzip": (lambda _: b"\x1f\x8bhello", "no LRAT proof"),
    "RAT": (lambda steps: damaged(steps, [-1]), "those of RAT"),
    "later": (lambda steps: damaged(steps, [10**6]), "names clause 1000000, which is not there"),
    "twice": (lambda steps: as_lrat([steps[0], *steps]), "has the number of another clause"),
    "another formula": (lambda steps: as_lrat([([10**6, 10**6], [1]), *steps]), "more than the"),
    "wrong": (lambda steps: damaged(steps, [1]), "does not hold for the formula"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_invalid_proof_is_refused_and_nothing_is_written(tmp_path, steps, name):
    make, reason = BROKEN[name]
    (tmp_path / "p").write_bytes(make(steps))
    with pytest.raises(ns.InputError, match=reason):
        ns.certify(UNIQUE, tmp_path / "c", proof=tmp_path / "p")
    assert not (tmp_path / "c").exists()


def test_the_commands(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(UNIQUE, "p.non")
    assert run(["encode", "--second", "p.non", "-o", "p.cnf"]) == 0
    Path("p.lrat").write_bytes(as_binary(steps_of(Path("p.cnf").read_text())))
    assert run(["certify", "p.non", "--proof", "p.lrat", "-o", "c"]) == 0
    assert run(["verify", "c", "--against", "p.non"]) == 0
    capsys.readouterr()
    assert run(["certify", "p.non", "--proof", "p.lrat", "-o", "d", "--claim", "count"]) == 64
    assert run(["certify", "p.non", "--proof", "none", "-o", "d"]) == 65
    assert run(["certify", "p.non", "--proof", "p.lrat", "-o", "d", "--time-limit", "0"]) == 3
    assert run(["encode", "--second", "p.non", "-o", "d.cnf", "--time-limit", "0"]) == 3
    assert not list(tmp_path.glob("d*"))
    ns.dump(UNSOLVABLE, "none.non")
    assert run(["encode", "--second", "none.non", "-o", "d.cnf"]) == 64
    ns.dump(ns.Puzzle([[1]], [[1]]), "lines.non")
    assert run(["certify", "lines.non", "--proof", "p.lrat", "-o", "d"]) == 64
    assert "lines alone settle this puzzle" in capsys.readouterr().err


def test_a_grid_to_exclude_must_be_a_solution():
    with pytest.raises(ns.UsageError, match="no solution"):
        ns.encode(UNIQUE, excluding=ns.Grid([[0] * UNIQUE.width] * UNIQUE.height))
