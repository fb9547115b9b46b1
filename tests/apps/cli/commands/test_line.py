"""`line` on the command line."""

from printed import ran


def test_a_clue_without_room_says_how_many_cells_it_needs(capsys):
    assert ran(capsys, ["line", "31", "5"], 2).out == "31 needs 31 cells, the line has 5\n"
