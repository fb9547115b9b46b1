"""Saved pages of nonograms.org; the pages here are invented and coded by a writer of our own."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nonograms_org import VALUES, numbers, page
from strategies import grids

import nonosat as ns


@given(grids(inks=3), st.randoms(use_true_random=False))
def test_a_page_is_read(grid, random):
    puzzle = ns.loads(page(numbers(grid, VALUES, random)), path="a.html")
    assert puzzle.goal == grid
    assert (puzzle.rows, puzzle.columns) == grid.clues()[:2]
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", *VALUES]
    assert puzzle.metadata == ns.Metadata(
        title="Nonogram «A cup»", source="https://www.nonograms.org/nonograms2/i/4711"
    )


def test_black_ink_is_plain_and_content_tells_the_format():
    text = page(numbers(ns.Grid(["#.#", ".##"]), ("000000",), Random(1)))
    assert ns.loads(text) == ns.loads(text, "nonograms.org")
    assert ns.loads(text).goal == ns.Grid(["#.#", ".##"])
    assert [colour.letter for colour in ns.loads(text).palette] == [".", "#"]


@pytest.mark.parametrize("name", ["a.html", "-"])
def test_another_page_gets_one_line_that_lists_the_known_ones(name):
    with pytest.raises(ns.InputError) as caught:
        ns.loads("<!doctype html><title>Cats</title>", path=name)
    assert "known are saved pages of nonograms.org and nonograms.ru" in str(caught.value)


@given(st.data())
def test_damaged_numbers_are_a_picture_or_one_line(data):
    d = numbers(ns.Grid(["#.#", ".##"]), ("000000",), Random(2))
    row = data.draw(st.integers(0, len(d) - 1))
    if data.draw(st.booleans()):
        d[row][data.draw(st.integers(0, 3))] = data.draw(st.integers(-(10**30), 10**30))
    else:
        d[row] = d[row][: data.draw(st.integers(0, 3))]
    with suppress(ns.InputError):
        assert ns.loads(page(d), path="a.html").goal is not None


@pytest.mark.parametrize("key", [[1, 1, 0, 0], [9999, 0, 0, 10**9], []])
def test_numbers_that_are_no_picture_are_named_with_their_line(key):
    d = numbers(ns.Grid(["#.#", ".##"]), ("000000",), Random(2))
    d[1] = key
    with pytest.raises(ns.InputError) as caught:
        ns.loads(page(d), path="a.html")
    assert str(caught.value) == "a.html:6: the numbers behind `var d=` are no picture of nonograms.org"
