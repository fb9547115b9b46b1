"""What is written in formats of clues is read back, by name and by content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_text, every_feature, metadatas, statements

import nonosat as ns

PLAIN = statements().map(lambda puzzle: puzzle.replace(givens=()))
WRITTEN = {
    **dict.fromkeys(("dzn", "puzzlink"), PLAIN),
    "pattern": statements(),
}


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
def test_what_is_written_reads_back_equal(name, data):
    puzzle = data.draw(WRITTEN[name])
    text = ns.dumps(puzzle, name)
    assert ns.loads(text, name) == puzzle
    assert ns.loads(text) == puzzle


@given(every_feature(triddlers=True, missing=True, metadata=metadatas(any_text)))
def test_without_a_format_an_equal_puzzle_is_read_back(puzzle):
    assert ns.loads(ns.dumps(puzzle)) == puzzle


def test_the_default_format_is_non_or_json_for_what_non_does_not_give_back():
    puzzle = ns.Puzzle([[1], [2]], [[2], [1]], metadata=ns.Metadata(title="Stair"))
    assert ns.dumps(puzzle) == ns.dumps(puzzle, "non")
    red = ("red", "ff0000")
    two_reds = puzzle.replace(palette=[("white", "ffffff", "."), (*red, "r"), (*red, "s")])
    for other in (two_reds, ns.Puzzle.hexagon([[1]], [[1]], [[1]])):
        assert ns.dumps(other) == ns.dumps(other, "json")
        assert ns.loads(ns.dumps(other)) == other


def test_without_a_format_several_puzzles_are_non_if_it_holds_them():
    puzzle, other = ns.Puzzle([[1], [2]], [[2], [1]]), ns.example("apple")
    assert ns.loads_all(ns.dumps([puzzle, other])) == [puzzle, other]
    with pytest.raises(ns.UsageError, match="json: a file holds one puzzle, not 2"):
        ns.dumps([puzzle, ns.Puzzle.hexagon([[1]], [[1]], [[1]])])
