"""Groups are satisfiable as brute force says, and a core is unsatisfiable."""

from breaking import holding
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import clashing_puzzles, every_feature

from nonosat.conflicts.groups import Groups, groups_of, only, violated, without
from nonosat.model.puzzle import Puzzle
from nonosat.support.limits import Clock


def assert_answers(puzzle, data):
    every, sets = groups_of(puzzle), holding(puzzle)
    with Groups(puzzle, every, Clock()) as groups:
        for _ in range(4):
            those = data.draw(st.sets(st.sampled_from(every))) if every else set()
            expected = any(each.issuperset(those) for each in sets)
            assert groups.solve(those, count=data.draw(st.booleans())) is expected
            if expected:
                assert groups.picture().satisfies(only(puzzle, those))
                assert groups.broken == violated(puzzle, groups.picture())
            else:
                assert groups.core <= those
                assert not any(each.issuperset(groups.core) for each in sets)


@given(clashing_puzzles(max_side=3), st.data())
def test_groups_of_random_puzzles_have_the_answers_of_brute_force(puzzle, data):
    assert_answers(puzzle, data)


@given(every_feature(2, triddlers=True, missing=True), st.data())
def test_puzzles_of_every_kind(puzzle, data):
    assume(sum(puzzle.row_lengths) * len(puzzle.palette) <= 16)
    assert_answers(puzzle, data)


@given(clashing_puzzles(max_side=3), st.data())
def test_one_more_clue_for_a_line_beside_its_own(puzzle, data):
    clues = [line.clue for line in puzzle.lines]
    line = data.draw(st.integers(0, len(clues) - 1))
    clue = data.draw(st.sampled_from(clues))
    with Groups(puzzle, groups_of(puzzle), Clock()) as groups:
        more = groups.also(line, clue)
        assert more not in groups_of(puzzle)
        rest = set(groups_of(puzzle)) - {line}
        clues[line] = clue
        expected = any(len(each) == len(clues) for each in holding(puzzle.with_clues(clues)))
        assert groups.solve({more, *rest}) is expected


def test_without_and_only_are_complements():
    puzzle = Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)])
    assert without(puzzle, [1, 2, 3]) == only(puzzle, [0, 4])
