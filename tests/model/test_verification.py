"""The judge of pictures: the compiled one agrees with the reference on any input."""

import gc
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import describes, runs
from strategies import every_feature

from nonosat.model.clues import Block, as_clue
from nonosat.model.geometry import rectangle
from nonosat.model.verification import reference

compiled = pytest.importorskip("nonosat.model._compiled").first_violation

REFUSALS = (TypeError, IndexError, OverflowError)


@given(every_feature(triddlers=True, missing=True), st.data())
@settings(max_examples=tries(100))
def test_any_picture_is_judged_as_by_the_reference(puzzle, data):
    families, clues = puzzle.geometry.families, puzzle.clue_families
    size = sum(puzzle.row_lengths)
    drawn = data.draw(st.binary(min_size=size, max_size=size))
    cells = bytearray(puzzle.goal.cells if puzzle.goal else drawn)
    for _ in range(data.draw(st.integers(0, 2))):
        cells[data.draw(st.integers(0, size - 1))] = data.draw(st.integers(0, 3))
    found = compiled(bytes(cells), families, clues)
    assert found == reference(bytes(cells), families, clues)
    wrong = [
        number
        for number, (_, line, clue) in enumerate(puzzle.lines)
        if clue is not None and not describes(clue, runs([cells[cell] for cell in line]))
    ]
    assert found == (wrong[0] if wrong else -1)


@pytest.mark.parametrize("cells", [range(2, 0, -1), range(0, 3, 2), range(1, 2), range(0), (2, 0), ()])
def test_lines_of_every_direction(cells):
    picture = bytes([1, 0, 2])
    clues = [[1], [[1, 2], 1], [1, [1, 2]], [2], [[None, 2]], [[None, 2], 1], []]
    for clue in map(as_clue, clues):
        arguments = picture, ((cells,),), ((clue,),)
        assert compiled(*arguments) == reference(*arguments)


FAR = [range(0, 2**63, 2**61), range(0, -(2**63), -(2**61)), range(2**63, 2**64), range(2**70)]
NO_LINES = [None, [0], range(3), range(-1, 1), range(1, -2, -1), range(1, 3), (2,), (-1,), (2**70,), (0.0,)]


@pytest.mark.parametrize("line", [*FAR, *NO_LINES])
def test_cell_numbers_out_of_range_are_refused(line):
    with pytest.raises(REFUSALS):
        compiled(bytes(2), ((line,),), (((Block(1),),),))


@pytest.mark.parametrize("block", [None, 1, (), (1,), [1, 1], (1, 1, 1), ("1", 1), (1, None), (1.0, 1)])
def test_invalid_blocks_are_refused(block):
    with pytest.raises(REFUSALS):
        compiled(bytes([1]), ((range(1),),), (((block,),),))


@pytest.mark.parametrize("number", [0, -1, 2, 2**31, 2**32 + 1, 2**63, 2**64 + 1, -(2**63), -(2**64) + 1])
def test_lengths_and_colours_that_no_run_has(number):
    for block in ((number, 1), (1, number)):
        assert compiled(bytes([1]), ((range(1),),), (((block,),),)) == 0


WRONG_TYPES = [("", (), ()), (bytearray(), (), ()), (b"", [], []), (b"", ([],), ((),)), (b"", ((),), ([],))]
UNEQUAL = [(), (b"",), (b"", (), (), ()), (b"", ((),), ()), (b"", ((range(0),),), ((),))]


@pytest.mark.parametrize("arguments", [*WRONG_TYPES, *UNEQUAL, (b"", ((range(0),),), (([],),))])
def test_invalid_families_are_refused(arguments):
    with pytest.raises(TypeError):
        compiled(*arguments)


def test_anything_anywhere():
    random = Random(3)
    things = [None, 0, 1, -1, 2**70, "1", b"1", 1.5, (), [], range(2), range(5, -3, -2), ((1, 1),)]

    def nearly(right):
        """A copy with something else in one place, now and then."""
        if random.random() < 0.04:
            return random.choice(things)
        return tuple(map(nearly, right)) if isinstance(right, tuple) else right

    right = bytes([1, 0, 0, 1]), rectangle(2, 2), ((((1, 1),),) * 2, (((None, 1),), None))
    answers = set()
    for _ in range(3000):
        try:
            answers.add(compiled(*map(nearly, right)))
        except REFUSALS:
            answers.add(None)
    assert answers >= {None, -1, 0}


@pytest.mark.slow
def test_nothing_is_lost():
    right = bytes([1, 0, 0, 1]), rectangle(2, 2), ((((1, 1),),) * 2, (((None, 1),), ((2**70, 1),)))
    sizes = []
    for _ in range(5):
        for _ in range(2000):
            compiled(*right)
            with pytest.raises(IndexError):
                compiled(b"", *right[1:])
        gc.collect()
        sizes.append(len(gc.get_objects()))
    assert sizes[-1] <= sizes[1] + 10
