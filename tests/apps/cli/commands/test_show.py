"""`show` on the command line."""

from nonosat.apps.cli import run


def test_show_draws_the_clues_around_the_grid(folder, capsys):
    assert run(["show", "--ascii", "--solution", "unique.non"]) == 0
    assert capsys.readouterr().out == "    2 1\n  +----+\n1 |##  |\n2 |####|\n  +----+\n"
    assert run(["show", "--goal", "unique.non"]) == 65
    assert "holds no goal picture" in capsys.readouterr().err
