"""The clauses of one line against all its fillings."""

from hypothesis import given
from oracles import fillings
from pysat.solvers import Solver
from strategies import lines

from nonosat.lines.line import block_spans, plan, settle
from nonosat.lines.line_clauses import line_clauses


@given(lines(max_length=7))
def test_fillings_are_exactly_the_models(line):
    clue, length, candidates = line
    colours, prepared = len(candidates), plan(clue, length, len(candidates))
    narrowed = settle(prepared, candidates)
    if narrowed is None:
        return
    open_colours = [[c for c in range(colours) if narrowed[c] >> at & 1] for at in range(length)]
    literals = [[0] * length for _ in range(colours)]
    used = 0
    for at, left in enumerate(open_colours):
        for colour in left:
            used += len(left) > 1
            literals[colour][at] = used if len(left) > 1 else None
    clauses = []
    last = line_clauses(clue, block_spans(prepared, narrowed), literals, clauses, used)
    assert all(0 < abs(literal) <= last for clause in clauses for literal in clause)
    expected = {tuple(filling) for filling in fillings(clue, candidates, length)}
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for filling in product_of(open_colours):
            cells = [
                (x if colour == mine else -x)
                for at, mine in enumerate(filling)
                for colour in open_colours[at]
                if (x := literals[colour][at])
            ]
            assert solver.solve(assumptions=cells) == (filling in expected)


def product_of(choices):
    found = [()]
    for some in choices:
        found = [(*before, one) for before in found for one in some]
    return found
