"""`nonosat.apps.cli.shell.answers`: many puzzles, records and the summary."""

import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from printed import ran, record, records

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.support.end import OutOfReach, Stopped

PUZZLES = Path(__file__).parents[4] / "puzzles"


def test_several_puzzles_and_folders_end_with_a_table_and_the_highest_code(folder, capsys):
    """The table is on standard error: standard output has the answers."""
    long = f"{'long' * 40}.non"
    ns.dump(ns.Puzzle([[1]], [[1]]), long)
    out, err = ran(capsys, ["check", "unique.non", "."], 65)
    assert len(out.splitlines()) == 5
    error, *table = err.splitlines()
    assert error == "nonosat: bad.non:4: expected a number of cells, got '1x'"
    assert table[0].split() == ["puzzles", "line", "by", "line", "seconds", "slowest"]
    rows = {row.split()[0]: row.split()[1:3] for row in table[1:]}
    assert rows == {
        "unique": ["3", "3"],
        "multiple": ["1", "0"],
        "unsolvable": ["1", "0"],
        "error": ["1", "0"],
    }
    assert ran(capsys, ["check", long, long]).err.endswith(f"  {long}\n")


def test_the_summary_of_a_rating_is_by_grade(folder, capsys):
    table = ran(capsys, ["rate", "unique.non", "multiple.non"], 1).err.splitlines()
    assert [row.split()[0] for row in table[1:]] == ["trivial", "multiple"]
    assert ran(capsys, ["rate", "unique.non"]).err == ""


@pytest.mark.parametrize(
    ("names", "requirement", "code", "failed"),
    [
        ("unique", "unique", 0, 0),
        ("unique unique", "line-solvable", 0, 0),
        ("unique probe", "unique", 0, 0),
        ("unique probe", "line-solvable", 1, 1),
        ("multiple", "unique", 1, 0),
        ("unique multiple unsolvable", "unique", 1, 2),
        ("unique bad unsolvable", "unique", 65, 2),
    ],
)
def test_require_exits_with_0_or_1_and_names_failures(folder, capsys, names, requirement, code, failed):
    ns.dump(ns.load(PUZZLES / "dom-04.non"), "probe.non")
    files = [f"{name}.non" for name in names.split()]
    err = ran(capsys, ["check", *files, "--require", requirement], code).err.splitlines()
    told = [line for line in err if line.startswith("  ") and "puzzles" not in line]
    assert len(told) == failed
    if failed:
        assert f"not as required: {failed} of {len(files)} puzzles:" in err
    run(["check", *files, "--require", requirement, "--json"])
    met = [record.get("met") for record in records(capsys.readouterr().out)]
    assert all(met) == (code == 0)


def test_bad_input_has_a_record(folder, capsys):
    out, err = ran(capsys, ["check", "--json", "bad.non", "unique.non"], 65)
    bad, unique = records(out)
    assert (bad["puzzle"], bad["verdict"]) == ("bad.non", "error")
    assert bad["error"] in err
    assert unique["verdict"] == "unique"
    assert (bad["width"], bad["height"], bad["inks"], bad["title"]) == (None, None, None, None)
    assert (unique["width"], unique["height"], unique["inks"], unique["title"]) == (2, 2, 1, "")
    assert unique["version"] == bad["version"] == ns.__version__


def test_an_answer_cut_off_by_a_limit_reports_its_time(folder, capsys, monkeypatch):
    def late(*_, **__):
        sleep(0.01)
        raise OutOfReach(Stopped.SECONDS)

    monkeypatch.setattr("nonosat.apps.cli.commands.check.check", late)
    answer = record(ran(capsys, ["check", "unique.non", "--json"], 3))
    assert (answer["verdict"], answer["stopped"]) == ("unknown", "seconds")
    assert answer["seconds"] >= 0.01
    (*_, row) = ran(capsys, ["check", "unique.non", "multiple.non"], 3).err.splitlines()
    group, number, _, seconds, _ = row.split()
    assert (group, number) == ("unknown", "2")
    assert float(seconds) >= 0.01


@pytest.mark.slow
def test_other_processes_read_the_files_and_the_answers_keep_their_order(folder, capsys, monkeypatch):
    Path("many").mkdir()
    for number in range(30):
        ns.dump(ns.Grid(["#" * (1 + number % 3)]).puzzle(), f"many/{number:02}.non")
    ns.dump([ns.Grid(["#."]).puzzle(), ns.Grid([".#"]).puzzle()], "many/10.nonpack")
    Path("many/20.non").write_text("width 1\n")
    alone = ran(capsys, ["check", "many"], 65)
    monkeypatch.setattr("nonosat.apps.cli.shell.many_answers._ALONE_SECONDS", -1)
    monkeypatch.setattr("nonosat.apps.cli.shell.many_answers.processors", lambda: 2)
    together = ran(capsys, ["check", "many"], 65)
    assert together.out == alone.out
    assert [line.split(": ")[0] for line in together.out.splitlines()][10:13] == [
        "many/10.non",
        "many/10.nonpack#1",
        "many/10.nonpack#2",
    ]
    assert together.err.splitlines()[0] == alone.err.splitlines()[0]


LATE_FILES = """
import sys, time
from nonosat.apps.cli import main
from nonosat.apps.cli.commands import count
from nonosat.apps.cli.shell import many_answers

def slow(asked, counted=count.counted, **options):
    if asked.name.startswith("late"):
        time.sleep(60)  # nothing looks at a clock here
    return counted(asked, **options)

count.counted = slow
many_answers.processors = lambda: 1  # this process answers all
sys.argv[0] = "nonosat"
main()
"""


def test_a_slow_file_does_not_hold_up_others(tmp_path):
    names = ["first.non", "late1.non", "second.non", "late2.non", "last.non"]
    for name in names:
        ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), tmp_path / name)
    ended = subprocess.run(
        [sys.executable, "-c", LATE_FILES, "count", *names, "--time-limit", "0.05"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert ended.returncode == 3
    assert ended.stdout == "".join(f"{name}: 2 solutions\n" for name in names if "late" not in name)
    late = [f"nonosat: {name}: the time limit was reached" for name in names if "late" in name]
    assert ended.stderr.splitlines()[:2] == late
    assert [row.split()[0] for row in ended.stderr.splitlines()[3:]] == ["multiple", "unknown"]
