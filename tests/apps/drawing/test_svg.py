"""SVG, parsed: its elements, classes and texts."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import every_feature

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, State, drawing_of
from nonosat.apps.drawing.svg import rectangles

NAMES = {"s": "http://www.w3.org/2000/svg"}
PUZZLE = ns.Grid(["#.#", "##."]).puzzle()


def tree(drawing, **options):
    return ElementTree.fromstring(drawing.svg(**options))


def classed(root, name):
    """The elements of a class."""
    return [each for each in root.iter() if name in each.get("class", "").split()]


def inked(path, height, width):
    """The cells that a path of `M x y h w v h h -w z` covers."""
    cells = [[0] * width for _ in range(height)]
    for x, y, w, h in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path):
        for row in range(int(y), int(y) + int(h)):
            for column in range(int(x), int(x) + int(w)):
                assert not cells[row][column]
                cells[row][column] = 1
    return cells


@given(st.lists(st.text("ab", min_size=4, max_size=4), max_size=5))
def test_rectangles_cover_each_cell_once(rows):
    rows = [row.encode() for row in rows]
    cells = [[None] * 4 for _ in rows]
    for x, y, width, height, value in rectangles(rows):
        for row in range(y, y + height):
            for column in range(x, x + width):
                assert cells[row][column] is None
                cells[row][column] = value
    assert cells == [list(row) for row in rows]


def test_the_cells_of_a_solution_are_those_of_the_grid():
    grid = ns.solve(ns.example("gchq"))
    root = tree(drawing_of(ns.example("gchq"), grid))
    (path,) = classed(root, "ink1")
    assert inked(path.get("d"), 25, 25) == [list(row) for row in grid]


def test_screen_readers_get_title_description_and_role():
    root = tree(
        drawing_of(PUZZLE.replace(metadata=ns.Metadata(title="A <&> \x07 title")), description="words\x00")
    )
    assert root.get("role") == "img"
    assert (
        root.get("aria-label") == root.find("s:title", NAMES).text == "A <&> \N{REPLACEMENT CHARACTER} title"
    )
    assert root.find("s:desc", NAMES).text == "words\N{REPLACEMENT CHARACTER}"


def test_the_numbers_are_the_clues():
    root = tree(drawing_of(PUZZLE))
    assert sorted(each.text for each in root.iter(f"{{{NAMES['s']}}}text")) == ["1", "1", "1", "1", "2", "2"]


def test_only_the_automatic_theme_has_colours_for_the_dark():
    drawing = drawing_of(PUZZLE, [[1, 0, None], [Cell(1, State.NEW)] * 3])
    style = tree(drawing).find("s:style", NAMES)
    assert ".nonosat-auto.nonosat-mono .ink-new{" in style.text
    for theme in ("light", "dark", "print"):
        root = tree(drawing, theme=theme)
        assert root.find("s:style", NAMES) is None
        assert f"nonosat-{theme}" in root.get("class")


@pytest.mark.parametrize(
    ("options", "match"), [({"theme": "red"}, "no theme is called"), ({"cell": 0}, "pixels")]
)
def test_an_unknown_theme_or_size_is_refused(options, match):
    with pytest.raises(ns.UsageError, match=match):
        drawing_of(PUZZLE).svg(**options)


@given(every_feature(3, triddlers=True, missing=True), st.sampled_from(["auto", "light", "dark", "print"]))
def test_every_puzzle_has_a_picture(puzzle, theme):
    for cells in (None, ns.solve(puzzle)):
        root = tree(drawing_of(puzzle, cells, crossed_out=True), theme=theme)
        assert len(classed(root, "page")) == 1


def test_drawings_in_one_page_leave_each_other_their_inks():
    """The style sheet of each holds for all of the page: inks that turn round are those of one kind only."""
    coloured = PUZZLE.replace(palette=(("paper", "ffffff", "."), ("red", "ff0000", "r")))
    mono, other = (tree(drawing_of(each, ns.Grid(["#.#", "##."]))) for each in (PUZZLE, coloured))
    assert {"nonosat-mono"} == set(mono.get("class").split()) - set(other.get("class").split())
    rules = mono.find("s:style", NAMES).text
    assert ".ink1{" in rules
    assert rules.count(".nonosat-auto ") == 0
    assert not re.search(r"\.(ink\d|ground)", other.find("s:style", NAMES).text)
