"""`nonosat.cli.inputs`: which puzzles the arguments name."""

import nonosat as ns
from nonosat.cli import run

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])


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
