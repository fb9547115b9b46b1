"""Positions of cells, clues and texts."""

import pytest

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, Entry, State, drawing_of
from nonosat.apps.drawing.layout import cell_size, laid_out
from nonosat.apps.drawing.scene import Boxes, Polygons, Strokes, Texts, Tiles
from nonosat.model.geometry import LineId
from tests.helpers.shapes import HOLES, TIGHT


def numbers(scene):
    """The place of each number."""
    return [text for item in scene.items if isinstance(item, Texts) for text in item.texts]


def test_clues_stand_left_of_rows_and_above_columns():
    scene = laid_out(drawing_of(ns.Puzzle(rows=[[1, 2]], columns=[[1], [], [1], [1]])), cell=20)
    tiles = next(item for item in scene.items if isinstance(item, Tiles))
    rows = [(x, text) for x, y, text in numbers(scene) if x < tiles.x]
    columns = [(x, text) for x, y, text in numbers(scene) if y < tiles.y]
    assert [text for _, text in sorted(rows)] == ["1", "2"]
    assert sorted(columns) == [(tiles.x + 10 + 20 * at, text) for at, text in enumerate("1011")]
    assert scene.width == tiles.x + 4 * 20 + 20


def test_clues_of_a_triddler_lie_all_around_it_and_do_not_touch():
    puzzle = ns.Grid(["###.#", "#.##..#", "#######", ".#.##"], ragged=True).triddler(4, 4, -2)
    scene = laid_out(drawing_of(puzzle), cell=20)
    places = numbers(scene)
    assert len(places) == sum(max(1, len(line.clue)) for line in puzzle.lines)
    size = next(item.size for item in scene.items if isinstance(item, Texts))
    for at, (x, y, _) in enumerate(places):
        assert 0 < x < scene.width
        assert 0 < y < scene.height
        assert all(abs(x - a) + abs(y - b) > size * 0.8 for a, b, _ in places[:at])
    corners = [p for item in scene.items if isinstance(item, Polygons) for o in item.outlines for p in o]
    assert all(min(abs(x - a) + abs(y - b) for a, b in corners) > size * 0.3 for x, y, _ in places)


def test_small_cells_have_no_numbers():
    drawing = drawing_of(ns.Puzzle(rows=[[1]], columns=[[1]]))
    assert not numbers(laid_out(drawing, cell=7))
    assert numbers(laid_out(drawing, cell=8))


@pytest.mark.parametrize(
    ("side", "known", "expected"), [(5, False, 24), (100, False, 23), (1000, True, 4), (1000, False, 8)]
)
def test_cells_shrink_as_puzzles_grow(side, known, expected):
    puzzle = ns.Puzzle(rows=[[1]] * side, columns=[[1]] * side)
    assert cell_size(drawing_of(puzzle, [[0 if known else None] * side] * side)) == expected


def test_the_subject_line_is_highlighted_with_its_clue():
    scene = laid_out(
        drawing_of(ns.Puzzle(rows=[[1], []], columns=[[1]]), lines={LineId("row", 0): State.HIGHLIGHTED})
    )
    (band,) = [item for item in scene.items if isinstance(item, Polygons)]
    assert band.role == "wash-highlighted"
    tiles = next(item for item in scene.items if isinstance(item, Tiles))
    assert [tiles.roles[row[0]] for row in tiles.rows] == ["wash-highlighted", "paper"]


def test_words_stand_below():
    plain = drawing_of(ns.Puzzle(rows=[[1]], columns=[[1]]))
    full = drawing_of(
        ns.Puzzle(rows=[[1]], columns=[[1]]),
        caption="One two three " * 9,
        legend=[Entry(Cell(1), "ink"), Entry(Cell(0), "background " * 5)],
    )
    below = laid_out(plain).height
    scene = laid_out(full)
    assert scene.height > below
    texts = [text for item in scene.items if isinstance(item, Texts) for text in item.texts]
    assert "ink" in {text for _, _, text in texts}
    assert all(x >= 0 and y < scene.height for x, y, _ in texts)
    assert any(isinstance(item, Strokes) for item in scene.items)


def test_only_a_number_wider_than_its_column_is_smaller():
    scene = laid_out(drawing_of(ns.Puzzle(rows=[[1]] * 120, columns=[[1, 100], [120]])), cell=20)
    sizes = {text: item.size for item in scene.items if isinstance(item, Texts) for _, _, text in item.texts}
    assert sizes["100"] == sizes["120"] < sizes["1"]


def test_in_print_inks_are_letters_that_a_legend_explains():
    inks = (*ns.example("gchq").palette, ns.Colour("red", "e03030", "r"))
    drawing = drawing_of(ns.Puzzle(rows=[[(1, 2)]], columns=[[(1, 2)]], palette=inks), [[2]])
    texts = [text for _, _, text in numbers(laid_out(drawing, marks=True))]
    assert sorted(texts) == ["1r", "1r", "b", "black", "r", "r", "red"]
    assert sorted(text for _, _, text in numbers(laid_out(drawing))) == ["1", "1"]


def test_in_print_signs_become_letters_and_long_numbers_leave_a_gap():
    inks = [("sky", "/"), ("sea", "\\"), ("1", "1"), ("red", "r")]
    palette = (ns.Colour("white", "ffffff", "."), *(ns.Colour(name, "805300", own) for name, own in inks))
    clues = [[(12, 1), (15, 2)], [(3, 3)], [(2, 4)]]
    scene = laid_out(drawing_of(ns.Puzzle(rows=clues, columns=clues, palette=palette)), cell=20, marks=True)
    assert {text for _, _, text in numbers(scene)} >= {"12s", "15e", "3a", "2r", "sky", "sea"}
    tiles = next(item for item in scene.items if isinstance(item, Tiles))
    sizes = [
        item.size
        for item in scene.items
        if isinstance(item, Texts)
        for x, _, text in item.texts
        if len(text) == 3 and item.role == "number" and x > tiles.x
    ]
    assert sizes == [pytest.approx(0.84 * 20 / (3 * 0.58), abs=0.01)] * 2


def test_rules_go_on_beside_the_clues_and_every_fifth_is_heavier():
    scene = laid_out(drawing_of(ns.example("gchq")), cell=20)
    tiles = next(item for item in scene.items if isinstance(item, Tiles))
    thin, heavy = (
        [item for item in scene.items if isinstance(item, Strokes) and item.role == role]
        for role in ("lane", "lane5")
    )
    (paths,) = [item.paths for item in heavy]
    above = sorted(path[0][0] for path in paths if path[0][0] == path[1][0])
    beside = sorted(path[0][1] for path in paths if path[0][1] == path[1][1])
    assert above == [tiles.x + 100 * at for at in range(6)]
    assert beside == [tiles.y + 100 * at for at in range(6)]
    assert len(thin[0].paths) == 2 * 20
    assert heavy[0].width > thin[0].width
    highest = min(y for _, y, _ in numbers(scene))
    assert all(min(y for _, y in path) < highest for path in paths if path[0][0] == path[1][0])
    small = laid_out(drawing_of(ns.example("gchq")), cell=4)
    assert not any(item.role.startswith("lane") for item in small.items if isinstance(item, Strokes))


def test_the_subject_cell_has_a_ring():
    puzzle = ns.Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    states = {(0, 0): State.HIGHLIGHTED, (0, 1): State.HIGHLIGHTED}
    scene = laid_out(drawing_of(puzzle, [[1, None, None]], states=states))
    rings = [item for item in scene.items if isinstance(item, Strokes) and item.closed]
    assert [(ring.role, len(ring.paths)) for ring in rings] == [("ring-highlighted", 1)] * 2


def test_clues_in_black_and_in_very_bright_inks_have_a_rim():
    inks = [("black", "000000"), ("red", "d62828"), ("cream", "fff9c4")]
    palette = (ns.Colour("white", "ffffff", "."), *(ns.Colour(*ink, ink[0][0]) for ink in inks))
    scene = laid_out(drawing_of(ns.Grid([[1, 2, 3]]).puzzle(palette)), cell=20)
    boxes = [item.role for item in scene.items if isinstance(item, Boxes)]
    assert boxes == ["rim", "ink3", "ink2", "rim", "ink1"]


@pytest.mark.parametrize("cell", [0, 401, 2.5, "9"])
def test_a_cell_has_a_whole_number_of_pixels(cell):
    puzzle = ns.Puzzle(rows=[[1]], columns=[[1]])
    for thing in (
        ns.render(puzzle).svg,
        ns.render(puzzle).png,
        ns.animate(puzzle).gif,
    ):
        with pytest.raises(
            ns.UsageError, match=r"a cell must have a whole number of pixels|`cell` must be a whole number"
        ):
            thing(cell=cell)


def test_coordinates_stand_in_the_middle_of_each_fifth_row_and_column():
    puzzle = ns.Grid(["#" * 12] * 7).puzzle()
    plain, numbered = (laid_out(ns.render(puzzle, coordinates=value), cell=20) for value in (False, True))
    tiles = next(item for item in numbered.items if isinstance(item, Tiles))
    added = [text for text in numbers(numbered) if text not in numbers(plain)]
    columns = {text: x - tiles.x for x, y, text in added if y > tiles.y + 7 * 20}
    rows = {text: y - tiles.y for x, y, text in added if x > tiles.x + 12 * 20}
    assert columns == {"1": 10, "5": 90, "10": 190}
    assert rows.keys() == {"1", "5"}
    assert rows["5"] - rows["1"] == 80
    assert 10 < rows["1"] < 16
    assert all(0 < x < numbered.width and 0 < y < numbered.height for x, y, _ in added)
    assert laid_out(ns.render(puzzle), cell=20) == plain


def test_only_rectangles_have_coordinates():
    with pytest.raises(ns.UsageError, match="coordinates are for rectangles only"):
        ns.render(ns.example("flower"), coordinates=True)


@pytest.mark.parametrize(("puzzle", "listed"), [(HOLES, []), (TIGHT, ["column 10", "column 16"])])
def test_clues_at_holes_cover_no_cell_and_stand_in_a_list_if_there_is_no_room(puzzle, listed):
    items = laid_out(drawing_of(puzzle)).items
    boxes = [corners for item in items if isinstance(item, Polygons) for corners in item.outlines]
    texts = [item for item in items if isinstance(item, Texts)]
    numbers = [place for item in texts if item.role == "number" for place in item.texts]
    assert len(numbers) == sum(max(1, len(line.clue)) for line in puzzle.lines)
    assert len(boxes) == puzzle.geometry.cell_count
    for x, y, _ in numbers:
        for corners in boxes:
            (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*corners, strict=True))
            assert not (left < x < right and top < y < bottom)
    assert [name for item in texts if item.role == "caption" for _, _, name in item.texts] == listed
