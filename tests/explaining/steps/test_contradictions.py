"""Why a line has no filling: every reason is checked by listing all places of the blocks."""

from types import SimpleNamespace

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from replay import is_contradiction

from nonosat.explaining.steps.contradictions import why_no_filling
from nonosat.lines.line import plan, settle
from nonosat.model.clues import as_clue
from nonosat.model.palette import BLACK_AND_WHITE, Colour

PALETTE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))


def masks(cells, colours):
    return [sum(1 << at for at, cell in enumerate(cells) if colour in cell) for colour in range(colours)]


@pytest.mark.parametrize(
    ("clue", "line", "why"),
    [
        ([1], "#?#", "2 cells are black, and the clue has 1"),
        ([3], "?..?", "only 2 cells can be black, and the clue has 3"),
        ([2, 2], "###????", "cells 1 to 3 are black, and no block is so long"),
        ([2, 2], "??.??.?", None),
        ([3, 1], "??.?.??", "there is no room for the 3"),
        ([1, 1], "???#.#?", None),
        ([1, 3], "????.##?????", None),
        ([3, 1], "????.##.????", "cells 6 and 7 are black, and no block there is so long"),
        ([4, 1], "????.#.", None),
        ([2, 1], "?#????#?#", "no blocks in the order of the clue lie on cell 2, cell 7 and cell 9"),
        ([3], "#???#???.", "only the 3 gets there, and it cannot lie on both cell 1 and cell 5"),
        ([1, 3], "?##?#??", "cells 2 and 3 are black, and the 1 and the 3 have no room there"),
        ([1, 3, 1], "?#?#??#??", "no filling"),
        ([3, 2], "?#????#????", None),
        ([4], "#....??????", "cell 1 is black, and no block gets there"),
    ],
)
def test_reasons(clue, line, why):
    left = masks([{0, 1} if cell == "?" else {".#".index(cell)} for cell in line], 2)
    filling = settle(plan(as_clue(clue), len(line), 2), left)
    assert (filling is None) == (why is not None)
    if why:
        found = why_no_filling(as_clue(clue), left, BLACK_AND_WHITE)
        assert (str(found.said) if found else "no filling") == why
        assert bool(found and found.by_count) == ("and the clue has" in why)


@given(st.data(), st.integers(2, 3))
@settings(max_examples=tries(150))
def test_each_reason_holds_by_listing_the_places_of_blocks(data, colours):
    length = data.draw(st.integers(1, 9))
    block = st.tuples(st.integers(1, 4), st.integers(1, colours - 1))
    clue = as_clue(data.draw(st.lists(block, min_size=1, max_size=4)))
    some = st.sets(st.integers(0, colours - 1), min_size=1)
    cells = data.draw(st.lists(some, min_size=length, max_size=length))
    assume(plan(clue, length, colours) is not None)
    left = masks(cells, colours)
    assume(settle(plan(clue, length, colours), left) is None)
    if found := why_no_filling(clue, left, PALETTE[:colours]):
        line = SimpleNamespace(clue=clue, cells=range(length))
        replay = SimpleNamespace(left=cells, colours=colours)
        is_contradiction(f"row 1, contradiction: {found.said}", line, replay)
