"""Contradictory statements: writer and verifier of certificates agree on them."""

from functools import partial

import pytest
from effort import tries
from forging import holds
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clues, palettes

import nonosat as ns
from nonosat.proofs import certificate
from nonosat.proofs.counts import certify_count
from nonosat.proofs.minimality import certify_conflict, certify_smallest_conflict
from nonosat.proofs.refutation_files import statement
from nonosat.support.end import Stopped
from nonosat.support.errors import SolverDisagreement
from nonosat.verifier.reading import SOLUTIONS
from nonosat.verifier.statement import Statement

ONLY_GAPS = ns.Puzzle(rows=[None, [], None], columns=[[1, 2]])
"""The blocks of the column fill it; the gap between them does not fit any more."""


@st.composite
def statements(draw):
    """Small puzzles with random clues, blots, lines without a clue, inks and givens; few have a solution."""
    inks = draw(st.integers(1, 3))
    some = st.one_of(st.none(), clues(3, 3, inks), clues(2, 2, inks))
    rows, columns = (draw(st.lists(some, min_size=1, max_size=4)) for _ in range(2))
    given = st.tuples(st.integers(0, len(rows) - 1), st.integers(0, len(columns) - 1), st.integers(0, inks))
    givens = draw(st.lists(given, max_size=2))
    return ns.Puzzle(rows, columns, palette=draw(palettes(inks)), givens=givens)


@pytest.mark.slow
@given(statements())
@settings(max_examples=tries(500))
def test_the_verifier_and_the_model_agree_on_what_contradicts_itself(puzzle):
    assert bool(Statement(statement(puzzle)).contradiction()) == bool(puzzle.contradictions())


def _conflict(puzzle, place, *, smallest):
    write = certify_smallest_conflict if smallest else certify_conflict
    return write(ns.conflict(puzzle, smallest=smallest), place)


WRITERS = [
    ns.certify,
    certify_count,
    partial(_conflict, smallest=False),
    partial(_conflict, smallest=True),
]


@pytest.mark.parametrize("write", WRITERS, ids=["verdict", "count", "conflict", "smallest"])
@given(statements())
@settings(max_examples=tries(60))
def test_certificates_of_contradictory_statements_are_accepted(tmp_path_factory, write, puzzle):
    assume(puzzle.contradictions())
    place = tmp_path_factory.mktemp("c") / "c.nonoproof"
    write(puzzle, place)
    assert holds(place)


def test_a_clue_that_only_its_gaps_make_too_long_contradicts_itself(tmp_path):
    assert ns.certify(ONLY_GAPS, tmp_path / "c").verdict is ns.Verdict.UNSOLVABLE
    assert ns.verify(tmp_path / "c").accepted


@pytest.mark.parametrize("name", ["c", "c.nonoproof"])
def test_no_refused_certificate_is_written(tmp_path, monkeypatch, name):
    wrong = ns.Puzzle([[1], [1]], [[1], [1]])
    report = ns.check(wrong)
    monkeypatch.setattr(certificate, "pictures_text", lambda _: "[[[1,1],[0,0]],[[0,1],[1,0]]]\n")
    with pytest.raises(SolverDisagreement, match=f"the verifier refuses the certificate: {SOLUTIONS}"):
        ns.certify(report.puzzle, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_limit_before_it_is_verified_leaves_the_answer_unknown(tmp_path, monkeypatch):
    monkeypatch.setattr("nonosat.verifier.budget.held", iter(range(0, 1 << 50, 1 << 33)).__next__)
    report = ns.certify(ns.Puzzle([[1], [1]], [[1], [1]]), tmp_path / "c", memory=1 << 30)
    assert (report.verdict, report.stopped) == (ns.Verdict.UNKNOWN, Stopped.MEMORY)
    assert not list(tmp_path.iterdir())
