"""The clauses of a clue over given literals allow exactly its fillings."""

from hypothesis import given
from oracles import fillings
from strategies import lines

from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.model.puzzle import Puzzle
from nonosat.sat.encodings.clue import clue_clauses
from nonosat.sat.oracle import Oracle


@given(lines(max_length=6, max_inks=2))
def test_models_are_fillings(line):
    clue, length, candidates = line
    palette = (*BLACK_AND_WHITE, *BLACK_AND_WHITE[1:])[: len(candidates)]
    with Oracle() as oracle:
        cells = [{colour: oracle.variable() for colour in range(len(candidates))} for _ in range(length)]
        for cell in cells:
            oracle.add(cell.values())
            for colour in cell:
                for other in range(colour):
                    oracle.add([-cell[colour], -cell[other]])
        clauses, oracle.variables = clue_clauses(clue, palette, cells, oracle.variables)
        for clause in clauses:
            oracle.add(clause)
        found = set()
        while oracle.solve():
            filling = [next(c for c, name in cell.items() if oracle.holds(name)) for cell in cells]
            found.add(tuple(filling))
            oracle.add([-cell[colour] for cell, colour in zip(cells, filling, strict=True)])
    everything = [(1 << length) - 1] * len(candidates)
    assert found == {tuple(each) for each in fillings(clue, everything, length)}


def test_an_overlong_clue_has_no_model():
    assert clue_clauses(Puzzle([[2]], []).rows[0], BLACK_AND_WHITE, [{0: -1, 1: 1}], 1) == ([[]], 1)
