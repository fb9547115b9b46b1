"""`line` on the command line."""

from printed import ran


def test_an_overlong_clue_reports_the_cells_that_it_needs(capsys):
    assert ran(capsys, ["line", "31", "5"], 2).out == "31 needs 31 cells, the line has 5\n"
