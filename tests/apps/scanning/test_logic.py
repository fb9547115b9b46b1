"""Decisions about pages: corrections by logic, and certainty."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

pytest.importorskip("cv2")

import pages
from straight import straight

import nonosat as ns
from nonosat.apps.scanning.logic import decide
from nonosat.apps.scanning.reading import LineReading, read


@pytest.fixture(scope="module")
def page():
    return pages.page(pages.puzzle(15, 4), cell=30)


@pytest.fixture(scope="module")
def grid(page):
    return straight(page)


@pytest.fixture(scope="module")
def reading(grid):
    return read(grid)


def changed(reading, change):
    """The reading with each line as `change` makes it: from its kind, number and line."""
    rows = tuple(change("row", at, line) for at, line in enumerate(reading.rows))
    columns = tuple(change("column", at, line) for at, line in enumerate(reading.columns))
    return replace(reading, rows=rows, columns=columns)


def with_values(line, at, values):
    """The line with other values for one of its numbers."""
    numbers = list(line.numbers)
    numbers[at] = replace(numbers[at], values=values)
    return LineReading(((tuple(numbers), 1.0),), False)


def test_a_clear_page_is_sure(page, grid, reading):
    decision = decide(reading, grid)
    assert decision.puzzle == page.puzzle.statement
    assert decision.sure, decision.reasons
    assert ns.solve(decision.puzzle) == page.puzzle.goal


def test_doubtful_numbers_are_corrected(page, grid, reading):
    random = Random(3)
    doubtful = {("row", 2), ("row", 7), ("column", 4), ("column", 9)}

    def doubt(kind, at, line):
        if (kind, at) not in doubtful or not line.numbers:
            return line
        right = line.numbers[0].value
        wrong = random.choice([value for value in range(1, 8) if value != right])
        return with_values(line, 0, ((wrong, 0.6), (right, 0.3), (right + 1, 0.1)))

    decision = decide(changed(reading, doubt), grid)
    assert decision.puzzle == page.puzzle.statement
    assert decision.corrected >= 3


def test_a_number_that_is_read_wrong_with_confidence_is_repaired_and_not_sure(page, grid, reading):
    def wrong(kind, at, line):
        if (kind, at) != ("row", 3):
            certain = tuple(replace(number, values=((number.value, 1.0),)) for number in line.numbers)
            return LineReading(((certain, 1.0),), line.blank)
        return with_values(line, 0, ((line.numbers[0].value + 1, 0.999),))

    decision = decide(changed(reading, wrong), grid)
    assert not decision.sure
    assert len(decision.misprints) == 1
    assert ns.check(decision.puzzle).unique
    repair = ns.repair_clue(decision.plain)
    changes = [change for each in (repair, *repair.alternatives) for change in each.changes]
    assert "row 4" in [str(change.line) for change in changes]
    assert decision.misprints[0] in changes


def other_picture(puzzle):
    """A picture with one cell more, which its clues tell, with as many numbers in each line."""
    for row in range(puzzle.height):
        for column in range(puzzle.width):
            cells = [list(line) for line in puzzle.goal]
            cells[row][column] = 1
            other = ns.Grid(cells).puzzle()
            lines = [(other.rows[row], puzzle.rows[row]), *zip(other.columns, puzzle.columns, strict=True)]
            same = lines[0][0] != lines[0][1] and all(len(one) == len(its) for one, its in lines)
            if same and ns.check(other).verdict is ns.Verdict.UNIQUE:
                return other, row, column
    raise AssertionError("every cell more makes it ambiguous")


def test_a_reading_with_a_rival_is_not_sure(page, grid, reading):
    other, row, column = other_picture(page.puzzle)
    rivals = {
        ("row", row): (page.puzzle.rows[row], other.rows[row]),
        ("column", column): (page.puzzle.columns[column], other.columns[column]),
    }

    def doubt(kind, at, line):
        if (kind, at) not in rivals:
            return line
        [(number, right, wrong)] = [
            (number, one.length, its.length)
            for number, (one, its) in enumerate(zip(*rivals[kind, at], strict=True))
            if one != its
        ]
        return with_values(line, number, ((right, 0.95), (wrong, 0.05)))

    decision = decide(changed(reading, doubt), grid)
    assert decision.puzzle == page.puzzle.statement
    assert "another reading has a solution too" in decision.reasons
    assert not decision.sure


def test_a_lost_number_is_not_sure(grid, reading):
    def lost(kind, at, line):
        if (kind, at) != ("column", 5):
            return line
        return LineReading(((line.numbers[1:], 1.0),), False)

    assert not decide(changed(reading, lost), grid).sure


@pytest.mark.parametrize(
    "facts",
    [
        {"pixels": 9.0},
        {"closed": False},
        {"coverage": 0.5},
    ],
)
def test_a_possibly_incomplete_grid_is_not_sure(grid, reading, facts):
    other = replace(grid, facts=replace(grid.facts, **facts))
    assert not decide(reading, other).sure


def test_undetected_cells_do_no_harm_if_every_line_is_visible(grid, reading):
    def sure(**facts):
        return decide(reading, replace(grid, facts=replace(grid.facts, **facts))).sure

    assert sure(coverage=0.7, ruled=True)
    assert not sure(coverage=0.5, ruled=True)
    assert not sure(coverage=0.7)


def test_without_numbers_there_is_no_puzzle(grid, reading):
    blank = LineReading((((), 1.0),), True)
    empty = replace(reading, rows=(blank,) * len(reading.rows), columns=(blank,) * len(reading.columns))
    decision = decide(empty, grid)
    assert decision.puzzle is None
    assert not decision.sure


def test_the_doubtful_number_is_named_with_its_line_and_position(grid, reading):
    def unclear(kind, at, line):
        if (kind, at) != ("row", 3):
            return line
        value = line.numbers[0].value
        return with_values(line, 0, ((value + 2, 0.95), (value, 0.05)))

    decision = decide(changed(reading, unclear), grid)
    assert not decision.sure
    [doubt] = [each for each in decision.doubtful if str(each.line) == "row 4"]
    assert doubt.position == 0


@pytest.mark.slow
def test_a_grid_that_possibly_lacks_a_line_of_cells_is_not_sure(grid, reading):
    continues = replace(grid, facts=replace(grid.facts, continues=True))
    assert "a line of cells may be missing at the border" in decide(reading, continues).reasons
    wide = np.full((grid.cell, grid.top.shape[1], 3), 250, np.uint8)
    apart = replace(grid, top=np.concatenate([grid.top, wide]))
    assert "a line of cells may be missing at the border" in decide(read(apart), apart).reasons
