"""`convert` on the command line."""

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.generation import n_dom

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])


@pytest.mark.parametrize("name", ["json", "square"])
def test_convert_changes_the_format_and_nothing_else(folder, name):
    assert run(["convert", "unique.non", "out", "--to", name]) == 0
    assert ns.load("out").statement == UNIQUE
    assert run(["convert", "out", "back.non", "--from", name]) == 0
    assert (folder / "back.non").read_text() == (folder / "unique.non").read_text()


def test_convert_reports_losses_and_accepts_them_on_request(folder, capsys):
    ns.dump(MULTIPLE.replace(givens=[(0, 0)]), "given.non")
    assert run(["convert", "given.non", "out.nin"]) == 64
    assert "nin cannot hold what the puzzle has: givens" in capsys.readouterr().err
    assert not (folder / "out.nin").exists()
    assert run(["convert", "--lossy", "given.non", "out.nin"]) == 0
    assert ns.load("out.nin").statement == MULTIPLE


def test_an_existing_file_is_replaced_only_by_force(folder, capsys):
    before = (folder / "multiple.non").read_text()
    assert run(["convert", "unique.non", "multiple.non"]) == 64
    assert capsys.readouterr().err == ("nonosat: multiple.non: already exists; --force replaces it\n")
    assert (folder / "multiple.non").read_text() == before
    assert run(["convert", "unique.non", "multiple.non", "--force"]) == 0
    assert ns.load("multiple.non") == UNIQUE


def test_standard_output_needs_a_format(folder, capsys):
    assert run(["convert", "unique.non", "-"]) == 64
    expected = "standard output has no extension that says which format; --to names one"
    assert capsys.readouterr().err == f"nonosat: {expected}\n"


def test_a_family_by_formula_is_written(folder, capsys):
    assert run(["convert", "dom:4", "dom.non"]) == 0
    assert ns.load("dom.non").goal == n_dom(4).goal
    assert ns.load("dom.non").statement == n_dom(4).statement
    assert run(["convert", "rings:9,12", "rings.nonpack"]) == 0
    assert [puzzle.width for puzzle in ns.load_all("rings.nonpack")] == [9, 12]
    assert "sizes are 1 to" in ran(capsys, ["convert", "dom:0", "no.non"], 64).err
