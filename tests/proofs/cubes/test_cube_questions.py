"""What is asked of cubes: answers are those of the questions, and come back from what is written."""

import json
from random import Random

import pytest
from effort import tries
from solution_sets import ambiguous

from nonosat.model.puzzle import Puzzle
from nonosat.proofs.cubes.cube_questions import COUNTING, checking
from nonosat.proofs.cubes.tree import Answered, Unanswered
from nonosat.support.limits import MIN_MEMORY, Limit, Stopped


@pytest.mark.parametrize("seed", range(tries(100)))
def test_answers_are_right_and_read_back(seed):
    puzzle, pictures = ambiguous(Random(seed), least=0)
    number = COUNTING.ask(puzzle, Limit())
    assert number == Answered(len(pictures))
    grids = checking().ask(puzzle, Limit())
    assert len(grids.answer) == min(len(pictures), 2)
    for question, found in ((COUNTING, number), (checking(), grids)):
        record = json.loads(json.dumps(question.written(found.answer)))
        assert question.read(puzzle, record) == found.answer


@pytest.mark.parametrize("question", [COUNTING, checking()])
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(memory=MIN_MEMORY)])
def test_what_a_limit_left_open_is_no_answer(question, limit):
    found = question.ask(Puzzle([None] * 900, [None] * 900), limit)
    assert isinstance(found, Unanswered)
    assert found.reason.stopped in (Stopped.SECONDS, Stopped.MEMORY)
