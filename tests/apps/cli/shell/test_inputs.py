"""`nonosat.apps.cli.shell.inputs`: which puzzles the arguments name."""

from printed import ran

import nonosat as ns
from nonosat.apps.cli import run

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])


def test_a_puzzle_of_a_bundle_is_called_by_its_number(folder, capsys):
    ns.dump([UNIQUE, MULTIPLE], "bundle.nonpack")
    lines = ran(capsys, ["check", "bundle.nonpack"], 1).out.splitlines()
    assert [line.split(" (")[0] for line in lines[:2]] == [
        "bundle.nonpack#1: unique",
        "bundle.nonpack#2: multiple",
    ]
    assert ran(capsys, ["check", "bundle.nonpack#2"], 1).out.startswith("bundle.nonpack#2: multiple")
    assert run(["check", "bundle.nonpack#3"]) == 65
    assert capsys.readouterr().err == "nonosat: bundle.nonpack: there is no puzzle 3 of 2\n"


def test_skipped_files_of_a_folder_are_reported(folder, capsys):
    """And only there: standard output has the answers."""
    (folder / "some" / ".cache").mkdir(parents=True)
    ns.dump(UNIQUE, "some/.cache/a.non")
    ns.dump(UNIQUE.replace(goal=ns.Grid(["#.", "##"])), "some/drawn.txt", "picture")
    said = ran(capsys, ["check", "some"], 65)
    told = "1 hidden, 1 picture (--pictures takes them)"
    assert said.err == f"nonosat: some: the folder has no puzzles in it; skipped {told}\n"
    ns.dump(UNIQUE, "some/b.non")
    said = ran(capsys, ["check", "some", "--json"])
    assert (said.err, len(said.out.splitlines())) == (f"nonosat: some: skipped {told}\n", 1)
    said = ran(capsys, ["check", "some", "--pictures"])
    assert "some/drawn.txt: unique" in said.out
    assert "skipped 1 hidden\n" in said.err
