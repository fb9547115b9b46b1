"""`nonosat batch`: many puzzles, its journal, and expected verdicts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from effort import quick
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.many.asking import ASKED


def kept(path="results.jsonl"):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


@pytest.fixture
def sound(folder):
    """The folder without the file that is wrong."""
    os.remove("bad.non")
    return folder


@pytest.mark.slow
def test_every_puzzle_has_a_line_and_a_second_run_asks_nothing(sound, capsys):
    assert run(["batch", ".", "unique.non", "--journal", "results.jsonl"]) == 0
    assert "results.jsonl: 3 answers: 1 multiple, 1 unique, 1 unsolvable\n" in capsys.readouterr().err
    lines = kept()
    assert {line["puzzle"]: line["verdict"] for line in lines} == {
        f"{verdict}.non": verdict for verdict in ("unique", "multiple", "unsolvable")
    }
    assert all(line["worker"] and line["limits"] and not line["seed"] for line in lines)
    assert "3 were there before" in ran(capsys, ["batch", ".", "--journal", "results.jsonl"]).err
    assert kept() == lines


@pytest.mark.slow
def test_standard_output_has_the_lines_and_remarks_go_to_standard_error(sound, capsys):
    out, err = ran(capsys, ["batch", "."])
    assert len(out.splitlines()) == 3
    assert err == "nonosat: unique.non: trivial: 2 of 4 lines can be filled in at once\n"


@pytest.mark.slow
def test_the_key_depends_on_puzzle_question_and_options(sound, capsys):
    for options in ([], ["--ask", "count"], ["--seed", "3"], ["--time-limit", "60"], []):
        assert run(["batch", "unique.non", "--journal", "results.jsonl", *options]) == 0
    assert len(kept()) == 3  # a limit does not make another question
    os.rename("unique.non", "other.non")
    assert run(["batch", "other.non", "--journal", "results.jsonl", "--solutions"]) == 0
    *_, copied = kept()
    assert copied == {**kept()[0], "puzzle": "other.non"}


@pytest.mark.slow
def test_errors_are_recorded_and_set_the_exit_code(folder, capsys):
    assert run(["batch", ".", "--journal", "results.jsonl"]) == 65
    assert "nonosat: bad.non:4: expected a number of cells" in capsys.readouterr().err
    wrong = next(line for line in kept() if line["puzzle"] == "bad.non")
    assert (wrong["verdict"], wrong["width"]) == ("error", None)
    assert run(["batch", ".", "--journal", "results.jsonl"]) == 65
    assert len(kept()) == 4
    ns.dump(ns.Puzzle([[1]], [[1]]), "bad.non")
    assert run(["batch", ".", "--journal", "results.jsonl", "--retry", "error"]) == 0


@pytest.mark.slow
def test_undecided_puzzles_are_asked_again_on_request(hard, capsys):
    os.remove("bad.non")
    words = ["batch", ".", "--journal", "results.jsonl", "--conflict-limit"]
    assert run([*words, "10"]) == 0
    assert run([*words, "10"]) == 0
    before = next(line for line in kept() if line["puzzle"] == "hard.non")
    assert (before["verdict"], before["stopped"], before["limits"]["conflicts"]) == (
        "unknown",
        "conflicts",
        10,
    )
    assert run([*words, "20", "--retry", "unknown"]) == 0
    assert len(kept()) == 4
    after = next(line for line in kept() if line["puzzle"] == "hard.non")
    assert (after["key"], after["limits"]["conflicts"]) == (before["key"], 20)


@pytest.mark.slow
def test_expected_verdicts_are_compared(sound, capsys):
    wanted = {"unique.non": {"verdict": "unique"}, "multiple.non": {"verdict": "multiple"}}
    Path("v.json").write_text(json.dumps(wanted))
    assert run(["batch", ".", "--journal", "results.jsonl", "--expect", "v.json"]) == 0
    assert "no verdict is expected of 1 puzzle" in capsys.readouterr().err
    Path("v.json").write_text(json.dumps(wanted | {"unique.non": {"verdict": "multiple"}}))
    assert (
        "1 of 3 puzzles differ from what is expected:\n  unique.non: unique, not multiple\n"
        in ran(capsys, ["batch", ".", "--journal", "results.jsonl", "--expect", "v.json"], 1).err
    )
    assert run(["batch", ".", "--journal", "again.jsonl", "--expect", "results.jsonl"]) == 0


@pytest.mark.slow_for("certify")
@pytest.mark.parametrize("ask", quick(ASKED, "certify".__eq__))
def test_every_question_can_be_asked(sound, ask, capsys):
    os.mkdir("proofs")
    more = ["--certificates", "proofs"] if ask == "certify" else []
    assert run(["batch", ".", "--ask", ask, "--journal", "results.jsonl", *more]) == 0
    lines = kept()
    repaired = ask in ("repair-givens", "repair-auto")  # whose verdict is that of the repaired puzzle
    expected = "unique" if repaired else "multiple"
    assert [line["verdict"] for line in lines if line["puzzle"] == "multiple.non"] == [expected]
    assert {line["ask"] for line in lines} == {ask}
    if ask == "certify":
        assert all(run(["verify", line["certificate"]]) == 0 for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--ask count --seed 3", "options of check, not of count"),
        ("--depth 3", "options of explain and rate, not of check"),
        ("--certificates x", "options of certify, not of check"),
        ("--ask certify", "certify needs a folder"),
    ],
)
def test_invalid_options_are_refused_before_anything_is_written(sound, words, said, capsys):
    assert said in ran(capsys, ["batch", ".", "--journal", "results.jsonl", *words.split()], 64).err
    assert not Path("results.jsonl").exists()


@pytest.mark.slow
def test_puzzles_of_other_programs_come_as_lines(sound, monkeypatch, capsys):
    lines = ['{"id": 1, "path": "unique.non"}', "nonsense {", '{"id": 2, "rows": [[1]], "columns": [[1]]}']
    read, write = os.pipe()
    os.write(write, "\n".join(lines).encode())
    os.close(write)
    with open(read) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["batch", "-", "--solutions"]) == 65
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line.get("id"): line["verdict"] for line in lines} == {1: "unique", 2: "unique", None: "error"}
    assert next(line["solutions"] for line in lines if line.get("id") == 2) == [["1"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["large.json", "large.jsonl", "-"])
def test_large_input_is_read_within_the_limit(tmp_path, name):
    large = tmp_path / "large.jsonl"
    large.write_text(json.dumps({"rows": [[1] * 2048] * 700, "columns": [[1] * 350] * 4096}))
    large.with_suffix(".json").write_text(large.read_text())
    path = name if name == "-" else str(tmp_path / name)
    words = [sys.executable, "-m", "nonosat", "batch", path, "--time-limit", "0.2"]
    with large.open() as file:
        done = subprocess.run(words, capture_output=True, text=True, check=True, stdin=file)
    record = json.loads(done.stdout)
    assert (record["verdict"], record["stopped"]) == ("unknown", "seconds")


@pytest.mark.slow
def test_blank_and_trivial_puzzles_are_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ns.dump(ns.Grid(["..", ".."]).puzzle(), "blank.non")
    ns.dump(ns.Grid(["#.", ".."]).puzzle(), "dot.non")
    ns.dump(ns.example("cup"), "cup.non")
    err = ran(capsys, ["batch", "blank.non", "dot.non", "cup.non"]).err
    assert err.splitlines()[-2:] == [
        "nonosat: blank.non: no cell has ink",
        "nonosat: dot.non: trivial: 2 of 4 lines can be filled in at once",
    ]
