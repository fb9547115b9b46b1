"""`play` on the command line; the player of these tests leaves at once."""

import sys

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.terminal.game import Game, save


def test_a_game_goes_on_unless_a_new_one_is_wanted(folder, playing):
    puzzle = ns.load("unique.non")
    game = Game(puzzle)
    game.draw({(0, 0): 1})
    save(game)
    assert run(["play", "unique.non"]) == 0
    assert run(["play", "--new", "unique.non", "--time-limit", "3"]) == 0
    (left, first), (new, second) = playing.games
    assert left.cells[0][0] == 1
    assert new.cells[0][0] is None
    assert (first.seconds, second.seconds) == (10.0, 3.0)


def test_triddlers_and_a_missing_package_are_one_line(folder, monkeypatch, capsys):
    assert run(["play", "--example", "flower"]) == 65
    assert "`nonosat render PUZZLE -o PAGE.html` makes a page" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "nonosat.apps.terminal.app", None)
    assert run(["play", "unique.non"]) != 0
    assert (
        capsys.readouterr().err
        == "nonosat: playing in a terminal needs textual: pip install 'nonosat[play]'\n"
    )


def test_without_a_terminal_one_line_says_so(folder, monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "nonosat.apps.terminal.app")
    assert run(["play", "unique.non"]) == 64
    assert capsys.readouterr().err.count("\n") == 1
