"""nonogrid's TOML."""

from pathlib import Path

import pytest
from hypothesis import given
from strategies import palettes, puzzles

import nonosat as ns

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "formats"

TEXT = '''\
# a puzzle
[clues]
columns = """1r 1, 'B'   # two clues
"2azure"             ; one
"""
rows = """

1r, 0
1
"""
[colors]
defs = ["r = (255, 0, 16) %", "azure = (azure) *", "W = (FFFFEE) -"]
'''


def test_every_part_is_read():
    puzzle = ns.loads(TEXT.replace("'B'", "'1B'"), path="p.toml")
    assert puzzle == ns.Puzzle(
        rows=[[1], [], [(1, 3)]],
        columns=[[1, (1, 3)], [(1, 3)], [(2, 2)]],
        palette=[
            ns.Colour("white", "ffffee", "-"),
            ns.Colour("r", "ff0010", "%"),
            ns.Colour("azure", "f0ffff", "*"),
            ns.Colour("black", "000000", "#"),
        ],
    )
    assert puzzle.origin.columns == (3, 3, 4)
    assert puzzle.origin.rows == (8, 8, 9)


def test_clues_on_one_line_are_read():
    assert ns.loads('[clues]\nrows = "1, 0"\ncolumns = "1"') == ns.Puzzle(rows=[[1], []], columns=[[1]])


def in_value(puzzle):
    """The puzzle without the names and letters of its colours, which are changed where they do not fit."""
    return puzzle.replace(palette=[("", colour.rgb, "") for colour in puzzle.palette])


@pytest.mark.parametrize("inks", [1, 2, 4])
def test_what_is_written_reads_back_equal(inks):
    @given(puzzles(inks=inks, givens=False, goal=False, palette=palettes(inks)))
    def check(puzzle):
        again = ns.loads(ns.dumps(puzzle, "nonogrid"), "nonogrid")
        assert in_value(again) == in_value(puzzle.statement)

    check()


def test_names_that_are_words_are_kept():
    palette = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("dark_blue2", "000088", "%")]
    puzzle = ns.Puzzle(rows=[[1, (1, 2)]], columns=[[1], [(1, 2)]], palette=palette)
    assert ns.loads(ns.dumps(puzzle, "nonogrid")) == puzzle


def clues(rows="1", columns="1", colours=""):
    return f'[clues]\nrows = """\n{rows}\n"""\ncolumns = "{columns}"\n{colours}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "p: there is no table [clues]"),
        ("clues = 3", "p: there is no table [clues]"),
        ("[clues]\nrows = 3", "p: `rows` of [clues] must be a string"),
        ('[clues]\nrows = "1"', "p: `columns` of [clues] must be a string"),
        ("[clues]\nrows = \n", "p:2: not TOML: Invalid value"),
        ("a = " + "[" * 100_000, "p: not TOML that can be read: nested too deeply"),
        ("a = " + "9" * 5000, "p: not TOML"),
        ("\na" + ".a" * 1000 + " = 1", "p:2: more than 100 dots in a line"),
        ("#" * 5_000_000, "p: more than the 4000000 characters accepted of TOML"),
        (clues("x"), "p:3: expected a number of cells, got 'x'"),
        (clues("-1"), "p:3: expected a number of cells, got '-1'"),
        (clues("1\n99999"), "p:4: 99999 is more than the 4096 cells accepted"),
        (clues("1r"), "p:3: the colour 'r' is not declared"),
        (clues("1\n" * 5000), "p:4099: `rows` has over 4096 clues"),
        (clues(colours="[colors]\ndefs = 3"), "p: `defs` of [colors] must be a list of strings"),
        (clues(colours="colors = 3").replace("[clues]", "[a]\n[clues]"), "`columns` of [clues]"),
        (clues(colours="[colors]\ndefs = [3]"), "p: expected a colour such as 'r = (red) %', got '3'"),
        (clues(colours="[colors]\ndefs = ['r = red']"), "p: expected a colour such as 'r = (red) %'"),
        (clues(colours="[colors]\ndefs = ['r = (999, 0, 0) %']"), "p: expected a colour such as"),
        (clues(colours="[colors]\ndefs = ['r = (red) %', 'r = (red) %']"), "p: the colour 'r' comes twice"),
    ],
)
def test_unreadable_parts_are_named(text, reason):
    if "colors = 3" in text:
        assert ns.loads(text, "nonogrid") == ns.Puzzle(rows=[[1]], columns=[[1]])
        return
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, "nonogrid", path="p")
    assert reason in str(caught.value)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize(("name", "size"), [("UK", (31, 15)), ("hello", (28, 7))])
def test_real_files_are_sound(name, size):
    puzzle = ns.load(CORPUS / f"nonogrid-{name}.toml")
    assert puzzle.problems() == ()
    assert puzzle.height == size[1]
    assert ns.loads(ns.dumps(puzzle, "nonogrid")) == puzzle
