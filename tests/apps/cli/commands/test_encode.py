"""`encode` and `decode` on the command line."""

import json

from printed import ran

import nonosat as ns
from nonosat.apps.cli import run


def test_a_formula_goes_out_and_its_answer_comes_back(folder, capsys):
    assert run(["encode", "multiple.non", "-o", "a.cnf"]) == 0
    assert capsys.readouterr().out.startswith("a.cnf: ")
    (folder / "answer").write_text("s SATISFIABLE\nv 1 0\n")
    assert run(["decode", "a.cnf", "answer", "--json"]) == 65  # nothing is said of the other cells
    cells = [[1, 0], [0, 1]]
    text = (folder / "a.cnf").read_text()
    literals = [line.split()[2:] for line in text.splitlines() if line.startswith("c cell")]
    values = [cell for row, place, colour, cell in literals if int(colour) == cells[int(row)][int(place)]]
    (folder / "answer").write_text(f"s SATISFIABLE\nv {' '.join(values)} 0\n")
    capsys.readouterr()
    assert json.loads(ran(capsys, ["decode", "a.cnf", "answer", "--json"]).out)["solutions"] == [["10", "01"]]


def test_a_formula_can_go_to_standard_output(folder, capsys):
    assert run(["encode", "unique.non", "-o", "-"]) == 0
    assert capsys.readouterr().out == ns.encode(ns.load("unique.non"))


def test_answers_without_a_solution_have_the_exit_codes_of_check(folder, capsys):
    run(["encode", "multiple.non", "-o", "a.cnf"])
    for said, code in (("s UNSATISFIABLE", 2), ("s UNKNOWN", 3), ("nothing", 65)):
        (folder / "answer").write_text(said)
        assert run(["decode", "a.cnf", "answer"]) == code


def test_a_limit_keeps_the_older_file(folder, capsys):
    (folder / "a.cnf").write_text("p cnf 1 0 older\n")
    assert (
        "not written"
        in ran(capsys, ["encode", "multiple.non", "-o", "a.cnf", "--force", "--time-limit", "0"], 3).err
    )
    assert (folder / "a.cnf").read_text() == "p cnf 1 0 older\n"
