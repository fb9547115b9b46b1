"""Conflicts are unsatisfiable; minimal and smallest ones are what they claim."""

from itertools import combinations, islice
from random import Random

import pytest
from breaking import CORPUS, corpus_puzzles, follow, holding, palette, unique_pictures
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clashing_puzzles, every_feature
from typos import with_wrong_number

from nonosat import Limit, PuzzleError, UsageError, Verdict, check, load, solve
from nonosat.conflicts.groups import groups_of, only, violated
from nonosat.conflicts.mus import conflict
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.end import Stopped


def fewest(puzzle):
    """The size of the smallest conflict, by brute force; None if there is none."""
    sets = holding(puzzle)
    for size in range(1, len(groups_of(puzzle)) + 1):
        for those in combinations(groups_of(puzzle), size):
            if not any(each.issuperset(those) for each in sets):
                return size
    return None


def members(found):
    """The groups of a conflict."""
    names = {line.id: at for at, line in enumerate(found.puzzle.lines)}
    return [names[line] for line in found.lines] + [
        len(names) + found.puzzle.givens.index(each) for each in found.givens
    ]


def assert_minimal(found):
    """The witnesses are what they should be, and the derivation, if there is one, is right."""
    assert found.minimal
    those = members(found)
    for group, witness in zip(those, found.witnesses, strict=True):
        assert violated(found.puzzle, witness) & set(those) == {group}
    if found.derivation:
        follow(only(found.puzzle, those), found.derivation)


def assert_right(puzzle):
    """Everything that is said of a small puzzle agrees with brute force."""
    wanted = fewest(puzzle)
    found, smallest = conflict(puzzle), conflict(puzzle, smallest=True)
    if wanted is None:
        assert found.solution is not None
        assert found.solution.satisfies(puzzle)
        assert (found.size, smallest.size, found.minimal) == (0, 0, False)
        assert found.verdict is check(puzzle).verdict is not Verdict.UNSOLVABLE
        return
    sets = holding(puzzle)
    for each in (found, smallest):
        assert each.solution is None
        assert_minimal(each)
        assert not any(one.issuperset(members(each)) for one in sets)
        assert each.least <= wanted <= each.size
    assert smallest.smallest
    assert smallest.size == wanted


@settings(max_examples=tries(60))
@given(clashing_puzzles(max_side=3))
def test_clashing_rows_and_columns(puzzle):
    assert_right(puzzle)


@settings(max_examples=tries(15))
@given(clashing_puzzles(max_side=3, inks=2))
def test_clashing_rows_and_columns_in_colour(puzzle):
    assume(sum(puzzle.row_lengths) < 9)
    assert_right(puzzle)


@settings(max_examples=tries(60))
@given(st.data())
def test_puzzles_of_every_kind(data):
    """Blotted and missing clues, givens, colours, triddlers; one group is made wrong."""
    puzzle = data.draw(every_feature(data.draw(st.integers(1, 2)), triddlers=True, missing=True))
    assume(sum(puzzle.row_lengths) * len(puzzle.palette) <= 24)
    assume(len(groups_of(puzzle)) <= 12)
    assume(all(line.clue is None or len(line.clue) < 4 for line in puzzle.lines))
    kind = data.draw(st.sampled_from(["given", "rows", "columns", "diagonals"]))
    if kind == "given":
        row = data.draw(st.integers(0, puzzle.height - 1))
        column = data.draw(st.integers(0, puzzle.row_lengths[row] - 1))
        extra = Given(row, column, data.draw(st.integers(0, len(puzzle.palette) - 1)))
        puzzle = puzzle.replace(givens=(*puzzle.givens, extra))
    else:
        clues = list(getattr(puzzle, kind))
        assume(clues)
        at = data.draw(st.integers(0, len(clues) - 1))
        clues[at] = data.draw(st.lists(st.integers(1, 3), max_size=2))
        puzzle = puzzle.replace(**{kind: tuple(clues)})
    assert_right(puzzle)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([[1, 1], [3], [1], [1], [1, 1]], [[1, 1], [2], [2], [1]]),
        ([[1], [3], [5], [1, 2]], [[2], [1], [2], [3], [2]]),
        ([[2], [1], [3], [1, 2]], [[1], [3], [2], [1, 1], [1, 1]]),
    ],
)
def test_a_minimal_conflict_of_more_than_six_clues_is_not_the_smallest(rows, columns):
    puzzle = Puzzle(rows, columns)
    assert conflict(puzzle).size > 6
    found = conflict(puzzle, smallest=True)
    assert (found.size, found.least, found.smallest) == (6, 6, True)
    assert_minimal(found)
    for five in combinations(groups_of(puzzle), 5):
        assert solve(only(puzzle, five)) is not None


def test_two_givens_of_one_cell():
    puzzle = Puzzle([[1], None], [None, None], givens=[(1, 1, 0), (1, 1, 1), (0, 0)])
    found = conflict(puzzle, smallest=True)
    assert found.givens == (Given(1, 1, 0), Given(1, 1, 1))
    assert found.lines == ()
    assert found.smallest
    assert_minimal(found)


def test_a_clue_that_does_not_fit_is_a_conflict_by_itself():
    found = conflict(Puzzle([[1], [2, 2]], [[1], [1], [1]]))
    assert found.lines == (("row", 1),)
    assert found.smallest
    assert found.derivation.deductions == ()


@pytest.mark.slow
def test_sums_that_differ_are_a_conflict_that_no_solver_need_find():
    """Clauses cannot count: these are 14 pigeons for 13 holes."""
    for rows in (14, 15):
        found = conflict(Puzzle([[1]] * rows, [[1]] * 13))
        assert found.size == 27
        assert_minimal(found)
        assert found.derivation is None


def test_nonsense_is_refused():
    with pytest.raises(PuzzleError, match="outside"):
        conflict(Puzzle([[1]], [[1]], givens=[(3, 3)]))
    with pytest.raises(PuzzleError, match="ink"):
        conflict(Puzzle([[(1, 7)]], [[1]]))
    with pytest.raises(UsageError):
        conflict(Puzzle([[1]], [[1]]), limit=Limit(conflicts=3))


def test_a_limit_returns_the_known_conflict():
    found = conflict(Puzzle([[2], [1]], [[1], [1]]), limit=Limit(seconds=0))
    assert found.stopped == "seconds"
    assert not found.minimal
    assert found.solution is None


@pytest.mark.slow
def test_a_limit_of_memory_is_kept_in_a_process_of_its_own():
    puzzle = load("puzzles/unsolvable-by-search.non")
    limited, found = conflict(puzzle, limit=Limit(memory=400_000_000)), conflict(puzzle)
    assert (limited.lines, limited.minimal, limited.stopped) == (found.lines, found.minimal, None)
    assert_minimal(limited)
    random = Random(1)
    big = Puzzle(*[[[random.randint(1, 9) for _ in range(20)] for _ in range(260)] for _ in range(2)])
    stopped = conflict(big, limit=Limit(memory=40_000_000))
    assert stopped.stopped is Stopped.MEMORY
    assert not stopped.minimal


def test_a_derivation_is_about_the_conflict_only():
    """Much can be deduced here that has nothing to do with the contradiction."""
    puzzle = Puzzle([[4], [4], [3], []], [[2], [2], [2], [2]], givens=[(0, 0)])
    found = conflict(puzzle)
    assert_minimal(found)
    assert found.derivation
    assert 3 not in members(found)


def test_a_smallest_conflict_that_is_no_part_of_the_first():
    """Witnesses of the first were once kept for it."""
    assert_right(Puzzle([[(1, 2)], [(1, 2)], [1]], [[(1, 2)]], palette(2)))


def test_a_puzzle_that_only_search_refutes():
    found = conflict(load("puzzles/unsolvable-by-search.non"), smallest=True)
    assert_minimal(found)
    assert found.smallest


def unproved(puzzles, random, number, limit=None):
    """Returns the number of conflicts, of that many broken puzzles, that a limit kept from being minimal; checks the others."""
    left = 0
    for puzzle in islice(puzzles, number):
        found = conflict(with_wrong_number(puzzle, random), limit=limit)
        assert (found.solution is None) == bool(found.size)
        if found.size and found.stopped:
            left += 1
        elif found.size:
            assert_minimal(found)
    return left


@pytest.mark.slow_for("1", "3")
@pytest.mark.parametrize("inks", [1, 3])
def test_a_wrong_number_gives_a_minimal_conflict(inks):
    random = Random(inks)
    puzzles = (grid.puzzle(palette(inks)) for grid in unique_pictures(random, inks=inks))
    assert unproved(puzzles, random, 60) == 0


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_broken_puzzles_have_minimal_conflicts():
    """All of a hundred each night, half a minute of CPU; a quarter before a merge."""
    random = Random(2000)
    assert unproved(corpus_puzzles(random), random, tries(100, share=4), Limit(seconds=60)) <= 1


@settings(max_examples=tries(30))
@given(clashing_puzzles(max_side=8))
def test_smallest_is_never_larger(puzzle):
    found, smallest = conflict(puzzle), conflict(puzzle, smallest=True)
    assert smallest.size <= found.size
    assert smallest.smallest == (smallest.solution is None)


@pytest.mark.parametrize("length", [10**9, 2**31, 2**63, 10**30])
def test_a_block_can_be_too_long_by_any_number(length):
    found = conflict(Puzzle([[length], [1]], [[1], [1]]))
    assert [str(line) for line in found.lines] == ["row 1"]
