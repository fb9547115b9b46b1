"""`repair` on the command line."""

import json
from pathlib import Path

import pytest
from patience import stopped_clock
from printed import lines, ran, record

import nonosat as ns
from nonosat.apps.cli import run

PUZZLES = Path(__file__).parents[4] / "puzzles"
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
MISTYPED = ns.Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]])
HOPELESS = ns.Puzzle(rows=[[3], [], [3], [], [3]], columns=[[1, 1]] * 3 + [[5]] * 2)
PIGEONS = ns.Puzzle(rows=[[1]] * 7, columns=[[1]] * 6)


@pytest.fixture
def folder(folder):
    for name, puzzle in (("mistyped", MISTYPED), ("hopeless", HOPELESS), ("pigeons", PIGEONS)):
        ns.dump(puzzle, f"{name}.non")
    return folder


def test_limits(folder, capsys, monkeypatch):
    assert run(["conflict", "unique.non", "--time-limit", "0"]) == 3
    assert lines(capsys.readouterr()) == ["unique.non: unknown (the time limit was reached)"]
    for looks in (1 << power for power in range(3, 20)):
        with monkeypatch.context() as patch:
            patch.setattr("nonosat.support.limits.monotonic", stopped_clock(looks))
            if run(["conflict", "pigeons.non", "--time-limit", "60"]) == 2:
                break
        lines(capsys.readouterr())
    assert "maybe not all are needed, the time limit was reached" in lines(capsys.readouterr())[0]
    assert run(["repair", "clue", "mistyped.non", "--time-limit", "0"]) == 3
    assert lines(capsys.readouterr()) == [
        "mistyped.non: none found (not all could be tried, the time limit was reached)"
    ]
    assert run(["repair", "givens", "multiple.non", "--time-limit", "0", "-o", "out.non"]) == 3
    assert "the time limit was reached" in lines(capsys.readouterr())[0]
    assert not Path("out.non").exists()


def test_the_typing_error(folder, capsys):
    head, first, *_ = lines(ran(capsys, ["repair", "clue", "mistyped.non", "-o", "mended.non"]))
    assert head.startswith("mistyped.non: ")
    assert first == "1. row 3: 2 -> 1 (a wrong number): unique, solvable line by line"
    assert ns.load("mended.non") == MISTYPED.replace(rows=([1, 1], [3], [1]))
    answer = record(ran(capsys, ["repair", "clue", "mistyped.non", "--json"]))
    assert (answer["by"], answer["optimal"], answer["verdict"]) == ("clue", True, "unique")
    assert answer["changes"] == [{"axis": "row", "index": 2, "before": [2], "after": [1]}]
    assert answer["edits"] == ["a wrong number"]


def test_two_lines_exchanged(folder, capsys):
    assert lines(ran(capsys, ["repair", "clue", str(PUZZLES / "unsolvable-by-lines.non")]))[1] == (
        "1. row 7: 6 2 -> 6 1; row 8: 6 1 -> 6 2 (two lines exchanged): unique, solvable line by line"
    )


def test_many_repairs_are_cut(folder, capsys):
    total = 1 + len(record(ran(capsys, ["repair", "clue", "--json", "pigeons.non"]))["alternatives"])
    assert lines(ran(capsys, ["repair", "clue", "pigeons.non"]))[-1] == f"... and {total - 9} more"


def test_a_puzzle_without_a_repair_is_reported(folder, capsys):
    assert run(["repair", "clue", "hopeless.non", "-o", "out.non"]) == 2
    assert lines(capsys.readouterr()) == ["hopeless.non: none found: more than 1 edit to undo"]
    assert run(["repair", "clue", "hopeless.non", "--edits", "2"]) == 2
    assert lines(capsys.readouterr()) == ["hopeless.non: none found: more than 2 edits to undo"]
    assert not Path("out.non").exists()
    assert run(["repair", "clue", "unique.non"]) == 0
    assert lines(capsys.readouterr()) == ["unique.non: unique: the clues agree, nothing to repair by clue"]


def test_cells_to_reveal(folder, capsys):
    assert run(["repair", "givens", "multiple.non", "--filled", "-o", "mended.non"]) == 0
    head, cell, *_ = lines(capsys.readouterr())
    assert head == "multiple.non: unique with 1 cell revealed (as few as can be)"
    assert cell.startswith("  row ")
    assert cell.endswith(": black")
    assert ns.check(ns.load("mended.non")).verdict is ns.Verdict.UNIQUE
    assert run(["repair", "givens", "unique.non"]) == 0
    assert lines(capsys.readouterr()) == ["unique.non: unique: nothing to repair"]
    assert run(["repair", "givens", "mistyped.non"]) == 2


def test_the_goal_or_any_solution(folder, capsys):
    goal = ns.Grid([".#", "#."])
    ns.dump(MULTIPLE.replace(goal=goal), "goal.non")
    for options in ([], ["--any-solution"]):
        answer = record(ran(capsys, ["repair", "givens", "goal.non", "--json", "--solutions", *options]))
        assert options or answer["solutions"] == [["01", "10"]]


def test_the_puzzle_goes_to_standard_output(folder, capsys):
    done = ran(capsys, ["repair", "givens", "multiple.non", "-o", "-", "--to", "non"])
    assert "1 cell revealed" in done.err
    assert ns.check(ns.loads(done.out, "non")).verdict is ns.Verdict.UNIQUE


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("clue multiple.non --filled", "there is no option --filled"),
        ("clue multiple.non --protect 1,1", "there is no option --protect"),
        ("givens multiple.non --edits 2", "there is no option --edits"),
        ("pixels multiple.non --protect x", "is not ROWS,COLUMNS"),
        ("pixels multiple.non --protect 7,1", "no cells in 7,1"),
        ("givens multiple.non --json -o -", "both write to standard output"),
        ("givens multiple.non -o out.nin", "nin cannot hold"),
        ("givens multiple.non unique.non -o out.non", "2 files cannot become one puzzle"),
        ("givens multiple.non unique.non --certificate proof", "--certificate is for one puzzle"),
        ("givens multiple.non --to non", "--to is for what is written with -o"),
        ("magic multiple.non", "say what may be changed: nonosat repair givens|pixels|clue|auto"),
        ("multiple.non", "say what may be changed: nonosat repair givens|pixels|clue|auto multiple.non"),
        ("", "say what may be changed: nonosat repair givens|pixels|clue|auto PUZZLE"),
        ("--by givens multiple.non", "--by is now `nonosat repair KIND PUZZLE...`"),
        ("givens multiple.non --goal any", "--goal is now --any-solution"),
    ],
)
def test_misuse(folder, capsys, arguments, said):
    err = ran(capsys, ["repair", *arguments.split()], 64).err
    assert said in err
    assert not Path("out.nin").exists()


def test_several_puzzles_are_repaired_by_one_command(folder, capsys):
    out, err = ran(
        capsys, ["repair", "auto", "multiple.non", "mistyped.non", "unique.non", "-o", "new-{name}.non"]
    )
    heads = [line for line in out.splitlines() if ".non: " in line]
    assert heads == [
        "multiple.non: unique with 1 cell revealed (as few as can be)",
        "mistyped.non: 4 repairs found",
        "unique.non: unique: nothing to repair",
    ]
    assert {ns.check(ns.load(f"new-{name}.non")).verdict for name in ("multiple", "mistyped", "unique")} == {
        "unique"
    }
    assert run(["repair", "clue", "mistyped.non", "missing.non", "hopeless.non"]) == 65
    out, err = capsys.readouterr()
    assert "mistyped.non: 4 repairs found" in out
    assert "hopeless.non: none found" in out
    assert "missing.non: cannot read" in err


def test_batch_repairs_too(folder, capsys):
    for ask, by in (("repair-givens", "givens"), ("repair-clue", "clue"), ("repair-auto", "givens")):
        answer = record(ran(capsys, ["batch", "multiple.non", "--ask", ask]))
        assert (answer["ask"], answer["by"], answer["found"]) == (ask, by, True)


@pytest.mark.parametrize("command", [["conflict"], ["repair", "clue"]])
def test_bad_input(folder, capsys, command):
    assert run([*command, "missing.non"]) == 65
    Path("outside.non").write_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\nsaved 111111\n")
    assert "outside.non" in ran(capsys, [*command, "outside.non"], 65).err


def test_a_picture_is_repainted(folder, capsys):
    switch = ns.Grid(["#.", ".#"])
    ns.dump(switch.puzzle(goal=switch), "switch.non")
    lines = ran(capsys, ["repair", "pixels", "switch.non", "-o", "new.non"]).out.splitlines()
    assert lines[0] == "switch.non: unique, solvable line by line with 1 cell changed (as few as can be)"
    assert "-" in lines[-2] or "-" in lines[-3]
    assert ns.check(ns.load("new.non")).verdict is ns.Verdict.UNIQUE
    assert run(["repair", "pixels", "switch.non", "--protect", "2,2", "--json"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert (change["row"], change["column"]) != (1, 1)
    assert run(["repair", "pixels", "switch.non", "--protect", "1-2,1-2"]) != 0
    ns.dump(switch.puzzle(), "without.non")
    assert run(["repair", "pixels", "without.non"]) == 64
    assert run(["repair", "clue", "switch.non", "--protect", "1,1"]) == 64


@pytest.mark.parametrize("format", ["square", "non"])
@pytest.mark.parametrize("name", ["out.txt", "out"])
def test_a_repaired_puzzle_is_written_in_the_format_of_its_file(folder, format, name):
    """The format matters if the extension leaves a choice: several formats are written to `.txt`, any without one."""
    source = "mistyped.txt" if format == "square" else "mistyped.non"
    ns.dump(MISTYPED, source, format)
    code = run(["repair", "clue", source, "-o", name])
    if (format, name) == ("non", "out.txt"):
        assert code == 64
    else:
        assert code == 0
        assert ns.check(ns.load(name, format)).verdict is ns.Verdict.UNIQUE


def test_one_of_several_smallest_repaintings_is_taken(folder, capsys):
    switch = ns.Grid(["#.", ".#"])
    ns.dump(switch.puzzle(goal=switch), "switch.non")
    made = ["repair", "pixels", "switch.non", "-n", "4"]
    out = ran(capsys, made).out
    assert out.count("\nor 1 other cell, unique") == 3
    others = json.loads(ran(capsys, [*made, "--json"]).out)["alternatives"]
    assert len(others) == 3
    assert run([*made, "--take", "3", "-o", "third.non"]) == 0
    assert ns.load("third.non").goal == ns.loads(json.dumps(others[1]["repaired"]), "json").goal
    assert "--take 5 needs -n 5" in ran(capsys, [*made, "--take", "5"], 64).err
    assert "leave out -n" in ran(capsys, [*made, "--certificate", "proof"], 64).err
