"""`.non`: what is read, what is written, and what is refused with which words."""

import pytest
from hypothesis import given
from strategies import metadatas, plain_text, puzzles

import nonosat as ns

TEXT = """\
title "A "small" one"
by "somebody"
catalogue "mine #1"
license CC0
difficulty "3"
width 3
height 2

rows
1,1
0

columns
1

1

goal "101000"
saved "1?????"
"""


def test_every_part_is_read():
    puzzle = ns.loads(TEXT, "non")
    assert puzzle == ns.Puzzle(
        rows=[[1, 1], []],
        columns=[[1], [], [1]],
        givens=[(0, 0, 1)],
        goal=ns.Grid(["#.#", "..."]),
        metadata=ns.Metadata(
            title='A "small" one',
            author="somebody",
            source="mine #1",
            licence="CC0",
            extra=(("difficulty", "3"),),
        ),
    )


@given(puzzles(givens=True, goal=True, metadata=metadatas(plain_text)))
def test_what_is_written_reads_back_equal(puzzle):
    assert ns.loads(ns.dumps(puzzle, "non"), "non") == puzzle


@pytest.mark.parametrize("empty", ["0", "", "-"])
def test_an_empty_clue_has_three_spellings(empty):
    puzzle = ns.loads(f"rows\n1\n{empty}\n1\ncolumns\n1 1\n", "non")
    assert puzzle.rows == (((1, 1),), (), ((1, 1),))


def test_an_empty_clue_at_the_end_of_a_section_is_told_from_the_line_between_sections():
    text = "width 2\nheight 2\nrows\n1\n\n\ncolumns\n\n1\n"
    assert ns.loads(text, "non") == ns.Puzzle(rows=[[1], []], columns=[[], [1]])


def test_an_empty_line_after_the_heading_is_no_clue():
    text = "width 1\nheight 2\nrows\n\n1\n0\n\ncolumns\n\n1\n"
    assert ns.loads(text, "non") == ns.Puzzle(rows=[[1], []], columns=[[1]])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "p.non: no line `rows`"),
        ("rows\n1\n", "p.non: no line `columns`"),
        ("rows\n1\ncolumns\n-3\n", "p.non:4: expected a number of cells, read '-3'"),
        ("rows\n1x\ncolumns\n1\n", "p.non:2: expected a number of cells, read '1x'"),
        ("rows\n1,,2\ncolumns\n1\n", None),
        ("rows\n99999\ncolumns\n1\n", "p.non:2: 99999 is more than the 4096 cells accepted"),
        ("rows\n" + "9" * 5000 + "\ncolumns\n1\n", "more than the 4096 cells accepted"),
        ("height 3\nrows\n1\n1\ncolumns\n2\n", "p.non:2: height 3 is declared, but 2 row clues follow"),
        ("width 1\nrows\n1\ncolumns\n1\n1\n", "p.non:4: width 1 is declared, but 2 column clues follow"),
        ("width many\nrows\n1\ncolumns\n1\n", "p.non:1: expected a number of cells, read 'many'"),
        ("rows\n1\ncolumns\n1\nrows\n1\n", "p.non:5: `rows` comes twice"),
        ('title "a"\ntitle "b"\n', "p.non:2: `title` comes twice"),
        ("3 4\nrows\n", "p.non:1: expected a property such as `width 5`, read '3 4'"),
        ('rows\n1\ncolumns\n1\ngoal "12"\n', "p.non:5: `goal` is made of 0, 1, read '2'"),
        ('rows\n1\ncolumns\n1\ngoal "11"\n', "p.non:5: `goal` has 2 cells, the puzzle 1x1"),
        ('rows\n1\ncolumns\n1\nsaved "x"\n', "p.non:5: `saved` is made of 0, 1, ?, read 'x'"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, reason):
    if reason is None:
        assert ns.loads(text, "non", path="p.non").rows[0] == ((1, 1), (2, 1))
        return
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, "non", path="p.non")
    assert reason in str(caught.value)


def test_problems_name_the_line_of_the_file():
    puzzle = ns.loads("width 3\nheight 2\nrows\n1\n2 1\ncolumns\n2\n1\n1\n", "non", path="p.non")
    assert [str(problem) for problem in puzzle.problems()] == [
        "line 5: row 2: 2 1 needs 4 cells, the row has 3"
    ]
    with pytest.raises(ns.PuzzleError, match=r"p\.non: line 5: row 2: 2 1 needs 4 cells"):
        puzzle.require_sound()


def test_what_the_format_cannot_hold_is_refused():
    red = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "ff0000", "r"))
    with pytest.raises(ns.UsageError, match="non cannot hold what the puzzle has: colours"):
        ns.dumps(ns.Puzzle([[(1, 2)]], [[(1, 2)]], palette=red), "non")
    for word in ("rows", "two words", "title", "Upper"):
        puzzle = ns.Puzzle([[1]], [[1]], metadata=ns.Metadata(extra=((word, "x"),)))
        with pytest.raises(ns.UsageError, match="a property cannot be called"):
            ns.dumps(puzzle, "non")
