"""Brief steps, which the kernel takes in one call, are those of the Python with its sentences."""

from effort import tries
from hypothesis import given, settings
from strategies import clashing_puzzles, every_feature

from nonosat.explaining.steps.explain import Explanation
from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle


def figures(puzzle, brief):
    """What a rating reads of each step."""
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


def test_lines_of_more_than_a_word_are_left_to_python():
    puzzle = Puzzle([[70]], [[1]] * 70)
    board = Board(puzzle)
    assert board.solver.steps(board.packed, None) is None
    assert [step.reason for step in Explanation(puzzle, brief=True)] == ["full"]
