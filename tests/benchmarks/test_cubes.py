"""The estimate of what a run that cuts a puzzle into cubes has left."""

from random import Random

from benchmarks.cubes import descent, open_cubes
from nonosat import Puzzle
from nonosat.model.puzzle import Given
from nonosat.proofs.cubes.lookahead import Cut
from nonosat.proofs.cubes.questions import checking
from nonosat.proofs.cubes.tree import Answered, kept_tree

ROOKS = Puzzle([[1]] * 3, [[1]] * 3)


def test_descents_begin_at_what_a_run_has_left_open(tmp_path):
    """The journal stays as it is, though its last line is torn: the run may still write to it."""
    journal = tmp_path / "journal"
    with kept_tree(journal, ROOKS, checking()) as tree:
        answered, left = tree.cut((), Cut(0, 0, (0, 1)))
        tree.answer(answered, Answered(()))
    with journal.open("a") as file:
        file.write('{"cube": [[0')
    before = journal.read_bytes()
    assert open_cubes(ROOKS, journal) == [left] == [(Given(0, 0, 1),)]
    assert journal.read_bytes() == before
    assert [weight for weight, _ in descent(ROOKS, [left, left], 1000, Random(1))] == [2.0]
