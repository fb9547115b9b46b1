"""Sums of inks, against all fillings of lines."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st
from strategies import grids  # noqa: F401 (sets the profile)

import nonosat as ns
from nonosat.model.clues import ANY, agrees, as_clue, line_clue
from nonosat.model.ink_sums import InkSums

CELLS = 5
FILLINGS = [bytes(cells) for cells in product(range(3), repeat=CELLS)]
BLOCKS = st.sampled_from([(1, 1), (2, 1), (1, 2), (3, 2), ("?", 1), ("?", 2)])
CLUES = st.none() | st.lists(BLOCKS, max_size=3).map(as_clue)
STARRED = st.tuples(CLUES, st.booleans()).map(lambda pair: (*(pair[0] or ()), ANY) if pair[1] else pair[0])


def fillings(clue):
    """All lines of five cells that a clue allows."""
    return [cells for cells in FILLINGS if clue is None or agrees(line_clue(cells), clue)]


@given(STARRED, st.sampled_from([1, 2]))
def test_the_bounds_hold_for_all_fillings_and_exact_ones_are_exact(clue, ink):
    sums = InkSums([clue])
    least, most = sums.bounds(ink, CELLS)
    counts = {cells.count(ink) for cells in fillings(clue)}
    assert all(least <= count <= most for count in counts)
    open_inks = {block.colour for block in ((ANY,) if clue is None else clue) if block.length is None}
    assert sums.is_exact(ink) == (ink not in open_inks and 0 not in open_inks)
    if sums.is_exact(ink):
        assert least == most
        assert counts <= {least}


def test_the_bounds_of_a_line_without_gaps_are_reached():
    for clue in (None, (ANY,), as_clue(["?"]), as_clue(["?", (1, 2)]), as_clue([1, ("?", 2)]), as_clue([])):
        for ink in (1, 2):
            counts = [cells.count(ink) for cells in fillings(clue)]
            assert InkSums([clue]).bounds(ink, CELLS) == (min(counts), max(counts)), (clue, ink)


@given(st.lists(CLUES, max_size=4), st.lists(CLUES, max_size=4), st.sampled_from([1, 2]))
def test_two_families_can_agree_if_a_number_of_cells_suits_both(clues, others, ink):
    def numbers(family):
        blocks = [block for clue in family for block in clue or () if block.colour == ink]
        least = sum(1 if block.length is None else block.length for block in blocks)
        is_open = None in family or any(block.length is None for block in blocks)
        return set(range(least, 99 if is_open else least + 1))

    able = bool(numbers(clues) & numbers(others))
    assert InkSums(clues).can_equal(InkSums(others), ink) == able
    assert InkSums(others).can_equal(InkSums(clues), ink) == able


@given(st.lists(STARRED, max_size=4), STARRED)
def test_a_clue_added_and_taken_away_changes_nothing(clues, clue):
    sums, before = InkSums(clues), InkSums(clues)
    sums.add(clue)
    assert sums.total == InkSums([*clues, clue]).total
    sums.add(clue, -1)
    for ink in (1, 2):
        assert sums.bounds(ink, 50) == before.bounds(ink, 50)
        assert sums.is_exact(ink) == before.is_exact(ink)


@given(st.lists(CLUES, min_size=1, max_size=3), st.lists(CLUES, min_size=1, max_size=3))
def test_a_puzzle_says_that_sums_differ_exactly_if_they_do(rows, columns):
    palette = [("white", "ffffff", "."), ("black", "000000", "#"), ("red", "ff0000", "r")]
    puzzle = ns.Puzzle(rows, columns, palette)
    differ = any(
        not one.can_equal(other, ink)
        for one, other in combinations(map(InkSums, puzzle.clue_families), 2)
        for ink in (1, 2)
    )
    assert any(problem.kind == "sum" for problem in puzzle.problems()) == differ
