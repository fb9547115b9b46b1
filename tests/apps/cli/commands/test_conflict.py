"""`conflict` on the command line."""

from pathlib import Path

import pytest
from printed import lines, ran, record

import nonosat as ns
from nonosat.apps.cli import run

PUZZLES = Path(__file__).parents[4] / "puzzles"
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
MISTYPED = ns.Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]])


def test_a_conflict_and_the_deductions_that_lead_to_it(folder, capsys):
    assert run(["conflict", str(PUZZLES / "unsolvable-by-lines.non")]) == 2
    head, *clues, one, _, _, _, last = lines(capsys.readouterr())
    assert head.endswith("unsolvable: 5 clues contradict each other (none can be spared)")
    assert clues == ["  row 5: 8", "  row 7: 6 2", "  row 9: 8", "  column 8: 2 2", "  column 10: 0"]
    assert one == "1. row 5: cell 8 is black"
    assert last == "5. row 7, contradiction: no filling agrees with what is known"


def test_the_smallest_conflict(folder, capsys):
    ns.dump(MISTYPED, "mistyped.non")
    assert run(["conflict", "--smallest", str(PUZZLES / "unsolvable-by-search.non")]) == 2
    head, *_, last = lines(capsys.readouterr())
    assert head.endswith("7 clues contradict each other (no fewer do)")
    assert last == "lines alone do not show that"


def test_a_conflict_of_sums_names_them(folder, capsys):
    ns.dump(ns.Puzzle([[1], [1], [1]], [[2], [1], [1]]), "sums.json")
    head, *_, last = lines(ran(capsys, ["conflict", "sums.json"], 2))
    assert head.endswith("6 clues contradict each other (none can be spared)")
    assert last == "the rows have 3 filled cells, the columns 4"


def test_a_conflict_of_givens(folder, capsys):
    ns.dump(MULTIPLE.replace(givens=[(0, 0), (1, 0)]), "givens.json")
    assert lines(ran(capsys, ["conflict", "givens.json"], 2))[:4] == [
        "givens.json: unsolvable: 1 clue and 2 givens contradict each other (none can be spared)",
        "  column 1: 1",
        "  row 1, column 1: black",
        "  row 2, column 1: black",
    ]


@pytest.mark.parametrize(("name", "code"), [("unique", 0), ("multiple", 1)])
def test_a_puzzle_that_can_be_solved_has_no_conflict(folder, capsys, name, code):
    assert run(["conflict", f"{name}.non"]) == code
    assert lines(capsys.readouterr()) == [f"{name}.non: {name}: nothing contradicts itself"]
    answer = record(ran(capsys, ["conflict", f"{name}.non", "--json", "--solutions"], code))
    assert (answer["verdict"], answer["lines"], answer["minimal"]) == (name, [], False)
    assert len(answer["solutions"]) == code + 1


def test_a_conflict_as_json(folder, capsys):
    ns.dump(MISTYPED, "mistyped.non")
    answer = record(ran(capsys, ["conflict", "mistyped.non", "--json", "--smallest"], 2))
    assert (answer["verdict"], answer["minimal"], answer["smallest"]) == ("unsolvable", True, True)
    assert all(set(line) == {"axis", "index"} for line in answer["lines"])
    assert answer["least"] == len(answer["lines"]) + len(answer["givens"])
    for link in answer["chain"]:
        assert link["excluded"]
        assert link["text"]
    last = answer["contradiction"]
    assert {"axis": last["axis"], "index": last["index"]} in answer["lines"]
