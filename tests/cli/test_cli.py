"""The command line: what it prints where, its exit codes, and how it ends when it must."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

import nonosat as ns
from nonosat.cli import run
from nonosat.formats import FORMATS
from nonosat.sat.backends import BACKENDS

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
UNSOLVABLE = ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, puzzle in (("unique", UNIQUE), ("multiple", MULTIPLE), ("unsolvable", UNSOLVABLE)):
        ns.dump(puzzle, f"{name}.non")
    (tmp_path / "bad.non").write_text("width 1\nheight 1\nrows\n1x\ncolumns\n1\n")
    return tmp_path


@pytest.fixture
def hard(folder):
    """A domino puzzle: large enough that no solver proves anything about it in the time given."""
    side = 25
    rows = [[3], *([[1], [3, 1]] * (side - 1)), [1], [1]]
    columns = [[1], *([[1], [1, 3]] * (side - 1)), [1], [3]]
    ns.dump(ns.Puzzle(rows, columns), "hard.non")
    return folder


def records(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(("name", "code"), [("unique", 0), ("multiple", 1), ("unsolvable", 2)])
def test_check_says_the_verdict_and_exits_with_its_code(folder, capsys, name, code):
    assert run(["check", f"{name}.non"]) == code
    assert capsys.readouterr().out.startswith(f"{name}.non: {name} (")


def test_a_limit_that_is_hit_is_unknown_and_exits_with_3(hard, capsys):
    assert run(["check", "hard.non", "--time-limit", "0.2", "--json"]) == 3
    (record,) = records(capsys.readouterr().out)
    assert (record["verdict"], record["stopped"]) == ("unknown", "seconds")


@pytest.mark.parametrize(
    ("limits", "stopped"),
    [
        (["--conflict-limit", "0"], "conflicts"),
        (["--memory-limit", "1M"], "memory"),
        (["--memory-limit", "1000k", "--time-limit", "60"], "memory"),
        (["--time-limit", "0.3", "--backend", "cadical195"], "seconds"),
        (["--time-limit", "0.3", "--backend", "cp-sat", "--workers", "2"], "seconds"),
        (["--time-limit", "0.3", "--backend", "portfolio", "--seed", "5"], "seconds"),
    ],
)
def test_the_other_puzzles_go_on_after_one_that_hit_a_limit(hard, capsys, limits, stopped):
    assert run(["check", "hard.non", "unique.non", "--json", *limits]) == 3
    stuck, unique = records(capsys.readouterr().out)
    assert (stuck["verdict"], stuck["stopped"]) == ("unknown", stopped)
    assert unique["verdict"] == "unique"


@pytest.mark.parametrize("size", ["100m", "1G", "200000000", "300MB"])
def test_sizes_of_memory(folder, size):
    assert run(["check", "unique.non", "--memory-limit", size]) == 0


def test_backends_are_listed_with_what_they_can_do(capsys):
    assert run(["backends"]) == 0
    out = capsys.readouterr().out
    listed = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert listed == ["auto", "portfolio", *BACKENDS]
    assert "(ortools)" in out
    assert "assumptions" in out


def test_check_json_has_the_promised_fields(folder, capsys):
    assert run(["check", "--json", "unique.non", "multiple.non"]) == 1
    unique, multiple = records(capsys.readouterr().out)
    assert unique["puzzle"] == "unique.non"
    assert unique["verdict"] == "unique"
    assert unique["line_solvable"] is True
    assert unique["solutions"] == [["#.", "##"]]
    assert unique["seconds"] >= 0
    assert unique["stats"]["cells"] == 4
    assert sorted(multiple["solutions"]) == [["#.", ".#"], [".#", "#."]]


def test_several_puzzles_and_folders_end_with_a_table_and_the_highest_code(folder, capsys):
    assert run(["check", "unique.non", "."]) == 65
    out, err = capsys.readouterr()
    lines = [line for line in out.splitlines() if line.startswith(("unique", "multiple", "unsolvable"))]
    assert len(lines) == 4
    assert "5 puzzles" in out
    assert "bad input" in out
    assert err == "nonosat: bad.non:4: expected a number of cells, read '1x'\n"


def test_bad_input_is_a_record_too(folder, capsys):
    assert run(["check", "--json", "bad.non", "unique.non"]) == 65
    out, err = capsys.readouterr()
    bad, unique = records(out)
    assert (bad["puzzle"], bad["verdict"]) == ("bad.non", "unknown")
    assert bad["error"] in err
    assert unique["verdict"] == "unique"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rows\n1\n1\ncolumns\n1\n0\n", "the rows have 2 filled cells, the columns 1"),
        ("rows\n2\n1\ncolumns\n1 1\n1\n", "line 5: column 1: 1 1 needs 3 cells, the column has 2"),
        ("rows\n-1\ncolumns\n1\n", "expected a number of cells, read '-1'"),
        ("rows\n4000000000\ncolumns\n1\n", "4000000000 is more than the 4096 cells accepted"),
        ("rows\ncolumns\n", "a puzzle of 0 rows and 0 columns is empty"),
        ("rows\n1\ncolumns\n1\nsaved \"\"\n", "`saved` has 0 cells"),
        ("\0\1\2", "expected a property"),
        ("", "no line `rows`"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["check", "solve", "show", "convert"])
def test_bad_input_is_a_clear_error_with_code_65(folder, capsys, command, text, reason):
    (folder / "p.non").write_text(text)
    arguments = ["p.non", "out.json"] if command == "convert" else ["p.non"]
    assert run([command, *arguments]) == 65
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("nonosat: p.non:")
    assert reason in err
    assert not (folder / "out.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["check"],
        ["check", "--backend", "none", "unique.non"],
        ["check", "--encoding", "none", "unique.non"],
        ["check", "--workers", "0", "unique.non"],
        ["check", "--memory-limit", "much", "unique.non"],
        ["check", "--memory-limit", "-1", "unique.non"],
        ["check", "--conflict-limit", "-1", "unique.non"],
        ["check", "--time-limit", "-1", "unique.non"],
        ["check", "--time-limit", "soon", "unique.non"],
        ["solve", "--max", "0", "unique.non"],
        ["solve", "--all", "--max", "2", "unique.non"],
        ["show", "--goal", "--solution", "unique.non"],
        ["convert", "unique.non"],
        ["convert", "unique.non", "out.xyz"],
        ["convert", "unique.non", "out.txt"],
        ["convert", "unique.non", "-"],
        ["convert", "unique.non", "out.txt", "--to", "picture"],
    ],
)
def test_a_wrong_command_line_exits_with_64_and_says_why(folder, capsys, arguments):
    assert run(arguments) == 64
    out, err = capsys.readouterr()
    assert out == ""
    assert err
    assert sorted(os.listdir(folder)) == ["bad.non", "multiple.non", "unique.non", "unsolvable.non"]


def test_solve_prints_one_picture_and_says_whether_there_are_others(folder, capsys):
    assert run(["solve", "unique.non"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("#.\n##\n", "unique.non: the only solution\n")
    assert run(["solve", "multiple.non"]) == 0
    out, err = capsys.readouterr()
    assert out in ("#.\n.#\n", ".#\n#.\n")
    assert err == "multiple.non: one of several solutions\n"
    assert run(["solve", "unsolvable.non"]) == 2
    assert capsys.readouterr() == ("", "unsolvable.non: no solution\n")


def test_solve_all_lists_every_solution_once(folder, capsys):
    assert run(["solve", "--all", "multiple.non"]) == 0
    out, err = capsys.readouterr()
    assert sorted(out.split("\n\n")) == sorted(["#.\n.#", ".#\n#.\n"]) or out.count("#") == 4
    assert err == "multiple.non: all 2 solutions\n"
    assert run(["solve", "--all", "--json", "multiple.non"]) == 0
    (record,) = records(capsys.readouterr().out)
    assert record["verdict"] == "multiple"
    assert sorted(record["solutions"]) == [["#.", ".#"], [".#", "#."]]


def test_solve_max_stops_there(folder, capsys):
    assert run(["solve", "--max", "1", "--json", "multiple.non"]) == 0
    (record,) = records(capsys.readouterr().out)
    assert (record["verdict"], len(record["solutions"]), record["stopped"]) == ("unknown", 1, "solutions")
    assert run(["solve", "--max", "5", "multiple.non"]) == 0
    assert capsys.readouterr().err == "multiple.non: all 2 solutions\n"


def test_solve_all_that_hits_a_limit_exits_with_3(hard, capsys):
    assert run(["solve", "--all", "--time-limit", "0.2", "--json", "hard.non"]) == 3
    assert records(capsys.readouterr().out)[0]["stopped"] == "seconds"


def test_show_draws_the_clues_around_the_grid(folder, capsys):
    assert run(["show", "--ascii", "--solution", "unique.non"]) == 0
    assert capsys.readouterr().out == "    2 1\n  +----+\n1 |##  |\n2 |####|\n  +----+\n"
    assert run(["show", "--goal", "unique.non"]) == 65
    assert "holds no goal picture" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["json", "square"])
def test_convert_changes_the_format_and_nothing_else(folder, name):
    assert run(["convert", "unique.non", "out", "--to", name]) == 0
    assert ns.load("out").statement == UNIQUE
    assert run(["convert", "out", "back.non", "--from", name]) == 0
    assert (folder / "back.non").read_text() == (folder / "unique.non").read_text()


def test_the_goal_is_compared_with_the_clues(folder, capsys):
    ns.dump(UNIQUE.replace(goal=ns.Grid(["##", "##"])), "goal.non")
    assert run(["check", "goal.non"]) == 0
    assert capsys.readouterr().err == "nonosat: goal.non: the goal picture is not a solution\n"


def running(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "nonosat", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_dash_reads_standard_input(folder):
    with running("check", "--json", "-") as process:
        out, _ = process.communicate(ns.dumps(UNIQUE, "non"))
    assert process.returncode == 0
    assert (json.loads(out)["puzzle"], json.loads(out)["verdict"]) == ("-", "unique")


def test_ctrl_c_ends_cleanly(hard):
    with running("check", "unique.non", "hard.non") as process:
        time.sleep(1)  # by then it reads or solves, both of which must end in the same way
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.strip() == "nonosat: interrupted"
    assert "Traceback" not in out


def test_a_reader_that_goes_away_is_no_error(folder):
    with running("solve", "--all", "multiple.non") as process:
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
    assert process.returncode == 141


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["check", "--help"]])
def test_help_and_version_load_no_solver(arguments):
    code = (
        "import sys; from nonosat.cli import run; code = run(sys.argv[1:]);"
        "assert not {'pysat', 'pysolvers', 'ortools', 'rich', 'numpy'} & set(sys.modules); sys.exit(code)"
    )
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)


def test_a_puzzle_of_a_bundle_is_called_by_its_number(folder, capsys):
    ns.dump([UNIQUE, MULTIPLE], "bundle.nonpack")
    assert run(["check", "bundle.nonpack"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in lines[:2]] == [
        "bundle.nonpack#1: unique",
        "bundle.nonpack#2: multiple",
    ]
    assert run(["check", "bundle.nonpack#2"]) == 1
    assert capsys.readouterr().out.startswith("bundle.nonpack#2: multiple")
    assert run(["check", "bundle.nonpack#3"]) == 65
    assert capsys.readouterr().err == "nonosat: bundle.nonpack: there is no puzzle 3 of 2\n"


def test_convert_says_what_would_be_lost_and_leaves_it_out_when_told_to(folder, capsys):
    ns.dump(MULTIPLE.replace(givens=[(0, 0)]), "given.non")
    assert run(["convert", "given.non", "out.nin"]) == 64
    assert "nin cannot hold what the puzzle has: givens" in capsys.readouterr().err
    assert not (folder / "out.nin").exists()
    assert run(["convert", "--lossy", "given.non", "out.nin"]) == 0
    assert ns.load("out.nin").statement == MULTIPLE


def test_formats_lists_every_format_with_what_it_holds(capsys):
    assert run(["formats"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[::2]] == list(FORMATS)
    assert "several puzzles" in out


def test_a_terminal_sees_what_takes_long(tmp_path):
    """Standard error is a real terminal; an interrupt ends the work without a traceback."""
    ns.dump(ns.Puzzle([[1]] * 30, [[1]] * 30), str(tmp_path / "rooks.non"))
    ours, theirs = pty.openpty()
    with (
        subprocess.Popen(
            [sys.executable, "-m", "nonosat", "count", "rooks.non"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=theirs,
        ) as process,
        open(ours, "rb", buffering=0) as terminal,
    ):
        os.close(theirs)
        seen = b""
        while b"rooks.non: counting solutions" not in seen:
            seen += terminal.read(1024)
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # how a terminal says that the other side is gone
            while more := terminal.read(1024):
                seen += more
        assert process.stdout is not None
        assert process.stdout.read() == b""
    assert process.returncode == 130
    assert b"Traceback" not in seen


def test_errors_that_nobody_reads_end_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "nonosat", "check", "--no-such-option"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=writer, check=False)
    os.close(writer)
    assert (run.returncode, run.stdout) == (141, b"")
