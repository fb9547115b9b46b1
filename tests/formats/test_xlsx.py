"""Workbooks: filled cells, marks, clues, and what is no puzzle."""

import io

import pytest

import nonosat as ns

openpyxl = pytest.importorskip("openpyxl")
from openpyxl.styles import Color, PatternFill  # noqa: E402

PICTURE = ns.Grid(["##.#", "...#", ".###"])
PUZZLE = ns.Puzzle(rows=[[2, 1], [1], [3]], columns=[[1], [1, 1], [1], [3]])


def saved(**sheets):
    """Returns a workbook whose sheets are drawn by functions."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, draw in sheets.items():
        draw(book.create_sheet(name))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def filled(*colours, marks=None, margin=0):
    """Returns a function that fills the cells of the picture with these colours by turns, or writes marks."""

    def draw(sheet):
        cells = [(row, column) for row in range(3) for column in range(4) if PICTURE[row, column]]
        for number, (row, column) in enumerate(cells):
            cell = sheet.cell(row + 1 + margin, column + 1 + margin)
            if marks:
                cell.value = marks
            else:
                cell.fill = PatternFill("solid", fgColor=colours[number % len(colours)])

    return draw


def numbers(*rows):
    def draw(sheet):
        for row in rows:
            sheet.append(row)

    return draw


@pytest.mark.parametrize(
    "data",
    [
        saved(a=filled("FF000000")),
        saved(a=filled("00112233", margin=7)),
        saved(a=filled(Color(theme=1))),
        saved(a=filled(Color(theme=4, tint=0.4))),
        saved(a=filled(Color(indexed=8))),
        saved(a=filled(marks="x")),
        saved(a=filled(marks=1)),
        saved(rows=numbers([2, 1], [1], [3]), columns=numbers([1], [1, 1], [1], [3])),
        saved(anything=numbers([1, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1])),
    ],
    ids=["black", "moved", "theme", "tint", "indexed", "marks", "ones", "clues", "cells"],
)
def test_a_sheet_is_a_puzzle(data, tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_bytes(data)
    puzzle = ns.load(path)
    assert (puzzle.width, puzzle.height) == (4, 3)
    assert ns.check(puzzle.replace(goal=None)).verdict is ns.Verdict.UNIQUE
    assert [[bool(block) for block in clue] for clue in puzzle.rows] == [
        [bool(block) for block in clue] for clue in PUZZLE.rows
    ]
    assert ns.loads(data) == puzzle.replace(metadata=ns.Metadata(), origin=None)


def test_colours_are_those_of_the_fills():
    puzzle = ns.loads(saved(a=filled("FFFF0000", "FF0000FF")))
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "ff0000", "0000ff"]


def test_each_sheet_is_a_puzzle(tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_bytes(saved(a=filled("FF000000"), b=filled(marks="#"), notes=numbers(["made by", "me"])))
    assert len(ns.load_all(path)) == 2


@pytest.mark.parametrize(
    "data",
    [
        saved(a=numbers()),
        saved(a=numbers(["title", 3])),
        saved(a=filled("FF000000"))[:-300],
        b"PK\x03\x04xl/",
    ],
    ids=["empty", "words", "damaged", "cut"],
)
def test_what_has_no_puzzle_is_refused_in_a_line(data):
    with pytest.raises(ns.InputError) as error:
        ns.loads(data, "xlsx")
    assert "\n" not in str(error.value)


def test_a_sheet_beyond_every_puzzle_is_refused():
    def far(sheet):
        for at in (1, 9000):
            sheet.cell(at, at).value = "x"

    with pytest.raises(ns.InputError, match="9000x9000"):
        ns.loads(saved(a=far), "xlsx")
