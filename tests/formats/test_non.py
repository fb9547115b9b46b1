"""`.non`: reading, writing, and the messages of refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import every_feature, metadatas, plain_text, puzzles

import nonosat as ns
from nonosat.formats import load_all, loads_all

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


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_indentation_make_no_difference(end):
    puzzle = ns.loads(TEXT, "non")
    changed = "".join(f"  {line} {end}" for line in TEXT.splitlines())
    assert ns.loads(changed, "non") == puzzle
    assert load_lines(changed) == load_lines(TEXT) == ((10, 11), (14, 15, 16))


def load_lines(text):
    origin = ns.loads(text, "non", path="a.non").origin
    return origin.rows, origin.columns


def test_clues_behind_a_heading_go_on_below_it():
    puzzle = ns.loads("height 3\nrows: 1, 2\n3\n\ncolumns 1 1; 2\n1\n", "non", path="a.non")
    assert puzzle.rows == (((1, 1),), ((2, 1),), ((3, 1),))
    assert puzzle.columns == (((1, 1), (1, 1)), ((2, 1),), ((1, 1),))
    assert (puzzle.origin.rows, puzzle.origin.columns) == ((2, 2, 3), (5, 5, 6))


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
    assert ns.loads("rows\n1,,2\ncolumns\n1\n", "non").rows == (((1, 1), (2, 1)),)


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "non",
    [
        ("", "p: no line `rows`"),
        ("rows\n1\n", "p: no line `columns`"),
        ("rows\n1\ncolumns\n-3\n", "p:4: expected a number of cells, got '-3'"),
        ("rows\n1x\ncolumns\n1\n", "p:2: expected a number of cells, got '1x'"),
        ("rows\n99999\ncolumns\n1\n", "p:2: 99999 is more than the 4096 cells accepted"),
        ("rows\n" + "9" * 5000 + "\ncolumns\n1\n", "more than the 4096 cells accepted"),
        ("height 3\nrows\n1\n1\ncolumns\n2\n", "p:3: 3 rows are declared, but 2 row clues follow"),
        ("width 1\nrows\n1\ncolumns\n1\n1\n", "p:5: 1 column is declared, but 2 column clues follow"),
        ("width many\nrows\n1\ncolumns\n1\n", "p:1: expected a number of cells, got 'many'"),
        ("rows\n1\ncolumns\n1\nrows\n1\n", "p:5: `rows` comes twice"),
        ('title "a"\ntitle "b"\n', "p:2: `title` comes twice"),
        ("3 4\nrows\n", "p:1: expected a property such as `width 5`, got '3 4'"),
        ('rows\n1\ncolumns\n1\ngoal "12"\n', "p:5: `goal` must be made of 0, 1, got '2'"),
        ('rows\n1\ncolumns\n1\ngoal "11"\n', "p:5: `goal` has 2 cells, the puzzle 1x1"),
        ('rows\n1\ncolumns\n1\nsaved "x"\n', "p:5: `saved` must be made of 0, 1, ?, got 'x'"),
    ],
    whole=False,
)


def test_problems_name_the_line_of_the_file():
    puzzle = ns.loads("width 3\nheight 2\nrows\n1\n2 1\ncolumns\n2\n1\n1\n", "non", path="p.non")
    assert [str(problem) for problem in puzzle.problems()] == [
        "line 5: row 2: 2 1 needs 4 cells, the row has 3"
    ]
    puzzle = puzzle.replace(givens=[(9, 9)], origin=puzzle.origin)
    with pytest.raises(ns.PuzzleError, match=r"p\.non:5: row 2: 2 1 needs 4 cells"):
        puzzle.require_readable()


COLOURED = """\
color r #ff0000
color b #00F
color 0 #ffffee
width 3
height 2
rows
1r,?b
2
columns
?r
1,1b

goal "r0b11b"
saved "r?????"
"""


def test_a_puzzle_in_colour_is_read():
    puzzle = ns.loads(COLOURED.replace("?r\n1,1b", "?r\n1,1\n1b"), "non")
    assert puzzle == ns.Puzzle(
        rows=[[1, (None, 2)], [(2, 3)]],
        columns=[[None], [(1, 3), (1, 3)], [(1, 2)]],
        palette=[
            ns.Colour("#ffffee", "ffffee", "."),
            ns.Colour("red", "ff0000", "r"),
            ns.Colour("blue", "0000ff", "b"),
            ns.Colour("black", "000000", "#"),
        ],
        givens=[(0, 0, 1)],
        goal=ns.Grid([[1, 0, 2], [3, 3, 2]]),
    )


NAMED = """\
title "Flag"
by "sofaire"
collection "webpbn.com"
difficulty 1.5
link "https://webpbn.com/play.cgi?id=1"
medium_time "0:29:21"
note "published,definitely unique"
width 3
height 3

color white FFFFFF .
color red FF0000 *
color blue 4040FF @

rows
red 1 blue 1
red ?
0

columns
red 2
black 1
blue 1

goal "*#@*..000"
saved "*????????"
"""


def test_colours_that_are_named_before_the_number_are_read():
    puzzle = ns.loads(NAMED, "non")
    assert puzzle == ns.Puzzle(
        rows=[[1, (1, 2)], ["?"], []],
        columns=[[2], [(1, 3)], [(1, 2)]],
        palette=[
            ns.Colour("white", "ffffff", "."),
            ns.Colour("red", "ff0000", "*"),
            ns.Colour("blue", "4040ff", "@"),
            ns.Colour("black", "000000", "#"),
        ],
        givens=[(0, 0, 1)],
        goal=ns.Grid([[1, 3, 2], [1, 0, 0], [0, 0, 0]]),
        metadata=ns.Metadata(
            title="Flag",
            author="sofaire",
            extra=(
                ("collection", "webpbn.com"),
                ("difficulty", "1.5"),
                ("link", "https://webpbn.com/play.cgi?id=1"),
                ("medium_time", "0:29:21"),
                ("note", "published,definitely unique"),
            ),
        ),
    )


def test_the_first_named_colour_is_the_background_unless_a_clue_uses_it():
    text = "color a ffe0e0\ncolor b c4a663\ncolor c 98826a\nrows\nb 2, c 1\ncolumns\nb 1\nb 1\nc 1\n"
    puzzle = ns.loads(text, "non")
    assert [(colour.rgb, colour.letter) for colour in puzzle.palette] == [
        ("ffe0e0", "."),
        ("c4a663", "b"),
        ("98826a", "c"),
    ]
    assert puzzle.rows == (((2, 1), (1, 2)),)
    used = ns.loads(text.replace("c 1", "a 1"), "non")
    assert [colour.rgb for colour in used.palette] == ["ffffff", "ffe0e0", "c4a663", "98826a"]
    assert used.rows == (((2, 2), (1, 1)),)


def test_a_property_among_named_clues_is_one_whatever_it_is_called():
    text = "color red f00 r\ncolor rows 0f0 g\ncolor blue 00f b\nrows\nrows 1 blue 2\nheight 1\ncolumns\nrows 1\nblue 1\nblue 1\n"
    assert ns.loads(text, "non").rows == (((1, 1), (2, 2)),)
    named = "color title f00 t\ncolor blue 00f b\nrows\ntitle 1\ncolumns\ntitle 1\ntitle Tulip\n"
    assert ns.loads(named, "non").metadata.title == "Tulip"
    lettered = ns.loads("color a #f00\nrows\n1a\ncolumns\n1a\ndifficulty 3\n", "non")
    assert lettered.metadata.extra == (("difficulty", "3"),)


def test_a_plain_number_is_a_block_of_the_only_named_ink():
    text = "color white ffffff .\ncolor teal 008080 t\nrows\n2\ncolumns\n1\nteal 1\n"
    assert ns.loads(text, "non") == ns.Puzzle(
        [[2]], [[1], [1]], [("white", "ffffff", "."), ("teal", "008080", "t")]
    )


def test_an_ink_called_1_that_a_clue_cannot_name_is_named():
    text = "color white ffffff .\ncolor 1 f00 r\ncolor blue 00f b\nrows\n1 2 blue 1\ncolumns\n1 1\n"
    reason = "line 5: expected the name of a colour before '1'; a clue cannot name the colour '1'"
    with pytest.raises(ns.InputError, match=f"^{reason}$"):
        ns.loads(text, "non")
    named = ns.loads(text.replace("1 2 blue 1", "blue 3").replace("1 1", "blue 1"), "non")
    assert named.palette[1].name == "1"
    palette = [("white", "ffffff", "."), ("1", "ff0000", "1"), ("blue", "0000ff", "0")]
    puzzle = ns.Grid([bytes([1, 2, 0, 2])]).puzzle(palette=palette)
    assert in_value(ns.loads(ns.dumps(puzzle, "non"), "non")) == in_value(puzzle)


def in_value(puzzle):
    """The puzzle without the names and letters of its colours: not every name can be a word of a clue."""
    return puzzle.replace(palette=[("", colour.rgb, "") for colour in puzzle.palette])


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_colours_and_blotted_clues_read_back_equal(inks):
    @given(every_feature(inks))
    def check(puzzle):
        assert in_value(ns.loads(ns.dumps(puzzle, "non"), "non")) == in_value(puzzle)

    check()


WORDS = st.from_regex(r"[a-zé][a-zß0-9_-]{0,6}|rows|Height|color", fullmatch=True)


@given(every_feature(3), st.lists(WORDS, min_size=4, max_size=4, unique=True), st.permutations(".01#ä*@%"))
def test_names_and_letters_of_colours_read_back_equal(puzzle, names, letters):
    values = [colour.rgb for colour in puzzle.palette]
    puzzle = puzzle.replace(palette=list(zip(names, values, letters[:4], strict=True)))
    text = ns.dumps(puzzle, "non")
    assert ns.loads(text, "non") == puzzle
    assert f"color {names[1]} {values[1]} {letters[1]}\n" in text


def test_colours_without_a_name_and_texts_with_blanks_read_back_equal():
    text = 'date "May  1"\ncolor a ffe0e0\ncolor b c4a663\ncolor c c4a663\nrows\nb 2 c 1\ncolumns\nb 1\nb 1\nc 1\n'
    puzzle = ns.loads(text, "non")
    assert puzzle.metadata.extra == (("date", "May  1"),)
    assert ns.loads(ns.dumps(puzzle, "non"), "non") == puzzle
    odd = puzzle.replace(palette=[("7", "ffe0e0", "3"), (" ", "c4a663", ","), ("?", "c4a663", "1")])
    assert in_value(ns.loads(ns.dumps(odd, "non"), "non")) == in_value(odd)


def test_one_ink_of_another_colour_needs_no_letters_in_clues():
    palette = [("white", "ffffff", "."), ("teal", "008080", "#")]
    text = ns.dumps(ns.Puzzle(rows=[[1]], columns=[["?"]], palette=palette), "non")
    assert "color 1 #008080" in text
    assert "\nrows\n1\n" in text
    assert ns.loads(text, "non").palette == tuple(ns.Colour(*colour) for colour in palette)


@given(st.lists(puzzles(metadata=metadatas(plain_text)), min_size=1, max_size=3))
def test_a_bundle_reads_back_equal(several):
    assert loads_all(ns.dumps(several, "non"), "non") == several


def test_a_bundle_has_the_lines_of_its_file(tmp_path):
    path = tmp_path / "two.nonpack"
    ns.dump([ns.Puzzle(rows=[[1]], columns=[[1]])] * 2, path)
    path.write_text(path.read_text().replace("rows\n1", "rows\n2") + "\n====\n\n")
    one, other = load_all(path)
    assert [str(puzzle.problems()[0])[:7] for puzzle in (one, other)] == ["line 5:", "line 16"]
    with pytest.raises(ns.InputError, match="the file holds 2 puzzles"):
        ns.load(path)


test_what_cannot_be_read_in_colours_and_bundles = refusals(
    "non",
    [
        ("color red\n", "p:1: expected a letter or name and a colour such as `a #ff0000`, got 'red'"),
        ("color a #ff00\n", "p:1: expected a letter or name and a colour"),
        ("color 3 #ff0000\n", "p:1: the letter of an ink must not be a digit from 2, ',' or '?', got '3'"),
        ("color a #f00\ncolor a #0f0\n", "p:2: the colour 'a' comes twice"),
        ("color a #f00\nrows\n1b\ncolumns\n", "p:3: no line `color b #...` says what the ink 'b' is"),
        ("color a #f00\nrows\n1ab\ncolumns\n", "p:3: expected a number of cells, got '1ab'"),
        ("color a #f00\nrows\n??\ncolumns\n", "p:3: no line `color ? #...`"),
        ("color a #f00\nrows\n?aa\ncolumns\n", "p:3: expected a block, got '?aa'"),
        ('color a #f00\nrows\n1a\ncolumns\n1a\ngoal "b"\n', "p:6: `goal` must be made of 0, 1, a, got 'b'"),
        ("color a fffffff\n", "p:1: expected a letter or name and a colour"),
        ("color red f00 *\ncolor lime 0f0 *\n", "p:2: the letter '*' of a colour comes twice"),
        (
            "color w fff .\ncolor r f00 *\nrows\nr 1 b 2\ncolumns\n",
            "p:4: no line `color b #...` says what the ink 'b' is",
        ),
        ("color w fff .\ncolor r f00 *\nrows\nr 1 r\ncolumns\n", "p:4: expected a number behind 'r'"),
        (
            "color w fff .\ncolor r f00 *\ncolor b 00f @\nrows\n3\ncolumns\n",
            "p:5: expected the name of a colour before '3'",
        ),
        ("color w fff .\ncolor r f00 *\nrows\nr 9999\ncolumns\n", "p:4: 9999 is more than the 4096"),
        ("rows\n1\ncolumns\n1\n====\nrows\n", "p: no line `columns`"),
    ],
    whole=False,
)


def test_too_many_colours_are_refused():
    text = "".join(f"color {chr(0x4E00 + at)} #ff0000\n" for at in range(300))
    with pytest.raises(ns.InputError, match="p:256: more than 256 colours"):
        ns.loads(text, "non", path="p")


def test_a_goal_without_columns_has_no_cells():
    assert ns.loads('rows\n1\ncolumns\n\ngoal ""\n', "non").problems()[0].kind == "empty"


def test_puzzles_beyond_the_format_are_refused():
    with pytest.raises(ns.UsageError, match="non cannot hold what the puzzle has: triddlers"):
        ns.dumps(ns.Grid([[1]]).triddler(1, 1, 0), "non")
    for word in ("rows", "two words", "title", "Upper"):
        puzzle = ns.Puzzle([[1]], [[1]], metadata=ns.Metadata(extra=((word, "x"),)))
        with pytest.raises(ns.UsageError, match="a property cannot be called"):
            ns.dumps(puzzle, "non")


def test_a_sign_that_webpbn_writes_for_browsers_is_read_as_it_is_meant():
    puzzle = ns.loads(f'copyright "&copy; Copyright 2011 by A"\n{TEXT}', "non")
    assert puzzle.metadata.copyright == "© Copyright 2011 by A"


def test_colours_can_be_declared_after_the_clues():
    text = "width 2\nheight 1\nrows\nblue 2\ncolumns\nblue 1\nblue 1\ncolor white FFFFFF\ncolor blue 0000FF\n"
    assert [colour.name for colour in ns.loads(text, "non").palette] == ["white", "blue"]


def test_properties_without_a_meaning_can_come_twice():
    text = "note a\nnote b\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n"
    puzzle = ns.loads(text, "non")
    assert puzzle.metadata.extra == (("note", "a"), ("note", "b"))
    assert ns.loads(ns.dumps(puzzle, "non"), "non") == puzzle
