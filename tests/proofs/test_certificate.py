"""Whole certificates: every written one holds. Forged ones are in test_forgeries."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from effort import quick, tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import dominoes
from patience import DEADLINE, wait_for_work
from strategies import clashing_puzzles, every_feature, unsettled_puzzles

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.proofs import certificate
from nonosat.proofs.certificate import certify_verdict, verify
from nonosat.support import limits
from nonosat.support.end import End, Stopped
from nonosat.verifier.reading import MANIFEST, PUZZLE, SOLUTIONS

PUZZLES = Path(__file__).parents[2] / "puzzles"
EXPECTED = json.loads((PUZZLES / "expected.json").read_text())
CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

SLOW = {f"dom-{n:02}.non" for n in range(9, 15)}
"""Puzzles whose proofs take seconds or minutes to check."""

LINES, SEARCH = ns.load(PUZZLES / "cup.non"), ns.load(PUZZLES / "dom-04.non")
"""Puzzles with one solution: lines find it, search finds it."""
MULTIPLE = ns.load(PUZZLES / "anchor.non")
REFUTED = ns.load(PUZZLES / "unsolvable-by-lines.non")


NAMES = sorted(set(EXPECTED) - SLOW)


@pytest.mark.slow_for("dom-08.non")
@pytest.mark.parametrize("name", quick(sorted(EXPECTED), NAMES[::4].__contains__, nightly=True))
def test_every_shipped_puzzle_gets_a_certificate_that_holds(name, tmp_path):
    puzzle = ns.load(PUZZLES / name)
    report = certify_verdict(puzzle, tmp_path / "c")
    found = verify(tmp_path / "c", against=puzzle)
    assert found.refusal is None
    assert found.verdict == report.verdict == EXPECTED[name]["verdict"]
    assert (found.steps == 0) == (EXPECTED[name]["line_solvable"] or not found.clauses)


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize(
    "number",
    ["06574", "08098", "02040", "03541"],
)
def test_survey_puzzles_get_certificates_that_hold(number, tmp_path):
    puzzle = ns.load(CORPUS / "survey" / f"webpbn-{number}.non")
    assert certify_verdict(puzzle, tmp_path / "c").verdict is ns.Verdict.UNIQUE
    found = verify(tmp_path / "c", against=puzzle)
    assert (found.verdict, found.kind, found.refusal) == (ns.Verdict.UNIQUE, "unique", None)
    assert isinstance(found.verdict, ns.Verdict)
    assert min(found.clauses, found.steps) > 0


any_puzzle = st.one_of(
    every_feature(1, triddlers=True, missing=True),
    every_feature(2, triddlers=True, missing=True),
    unsettled_puzzles(6),
    unsettled_puzzles(5, 2),
    clashing_puzzles(5).filter(lambda puzzle: not puzzle.problems()),
)


@given(any_puzzle, st.data())
@settings(max_examples=tries(150))
def test_every_puzzle_gets_a_certificate_that_holds(tmp_path_factory, puzzle, data):
    if data.draw(st.booleans()):  # most often to no good
        row = data.draw(st.integers(0, puzzle.height - 1))
        cell = data.draw(st.integers(0, puzzle.row_lengths[row] - 1))
        wrong = (row, cell, data.draw(st.integers(0, len(puzzle.palette) - 1)))
        puzzle = puzzle.replace(givens=(*puzzle.givens, wrong))
        assume(not puzzle.problems())
    folder = tmp_path_factory.mktemp("certificates") / "c"
    report = certify_verdict(puzzle, folder)
    assert report.verdict == ns.check(puzzle).verdict
    found = verify(folder, against=puzzle)
    assert (found.verdict, found.refusal) == (report.verdict, None)
    assert ns.load(folder / PUZZLE) == puzzle.statement


@pytest.mark.parametrize("proving", [0, 300_000])
@given(any_puzzle)
@settings(max_examples=tries(40))
def test_the_proof_says_whether_there_is_another_solution(proving, tmp_path_factory, puzzle):
    """However soon the search leaves that to the proof, and the proof leaves it to the search again."""
    folder = tmp_path_factory.mktemp("certificates") / "c"
    checked = ns.check(puzzle)

    def check(puzzle, *, limit, observer):
        if limit.conflicts is None or checked.line_solvable or not checked.solutions:
            return ns.check(puzzle, limit=limit)
        few = {"solutions": checked.solutions[:1], "verdict": ns.Verdict.UNKNOWN}
        return replace(checked, end=End(Stopped.CONFLICTS), **few)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "check", check)
        patch.setattr(certificate, "_PROVING", proving)
        report = certify_verdict(puzzle, folder)
    assert (report.verdict, report.line_solvable) == (checked.verdict, checked.line_solvable)
    assert report.stopped is None
    assert len(report.solutions) == len(checked.solutions)
    found = verify(folder, against=puzzle)
    assert (found.verdict, found.refusal) == (report.verdict, None)


@pytest.mark.slow
def test_a_limit_of_conflicts_covers_answer_and_proof(tmp_path):
    puzzle = ns.load(PUZZLES / "dom-10.non")
    for most in (10, 3_000):
        report = certify_verdict(puzzle, tmp_path / "c", limit=ns.Limit(conflicts=most))
        assert (report.verdict, report.stopped) == (ns.Verdict.UNKNOWN, "conflicts")
        assert not (tmp_path / "c").exists()


# Writing ----------------------------------------------------------------------------------------------


def test_an_older_certificate_is_replaced_and_nothing_else_is(tmp_path):
    (tmp_path / "empty").mkdir()
    for folder in ("new", "new", "empty"):
        certify_verdict(SEARCH, tmp_path / folder)
        certify_verdict(LINES, tmp_path / folder)
        assert verify(tmp_path / folder, against=LINES).accepted
    (tmp_path / "new" / "letter.txt").write_text("dear")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / MANIFEST).write_text('{"name": "app"}')
    (tmp_path / "file").write_text("")
    before = {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")}
    for folder, error in (
        ("new", ns.UsageError),
        ("app", ns.UsageError),
        ("file", ns.OutputError),
        ("no/where", ns.OutputError),
    ):
        with pytest.raises(error):
            certify_verdict(LINES, tmp_path / folder)
    with pytest.raises(ns.UsageError):
        certify_verdict(LINES, tmp_path)
    assert {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_files_added_to_the_folder_meanwhile_are_kept(tmp_path, monkeypatch):
    def check(*arguments, **options):
        (tmp_path / "c").mkdir()
        (tmp_path / "c" / "letter.txt").write_text("dear")
        return ns.check(*arguments, **options)

    monkeypatch.setattr(certificate, "check", check)
    with pytest.raises(ns.UsageError):
        certify_verdict(LINES, tmp_path / "c")
    assert [path.name for path in tmp_path.rglob("*")] == ["c", "letter.txt"]


def test_a_failed_write_leaves_everything_as_it_was(tmp_path, monkeypatch):
    certify_verdict(LINES, tmp_path / "c")

    def full(path, mode="r"):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nonosat.support.files.open", full, raising=False)
    for folder in ("c", "new"):
        with pytest.raises(ns.OutputError, match="No space left"):
            certify_verdict(SEARCH, tmp_path / folder)
    assert os.listdir(tmp_path) == ["c"]
    assert verify(tmp_path / "c", against=LINES).accepted


def test_a_certificate_that_cannot_take_its_place_leaves_the_older_one(tmp_path, monkeypatch):
    certify_verdict(LINES, tmp_path / "c")
    rename = os.rename

    def once(source, target):
        monkeypatch.setattr(os, "rename", fails)
        return rename(source, target)

    def fails(source, target):
        monkeypatch.setattr(os, "rename", rename)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "rename", once)
    with pytest.raises(KeyboardInterrupt):
        certify_verdict(SEARCH, tmp_path / "c")
    assert os.listdir(tmp_path) == ["c"]
    assert verify(tmp_path / "c", against=LINES).accepted


@pytest.mark.parametrize("limit", [ns.Limit(seconds=0), ns.Limit(conflicts=0), ns.Limit(solutions=1)])
def test_a_limit_leaves_nothing_behind(limit, tmp_path):
    report = certify_verdict(ns.Puzzle(*dominoes(9)), tmp_path / "c", limit=limit)
    assert report.verdict is ns.Verdict.UNKNOWN
    assert os.listdir(tmp_path) == []


@pytest.mark.slow_for("conflicts-limit1")
@pytest.mark.parametrize(
    ("name", "limit"), [("seconds", ns.Limit(seconds=0)), ("conflicts", ns.Limit(conflicts=10))]
)
def test_a_limit_holds_for_the_proof_too(name, limit, tmp_path, monkeypatch):
    puzzle = ns.Puzzle(*dominoes(10))
    known = ns.check(puzzle)
    monkeypatch.setattr(certificate, "check", lambda *_, **__: known)
    report = certify_verdict(puzzle, tmp_path / "c", limit=limit)
    assert (report.verdict, report.stopped) == (ns.Verdict.UNKNOWN, name)
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_the_proof_is_observed(tmp_path):
    seen = []
    certify_verdict(ns.Puzzle(*dominoes(10)), tmp_path / "c", observer=seen.append)
    assert any(getattr(event, "conflicts", 0) for event in seen)


# The command line -------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, puzzle in {"one": SEARCH, "several": MULTIPLE, "none": REFUTED}.items():
        ns.dump(puzzle, f"{name}.non")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "verdict"), [("one", "unique"), ("several", "multiple"), ("none", "unsolvable")]
)
def test_certify_and_verify(folder, capsys, name, verdict):
    assert run(["certify", f"{name}.non", "-o", "c"]) == 0
    assert capsys.readouterr().out.startswith(f"{name}.non: {verdict}, certificate of ")
    assert run(["verify", "c"]) == 0
    digest = hashlib.sha256((folder / "c" / PUZZLE).read_bytes()).hexdigest()
    out = capsys.readouterr().out
    assert out.startswith(f"c: proves that the puzzle is {verdict} (")
    assert digest in out
    assert run(["verify", "c", "--against", f"{name}.non"]) == 0
    assert run(["verify", "c", "--against", "c/puzzle.json"]) == 0


def test_a_certificate_of_another_puzzle_is_refused(folder, capsys):
    run(["certify", "one.non", "-o", "c"])
    capsys.readouterr()
    assert run(["verify", "c", "--against", "none.non"]) == 1
    assert "c: refused: puzzle.json: states another puzzle" in capsys.readouterr().out


def test_json_records(folder, capsys):
    assert run(["certify", "one.non", "-o", "c", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["verdict"], record["certificate"]) == ("unique", "c")
    assert record["bytes"] == sum(path.stat().st_size for path in (folder / "c").iterdir())
    (folder / "empty").mkdir()
    assert run(["verify", "c", "empty", "--json"]) == 65
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["certificate"], good["accepted"], good["verdict"]) == ("c", True, "unique")
    assert (good["clauses"] > 100, good["solutions"], good["claim"]) == (True, 1, "the puzzle is unique")
    assert (bad["accepted"], "manifest.json" in bad["error"]) == (False, True)
    (folder / "c" / SOLUTIONS).write_text("[]\n")
    assert run(["verify", "c", "--json"]) == 1
    refused = json.loads(capsys.readouterr().out)
    assert (refused["accepted"], refused["refusal"].startswith("solutions.json: ")) == (False, True)


@pytest.mark.slow
def test_memory_is_limited_for_the_proof_too(tmp_path):
    puzzle = ns.Puzzle(*dominoes(6))
    heard = []
    limit = ns.Limit(memory=300_000_000)
    report = certify_verdict(puzzle, tmp_path / "c", limit=limit, observer=heard.append)
    assert report.verdict is ns.Verdict.UNIQUE
    assert heard
    assert ns.verify(tmp_path / "c").accepted
    large = ns.Puzzle(*dominoes(30))
    report = certify_verdict(large, tmp_path / "d", limit=ns.Limit(memory=limits.MIN_MEMORY))
    assert (report.verdict, report.stopped) == (ns.Verdict.UNKNOWN, "memory")
    assert not (tmp_path / "d").exists()


def test_a_limit_exits_with_3(folder, capsys):
    ns.dump(ns.Puzzle(*dominoes(25)), "hard.non")
    assert run(["certify", "hard.non", "-o", "c", "--time-limit", "0.2"]) == 3
    assert run(["certify", "hard.non", "-o", "c", "--time-limit", "0.2", "--json"]) == 3
    text, record = capsys.readouterr().out.splitlines()
    assert text == "hard.non: unknown (the time limit was reached), nothing is written"
    assert (json.loads(record)["verdict"], json.loads(record)["certificate"]) == ("unknown", None)
    assert not (folder / "c").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["certify", "one.non"], 64),
        (["certify", "-o", "c"], 64),
        (["certify", "nothing.non", "-o", "c"], 65),
        (["certify", "one.non", "-o", "."], 64),
        (["certify", "one.non", "-o", "a/b"], 74),
        (["certify", "two.nonpack", "-o", "c"], 64),
        (["certify", "wrong.non", "-o", "c"], 65),
        (["verify"], 64),
        (["verify", "one.non"], 65),
        (["verify", ".", "--against", "nothing.non"], 65),
        (["verify", ".", "--with=lrat-check"], 64),
    ],
)
def test_misuse_and_bad_input(folder, capsys, monkeypatch, arguments, code):
    monkeypatch.setenv("PATH", "")
    ns.dump([SEARCH, LINES], "two.nonpack")
    (folder / "wrong.non").write_text('rows\n1\n1\ncolumns\n1\n0\ngoal "1"\n')
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert (out, bool(err)) == ("", True)
    assert not (folder / "c").exists()


@pytest.mark.slow
def test_ctrl_c_while_the_solver_runs_leaves_nothing_behind(folder):
    ns.dump(ns.Puzzle(*dominoes(25)), "hard.non")
    command = [sys.executable, "-m", "nonosat", "certify", "hard.non", "-o", "c"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_work(process.pid, 0.4)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()  # else leaving the block waits for as long as the search
    assert (process.returncode, out, err.strip()) == (130, "", "nonosat: interrupted")
    assert sorted(os.listdir(folder)) == ["hard.non", "none.non", "one.non", "several.non"]


@pytest.mark.slow_for("c-backbone", "c-count", "c.nonoproof-backbone", "c.nonoproof-count")
@pytest.mark.parametrize("claim", ["count", "backbone", "givens"])
@pytest.mark.parametrize("name", ["c", "c.nonoproof"])
def test_other_claims_are_certified_in_folders_and_files(folder, capsys, claim, name):
    command = ["certify", "several.non", "--claim", claim, "-o", name, "--json"]
    for _ in range(2):  # an older one is replaced
        assert run(command) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert records[0]["bytes"] == records[1]["bytes"] > 0
    assert run(["verify", name, "--against", "several.non"]) == 0
    assert run(["verify", name, "--against", "one.non"]) == 1
    assert run(["certify", "one.non", "--claim", "conflict", "-o", name]) == 3


def test_one_file_has_the_same_bytes_each_time_and_replaces_nothing_else(folder):
    for name in ("a.nonoproof", "b.nonoproof"):
        assert run(["certify", "one.non", "-o", name]) == 0
        assert ns.verify(name).accepted
    data = (folder / "a.nonoproof").read_bytes()
    assert data == (folder / "b.nonoproof").read_bytes()
    for forged in (data[:-30], data[:2000], data[30:], data.replace(b"unique", b"unisex")):
        (folder / "c.nonoproof").write_bytes(forged)
        with pytest.raises(ns.InputError, match=r"c\.nonoproof: "):
            ns.verify("c.nonoproof")
    (folder / "mine.nonoproof").write_text("precious")
    assert run(["certify", "one.non", "-o", "mine.nonoproof"]) == 64
    assert (folder / "mine.nonoproof").read_text() == "precious"


def test_repairs_and_conflicts_are_certified(folder, capsys):
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), "two.non")
    assert run(["repair", "givens", "two.non", "--certificate", "fewest"]) == 0
    assert "fewest: 1 given cell is needed at least and 1 suffices" in capsys.readouterr().err
    assert run(["verify", "fewest/at-least", "fewest/repaired"]) == 0
    ns.dump(ns.Puzzle([[2], [1]], [[1], [1]]), "none.non")
    assert run(["conflict", "none.non", "--certificate", "clash"]) == 2
    assert run(["verify", "clash"]) == 0
    assert run(["conflict", "--smallest", "none.non", "--certificate", "least"]) == 2
    assert "least: 4 clues and givens are needed at least and 4 contradict" in capsys.readouterr().err
    assert run(["verify", "least/at-least", "least/conflict"]) == 0
    ns.dump(ns.Grid(["#.", ".#"]).puzzle(goal=ns.Grid(["#.", ".#"])), "drawn.json")
    for more in ([], ["--line-solvable"]):
        assert run(["repair", "pixels", "drawn.json", "--certificate", "pixels", *more]) == 0
        assert "pixels: more than 0 must change and 1 suffice" in capsys.readouterr().err
        assert run(["verify", "pixels/at-least", "pixels/repaired"]) == 0
    capsys.readouterr()
    assert run(["repair", "givens", "two.non", "--filled", "--certificate", "filled"]) == 0
    assert "filled: 1 filled cell is needed at least and 1 suffices" in capsys.readouterr().err
    assert run(["verify", "filled/at-least", "filled/repaired"]) == 0
    assert run(["repair", "givens", "two.non", "--prefer", "1,1", "--certificate", "other"]) == 64
