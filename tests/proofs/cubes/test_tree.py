"""The tree of cubes: shares, leaves, and the journal that it is kept in."""

import json

import pytest

from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.cube_questions import COUNTING, checking
from nonosat.proofs.cubes.lookahead import Cut
from nonosat.proofs.cubes.tree import Answered, Tree, Unanswered, kept_tree
from nonosat.support.errors import InputError, OutputError
from nonosat.support.limits import OutOfReach, Stopped

PUZZLE = Puzzle([[1]] * 2, [[1]] * 2)


def head(path):
    """Makes a journal without answers, and returns its first line."""
    with kept_tree(path, PUZZLE, COUNTING):
        pass
    return path.read_bytes()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tree.jsonl"


def test_shares_leaves_and_what_is_read_back(path):
    with kept_tree(path, PUZZLE, COUNTING) as tree:
        left, right = tree.cut((), Cut(0, 0, (0, 1)))
        assert (tree.shares[left], tree.done) == (0.5, 0)
        tree.answer(right, Answered(10**5000))
        (deeper,) = tree.cut(left, Cut(0, 1, (1,)))
        assert tree.done == 0.5
        assert list(tree.open_leaves()) == [deeper] == [(Given(0, 0, 0), Given(0, 1, 1))]
        assert set(tree.leaves()) == {right, deeper, (Given(0, 0, 0), Given(0, 1, 0))}
    with kept_tree(path, PUZZLE, COUNTING) as again:
        assert (again.cuts, again.answers, again.shares) == (tree.cuts, tree.answers, tree.shares)


def test_what_is_unanswered_is_no_answer():
    """It has nothing that could be taken for one, whoever forgets to look."""
    with pytest.raises(AttributeError):
        Tree(PUZZLE, COUNTING).answer((), Unanswered(OutOfReach(Stopped.MEMORY), 1))


@pytest.mark.parametrize("question", [COUNTING, checking()])
def test_an_old_answer_that_is_not_done_is_not_believed(path, question):
    with kept_tree(path, PUZZLE, question):
        pass
    with path.open("a") as file:
        file.write('{"cube": [], "answer": {"done": false, "count": "0", "solutions": []}}\n')
    with kept_tree(path, PUZZLE, question) as tree:
        assert list(tree.open_leaves()) == [()]


@pytest.mark.parametrize(
    "record",
    [
        {"cube": [[0, 0, 1]], "answer": {"count": "1"}},  # a cube that was never cut off
        {"cube": [], "answer": {"count": "one"}},
        {"cube": [], "answer": {"count": 1}},
        {"cube": [], "answer": "1"},
        {"cube": [], "answer": {}},
        {"cube": [], "cell": [0]},
        {"cube": 7},
        {"cube": [["x"]], "answer": {"count": "1"}},
    ],
)
def test_what_a_tree_has_no_place_for_is_refused(path, record):
    head(path)
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")
    before = path.read_bytes()
    with pytest.raises(InputError, match="2: not a line of a tree"), kept_tree(path, PUZZLE, COUNTING):
        pass
    assert path.read_bytes() == before


def test_answers_that_would_count_twice_are_refused(path):
    with kept_tree(path, PUZZLE, COUNTING) as tree:
        tree.answer((), Answered(2))
        tree.cut((), Cut(0, 0, (0, 1)))
    with pytest.raises(InputError, match="3: not a line of a tree"), kept_tree(path, PUZZLE, COUNTING):
        pass


def test_solutions_that_are_none_are_refused(path):
    question = checking()
    with kept_tree(path, PUZZLE, question):
        pass
    with path.open("a") as file:
        file.write('{"cube": [], "answer": {"solutions": [[[1, 1], [0, 0]]]}}\n')
    with pytest.raises(InputError, match="2: not a line of a tree"), kept_tree(path, PUZZLE, question):
        pass


def test_every_torn_end_of_our_own_is_cut_off_and_nothing_of_others(path):
    whole = head(path) + b'{"cube": [], "answer": {"count": "2"}}\n'
    first = len(head(path))
    for size in (0, 1, 19, 20, first - 1, first, first + 1, first + 12, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:size])
        if 0 < size < 20:  # too little to tell whose it is
            with pytest.raises(InputError, match="expected a line of a tree"):
                kept_tree(path, PUZZLE, COUNTING).__enter__()
            assert path.read_bytes() == whole[:size]
            continue
        with kept_tree(path, PUZZLE, COUNTING) as tree:
            assert len(tree.answers) == (size == len(whole))
        assert path.read_bytes() == whole[: first if size < len(whole) else size]


def test_the_journal_of_another_puzzle_or_question_loses_nothing(path):
    data = head(path) + b'{"cube": [], "ans'
    path.write_bytes(data)
    for puzzle, question in ((PUZZLE, checking()), (Puzzle([[1]], [[1]]), COUNTING)):
        with pytest.raises(InputError, match="about another puzzle"), kept_tree(path, puzzle, question):
            pass
        assert path.read_bytes() == data


def test_two_runs_at_once_cannot_ruin_it(path):
    pytest.importorskip("fcntl")
    with kept_tree(path, PUZZLE, COUNTING) as tree:
        before = path.read_bytes()
        with (
            pytest.raises(OutputError, match="another run writes to it"),
            kept_tree(path, PUZZLE, COUNTING),
        ):
            pass
        assert path.read_bytes() == before
        tree.answer((), Answered(2))
    with kept_tree(path, PUZZLE, COUNTING) as again:
        assert again.answers == {(): Answered(2)}


def test_a_device_is_no_journal():
    with pytest.raises(OutputError, match="regular file"), kept_tree("/dev/null", PUZZLE, COUNTING):
        pass
