"""webpbn's XML: every feature of it, hostile files, and the real ones."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from refusals import refusals
from strategies import every_feature, puzzles

import nonosat as ns
from nonosat.formats import load_all, loads_all
from nonosat.formats.sides import Sides

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

TEXT = """\
<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>somewhere</source>
<puzzle type="grid" backgroundcolor="paper" defaultcolor="red">
<title>A &lt;small&gt; one</title>
<author>somebody</author><authorid>some</authorid>
<copyright>&copy; 2004</copyright>
<id>#7</id>
<note>published</note><note>licence: CC0</note><note>x_size: small</note>
<color name="red" char="r">f00</color>
<color name="paper" char=" ">FFFFEE</color>
<clues type="columns">
  <line><count>1</count></line>
  <line/>
  <line><count color="black">0</count></line>
</clues>
<clues type="rows"><line><count>1</count><count color="black">1</count></line></clues>
<solution type="goal"><image>|r X|</image></solution>
<solution type="saved"><note>mine</note><image>
  |[r][ r]?|
</image></solution>
<solution type="saved"><image>nonsense</image></solution>
</puzzle>
<puzzle><solution><image>
|X.|
|XX|
</image></solution></puzzle>
</puzzleset>
"""


def test_every_part_is_read():
    first, second = loads_all(TEXT, path="p.xml")
    assert first == ns.Puzzle(
        rows=[[1, (1, 2)]],
        columns=[[1], [], [(None, 2)]],
        palette=[
            ns.Colour("paper", "ffffee", "."),
            ns.Colour("red", "ff0000", "r"),
            ns.Colour("black", "000000", "X"),
        ],
        givens=[(0, 0, 1)],
        goal=ns.Grid([[1, 0, 2]]),
        metadata=ns.Metadata(
            title="A <small> one",
            author="somebody",
            source="somewhere",
            copyright="© 2004",
            licence="CC0",
            extra=(("authorid", "some"), ("id", "#7"), ("note", "published"), ("x_size", "small")),
        ),
    )
    assert first.origin.columns == (14, 15, 16)
    assert first.origin.rows == (18,)
    goal = ns.Grid(["#.", "##"])
    assert second == goal.puzzle(goal=goal, metadata=ns.Metadata(source="somewhere"))


def test_plain_black_on_white_is_the_palette_of_black_and_white():
    text = """<puzzleset><puzzle defaultcolor="white"><color name="black" char="#">000000</color>
    <color name="white" char=" ">FFFFFF</color><clues type="rows"><line><count color="black">1</count></line>
    </clues><clues type="columns"><line><count color="black">1</count></line></clues></puzzle></puzzleset>"""
    assert ns.loads(text) == ns.Puzzle(rows=[[1]], columns=[[1]])


TRIDDLER = """<puzzle type="triddler">
<clues type="topleft"><line><count>1</count></line></clues>
<clues type="bottomleft"><line><count>2</count></line></clues>
<clues type="top"><line><count>2</count></line></clues>
<clues type="topright"><line><count>1</count></line></clues>
<clues type="bottom"><line><count>3</count></line></clues>
<clues type="bottomright"><line></line></clues>
<solution type="goal"><image>
/X..\\
\\XX./
</image></solution></puzzle>"""


def test_a_triddler_is_read():
    goal = ns.Grid(["#..", "##."])
    expected = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], diagonals=[[3], []], corner=-1, goal=goal)
    assert goal.triddler(2, 2, -1, goal=goal) == expected
    assert ns.loads(TRIDDLER) == expected
    image = ns.dumps(expected, "webpbn").split("<image>\n")[1]
    assert image.startswith("/X..\\\n\\XX./\n</image>")


def in_distinct_names(puzzle):
    """Files need different names for colours; hypothesis likes equal ones."""
    return len({colour.name for colour in puzzle.palette}) == len(puzzle.palette)


@pytest.mark.parametrize("inks", [1, 2, 4])
def test_what_is_written_reads_back_equal(inks):
    @given(every_feature(inks, triddlers=True))
    def check(puzzle):
        assume(in_distinct_names(puzzle))
        again = ns.loads(ns.dumps(puzzle, "webpbn"), "webpbn")
        if puzzle.palette[0].rgb == "ffffff" and [colour.rgb for colour in puzzle.palette[1:]] == ["000000"]:
            puzzle = puzzle.replace(palette=again.palette)
        assert again == puzzle

    check()


@given(st.lists(puzzles(), min_size=1, max_size=3))
def test_several_puzzles_read_back_equal(several):
    assert loads_all(ns.dumps(several, "webpbn"), "webpbn") == several


def test_letters_and_names_that_clash_or_cannot_be_written_are_replaced():
    palette = [("a", "ffffff", "|"), ("a", "000000", "["), ("", "ff0000", "]"), ("a", "00ff00", "\\")]
    goal = ns.Grid([[0, 1, 2, 3]])
    puzzle = goal.puzzle(palette, goal=goal, givens=[(0, 3, 3)])
    again = ns.loads(ns.dumps(puzzle, "webpbn"))
    assert [colour.rgb for colour in again.palette] == [colour[1] for colour in palette]
    assert again.replace(palette=puzzle.palette) == puzzle


def test_other_encodings_are_read():
    text = ns.dumps(ns.Puzzle([[1]], [[1]], metadata=ns.Metadata(title="Bär")), "webpbn")
    for encoding in ("iso-8859-1", "utf-16"):
        data = text.replace("UTF-8", encoding).encode(encoding)
        assert ns.loads(data).metadata.title == "Bär"


BOMB = """<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><puzzleset><puzzle>
<title>&b;</title></puzzle></puzzleset>"""
FETCH = """<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<puzzleset><puzzle><title>&a;</title></puzzle></puzzleset>"""


def one(inside, attributes=""):
    """A file with one puzzle; what is inside begins on line 2."""
    return f"<puzzleset><puzzle {attributes}>\n{inside}</puzzle></puzzleset>"


def grid(clue="", solution="", attributes=""):
    clues = f'<clues type="rows"><line>{clue}</line></clues>\n<clues type="columns"><line/></clues>\n'
    return one(clues + solution, attributes)


def saved(row):
    return grid("", f'<solution type="saved"><image>\n{row}\n</image></solution>')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "p:1: not XML: no element found"),
        ("<puzzleset>\n<puzzle>\n", "p:3: not XML: no element found"),
        ("<puzzleset>\n&what;</puzzleset>", "p:2: not XML: undefined entity"),
        ('<?xml version="1.0" encoding="nonsense"?><puzzleset/>', "cannot be read"),
        ('<?xml version="1.0" encoding="shift_jis"?><puzzleset/>', "cannot be read"),
        (BOMB, "p:1: entities are not accepted in XML"),
        (FETCH, "p:1: entities are not accepted in XML"),
        ("<html></html>", "p:1: expected <puzzleset>, got <html>"),
        ("<puzzleset></puzzleset>", "p: the file has no <puzzle> in it"),
        (one("", 'type="hexagon"'), "p:1: expected a puzzle of type grid or triddler, got 'hexagon'"),
        (one(""), "p:1: the puzzle has neither clues nor a goal"),
        (one('<clues type="rows"/>'), 'p:1: there is no <clues type="columns">'),
        (
            one('<clues type="rows"/><clues type="top"/>'),
            "p:1: expected clues of type rows, columns, got 'top'",
        ),
        (one('<clues type="rows"/>\n<clues type="rows"/>'), "p:3: clues of type 'rows' come twice"),
        (one('<clues type="rows">' + "<line/>" * 5000), "p:2: more than the 4096 lines accepted"),
        (grid("<count>x</count>"), "p:2: expected a number of cells, got 'x'"),
        (grid("<count>-1</count>"), "p:2: expected a number of cells, got '-1'"),
        (grid("<count/>"), "p:2: expected a number of cells, got ''"),
        (grid("<count>99999</count>"), "p:2: 99999 is more than the 4096 cells accepted"),
        (grid('<count color="red">1</count>'), "p:2: the colour 'red' is not declared"),
        (grid("<count>1</count>", attributes='defaultcolor="ink"'), "p:2: the colour 'ink' is not declared"),
        (grid(attributes='backgroundcolor="paper"'), "p:1: the background 'paper' is not declared"),
        (one("<color>fff</color>"), "p:2: a colour must have a name"),
        (
            one('<color name="a" char="ab">fff</color>'),
            "p:2: the char of a colour must be one letter, got 'ab'",
        ),
        (one('<color name="a" char="a">ffff</color>'), "p:2: expected a colour such as ff0000"),
        (one('<color name="a" char="a">fff</color>\n' * 2), "p:3: the colour 'a' comes twice"),
        (
            one('<color name="a" char="a">fff</color><color name="b" char="a">fff</color>'),
            "p:2: two colours have the letter 'a'",
        ),
        (one("".join(f'<color name="c{at}">fff</color>' for at in range(300))), "more than 256 colours"),
        (saved("X"), "p:5: a row of an image must stand between bars, got 'X'"),
        (saved("|XX|"), "p:5: 2 cells in row 1 of the image, expected 1"),
        (saved("|X|\n|X|"), "p:6: the image has more rows than the 1 of the puzzle"),
        (saved(""), "p:4: the image has 0 rows, the puzzle 1"),
        (saved("|a|"), "p:5: no colour has the letter 'a'"),
        (saved("|[ab|"), "p:5: a set of colours does not end"),
        (grid("", "<solution><image>|?|</image></solution>"), "p:4: a cell of the goal is open"),
        (
            one("<solution><image></image></solution>"),
            "p:2: a goal without clues must have 1 to 4096 cells a side",
        ),
        (TRIDDLER.replace('"bottom"', '"bottoms"'), "got 'bottoms'"),
        (TRIDDLER.replace("<line></line>", "<line/><line/>"), "p:1: the sides of the triddler do not meet"),
        (
            one('<clues type="top"/>', 'type="triddler"'),
            "p:1: a triddler must have lines in all three directions",
        ),
        (
            one("<solution><image>/...\\\n/...\\</image></solution>", 'type="triddler"'),
            "p:1: the puzzle has no clues",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, reason):
    with pytest.raises(ns.InputError) as caught:
        loads_all(text, "webpbn", path="p")
    assert reason in str(caught.value)
    assert str(caught.value).startswith("p:")


def test_a_huge_triddler_is_refused_before_it_is_made():
    sides = "".join(f'<clues type="{side}">{"<line/>" * 2000}</clues>' for side in Sides._fields)
    with pytest.raises(ns.InputError, match="more than 100000 cells"):
        ns.loads(one(sides, 'type="triddler"'), "webpbn")


@pytest.mark.parametrize("inside", ["", "<solution><image>|X|</image></solution>"])
def test_256_declared_colours_leave_no_room_for_more(inside):
    colours = "".join(f'<color name="c{at}">fff</color>' for at in range(256 - bool(inside)))
    with pytest.raises(ns.InputError, match=r"p:[12]: more than 256 colours"):
        loads_all(one(colours + inside), "webpbn", path="p")


test_what_is_too_much_is_refused_while_it_is_read = refusals(
    "webpbn",
    [
        (one("<a>" * 100_000), "p:2: elements are nested too deeply"),
        ("<puzzleset>" + "<puzzle/>" * 11_000, "p:1: more than the 10000 puzzles accepted"),
        (grid("<count>1</count>" * 5000), "p:2: more than the 4096 blocks accepted of a line"),
    ],
)


def test_elements_that_are_not_known_are_passed_over():
    text = one("<a><b/>words</a><clues type='rows'/><a><clues/></a><clues type='columns'/>")
    assert ns.loads(text, "webpbn") == ns.Puzzle([], [])


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*.xml")), ids=lambda path: path.name)
def test_real_files_are_sound_and_read_back_equal(path):
    for puzzle in load_all(path):
        assert puzzle.problems() == ()
        assert ns.loads(ns.dumps(puzzle, "webpbn"), "webpbn") == puzzle


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_triddlers_are_solved():
    for name in ("wake_up", "cut_and_polished"):
        puzzle = ns.load(CORPUS / "formats" / f"puzzles_{name}.xml")
        assert puzzle.is_triddler
        assert ns.check(puzzle).verdict is ns.Verdict.UNIQUE
