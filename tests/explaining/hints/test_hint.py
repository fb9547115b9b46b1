"""Hints: the next step from any state, mistakes of a state; and partial grids."""

from pathlib import Path
from random import Random

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import backtrack, fillings
from replay import Replay
from strategies import every_feature, palettes, puzzles, unsettled_puzzles

from nonosat import Limit, Puzzle, check, load
from nonosat.explaining.hints.hint import HintKind, hint
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.lines.board import Board
from nonosat.model.puzzle import Given
from nonosat.search.questions import searched
from nonosat.support.end import Stopped
from nonosat.support.errors import InputError, UsageError
from tests.helpers.shapes import arrangement, solutions

ROOT = Path(__file__).parents[3]
MULTIPLE = Puzzle([[1], [1]], [[1], [1]])
UNSOLVABLE = Puzzle([[3], [], [3]], [[2], [2], [2]])


@st.composite
def states(draw, inks=1):
    """A puzzle with one of its solutions, and a state that knows some of the solution's cells."""
    puzzle = draw(unsettled_puzzles(7 - inks, inks) | puzzles(7, inks, goal=False))
    grid = next(searched(puzzle))
    hidden = draw(st.lists(st.booleans(), min_size=len(grid.cells), max_size=len(grid.cells)))
    rows = [
        [None if hidden[row * grid.width + column] else colour for column, colour in enumerate(colours)]
        for row, colours in enumerate(grid)
    ]
    return puzzle, grid, PartialGrid(rows)


def with_state(puzzle, state):
    return puzzle.replace(givens=(*puzzle.givens, *state.givens()))


def all_solutions(puzzle):
    return list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens))


def follow(puzzle, state):
    """Takes hint after hint, each checked, until there is none; the last state and the last hint."""
    while True:
        found = hint(puzzle, state)
        if found.kind is not HintKind.STEP:
            return state, found
        replay = Replay(with_state(puzzle, state))
        for step in found.steps:
            replay.check(step)
        assert all(not step.cells for step in found.steps[:-1])
        assert found.steps[-1].cells
        assert all(state.rows[row][column] is None for row, column, _ in found.steps[-1].cells)
        assert found.text == "\n".join(map(str, found.steps))
        assert found.mistake is None
        state = state.filled_in(found.steps[-1].cells)


@given(st.integers(1, 2).flatmap(states))
def test_hints_lead_as_far_as_the_clues_do(case):
    puzzle, _, state = case
    last, found = follow(puzzle, state)
    pictures = all_solutions(with_state(puzzle, state))
    forced = [
        tuple(colours[0] if len(set(colours)) == 1 else None for colours in zip(*rows, strict=True))
        for rows in zip(*pictures, strict=True)
    ]
    assert last.filled_in(puzzle.givens) == PartialGrid(forced)
    assert found.kind is (HintKind.SOLVED if len(pictures) == 1 else HintKind.OPEN)


@given(every_feature(2, triddlers=True, missing=True), st.randoms())
@settings(max_examples=tries(40))
def test_hints_for_blots_missing_clues_and_triddlers(puzzle, random):
    grid = next(searched(puzzle))
    state = PartialGrid([colour if random.random() < 0.6 else None for colour in row] for row in grid)
    last, found = follow(puzzle, state)
    assert found.kind in (HintKind.SOLVED, HintKind.OPEN)
    last = last.filled_in(puzzle.givens)
    assert (found.kind is HintKind.SOLVED) == (not last.open_cells)
    if found.kind is HintKind.SOLVED:
        assert last.grid().satisfies(puzzle)


# --- mistakes


@given(unsettled_puzzles(4, 2, least=4), st.data())
def test_a_state_of_another_solution_has_no_mistake(puzzle, data):
    grid = data.draw(st.sampled_from(all_solutions(puzzle)))
    cells = data.draw(
        st.lists(st.booleans(), min_size=puzzle.height * puzzle.width, max_size=puzzle.height * puzzle.width)
    )
    state = PartialGrid(
        [colour if cells[row * puzzle.width + column] else None for column, colour in enumerate(colours)]
        for row, colours in enumerate(grid)
    )
    assert hint(puzzle, state).kind is not HintKind.MISTAKE


@given(st.integers(1, 2).flatmap(states), st.data())
def test_a_wrong_cell_is_pointed_at(case, data):
    puzzle, grid, state = case
    row = data.draw(st.integers(0, grid.height - 1))
    column = data.draw(st.integers(0, grid.width - 1))
    others = [colour for colour in range(len(puzzle.palette)) if colour != grid[row, column]]
    state = state.filled_in([(row, column, data.draw(st.sampled_from(others)))])
    assume(not all_solutions(with_state(puzzle, state)))
    found = hint(puzzle, state)
    assert found.kind is HintKind.MISTAKE
    assert found.text.startswith(found.mistake.text)
    assert not found.steps
    pictures = all_solutions(puzzle)
    assert found.mistake.cell in state.givens()
    lines = lines_without_a_filling(puzzle, state)
    if lines and "is not what the puzzle gives" not in found.text:
        assert lines[0] == (found.mistake.axis, found.mistake.index)
        assert_segment(puzzle, state, found.mistake, pictures)
    else:
        assert is_wrong(puzzle, pictures, state, found.mistake.cell)


def assert_segment(puzzle, state, mistake, pictures):
    """No filling agrees with the segment; one does without its first cell, or its last; the cell is one of it."""
    rows = [[None] * len(row) for row in state.rows]

    def broken(cells):
        left = PartialGrid(rows).filled_in(cells)
        return (mistake.axis, mistake.index) in lines_without_a_filling(puzzle, left)

    givens = [each for each in puzzle.givens if each not in mistake.cells]
    assert broken([*givens, *mistake.cells])
    assert not broken([*givens, *mistake.cells[1:]])
    assert not broken([*givens, *mistake.cells[:-1]])
    assert mistake.cell in mistake.cells
    never = [its for its in mistake.cells if all(p[its.row][its.column] != its.colour for p in pictures)]
    assert mistake.cell == (never[0] if pictures and never else mistake.cells[-1])


def lines_without_a_filling(puzzle, state):
    board = Board(puzzle)
    for given_row, column, colour in state.givens():
        board.fix(puzzle.cell(given_row, column), colour)
    lines = [("row", index) for index in range(puzzle.height)]
    lines += [("column", index) for index in range(puzzle.width)]
    return [
        name
        for name, line, clue, candidates in zip(lines, board.lines, board.clues, board.unpack(), strict=True)
        if not fillings(clue, candidates, len(line))
    ]


def is_wrong(puzzle, pictures, state, cell):
    """Returns True if a cell is the first that differs from the givens, or from all solutions.

    Where there is no such cell: whether it is the first that no solution has together with those before it.
    """
    mine = state.givens()
    against = [its for its in mine if any(its[:2] == g[:2] and its != g for g in puzzle.givens)]
    if against:
        return cell == against[0]
    never = [its for its in mine if all(p[its.row][its.column] != its.colour for p in pictures)]
    if never:
        return cell == never[0]

    def go_together(cells):
        return any(all(p[row][column] == colour for row, column, colour in cells) for p in pictures)

    at = mine.index(cell)
    return go_together(mine[:at]) and not go_together(mine[: at + 1])


def test_cells_that_contradict_each_other_are_pointed_at():
    puzzle = Puzzle([[1], [1], [1]], [[1], [1], [1]])
    found = hint(puzzle, ["..?", "..?", "???"])  # two rows want the last column; each line could be filled
    assert str(found) == "row 2, column 2: white contradicts earlier cells"
    assert found.mistake.cell == Given(1, 1, 0)
    assert hint(puzzle, ["..?", ".??", "???"]).kind is HintKind.STEP


def test_a_cell_against_the_givens():
    puzzle = MULTIPLE.replace(givens=[(1, 0)])
    found = hint(puzzle, ["??", ".?"])
    assert str(found) == "row 2, column 1: white is not what the puzzle gives"
    assert found.mistake.cell == Given(1, 0, 0)


def test_a_wrong_cell_that_no_line_shows():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    (solution,) = check(puzzle).solutions
    assert solution[7, 0] == 1
    found = hint(puzzle, PartialGrid([None] * 10 for _ in range(10)).filled_in([(6, 8, 0), (5, 8, 1)]))
    assert str(found) == "row 7, column 9: white is in no solution"


def test_a_wrong_cell_is_shown_among_the_known_ones_of_its_five_cells():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    wrong = [(6, 8, 0), (5, 8, 1), (6, 4, 1), (6, 5, 1)]  # row 7: cell 5 is in the five cells before
    found = hint(puzzle, PartialGrid([None] * 10 for _ in range(10)).filled_in(wrong))
    assert str(found) == "row 7, column 9: white is in no solution"
    assert found.mistake.cells == (Given(6, 5, 1), Given(6, 8, 0))


def test_a_puzzle_without_a_solution():
    for state in (["???"] * 3, ["#??", "???", "???"]):
        assert hint(UNSOLVABLE, state).kind is HintKind.UNSOLVABLE


def test_nothing_more_follows():
    found = hint(MULTIPLE, ["??", "??"])
    assert (found.kind, found.steps) == (HintKind.OPEN, ())
    assert hint(MULTIPLE, ["#.", ".#"]).kind is HintKind.SOLVED
    assert hint(MULTIPLE, ["#?", "??"]).kind is HintKind.STEP


def test_a_limit_before_any_hint_is_reported():
    puzzle = load(ROOT / "puzzles" / "dom-12.non")
    state = PartialGrid([None] * length for length in puzzle.row_lengths)
    assert hint(puzzle, state, limit=Limit(seconds=0)).kind is HintKind.UNKNOWN


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (["??"], "the picture has 1 row, the puzzle 2"),
        (["??", "???"], "row 2 of the picture has 3 cells, the puzzle's 2"),
        ([[None, 2], [0, 0]], "row 1, column 2 of the picture: colour 2 is not in the palette"),
        ([[None, "x"], [0, 0]], "row 1, column 2 of the picture: colour 'x' is not in the palette"),
        (["a?", "??"], "a cell must be one of '#X1█■⬛.-_0·□⬜', or '?' where it is unknown, got 'a'"),
    ],
)
def test_states_that_do_not_fit(state, reason):
    with pytest.raises(InputError, match=f"^{reason.replace('?', '[?]')}"):
        hint(MULTIPLE, state)


# --- partial grids


@given(st.integers(1, 3).flatmap(lambda inks: st.tuples(palettes(inks), states(inks))))
def test_a_written_state_is_read_back(case):
    palette, (_, grid, state) = case
    assert PartialGrid.read(state.text(palette), palette) == state
    assert eval(repr(state)) == state
    assert PartialGrid._of(Board(grid.puzzle(palette, givens=state.givens()))) == state


def test_a_state_without_unknown_cells_that_is_wrong_says_how_it_was_read():
    found = hint(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), ["..", "##"])
    read = "no cell was read as unknown: 2 white, 2 black; a cell that is not known yet is written ?"
    assert found.text.startswith("row 1, cells 1 and 2: no cell can be black, and the clue has 1\n")
    assert found.text.endswith(f" ({read})")
    assert "was read" not in hint(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), ["..", "#?"]).text


def test_levels_say_more_and_more():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    assert [hint(puzzle, level=level).text for level in (1, 2, 3)] == [
        "look at a column near the left",
        "look at column 4: its clue fits in one way only",
        "look at column 4, cells 1 to 10: its clue fits in one way only",
    ]
    assert hint(puzzle, level=4) == hint(puzzle)
    assert all(hint(puzzle, level=level).steps == () for level in (1, 2, 3))
    for level in (0, 5):
        with pytest.raises(UsageError, match="level"):
            hint(puzzle, level=level)


def test_levels_of_a_mistake_say_more_and_more():
    puzzle = load(ROOT / "puzzles" / "cup.non")
    wrong = PartialGrid([None] * 10 for _ in range(10)).filled_in([(4, 1, 0), (4, 3, 0), (9, 0, 1)])
    found = [hint(puzzle, wrong, level=level) for level in (1, 2, 3, 4)]
    assert [each.text for each in found] == [
        "there is a mistake in a row in the middle",
        "there is a mistake in row 5",
        "there is a mistake in row 5, cell 4",
        "row 5, cell 4: there is no room for the 8\nrow 5, column 4: white is in no solution",
    ]
    records = [each.to_json()["mistake"] for each in found]
    assert [("index" in its, bool(its["cells"]), "row" in its) for its in records] == [
        (False, False, False),
        (True, False, False),
        (True, True, False),
        (True, True, True),
    ]
    assert [len(each.levels) for each in found] == [1, 2, 3, 3]


@pytest.mark.slow
def test_levels_of_a_supposition():
    puzzle = load(ROOT / "puzzles" / "dom-04.non")
    one, two, three, four = (hint(puzzle, level=level).text for level in (1, 2, 3, 4))
    cell = four.partition(", probe")[0]
    assert cell not in one
    assert one.endswith("suppose a colour of a cell in a row in the middle")
    assert two == f"suppose a colour of {cell}"
    assert three == f"{two}: after 8 lines there is a contradiction"


@pytest.mark.slow
def test_a_hint_that_searches_no_further_says_so(monkeypatch):
    """Its steps hold, and what is proved of them: that no supposition takes fewer lines."""
    puzzle = load(ROOT / "puzzles" / "dom-05.non")
    replay, state = Replay(puzzle), PartialGrid([[None] * puzzle.width] * puzzle.height)
    assert hint(puzzle).stopped is None
    monkeypatch.setattr("nonosat.explaining.hints.hint.SUPPOSITIONS", 1)
    for _ in range(4):
        found = hint(puzzle, state)
        supposed = any(step.probes for step in found.steps)
        assert (found.kind, found.stopped) == (HintKind.STEP, Stopped.TRIES if supposed else None)
        assert found.to_json()["detail"] == found.detail
        assert bool(found.detail) == supposed
        assert all(step.least <= step.links for step in found.steps)
        for step in found.steps:
            replay.check(step)
            state = state.filled_in(step.cells)


def test_a_hint_that_finds_nothing_within_its_budget_says_so(monkeypatch):
    puzzle = load(ROOT / "puzzles" / "dom-04.non")
    monkeypatch.setattr("nonosat.explaining.hints.hint.STATES", 0)
    monkeypatch.setattr("nonosat.explaining.hints.hint.CONFLICTS", 0)
    found = hint(puzzle, depth=0)
    assert (found.kind, found.stopped, found.text) == (
        HintKind.UNKNOWN,
        Stopped.TRIES,
        "no further step was found",
    )
    assert found.detail


@pytest.mark.parametrize("row", ["rb", "12", [1, 2]])
def test_a_state_in_colours_is_rows_of_letters_digits_or_numbers(row):
    palette = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]
    clues = [[(1, 1), (1, 2)], [(2, 2)]]
    puzzle = Puzzle(clues, clues, palette=palette)
    assert hint(puzzle, [row, "??"]) == hint(puzzle, [(1, 2), (None, None)])


@pytest.mark.parametrize("seed", range(60))
def test_mistakes_on_any_lines_are_named_by_their_families(seed):
    puzzle, random = arrangement(seed), Random(seed)
    rows = [[random.choice([None, 0, 1]) for _ in range(length)] for length in puzzle.row_lengths]
    right = solutions(puzzle)
    for level in (1, 2, 3, 4):
        found = hint(puzzle, rows, level=level)
        assert found.text
        if found.kind == "mistake":
            assert found.mistake.axis is None or found.mistake.axis in puzzle.geometry.axes
            known = {
                puzzle.cell(row, place): colour
                for row, colours in enumerate(rows)
                for place, colour in enumerate(colours)
                if colour is not None
            }
            assert not any(all(cells[cell] == colour for cell, colour in known.items()) for cells in right)


def test_a_wrong_cell_of_any_lines_is_shown_on_a_line_of_theirs():
    lines = {"x": [[0, 1], [2, 3]], "y": [[0, 2], [1, 3]], "z": [[0, 3]]}
    puzzle = Puzzle.of_lines(lines, {"x": [[1], [1]], "y": [[1], [1]], "z": [[2]]})
    assert str(hint(puzzle, ["?#", "??"])) == "row 1, cell 2: black is in no solution"
    assert hint(puzzle, ["?#", "??"], level=2).text == "there is a mistake in x 1"
