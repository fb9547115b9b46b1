"""The statement of a puzzle: normalisation, equality, and its problems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues, every_feature, metadatas, palettes, puzzles

from nonosat.model.clues import Block, as_clue, clue_text, min_length
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.support.errors import InputError, PuzzleError, UsageError

RED = Colour("red", "ff0000", "r")
BLUE = Colour("blue", "0000ff", "b")
THREE = (*BLACK_AND_WHITE, RED)
NAMES = {name: value for name, value in globals().items() if name in ("Puzzle", "Colour", "Metadata", "Grid")}

any_puzzle = st.integers(1, 3).flatmap(
    lambda inks: puzzles(5, inks, palette=palettes(inks), metadata=metadatas())
)


def reasons(puzzle):
    return [str(problem) for problem in puzzle.problems()]


def kinds(puzzle):
    return [(problem.kind, problem.axis, problem.index) for problem in puzzle.problems()]


def test_clues_become_tuples_of_blocks():
    puzzle = Puzzle(rows=[[1, (2, 1)], iter([3])], columns=[(Block(1),), range(2, 3)])
    assert puzzle.rows == ((Block(1, 1), Block(2, 1)), (Block(3, 1),))
    assert puzzle.columns == ((Block(1, 1),), (Block(2, 1),))
    assert all(isinstance(block, Block) for clue in (*puzzle.rows, *puzzle.columns) for block in clue)


def test_zero_and_nothing_are_the_empty_clue():
    assert Puzzle([[0], []], [[0, 0]]) == Puzzle([[], []], [[]])


def test_a_block_that_is_no_number_is_refused():
    with pytest.raises(InputError, match="a block must be a length"):
        as_clue([("a", 1)])


def test_givens_are_sorted_and_taken_once():
    puzzle = Puzzle([[1], []], [[1], []], givens=[(1, 0, 0), (0, 0), (0, 0, 1)])
    assert puzzle.givens == (Given(0, 0, 1), Given(1, 0, 0))


@given(any_puzzle)
def test_equality_and_hash_go_by_value(puzzle):
    twin = Puzzle(
        [list(map(tuple, clue)) for clue in puzzle.rows],
        [list(map(tuple, clue)) for clue in puzzle.columns],
        [tuple(colour) for colour in puzzle.palette],
        [tuple(given) for given in reversed(puzzle.givens)],
        puzzle.goal and Grid([list(row) for row in puzzle.goal]),
        puzzle.metadata,
        Origin(path="elsewhere"),
    )
    assert twin is not puzzle
    assert twin == puzzle
    assert hash(twin) == hash(puzzle)


@given(any_puzzle)
def test_every_field_but_the_origin_counts_for_equality(puzzle):
    assert puzzle != puzzle.replace(rows=[*puzzle.rows, ()])
    assert puzzle != puzzle.replace(columns=[*puzzle.columns, ()])
    assert puzzle != puzzle.replace(palette=[*puzzle.palette, Colour("new", "123456", "!")])
    assert puzzle != puzzle.replace(givens=[*puzzle.givens, (99, 99, 1)])
    assert puzzle != puzzle.replace(goal=Grid(["#" * 99]))
    assert puzzle != puzzle.replace(metadata=Metadata(title=puzzle.metadata.title + "!"))


@given(any_puzzle)
def test_repr_evaluates_back(puzzle):
    assert eval(repr(puzzle), dict(NAMES)) == puzzle


@given(any_puzzle)
def test_the_statement_leaves_out_what_two_copies_may_differ_in(puzzle):
    bare = puzzle.replace(goal=None, metadata=Metadata())
    assert puzzle.statement == bare
    assert puzzle.replace(origin=Origin(path="a.non")).statement.origin is None


@given(any_puzzle)
def test_transposing_and_mirroring_twice_is_nothing(puzzle):
    assert puzzle.transposed().transposed() == puzzle
    assert puzzle.mirrored().mirrored() == puzzle


@given(any_puzzle)
def test_the_goal_turns_with_the_puzzle(puzzle):
    goal = Grid.from_cells(bytes(puzzle.height * puzzle.width), puzzle.width)
    puzzle = puzzle.replace(goal=puzzle.goal or goal)
    satisfied = puzzle.goal.satisfies(puzzle)
    for turned in (puzzle.transposed(), puzzle.mirrored()):
        assert turned.goal.satisfies(turned) == satisfied


def test_transposing_exchanges_rows_and_columns_and_mirroring_left_and_right():
    puzzle = Puzzle([[1, 2], []], [[1], [], [1], [1]], givens=[(0, 3)], goal=Grid(["#.##", "...."]))
    assert puzzle.transposed() == Puzzle(
        [[1], [], [1], [1]], [[1, 2], []], givens=[(3, 0)], goal=Grid(["#.", "..", "#.", "#."])
    )
    assert puzzle.mirrored() == Puzzle(
        [[2, 1], []], [[1], [1], [], [1]], givens=[(0, 0)], goal=Grid(["##.#", "...."])
    )


def test_lines_are_rows_and_columns_of_cells_numbered_row_by_row():
    across, down = Puzzle([[1], [2]], [[2], [1], []]).families
    assert [(list(line.cells), clue_text(line.clue)) for line in across] == [
        ([0, 1, 2], "1"),
        ([3, 4, 5], "2"),
    ]
    assert [list(line.cells) for line in down] == [[0, 3], [1, 4], [2, 5]]


@given(clues(inks=3))
def test_room_is_the_length_of_the_clue_packed_to_the_left(clue):
    packed = []
    for length, colour in clue:
        if packed and packed[-1] == colour:
            packed.append(0)
        packed.extend([colour] * length)
    assert min_length(clue) == len(packed)


def test_the_name_is_the_title_or_the_path_or_the_size():
    puzzle = Puzzle([[1]], [[1], []])
    assert puzzle.name == "2x1"
    assert puzzle.replace(origin=Origin(path="a.non")).name == "a.non"
    assert puzzle.replace(origin=Origin(path="a.non"), metadata=Metadata(title="A")).name == "A"


@given(any_puzzle)
def test_a_puzzle_made_from_a_picture_has_no_problems(puzzle):
    assert puzzle.problems() == ()
    puzzle.require_readable()


TWO_INKS = Puzzle([[(1, 2), (2, 1)], [(1, 3)]], [[1], [(1, 2), (1, 3)], [1], [(1, 2)]], (*THREE, BLUE))
TOO_LONG = Puzzle([[1, 1], [1]], [[2], [1]])


@pytest.mark.parametrize(
    ("puzzle", "places", "texts"),
    [
        *((Puzzle(*lines), [("empty", None, None)], None) for lines in (([], []), ([[1]], []), ([], [[]]))),
        (Puzzle([[2], [1]], [[1], [1]]), None, ["the rows have 3 filled cells, the columns 2"]),
        (TWO_INKS, None, ["the rows have 1 filled cell of red, the columns 2"]),
        (
            TWO_INKS.replace(columns=[[1], [(1, 3)], [1], [(1, 3)]]),
            [("sum", None, None)] * 2,
            [
                f"the rows have 1 filled cell of {name}"
                for name in ("red, the columns 0", "blue, the columns 2")
            ],
        ),
        (TOO_LONG, [("length", "row", 0)], ["row 1: 1 1 needs 3 cells, the row has 2"]),
        (TOO_LONG.transposed(), None, ["column 1: 1 1 needs 3 cells, the column has 2"]),
        (Puzzle([[1, 1]], [[1], [], [1]]), [], None),
        (Puzzle([[1, (1, 2)]], [[1], [(1, 2)]], THREE), [], None),
        (Puzzle([[(1, 2), (1, 2)]], [[(1, 2)], [(1, 2)]], THREE), [("length", "row", 0)], None),
        *(
            (
                Puzzle([[(1, colour)]], [[(1, colour)]]),
                [("palette", "row", 0), ("palette", "column", 0)],
                [f"{axis} 1: colour {colour} is not an ink of the palette" for axis in ("row", "column")],
            )
            for colour in (-1, 0, 2)
        ),
        (
            Puzzle([[1]], [[1], []], givens=[(0, 1, 0), (0, 1, 1)]),
            None,
            ["given at row 1, column 2: both white and black"],
        ),
        *(
            (
                Puzzle([[1]], [[1], []], givens=[(row, column)]),
                None,
                [f"given at row {row + 1}, column {column + 1}: outside of the grid"],
            )
            for row, column in ((1, 0), (0, 2), (-1, 0), (0, -1))
        ),
        *(
            (
                Puzzle([[1]], [[1]], givens=[(0, 0, colour)]),
                None,
                [f"given at row 1, column 1: colour {colour} is not in the palette"],
            )
            for colour in (-1, 2)
        ),
        (Puzzle([[1]], [[1]], goal=Grid(["#."])), None, ["the goal has 2x1 cells, the puzzle 1x1"]),
        (
            Puzzle([[1]], [[1]], goal=Grid([[7]])),
            None,
            ["the goal has colour 7, which is not in the palette"],
        ),
    ],
)
def test_problems_are_named(puzzle, places, texts):
    assert places is None or kinds(puzzle) == places
    assert texts is None or reasons(puzzle) == texts


def test_the_longest_side_is_accepted_and_one_more_is_not():
    assert Puzzle([[]] * MAX_SIDE, [[]]).problems() == ()
    assert kinds(Puzzle([[]] * (MAX_SIDE + 1), [[]])) == [("size", None, None)]
    assert kinds(Puzzle([[]], [[]] * (MAX_SIDE + 1))) == [("size", None, None)]


def test_a_long_clue_is_not_shown_whole():
    (problem,) = Puzzle([[1] * 100], [[1]] * 100).problems()
    assert problem.kind == "length"
    assert "..." in str(problem)
    assert len(str(problem)) < 120


def test_lengths_below_one_are_no_blocks():
    puzzle = Puzzle([[3]], [[1], [(0, 2)]], THREE)
    assert ("block", "column", 1) in kinds(puzzle)
    assert "column 2: a block must have at least 1 cell, got 0" in reasons(puzzle)


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({"rows": [1, 2]}, r"row 1: a clue must be a list of blocks, such as \[1, 2\], got 1"),
        ({"rows": [[1], 2]}, r"row 2: a clue must be a list of blocks, such as \[1, 2\], got 2"),
        ({"rows": [[-1]]}, "row 1: a block must have at least 1 cell, got -1"),
        ({"columns": [[1], [2, (-3, 1)]]}, "column 2: a block must have at least 1 cell, got -3"),
        ({"columns": [(Block(-1),)]}, "column 1: a block must have at least 1 cell, got -1"),
        ({"diagonals": [[1.5]]}, r"diagonal 1: a block must be a length or \(length, colour\), got 1.5"),
        ({"rows": 5}, r"the rows must be a list of clues, such as \[\[1, 2\], \[3\]\], got 5"),
        ({"rows": "12"}, r"row 1: a block must be a length or \(length, colour\), got '1'"),
    ],
)
def test_an_invalid_clue_is_refused_with_its_line(clues, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        Puzzle(**{"rows": [[1]], "columns": [[1]], **clues})


def test_print_draws_a_puzzle():
    triddler = Grid(["#..", "##."]).triddler(2, 2, -1)
    for puzzle in (Puzzle([[1], None], [["?"], [1]], givens=[(0, 0)]), triddler):
        assert str(puzzle).isascii()
        assert str(puzzle) != repr(puzzle)
        assert len(str(puzzle).splitlines()) > puzzle.height
    assert "1 |##..|" in str(Puzzle([[1], None], [["?"], [1]], givens=[(0, 0)]))
    empty = Puzzle([], [])
    assert str(empty) == repr(empty)


def test_everything_is_reported_at_once():
    puzzle = Puzzle(
        rows=[[5], [(1, 7)]],
        columns=[[1], [(0, 2)]],
        givens=[(0, 0), (0, 0, 0), (9, 9)],
        goal=Grid(["#"]),
    )
    assert sorted(kind for kind, _, _ in kinds(puzzle)) == [
        "block",
        "given",
        "givens",
        "goal",
        "length",
        "palette",
        "palette",
        "sum",
        "sum",
    ]


def test_problems_name_the_line_of_the_file():
    puzzle = Puzzle([[1, 1], [1]], [[3], [1]], origin=Origin(path="a.non", rows=(4, 5), columns=(8, 9)))
    assert [problem.line for problem in puzzle.problems()] == [4, 8, None]
    assert reasons(puzzle)[0] == "line 4: row 1: 1 1 needs 3 cells, the row has 2"


def test_require_readable_raises_all_problems_with_the_path():
    puzzle = Puzzle([[3]], [[1]], givens=[(5, 5)], origin=Origin(path="a.non", rows=(4,), columns=(8,)))
    with pytest.raises(PuzzleError) as caught:
        puzzle.require_readable()
    assert caught.value.problems == puzzle.problems()
    assert len(caught.value.problems) == 3
    assert str(caught.value).startswith("a.non:4: row 1: 3 needs 3 cells")
    assert caught.value.exit_code == 65


def test_a_puzzle_cannot_be_changed():
    with pytest.raises(AttributeError):
        Puzzle([[1]], [[1]]).rows = ()


@pytest.mark.parametrize("block", [True, 1.5, "1", (1, 2, 3), (), (1, None), {1: 2}])
def test_an_invalid_block_is_refused(block):
    with pytest.raises(InputError, match="a block must be a length or"):
        Puzzle([[block]], [[1]])


@pytest.mark.parametrize("given", [(1,), (1, 2, 3, 4), ("0", "0"), (0.0, 1)])
def test_an_invalid_given_is_refused(given):
    with pytest.raises(InputError, match="a given must be"):
        Puzzle([[1]], [[1]], givens=[given])


def test_blocks_can_be_lists():
    assert Puzzle([[[1, 1]]], [[[1]]]) == Puzzle([[1]], [[1]])


@pytest.mark.parametrize("size", [0, 1, 257])
def test_a_palette_has_2_to_256_colours(size):
    palette = [Colour(str(at), "000000", chr(100 + at)) for at in range(size)]
    assert "palette" in [problem.kind for problem in Puzzle([[]], [[]], palette=palette).problems()]


def test_extra_metadata_can_be_lists_and_the_puzzle_stays_hashable():
    puzzle = Puzzle([[1]], [[1]], metadata=Metadata(extra=[["a", "b"]]))
    assert hash(puzzle) == hash(Puzzle([[1]], [[1]], metadata=Metadata(extra=(("a", "b"),))))


@given(every_feature(2, triddlers=True))
def test_places_are_what_cell_takes(puzzle):
    assert [puzzle.cell(*place) for place in puzzle.coordinates] == list(range(sum(puzzle.row_lengths)))


def test_the_text_names_only_the_first_of_many_problems():
    puzzle = Puzzle(
        [[3]] * 20, [[1]], givens=[(50, 5)], origin=Origin(path="a.non", rows=tuple(range(4, 24)))
    )
    with pytest.raises(PuzzleError) as caught:
        puzzle.require_readable()
    assert str(caught.value).startswith("a.non:4: row 1: 3 needs 3 cells, the row has 1; a.non:5: row 2: ")
    assert str(caught.value).endswith("; and 14 more")
    assert len(caught.value.problems) == 22


def test_unprintable_text_is_escaped_in_errors():
    error = InputError("read \x1b[31m", path="a\nb")
    assert str(error) == r"a\nb: read \x1b[31m"


@pytest.mark.parametrize("write", [Grid.to_json, str, repr, Grid.text])
def test_a_grid_is_written_in_linear_time(monkeypatch, write):
    looked = []
    highest = Grid.highest
    monkeypatch.setattr(Grid, "highest", lambda grid: looked.append(len(grid.rows)) or highest(grid))
    write(Grid([[1] * 3] * 50))
    assert sum(looked) <= 100


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_a_cell_outside_of_the_puzzle_is_an_error(place):
    """A negative index of a tuple would be another cell."""
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [], [1]])
    with pytest.raises(UsageError, match="there is no cell"):
        puzzle.cell(*place)
