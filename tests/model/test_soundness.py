"""Plainly sound clues have no problem, for any input; most puzzles are plainly sound."""

from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import every_feature

from nonosat.model.geometry import rectangle
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Puzzle
from nonosat.model.verification import never_sound

is_sound = pytest.importorskip("nonosat.model._compiled").is_sound

REFUSALS = (TypeError, IndexError, OverflowError)

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))


def verdict(puzzle):
    """The answer, the same for a rectangle told by its sides as by its lines."""
    geometry, colours = puzzle.geometry, len(puzzle.palette)
    found = is_sound(geometry.layout, puzzle.clue_families, colours)
    assert found == is_sound(geometry.families, puzzle.clue_families, colours)
    assert not never_sound(geometry.layout, puzzle.clue_families, colours)
    return found


@given(every_feature(triddlers=True, missing=True), st.data())
@settings(max_examples=tries(200))
def test_what_is_plainly_sound_has_no_problem_and_what_is_plain_is_seen(puzzle, data):
    clues = [line.clue for line in puzzle.lines]
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(clues) - 1))
        block = st.tuples(st.none() | st.integers(1, 6), st.integers(-1, 4))
        clues[at] = tuple(data.draw(st.lists(block, max_size=3)))
    puzzle = puzzle.with_clues(clues, goal=None)
    plain = all(clue is not None and all(length is not None for length, _ in clue) for clue in clues)
    kinds = {problem.kind for problem in puzzle.problems()} - {"givens", "given", "goal"}
    assert verdict(puzzle) == (plain and not kinds)


@pytest.mark.parametrize(
    ("rows", "columns", "sound"),
    [
        ([[1], [1]], [[2]], True),
        ([[1], [1]], [[1]], False),
        ([[2]], [[1], [1], []], True),
        ([[1, 1]], [[1], [1]], False),
        ([[(1, 2), 1]], [[(1, 2)], [1]], True),
        ([[(1, 2), 1]], [[1], [(1, 2)]], True),
        ([[(1, 2), 1]], [[1], [1]], False),
        ([[(1, 3), 1]], [[1], [(1, 3)]], False),
        ([[None]], [[1]], False),
        ([["?"]], [[1]], False),
        ([[2**70]], [[2**70]], False),
    ],
)
def test_of_single_puzzles(rows, columns, sound):
    assert verdict(Puzzle(rows, columns, THREE)) == sound


@pytest.mark.parametrize(
    "block", [(0, 1), (-1, 1), (1, 0), (1, 2), (3, 1), (1,), (1, 1, 1), [1, 1], ("1", 1), (1, 1.0), None]
)
def test_blocks_that_no_line_of_two_cells_has(block):
    assert is_sound((1, 2), ((((1, 1),),), (((1, 1),), ())), 2)
    assert not is_sound((1, 2), (((block,),), ((block,), ())), 2)


@pytest.mark.parametrize("colours", [-1, 0, 1, 257, 2**70, -(2**70)])
def test_numbers_of_colours_that_no_palette_has(colours):
    assert not is_sound((1, 1), (((),), ((),)), colours)


LAYOUTS = [
    None,
    (),
    (1,),
    (1, 1, 1),
    (-1, 1),
    (2**70, 1),
    (2**15 + 1, 1),
    (1.0, 1),
    ([], []),
    ((1,), (1,)),
    [(), ()],
    (2, 1),
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_invalid_layouts_are_refused(layout):
    with pytest.raises(REFUSALS):
        is_sound(layout, (((),), ((),)), 2)


def test_anything_anywhere():
    random = Random(3)
    things = [
        None,
        0,
        1,
        -1,
        2**70,
        "1",
        b"1",
        1.5,
        (),
        [],
        range(2),
        range(5, -3, -2),
        range(2**70),
        ((1, 1),),
    ]

    def nearly(right):
        """A copy with something else in one place, now and then."""
        if random.random() < 0.04:
            return random.choice(things)
        return tuple(map(nearly, right)) if isinstance(right, tuple) else right

    answers = set()
    for layout in ((2, 2), rectangle(2, 2)):
        right = layout, ((((1, 1),),) * 2, (((2, 1),), ())), 2
        for _ in range(2000):
            try:
                answers.add(is_sound(*map(nearly, right)))
            except REFUSALS:
                answers.add(None)
    assert answers == {None, True, False}
