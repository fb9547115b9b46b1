"""Lines, cells and clues have one name each, whichever command prints them."""

import pytest

import nonosat as ns
from nonosat.apps.cli import run

INKS = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))


@pytest.fixture
def colours(tmp_path, monkeypatch):
    """A folder with good.json, in colours, and bad.json, in which a clue of it has been mistyped."""
    monkeypatch.chdir(tmp_path)
    good = ns.Grid([[1, 2, 2], [2, 2, 0]]).puzzle(INKS)
    ns.dump(good, "good.json")
    ns.dump(good.replace(rows=[good.rows[0], [(3, 2)]]), "bad.json")
    ns.dump(good.replace(rows=[good.rows[0], [(4, 2)]]), "long.json")


@pytest.fixture
def triddlers(tmp_path, monkeypatch):
    """A folder with tri.json, a triddler of two solutions, and off.json, of which a clue is wrong."""
    monkeypatch.chdir(tmp_path)
    tri = ns.Grid(["#..", "##."], ragged=True).triddler(2, 2, -1)
    ns.dump(tri, "tri.json")
    ns.dump(tri.replace(diagonals=[[1], [2]]), "off.json")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("show good.json", "1# 2r"),
        ("explain good.json", "black 1, red 2 fits in one way only"),
        ("conflict bad.json", "  row 2: 3r\n"),
        ("repair clue bad.json", "row 2: 3r -> 2r"),
        ("check long.json", "row 2: 4r needs 4 cells, the row has 3"),
    ],
)
def test_clues_in_colours(colours, capsys, command, name):
    run(command.split())
    out, err = capsys.readouterr()
    assert name in out + err
    assert "[2]" not in out + err


@pytest.mark.parametrize("command", ["show tri.json", "explain tri.json", "conflict off.json"])
def test_lines_of_triddlers(triddlers, capsys, command):
    run(command.split())
    said = capsys.readouterr().out
    assert "diagonal " in said
    assert "strip" not in said


def test_cells_of_triddlers_have_no_column(triddlers, capsys):
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1), "several.json")
    assert run(["ambiguity", "several.json"]) == 1
    said = capsys.readouterr().out
    assert "in rows 1-2, cells 1-3" in said
