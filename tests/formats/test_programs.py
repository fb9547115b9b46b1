"""Files of gnonograms, pynogram and nonny, and saved games of pzpr and Tatham's Pattern."""

import pytest

import nonosat as ns
from nonosat.formats import progress_in
from nonosat.formats.folders import Folder
from nonosat.formats.sources import Sources

PUZZLE = ns.Puzzle(rows=[[2, 1], [1], [3]], columns=[[1], [1, 1], [1], [3]])
GOAL = ns.Grid(["##.#", "...#", ".###"])
GNO = """[Description]
Title
author
2024-01-01
4
[License]
CC-BY
[Dimensions]
3   //The number of rows
4
[Row clues]
2, 1
1
3
[Column clues]
1
1, 1
1
3
[Solution grid]
2 2 1 2
1 1 1 2
1 2 2 2
[Working grid]
2 0 0 0
0 0 1 0
0 0 0 0
[Locked]
false
"""
PZPR = "pzprv3/nonogram/3/4/. . . 1 . . /. . 1 1 1 3 /2 1 # # . # /. 1 . . + # /. 3 . # # # /"
SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Pattern
PARAMS  :3:4x3
CPARAMS :3:4x3
DESC    :17:1/1.1/1/3/2.1/1/3
NSTATES :1:4
STATEPOS:1:3
MOVE    :8:F0,0,2,1
MOVE    :8:E2,0,1,1
MOVE    :8:F3,2,1,1
"""


def test_a_file_of_gnonograms_is_read_and_written():
    puzzle = ns.loads(GNO)
    assert puzzle.statement == PUZZLE
    assert puzzle.goal == GOAL
    assert puzzle.metadata == ns.Metadata("Title", "author", licence="CC-BY", extra=(("date", "2024-01-01"),))
    assert puzzle.origin.progress == ((1, None, None, None), (None, None, 0, None), (None,) * 4)
    assert ns.loads(ns.dumps(puzzle, "gno"), "gno") == puzzle
    drawn = GNO[: GNO.index("[Row clues]")] + GNO[GNO.index("[Solution") : GNO.index("[Working")]
    assert ns.loads(drawn).statement == PUZZLE


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[Dimensions]", "[Size]", "no heading"),
        ("\n3   //The number of rows\n4", "\n3", "2 rows are declared|expected the numbers"),
        ("1 1 1 2\n", "1 1 1 3\n", "line 22: expected 4 cells, 1 if empty and 2 if filled"),
        ("1 1 1 2\n", "", "a grid has 2 rows, 3 are declared"),
        ("2, 1\n1\n3\n", "2, 1\n1\n", "3 rows are declared, but 2 row clues follow"),
    ],
)
def test_faults_in_a_file_of_gnonograms_are_named(old, new, reason):
    with pytest.raises(ns.InputError, match=reason):
        ns.loads(GNO.replace(old, new, 1), "gno")


@pytest.mark.parametrize("text", [PZPR, PZPR.replace("/", "\n"), PZPR.replace("pzprv3", "pzprv3.1")])
def test_a_saved_game_of_pzpr_has_the_puzzle_and_the_state(text):
    puzzle = ns.loads(text)
    assert puzzle.statement == PUZZLE
    assert puzzle.origin.progress == ((1, 1, None, 1), (None, None, 0, 1), (None, 1, 1, 1))
    assert progress_in(text.encode()) == puzzle.origin.progress


def test_a_saved_game_of_pattern_has_the_moves_in_force():
    for text in (SAVED, SAVED.replace(":17:", ":19:"), SAVED.replace("\n", "\r\n")):
        puzzle = ns.loads(text, path="game.sgt")
        assert puzzle.statement == PUZZLE
        assert puzzle.origin.progress == ((1, 1, 0, None), (None,) * 4, (None,) * 4)
    solved = SAVED.replace("STATEPOS:1:3\nMOVE    :8:F0,0,2,1", "STATEPOS:1:2\nMOVE    :13:S110100010111")
    assert ns.loads(solved).origin.progress == tuple(map(tuple, GOAL))
    with pytest.raises(ns.InputError, match="a saved game of 'Solo', not of Pattern"):
        ns.loads(SAVED.replace("7:Pattern", "4:Solo"))
    with pytest.raises(ns.InputError, match="expected a move"):
        ns.loads(SAVED.replace("F0,0", "Q0,0"))


def test_a_game_id_without_its_size_is_read_if_one_width_fits():
    assert ns.loads("1/1.1/1/3/2.1/1/3\n") == PUZZLE
    for text in ("1/2/3/4/5", "11/28/2026", "usr/lib/x", "1/1/1/2/1/1/1/2/3"):
        with pytest.raises(ns.InputError):
            ns.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "# my board\n[clues]\ncolumns =\n    1\n    1 1\n    1\n    3\n\nrows =\n    2 1   # first\n    1\n    3\n",
        "[clues]\ncolumns=1,1 1,1,3\nrows=2 1,1,3\n",
        "[clues]\nrows =\n\n    2 1, 1\n    3\ncolumns =\n    '1', \"1 1\"\n    1, 3\n[solution]\n# # . #\n",
    ],
)
def test_boards_of_pynogram_are_read(text):
    assert ns.loads(text) == PUZZLE


def test_colours_of_pynogram_are_read():
    puzzle = ns.loads(
        "[colors]\nb = (blue) *\nr = (red) %\n[clues]\ncolumns =\n    1r, 1b\nrows =\n    1r 1b\n"
    )
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "0000ff", "ff0000"]
    assert ns.solve(puzzle) is not None


def nonny(rows, columns):
    head = f"width {len(columns)}\nheight {len(rows)}\ncolor black 000000 X\ncolor green 00B000 #\n"
    return ns.loads("\n".join([head, "rows", *rows, "columns", *columns]) + "\n", "non")


def test_in_files_of_nonny_a_colour_goes_on_and_a_bare_number_is_black():
    puzzle = nonny(["green 1 1"], ["green 1", "0", "green 1"])
    assert [colour.name for colour in puzzle.palette] == ["white", "black", "green"]
    assert [block.colour for block in puzzle.rows[0]] == [2, 2]
    assert ns.solve(puzzle) == ns.Grid([[2, 0, 2]])
    assert ns.solve(nonny(["green 1 black 1"], ["green 1", "1"])) == ns.Grid([[2, 1]])
    assert ns.solve(nonny(["2 green 1"], ["1", "1", "green 1"])) == ns.Grid([[1, 1, 2]])
    with pytest.raises(ns.InputError, match="expected a number behind 'green'"):
        nonny(["green"], ["green 1"])


def test_a_strict_folder_has_known_formats_only(tmp_path):
    (tmp_path / "a.lvl").write_text(PZPR)
    (tmp_path / "b.md").write_text("# prose\n")
    folder = Folder(str(tmp_path))
    assert [*folder.walk()] == [str(tmp_path / "a.lvl")]
    assert folder.unknown_text == "1 file in no known format (b.md)"
    *_, item = Sources((str(tmp_path),), strict=True).items()
    assert "1 file in no known format" in str(item.error)
    with pytest.raises(ns.UsageError, match="standard input can be read only once"):
        Sources(("-", "-"))


ROWS = [["1", "1", "0", "1"], ["0", "0", "0", "1"], ["0", "1", "1", "1"]]


def spreadsheet(separator, filled="1", empty="0", quote=""):
    signs = {"1": f"{quote}{filled}{quote}", "0": f"{quote}{empty}{quote}"}
    return "".join(separator.join(map(signs.get, row)) + "\n" for row in ROWS)


SHEETS = {
    "commas": spreadsheet(","),
    "semicolons": spreadsheet(";"),
    "tabs": spreadsheet("\t"),
    "empty fields": spreadsheet(",", "x", ""),
    "signs and empty fields": spreadsheet(";", "#", ""),
    "quotes": spreadsheet(",", quote='"'),
    "blanks": spreadsheet(", "),
    "dots": spreadsheet(",", "x", "."),
    "bars": "".join(f"|{line}|\n" for line in spreadsheet("|", "X", " ").splitlines()),
}


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_a_picture_in_a_spreadsheet_is_read(text):
    assert ns.loads(text).goal == GOAL


@pytest.mark.parametrize("text", ["x", "#\n", "1", "a,b\nc,d\n", "id,n\n1,2\n", "1,2,3\n4,5,6\n", ",,\n,,\n"])
def test_a_single_sign_and_other_tables_are_no_picture(text):
    with pytest.raises(ns.InputError):
        ns.loads(text)
