"""`certify`: each claim by one function, whose certificate the verifier accepts."""

from typing import get_args

import pytest

import nonosat as ns
from nonosat.proofs.proving import Claim

SEVERAL = ns.Puzzle([[1], [1]], [[1], [1]])
NONE = ns.Puzzle([[1, 1], [3], [2]], [[2], [2], [2]])
SQUARE = ns.Grid(["#.", ".#"])

SUBJECTS = {
    "verdict": (SEVERAL, "multiple", ns.Report),
    "count": (SEVERAL, "exactly 2 solutions", ns.Count),
    "backbone": (SEVERAL, "0 cells are the same in all solutions", ns.Backbone),
    "conflict": (NONE, "clues and givens contradict each other, none can be spared", ns.Conflict),
    "smallest-conflict": (NONE, "needed at least for a contradiction", ns.Conflict),
    "givens": (SEVERAL, "1 given cell is needed at least", ns.Repair),
    "pixels": (SQUARE, "more than 0 must change and 1 suffices", ns.Repair),
}


def test_every_claim_is_tried():
    assert list(SUBJECTS) == list(get_args(Claim))


@pytest.mark.parametrize("claim", SUBJECTS)
def test_a_claim_is_proved_and_stated(claim, tmp_path):
    puzzle, statement, kind = SUBJECTS[claim]
    certificate = ns.certify(puzzle, tmp_path / "c", claim=claim)
    assert statement in certificate.statement
    assert (certificate.claim, certificate.proved, certificate.path) == (claim, True, str(tmp_path / "c"))
    assert isinstance(certificate.answer, kind)
    for place in ["c/at-least", "c/repaired"] if claim == "pixels" else ["c"]:
        assert ns.verify(tmp_path / place).accepted


@pytest.mark.parametrize("claim", SUBJECTS)
def test_a_claim_that_a_limit_cuts_short_is_not_proved_and_writes_nothing(claim, tmp_path):
    certificate = ns.certify(SUBJECTS[claim][0], tmp_path / "c", claim=claim, limit=ns.Limit(seconds=0))
    assert (certificate.proved, certificate.path) == (False, None)
    assert not (tmp_path / "c").exists() or not any((tmp_path / "c").iterdir())


def test_a_bound_that_is_too_high_is_not_proved(tmp_path):
    certificate = ns.certify(SEVERAL, tmp_path / "c", claim="givens", more_than=1)
    assert (certificate.proved, certificate.statement) == (False, "1 given cell suffices")


def test_options_of_another_claim_are_refused(tmp_path):
    with pytest.raises(
        ns.ArgumentError, match="`filled` is an option of claim='givens', not of claim='count'"
    ):
        ns.certify(SEVERAL, tmp_path / "c", claim="count", filled=True)
    with pytest.raises(ns.ArgumentError, match="not a Grid"):
        ns.certify(SQUARE, tmp_path / "c")
    with pytest.raises(ns.ArgumentError, match="did you mean 'count'"):
        ns.certify(SEVERAL, tmp_path / "c", claim="counts")
