"""The tree of cubes: shares, leaves, and the file that it is kept in."""

from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.lookahead import Cut
from nonosat.proofs.cubes.tree import Tree

PUZZLE = Puzzle([[1]] * 2, [[1]] * 2)


def test_shares_leaves_and_what_is_read_back(tmp_path):
    tree = Tree(PUZZLE, "test", tmp_path / "tree.jsonl")
    tree.open()
    left, right = tree.cut((), Cut(0, 0, (0, 1)))
    assert (tree.shares[left], tree.done) == (0.5, 0)
    tree.answer(right, {"done": True})
    (deeper,) = tree.cut(left, Cut(0, 1, (1,)))
    assert tree.done == 0.5
    assert list(tree.open_leaves()) == [deeper] == [(Given(0, 0, 0), Given(0, 1, 1))]
    assert set(tree.leaves()) == {right, deeper, (Given(0, 0, 0), Given(0, 1, 0))}
    again = Tree(PUZZLE, "test", tmp_path / "tree.jsonl")
    again.open()
    assert (again.cuts, again.answers, again.shares) == (tree.cuts, tree.answers, tree.shares)
