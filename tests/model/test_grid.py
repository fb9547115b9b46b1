"""Pictures, and the judge of all solutions: `satisfies` and `violations`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import clues_of
from strategies import grids, puzzles

from nonosat.model.clues import Block, as_clue, line_clue
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid, Puzzle, Violation
from nonosat.support.errors import InputError, UsageError

PUZZLE = Puzzle([[1], [2]], [[2], [1]])

any_grid = st.integers(1, 3).flatmap(lambda inks: grids(7, inks))


@given(any_grid)
def test_clues_are_the_runs_of_ink(grid):
    assert grid.clues() == clues_of([list(row) for row in grid])


def test_runs_of_different_inks_may_touch_and_equal_ones_may_not():
    assert line_clue(bytes([2, 2, 1, 0, 1, 1])) == (Block(2, 2), Block(1, 1), Block(2, 1))
    assert line_clue(bytes(4)) == ()
    assert line_clue(bytes([1, 0]) * 300) == (Block(1),) * 300


@given(any_grid)
def test_repr_evaluates_back(grid):
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(grids(7, 1))
def test_str_reads_back(grid):
    assert Grid(str(grid).splitlines()) == grid


def test_str_draws():
    assert str(Grid([[1, 0], [0, 1]])) == "#.\n.#"
    assert str(Grid([[1, 0], [0, 2]])) == "1 0\n0 2"
    palette = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
    assert Grid([[1, 0], [0, 2]]).text(palette) == "#.\n.r"


def test_cells_can_be_written_in_several_ways():
    expected = Grid([b"\x01\x00", b"\x00\x01"])
    for rows in (["#.", ".#"], ["10", "01"], ["X_", "_X"], ["#-", " X"], [[1, 0], (0, True)]):
        assert Grid(rows) == expected
    assert Grid.from_cells(b"\x01\x00\x00\x01", 2) == expected
    assert hash(Grid(["#."])) == hash(Grid(["X_"]))


def test_cells_are_reached_by_row_and_column():
    grid = Grid(["#..", "..#"])
    assert (grid.height, grid.width) == (2, 3)
    assert (grid[0, 0], grid[1, 2], grid[0, 2]) == (1, 1, 0)
    assert grid.columns() == (b"\x01\x00", b"\x00\x00", b"\x00\x01")
    assert list(grid) == [b"\x01\x00\x00", b"\x00\x00\x01"]


@pytest.mark.parametrize(
    "question",
    [
        Grid.puzzle,
        Grid.clues,
        Grid.columns,
        Grid.transposed,
        Grid.mirrored,
        lambda grid: Puzzle([[1], [1]], [[1], [1]], goal=grid).transposed(),
    ],
)
def test_ragged_rows_are_no_rectangle(question):
    with pytest.raises(InputError, match="equal lengths"):
        question(Grid(["#.", "#"], ragged=True))


def test_a_triddler_has_the_rows_of_its_hexagon():
    for rows in (["#.", "##"], ["#..", "##.", "..."], ["#..."]):
        with pytest.raises(InputError, match="its triddler differ"):
            Grid(rows).triddler(2, 2, -1)


@given(any_grid)
def test_turning_twice_is_nothing(grid):
    assert grid.transposed().transposed() == grid
    assert grid.mirrored().mirrored() == grid
    assert all(grid[r, c] == grid.transposed()[c, r] for r in range(grid.height) for c in range(grid.width))
    assert [row[::-1] for row in grid] == list(grid.mirrored())


@given(st.integers(1, 3).flatmap(lambda inks: puzzles(5, inks)))
def test_a_picture_satisfies_its_own_puzzle(puzzle):
    if puzzle.goal:
        assert puzzle.goal.satisfies(puzzle)
        assert puzzle.goal.violations(puzzle) == ()


@given(st.integers(1, 2).flatmap(lambda inks: st.tuples(*[grids(inks=inks, size=(3, 4))] * 2)))
def test_satisfies_means_equal_clues(pair):
    grid, other = pair
    assert other.satisfies(grid.puzzle()) == (clues_of(tuple(other)) == clues_of(tuple(grid)))


@given(st.tuples(grids(size=(4, 5)), grids(size=(4, 5))))
def test_violations_are_exactly_the_lines_that_read_differently(pair):
    grid, other = pair
    wrong = {(v.axis, v.index): (v.found, v.expected) for v in other.violations(grid.puzzle())}
    expected = {}
    for axis, mine, its in zip(("row", "column"), clues_of(tuple(other)), clues_of(tuple(grid)), strict=True):
        for index, (found, clue) in enumerate(zip(mine, its, strict=True)):
            if found != clue:
                expected[axis, index] = found, clue
    assert wrong == expected


def test_violations_say_what_was_found_and_what_expected():
    assert Grid(["#.", ".#"]).violations(PUZZLE) == (
        Violation("row", 1, (Block(1),), (Block(2),)),
        Violation("column", 0, (Block(1),), (Block(2),)),
    )
    assert Grid(["#.", "##"]).violations(PUZZLE) == ()


def test_a_wrong_colour_is_a_violation():
    assert Grid([[2]]).violations(Puzzle([[1]], [[1]])) == (
        Violation("row", 0, (Block(1, 2),), (Block(1, 1),)),
        Violation("column", 0, (Block(1, 2),), (Block(1, 1),)),
    )


def test_a_picture_of_another_size_satisfies_nothing_and_has_no_violations_to_name():
    small = Grid(["#."])
    assert not small.satisfies(PUZZLE)
    with pytest.raises(InputError, match="the grid and the puzzle differ in size: 2x1 and 2x2"):
        small.violations(PUZZLE)


def test_a_picture_that_misses_a_given_is_no_solution():
    either = Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)])
    assert Grid(["#.", ".#"]).satisfies(either)
    assert not Grid([".#", "#."]).satisfies(either)
    assert not Grid(["#.", ".#"]).satisfies(either.replace(givens=[(0, 0, 0)]))
    assert Grid([".#", "#."]).violations(either) == ()


def test_a_picture_cannot_be_changed():
    with pytest.raises(AttributeError):
        Grid(["#"]).rows = ()


def test_a_given_outside_of_the_grid_is_satisfied_by_nothing():
    for cell in ((5, 5), (-1, 0), (0, -1)):
        assert not Grid(["#"]).satisfies(Puzzle([[1]], [[1]], givens=[cell]))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        *(([3, 3], None), ([[256]], None), ([[-1]], None), ([["#"]], None), ([None], None)),
        *((["#.", "#"], "equal lengths"), (["#?"], "got '\\?'")),
    ],
)
def test_an_invalid_row_is_refused(rows, reason):
    with pytest.raises(InputError, match=reason):
        Grid(rows)


def test_a_colour_that_the_palette_lacks_cannot_be_drawn():
    with pytest.raises(UsageError, match="colour 2 of the grid is not in the palette"):
        Grid([[2]]).text()


def test_rows_without_cells_are_kept():
    assert eval(repr(Grid(["", ""]))) == Grid(["", ""])


def test_a_puzzle_like_another_differs_in_its_picture_only():
    other = Puzzle([[1], None], [[1], ["?", 1]], givens=[(1, 1, 0)], metadata=Metadata(title="other"))
    made = Grid(["##", "#."]).puzzle_like(other)
    assert made.rows == (as_clue([2]), None)
    assert made.columns == (as_clue([2]), as_clue(["?"]))
    assert made.replace(rows=other.rows, columns=other.columns, goal=None) == other
    triddler = Grid(["###", "..."]).triddler(2, 2, -1)
    assert Grid(["#..", "##."]).puzzle_like(triddler) == Grid(["#..", "##."]).triddler(
        2, 2, -1, goal=Grid(["#..", "##."])
    )
    with pytest.raises(UsageError, match="the grid and the puzzle differ in size: 1x2 and 2x2"):
        Grid(["#", "#"]).puzzle_like(other)
    nothing = Puzzle(givens=[(0, 0, 1)])
    assert Grid([]).puzzle_like(nothing) == nothing.replace(goal=Grid([]))


def test_a_puzzle_like_another_that_it_solves_keeps_the_clues():
    other = Puzzle([[1], None], [["?"], [1]])
    made = Grid(["#.", ".#"]).puzzle_like(other, givens=[(0, 0, 1)])
    assert made == other.replace(goal=Grid(["#.", ".#"]), givens=[(0, 0, 1)])
