"""Essence parameters of CSPLib's model."""

from refusals import refusals

import nonosat as ns

PUZZLE = ns.Puzzle(rows=[[1], [1, 1]], columns=[[2], [], [1]])

TEXT = """language ESSENCE 1.3.0
$ a comment with letting in it
letting nRows be 2   $ two
letting nCols be 3
letting maxRules be 2
letting rowRules be [
  [1,0],
  [1,1]
]
letting colRules = [ [2,0]
,[0,0], [1,0] ]
"""


def test_clues_and_their_lines_are_read():
    puzzle = ns.loads(TEXT, path="a.param")
    assert puzzle == PUZZLE
    assert puzzle.origin.rows == (7, 8)
    assert puzzle.origin.columns == (10, 11, 11)


def test_the_first_version_has_one_size_for_both():
    sizes = TEXT.replace("letting nRows be 2 ", "letting nGrid be 3 ").replace("letting nCols be 3\n", "")
    square = sizes.replace("[1,1]\n", "[1,1], [0,0]\n")
    assert ns.loads(square, "essence").height == ns.loads(square, "essence").width == 3


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "essence",
    [
        ("", "p: no `letting rowRules be [...]`"),
        ("find x : int", "p:1: expected `letting NAME be VALUE`, read 'find'"),
        ("letting x", "p:1: expected `letting NAME be VALUE`, read 'letting x'"),
        ("letting n be 1\nletting n be 2", "p:2: `n` comes twice"),
        ("letting n be many", "p:1: expected a number of cells, read 'many'"),
        ("letting rowRules be [ 3 ]", "p:1: expected a clue such as [3,1,0], read '3'"),
        ("letting rowRules be [ [3], [", "p:1: expected `]`, read the end of the file"),
        ("letting rowRules be [ [99999] ]", "p:1: 99999 is more than the 4096 cells accepted"),
        ("letting rowRules be [ [-1] ]", "p:1: expected a number of cells, read '-'"),
        (TEXT.replace("be 2  ", "be 3  "), "p:7: `rowRules` has 2 clues, 3 are declared"),
    ],
)
