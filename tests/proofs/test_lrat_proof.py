"""Proofs in LRAT: trimmed, complete, and the same from every solver that writes them."""

import gzip

import pytest
from cnfs import dominoes_cnf, has_model, pigeons
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat as ns
from nonosat.proofs import lrat_proof as lrat
from nonosat.sat.backends import pysat
from nonosat.sat.encodings import Cnf
from nonosat.support.limits import Clock
from nonosat.verifier.lrat import Derivation

literals = st.integers(1, 5).flatmap(lambda each: st.sampled_from([each, -each]))
formulas = st.lists(st.lists(literals, min_size=1, max_size=4), min_size=20, max_size=60)


def accepted(clauses, found):
    """Checks a refutation with the independent checker; how many steps it has."""
    names = {name: number for number, name in enumerate(found.variables, 1)}
    proof = Derivation(
        [
            [names[abs(literal)] * (1 if literal > 0 else -1) for literal in clauses[at]]
            for at in found.clauses
        ]
    )
    for at, line in enumerate(gzip.decompress(found.proof).splitlines(), 1):
        proof.read(line, len(names), f"line {at}")
    assert proof.refuted
    return proof.steps


def cnf_of(clauses):
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return Cnf(clauses, variables, 0, [], b"", ns.Puzzle([[]], [[]]))


@pytest.fixture(params=["cadical300", "cadical195"])
def prover(request, monkeypatch):
    """Each solver that writes LRAT."""
    monkeypatch.setattr(pysat, "tracing_backend", lambda: request.param)


@given(formulas)
@settings(max_examples=tries(100))
def test_every_prover_refutes_what_has_no_model(formula):
    if has_model(cnf_of(formula)):
        return
    with pytest.MonkeyPatch.context() as patch:
        for name in ("cadical300", "cadical195"):
            patch.setattr(pysat, "tracing_backend", lambda name=name: name)
            assert accepted(formula, lrat.refutation(cnf_of(formula), Clock()))


@pytest.mark.usefixtures("prover")
def test_a_proof_is_trimmed():
    cnf = dominoes_cnf(5)
    board = [*cnf.clauses, cnf.excluding(next(ns.solutions(cnf.puzzle)).cells)]
    whole = Cnf(board, cnf.variables, cnf.cell_variables, cnf.open_cells, cnf.fixed_colours, cnf.puzzle)
    found = lrat.refutation(whole, Clock(), keep_last=True)
    assert accepted(board, found)
    assert found.clauses[-1] == len(board) - 1
    assert len(found.clauses) < len(board)


@pytest.mark.usefixtures("prover")
def test_a_satisfiable_formula_has_no_refutation():
    with pytest.raises(ns.SolverDisagreement):
        lrat.refutation(cnf_of([[1, 2], [-1]]), Clock())


@pytest.mark.usefixtures("prover")
def test_pigeons_and_a_limit():
    assert accepted(pigeons(4).clauses, lrat.refutation(pigeons(4), Clock())) > 10
    with pytest.raises(ns.OutOfReach):
        lrat.refutation(pigeons(9), Clock(ns.Limit(seconds=0)))
