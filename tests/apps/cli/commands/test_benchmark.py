"""`benchmark`: programs that give wrong answers, hang, crash or print nothing; and its journal."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from printed import ran

import nonosat as ns
from benchmarks import against
from nonosat.apps.cli import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are measured on POSIX systems")

PROGRAMS = {
    "right": "import sys, time; t = open(sys.argv[1]).read(); print('multiple' if '1 1' in t else 'unique')",
    "liar": "print('unique')",
    "silent": "import sys; sys.exit(1)",
    "crash": "import os; os.kill(os.getpid(), 11)",
    "hang": "import time; time.sleep(3600)",
}


@pytest.fixture
def program(tmp_path):
    """The option that has a script take part, by its name."""

    def made(name):
        path = tmp_path / f"{name}.py"
        path.write_text(PROGRAMS[name])
        return ["--program", f"{name}={sys.executable} -S {path} {{file}}"]

    return made


@pytest.fixture
def records(capfd):
    def read(*words):
        code = run(["benchmark", *words, "--json"])
        out, err = capfd.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return read


def test_a_wrong_answer_of_a_program_is_named_and_gives_1(folder, program, records):
    words = [word for name in ("liar", "silent", "crash") for word in program(name)]
    code, lines, err = records("multiple.non", "--repeats", "1", *words)
    verdicts = {line["contender"]: line["verdict"] for line in lines}
    assert verdicts == {"nonosat": "multiple", "liar": "unique", "silent": "multiple", "crash": "error"}
    assert code == 1
    assert "multiple.non: liar is wrong (nonosat multiple, liar unique, silent multiple, crash error)" in err
    assert "crash: ended by signal 11" in err


def test_a_hanging_program_is_ended_and_is_no_disagreement(folder, program, records):
    code, lines, err = records("multiple.non", "--repeats", "1", "--time-limit", "0.5", *program("hang"))
    assert [(line["verdict"], line["stopped"]) for line in lines] == [
        ("multiple", None),
        ("unknown", "seconds"),
    ]
    assert (code, "wrong" in err) == (0, False)


def test_a_benchmark_without_answers_is_unknown(hard, records):
    code, (lines,), _ = records("hard.non", "--repeats", "1", "--time-limit", "0.2")
    assert (code, lines["verdict"], lines["stopped"]) == (3, "unknown", "seconds")


@pytest.mark.slow
@pytest.mark.parametrize(("ask", "first"), [("check", "unique"), ("solve", "solvable")])
def test_nonosat_as_a_program_agrees(folder, records, ask, first):
    command = f"command={sys.executable} -m nonosat {ask} {{file}}"
    words = ("--repeats", "1", "--ask", ask, "--program", command)
    code, lines, _ = records("unique.non", "unsolvable.non", *words)
    assert [line["verdict"] for line in lines] == [first, first, "unsolvable", "unsolvable"]
    assert code == 0


def test_a_bad_file_is_a_line_and_the_rest_is_measured(folder, capfd):
    out, err = ran(capfd, ["benchmark", "bad.non", "unique.non", "missing", "--repeats", "1"], 65)
    assert err.count("\n") == 2
    assert re.search(r"^nonosat +1 +0 ", out, re.MULTILINE)


def test_a_journal_is_continued_and_compared_with_another(folder, capfd):
    words = ["benchmark", "unique.non", "dom:2", "--repeats", "1", "--journal", "runs.jsonl"]
    assert run(words) == 0
    before = Path("runs.jsonl").read_bytes()
    assert run(words) == 0
    assert Path("runs.jsonl").read_bytes() == before
    compared = CliRunner().invoke(against.main, ["runs.jsonl", "runs.jsonl"])
    assert re.search(r"\nnonosat +2 +1\.000 +noise +0 ", compared.output)
    Path("earlier.jsonl").write_bytes(before.replace(b'"verdict": "unique"', b'"verdict": "multiple"'))
    assert CliRunner().invoke(against.main, ["earlier.jsonl", "runs.jsonl"]).exit_code == 1


def test_every_nth_puzzle_of_a_set(folder, records):
    puzzles = [ns.Puzzle([[1]], [[]] * number + [[1]]) for number in range(5)]
    ns.dump(puzzles, "set.nonpack")
    _, lines, _ = records("set.nonpack", "--every", "2", "--repeats", "1")
    assert [line["puzzle"] for line in lines] == ["set.nonpack#2", "set.nonpack#4"]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--program", "solve"], "{file} must stand"),
        (["--program", "there-is-none {file}"], "there-is-none: cannot be run"),
        (["--program", "a=x {file}", "--program", "a=y {file}"], "two contenders are called a"),
        (["sudoku:9"], "no family of puzzles"),
        (["julia:1,x"], "expected sizes after a colon, as in julia:10,20"),
        (["--every", "2"], "--every 2 takes none of what was read, 1 in all"),
    ],
)
def test_invalid_options_are_one_line(folder, capfd, words, what):
    assert run(["benchmark", "unique.non", "--repeats", "1", *words]) in (64, 65)
    err = capfd.readouterr().err
    assert what in err
    assert err.count("\n") == 1
