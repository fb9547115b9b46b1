"""Plain clues read and written by the compiled functions, compared with the Python for all clues."""

import gc
import pickle
import random

import pytest
from effort import tries
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import every_feature

from nonosat.formats.numbers import parse_clue
from nonosat.model.clues import (
    Block,
    as_clue,
    clue_family,
    family_of_text,
    plain_clues,
    plain_lists,
    plain_text,
)
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.model.verification import counts_of_picture

compiled = pytest.importorskip("nonosat.model._compiled")
BLOCKS = tuple(map(Block, range(5)))


def test_the_garbage_collector_skips_clues_that_were_read():
    for family in (plain_clues("1 2\n0"), plain_lists([[1, 2], None, (Block(3),)])):
        assert not gc.is_tracked(family)
    assert not gc.is_tracked(plain_clues("1 2\n0")[0])


@given(st.lists(st.text("0123459 ,\t-?*é", max_size=6), min_size=1, max_size=4))
@example(["1 ,"])
@example([", 1"])
@settings(max_examples=tries(500))
def test_plain_text_is_read_as_line_by_line(lines):
    found = plain_clues("\n".join(lines))
    if found is not None:
        assert found == tuple(parse_clue(line, 1) for line in lines)
    elif all(line and not line.strip("123459 ") and line.strip() for line in lines):
        assert any(int(word) > MAX_SIDE for line in lines for word in line.split())


numbers = st.integers(-1, 5) | st.sampled_from([MAX_SIDE, MAX_SIDE + 1, 2**70, True, None, 1.0])


@given(st.lists(st.none() | st.lists(numbers, max_size=4), max_size=4))
@settings(max_examples=tries(300))
def test_plain_lists_are_read_as_one_by_one(lists):
    found = plain_lists(lists)
    if found is not None:
        assert found == tuple(None if each is None else as_clue(each) for each in lists)
    else:
        assert any(type(each) is not int or not 0 <= each <= MAX_SIDE for one in lists for each in one or ())


@given(every_feature(triddlers=True, missing=True))
@settings(max_examples=tries(200))
def test_a_pickle_gives_the_same_puzzle(puzzle):
    _ = puzzle.lines, puzzle.problems()
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert again.origin == puzzle.origin
    assert [type(block) for clue in again.rows for block in clue or ()] == [
        Block for clue in puzzle.rows for _ in clue or ()
    ]


def test_a_pickle_of_plain_clues_is_little_more_than_their_text():
    shuffled = random.Random(1)
    clues = [[shuffled.randint(1, 9) for _ in range(10)] for _ in range(100)]
    assert len(pickle.dumps(Puzzle(clues, clues))) < 2 * 100 * 20 + 500


def test_a_pickle_is_read_without_compiled_functions(monkeypatch):
    texts = [plain_text(clue_family("row", clues)) for clues in ([[1, 2], [], [12]], [[]])]
    monkeypatch.setattr("nonosat.model.clues._read_text", lambda *_: None)
    assert [family_of_text(text) for text in texts] == [(((1, 1), (2, 1)), (), ((12, 1),)), ((),)]


def test_clues_that_are_clues_already_are_kept():
    clue = (Block(2, 3), Block(1))
    assert clue_family("row", [clue, None])[0] is clue


def test_a_missing_block_is_named():
    assert compiled.read_clues("1\n7 9\n6", BLOCKS) == 9
    assert compiled.take_clues([[1], [6]], BLOCKS) == 6
    assert compiled.read_clues("1 x", BLOCKS) is None


@pytest.mark.parametrize(
    "clues", [((Block(None),),), ((Block(1, 2),),), (None,), ((Block(MAX_SIDE + 1),),), ((1,),)]
)
def test_other_clues_have_no_plain_text(clues, monkeypatch):
    assert compiled.write_clues(clues) is None
    if clues != ((1,),):
        monkeypatch.setattr("nonosat.model.clues._write_text", None)
        assert plain_text(clues) is None


@given(every_feature(triddlers=True, missing=True))
@settings(max_examples=tries(100))
def test_plain_text_is_the_same_without_compiled_functions(puzzle):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nonosat.model.clues._write_text", None)
        expected = list(map(plain_text, puzzle.clue_families))
    assert list(map(plain_text, puzzle.clue_families)) == expected


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (compiled.read_clues, ()),
        (compiled.read_clues, ("1",)),
        (compiled.read_clues, (b"1", BLOCKS)),
        (compiled.read_clues, ("1", [])),
        (compiled.take_clues, ([],)),
        (compiled.write_clues, ([],)),
        (compiled.picture_counts, (b"",)),
        (compiled.picture_counts, ([0], 1)),
        (compiled.picture_counts, (b"", True)),
    ],
)
def test_wrong_arguments_are_refused(call, arguments):
    with pytest.raises(TypeError):
        call(*arguments)


def test_a_picture_has_a_width():
    with pytest.raises(ValueError, match="at least 1"):
        compiled.picture_counts(b"", 0)


@given(st.binary(max_size=40).map(lambda cells: bytes(cell % 3 for cell in cells)), st.integers(1, 8))
@settings(max_examples=tries(200))
def test_pieces_are_counted_as_in_python(cells, width):
    assert compiled.picture_counts(cells, width) == counts_of_picture(cells, width)


def test_odd_lists_are_left_to_python():
    assert compiled.take_clues([], ()) is None
    assert compiled.take_clues((), BLOCKS) is None
    assert compiled.take_clues([(1,), [1]], BLOCKS) is None
