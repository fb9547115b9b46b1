"""The Olsaks' .g: colours, triangles, triddlers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import palettes, puzzles

import nonosat as ns
from nonosat.formats.sides import Sides, shape_of
from nonosat.model.clues import Block
from nonosat.model.palette import BLACK_AND_WHITE, Colour

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "formats"

COLOURED = """\
Any text: nothing is read before a line that begins with a colon or hash.
  5 of them

#declaration of colours
   r:&  red    comment
   0:   white  background
   1:*  black  ink of numbers without a letter
   g:g  #0F0   light green

:rows
   1 1r
2g 1r
:columns:
1 1g

\t1g
2r
: end
nothing is read here
"""


def test_colours():
    assert ns.loads(COLOURED) == ns.Puzzle(
        rows=[[1, (1, 2)], [(2, 3), (1, 2)]],
        columns=[[1, (1, 3)], [], [(1, 3)], [(2, 2)]],
        palette=[
            Colour("white", "ffffff", "."),
            Colour("black", "000000", "*"),
            Colour("red", "ff0000", "&"),
            Colour("light green", "00ff00", "g"),
        ],
    )


def test_clues_know_their_lines(tmp_path):
    (tmp_path / "a.g").write_text(COLOURED)
    origin = ns.load(tmp_path / "a.g").origin
    assert (origin.rows, origin.columns) == ((11, 12), (14, 15, 16, 17))


def test_black_and_white_has_no_colour_lines():
    puzzle = ns.Puzzle(rows=[[2], [], [1]], columns=[[1, 1], [1]], metadata=ns.Metadata("# 1\n: a"))
    text = "1 : a\n: rows\n2\n\n1\n: columns\n1 1\n1\n: end\n"
    assert ns.dumps(puzzle, "olsak") == text
    assert ns.loads(text) == puzzle.statement


def test_empty_lines_at_the_end_are_empty_columns_with_a_note():
    puzzle = ns.loads(":\n1\n\n:\n1\n\n\n", "olsak")
    assert puzzle == ns.Puzzle(rows=[[1], []], columns=[[1], [], []])
    assert puzzle.origin.read_as.startswith("2 empty lines at the end are empty columns")
    ended = ns.loads(":\n1\n\n:\n1\n:end\n\n", "olsak")
    assert ended == ns.Puzzle(rows=[[1], []], columns=[[1]])
    assert ended.origin is None


@pytest.mark.parametrize("columns", [["1", "1 1", "", ""], ["", "", "", "1"], ["1", "", "", ""]])
def test_no_column_is_lost_without_a_last_colon(columns):
    rows = ["1"] * sum(clue.count("1") for clue in columns)
    puzzle = ns.loads("\n".join([":", *rows, ":", *columns, ""]))
    assert (puzzle.height, puzzle.width) == (len(rows), len(columns))


def test_black_ink_on_white_is_plain_and_colours_without_a_default_are_read():
    assert ns.loads("#d\n 1:* black\n:\n1\n:\n1\n:").palette == BLACK_AND_WHITE
    puzzle = ns.loads("#D\n r:r red\n:\n1r\n:\n1r\n:")
    assert puzzle.palette == (BLACK_AND_WHITE[0], Colour("red", "ff0000", "r"))
    assert puzzle.rows == ((Block(1, 1),),)


def test_values_of_colours():
    words = ["#0aF", "#123456", "#111122223333", "green", "DimGrey", "black/white"]
    lines = [f" {letter}:{letter} {word}" for letter, word in zip("abcdef", words, strict=True)]
    puzzle = ns.loads("\n".join(["#d", *lines, ":", "1a", ":", "1a", ":"]))
    values = ["00aaff", "123456", "112233", "00ff00", "696969", "808080"]
    assert [colour.rgb for colour in puzzle.palette[1:]] == values


def test_names_that_nobody_knows_are_kept_and_have_different_values():
    puzzle = ns.loads("#d\n a:a DarkOrchid3\n b:b DarkOrchid4\n:\n1a\n:\n1a\n:")
    assert [colour.name for colour in puzzle.palette[1:]] == ["DarkOrchid3", "DarkOrchid4"]
    assert len({colour.rgb for colour in puzzle.palette}) == 3
    assert ns.loads(ns.dumps(puzzle, "olsak")) == puzzle


def test_old_files_are_latin_1():
    text = b"#d\n r:r #f00 \xe8erven\xe1\n:\n1r\n:\n1r\n:"
    assert ns.loads(text).palette[1].name == "\xe8erven\xe1"


GLUED = """\
#d
  1:*  black        ink
  /:a  white/black  <<  glued
  /:b  black/white  >>  glued
  \\:c  white\\black  <>  glued
  \\:d  black\\white  ><  glued
:
{}
:
{}
:
"""


def test_glued_triangles_are_blocks_of_their_own():
    puzzle = ns.loads(GLUED.format("/4\\ 1/ \\3", "/3\\\n\\1"))
    a, b, c, d = range(2, 6)
    assert puzzle.rows == (((1, a), (2, 1), (1, d), (1, b), (1, c), (2, 1)),)
    assert puzzle.columns == (((1, a), (1, 1), (1, c)), ((1, d),))


def test_of_a_line_where_equal_triangles_may_touch_nothing_is_known():
    assert ns.loads(GLUED.format("/1 /2", "1")).rows == (None,)


TRIDDLER = """\
#triddler
: topleft
1
: bottomleft
2

: bottom
3 1
: bottomright
4
: topright
5
6
: top
7
: end
"""


def test_the_sides_of_a_triddler_go_around_it():
    puzzle = ns.Puzzle(rows=[[1], [2], []], columns=[[7], [6], [5]], diagonals=[[1, 3], [4]], corner=-1)
    assert ns.dumps(puzzle, "olsak") == TRIDDLER
    assert ns.loads(TRIDDLER) == puzzle


def test_clues_of_a_triddler_know_their_lines(tmp_path):
    (tmp_path / "a.g").write_text(TRIDDLER)
    origin = ns.load(tmp_path / "a.g").origin
    assert (origin.rows, origin.columns, origin.diagonals) == ((3, 5, 6), (15, 13, 12), (8, 10))


def test_sides_of_a_triddler_that_do_not_meet_are_an_error():
    with pytest.raises(ns.InputError, match="the sides of the triddler do not meet"):
        ns.loads(TRIDDLER.replace("4\n", "4\n2\n"), "olsak")


@st.composite
def triddlers(draw):
    """A triddler with a picture in it."""
    topleft, bottomleft, top, bottom = (draw(st.integers(1, 3)) for _ in range(4))
    spare = top + topleft - bottom, bottomleft + bottom - top
    if min(spare) < 0:
        top = bottom = 1
        spare = topleft, bottomleft
    bottomright, topright = spare
    shape = shape_of(Sides(topleft, bottomleft, top, topright, bottom, bottomright))
    palette = draw(palettes(draw(st.integers(1, 3))))
    ink = st.integers(0, len(palette) - 1)
    rows = [[draw(ink) for _ in range(length)] for length in shape.row_lengths]
    return ns.Grid(rows, palette, shape).puzzle()


@given(triddlers(), st.integers(0, 3))
def test_a_triddler_without_a_last_colon_has_all_its_lines(puzzle, more):
    text = ns.dumps(puzzle, "olsak")
    assert ns.loads(text.removesuffix(": end\n") + "\n" * more, "olsak").statement == puzzle.statement


@given(triddlers())
def test_a_triddler_reads_back_equal(puzzle):
    assert ns.loads(ns.dumps(puzzle, "olsak"), "olsak") == puzzle
    assert not puzzle.problems()


@given(st.integers(1, 4).flatmap(lambda inks: puzzles(inks=inks, givens=False, palette=palettes(inks))))
def test_what_was_written_reads_back_equal(puzzle):
    assert ns.loads(ns.dumps(puzzle, "olsak"), "olsak") == puzzle.statement


def test_letters_that_a_clue_cannot_have_are_replaced():
    letters = ["1", "2", ",", "#", "-", "²", "x", ":"]
    inks = [Colour(f"ink {n}", f"00000{n}", letter) for n, letter in enumerate(letters)]
    rows = [[(1, n) for n in range(1, 9)]]
    puzzle = ns.Puzzle(rows, [[(1, n)] for n in range(1, 9)], (BLACK_AND_WHITE[0], *inks))
    read = ns.loads(ns.dumps(puzzle, "olsak"), "olsak")
    assert (read.rows, read.columns) == (puzzle.rows, puzzle.columns)
    assert [colour[:2] for colour in read.palette] == [colour[:2] for colour in puzzle.palette]


def test_a_palette_may_be_as_long_as_it_gets():
    inks = [Colour(f"ink {n}", f"{n:06x}", chr(0xC0 + n)) for n in range(255)]
    clues = [[(1, n) for n in range(1, 256)]]
    puzzle = ns.Puzzle(clues, [[(1, n)] for n in range(1, 256)], (BLACK_AND_WHITE[0], *inks))
    assert ns.loads(ns.dumps(puzzle, "olsak"), "olsak") == puzzle


test_errors_say_what_was_expected = refusals(
    "olsak",
    [
        ("no puzzle\n", "expected 2 groups of clues that begin with `:`, found 0"),
        (":\n1\n", "expected 2 groups of clues that begin with `:`, found 1"),
        ("#t\n:\n1\n:\n1\n:\n", "expected 6 groups of clues that begin with `:`, found 3"),
        (":\n:\n1\n:\n", "there are no row clues"),
        (":\n1x\n:\n1\n:\n", "line 2: no colour is declared as 'x'"),
        (":\n1 x\n:\n1\n:\n", "line 2: expected a block such as `3` or `3r`, got 'x'"),
        (":\n1\n:\n9999\n:\n", "line 4: 9999 is more than the 4096 cells accepted"),
        ("#d\n r:r red\n:\n1\n:\n1\n:\n", "line 4: a number has no letter, and no colour `1:` is declared"),
        ("#d\n red\n:\n1\n:\n1\n:\n", "line 2: expected a colour such as `r:* red`, got 'red'"),
        ("#d\n 3:3 red\n:\n1\n:\n1\n:\n", "line 2: expected a colour such as `r:* red`, got '3:3 red'"),
        ("#d\n r:r red\n r:s blue\n:\n", "line 3: the colour 'r' comes twice"),
        (GLUED.format("/1\\", "1"), "line 8: the block is shorter than its triangles, got '/1"),
        (GLUED.format("1", "1\\\n?1"), "line 11: no colour is declared as '?'"),
        (":\n" + "1 " * 5000 + "\n:\n1\n:", "line 2: a clue must have at most 4096 numbers"),
        ("#t" + "\n:" + "\n" * 5000 + ":\n:\n:\n:\n:\n:", "a side has over the 4096 clues"),
    ],
    whole=False,
    path="",
)


def test_a_triddler_whose_sides_do_not_meet_is_not_written():
    puzzle = ns.Puzzle([[]], [[]], diagonals=[[]], corner=5)
    with pytest.raises(ns.UsageError, match="do not make a hexagon"):
        ns.dumps(puzzle, "olsak")


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_every_file_of_the_corpus_is_read_without_problems():
    files = sorted(CORPUS.glob("*.g"))
    assert files
    for path in files:
        puzzle = ns.load(path)
        assert not puzzle.problems(), path
        assert ns.loads(path.read_bytes()) == puzzle
        if "brontik" not in path.name:  # a line of it has no clue, which the format cannot say
            assert ns.loads(ns.dumps(puzzle, "olsak"), "olsak").statement == puzzle.statement


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["tkocka", "vcely", "creature", "oko", "ruze", "alladin", "noty"])
def test_puzzles_of_the_corpus_have_one_solution(name):
    assert ns.check(ns.load(CORPUS / f"gitlize_grid.tarball_{name}.g")).verdict == "unique"
