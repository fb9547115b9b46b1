"""Clauses with known models or proofs, to test solvers."""

from functools import cache

from oracles import dominoes

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import DEFAULT, Configuration, open_session
from nonosat.sat.encodings import Cnf, encode


def propagated(puzzle):
    board = Board(puzzle)
    assert propagate(board) is None
    return board


@cache
def dominoes_cnf(n):
    """Returns a puzzle with one solution; the length of a proof of uniqueness grows with n."""
    return encode(propagated(Puzzle(*dominoes(n))))


@cache
def permutations(n):
    """Returns a puzzle with n! solutions."""
    return encode(propagated(Puzzle([[1]] * n, [[1]] * n)))


@cache
def pigeons(n):
    """Returns clauses without a model, whose refutation is long: n + 1 pigeons in n holes."""
    at = [[pigeon * n + hole + 1 for hole in range(n)] for pigeon in range(n + 1)]
    pairs = [(one, other) for one in range(n + 1) for other in range(one)]
    clauses = at + [[-at[one][hole], -at[other][hole]] for hole in range(n) for one, other in pairs]
    return Cnf(clauses, n * (n + 1), n * (n + 1), [], b"", Puzzle([[]], [[]]))


def blocking(cnf, model):
    """Returns the clause that excludes the picture of a model, on all variables of cells."""
    return [-literal for literal in model[: cnf.cell_variables]]


def models(session, cnf, most=1000):
    """Yields the models on the cells in the order of search; each is then excluded."""
    found = []
    while session.solve():
        model = session.model()
        assert [abs(literal) for literal in model] == list(range(1, cnf.variables + 1))
        found.append(tuple(model[: cnf.cell_variables]))
        assert len(found) <= most, "a clause that was added does not hold"
        session.add(blocking(cnf, model))
    return found


def has_model(cnf, backend=DEFAULT):
    """Returns whether clauses have a model, by a solver."""
    with open_session(cnf, Configuration(backend)) as session:
        return session.solve()
