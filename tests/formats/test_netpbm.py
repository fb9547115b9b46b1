"""PBM, PGM and PPM."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from rasters import drawings, painted, refusal
from refusals import refusals
from strategies import grids

import nonosat as ns
from nonosat.imaging.pixels import _changes
from nonosat.model.palette import BLACK_AND_WHITE

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "formats"

PLAIN = ns.Grid(["#.", "##"]).puzzle(goal=ns.Grid(["#.", "##"]))
RED = ns.Colour("red", "ff0000", "a")
GREY = ns.Colour("gray", "808080", "a")


@pytest.mark.parametrize(
    "data",
    [
        b"P1\n2 2\n1 0\n1 1\n",
        b"P1 # a comment\n#another\n2 # width\n2\n10\n# within\n11",
        b"P1 2 2 1011",
        b"P4 2 2\n\x80\xc0",
        b"P4\n# x\n2 2\n\xbf\xff",
        b"P2 2 2 255 0 255 0 0",
        b"P2 2 2 1 0 1 0 0",
        b"P3 2 2 7 0 0 0 7 7 7 0 0 0 0 0 0",
        b"P5 2 2 255\n\x00\xff\x00\x00",
        b"P5 2 2 65535\n\x00\x00\xff\xff\x00\x00\x00\x00\n",
        b"P6 2 2 255\n\x00\x00\x00\xff\xff\xff\x00\x00\x00\x00\x00\x00",
    ],
)
def test_black_and_white_in_each_kind(data):
    assert ns.loads(data) == PLAIN


def test_white_is_the_background_and_inks_come_as_they_appear():
    puzzle = ns.loads(b"P3\n3 1 255\n255 0 0  255 255 255  0 0 0\n")
    white, black = BLACK_AND_WHITE
    assert puzzle.palette == (white, RED, black)
    assert puzzle.goal == ns.Grid([[1, 0, 2]])
    assert puzzle.rows == (((1, 1), (1, 2)),)


def test_without_white_the_most_frequent_colour_is_the_background():
    puzzle = ns.loads(b"P6 3 1 255\n\xff\x00\x00\x80\x80\x80\x80\x80\x80")
    assert puzzle.palette == (GREY._replace(letter="."), RED)
    assert puzzle.goal == ns.Grid(["#.."])


def test_grey_values_are_stretched_to_255():
    puzzle = ns.loads(b"P2 3 1 15 15 8 15")
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "888888"]


def test_a_picture_of_black_alone_is_all_filled():
    assert ns.loads(b"P5 2 1 255\n\x00\x00") == ns.Grid(["##"]).puzzle(goal=ns.Grid(["##"]))


@given(grids(max_side=20))
def test_black_and_white_reads_back_equal(grid):
    puzzle = grid.puzzle(goal=grid)
    data = ns.dump_bytes(puzzle, "netpbm")
    assert data.startswith(b"P4")
    assert ns.loads(data) == puzzle


@given(drawings())
def test_colours_read_back_as_the_same_picture_or_are_refused(drawing):
    if reason := refusal(drawing, "netpbm"):
        assert "for the background" in reason or "are equal" in reason
    else:
        again = ns.loads(ns.dump_bytes(drawing, "netpbm"))
        assert painted(again) == painted(drawing)
        assert again.goal.satisfies(again)
        # the cells without ink are the same, so the clues are but for the numbers of the inks
        assert [[cell > 0 for cell in row] for row in again.goal] == [
            [cell > 0 for cell in row] for row in drawing.goal
        ]


def test_a_picture_that_would_be_read_as_another_puzzle_is_not_written():
    goal = ns.Grid(["#.."])
    black, white = ns.Colour("black", "000000", "."), ns.Colour("white", "ffffff", "#")
    with pytest.raises(ns.UsageError, match="#ffffff would be taken for the background, which is #000000"):
        ns.dump_bytes(goal.puzzle((black, white), goal=goal), "netpbm")
    twice = (white, black, black._replace(letter="b"))
    goal = ns.Grid([[0, 1, 2]])
    with pytest.raises(ns.UsageError, match="two colours of the palette are equal"):
        ns.dump_bytes(goal.puzzle(twice, goal=goal), "netpbm")


test_unreadable_parts_are_named = refusals(
    "netpbm",
    [
        (b"", "p: expected P1 to P6, got b''"),
        (b"P7 1 1", "p: expected P1 to P6, got b'P7 1 1'"),
        (b"P1\n# no size", "p:2: expected the width, got b''"),
        (b"P1\n2 x", "p:2: expected the height, got b'x'"),
        (b"P1 1234567890 1 1", "p:1: expected the width, got b'1234567890'"),
        (b"P4 5000 1 ", "p: a picture must have 1 to 4096 pixels a side, this one 5000x1"),
        (b"P4 0 1 ", "p: a picture must have 1 to 4096 pixels a side, this one 0x1"),
        (b"P5 1 1 0 \0", "p: the greatest value of a sample must be 1 to 65535, got 0"),
        (b"P1 2 2 102", "p: a pixel must be 0 or 1, got b'2'"),
        (b"P1 2 2 101", "p: a picture of 2x2 has 4 pixels, 3 follow"),
        (b"P4 9 2 \xff\xff\xff", "p: a picture of 9x2 has 4 bytes, 3 follow"),
        (b"P4 8 1 \xff\xff", "p: the file goes on after the 1 byte of the picture"),
        (b"P4 8 1", "p: no blank ends the header"),
        (b"P2 2 1 9 1", "p: a picture of 2x1 has 2 samples, 1 follows"),
        (b"P2 2 1 9 1 1 1", "p: more than 2 samples follow"),
        (b"P2 2 1 9 1 -1", "p: expected a number, got b'-1'"),
        (b"P2 2 1 9 1 10", "p: a sample must be at most 9, got 10"),
        (b"P5 2 1 9 \x01\x0a", "p: a sample must be at most 9, got 10"),
    ],
)


@pytest.mark.parametrize(("width", "count"), [(300, "300"), (4096, "4096")])
def test_too_many_colours_are_counted(width, count):
    samples = b"".join(bytes((at >> 8, at & 255, 7)) for at in range(width))
    with pytest.raises(ns.InputError, match=f"has {count} colours, at most 256 are read as they are"):
        ns.loads(b"P6 %d 1 255\n" % width + samples)


def test_a_chequered_picture_of_the_greatest_size_is_refused():
    rows = (b"\xaa" * 512 + b"\x55" * 512) * 2048
    with pytest.raises(ns.InputError, match="p: the colour changes 33548288 times from a pixel to the next"):
        ns.loads(b"P4 4096 4096\n" + rows, path="p")


@given(grids(inks=2))
def test_changes_are_counted(grid):
    columns = zip(*grid, strict=True)
    changes = [sum(one != other for one, other in pairwise(line)) for line in (*grid, *columns)]
    first = sum(row[0] != 0 for row in grid)  # the cell on the left of the first is background
    assert sum(_changes(grid)) == sum(changes) + first


def test_a_palette_of_256_colours_has_256_letters():
    samples = b"".join(bytes((at, 255, 255)) for at in range(256))
    palette = ns.loads(b"P6 256 1 255\n" + samples).palette
    assert len({colour.letter for colour in palette}) == 256
    assert palette[0].rgb == "ffffff"


def test_the_corpus_picture_is_read():
    path = CORPUS / "moss-60x60-bw-1.pbm"
    if not path.is_file():
        pytest.skip("the corpus is not here")
    puzzle = ns.load(path)
    assert (puzzle.width, puzzle.height) == (60, 60)
    assert puzzle.palette == BLACK_AND_WHITE
    # the first ten bytes of raw data say: 23 white pixels, 17 black ones, 20 white ones
    assert puzzle.rows[0] == ((17, 1),)
    assert not puzzle.problems()
