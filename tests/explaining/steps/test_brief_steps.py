"""Brief steps, which the kernel takes in one call, are those of the Python with its sentences."""

import pytest
from effort import tries
from hypothesis import given, settings
from strategies import clashing_puzzles, every_feature

from nonosat.explaining.steps.explain import Explanation
from nonosat.model.puzzle import Puzzle


def figures(puzzle, brief):
    """Returns the parts of each step that a rating reads."""
    explanation = Explanation(puzzle, brief=brief)
    figures = [explanation.lines.unfinished]
    for step in explanation:
        cells = step.cells if step.axis is None else ()
        figures.append((step.reason, step.axis, step.index, cells, step.probes, explanation.lines.footholds))
        figures.append(explanation.lines.unfinished)
    return figures, explanation.verdict, explanation.complete, explanation.partial_grid


@given(every_feature(triddlers=True, missing=True) | clashing_puzzles(5))
@settings(max_examples=tries(60), deadline=None)
def test_brief_steps_have_the_same_figures(puzzle):
    if puzzle.readable and not puzzle.starred:
        assert figures(puzzle, True) == figures(puzzle, False)


def test_brief_steps_have_no_sentences():
    steps = [*Explanation(Puzzle([[1], [2]], [[2], [1]]), brief=True)]
    assert [step.reason for step in steps] == ["full", "full", "complete"]
    assert not any(step.said for step in steps)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 127, 128, 130])
def test_long_lines_have_the_same_figures(length):
    rows = [[20, 3, 9], [1, 30], [7]]
    puzzle = Puzzle(
        rows, [None] * length, givens=[(0, 19, 1), (0, length - 1, 1), (1, length - 2, 1), (2, 60, 1)]
    )
    assert figures(puzzle, True) == figures(puzzle, False)
